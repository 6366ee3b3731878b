//! What says the same as an option: variables of the environment, and other
//! options. From each program's own manual.

/// A variable that says what an option would.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub(crate) name: &'static str,
    pub(crate) programs: &'static [&'static str],
    /// The subcommand; empty: any.
    pub(crate) sub: &'static str,
    /// The usual name of the option.
    pub(crate) option: &'static str,
    /// With which value only it does, or with which option in it; empty: any.
    pub(crate) only: &'static str,
}

/// An option that says what another one would.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Implied {
    pub(crate) programs: &'static [&'static str],
    /// The subcommand; empty: any.
    pub(crate) sub: &'static str,
    /// Its usual name.
    pub(crate) option: &'static str,
    /// How its value starts, in any letter case.
    pub(crate) starts: &'static str,
    /// The usual name of the other, and its value if it has one.
    pub(crate) means: &'static str,
    pub(crate) value: &'static str,
}

const fn var(
    programs: &'static [&'static str],
    name: &'static str,
    option: &'static str,
) -> Variable {
    Variable { name, programs, sub: "", option, only: "" }
}

/// Hooks that a variable leaves out.
const fn hooks(
    sub: &'static str,
    name: &'static str,
    only: &'static str,
) -> Variable {
    Variable { sub, only, ..var(GIT, name, "no-verify") }
}

/// Arguments of terraform that a variable holds.
const fn approves(sub: &'static str, name: &'static str) -> Variable {
    let programs = &["terraform", "tofu"];
    let only = "-auto-approve";
    Variable { sub, only, ..var(programs, name, "auto-approve") }
}

/// Options by which a program does not ask, as one that is told `yes` does
/// not.
pub(crate) const UNASKED: &[&str] = &["auto-approve", "yes"];

const fn option(
    programs: &'static [&'static str],
    sub: &'static str,
    (option, starts): (&'static str, &'static str),
    (means, value): (&'static str, &'static str),
) -> Implied {
    Implied { programs, sub, option, starts, means, value }
}

const GIT: &[&str] = &["git"];
const AWS: &[&str] = &["aws"];
const DOCKER: &[&str] = &["docker", "docker-compose"];
const PIP: &[&str] = &["pip", "pip3"];
const NPM: &[&str] = &["npm", "pnpm"];
const RSYNC: &[&str] = &["rsync"];
const GREP: &[&str] = &["grep", "egrep", "fgrep"];
/// Programs that a second `-q` answers for.
pub(crate) const APT: &[&str] = &["apt", "apt-get", "aptitude"];
const MYSQL: &[&str] =
    &["mysql", "mariadb", "mysqldump", "mysqladmin", "mariadb-dump"];

/// Programs that take addresses of PostgreSQL.
pub(crate) const POSTGRES: &[&str] = &[
    "psql",
    "pg_dump",
    "pg_restore",
    "dropdb",
    "createdb",
    "dropuser",
    "createuser",
];

pub(crate) const VARIABLES: &[Variable] = &[
    var(AWS, "AWS_PROFILE", "profile"),
    var(AWS, "AWS_DEFAULT_PROFILE", "profile"),
    var(AWS, "AWS_REGION", "region"),
    var(AWS, "AWS_DEFAULT_REGION", "region"),
    var(AWS, "AWS_ENDPOINT_URL", "endpoint-url"),
    var(&["kubectl", "oc", "helm"], "KUBECONFIG", "kubeconfig"),
    var(&["helm"], "HELM_NAMESPACE", "namespace"),
    var(&["helm"], "HELM_KUBECONTEXT", "kube-context"),
    var(GIT, "GIT_DIR", "git-dir"),
    var(GIT, "GIT_WORK_TREE", "work-tree"),
    hooks("commit", "HUSKY", "0"),
    hooks("push", "HUSKY", "0"),
    hooks("commit", "HUSKY_SKIP_HOOKS", ""),
    hooks("push", "HUSKY_SKIP_HOOKS", ""),
    hooks("commit", "LEFTHOOK", "0"),
    hooks("push", "LEFTHOOK", "0"),
    hooks("commit", "OVERCOMMIT_DISABLE", ""),
    hooks("push", "OVERCOMMIT_DISABLE", ""),
    hooks("commit", "SKIP", ""),
    hooks("push", "SKIP", ""),
    var(DOCKER, "DOCKER_HOST", "host"),
    var(DOCKER, "DOCKER_CONTEXT", "context"),
    Variable { sub: "compose", ..var(&["docker"], "COMPOSE_FILE", "file") },
    var(&["docker-compose"], "COMPOSE_FILE", "file"),
    Variable {
        sub: "compose",
        ..var(&["docker"], "COMPOSE_PROJECT_NAME", "project-name")
    },
    var(&["docker-compose"], "COMPOSE_PROJECT_NAME", "project-name"),
    var(POSTGRES, "PGHOST", "host"),
    var(POSTGRES, "PGPORT", "port"),
    var(POSTGRES, "PGUSER", "username"),
    var(POSTGRES, "PGDATABASE", "dbname"),
    var(POSTGRES, "PGHOSTADDR", "host"),
    var(POSTGRES, "PGSERVICE", "service"),
    var(MYSQL, "MYSQL_HOST", "host"),
    var(MYSQL, "MYSQL_TCP_PORT", "port"),
    var(MYSQL, "MYSQL_PWD", "password"),
    var(&["redis-cli"], "REDISCLI_AUTH", "a"),
    approves("apply", "TF_CLI_ARGS_apply"),
    approves("apply", "TF_CLI_ARGS"),
    approves("destroy", "TF_CLI_ARGS_destroy"),
    approves("destroy", "TF_CLI_ARGS"),
    var(&["terraform", "tofu"], "TF_WORKSPACE", "workspace"),
    var(&["gcloud"], "CLOUDSDK_CORE_PROJECT", "project"),
    var(&["gcloud"], "CLOUDSDK_CORE_ACCOUNT", "account"),
    var(&["gcloud"], "CLOUDSDK_ACTIVE_CONFIG_NAME", "configuration"),
    var(&["gh"], "GH_REPO", "repo"),
    var(&["gh"], "GH_HOST", "hostname"),
    var(&["heroku"], "HEROKU_APP", "app"),
    var(&["fly", "flyctl"], "FLY_APP", "app"),
    var(&["pulumi"], "PULUMI_STACK", "stack"),
    var(&["wrangler"], "CLOUDFLARE_ENV", "env"),
    var(&["ansible", "ansible-playbook"], "ANSIBLE_INVENTORY", "inventory"),
    var(PIP, "PIP_INDEX_URL", "index-url"),
    var(PIP, "PIP_EXTRA_INDEX_URL", "extra-index-url"),
    var(PIP, "PIP_TARGET", "target"),
    var(PIP, "PIP_USER", "user"),
    Variable {
        only: "1",
        ..var(PIP, "PIP_BREAK_SYSTEM_PACKAGES", "break-system-packages")
    },
    var(NPM, "npm_config_global", "global"),
    var(NPM, "npm_config_force", "force"),
    var(NPM, "npm_config_registry", "registry"),
    var(NPM, "NPM_CONFIG_REGISTRY", "registry"),
];

