//! Other names that systems have for the same file.

use super::{Directories, absolute};
use crate::event::Platform;

/// The other names of an absolute path.
pub(super) fn of(path: &str, directories: &Directories<'_>) -> Vec<String> {
    match directories.platform {
        Platform::Linux => linux(path, directories).into_iter().collect(),
        Platform::MacOs => mac(path),
        Platform::Windows => Vec::new(),
    }
}

/// `/proc/self/root/x` is `/x`, and `/proc/self/cwd/x` is `x`.
fn linux(path: &str, directories: &Directories<'_>) -> Option<String> {
    let rest = path.strip_prefix("/proc/")?;
    let (process, rest) = rest.split_once('/')?;
    let own = matches!(process, "self" | "thread-self");
    let rest = match process {
        "self" | "thread-self" => strip_task(rest),
        _ if process.bytes().all(|c| c.is_ascii_digit()) => rest,
        _ => return None,
    };
    let inside = |name| {
        let rest: &str = rest.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    };
    if let Some(rest) = inside("root") {
        let whole = if rest.is_empty() { "/" } else { rest };
        return Some(whole.to_owned());
    }
    let rest = inside("cwd").filter(|_| own)?;
    let mut out = String::new();
    absolute(&format!("./{rest}"), directories, &mut out).ok()?;
    Some(out)
}

/// `task/12/root` is `root`.
fn strip_task(rest: &str) -> &str {
    let task = rest.strip_prefix("task/").and_then(|r| r.split_once('/'));
    task.map_or(rest, |(_, rest)| rest)
}

/// `/tmp`, `/var` and `/etc` lie in `/private`, and all of the data volume
/// appears at the root.
fn mac(path: &str) -> Vec<String> {
    let mut out = Vec::new();
    let below = |directory: &str| {
        let (start, rest) = path.split_at_checked(directory.len())?;
        start.eq_ignore_ascii_case(directory).then_some(rest)
    };
    if let Some(rest) = below("/System/Volumes/Data")
        && rest.starts_with('/')
    {
        out.push(rest.to_owned());
    }
    let moved = |path: &str| {
        let name = path.split('/').nth(1).unwrap_or("");
        ["tmp", "var", "etc"].iter().any(|n| name.eq_ignore_ascii_case(n))
    };
    if moved(path) {
        out.push(format!("/private{path}"));
    }
    if let Some(rest) = below("/private")
        && moved(rest)
    {
        out.push(rest.to_owned());
    }
    out
}
