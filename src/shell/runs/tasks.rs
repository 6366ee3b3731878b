//! Tasks of a project by the names that their tools have for them:
//! `nx run web:deploy`, `turbo run build deploy`, `mise run a ::: b`; and
//! programs that are named by where their code is: `go run pkg@v`. Guards look
//! at these.

use crate::shell::data::handed::{NX, OPTIONS_OF_GO};
use crate::shell::data::images::PACKAGES;
use crate::shell::data::subcommands;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at, raw};
use crate::shell::{Effects, Reason};
use crate::source::Spare;

/// How a line says that more tasks follow.
const NEXT: &str = ":::";

impl Scene<'_> {
    /// The tasks that the words of a tool name.
    pub(super) fn of_tasks(&mut self, name: &str, rest: Words) {
        match name {
            "hatch" => self.of_environment(rest),
            "mise" => self.behind_others(rest),
            "moon" | "turbo" => self.each_task(name, rest),
            "nox" | "tox" => self.each_session(name, rest),
            "nx" => self.of_nx(rest),
            _ => {}
        }
    }

    /// `hatch run prod:deploy` as `hatch run deploy`.
    fn of_environment(&mut self, rest: Words) {
        let two = [0, 1].map(|n| self.plain(rest).nth(n));
        let [Some(run), Some(at)] = two else { return };
        if !self.is_at(run, "run") {
            return;
        }
        let text = cooked_at(self.line, at);
        if let Some((_, script)) = text.split_once(':') {
            self.other_command(&["hatch run", script], rest.from(at + 1));
        }
    }

    /// `mise run build ::: deploy`.
    fn behind_others(&mut self, rest: Words) {
        let may = |at: &usize| self.is_at(*at, NEXT) || self.is_open(*at);
        let first = self.plain(rest).next().unwrap_or(rest.end);
        let Some(at) = rest.from(first + 1).iter().find(may) else { return };
        let behind = rest.from(at + 1);
        match self.is_at(at, NEXT) {
            true => self.other_command(&["mise run"], behind),
            false => self.maybe(Reason::DynamicArgument, |scene| {
                scene.other_command(&["mise run"], behind);
            }),
        }
    }

    /// `turbo run build deploy`: those behind the first.
    fn each_task(&mut self, name: &str, rest: Words) {
        let line = self.line;
        let first = self.plain(rest).next();
        let runs = first.is_some_and(|at| self.is_at(at, "run"));
        if name == "moon" && !runs {
            return;
        }
        let known = self.plain(rest).nth(usize::from(runs));
        let Some(known) = known else { return };
        for at in rest.from(known).iter() {
            let of_package = cooked_at(line, at).split_once('#');
            if let Some((_, task)) = of_package {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.code([name, "run", task], span, true);
            }
            if self.first_byte(at) == b'-' || at == known {
                continue;
            }
            let span = self.span_of(Words { start: at, end: at + 1 });
            let task = raw(line, self.text, at);
            self.code([name, "run", task], span, true);
        }
    }

    /// `tox -e py,deploy`, `nox -s lint deploy`.
    fn each_session(&mut self, name: &str, rest: Words) {
        let line = self.line;
        let mut named = false;
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let list = match text.strip_prefix('-') {
                Some("-") => return,
                Some(option) => {
                    const NAMES: [&str; 4] =
                        ["e", "s", "-session", "-sessions"];
                    named = NAMES.contains(&option);
                    option.strip_prefix('e').unwrap_or("")
                }
                None if named => text,
                None => continue,
            };
            let span = self.span_of(Words { start: at, end: at + 1 });
            if name == "nox" {
                // The first is looked at as it stands.
                if list == text && self.first_byte(at - 1) != b'-' {
                    self.code(["nox -s", text], span, true);
                }
            } else if list.contains(',') {
                for one in list.split(',').filter(|one| !one.is_empty()) {
                    self.code(["tox -e", one], span, true);
                }
            }
        }
    }

    /// `nx run web:deploy`, `nx web:deploy`, `nx run-many -t deploy` as
    /// `nx deploy`, and `nx deploy web` as `nx run web:deploy`.
    fn of_nx(&mut self, rest: Words) {
        let line = self.line;
        let [first, second] = [0, 1].map(|n| self.plain(rest).nth(n));
        let text = |at: Option<usize>| at.map_or("", |at| cooked_at(line, at));
        let (one, two) = (text(first), text(second));
        let run = one == "run";
        let named = if run { two } else { one };
        let span = self.span_of(rest);
        if let Some(at) = second.filter(|&at| run && self.is_open(at)) {
            let task = raw(line, self.text, at);
            return self.code(["nx", task], span, true);
        }
        let mut parts = named.split(':');
        if let (Some(project), Some(target)) = (parts.next(), parts.next())
            && !NX.contains(&named)
        {
            self.code(["nx", target, project], span, true);
            if !run {
                self.code(["nx run", named], span, true);
            }
        } else if matches!(one, "run-many" | "affected") {
            self.targets_of_nx(rest);
        } else if !NX.contains(&one) && !two.is_empty() {
            let task = Spare::of(&[two, ":", one]);
            self.code(["nx run", task.as_str()], span, true);
        }
    }

    /// The targets of `nx run-many -t build deploy`.
    fn targets_of_nx(&mut self, rest: Words) {
        let line = self.line;
        let mut named = false;
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let list = match text.strip_prefix('-') {
                None => named.then_some(text),
                Some(option) => {
                    let (option, value) = match option.split_once('=') {
                        Some((option, value)) => (option, Some(value)),
                        None => (option, None),
                    };
                    named = matches!(option, "t" | "-target" | "-targets");
                    value.filter(|_| named)
                }
            };
            let span = self.span_of(Words { start: at, end: at + 1 });
            for one in list.unwrap_or("").split(',').filter(|o| !o.is_empty())
            {
                self.code(["nx", one], span, true);
            }
        }
    }

    /// `go run github.com/pressly/goose/v3/cmd/goose@latest down`,
    /// `go tool goose down`.
    pub(super) fn of_go(&mut self, rest: Words) {
        let mut at = self.behind_flags(rest);
        let tool = self.is_at(at, "tool");
        if !tool && !self.is_at(at, "run") {
            return;
        }
        at = self.behind_flags(rest.from(at + 1));
        let path = cooked_at(self.line, at);
        if at < rest.end && self.is_open(at) && !path.starts_with(['.', '/']) {
            let span = self.span_of(Words { start: at, end: at + 1 });
            return self.doubt(Reason::DynamicCommand, span, Effects::GUARD);
        }
        if let Some(usual) = path.strip_suffix('/').filter(|_| !tool) {
            // One with a slash at its end is the same.
            self.other_command(&["go run", usual], rest.from(at + 1));
        }
        let name = program_of_module(path);
        let elsewhere = path.contains('/') || tool;
        if at < rest.end && elsewhere && !name.is_empty() {
            self.other_command(&[name], rest.from(at + 1));
        }
    }

    /// Where the first word stands that is no option of `go`.
    fn behind_flags(&self, words: Words) -> usize {
        let mut at = words.start;
        while at < words.end && self.first_byte(at) == b'-' {
            let text = self.text_at(at);
            let name = text.trim_start_matches('-');
            at += 1 + usize::from(OPTIONS_OF_GO.contains(&name));
        }
        at
    }

    /// `deno x.ts` as `deno run x.ts`, and `deno run npm:prisma@6 x` as
    /// `prisma x`.
    pub(super) fn of_deno(&mut self, rest: Words) {
        let line = self.line;
        let Some(first) = self.plain(rest).next() else { return };
        let text = cooked_at(line, first);
        let run = text == "run";
        let own = subcommands::is_own("deno", text);
        if !run && (own || !text.contains(['.', '/', ':'])) {
            return;
        }
        if !run {
            self.other_command(&["deno run"], rest);
        }
        let behind = rest.from(first + usize::from(run));
        let package = behind.iter().find_map(|at| {
            let text = cooked_at(line, at);
            let from = ["npm:", "jsr:"];
            Some((at, from.iter().find_map(|f| text.strip_prefix(f))?))
        });
        let Some((at, package)) = package else { return };
        let end = package.rfind('@').filter(|&at| at > 0);
        let name = end.and_then(|end| package.get(..end)).unwrap_or(package);
        let other = PACKAGES.iter().find(|row| row.0 == name);
        let name = other.map_or(name, |row| row.1);
        self.other_command(&[name], rest.from(at + 1));
    }

    /// The places of the words that are no options.
    fn plain(&self, rest: Words) -> impl Iterator<Item = usize> {
        rest.iter().filter(|&at| self.first_byte(at) != b'-')
    }
}

/// The program that a package of Go becomes, by its path; none of one in
/// this directory.
fn program_of_module(path: &str) -> &str {
    let path = path.split('@').next().unwrap_or(path);
    if path.starts_with(['.', '/']) {
        return "";
    }
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or("");
    let number = last.strip_prefix('v').unwrap_or("-");
    // `github.com/go-task/task/v3`
    match number.bytes().all(|b| b.is_ascii_digit()) && path.contains('/') {
        true => parts.next().unwrap_or(""),
        false => last,
    }
}

#[cfg(test)]
mod tests {
    use super::program_of_module;

    #[test]
    fn programs_of_go_are_named_by_their_paths() {
        for (path, name) in [
            ("github.com/pressly/goose/v3/cmd/goose@latest", "goose"),
            ("github.com/amacneil/dbmate/v2@v2.1.0", "dbmate"),
            ("sigs.k8s.io/kind@latest", "kind"),
            ("goose", "goose"),
            ("v2", "v2"),
            ("./cmd/goose", ""),
            (".", ""),
        ] {
            assert_eq!(program_of_module(path), name, "{path}");
        }
    }
}
