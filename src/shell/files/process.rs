//! Paths of Linux that lead to the directories of a process:
//! `/proc/self/cwd/x`, `/dev/fd/3/x`.

use super::uses::about;
use crate::shell::analyze::Scene;
use crate::shell::cd::Cd;
use crate::shell::{FileUse, Reason};
use crate::source::Span;

impl Scene<'_> {
    /// Looks at a file that is named by way of a process: behind `cd`, its
    /// current directory is another one, and of what it has opened nobody
    /// knows what it is.
    pub(super) fn of_process(&mut self, file: FileUse, span: Span) {
        let text = file.path.of(&self.out.text);
        let absolute = text.starts_with('/');
        let near = self.cd != Cd::Here && text.starts_with(['p', 'd']);
        if !absolute && !near || !self.profile.strict {
            return;
        }
        let Some((name, rest)) = part_of_process(text) else { return };
        let rest = rest.trim_matches('/');
        let (is_cwd, is_open) = (name == "cwd", name == "fd");
        let rest = format!("./{rest}");
        if is_open && rest.len() > 2 {
            let effects = super::uses::FILES;
            let about = about(file.access);
            self.doubt_about(Reason::Glob, span, effects, about);
        }
        if is_cwd && self.cd != Cd::Here {
            let start = self.out.text.len();
            self.out.text.push_str(&rest);
            self.file(file.access, start, span, file.effects, false);
        }
    }
}

/// Whether nobody knows which directory a path of this kind is.
pub(crate) fn leads_elsewhere(path: &str) -> bool {
    let part = path.starts_with('/').then(|| part_of_process(path)).flatten();
    part.is_some_and(|(name, _)| matches!(name, "cwd" | "fd"))
}

/// What stands behind the number of a process in a path, and behind that:
/// `cwd` or `root`, or `fd` with the number taken off.
fn part_of_process(path: &str) -> Option<(&str, &str)> {
    let path = path.trim_start_matches('/');
    if let Some(rest) = path.strip_prefix("dev/fd/") {
        return Some(("fd", behind(rest)));
    }
    let rest = path.strip_prefix("proc/")?;
    let (_, rest) = rest.split_once('/')?;
    let rest = match rest.strip_prefix("task/") {
        Some(task) => task.split_once('/')?.1,
        None => rest,
    };
    let (name, rest) = rest.split_once('/').unwrap_or((rest, ""));
    match name {
        "fd" => Some((name, behind(rest))),
        _ => Some((name, rest)),
    }
}

/// What follows the first name.
fn behind(path: &str) -> &str {
    path.split_once('/').map_or("", |(_, rest)| rest)
}
