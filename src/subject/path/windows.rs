//! Windows paths in POSIX form: `C:\a` is `/c/a`.

/// Names that are devices in every directory.
const DEVICES: &[&str] =
    &["con", "prn", "aux", "nul", "conin$", "conout$", "com", "lpt"];

/// Prefixes that switch path processing off and lead to the same file.
const VERBATIM: &[&str] = &["//?/", "//./", "/??/"];

/// This machine as a file server.
const LOOPBACK: &[&str] =
    &["localhost", "::1", "[::1]", "0--1.ipv6-literal.net"];

/// Other systems on this machine, in which its drives are mounted.
const MOUNTED: &[&str] = &["wsl$", "wsl.localhost"];

/// The drive letter at the start of a path.
pub(super) fn drive(text: &str) -> Option<char> {
    let text = text.replace('\\', "/");
    let (text, _) = unwrapped(&text);
    if let Some((letter, _)) = drive_and_rest(text) {
        return Some(letter);
    }
    mounted(text)
}

/// The letter of `/c` or `/c/…`.
pub(super) fn mounted(text: &str) -> Option<char> {
    let mut chars = text.strip_prefix('/')?.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    matches!(chars.next(), None | Some('/'))
        .then(|| letter.to_ascii_lowercase())
}

/// `c:rest`.
fn drive_and_rest(text: &str) -> Option<(char, &str)> {
    let mut chars = text.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    let rest = chars.as_str().strip_prefix(':')?;
    Some((letter.to_ascii_lowercase(), rest))
}

/// The text behind verbatim prefixes, and whether it then names a server.
fn unwrapped(text: &str) -> (&str, bool) {
    let strip = |t: &'_ str| {
        VERBATIM.iter().find(|p| t.starts_with(**p)).map(|p| p.len())
    };
    let Some(len) = strip(text) else {
        return (text, text.starts_with("//"));
    };
    let rest = text.get(len..).unwrap_or("");
    match rest.get(..4) {
        Some(unc) if unc.eq_ignore_ascii_case("unc/") => {
            (rest.get(3..).unwrap_or(""), true)
        }
        _ => (rest, false),
    }
}

/// The path with `/` between its names, drives as directories, and each name
/// as the file system takes it. `current` is the drive of the current
/// directory.
pub(super) fn posix(text: &str, current: Option<char>) -> String {
    // `\d\x` starts at the root of a drive; `/d` may be the drive.
    let rooted = text.starts_with('\\') && current.is_some();
    let text = text.replace('\\', "/");
    let (text, server) = unwrapped(&text);
    let mut out = String::new();
    if server {
        shared(text.trim_start_matches('/'), &mut out);
        return out;
    }
    let rest = match drive_and_rest(text) {
        // `C:x` is relative to the current directory of that drive.
        Some((letter, rest))
            if !rest.starts_with('/') && current == Some(letter) =>
        {
            out.push_str("./");
            rest
        }
        Some((letter, rest)) => {
            out.push('/');
            out.push(letter);
            out.push('/');
            rest
        }
        None => {
            if let Some(letter) = mounted(text).filter(|_| !rooted) {
                out.push('/');
                out.push(letter);
                names(text.get(2..).unwrap_or(""), &mut out);
                return out;
            }
            if !text.starts_with('/') {
                out.push_str("./");
            } else if let Some(letter) = current {
                out.push('/');
                out.push(letter);
            }
            text
        }
    };
    names(rest, &mut out);
    out
}

/// `server/share/…`; the shares of this machine's drives are the drives.
fn shared(text: &str, out: &mut String) {
    let (server, rest) = text.split_once('/').unwrap_or((text, ""));
    let (share, below) = rest.split_once('/').unwrap_or((rest, ""));
    let here = is_here(server);
    let letter = share.strip_suffix('$').filter(|name| name.len() == 1);
    out.push('/');
    let is = |name: &&str| server.eq_ignore_ascii_case(name);
    if MOUNTED.iter().any(is)
        && let Some(below) = below.strip_prefix("mnt/")
    {
        return names(below, out);
    }
    match letter {
        Some(letter) if here => {
            out.push_str(&letter.to_ascii_lowercase());
            out.push('/');
            names(below, out);
        }
        _ => names(text, out),
    }
}

/// Whether the name of a server is one of this machine.
fn is_here(server: &str) -> bool {
    let server = server.strip_suffix('.').unwrap_or(server);
    let bytes = |c: char| c.is_ascii_digit() || c == '.';
    LOOPBACK.iter().any(|name| server.eq_ignore_ascii_case(name))
        || server.starts_with("127.") && server.chars().all(bytes)
}

/// Appends names without what the file system leaves off: blanks and dots
/// at the end, and the stream behind a colon.
fn names(text: &str, out: &mut String) {
    for (at, name) in text.split('/').enumerate() {
        if at > 0 {
            out.push('/');
        }
        let name = name.split(':').next().unwrap_or("");
        if matches!(name, "." | "..") {
            out.push_str(name);
        } else {
            out.push_str(name.trim_end_matches(['.', ' ']));
        }
    }
}

/// Whether a path may lie on one of this machine's drives without saying so:
/// by the share of a server that may be this machine, or by a device.
pub(super) fn may_be_drive(text: &str) -> bool {
    let text = text.replace('\\', "/");
    let (inner, server) = unwrapped(&text);
    if !server {
        let verbatim = VERBATIM.iter().any(|name| text.starts_with(name));
        return verbatim && drive_and_rest(inner).is_none();
    }
    let path = inner.trim_start_matches('/');
    let (server, rest) = path.split_once('/').unwrap_or((path, ""));
    let share = rest.split('/').next().unwrap_or("");
    share.len() == 2 && share.ends_with('$') && !is_here(server)
}

/// Whether a name is a device, or a stream of a file.
pub(super) fn is_odd(text: &str) -> bool {
    any_name(text, |name| name.contains(':') || is_device(name))
}

/// Whether a name may be the short one of a file or a directory: `ENV~1`.
pub(super) fn is_short(text: &str) -> bool {
    text.contains('~') && any_name(text, is_short_name)
}

fn any_name(text: &str, is: impl Fn(&str) -> bool) -> bool {
    let text = text.replace('\\', "/");
    let (text, _) = unwrapped(&text);
    let text = drive_and_rest(text).map_or(text, |(_, rest)| rest);
    text.split('/').any(is)
}

/// `NAME~1` or `NAME~1.EXT`.
fn is_short_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or("");
    let Some((front, number)) = stem.rsplit_once('~') else { return false };
    let digits = number.bytes().all(|c| c.is_ascii_digit());
    !front.is_empty() && !number.is_empty() && digits && stem.len() <= 8
}

/// `con`, `con.txt`, `com1`.
fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or("").trim_end();
    let stem = stem.to_ascii_lowercase();
    let bare = stem.strip_suffix(|c: char| c.is_numeric() && c != '0');
    match bare {
        Some(port) => matches!(port, "com" | "lpt"),
        None => {
            !matches!(stem.as_str(), "com" | "lpt")
                && DEVICES.contains(&stem.as_str())
        }
    }
}
