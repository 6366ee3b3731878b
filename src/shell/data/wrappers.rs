//! Programs that run the rest of their words as a command.

use super::valued::{BWRAP, BWRAP_TWO, PARALLEL, PERSONALITY, STRACE};

/// How far rules look through a wrapper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
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
pub(crate) struct Wrapper {
    /// Its name.
    pub(crate) name: &'static str,
    /// How far rules look through it.
    pub(crate) kind: Kind,
    /// Words that must follow first, any of them (`docker exec`); empty for
    /// none.
    pub(crate) subs: &'static [&'static str],
    /// Letters of options that take the next word.
    pub(crate) valued: &'static str,
    /// Long options that take the next word, without dashes.
    pub(crate) long: &'static [&'static str],
    /// Long options that take the next two, with dashes.
    pub(crate) two: &'static [&'static str],
    /// How many words stand between the options and the command.
    pub(crate) skip: u8,
    /// Whether `NAME=value` words may stand before the command.
    pub(crate) assigns: bool,
    /// Letters of options with which it runs no command.
    pub(crate) query: &'static str,
    /// Letters of options whose value is a command line.
    pub(crate) line: &'static str,
    /// Whether it hands its words, joined, to a shell.
    pub(crate) joins: bool,
    /// Whether it may run several words as they stand instead.
    pub(crate) keeps: bool,
    /// Whether more words come from elsewhere, in the place of `{}` or last.
    pub(crate) more: bool,
    /// Whether the command stands behind `--`, wherever that is.
    pub(crate) dashes: bool,
    /// Whether each operand is a command line of its own.
    pub(crate) each: bool,
    /// Options whose value is a command line, wherever they stand.
    pub(crate) far: &'static [&'static str],
}

pub(super) const BASE: Wrapper = Wrapper {
    name: "",
    kind: Kind::Exec,
    subs: &[],
    valued: "",
    long: &[],
    two: &[],
    skip: 0,
    assigns: false,
    query: "",
    line: "",
    joins: false,
    keeps: false,
    more: false,
    dashes: false,
    each: false,
    far: &[],
};

/// Options with a command line that may stand behind operands.
pub(super) const COMMAND: &[&str] = &["-c", "--command"];

const SESSION: &[&str] = &["-c", "--command", "--session-command"];

const fn plain(name: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { name, kind: Kind::Plain, valued, ..BASE }
}

const fn exec(name: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { name, valued, ..BASE }
}

const fn strict(name: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { name, kind: Kind::Strict, valued, ..BASE }
}

