//! Programs with subcommands, the options that stand before these, and the
//! names that mean the same.

use super::{shorter, synonyms};

/// A program with subcommands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Globals {
    /// Its name.
    pub(crate) name: &'static str,
    /// Letters of options before the subcommand that take the next word.
    pub(crate) valued: &'static str,
    /// Those of them that take it only where it is a number.
    pub(crate) counts: &'static str,
    /// Long options that take the next word, without dashes.
    pub(crate) long: &'static [&'static str],
    /// Long options that take none, where others are not listed.
    pub(crate) flags: &'static [&'static str],
    /// Subcommands that have subcommands of their own.
    pub(crate) groups: &'static [&'static str],
    /// How many words a subcommand has at most (`gcloud compute instances
    /// delete`), where every first word is a group.
    pub(crate) deep: u8,
    /// Whether each operand is a task of its own: `make clean deploy`.
    pub(crate) tasks: bool,
    /// Subcommands that do the same, each in all its spellings.
    pub(crate) same: &'static [&'static [&'static str]],
    /// The same program under another name: `docker compose` of
    /// `docker-compose`.
    pub(crate) also: &'static str,
    /// Whether it may run what its words name, as far as is known.
    pub(crate) runs: bool,
    /// A group that is a program as well: `compose`, `docker-compose`.
    pub(crate) apart: Option<(&'static str, &'static str)>,
}

/// A program of which nothing is known.
pub(crate) const NOTHING: Globals = Globals {
    name: "",
    valued: "",
    counts: "",
    long: &[],
    flags: &[],
    groups: &[],
    deep: 1,
    tasks: false,
    same: &[],
    also: "",
    runs: false,
    apart: None,
};

const fn row(
    name: &'static str,
    valued: &'static str,
    long: &'static [&'static str],
) -> Globals {
    Globals { name, valued, long, ..NOTHING }
}

/// A program of which only these options are known.
const fn part(
    name: &'static str,
    valued: &'static str,
    long: &'static [&'static str],
) -> Globals {
    Globals { name, valued, long, runs: true, ..NOTHING }
}

/// Programs without subcommands of which it is known which options take the
/// next word.
pub(crate) const PLAIN: &[Globals] = &[
    row("ssh", "BbcDEeFIiJLlmOoPpQRSWw", &[]),
    row("scp", "cDFiJloPSX", &[]),
    row("sftp", "BbcDFiJlOoPRSsX", &[]),
    row(
        "curl",
        "AbCcDdEeFHKmoPQrTtUuwXxYyz",
        &[
            "data",
            "form",
            "header",
            "max-time",
            "output",
            "request",
            "user",
            "write-out",
        ],
    ),
];

/// A program whose operands are all tasks.
const fn tasks(name: &'static str, valued: &'static str) -> Globals {
    Globals { name, valued, tasks: true, ..NOTHING }
}

/// Groups of subcommands of docker and its like.
const CONTAINERS: &[&str] = &[
    "builder",
    "buildx",
    "checkpoint",
    "compose",
    "config",
    "container",
    "context",
    "image",
    "manifest",
    "network",
    "node",
    "plugin",
    "pod",
    "secret",
    "service",
    "stack",
    "swarm",
    "system",
    "trust",
    "volume",
];

/// Options of `docker compose` that take the next word.
const COMPOSE: &[&str] = &[
    "ansi",
    "env-file",
    "file",
    "parallel",
    "profile",
    "progress",
    "project-directory",
    "project-name",
];

/// Options of docker that take none.
const DOCKER_FLAGS: &[&str] = &["debug", "tls", "tlsverify"];

/// Options of liquibase that take the next word.
const LIQUIBASE: &[&str] = &[
    "changelog-file",
    "defaults-file",
    "log-level",
    "password",
    "url",
    "username",
];

/// Options of kubectl that take the next word.
const KUBECTL: &[&str] = &[
    "as",
    "as-group",
    "as-uid",
    "cache-dir",
    "certificate-authority",
    "client-certificate",
    "client-key",
    "cluster",
    "context",
    "kubeconfig",
    "namespace",
    "password",
    "profile",
    "profile-output",
    "request-timeout",
    "server",
    "tls-server-name",
    "token",
    "user",
    "username",
    "vmodule",
];

/// Groups of subcommands of git.
const GIT_GROUPS: &[&str] = &[
    "bisect",
    "bundle",
    "lfs",
    "maintenance",
    "notes",
    "reflog",
    "remote",
    "sparse-checkout",
    "stash",
    "submodule",
    "subtree",
    "worktree",
];

