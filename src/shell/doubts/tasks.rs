//! Words that name a subcommand or a task of a project.

use smallvec::SmallVec;

use crate::shell::data::globals::{Globals, NOTHING};
use crate::shell::data::programs::Known;
use crate::shell::data::tasks::{PLACES, PLAIN, Tasks};
use crate::shell::scene::Scene;
use crate::shell::views::subcommands::takes_word;
use crate::shell::words::Words;

/// How many words may stand before the name, and how many of them may be no
/// options.
const FAR: usize = 12;
const DEEP: usize = 3;

impl Scene<'_> {
    /// `npm run build`, `docker compose build`: whether a word is the name
    /// of a task, or a subcommand, and no file.
    pub(super) fn names_task(
        &self,
        tasks: Option<Tasks>,
        rest: Words,
        at: usize,
    ) -> bool {
        let Some(tasks) = tasks else { return false };
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_:".contains(c);
        let text = self.text_at(at);
        self.literal_at(at)
            && !text.starts_with('-')
            && text.chars().all(plain)
            && self.stands_for_task(tasks, rest, at)
    }

    fn stands_for_task(&self, tasks: Tasks, rest: Words, at: usize) -> bool {
        let row = Known::of(tasks.program).globals().unwrap_or(&NOTHING);
        let Some(path) = self.path_before(row, rest, at) else { return false };
        match (tasks.program, path.as_slice()) {
            (_, []) => tasks.first,
            ("docker" | "podman", [group]) => row.groups.contains(group),
            (_, [sub]) => tasks.subs.contains(sub),
            ("turbo", ["run", ..]) => true,
            ("yarn", ["workspace", _] | ["workspace", _, "run"]) => true,
            ("yarn", ["workspaces", "run"]) => true,
            ("yarn", ["workspaces", "foreach", "run"]) => true,
            _ => false,
        }
    }

    /// The words before one that are no options and no values of these; none
    /// where it may be a value itself, the program goes elsewhere, or there
    /// are too many of them.
    fn path_before(
        &self,
        row: &'static Globals,
        rest: Words,
        at: usize,
    ) -> Option<SmallVec<[&str; DEEP]>> {
        let mut path = SmallVec::new();
        let (mut row, mut next) = (row, rest.start);
        (at - rest.start <= FAR).then_some(())?;
        while next < at {
            let text = self.text_at(next);
            let option = text.starts_with('-');
            if !self.literal_at(next) || !option && path.len() == DEEP {
                return None;
            }
            if !option {
                path.push(text);
                let inner = row.apart.filter(|(group, _)| *group == text);
                let inner = inner.and_then(|one| Known::of(one.1).globals());
                row = inner.unwrap_or(row);
            }
            let takes = option.then(|| takes_word(row, text)).flatten();
            let none = !option || takes.is_some() || PLAIN.contains(&text);
            let name = text.split('=').next().unwrap_or(text);
            let odd = text == "--" || PLACES.contains(&name);
            if !none && next + 1 == at || odd {
                return None;
            }
            next += if takes == Some(true) { 2 } else { 1 };
        }
        (next == at).then_some(path)
    }
}