/// The wrappers, sorted by nothing in particular: the documented ones first.
pub(crate) const WRAPPERS: &[Wrapper] = &[
    // documented as removed for every rule
    Wrapper {
        skip: 1,
        long: &["kill-after", "signal"],
        ..plain("timeout", "ks")
    },
    // a word of the shell: variables may stand behind it
    Wrapper {
        assigns: true,
        long: &["format", "output"],
        ..plain("time", "fo")
    },
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
        long: &["unset", "chdir", "argv0"],
        ..exec("env", "uCaP")
    },
    Wrapper {
        assigns: true,
        query: "lvVKe",
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
    Wrapper {
        joins: true,
        keeps: true,
        long: &["interval"],
        ..exec("watch", "nq")
    },
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
    Wrapper { subs: &["-x"], ..strict("jobs", "") },
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
        far: SESSION,
        long: &["user", "group", "supp-group", "shell"],
        ..strict("runuser", "ugGsw")
    },
    Wrapper {
        skip: 1,
        line: "c",
        far: SESSION,
        long: &["group", "supp-group", "shell"],
        ..strict("su", "gGsw")
    },
    Wrapper { skip: 1, joins: true, far: COMMAND, ..strict("sg", "") },
    Wrapper { dashes: true, line: "c", ..strict("capsh", "") },
    Wrapper {
        skip: 1,
        line: "c",
        long: &["output-limit", "log-io", "log-in", "log-out"],
        ..strict("script", "BIOTmoE")
    },
    Wrapper { long: STRACE, ..strict("strace", "oepsuaIOSPEbXU") },
    Wrapper {
        long: &["config", "output"],
        ..strict("ltrace", "AFaelnopsuwx")
    },
    Wrapper { long: &["user"], ..strict("pkexec", "") },
    Wrapper { skip: 1, ..strict("gosu", "") },
    Wrapper { skip: 1, ..strict("su-exec", "") },
    strict("setpriv", ""),
    Wrapper {
        long: &["wd", "root", "setuid", "setgid", "map-user", "map-group"],
        ..strict("unshare", "SGRw")
    },
    Wrapper {
        long: &["unit", "property", "setenv", "uid", "gid", "slice", "nice"],
        ..strict("systemd-run", "upEMH")
    },
    strict("systemd-inhibit", ""),
    strict("firejail", ""),
    Wrapper { long: BWRAP, two: BWRAP_TWO, ..strict("bwrap", "") },
    strict("proot", "rbwqk"),
    strict("fakeroot", "lsib"),
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
    strict("choom", "n"),
    Wrapper { skip: 1, ..strict("login", "h") },
    // the architecture may be left out
    Wrapper { subs: PERSONALITY, ..strict("setarch", "") },
    Wrapper { skip: 1, ..strict("setarch", "") },
    strict("linux32", ""),
    strict("i386", ""),
    strict("i486", ""),
    strict("i586", ""),
    strict("i686", ""),
    strict("x86_64", ""),
    strict("aarch64", ""),
    Wrapper { each: true, ..strict("pee", "") },
    Wrapper { each: true, ..strict("mispipe", "") },
    Wrapper { skip: 1, ..strict("run-as", "") },
    strict("gsudo", ""),
    strict("linux64", ""),
    strict("unbuffer", ""),
    strict("chronic", ""),
    strict("rlwrap", "bCDefFgHlMOPqsStwz"),
    strict("winpty", ""),
    strict("caffeinate", "tw"),
    strict("arch", ""),
    strict("busybox", ""),
    strict("shx", ""),
    strict("toybox", ""),
    strict("valgrind", ""),
    strict("ld-linux", ""),
    Wrapper { line: "s", ..strict("entr", "") },
    strict("rtk", ""),
    strict(",", "pP"),
    strict("pkgx", ""),
    Wrapper { skip: 1, ..strict("faketime", "") },
    strict("ccache", ""),
    strict("distcc", ""),
    strict("sccache", ""),
    strict("dbus-launch", ""),
    Wrapper { skip: 1, ..strict("lockf", "t") },
    Wrapper { skip: 1, ..strict("envchain", "") },
    Wrapper { subs: &["--args"], ..strict("gdb", "") },
    strict("multitime", "Iniofs"),
    Wrapper { dashes: true, ..strict("retry", "dmst") },
    Wrapper { skip: 1, dashes: true, ..strict("wait-for-it", "hpt") },
    Wrapper { skip: 1, dashes: true, ..strict("wait-for", "t") },
    Wrapper {
        joins: true,
        keeps: true,
        dashes: true,
        long: &["exts", "filter", "ignore", "signal", "shell", "watch"],
        ..strict("watchexec", "efiswdN")
    },
    Wrapper { dashes: true, ..strict("reflex", "rRgGt") },
    Wrapper { skip: 1, dashes: true, ..strict("onchange", "dei") },
    Wrapper { skip: 1, far: COMMAND, ..strict("chokidar", "") },
    strict("env-cmd", "efr"),
    Wrapper { assigns: true, ..strict("cross-env", "") },
    Wrapper { assigns: true, joins: true, ..strict("cross-env-shell", "") },
    Wrapper { each: true, ..strict("concurrently", "clmnpst") },
    strict("flatpak-spawn", ""),
    Wrapper { long: &["cd", "distribution", "user"], ..strict("wsl", "du") },
    strict("reptyr", ""),
    strict("start-stop-daemon", ""),
    strict("daemonize", "ceEpolu"),
    strict("with-contenv", ""),
    strict("tini", ""),
    strict("dumb-init", ""),
    Wrapper { each: true, ..strict("hyperfine", "") },
    Wrapper { long: PARALLEL, more: true, ..strict("parallel", "jPNnaSIdCL") },
    Wrapper { long: PARALLEL, more: true, ..strict("sem", "jPNnaSIdCL") },
    strict("ts-node-dev", ""),
    Wrapper { far: &["-x", "--exec"], ..strict("nodemon", "wei") },
    strict("cpulimit", "elpP"),
    strict("chpst", "uUbeomdofcrt"),
    Wrapper { skip: 1, ..strict("setuidgid", "") },
    Wrapper { skip: 1, ..strict("s6-setuidgid", "") },
    strict("s6-applyuidgid", "ugG"),
    strict("s6-softlimit", "acdflmoprst"),
    strict("softlimit", "acdflmoprst"),
    strict("xcrun", ""),
    strict("sshpass", "pfdP"),
    strict("xterm", "TtngbfS"),
    strict("urxvt", "T"),
    strict("alacritty", ""),
    strict("kitty", "T"),
    strict("konsole", ""),
    Wrapper { dashes: true, ..strict("gnome-terminal", "") },
    Wrapper { dashes: true, ..strict("launchctl", "lpoe") },
    Wrapper {
        skip: 1,
        dashes: true,
        joins: true,
        keeps: true,
        ..strict("mosh", "p")
    },
    Wrapper { joins: true, ..strict("clush", "wgxlfR") },
    Wrapper { skip: 2, joins: true, ..strict("salt", "ltC") },
    Wrapper { dashes: true, joins: true, ..strict("fab", "HiI") },
    Wrapper { joins: true, ..strict("pssh", "hHlptoePA") },
    Wrapper { joins: true, ..strict("parallel-ssh", "hHlptoePA") },
    Wrapper { joins: true, ..strict("pdsh", "wxglR") },
    strict("ld.so", ""),
    Wrapper { dashes: true, ..strict("lxc-attach", "nfgsuv") },
    strict("systemd-nspawn", "DimuMpSE"),
    Wrapper { skip: 1, ..strict("dtach", "er") },
    Wrapper { skip: 1, ..strict("abduco", "er") },
    Wrapper { dashes: true, ..strict("zellij", "") },
    strict("eatmydata", ""),
    Wrapper {
        long: &[
            "identifier",
            "level-prefix",
            "namespace",
            "priority",
            "stderr-priority",
        ],
        ..strict("systemd-cat", "tp")
    },
    strict("ifne", ""),
    strict("sandbox-exec", "fpnD"),
    Wrapper {
        long: &["environment", "ignore", "provider", "yaml"],
        ..strict("summon", "DefipY")
    },
];

/// Names that GNU programs have where others of that name are installed, and
/// those of zsh's own (`zmodload zsh/files`).
pub(super) const GNU: &[&str] = &[
    "gcat",
    "gchmod",
    "gchown",
    "gchroot",
    "gcp",
    "gdd",
    "genv",
    "gfind",
    "ggrep",
    "ghead",
    "ginstall",
    "gkill",
    "gln",
    "gmkdir",
    "gmv",
    "gnice",
    "gnohup",
    "gpatch",
    "grm",
    "grmdir",
    "gsed",
    "gshred",
    "gsort",
    "gsplit",
    "gstdbuf",
    "gtail",
    "gtar",
    "gtee",
    "gtime",
    "gtimeout",
    "gtouch",
    "gtruncate",
    "gunlink",
    "gxargs",
    "zf_chgrp",
    "zf_chmod",
    "zf_chown",
    "zf_ln",
    "zf_mkdir",
    "zf_mv",
    "zf_rm",
    "zf_rmdir",
];

/// The row of the loaders of programs, whatever their version.
pub(super) const LOADER: &str = "ld-linux";