/// Flags of git before its subcommand.
const GIT_FLAGS: &[&str] = &[
    "bare",
    "paginate",
    "literal-pathspecs",
    "glob-pathspecs",
    "icase-pathspecs",
    "html-path",
    "man-path",
    "info-path",
];

/// Flags that many programs take before their subcommand.
pub(crate) const FLAGS: &[&str] = &[
    "all",
    "debug",
    "dry-run",
    "force",
    "global",
    "help",
    "json",
    "offline",
    "quiet",
    "recursive",
    "silent",
    "verbose",
    "version",
    "yes",
];

/// The programs; options from each program's own help text.
pub(crate) const GLOBALS: &[Globals] = &[
    Globals {
        groups: GIT_GROUPS,
        flags: GIT_FLAGS,
        same: synonyms::GIT,
        ..row(
            "git",
            "Cc",
            &[
                "git-dir",
                "work-tree",
                "namespace",
                "config-env",
                "attr-source",
            ],
        )
    },
    Globals {
        groups: CONTAINERS,
        flags: DOCKER_FLAGS,
        same: synonyms::DOCKER,
        apart: Some(("compose", "docker-compose")),
        ..row("docker", "Hcl", &["host", "context", "config", "log-level"])
    },
    Globals {
        groups: CONTAINERS,
        flags: DOCKER_FLAGS,
        same: synonyms::DOCKER,
        ..row("podman", "Hc", &["url", "connection", "log-level", "root"])
    },
    Globals {
        groups: CONTAINERS,
        flags: DOCKER_FLAGS,
        same: synonyms::DOCKER,
        ..row("nerdctl", "nHa", &["namespace", "host", "address"])
    },
    Globals {
        also: "docker compose",
        same: synonyms::COMPOSE,
        ..row("docker-compose", "fp", COMPOSE)
    },
    Globals {
        groups: &["auth", "certificate", "config", "create", "rollout", "set"],
        same: synonyms::KUBECTL,
        ..row("kubectl", "nsv", KUBECTL)
    },
    Globals {
        groups: &["adm", "auth", "config", "create", "rollout", "set"],
        same: synonyms::KUBECTL,
        ..row("oc", "nsv", KUBECTL)
    },
    Globals {
        groups: &[
            "dep",
            "dependency",
            "get",
            "plugin",
            "registry",
            "repo",
            "show",
        ],
        same: synonyms::HELM,
        ..row("helm", "n", &["namespace", "kube-context", "kubeconfig"])
    },
    Globals {
        groups: &[
            "access", "cache", "config", "dist-tag", "org", "owner", "team",
            "token",
        ],
        same: synonyms::NPM,
        ..row("npm", "Cw", &["prefix", "workspace", "userconfig", "loglevel"])
    },
    Globals { same: synonyms::PNPM, ..row("pnpm", "CF", &["dir", "filter"]) },
    Globals {
        groups: &["cache", "config", "global", "npm", "plugin", "workspaces"],
        same: synonyms::YARN,
        ..row("yarn", "", &["cwd"])
    },
    Globals {
        groups: &["pm"],
        same: synonyms::BUN,
        ..row("bun", "", &["cwd", "config"])
    },
    Globals {
        same: synonyms::CARGO,
        ..row("cargo", "ZC", &["color", "config", "manifest-path"])
    },
    Globals { groups: &["mod", "work", "tool"], ..row("go", "C", &[]) },
    Globals {
        deep: 2,
        same: synonyms::GH,
        ..row("gh", "R", &["repo", "hostname"])
    },
    Globals { deep: 2, same: synonyms::GLAB, ..row("glab", "R", &["repo"]) },
    Globals {
        deep: 2,
        flags: &["no-verify-ssl", "no-paginate", "no-sign-request"],
        ..row(
            "aws",
            "",
            &[
                "ca-bundle",
                "cli-connect-timeout",
                "cli-read-timeout",
                "color",
                "endpoint-url",
                "output",
                "profile",
                "query",
                "region",
            ],
        )
    },
    Globals {
        deep: 4,
        same: synonyms::GCLOUD,
        ..row(
            "gcloud",
            "",
            &[
                "access-token-file",
                "account",
                "billing-project",
                "configuration",
                "filter",
                "flags-file",
                "format",
                "impersonate-service-account",
                "location",
                "project",
                "region",
                "trace-token",
                "verbosity",
                "zone",
            ],
        )
    },
    Globals {
        deep: 4,
        ..row(
            "az",
            "ogn",
            &["subscription", "output", "query", "resource-group", "name"],
        )
    },
    Globals {
        groups: &["env", "state", "workspace", "providers"],
        same: synonyms::TERRAFORM,
        ..row("terraform", "", &[])
    },
    Globals {
        groups: &["state", "workspace", "providers"],
        same: synonyms::TERRAFORM,
        ..row("tofu", "", &[])
    },
    Globals {
        groups: &["state", "workspace", "providers", "hcl", "stack"],
        same: synonyms::TERRAFORM,
        flags: &["non-interactive", "no-color"],
        ..part(
            "terragrunt",
            "",
            &[
                "config",
                "download-dir",
                "iam-assume-role",
                "log-level",
                "parallelism",
                "queue-exclude-dir",
                "queue-include-dir",
                "terragrunt-config",
                "terragrunt-download-dir",
                "terragrunt-exclude-dir",
                "terragrunt-include-dir",
                "terragrunt-parallelism",
                "terragrunt-working-dir",
                "tf-path",
                "working-dir",
            ],
        )
    },
    Globals {
        groups: &["config", "stack", "state"],
        same: synonyms::PULUMI,
        ..row("pulumi", "Csv", &["cwd", "stack"])
    },
    row("systemctl", "HMPnopst", &["host", "machine", "type", "property"]),
    Globals {
        groups: &["services", "bundle"],
        same: shorter::BREW,
        ..row("brew", "", &[])
    },
    Globals {
        same: shorter::APT,
        ..row("apt", "aoct", &["option", "config-file", "target-release"])
    },
    Globals {
        same: shorter::APT,
        ..row("apt-get", "aoct", &["option", "config-file", "target-release"])
    },
    Globals {
        same: shorter::DNF,
        ..row("dnf", "cdex", &["installroot", "setopt"])
    },
    Globals {
        same: shorter::DNF,
        ..row("yum", "cdex", &["installroot", "setopt"])
    },
    Globals { same: shorter::ZYPPER, ..row("zypper", "cDR", &["root"]) },
    Globals { same: synonyms::BUNDLE, ..row("bundle", "", &[]) },
    Globals { same: synonyms::GEM, ..row("gem", "", &[]) },
    Globals {
        also: "pip3",
        ..row("pip", "", &["proxy", "log", "timeout", "cert", "python"])
    },
    Globals {
        also: "pip",
        ..row("pip3", "", &["proxy", "log", "timeout", "cert", "python"])
    },
    Globals {
        groups: &["cache", "pip", "python", "self", "tool"],
        ..row("uv", "", &["directory", "project", "config-file", "color"])
    },
    Globals {
        groups: &["cache", "env", "self", "source"],
        ..row("poetry", "CP", &["directory", "project"])
    },
    Globals {
        same: synonyms::HG,
        ..row("hg", "R", &["repository", "cwd", "config"])
    },
    Globals {
        same: synonyms::SVN,
        ..row("svn", "", &["username", "password", "config-dir"])
    },
    Globals {
        groups: &["bookmark", "git", "op", "operation", "workspace", "config"],
        same: shorter::JJ,
        ..row("jj", "R", &["repository", "config"])
    },
    Globals {
        also: "fly",
        deep: 2,
        same: synonyms::FLY,
        ..row("flyctl", "ac", &["app", "config"])
    },
    Globals {
        same: shorter::HEROKU,
        ..row("heroku", "ar", &["app", "remote"])
    },
    part("hatch", "ep", &["env", "project", "data-dir", "cache-dir"]),
    row("dotenv", "fe", &[]),
    Globals {
        also: "flyctl",
        deep: 2,
        same: synonyms::FLY,
        ..row("fly", "ac", &["app", "config"])
    },
    Globals {
        same: synonyms::VERCEL,
        ..row("vercel", "", &["cwd", "token", "scope"])
    },
    Globals { same: shorter::TMUX, runs: true, ..row("tmux", "cfLST", &[]) },
    Globals {
        same: synonyms::COMPOSER,
        ..part("composer", "d", &["working-dir"])
    },
    part("gsutil", "oh", &[]),
    part("rclone", "", &["config"]),
    part("restic", "ro", &["repo", "password-file"]),
    Globals { same: shorter::CONDA, ..part("conda", "", &[]) },
    part("firebase", "P", &["project", "account", "token"]),
    Globals {
        deep: 3,
        same: synonyms::WRANGLER,
        ..part("wrangler", "ce", &["config", "env", "cwd"])
    },
    part("supabase", "", &["workdir", "profile"]),
    part("turbo", "", &["api", "cwd", "team", "token"]),
    part("minikube", "p", &["profile"]),
    Globals { deep: 2, same: shorter::IP, ..row("ip", "fbn", &[]) },
    Globals { deep: 2, same: shorter::NMCLI, ..row("nmcli", "efgmo", &[]) },
    Globals { deep: 2, same: shorter::DOTNET, ..part("dotnet", "", &[]) },
    part("virsh", "c", &["connect"]),
    part("adb", "stHP", &[]),
    Globals {
        deep: 3,
        same: shorter::DOCTL,
        ..part("doctl", "tcou", &["access-token", "context", "output"])
    },
    part("argocd", "", &["server", "config"]),
    part("alembic", "cnx", &["config", "name"]),
    part("flask", "Ae", &["app", "env-file"]),
    part("mysqladmin", "uhPS", &["user", "host", "port"]),
    part("redis-cli", "DXadhinprstu", &["user", "pass"]),
    part("vagrant", "", &[]),
    Globals { same: shorter::PASS, ..part("pass", "", &[]) },
    Globals {
        groups: &["cache", "config", "plugins", "task", "tasks", "t"],
        same: shorter::MISE,
        ..part("mise", "CEj", &["cd", "env", "jobs", "output"])
    },
    Globals { same: shorter::PIXI, ..part("pixi", "", &["manifest-path"]) },
    part("pdm", "cp", &["config", "project"]),
    Globals { same: shorter::PM2, ..part("pm2", "", &[]) },
    Globals { deep: 2, same: shorter::K3D, ..part("k3d", "", &[]) },
    Globals { deep: 2, same: shorter::KIND, ..part("kind", "v", &[]) },
    Globals { deep: 2, same: shorter::LINODE, ..part("linode-cli", "", &[]) },
    Globals {
        groups: &["acl", "alloc", "deployment", "job", "node", "var"],
        same: shorter::NOMAD,
        ..part("nomad", "", &["address", "namespace", "region", "token"])
    },
    Globals {
        deep: 2,
        same: shorter::NEON,
        ..part("neonctl", "o", &["api-key", "config-dir", "output"])
    },
    Globals {
        deep: 2,
        same: shorter::NEON,
        ..part("neon", "o", &["api-key", "config-dir", "output"])
    },
    Globals { deep: 2, same: shorter::SQLX, ..part("sqlx", "", &[]) },
    Globals {
        deep: 2,
        same: shorter::DIESEL,
        ..part("diesel", "", &["config-file", "database-url"])
    },
    Globals { same: shorter::LIQUIBASE, ..part("liquibase", "", LIQUIBASE) },
    Globals { same: shorter::DRUSH, ..part("drush", "rl", &["root", "uri"]) },
    Globals { same: shorter::GORELEASER, ..part("goreleaser", "f", &[]) },
    Globals { tasks: true, ..part("flyway", "", &[]) },
    Globals { also: "bin/console", ..part("console", "e", &["env"]) },
    part("ctr", "na", &["namespace", "address", "timeout"]),
    Globals { counts: "jl", ..tasks("make", "CfIjloW") },
    Globals { also: "make", counts: "jl", ..tasks("gmake", "CfIjloW") },
    tasks("gradle", "bcgIpPDx"),
    Globals { also: "gradle", ..tasks("gradlew", "bcgIpPDx") },
    tasks("mvn", "fPDsT"),
    Globals { also: "mvn", ..tasks("mvnw", "fPDsT") },
    tasks("just", "df"),
    Globals { same: shorter::RAILS, ..tasks("rails", "e") },
    tasks("rake", "fIr"),
    tasks("ant", "fDl"),
    tasks("ninja", "Cfjkl"),
    Globals { also: "inv", ..tasks("invoke", "cr") },
    Globals { also: "invoke", ..tasks("inv", "cr") },
    tasks("task", "dto"),
    tasks("grunt", ""),
    tasks("gulp", "f"),
    tasks("sbt", ""),
    Globals { also: "sbt", ..tasks("sbtn", "") },
    tasks("bmake", "CfIjmdTVDJ"),
    tasks("doit", "dfkn"),
    tasks("fab", "cHiPrStTu"),
    tasks("jake", "fCd"),
    tasks("mage", "dtw"),
    tasks("phing", "fDlp"),
    Globals { also: "python setup.py", ..tasks("setup.py", "") },
    tasks("waf", "jot"),
    tasks("xcodebuild", ""),
    Globals { groups: &["pub"], ..part("flutter", "d", &["device-id"]) },
    Globals { same: shorter::CONDA, ..part("mamba", "", &[]) },
    Globals { same: shorter::CONDA, ..part("micromamba", "", &[]) },
    part("dbt", "", &["profiles-dir", "project-dir", "target"]),
    part("pipenv", "", &[]),
    Globals {
        groups: &["component", "override", "target", "toolchain"],
        ..part("rustup", "", &[])
    },
];
