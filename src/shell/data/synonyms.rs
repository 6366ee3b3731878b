//! Subcommands that do the same under several names: a guard that names one
//! of them means all. The rows hold every spelling of one subcommand, the
//! usual one first; from each program's own help text.

/// Long options of git that have the same letter wherever they are known.
pub(crate) const SHORT: &[(&str, &str)] = &[
    ("--delete", "-d"),
    ("--force", "-f"),
    ("--interactive", "-i"),
    ("--no-verify", "-n"),
];

/// Programs whose words behind one dash are whole options, not letters.
pub(crate) const ONE_DASH: &[&str] =
    &["ffmpeg", "find", "go", "java", "javac", "openssl", "terraform"];

pub(super) type Rows = &'static [&'static [&'static str]];

pub(super) const GIT: Rows = &[
    &["add -A", "add --all", "add --no-ignore-removal"],
    &["add -f", "add --force"],
    &["add", "stage"],
    &[
        "branch -D",
        "branch --delete --force",
        "branch -d -f",
        "branch -d --force",
        "branch --delete -f",
        "branch -df",
        "branch -fd",
    ],
    &[
        "branch -M",
        "branch --move --force",
        "branch -m -f",
        "branch -m --force",
        "branch --move -f",
        "branch -mf",
        "branch -fm",
    ],
    &["branch -d", "branch --delete"],
    &["branch -f", "branch --force"],
    &["branch -m", "branch --move"],
    &["checkout -B", "switch -C", "switch --force-create"],
    &["checkout -b", "switch -c", "switch --create"],
    &["checkout -f", "checkout --force"],
    &["clean -f", "clean --force"],
    &["commit -a", "commit --all"],
    &["commit -n", "commit --no-verify"],
    &["fetch -f", "fetch --force"],
    &["mv -f", "mv --force"],
    &["pull -f", "pull --force"],
    &["pull -r", "pull --rebase"],
    &["push --all", "push --branches"],
    &["push -d", "push --delete"],
    &["rebase -i", "rebase --interactive"],
    &["remote remove", "remote rm"],
    &["stash push", "stash save"],
    &["restore -S", "restore --staged"],
    &["rm -f", "rm --force"],
    &["submodule deinit -f", "submodule deinit --force"],
    &["switch -f", "switch --force", "switch --discard-changes"],
    &["tag -d", "tag --delete"],
    &["tag -f", "tag --force"],
    &["worktree remove -f", "worktree remove --force"],
];

pub(super) const NPM: Rows = &[
    &[
        "install -g",
        "install --global",
        "install --location=global",
        "i -g",
        "i --global",
        "i --location=global",
        "add -g",
        "add --global",
    ],
    &[
        "install",
        "i",
        "add",
        "in",
        "ins",
        "inst",
        "insta",
        "instal",
        "isnt",
        "isnta",
        "isntal",
        "isntall",
        "install-test",
        "it",
    ],
    &["uninstall", "un", "unlink", "remove", "rm", "r"],
    &["publish", "pub", "publ", "publi", "publis"],
    &[
        "ci",
        "clean-install",
        "ic",
        "install-clean",
        "isntall-clean",
        "install-ci-test",
        "clean-install-test",
        "cit",
        "sit",
    ],
    &["run", "run-script", "rum", "urn"],
    // scripts that are subcommands, too
    &["restart", "run restart", "run-script restart"],
    &["start", "run start", "run-script start"],
    &["stop", "run stop", "run-script stop"],
    &["test", "t", "tst", "run test", "run-script test"],
    &["exec", "x", "ex", "exe"],
    &["update", "up", "upgrade", "udpate"],
    &["link", "ln"],
    &["config", "c"],
    &["view", "v", "info", "show"],
    &["unpublish", "unp", "unpub"],
    &["init", "create", "innit"],
    &["owner", "author"],
    &["login", "adduser", "add-user"],
    &["dist-tag", "dist-tags"],
    &["list", "ls", "ll", "la"],
    &["search", "s", "se", "find"],
    &["explain", "why"],
    &["version", "verison"],
    &["bugs", "issues"],
    &["dedupe", "ddp"],
    &["rebuild", "rb"],
    &["docs", "home"],
    &["config set", "set"],
    &["config get", "get"],
];

pub(super) const PNPM: Rows = &[
    &["install", "i", "add"],
    &["remove", "rm", "un", "uninstall"],
    &["update", "up", "upgrade"],
    &["run", "run-script"],
    &["list", "ls", "la", "ll"],
    &["link", "ln"],
    &["unlink", "dislink"],
    &["rebuild", "rb"],
    &["config", "c"],
    &["start", "run start"],
    &["stop", "run stop"],
    &["test", "t", "tst", "run test"],
];

pub(super) const BUN: Rows =
    &[&["install", "i", "add", "a"], &["remove", "rm"]];

pub(super) const CARGO: Rows = &[
    &["build --release", "build -r", "b --release", "b -r"],
    &["run --release", "run -r", "r --release", "r -r"],
    &["build", "b"],
    &["check", "c"],
    &["doc", "d"],
    &["run", "r"],
    &["test", "t"],
    &["remove", "rm"],
];

pub(super) const DOCKER: Rows = &[
    &["compose down -v", "compose down --volumes"],
    &["config rm", "config remove"],
    &["context rm", "context remove"],
    &["inspect", "container inspect"],
    &["node rm", "node remove"],
    &["plugin rm", "plugin remove"],
    &["rm -f", "rm --force", "container rm -f", "container rm --force"],
    &["rmi -f", "rmi --force", "image rm -f", "image rm --force"],
    &["run -v", "run --volume"],
    &["run --network", "run --net"],
    &["secret rm", "secret remove"],
    &["service rm", "service remove"],
    &["stack deploy", "stack up"],
    &["stack rm", "stack down", "stack remove"],
    &["swarm leave -f", "swarm leave --force"],
    &[
        "system prune -af",
        "system prune -fa",
        "system prune -a -f",
        "system prune -f -a",
        "system prune --all --force",
        "system prune -a --force",
        "system prune --all -f",
    ],
    &["system prune -a", "system prune --all"],
    &["system prune -f", "system prune --force"],
    &["volume prune -f", "volume prune --force"],
    &["volume rm -f", "volume rm --force"],
    &["rm", "container rm", "container remove"],
    &["rmi", "image rm", "image remove"],
    &["run", "container run"],
    &["exec", "container exec"],
    &["kill", "container kill"],
    &["stop", "container stop"],
    &["start", "container start"],
    &["restart", "container restart"],
    &["cp", "container cp"],
    &["commit", "container commit"],
    &["create", "container create"],
    &["attach", "container attach"],
    &["export", "container export"],
    &["logs", "container logs"],
    &["pause", "container pause"],
    &["rename", "container rename"],
    &["update", "container update"],
    &["ps", "container ls", "container ps", "container list"],
    &["images", "image ls", "image list"],
    &["build", "image build", "buildx build", "buildx b", "builder build"],
    &["push", "image push"],
    &["pull", "image pull"],
    &["save", "image save"],
    &["load", "image load"],
    &["import", "image import"],
    &["tag", "image tag"],
    &["info", "system info"],
    &["events", "system events"],
    &["volume rm", "volume remove"],
    &["network rm", "network remove"],
];

pub(super) const COMPOSE: Rows = &[&["down -v", "down --volumes"]];

pub(super) const HELM: Rows = &[
    &["uninstall", "delete", "del", "un"],
    &["list", "ls"],
    &["upgrade --install", "upgrade -i"],
    &["repo remove", "repo rm"],
    &["plugin install", "plugin add"],
    &["plugin uninstall", "plugin rm", "plugin remove"],
    &["dependency update", "dependency up", "dep update", "dep up"],
    &["pull", "fetch"],
];

pub(super) const GH: Rows = &[
    &["pr create", "pr new"],
    &["pr list", "pr ls"],
    &["issue create", "issue new"],
    &["issue list", "issue ls"],
    &["release create", "release new"],
    &["release list", "release ls"],
    &["repo create", "repo new"],
    &["repo list", "repo ls"],
    &["gist create", "gist new"],
    &["gist list", "gist ls"],
    &["secret delete", "secret remove"],
    &["variable delete", "variable remove"],
    &["secret list", "secret ls"],
    &["variable list", "variable ls"],
    &["extension install", "extensions install", "ext install"],
    &["extension remove", "extensions remove", "ext remove"],
    &["codespace delete", "cs delete"],
    &["codespace ssh", "cs ssh"],
    &["codespace", "cs"],
    &["extension", "extensions", "ext"],
    &["ruleset", "rs"],
];

pub(super) const GLAB: Rows =
    &[&["mr create", "mr new"], &["mr merge", "mr accept"]];

pub(super) const BUNDLE: Rows = &[&["install", "i"], &["exec", "e"]];

pub(super) const GEM: Rows = &[&["install", "i"]];

pub(super) const COMPOSER: Rows = &[
    &["install", "i"],
    &["require", "req", "r"],
    &["remove", "rm", "uninstall"],
    &["run-script", "run"],
    &["update", "u", "upgrade"],
];

pub(super) const PULUMI: Rows = &[
    &["destroy", "down", "dn"],
    &["up", "update"],
    &["preview", "pre"],
    &["config set", "cfg set", "c set"],
    &["config rm", "cfg rm", "c rm"],
    &["config", "cfg", "c"],
    &["logs", "log"],
];

pub(super) const GCLOUD: Rows = &[&["", "alpha", "beta", "preview"]];

pub(super) const TERRAFORM: Rows = &[
    &[
        "destroy",
        "apply -destroy",
        "apply --destroy",
        "apply -destroy=true",
        "apply --destroy=true",
    ],
    &[
        "apply -auto-approve",
        "apply --auto-approve",
        "apply -auto-approve=true",
        "apply --auto-approve=true",
    ],
    &["workspace delete", "env delete"],
    &["workspace", "env"],
];

pub(super) const HG: Rows = &[
    &["commit", "ci"],
    &["remove", "rm"],
    &["update", "up", "checkout", "co"],
    &["copy", "cp"],
    &["rename", "move", "mv"],
    &["status", "st"],
    &["log", "history"],
    &["purge", "clean"],
];

pub(super) const SVN: Rows = &[
    &["commit", "ci"],
    &["delete", "del", "remove", "rm"],
    &["checkout", "co"],
    &["move", "mv", "rename", "ren"],
    &["copy", "cp"],
    &["switch", "sw"],
    &["update", "up"],
    &["propset", "pset", "ps"],
    &["propdel", "pdel", "pd"],
    &["status", "stat", "st"],
];

pub(super) const KUBECTL: Rows = &[&["config use-context", "config use"]];

pub(super) const YARN: Rows =
    &[&["publish", "npm publish"], &["upgrade", "up"]];

pub(super) const FLY: Rows = &[
    &["destroy", "apps destroy", "apps delete", "apps remove", "apps rm"],
    &["volumes destroy", "volumes delete", "volumes rm", "volume destroy"],
    &["postgres", "pg"],
    &[
        "machine destroy",
        "machine remove",
        "machine rm",
        "machines destroy",
        "machines remove",
        "machines rm",
        "m destroy",
    ],
    &["machine stop", "machines stop", "m stop"],
];

pub(super) const WRANGLER: Rows = &[
    &["deploy", "publish"],
    &["pages deploy", "pages publish"],
    &["kv namespace delete", "kv:namespace delete"],
    &["kv namespace create", "kv:namespace create"],
    &["kv key delete", "kv:key delete"],
    &["kv key put", "kv:key put"],
    &["kv bulk delete", "kv:bulk delete"],
    &["kv bulk put", "kv:bulk put"],
];

pub(super) const VERCEL: Rows = &[
    &["", "deploy"],
    &["alias rm", "alias remove"],
    &["domains rm", "domains remove"],
    &["env rm", "env remove"],
    &["project rm", "project remove"],
    &["secrets rm", "secrets remove"],
    &["remove", "rm"],
    &["list", "ls"],
];
