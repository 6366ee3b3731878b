//! Other names that systems have for the same file.

use super::{Directories, absolute};
use crate::event::Platform;

/// The other names of an absolute path.
pub(super) fn of(path: &str, directories: &Directories<'_>) -> Vec<String> {
    let twins = twins(path, directories.moved);
    let mut names: Vec<_> =
        twins.map(|(at, rest)| format!("{at}{rest}")).collect();
    names.extend(match directories.platform {
        Platform::Linux => linux(path, directories),
        Platform::MacOs => mac(path),
        Platform::Windows => windows(path).or_else(|| junction(path)),
    });
    names
}

/// What lies in the directory of a process.
fn of_process(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/proc/")?;
    let (process, rest) = rest.split_once('/')?;
    match process {
        "self" | "thread-self" => Some(strip_task(rest)),
        _ if process.bytes().all(|c| c.is_ascii_digit()) => {
            Some(strip_task(rest))
        }
        _ => None,
    }
}

/// Whether a path goes up where Linux has such links: behind one, `..` is
/// the parent of what it leads to.
pub(super) fn goes_up(path: &str, directories: &Directories<'_>) -> bool {
    let start = directories.cwd.unwrap_or("");
    let links =
        |text: &str| text.contains("/proc") || text.contains("/dev/fd");
    directories.platform == Platform::Linux
        && path.contains("..")
        && (links(path) || path.contains("proc/") || links(start))
}

/// Whether a path leads through a directory that a process has opened, or to
/// what another one has, which nobody knows: `/dev/fd/3/x`, `/proc/9/fd/3`.
/// `cwd` is where it starts.
pub(super) fn is_open(path: &str, cwd: &str) -> bool {
    if !path.contains("fd/") {
        return false;
    }
    let is_number = |name: &str| name.bytes().all(|b| b.is_ascii_digit());
    let of_system = |name: &str| matches!(name, "dev" | "proc");
    let start = if path.starts_with('/') { "" } else { cwd };
    let names = start.split('/').chain(path.split('/'));
    let mut names = names.filter(|name| !matches!(*name, "" | "."));
    if !names.any(of_system) {
        return false;
    }
    let of_other = names.clone().next().is_some_and(is_number);
    names.by_ref().any(|name| name == "fd")
        && names.next().is_some_and(is_number)
        && (of_other || names.next().is_some())
}

/// Where a path of Linux leads that is a link in every system.
pub(super) fn standing<'d>(
    path: &str,
    directories: &'d Directories<'_>,
) -> Option<&'d str> {
    if directories.platform != Platform::Linux {
        return None;
    }
    match of_process(path) {
        Some("root") => Some("/"),
        Some("cwd") => directories.cwd,
        _ => (path == "/dev/fd").then_some("/proc/self/fd"),
    }
}

/// `/proc/self/root/x` is `/x`, and `/proc/self/cwd/x` is `x`.
fn linux(path: &str, directories: &Directories<'_>) -> Option<String> {
    let rest = of_process(path)?;
    let inside = |name| {
        let rest: &str = rest.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    };
    if let Some(rest) = inside("root") {
        let whole = if rest.is_empty() { "/" } else { rest };
        return Some(whole.to_owned());
    }
    // That of another process is likely to be the same.
    let rest = inside("cwd")?;
    let mut out = String::new();
    absolute(&format!("./{rest}"), directories, &mut out).ok()?;
    Some(out)
}

/// `task/12/root` is `root`.
fn strip_task(rest: &str) -> &str {
    let task = rest.strip_prefix("task/").and_then(|r| r.split_once('/'));
    task.map_or(rest, |(_, rest)| rest)
}

/// Directories of Windows that stand where older programs look for them, and
/// the ones that they lead to, on the drive that it is on.
const JUNCTIONS: Moved = &[
    ("/documents and settings", "/users"),
    ("/programdata/application data", "/programdata"),
    ("/users/all users", "/programdata"),
    ("/users/default user", "/users/default"),
];

/// Those of a person, in the directory of each.
const OF_PERSON: Moved = &[
    ("/appdata/local/application data", "/appdata/local"),
    ("/application data", "/appdata/roaming"),
    ("/cookies", "/appdata/local/microsoft/windows/inetcookies"),
    ("/local settings", "/appdata/local"),
    ("/my documents", "/documents"),
    ("/start menu", "/appdata/roaming/microsoft/windows/start menu"),
];

