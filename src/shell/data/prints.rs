//! Commands that print names and numbers, and nothing else: no word of what
//! they print starts with a dash or has a sign of globs in it. From the
//! programs' manuals; what the names of branches may hold is said by `git
//! check-ref-format`. Tags may come from elsewhere with any name.

/// A command by its first words, and the options that may stand behind them,
/// besides operands; `None` where nothing may. A star at the end of a word
/// stands for the rest of it.
type Row = (&'static str, Option<&'static [&'static str]>);

/// The table, sorted.
const ROWS: &[Row] = &[
    ("arch", None),
    ("docker compose ps -q", Some(&[])),
    ("docker ps -a -q", Some(&["--filter", "-f"])),
    ("docker ps -aq", Some(&["--filter", "-f"])),
    ("docker ps -q", Some(&["--filter", "-a", "-f"])),
    ("docker ps -qa", Some(&["--filter", "-f"])),
    ("git branch --show-current", None),
    ("git merge-base", Some(&[])),
    ("git rev-list --count", Some(&[])),
    ("git rev-parse --abbrev-ref HEAD", None),
    ("git rev-parse --short HEAD", None),
    ("git rev-parse HEAD", None),
    ("git symbolic-ref --short HEAD", None),
    ("id -g", None),
    ("id -u", None),
    ("lsof -i* -t", Some(&["-P", "-n", "-nP", "-s*"])),
    ("lsof -t*", Some(&["-P", "-i*", "-n", "-nP", "-s*"])),
    ("nproc", None),
    ("pgrep", Some(&["-f", "-n", "-o", "-u", "-x"])),
    ("pidof", Some(&["-s", "-x"])),
    ("uname -m", None),
    ("uname -s", None),
    ("uuidgen", None),
];

/// A command that prints where the things of a tool lie.
pub(crate) struct Place {
    pub(crate) command: &'static str,
    /// The names of the directories in which that mostly is, besides the home.
    pub(crate) names: &'static str,
    /// How the variables start that may say another place.
    pub(crate) variables: &'static str,
    /// Words of commands that may keep another one.
    pub(crate) kept: &'static [&'static str],
}

const fn place(
    command: &'static str,
    names: &'static str,
    variables: &'static str,
    kept: &'static [&'static str],
) -> Place {
    Place { command, names, variables, kept }
}

/// The commands that do so, from the manuals of the tools.
pub(crate) const PLACES: &[Place] = &[
    place("brew --cellar", BREW, "HOMEBREW", &[]),
    place("brew --prefix", BREW, "HOMEBREW", &[]),
    // The current directory is looked at, whatever lies above it.
    place("git rev-parse --show-toplevel", "", "GIT", &["worktree"]),
    place("go env GOMODCACHE", "go/pkg/mod", "GO", &[" -w"]),
    place("go env GOPATH", "go", "GO", &[" -w"]),
    place("go env GOROOT", GO, "GO", &[" -w"]),
    place("npm root", "node_modules", "npm_", &["NPM_", "prefix"]),
    place("npm root -g", NODE, "npm_", &["NPM_", "prefix"]),
    place("pnpm root", "node_modules", "npm_", &["NPM_"]),
    place("rustc --print sysroot", RUST, "RUST", &["toolchain"]),
    place("xcode-select -p", XCODE, "DEVELOPER", &[" -s"]),
];

const BREW: &str = "opt/homebrew/Cellar/usr/local/linuxbrew/.linuxbrew";
const GO: &str = "usr/local/lib/go/opt/homebrew/Cellar/libexec/sdk/snap";
const NODE: &str = "usr/local/lib/opt/homebrew/.nvm/versions/node_modules";
const RUST: &str = "usr/lib/local/.rustup/toolchains/opt/homebrew/Cellar";
const XCODE: &str = "Applications/Xcode.app/Contents/Developer/Library";

/// Commands that print where a program lies, before its name, and the names
/// of the directories in which that mostly is.
const SEARCHES: &[&str] = &["command -v ", "type -p ", "which "];
pub(crate) const PROGRAMS: &str = "usr/local/bin/sbin/opt/homebrew/.local/\
     .cargo/go/.nvm/.pyenv/.rbenv/shims/snap/node_modules/.bin";

