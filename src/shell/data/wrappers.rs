//! Programs that run the rest of their words as a command.

/// How far rules look through a wrapper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shell) enum Kind {
    /// Every rule looks through it: what it adds cannot change what runs.
    Plain,
    /// Guard rules look through it, in both promises.
    Exec,
    /// Like `Exec`, for the strict promise only.
    Strict,
    /// A tool that runs things by design (`npx`, `docker exec`): guard rules
    /// of the strict promise look through it, an allow rule may name it.
    Runner,
}

/// A program that runs another.
#[derive(Clone, Copy, Debug)]
pub(in crate::shell) struct Wrapper {
    /// Its name.
    pub(in crate::shell) name: &'static str,
    /// How far rules look through it.
    pub(in crate::shell) kind: Kind,
    /// Words that must follow first, any of them (`docker exec`); empty for
    /// none.
    pub(in crate::shell) subs: &'static [&'static str],
    /// Letters of options that take the next word.
    pub(in crate::shell) valued: &'static str,
    /// Long options that take the next word, without dashes.
    pub(in crate::shell) long: &'static [&'static str],
    /// How many words stand between the options and the command.
    pub(in crate::shell) skip: u8,
    /// Whether `NAME=value` words may stand before the command.
    pub(in crate::shell) assigns: bool,
    /// Letters of options with which it runs no command.
    pub(in crate::shell) query: &'static str,
    /// Letters of options whose value is a command line.
    pub(in crate::shell) line: &'static str,
    /// Whether it hands its words, joined, to a shell.
    pub(in crate::shell) joins: bool,
    /// Whether the command stands behind `--`, wherever that is.
    pub(in crate::shell) dashes: bool,
}

const BASE: Wrapper = Wrapper {
    name: "",
    kind: Kind::Exec,
    subs: &[],
    valued: "",
    long: &[],
    skip: 0,
    assigns: false,
    query: "",
    line: "",
    joins: false,
    dashes: false,
};

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

const fn plain(name: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { name, kind: Kind::Plain, valued, ..BASE }
}

const fn exec(name: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { name, valued, ..BASE }
}

const fn strict(name: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { name, kind: Kind::Strict, valued, ..BASE }
}

const fn runner(
    name: &'static str,
    subs: &'static [&'static str],
    valued: &'static str,
) -> Wrapper {
    Wrapper { name, kind: Kind::Runner, subs, valued, ..BASE }
}