/// Where a path leads through a directory that only older programs know.
fn junction(path: &str) -> Option<String> {
    let (drive, below) = path.split_at_checked("/c".len())?;
    let leads = |all: Moved, path: &str| {
        all.iter().find_map(|(from, to)| {
            let (start, rest) = path.split_at_checked(from.len())?;
            let is = start.eq_ignore_ascii_case(from)
                && (rest.is_empty() || rest.starts_with('/'));
            is.then(|| format!("{to}{rest}"))
        })
    };
    if let Some(leads) = leads(JUNCTIONS, below) {
        return Some(format!("{drive}{leads}"));
    }
    const USERS: &str = "/users/";
    let (users, person) = below.split_at_checked(USERS.len())?;
    let name = person.find('/').filter(|_| users.eq_ignore_ascii_case(USERS));
    let (name, rest) = person.split_at_checked(name?)?;
    Some(format!("{drive}{users}{name}{}", leads(OF_PERSON, rest)?))
}

/// `/cygdrive/c/x` and `/mnt/c/x` of shells on Windows are `/c/x`; the path
/// has the letter of the drive in front, which they are not on.
fn windows(path: &str) -> Option<String> {
    let rest = path.get("/c".len()..)?;
    let places = ["/cygdrive/", "/proc/cygdrive/", "/mnt/"];
    let rest = places.iter().find_map(|place| rest.strip_prefix(place))?;
    let letter = rest.split('/').next()?;
    let drive = letter.len() == 1 && letter.is_ascii();
    drive.then(|| format!("/{rest}"))
}

/// All of the data volume appears at the root, and the volume of the root
/// among the others, under the name that it has as it is installed.
fn mac(path: &str) -> Option<String> {
    const ROOTS: &[&str] = &[
        "/System/Volumes/Data",
        "/Volumes/Macintosh HD",
        "/Volumes/Macintosh HD - Data",
        "/.nofollow",
    ];
    // `/.resolve/5/x`: the number says how the path is gone through.
    const RESOLVE: &str = "/.resolve/";
    let resolved = || {
        let (start, rest) = path.split_at_checked(RESOLVE.len())?;
        let at =
            rest.find('/').filter(|_| start.eq_ignore_ascii_case(RESOLVE));
        rest.get(at?..).map(str::to_owned)
    };
    let root = ROOTS.iter().find_map(|root| {
        let (start, rest) = path.split_at_checked(root.len())?;
        let below = start.eq_ignore_ascii_case(root) && rest.starts_with('/');
        below.then(|| rest.to_owned())
    });
    root.or_else(resolved)
}

/// Directories with the places they lead to.
pub type Moved = &'static [(&'static str, &'static str)];

const LINUX: Moved = &[
    ("/bin", "/usr/bin"),
    ("/lib", "/usr/lib"),
    ("/lib64", "/usr/lib64"),
    ("/sbin", "/usr/sbin"),
    ("/var/lock", "/run/lock"),
    ("/var/lock", "/var/run/lock"),
    ("/var/run", "/run"),
];
const MAC: Moved = &[
    ("/etc", "/private/etc"),
    ("/tmp", "/private/tmp"),
    ("/var", "/private/var"),
];

/// The directories that are links to others wherever a system is as usual.
/// Of Linux that is not certain, so only the `strict` know it.
pub fn moved(platform: Platform, strict: bool) -> Moved {
    match platform {
        Platform::Linux if strict => LINUX,
        Platform::MacOs => MAC,
        Platform::Linux | Platform::Windows => &[],
    }
}

/// The names that a path has besides its own where these directories are
/// links: each as the directory, and what follows it.
pub(super) fn twins(
    path: &str,
    moved: Moved,
) -> impl Iterator<Item = (&'static str, &str)> {
    moved.iter().flat_map(move |(one, other)| {
        let there = behind(one, path).map(|rest| (*other, rest));
        let back = behind(other, path).map(|rest| (*one, rest));
        [there, back].into_iter().flatten()
    })
}

/// Whether a path may have such a name: a look at two letters, for most have
/// none.
pub fn may_have_twin(path: &str) -> bool {
    let two = path.as_bytes().get(1..3).unwrap_or(&[]);
    matches!(
        two,
        b"bi" | b"et" | b"li" | b"pr" | b"ru" | b"sb" | b"tm" | b"us" | b"va"
    )
}

/// What follows a directory in a path that lies in it or is it.
pub fn behind<'p>(directory: &str, path: &'p str) -> Option<&'p str> {
    let rest = path.strip_prefix(directory)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}
