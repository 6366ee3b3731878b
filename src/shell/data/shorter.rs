//! The same for tools of tasks, databases, clouds and systems: subcommands
//! that do the same under several names, the usual one first; see
//! [`super::synonyms`].

use super::synonyms::Rows;

pub(super) const CONDA: Rows =
    &[&["remove", "uninstall"], &["update", "upgrade"]];

pub(super) const HEROKU: Rows = &[
    &["apps:destroy", "apps:delete", "destroy"],
    &["config:set", "config:add"],
    &["config:unset", "config:remove"],
    &["releases:rollback", "rollback"],
    &["ps:scale", "dyno:scale", "scale"],
    &["ps:restart", "dyno:restart", "restart"],
    &["ps:stop", "dyno:stop", "dyno:kill", "stop", "kill"],
    &["addons:destroy", "addons:remove"],
    &["access:remove", "sharing:remove"],
];

pub(super) const JJ: Rows = &[
    &["describe", "desc"],
    &["bookmark delete", "b delete", "bookmark d", "b d"],
    &["bookmark", "b"],
    &["operation", "op"],
];

pub(super) const IP: Rows = &[
    &["address delete", "address del", "addr delete", "addr del", "a del"],
    &["address add", "addr add", "a add"],
    &["address flush", "addr flush", "a flush"],
    &["link delete", "link del", "l del"],
    &["link set", "li set", "l set"],
    &["link add", "l add"],
    &["route delete", "route del", "ro del", "r del"],
    &["route add", "ro add", "r add"],
    &["route flush", "ro flush", "r flush"],
    &["rule delete", "rule del", "ru del"],
    &["netns delete", "netns del"],
];

pub(super) const NMCLI: Rows = &[
    &[
        "connection delete",
        "connection del",
        "con delete",
        "con del",
        "c delete",
        "c del",
    ],
    &["connection down", "con down", "c down"],
    &["connection modify", "con modify", "con mod", "c mod"],
    &["device disconnect", "dev disconnect", "d disconnect"],
    &["networking off", "n off"],
    &["radio wifi", "r wifi"],
];

pub(super) const DOTNET: Rows = &[
    &["package add", "add package"],
    &["package remove", "remove package"],
    &["reference add", "add reference"],
    &["reference remove", "remove reference"],
];

pub(super) const RAILS: Rows = &[
    &["generate", "g"],
    &["destroy", "d"],
    &["console", "c"],
    &["server", "s"],
    &["dbconsole", "db"],
    &["test", "t"],
];

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

pub(super) const APT: Rows = &[
    &["purge", "remove --purge"],
    &["autoremove", "auto-remove"],
    &["full-upgrade", "dist-upgrade"],
];

pub(super) const ZYPPER: Rows = &[
    &["install", "in"],
    &["remove", "rm"],
    &["update", "up"],
    &["dist-upgrade", "dup"],
    &["addrepo", "ar"],
    &["removerepo", "rr"],
    &["refresh", "ref"],
    &["search", "se"],
];

pub(super) const BREW: Rows = &[
    &["uninstall", "remove", "rm"],
    &["list", "ls"],
    &["link", "ln"],
    &["info", "abv"],
];

pub(super) const DNF: Rows = &[
    &["remove", "erase", "rm"],
    &["install", "in"],
    &["upgrade", "up", "update"],
    &["search", "se"],
    &["reinstall", "rei"],
    &["downgrade", "dg"],
];

pub(super) const TMUX: Rows = &[
    &["kill-session"],
    &["new-session", "new"],
    &["send-keys", "send"],
    &["new-window", "neww"],
    &["split-window", "splitw"],
    &["run-shell", "run"],
    &["kill-window", "killw"],
    &["kill-pane", "killp"],
    &["respawn-pane", "respawnp"],
    &["respawn-window", "respawnw"],
    &["pipe-pane", "pipep"],
    &["capture-pane", "capturep"],
    &["set-option", "set"],
    &["set-environment", "setenv"],
    &["set-buffer", "setb"],
    &["source-file", "source"],
    &["if-shell", "if"],
    &["display-message", "display"],
    &["display-popup", "popup"],
    &["list-sessions", "ls"],
    &["attach-session", "attach", "at", "a"],
    &["confirm-before", "confirm"],
];
