//! Programs that start a shell which reads standard input, where they are
//! given no command.

/// The name of a program and what must stand among its words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session {
    /// The program.
    pub(crate) program: &'static str,
    /// Its subcommand; empty where it has none.
    pub(crate) sub: &'static str,
    /// Letters of short options one of which must be there; empty for none.
    pub(crate) letters: &'static str,
}

const fn session(program: &'static str, sub: &'static str) -> Session {
    Session { program, sub, letters: "" }
}

/// The table; from the programs' manuals.
const SESSIONS: &[Session] = &[
    session("adb", "shell"),
    session("arch-chroot", ""),
    session("chroot", ""),
    session("colima", "ssh"),
    session("conda", "shell"),
    session("distrobox", "enter"),
    session("distrobox-enter", ""),
    Session { letters: "s", ..session("doas", "") },
    session("fakechroot", ""),
    session("fakeroot", ""),
    session("firejail", ""),
    session("fly", "console"),
    session("flyctl", "console"),
    session("gcloud", "ssh"),
    session("guix", "shell"),
    session("heroku", "run"),
    session("hatch", "shell"),
    session("i386", ""),
    session("incus", "shell"),
    session("lima", ""),
    session("limactl", "shell"),
    session("linux32", ""),
    session("linux64", ""),
    session("lxc", "shell"),
    session("machinectl", "login"),
    session("machinectl", "shell"),
    session("minikube", "ssh"),
    session("multipass", "shell"),
    session("newgrp", ""),
    session("nix", "develop"),
    session("nix", "shell"),
    session("nix-shell", ""),
    session("nsenter", ""),
    session("oc", "rsh"),
    session("pipenv", "shell"),
    session("pixi", "shell"),
    session("pkexec", ""),
    session("podman", "ssh"),
    session("podman", "unshare"),
    session("poetry", "shell"),
    session("proot", ""),
    session("rsh", ""),
    session("run0", ""),
    session("runuser", ""),
    session("schroot", ""),
    session("script", ""),
    session("setarch", ""),
    session("sg", ""),
    session("su", ""),
    Session { letters: "si", ..session("sudo", "") },
    session("systemd-nspawn", ""),
    session("toolbox", "enter"),
    session("unshare", ""),
    session("vagrant", "ssh"),
    session("wsl", ""),
    session("x86_64", ""),
];

/// The rows of a program.
pub(crate) fn sessions(
    program: &str,
) -> impl Iterator<Item = &'static Session> {
    SESSIONS.iter().filter(move |row| row.program == program)
}
