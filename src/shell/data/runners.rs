//! Tools that run other programs by design: package runners, containers,
//! remote shells.

use super::valued::IMAGE;
use super::wrappers::{BASE, COMMAND, Kind, Wrapper};

/// Options of `docker run` that take the next word.
const RUN: &str = "acehlmpuvw";
const RUN_LONG: &[&str] = &[
    "add-host",
    "cap-add",
    "cap-drop",
    "cpus",
    "device",
    "entrypoint",
    "env",
    "env-file",
    "gpus",
    "hostname",
    "ip",
    "label",
    "memory",
    "mount",
    "name",
    "net",
    "network",
    "pid",
    "platform",
    "publish",
    "pull",
    "restart",
    "runtime",
    "security-opt",
    "shm-size",
    "tmpfs",
    "ulimit",
    "user",
    "volume",
    "volumes-from",
    "workdir",
];

const fn runner(
    name: &'static str,
    subs: &'static [&'static str],
    valued: &'static str,
) -> Wrapper {
    Wrapper { name, kind: Kind::Runner, subs, valued, ..BASE }
}

/// Those that run the tools of a project, or of packages, right here.
pub(crate) const TOOLS: &[&str] = &[
    "bun", "bundle", "bunx", "hatch", "npm", "npx", "pdm", "pipenv", "pipx",
    "pixi", "pnpm", "pnpx", "poetry", "rye", "uv", "uvx", "yarn",
];

/// Subcommands of perf that run a command, and those behind which one of
/// these stands: `perf sched record`.
const PERF: &[&str] = &["record", "trace", "ftrace", "latency", "profile"];