/// Whether a command, as it is written, prints a place and does no more.
pub(crate) fn prints_place(command: &str) -> bool {
    let command = without_noise(command);
    PLACES.iter().any(|row| row.command == command)
        || searched(command).is_some()
}

/// The program that a command looks for, as it is written, to print where it
/// lies.
pub(crate) fn searched(command: &str) -> Option<&str> {
    let mut starts = SEARCHES.iter();
    let name = starts.find_map(|start| command.strip_prefix(start))?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
    let named = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    (named && name.chars().all(plain)).then_some(name)
}

/// A command without what hides its complaints.
pub(crate) fn without_noise(command: &str) -> &str {
    let command = command.trim();
    command.strip_suffix("2>/dev/null").unwrap_or(command).trim_end()
}

/// What a format of `date` asks for: numbers, and dates without blanks.
const DATES: &str = "FHMNSTUVYdjmsuy";

/// Whether a command, as it is written, is such a one.
pub(crate) fn prints_names(command: &str) -> bool {
    let command = without_noise(command);
    let plain =
        |c: char| c.is_ascii_alphanumeric() || " ./_:=@^~-,+%\"'".contains(c);
    if !command.chars().all(plain) {
        return false;
    }
    prints_date(command) || ROWS.iter().any(|row| is_row(row, command))
}

/// Whether a command is that of a row.
fn is_row((known, options): &Row, command: &str) -> bool {
    let mut words = command.split(' ').filter(|word| !word.is_empty());
    let mut known = known.split(' ');
    let leads = known.all(|known| words.next().is_some_and(|w| is(known, w)));
    let may = |word: &str| {
        let word = word.trim_start_matches(['"', '\'']);
        options.is_some_and(|options| {
            !word.starts_with('-') || options.iter().any(|o| is(o, word))
        })
    };
    leads && words.all(may)
}

/// Whether a word is one that a row has.
fn is(known: &str, word: &str) -> bool {
    match known.strip_suffix('*') {
        Some(start) => word.starts_with(start),
        None => word == known,
    }
}

/// `date +%F`, `date -u '+%Y-%m-%d'`.
fn prints_date(command: &str) -> bool {
    let rest = command.strip_prefix("date ").map(str::trim);
    let rest = rest.map(|rest| rest.strip_prefix("-u ").unwrap_or(rest));
    let format = rest.map(|rest| rest.trim_matches(['"', '\'']));
    let Some(parts) = format.and_then(|f| f.strip_prefix("+%")) else {
        return false;
    };
    let other = |c: char| c.is_ascii_alphanumeric() || "._:-".contains(c);
    parts.split('%').all(|part| {
        part.starts_with(|c| DATES.contains(c)) && part.chars().all(other)
    })
}

#[cfg(test)]
mod tests {
    use super::{ROWS, prints_names};

    #[test]
    fn commands_that_print_names_are_known() {
        assert!(ROWS.is_sorted());
        for command in [
            "git branch --show-current",
            "git merge-base HEAD origin/main",
            "lsof -ti:3000",
            "lsof -t -i :3000 2>/dev/null",
            "lsof -i:3000 -t",
            "pgrep -f 'next dev'",
            "date +%s",
            "date -u +%Y-%m-%dT%H:%M:%SZ",
            "date '+%Y%m%d_%H%M%S'",
        ] {
            assert!(prints_names(command), "{command}");
        }
        for command in [
            "git branch --show-current x",
            "git branch",
            "git describe --tags",
            "git rev-parse --force",
            "git merge-base --fork-point $X",
            "pgrep -l x",
            "pgrep \"-l\" x",
            "pgrep x || echo -f",
            "lsof -t -F n",
            "date",
            "date +-%s",
            "date '+%s -f'",
            "date +%A",
            "echo -f",
        ] {
            assert!(!prints_names(command), "{command}");
        }
    }
}