/// Settings for one command that say what an option would.
const HOOKS: (&str, &str) = ("c", "core.hookspath=");
const FORCED: (&str, &str) = ("c", "clean.requireforce=false");
const UNSIGNED: (&str, &str) = ("c", "commit.gpgsign=false");

/// The first of those that mean the same option counts.
pub(crate) const IMPLIED: &[Implied] = &[
    option(&["curl"], "", ("get", ""), ("request", "GET")),
    option(&["curl"], "", ("head", ""), ("request", "HEAD")),
    option(&["curl"], "", ("upload-file", ""), ("request", "PUT")),
    option(&["curl"], "", ("data", ""), ("request", "POST")),
    option(&["curl"], "", ("form", ""), ("request", "POST")),
    option(&["wget"], "", ("post-data", ""), ("method", "POST")),
    option(&["wget"], "", ("post-file", ""), ("method", "POST")),
    option(&["gh", "glab"], "api", ("field", ""), ("method", "POST")),
    option(&["gh", "glab"], "api", ("raw-field", ""), ("method", "POST")),
    option(&["gh", "glab"], "api", ("input", ""), ("method", "POST")),
    option(RSYNC, "", ("delete-after", ""), ("delete", "")),
    option(RSYNC, "", ("delete-before", ""), ("delete", "")),
    option(RSYNC, "", ("delete-delay", ""), ("delete", "")),
    option(RSYNC, "", ("delete-during", ""), ("delete", "")),
    option(RSYNC, "", ("delete-excluded", ""), ("delete", "")),
    option(RSYNC, "", ("delete-missing-args", ""), ("delete", "")),
    option(&["vercel"], "", ("target", "production"), ("prod", "")),
    option(&["vercel"], "", ("prod", ""), ("target", "production")),
    option(NPM, "", ("location", "global"), ("global", "")),
    option(GIT, "commit", HOOKS, ("no-verify", "")),
    option(RSYNC, "", ("archive", ""), ("recursive", "")),
    option(RSYNC, "", ("archive", ""), ("links", "")),
    option(RSYNC, "", ("archive", ""), ("perms", "")),
    option(RSYNC, "", ("archive", ""), ("times", "")),
    option(RSYNC, "", ("archive", ""), ("group", "")),
    option(RSYNC, "", ("archive", ""), ("owner", "")),
    option(&["cp"], "", ("archive", ""), ("recursive", "")),
    option(&["cp"], "", ("archive", ""), ("preserve", "")),
    option(GREP, "", ("dereference-recursive", ""), ("recursive", "")),
    option(GREP, "", ("directories", "recurse"), ("recursive", "")),
    option(&["wget"], "", ("mirror", ""), ("recursive", "")),
    option(&["wget"], "", ("mirror", ""), ("timestamping", "")),
    option(APT, "", ("quiet", "2"), ("yes", "")),
    option(GIT, "push", ("mirror", ""), ("force", "")),
    option(GIT, "push", ("mirror", ""), ("delete", "")),
    option(GIT, "push", ("mirror", ""), ("tags", "")),
    option(GIT, "push", ("mirror", ""), ("all", "")),
    option(GIT, "push", ("prune", ""), ("delete", "")),
    option(GIT, "pull", ("c", "pull.rebase=true"), ("rebase", "")),
    option(GIT, "pull", ("c", "pull.rebase=interactive"), ("rebase", "")),
    option(GIT, "pull", ("c", "pull.rebase=merges"), ("rebase", "")),
    option(GIT, "fetch", ("c", "fetch.prune=true"), ("prune", "")),
    option(GIT, "stash", ("all", ""), ("include-untracked", "")),
    option(GIT, "clean", FORCED, ("force", "")),
    option(GIT, "commit", UNSIGNED, ("no-gpg-sign", "")),
    option(GIT, "push", HOOKS, ("no-verify", "")),
];

/// Settings of ssh that are letters of options, too.
pub(crate) const SSH: &[(&str, &str)] = &[
    ("dynamicforward", "D"),
    ("identityfile", "i"),
    ("localforward", "L"),
    ("port", "p"),
    ("proxyjump", "J"),
    ("remoteforward", "R"),
    ("user", "l"),
];
