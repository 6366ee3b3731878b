//! Subcommands that do the same under several names: a guard that names one
//! of them means all. The rows hold every spelling of one subcommand, the
//! usual one first; from each program's own help text.

/// Programs that hand their words to another: their name, the word behind
/// which these stand where there is one, and what they are then.
pub(in crate::shell) const HANDS_ON: &[(&str, &str, &str)] = &[
    ("git", "send-pack", "git push"),
    ("hub", "", "git"),
    ("kubecolor", "", "kubectl"),
    ("microk8s.kubectl", "", "kubectl"),
    ("minikube", "kubectl", "kubectl"),
    ("yadm", "", "git"),
];

/// Long options of git that have the same letter wherever they are known.
pub(in crate::shell) const SHORT: &[(&str, &str)] = &[
    ("--delete", "-d"),
    ("--force", "-f"),
    ("--interactive", "-i"),
    ("--no-verify", "-n"),
];

/// Programs whose words behind one dash are whole options, not letters.
pub(in crate::shell) const ONE_DASH: &[&str] =
    &["ffmpeg", "find", "go", "java", "javac", "openssl", "terraform"];

type Rows = &'static [&'static [&'static str]];

pub(super) const GIT: Rows = &[
    &["add -A", "add --all", "add --no-ignore-removal"],
    &["add -f", "add --force"],
    &[
        "branch -D",
        "branch --delete --force",
        "branch -d -f",
        "branch -d --force",
    ],
    &["branch -M", "branch --move --force", "branch -m -f"],
    &["branch -d", "branch --delete"],
    &["branch -f", "branch --force"],
    &["branch -m", "branch --move"],
    &["checkout -f", "checkout --force"],
    &["clean -f", "clean --force"],
    &["commit -a", "commit --all"],
    &["commit -n", "commit --no-verify"],
    &["mv -f", "mv --force"],
    &["push --all", "push --branches"],
    &["push -d", "push --delete"],
    &["rebase -i", "rebase --interactive"],
    &["rm -f", "rm --force"],
    &["switch -f", "switch --force", "switch --discard-changes"],
    &["tag -d", "tag --delete"],
    &["tag -f", "tag --force"],
    &["worktree remove -f", "worktree remove --force"],
];

pub(super) const NPM: Rows = &[
    &["install -g", "install --global", "install --location=global"],
    &["i -g", "i --global", "i --location=global"],
    &[
        "install", "i", "add", "in", "ins", "inst", "insta", "instal", "isnt",
        "isnta", "isntal", "isntall",
    ],
    &["uninstall", "un", "unlink", "remove", "rm", "r"],
    &["publish", "pub", "publ", "publi", "publis"],
    &["ci", "clean-install", "ic", "install-clean", "isntall-clean"],
    &["run", "run-script", "rum", "urn"],
    &["test", "t", "tst"],
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
    &["config set", "set"],
    &["config get", "get"],
];

pub(super) const PNPM: Rows = &[
    &["install", "i"],
    &["remove", "rm", "un", "uninstall"],
    &["update", "up", "upgrade"],
    &["run", "run-script"],
];

pub(super) const BUN: Rows =
    &[&["install", "i"], &["add", "a"], &["remove", "rm"]];

pub(super) const CARGO: Rows = &[
    &["build", "b"],
    &["check", "c"],
    &["doc", "d"],
    &["run", "r"],
    &["test", "t"],
    &["remove", "rm"],
];

pub(super) const DOCKER: Rows = &[
    &["compose down -v", "compose down --volumes"],
    &["container rm -f", "container rm --force"],
    &["rm -f", "rm --force"],
    &["rmi -f", "rmi --force"],
    &["run -v", "run --volume"],
    &["run --network", "run --net"],
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
    &["build", "image build", "buildx build", "builder build"],
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

pub(super) const HELM: Rows =
    &[&["uninstall", "delete", "del", "un"], &["list", "ls"]];

pub(super) const GCLOUD: Rows = &[&["", "alpha", "beta", "preview"]];

pub(super) const TERRAFORM: Rows =
    &[&["destroy", "apply -destroy", "apply --destroy"]];

pub(super) const BREW: Rows =
    &[&["uninstall", "remove", "rm"], &["list", "ls"], &["link", "ln"]];

pub(super) const DNF: Rows = &[&["remove", "erase"], &["install", "in"]];

pub(super) const HG: Rows = &[&["commit", "ci"], &["remove", "rm"]];

pub(super) const SVN: Rows = &[
    &["commit", "ci"],
    &["delete", "del", "remove", "rm"],
    &["checkout", "co"],
    &["move", "mv", "rename", "ren"],
    &["copy", "cp"],
    &["switch", "sw"],
    &["update", "up"],
    &["propset", "pset", "ps"],
];

pub(super) const VERCEL: Rows = &[&["", "deploy"], &["remove", "rm"]];

pub(super) const TMUX: Rows = &[
    &["kill-session"],
    &["new-session", "new"],
    &["send-keys", "send"],
    &["new-window", "neww"],
    &["split-window", "splitw"],
    &["run-shell", "run"],
    &["kill-window", "killw"],
    &["kill-pane", "killp"],
];
