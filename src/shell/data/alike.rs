//! Programs that do the same with each of their operands: a guard that names
//! the first one is about every one of them.

use super::mixed::{letter_of, letters_of};

/// A program, or some of its subcommands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alike {
    /// Its names.
    programs: &'static [&'static str],
    /// Its subcommands; none, where it has none.
    subs: &'static [&'static str],
    /// The second words of these; any, where none is said.
    seconds: &'static [&'static str],
    /// How many words of the subcommand stand behind its first.
    pub(crate) further: usize,
    /// How many operands stand before these: the mode of `chmod`.
    pub(crate) before: usize,
    /// Whether many of its short options take the word behind them.
    pub(crate) valued: bool,
    /// Whether the last operand is where the others go: `mv a b there`.
    pub(crate) onto: bool,
}

impl Alike {
    /// The row of a program and the first words of its subcommand, which are
    /// empty where there are none.
    pub(crate) fn of(program: &str, sub: &str, second: &str) -> Option<Alike> {
        let lengths =
            LENGTHS.get(usize::from(*program.as_bytes().first()?))?;
        if lengths >> program.len().min(LONG) & 1 == 0 {
            return None;
        }
        let letter = letter_of(program);
        let is_it = |(row, letters): &(&Alike, &u32)| {
            if *letters & letter == 0 {
                return false;
            }
            let subs = match row.subs.is_empty() {
                true => sub.is_empty(),
                false => row.subs.contains(&sub),
            };
            let seconds = row.seconds;
            subs && (seconds.is_empty() || seconds.contains(&second))
                && row.programs.contains(&program)
        };
        ALIKE.iter().zip(&LETTERS).find(is_it).map(|(row, _)| *row)
    }
}

/// The first letters of the programs of each row.
#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
static LETTERS: [u32; ALIKE.len()] = {
    let (mut letters, mut row) = ([0; ALIKE.len()], 0);
    while row < ALIKE.len() {
        letters[row] = letters_of(ALIKE[row].programs);
        row += 1;
    }
    letters
};

/// Of the names that start with a byte, how long they are, a bit for each
/// length; so that most others are compared with none of them.
#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
const LENGTHS: [u64; 128] = {
    let (mut lengths, mut row) = ([0; 128], 0);
    while row < ALIKE.len() {
        let mut rest = ALIKE[row].programs;
        while let [program, behind @ ..] = rest {
            assert!(program.len() < LONG, "its length needs a bit of its own");
            lengths[program.as_bytes()[0] as usize] |= 1 << program.len();
            rest = behind;
        }
        row += 1;
    }
    lengths
};
const LONG: usize = 63;

const fn row(
    programs: &'static [&'static str],
    subs: &'static [&'static str],
) -> Alike {
    Alike {
        programs,
        subs,
        seconds: &[],
        further: 0,
        before: 0,
        valued: false,
        onto: false,
    }
}

/// The same, of a group of subcommands.
const fn group(
    programs: &'static [&'static str],
    subs: &'static [&'static str],
    seconds: &'static [&'static str],
) -> Alike {
    Alike { seconds, further: 1, ..row(programs, subs) }
}

/// What is done with services by their names.
const COMPOSE: &[&str] = &[
    "build", "create", "down", "kill", "pause", "pull", "push", "restart",
    "rm", "start", "stop", "unpause", "up",
];

/// From each program's own manual.
const ALIKE: &[Alike] = &[
    row(
        &[
            "bat",
            "batcat",
            "cat",
            "chattr",
            "dd",
            "emacs",
            "file",
            "gunzip",
            "gzip",
            "less",
            "md5sum",
            "more",
            "nano",
            "nl",
            "open",
            "printenv",
            "rm",
            "rmdir",
            "rmtrash",
            "sha1sum",
            "sha256sum",
            "srm",
            "tac",
            "tee",
            "trash",
            "trash-put",
            "umount",
            "unlink",
            "vi",
            "view",
            "vim",
            "wc",
            "xdg-open",
            "zcat",
        ],
        &[],
    ),
    Alike {
        valued: true,
        ..row(
            &[
                "code", "curl", "head", "kill", "killall", "mkdir", "od",
                "shred", "stat", "strings", "tail", "touch", "truncate",
                "wget",
            ],
            &[],
        )
    },
    Alike { before: 1, ..row(&["chgrp", "chmod", "chown", "setfacl"], &[]) },
    Alike { onto: true, ..row(&["cp", "ln", "mv"], &[]) },
    Alike {
        onto: true,
        valued: true,
        ..row(&["install", "rsync", "scp"], &[])
    },
    row(&["git"], &["add", "branch", "clean", "restore", "rm", "tag"]),
    row(
        &["npm", "pnpm", "yarn", "bun"],
        &[
            "add",
            "i",
            "install",
            "link",
            "r",
            "remove",
            "rm",
            "un",
            "uninstall",
            "unlink",
            "up",
            "update",
            "upgrade",
        ],
    ),
    row(&["pip", "pip3", "pipx"], &["download", "install", "uninstall"]),
    row(&["uv", "poetry", "cargo"], &["add", "install", "remove", "rm"]),
    row(&["cargo", "gem"], &["install", "uninstall"]),
    row(&["go"], &["get", "install"]),
    row(
        &["apt", "apt-get", "aptitude", "brew", "dnf", "snap", "yum"],
        &[
            "autoremove",
            "download",
            "erase",
            "install",
            "purge",
            "reinstall",
            "remove",
            "rm",
            "uninstall",
            "upgrade",
        ],
    ),
    row(&["apk"], &["add", "del"]),
    row(&["composer"], &["remove", "require", "update"]),
    row(
        &["docker", "nerdctl", "podman"],
        &["restart", "rm", "rmi", "start", "stop"],
    ),
    row(
        &["systemctl"],
        &[
            "disable", "enable", "kill", "mask", "reload", "restart", "start",
            "stop", "unmask",
        ],
    ),
    Alike { before: 1, ..row(&["kubectl", "oc"], &["delete"]) },
    group(
        &["docker", "nerdctl", "podman"],
        &["container", "image", "network", "secret", "volume"],
        &["inspect", "kill", "restart", "rm", "start", "stop"],
    ),
    group(&["docker", "nerdctl", "podman"], &["compose"], COMPOSE),
    row(&["docker-compose", "podman-compose"], COMPOSE),
    group(&["docker"], &["buildx"], &["bake"]),
    row(&["helm"], &["del", "delete", "un", "uninstall"]),
    row(&["gsutil"], &["rm"]),
    Alike { valued: true, ..row(&["ansible-playbook"], &[]) },
    Alike {
        valued: true,
        ..row(
            &["conda", "mamba", "micromamba", "pipenv", "pdm", "pixi"],
            &[
                "a",
                "add",
                "i",
                "install",
                "remove",
                "rm",
                "uninstall",
                "update",
                "upgrade",
            ],
        )
    },
    row(&["zypper"], &["in", "install", "remove", "rm", "up", "update"]),
    group(&["dart", "flutter"], &["pub"], &["add", "remove"]),
    group(
        &["rustup"],
        &["component", "target", "toolchain"],
        &["add", "install", "remove", "uninstall"],
    ),
    row(&["vagrant"], &["destroy", "halt", "reload", "suspend", "up"]),
    row(&["lvremove", "pvremove", "vgremove"], &[]),
    Alike { valued: true, ..row(&["wipefs"], &[]) },
];