/// The tools, the documented ones first.
pub(super) const RUNNERS: &[Wrapper] = &[
    runner("perf", &["stat"], "eopCtrIxDG"),
    runner("perf", PERF, "eopCtFcmuGD"),
    // runners: documented as not looked through
    Wrapper { skip: 1, ..runner("direnv", &["exec"], "") },
    runner("devbox", &["run"], "ce"),
    Wrapper { dashes: true, ..runner("mise", &["exec", "x"], "") },
    runner("asdf", &["exec"], ""),
    Wrapper { line: "c", long: &["package"], ..runner("npx", &[], "p") },
    runner("bunx", &[], ""),
    runner("pnpx", &[], ""),
    Wrapper {
        line: "c",
        long: &["package"],
        ..runner("npm", &["exec", "x", "ex", "exe"], "pw")
    },
    runner("pnpm", &["exec", "dlx"], ""),
    runner("yarn", &["exec", "dlx"], "p"),
    Wrapper { joins: true, ..runner("jj", &["run"], "rj") },
    runner("jj", &["exec"], ""),
    Wrapper { line: "c", ..runner("hg", &["bisect"], "") },
    Wrapper { far: &["-s", "--shell"], ..runner("mise", &["en"], "") },
    runner("bun", &["x", "run"], ""),
    Wrapper { joins: true, ..runner("bun", &["exec"], "") },
    runner("poetry", &["run"], "C"),
    runner("pipenv", &["run"], ""),
    runner("pdm", &["run"], "p"),
    runner("hatch", &["run"], "e"),
    runner("rye", &["run"], ""),
    Wrapper {
        long: &["with", "python", "env-file", "directory", "project", "from"],
        ..runner("uv", &["run"], "pw")
    },
    Wrapper {
        long: &["from", "with", "python", "env-file"],
        ..runner("uvx", &[], "pw")
    },
    Wrapper { long: &["spec", "python"], ..runner("pipx", &["run"], "") },
    runner("pixi", &["run", "r", "exec", "x"], "es"),
    Wrapper { dashes: true, ..runner("tox", &["exec"], "e") },
    // what stands behind `--` may be all that an environment runs
    Wrapper { dashes: true, ..runner("tox", &[], "ecrx") },
    Wrapper { dashes: true, ..runner("nox", &[], "sefkp") },
    runner("bundle", &["exec", "e", "ex", "exe"], ""),
    runner("brew", &["exec"], ""),
    Wrapper { long: &["gem", "version"], ..runner("gem", &["exec"], "gv") },
    runner("foreman", &["run"], "fe"),
    runner("honcho", &["run"], "fe"),
    runner("rbenv", &["exec"], ""),
    runner("pyenv", &["exec"], ""),
    runner("nodenv", &["exec"], ""),
    runner("goenv", &["exec"], ""),
    runner("jenv", &["exec"], ""),
    runner("devenv", &["shell"], ""),
    runner("lerna", &["exec"], ""),
    runner("nx", &["exec"], ""),
    runner("rush-pnpm", &["exec"], ""),
    Wrapper {
        dashes: true,
        far: &["-s", "--shell"],
        ..runner("cargo", &["watch"], "xsw")
    },
    Wrapper { long: &["name", "prefix"], ..runner("conda", &["run"], "np") },
    Wrapper { long: &["name", "prefix"], ..runner("mamba", &["run"], "np") },
    Wrapper {
        long: &["name", "prefix"],
        ..runner("micromamba", &["run"], "np")
    },
    runner("opam", &["exec"], ""),
    runner("stack", &["exec"], ""),
    runner("cabal", &["exec", "v2-exec", "new-exec"], ""),
    runner("composer", &["exec"], "d"),
    runner("rustup", &["run"], ""),
    Wrapper {
        line: "c",
        dashes: true,
        far: COMMAND,
        ..runner("nix", &["develop", "shell", "run"], "")
    },
    Wrapper {
        dashes: true,
        long: &["manifest"],
        ..runner("guix", &["shell"], "mfer")
    },
    Wrapper { skip: 1, ..runner("guix", &["exec"], "") },
    Wrapper {
        far: &["--run", "--command"],
        ..runner("nix-shell", &[], "pAI")
    },
    Wrapper { dashes: true, ..runner("op", &["run"], "") },
    Wrapper { dashes: true, far: COMMAND, ..runner("doppler", &["run"], "") },
    Wrapper {
        dashes: true,
        far: COMMAND,
        ..runner("infisical", &["run"], "")
    },
    Wrapper { dashes: true, ..runner("chamber", &["exec"], "") },
    Wrapper { dashes: true, ..runner("teller", &["run"], "") },
    Wrapper {
        skip: 1,
        joins: true,
        ..runner("sops", &["exec-env", "exec-file"], "")
    },
    Wrapper { dashes: true, ..runner("aws-vault", &["exec"], "") },
    runner("dotenv", &["run"], "fe"),
    Wrapper { dashes: true, ..runner("dotenv", &[], "fe") },
    Wrapper { dashes: true, ..runner("dotenvx", &["run"], "f") },
    Wrapper {
        skip: 1,
        long: &["user", "workdir", "env", "env-file", "detach-keys"],
        ..runner("docker", &["exec"], "uwe")
    },
    Wrapper {
        skip: 1,
        long: RUN_LONG,
        ..runner("docker", &["run", "create"], RUN)
    },
    Wrapper { far: COMMAND, ..runner("docker", &["debug"], "") },
    Wrapper {
        skip: 1,
        long: RUN_LONG,
        ..runner("podman", &["run", "create"], RUN)
    },
    runner("podman", &["unshare"], ""),
    Wrapper { joins: true, ..runner("podman", &["ssh"], "") },
    runner("buildah", &["unshare"], "m"),
    Wrapper {
        skip: 1,
        long: &["user", "workingdir", "env", "mount", "volume"],
        ..runner("buildah", &["run"], "veu")
    },
    Wrapper {
        skip: 1,
        long: &["user", "workdir", "env", "env-file"],
        ..runner("podman", &["exec"], "uwe")
    },
    Wrapper { skip: 1, ..runner("docker-compose", &["exec"], "uwefvp") },
    Wrapper {
        skip: 1,
        long: RUN_LONG,
        ..runner("docker-compose", &["run"], "uwefvpl")
    },
    Wrapper { skip: 1, dashes: true, ..runner("kubectl", &["exec"], "nc") },
    Wrapper { dashes: true, ..runner("kubectl", &["run", "debug"], "n") },
    Wrapper { skip: 1, dashes: true, ..runner("oc", &["exec", "rsh"], "nc") },
    Wrapper { dashes: true, ..runner("oc", &["run", "debug"], "n") },
    Wrapper {
        skip: 1,
        long: &["user", "workdir", "env", "env-file"],
        ..runner("nerdctl", &["exec"], "uwe")
    },
    Wrapper {
        skip: 1,
        long: RUN_LONG,
        ..runner("nerdctl", &["run", "create"], RUN)
    },
    Wrapper { skip: 1, ..runner("crictl", &["exec"], "r") },
    Wrapper {
        skip: 1,
        long: &["exec-id", "cwd"],
        ..runner("ctr", &["exec"], "")
    },
    Wrapper { skip: 2, long: RUN_LONG, ..runner("ctr", &["run"], "") },
    Wrapper { skip: 1, ..runner("runc", &["exec"], "euwp") },
    Wrapper { skip: 1, ..runner("crun", &["exec"], "euwp") },
    Wrapper { skip: 1, dashes: true, ..runner("lxc", &["exec"], "") },
    Wrapper { skip: 1, dashes: true, ..runner("incus", &["exec"], "") },
    Wrapper { skip: 1, ..runner("machinectl", &["shell"], "E") },
    runner("toolbox", &["run"], "cdr"),
    Wrapper { skip: 1, dashes: true, ..runner("distrobox", &["enter"], "n") },
    Wrapper { dashes: true, ..runner("distrobox-enter", &[], "n") },
    Wrapper { skip: 1, dashes: true, ..runner("multipass", &["exec"], "") },
    Wrapper { skip: 1, dashes: true, ..runner("limactl", &["shell"], "") },
    runner("lima", &[], ""),
    runner("meson", &["devenv"], "C"),
    runner("volta", &["run"], ""),
    Wrapper {
        dashes: true,
        long: &[
            "arch",
            "fnm-dir",
            "log-level",
            "node-dist-mirror",
            "using",
            "version-file-strategy",
        ],
        ..runner("fnm", &["exec"], "")
    },
    Wrapper { skip: 1, ..runner("nvm", &["exec", "run"], "") },
    Wrapper { joins: true, ..runner("minikube", &["ssh"], "pn") },
    Wrapper { skip: 1, ..runner("ip", &["e", "ex", "exe", "exec"], "n") },
    Wrapper { dashes: true, ..runner("colima", &["ssh"], "p") },
    runner("colima", &["nerdctl"], ""),
    Wrapper { far: &["--command"], ..runner("flatpak", &["run"], "") },
    Wrapper { skip: 1, ..runner("flatpak", &["build", "enter"], "") },
    Wrapper { skip: 1, joins: true, ..runner("docker-machine", &["ssh"], "") },
    Wrapper {
        skip: 1,
        joins: true,
        long: &["config", "since", "token", "user"],
        ..runner("ntfy", &["subscribe", "sub"], "csuk")
    },
    runner("ntfy", &["done"], ""),
    Wrapper { joins: true, ..runner("task", &["execute", "exec"], "") },
    Wrapper { far: &["-c"], ..runner("snap", &["run"], "") },
    Wrapper {
        far: &["-C", "--command"],
        ..runner("fly", &["ssh", "console"], "")
    },
    Wrapper {
        far: &["-C", "--command"],
        ..runner("flyctl", &["ssh", "console"], "")
    },
    // as with `ssh`, one line is made of the words
    Wrapper {
        dashes: true,
        joins: true,
        far: &["--command"],
        ..runner("gcloud", &["compute"], "")
    },
    Wrapper { far: &["--scripts"], ..runner("az", &["vm"], "") },
    Wrapper { skip: 1, joins: true, ..runner("fly", &["exec"], "a") },
    Wrapper { skip: 1, joins: true, ..runner("flyctl", &["exec"], "a") },
    Wrapper { skip: 1, ..runner("fly", &["run"], "aenprv") },
    Wrapper { skip: 1, ..runner("flyctl", &["run"], "aenprv") },
    Wrapper {
        dashes: true,
        joins: true,
        keeps: true,
        long: &["app", "remote", "size", "type", "dyno", "env"],
        ..runner(
            "heroku",
            &["run", "run:detached", "run:inside", "ps:exec", "local:run"],
            "arsed",
        )
    },
    Wrapper {
        joins: true,
        long: &["only", "import", "project", "config", "inspect-functions"],
        ..runner("firebase", &["emulators:exec"], "Pc")
    },
    runner("netlify", &["dev:exec"], ""),
    Wrapper { skip: 1, dashes: true, ..runner("pulumi", &["run"], "i") },
    Wrapper { joins: true, ..runner("gh", &["ssh"], "cR") },
    Wrapper { skip: 1, joins: true, ..runner("vault", &["ssh"], "") },
    Wrapper {
        line: "c",
        far: COMMAND,
        dashes: true,
        joins: true,
        ..runner("vagrant", &["ssh", "winrm"], "")
    },
    Wrapper { joins: true, ..runner("adb", &["shell", "exec-out"], "e") },
    Wrapper {
        skip: 1,
        joins: true,
        ..runner("ssh", &[], "bcDEeFIiJLlmOopQRSWwB")
    },
    Wrapper {
        skip: 1,
        joins: true,
        ..runner("autossh", &[], "MbcDEeFIiJLlmOopQRSWwB")
    },
    Wrapper {
        joins: true,
        keeps: true,
        ..runner(
            "tmux",
            &[
                "new",
                "new-session",
                "neww",
                "new-window",
                "splitw",
                "split-window",
                "run",
                "run-shell",
                "if",
                "if-shell",
                "send",
                "send-keys",
                "set-buffer",
                "setb",
                "popup",
                "respawn-pane",
                "respawn-window",
                "respawnw",
                "respawnp",
                "display-popup",
                "pipe-pane",
                "pipep",
            ],
            "sntcFxyep",
        )
    },
    runner("screen", &[], "SceshTt"),
    Wrapper {
        skip: 1,
        long: IMAGE,
        ..runner("apptainer", &["exec"], "BHSWo")
    },
    Wrapper {
        skip: 1,
        long: IMAGE,
        ..runner("singularity", &["exec"], "BHSWo")
    },
    Wrapper {
        long: &["environment", "project", "service"],
        ..runner("railway", &["run", "local"], "sep")
    },
    Wrapper {
        joins: true,
        long: &["deployment-instance", "environment", "project", "service"],
        ..runner("railway", &["ssh"], "sepd")
    },
    Wrapper {
        long: &[
            "config",
            "container-data-folder",
            "container-id",
            "docker-compose-path",
            "docker-path",
            "id-label",
            "log-format",
            "log-level",
            "override-config",
            "remote-env",
            "terminal-columns",
            "terminal-rows",
            "user-data-folder",
            "workspace-folder",
        ],
        ..runner("devcontainer", &["exec"], "")
    },
];
