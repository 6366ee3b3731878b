//! The same for tools of tasks, databases and clouds: subcommands that do the
//! same under several names, the usual one first; see [`super::synonyms`].

use super::synonyms::Rows;

pub(super) const CONDA: Rows = &[&["remove", "uninstall"]];

pub(super) const PASS: Rows = &[
    &["show", "ls", "list"],
    &["rm", "remove", "delete"],
    &["insert", "add"],
    &["mv", "rename"],
    &["cp", "copy"],
];

pub(super) const MISE: Rows = &[
    &["run", "r", "tasks run", "task run", "t run", "tasks r", "t r"],
    &["exec", "x"],
    &["install", "i"],
    &["uninstall", "remove", "rm"],
    &["upgrade", "up"],
    &["use", "u"],
];

pub(super) const PIXI: Rows =
    &[&["run", "r"], &["add", "a"], &["install", "i"], &["remove", "rm"]];

pub(super) const PM2: Rows = &[&["delete", "del"]];

pub(super) const K3D: Rows =
    &[&["cluster delete", "cluster del", "cluster rm"]];

pub(super) const KIND: Rows = &[&["delete cluster", "delete clusters"]];

pub(super) const DOCTL: Rows = &[
    &[
        "compute droplet delete",
        "compute droplet d",
        "compute droplet del",
        "compute droplet rm",
    ],
    &[
        "compute volume delete",
        "compute volume d",
        "compute volume del",
        "compute volume rm",
    ],
    &[
        "compute domain delete",
        "compute domain d",
        "compute domain del",
        "compute domain rm",
    ],
    &[
        "compute snapshot delete",
        "compute snapshot d",
        "compute snapshot del",
        "compute snapshot rm",
    ],
    &[
        "kubernetes cluster delete",
        "kubernetes cluster d",
        "kubernetes cluster del",
        "kubernetes cluster rm",
    ],
    &["databases delete", "databases d", "databases del", "databases rm"],
    &["apps delete", "apps d", "apps del", "apps rm"],
];

pub(super) const LINODE: Rows = &[
    &["linodes delete", "linodes rm"],
    &["domains delete", "domains rm"],
    &["volumes delete", "volumes rm"],
    &["nodebalancers delete", "nodebalancers rm"],
    &["databases delete", "databases rm"],
];

pub(super) const NOMAD: Rows = &[
    &["job stop", "stop"],
    &["job run", "run"],
    &["job plan", "plan"],
    &["job init", "init"],
    &["job status", "status"],
];

pub(super) const NEON: Rows = &[
    &["branches delete", "branch delete"],
    &["branches reset", "branch reset"],
    &["branches create", "branch create"],
    &["databases delete", "database delete", "db delete"],
    &["projects delete", "project delete"],
    &["roles delete", "role delete"],
];

pub(super) const SQLX: Rows = &[
    &["database drop", "db drop"],
    &["database reset", "db reset"],
    &["database create", "db create"],
    &["database setup", "db setup"],
    &["migrate run", "mig run"],
    &["migrate revert", "mig revert"],
];

pub(super) const DIESEL: Rows = &[
    &["database reset", "db reset"],
    &["database setup", "db setup"],
    &["database drop", "db drop"],
];

pub(super) const LIQUIBASE: Rows = &[
    &["drop-all", "dropAll"],
    &["rollback-count", "rollbackCount"],
    &["rollback-to-date", "rollbackToDate"],
    &["update-count", "updateCount"],
    &["clear-checksums", "clearCheckSums"],
    &["changelog-sync", "changelogSync"],
];

pub(super) const DRUSH: Rows = &[
    &["sql:drop", "sql-drop"],
    &["sql:query", "sql-query", "sqlq"],
    &["sql:cli", "sql-cli", "sqlc"],
    &["sql:dump", "sql-dump"],
    &["sql:sync", "sql-sync"],
    &["sql:create", "sql-create"],
    &["site:install", "site-install", "si"],
    &["config:import", "config-import", "cim"],
    &["config:delete", "config-delete", "cdel"],
    &["pm:uninstall", "pm-uninstall", "pmu"],
    &["entity:delete", "entity-delete", "edel"],
    &["php:eval", "php-eval", "eval", "ev"],
];

pub(super) const GORELEASER: Rows = &[&["release", "r"], &["build", "b"]];
