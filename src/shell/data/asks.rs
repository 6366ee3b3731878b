//! Subcommands that change no file on this machine which their words name,
//! of programs that have others: they ask a server, or look at what is there.

/// Subcommands of one program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asks {
    pub(crate) program: &'static str,
    /// Each of one word or several; a star at the end of a word stands for
    /// the rest of it.
    pub(crate) subs: &'static [&'static str],
    /// Words of which one must be there.
    pub(crate) needs: &'static [&'static str],
    /// Words with which files are written after all.
    pub(crate) unless: &'static [&'static str],
    /// Whether it is so with the words behind the subcommand, not of its own
    /// words alone.
    pub(crate) all: bool,
    /// Whether options and what stands behind them are left open.
    pub(crate) plain: bool,
}

const fn all(
    program: &'static str,
    subs: &'static [&'static str],
    unless: &'static [&'static str],
) -> Asks {
    Asks { program, subs, needs: &[], unless, all: true, plain: false }
}

/// Subcommands that run what is named behind them.
const fn own(program: &'static str, subs: &'static [&'static str]) -> Asks {
    Asks { all: false, ..all(program, subs, &[]) }
}

/// Tests of a project, which get names of files.
const fn tests(program: &'static str) -> Asks {
    Asks { plain: true, ..all(program, TESTS, MENDS) }
}

/// Where those that print are told to write.
const OUT: &[&str] = &["--output-dir", "--output-directory", "--output-file"];

/// How a test is told to write what it compares with, or to mend.
const MENDS: &[&str] = &[
    "--ci=false",
    "--fix",
    "--update",
    "--update-snapshots",
    "--updateSnapshot",
    "--write",
    "-u",
    "-w",
];

/// How tests of a project are called by convention.
const TESTS: &[&str] = &["t", "test", "run test", "run test:*"];

/// What a plan of Terraform is looked at by.
const PLANS: &[&str] = &[
    "graph",
    "output",
    "plan",
    "providers",
    "show",
    "state list",
    "state show",
    "validate",
    "version",
    "workspace list",
    "workspace show",
];
const PLANS_WRITE: &[&str] =
    &["-generate-config-out", "-out", "-state-out", "lock", "mirror"];

/// What Compose does with the containers of a project.
const COMPOSE: &[&str] = &[
    "build", "config", "create", "down", "events", "images", "kill", "logs",
    "ls", "port", "ps", "pull", "push", "restart", "rm", "start", "stats",
    "stop", "top", "up", "version", "wait",
];
const COMPOSE_WRITES: &[&str] =
    &["--lock-image-digests", "--metadata-file", "--output", "-o"];

/// The table; from the programs' manuals.
pub(crate) const ASKS: &[Asks] = &[
    all(
        "aws",
        &[
            "* describe-*",
            "* list-*",
            "cloudformation validate-template",
            "configure list",
            "ecr get-login-password",
            "logs filter-log-events",
            "logs tail",
            "s3 ls",
            "secretsmanager get-secret-value",
            "ssm get-parameter",
            "ssm get-parameters-by-path",
            "sts get-caller-identity",
        ],
        &[],
    ),
    own("bun", &["run *"]),
    all(
        "cargo",
        &[
            "bench", "build", "check", "clippy", "doc", "metadata", "test",
            "tree",
        ],
        &["--", "--fix"],
    ),
    all(
        "docker",
        &[
            "build",
            "container ls",
            "history",
            "image ls",
            "images",
            "info",
            "inspect",
            "logs",
            "network inspect",
            "network ls",
            "port",
            "ps",
            "stats",
            "top",
            "version",
            "volume inspect",
            "volume ls",
        ],
        &["--cache-to", "--iidfile", "--metadata-file", "--output", "-o"],
    ),
    all("docker-compose", COMPOSE, COMPOSE_WRITES),
    all(
        "gcloud",
        &["* list", "* * list", "* describe", "* * describe", "info"],
        &[],
    ),
    all(
        "gh",
        &[
            "* checks", "* diff", "* list", "* ls", "* status", "* view",
            "search *",
        ],
        &[],
    ),
    all(
        "helm",
        &[
            "get *",
            "history",
            "install",
            "lint",
            "list",
            "ls",
            "repo list",
            "rollback",
            "search *",
            "show *",
            "status",
            "template",
            "uninstall",
            "upgrade",
            "version",
        ],
        &["--dependency-update", "--output-dir"],
    ),
    all(
        "kubectl",
        &[
            "api-resources",
            "api-versions",
            "apply",
            "auth can-i",
            "cluster-info",
            "delete",
            "describe",
            "diff",
            "events",
            "explain",
            "get",
            "logs",
            "rollout history",
            "rollout restart",
            "rollout status",
            "scale",
            "top",
            "version",
            "wait",
        ],
        OUT,
    ),
    tests("npm"),
    own("npm", &["run *", "run-script *"]),
    tests("pnpm"),
    own("pnpm", &["run *"]),
    all(
        "prisma",
        &[
            "db push",
            "db seed",
            "migrate deploy",
            "migrate reset",
            "migrate status",
            "studio",
            "validate",
        ],
        &[],
    ),
    all(
        "pulumi",
        &[
            "config get",
            "preview",
            "stack",
            "stack ls",
            "stack output",
            "version",
            "whoami",
        ],
        &["--save-plan", "export", "graph", "init", "rename", "select"],
    ),
    all("terraform", PLANS, PLANS_WRITE),
    Asks { needs: &["-check"], ..all("terraform", &["fmt"], &[]) },
    all("tofu", PLANS, PLANS_WRITE),
    Asks { needs: &["-check"], ..all("tofu", &["fmt"], &[]) },
    tests("yarn"),
    own("yarn", &["run *"]),
];

impl Asks {
    /// Whether these words start with a subcommand of the row, and how many of
    /// them are its own.
    pub(crate) fn leads<'w>(
        &self,
        words: impl Iterator<Item = &'w str> + Clone,
    ) -> Option<usize> {
        self.subs.iter().find_map(|sub| {
            let mut words = words.clone();
            let is = |part: &str| {
                let word = words.next().unwrap_or("");
                !word.is_empty()
                    && match part.strip_suffix('*') {
                        Some(start) => word.starts_with(start),
                        None => word == part,
                    }
            };
            let parts = sub.split(' ');
            parts.clone().all(is).then(|| parts.count())
        })
    }
}