/// The wrappers, sorted by nothing in particular: the documented ones first.
pub(in crate::shell) const WRAPPERS: &[Wrapper] = &[
    // documented as removed for every rule
    Wrapper {
        skip: 1,
        long: &["kill-after", "signal"],
        ..plain("timeout", "ks")
    },
    Wrapper { long: &["format", "output"], ..plain("time", "fo") },
    Wrapper { long: &["adjustment"], ..plain("nice", "n") },
    plain("nohup", ""),
    Wrapper { long: &["input", "output", "error"], ..plain("stdbuf", "ioe") },
    Wrapper { query: "vV", ..plain("command", "") },
    plain("builtin", ""),
    plain("noglob", ""),
    // documented: guard rules look through these
    Wrapper {
        assigns: true,
        line: "S",
        long: &["unset", "chdir", "block-signal", "default-signal"],
        ..exec("env", "uC")
    },
    Wrapper {
        assigns: true,
        query: "lvVKeh",
        long: &[
            "user",
            "group",
            "host",
            "prompt",
            "chdir",
            "chroot",
            "close-from",
            "role",
            "type",
            "other-user",
            "command-timeout",
        ],
        ..exec("sudo", "ugpCTrtUDRh")
    },
    Wrapper { joins: true, long: &["interval"], ..exec("watch", "nq") },
    Wrapper {
        long: &["class", "classdata", "pid", "pgid", "uid"],
        ..exec("ionice", "cnpPu")
    },
    exec("setsid", ""),
    Wrapper {
        skip: 1,
        line: "c",
        long: &["timeout", "wait", "conflict-exit-code"],
        ..exec("flock", "wE")
    },
    // like them; only the strict promise knows them
    Wrapper { query: "sL", ..strict("doas", "uC") },
    strict("exec", "a"),
    strict("coproc", ""),
    strict("nocorrect", ""),
    strict("-", ""),
    Wrapper {
        skip: 1,
        long: &["sched-runtime", "sched-deadline", "sched-period"],
        ..strict("chrt", "TPD")
    },
    Wrapper { skip: 1, query: "p", ..strict("taskset", "") },
    Wrapper {
        long: &["target", "setuid", "setgid", "wd", "root"],
        ..strict("nsenter", "tSG")
    },
    Wrapper { skip: 1, ..strict("chroot", "") },
    Wrapper {
        line: "c",
        long: &["user", "group", "supp-group", "shell"],
        ..strict("runuser", "ugGsw")
    },
    Wrapper {
        skip: 1,
        line: "c",
        long: &["group", "supp-group", "shell"],
        ..strict("su", "gGsw")
    },
    Wrapper {
        skip: 1,
        line: "c",
        long: &["output-limit", "log-io", "log-in", "log-out"],
        ..strict("script", "BIOTmoEt")
    },
    strict("strace", "oepsuaIOSPEbX"),
    strict("ltrace", "oepsuanlx"),
    Wrapper { long: &["user"], ..strict("pkexec", "") },
    Wrapper { skip: 1, ..strict("gosu", "") },
    Wrapper { skip: 1, ..strict("su-exec", "") },
    strict("setpriv", ""),
    strict("unshare", "SGRw"),
    Wrapper {
        long: &["unit", "property", "setenv", "uid", "gid", "slice", "nice"],
        ..strict("systemd-run", "uptEMHS")
    },
    strict("systemd-inhibit", ""),
    strict("firejail", ""),
    strict("bwrap", ""),
    strict("proot", "rbwqk"),
    strict("fakeroot", "lsibu"),
    strict("fakechroot", ""),
    strict("dbus-run-session", ""),
    strict("xvfb-run", "nsfew"),
    strict("torsocks", ""),
    strict("torify", ""),
    strict("proxychains", "f"),
    strict("proxychains4", "f"),
    strict("catchsegv", ""),
    strict("numactl", "CNmpi"),
    strict("cgexec", "g"),
    strict("prlimit", ""),
    Wrapper { skip: 1, ..strict("setarch", "") },
    strict("linux32", ""),
    strict("linux64", ""),
    strict("unbuffer", ""),
    strict("chronic", ""),
    strict("rlwrap", "abcCDefFghHilmnopPqrRsStwWzZ"),
    strict("winpty", ""),
    strict("caffeinate", "tw"),
    strict("arch", ""),
    strict("busybox", ""),
    strict("toybox", ""),
    strict("valgrind", ""),
    strict("ld-linux", ""),
    strict("entr", ""),
    strict("reptyr", ""),
    strict("start-stop-daemon", ""),
    strict("daemonize", "acepolu"),
    strict("with-contenv", ""),
    strict("tini", ""),
    strict("dumb-init", ""),
    strict("hyperfine", "wmMrSpc"),
    strict("parallel", "jPNn"),
    strict("ts-node-dev", ""),
    strict("nodemon", "xwei"),
    strict("cpulimit", "elpP"),
    strict("chpst", "uUbeomdofcrtP"),
    Wrapper { skip: 1, ..strict("setuidgid", "") },
    Wrapper { skip: 1, ..strict("s6-setuidgid", "") },
    strict("s6-applyuidgid", "ugG"),
    strict("s6-softlimit", "acdfhlmoprst"),
    Wrapper { skip: 1, ..strict("softlimit", "acdfhlmoprst") },
    strict("xcrun", ""),
    strict("sshpass", "pfdeP"),
    strict("xterm", "TtngbfS"),
    strict("urxvt", "T"),
    strict("alacritty", ""),
    strict("kitty", "T"),
    strict("konsole", ""),
    Wrapper { dashes: true, ..strict("gnome-terminal", "") },
    Wrapper { dashes: true, ..strict("launchctl", "lpoe") },
    Wrapper { dashes: true, joins: true, ..strict("mosh", "p") },
    Wrapper { joins: true, ..strict("pssh", "hHlptoePA") },
    Wrapper { joins: true, ..strict("parallel-ssh", "hHlptoePA") },
    Wrapper { joins: true, ..strict("pdsh", "wxglR") },
    strict("ld.so", ""),
    runner("perf", &["stat", "record", "trace"], "eopCt"),
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
        ..runner("npm", &["exec", "x"], "pw")
    },
    runner("pnpm", &["exec", "dlx"], ""),
    runner("yarn", &["exec", "dlx"], "p"),
    runner("bun", &["x"], ""),
    runner("poetry", &["run"], "C"),
    runner("pipenv", &["run"], ""),
    runner("pdm", &["run"], "p"),
    runner("hatch", &["run"], "e"),
    runner("rye", &["run"], ""),
    Wrapper {
        long: &["with", "python", "env-file", "directory", "project"],
        ..runner("uv", &["run"], "pw")
    },
    runner("uvx", &[], ""),
    runner("bundle", &["exec"], ""),
    runner("rbenv", &["exec"], ""),
    runner("pyenv", &["exec"], ""),
    Wrapper { long: &["name", "prefix"], ..runner("conda", &["run"], "np") },
    runner("opam", &["exec"], ""),
    runner("stack", &["exec"], ""),
    runner("cabal", &["exec"], ""),
    runner("rustup", &["run"], ""),
    Wrapper { line: "c", ..runner("nix", &["develop", "shell", "run"], "") },
    Wrapper { line: "", ..runner("nix-shell", &[], "pAI") },
    Wrapper { dashes: true, ..runner("op", &["run"], "") },
    Wrapper { dashes: true, ..runner("doppler", &["run"], "") },
    Wrapper { dashes: true, ..runner("aws-vault", &["exec"], "") },
    Wrapper { dashes: true, ..runner("dotenv", &[], "e") },
    Wrapper { dashes: true, ..runner("dotenvx", &["run"], "f") },
    Wrapper {
        skip: 1,
        long: &["user", "workdir", "env", "env-file", "detach-keys"],
        ..runner("docker", &["exec"], "uwe")
    },
    Wrapper { skip: 1, long: RUN_LONG, ..runner("docker", &["run"], RUN) },
    Wrapper { skip: 1, long: RUN_LONG, ..runner("podman", &["run"], RUN) },
    Wrapper {
        skip: 1,
        long: &["user", "workdir", "env", "env-file"],
        ..runner("podman", &["exec"], "uwe")
    },
    Wrapper {
        skip: 1,
        ..runner("docker-compose", &["exec", "run"], "uwefvp")
    },
    Wrapper { dashes: true, ..runner("kubectl", &["exec"], "nc") },
    Wrapper { dashes: true, ..runner("oc", &["exec"], "nc") },
    Wrapper { dashes: true, ..runner("heroku", &["run"], "a") },
    Wrapper { line: "c", ..runner("vagrant", &["ssh"], "") },
    Wrapper {
        skip: 1,
        joins: true,
        ..runner("ssh", &[], "bcDEeFIiJLlmOopQRSWwB")
    },
    Wrapper {
        joins: true,
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
                "send",
                "send-keys",
                "popup",
                "respawn-pane",
            ],
            "sntcFxye",
        )
    },
    runner("screen", &[], "SceshTt"),
];

/// The wrappers called `name`, one per form.
pub(in crate::shell) fn find(
    name: &str,
) -> impl Iterator<Item = &'static Wrapper> {
    let loader = name.starts_with("ld-") && name.contains(".so");
    let name = if loader { "ld-linux" } else { name };
    WRAPPERS.iter().filter(move |row| row.name == name)
}
