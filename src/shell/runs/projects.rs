//! More words that are commands in other words, of tools with ways of their
//! own to leave some out or to put others before them: `yarn` alone installs,
//! `lein trampoline deploy` deploys. Guards look at these.

use crate::shell::data::files::Role;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Access, Effects, Reason};
use crate::source::Span;

/// Options with which a tool only says something about itself.
const SAYS: &[&str] = &["--help", "--version", "-V", "-h", "-v"];

/// Words of lein that others stand behind, and how many these take.
const LEIN: &[(&str, usize)] = &[
    ("trampoline", 0),
    ("update-in", 1),
    ("with-profile", 1),
    ("with-profiles", 1),
];

impl Scene<'_> {
    /// The commands that the words of a tool of a project stand for.
    pub(super) fn of_project_tools(&mut self, name: &str, rest: Words) {
        match name {
            "ansible" => self.of_ansible(rest),
            "bundle" => self.installs_alone(name, rest),
            "cabal" | "stack" => self.command_and_dashes(rest),
            "composer" => self.of_all_projects(rest),
            "entr" => self.handed_by_entr(rest),
            "flatpak" => self.command_of_flatpak(rest),
            "lein" => {
                self.tasks_in_turn(name, rest);
                self.behind_profiles(rest);
            }
            "pnpm" => self.scripts_by_pattern(rest),
            "tox" => self.sessions_set(rest),
            "yarn" => {
                self.installs_alone(name, rest);
                self.script_of_yarn(rest);
            }
            _ => {}
        }
    }

    /// `ansible localhost -m file -a 'path=src state=absent'`: the files that
    /// a module is told. It may also be about another machine.
    fn of_ansible(&mut self, rest: Words) {
        let line = self.line;
        let span = self.span_of(rest);
        let told = |&at: &usize| {
            matches!(self.text_at(at - 1), "-a" | "--args")
                && self.text_at(at).contains('=')
        };
        let Some(at) = rest.iter().find(told) else { return };
        for part in cooked_at(line, at).split_ascii_whitespace() {
            let Some((name, path)) = part.split_once('=') else { continue };
            let path = path.trim_matches(['"', '\'']).trim_end_matches('/');
            if matches!(name, "dest" | "name" | "path") && !path.is_empty() {
                self.may_use(Access::Maybe, path, span);
                self.all_below(Role::Writes, path, span);
            }
        }
    }

    /// `yarn`, `yarn --frozen-lockfile`, `bundle`: nothing else is said, and
    /// `bundle _2.4_ install`: its version stands first.
    fn installs_alone(&mut self, name: &str, rest: Words) {
        let first = cooked_at(self.line, rest.start);
        if !rest.is_empty() && first.starts_with('_') && first.ends_with('_') {
            return self.other_command(&[name], rest.from(rest.start + 1));
        }
        let dashed = |at| self.first_byte(at) == b'-';
        let says = |at| SAYS.contains(&self.text_at(at));
        if rest.iter().all(dashed) && !rest.iter().any(says) {
            self.other_command(&[name, "install"], rest);
        }
    }

    /// `stack exec rm -- -rf x`: the words behind the dashes are those of the
    /// command before them.
    fn command_and_dashes(&mut self, rest: Words) {
        let exec = |&at: &usize| {
            matches!(self.text_at(at), "exec" | "new-exec" | "v2-exec")
                || self.dynamic_at(at)
        };
        let Some(exec) = rest.iter().find(exec) else { return };
        let behind = rest.from(exec + 1);
        let dashes = behind.iter().find(|&at| self.is_at(at, "--"));
        let dashed = |&at: &usize| self.first_byte(at) != b'-';
        let command = behind.iter().find(dashed);
        if let Some((at, dashes)) = command.zip(dashes)
            && at < dashes
        {
            let name = cooked_at(self.line, at);
            self.other_command(&[name], rest.from(dashes + 1));
        }
    }

    /// `composer global req a/b` as `composer global require a/b`.
    fn of_all_projects(&mut self, rest: Words) {
        const SAME: [(&str, &str); 5] = [
            ("i", "install"),
            ("r", "require"),
            ("req", "require"),
            ("rm", "remove"),
            ("u", "update"),
        ];
        let sub = self.text_at(rest.start + 1);
        let other = SAME.iter().find(|row| row.0 == sub);
        if let Some((_, other)) = other
            && self.is_at(rest.start, "global")
        {
            let behind = rest.from(rest.start + 2);
            self.other_command(&["composer global", other], behind);
        }
    }

    /// `echo x | entr cat /_`: the file stands for the sign.
    fn handed_by_entr(&mut self, rest: Words) {
        const PLACE: &str = "/_";
        let dashed = |&at: &usize| self.first_byte(at) == b'-';
        let options = rest.iter().take_while(dashed).count();
        let command = rest.from(rest.start + options);
        if command.iter().any(|at| self.is_at(at, PLACE)) {
            self.handed(command, Some(PLACE), Words::default());
        }
    }

    /// `flatpak run --command=rm org.a -rf x`: the words behind the name of
    /// the application are those of the command.
    fn command_of_flatpak(&mut self, rest: Words) {
        let line = self.line;
        let named = rest.iter().find_map(|at| {
            let text = cooked_at(line, at);
            Some((at, text.strip_prefix("--command=")?))
        });
        let Some((at, command)) = named else { return };
        let plain = |&at: &usize| self.first_byte(at) != b'-';
        if let Some(app) = rest.from(at + 1).iter().find(plain) {
            self.other_command(&[command], rest.from(app + 1));
        }
    }

    /// `lein trampoline deploy`, `lein with-profile prod deploy`.
    fn behind_profiles(&mut self, rest: Words) {
        let first = self.text_at(rest.start);
        let row = LEIN.iter().find(|row| row.0 == first);
        if let Some((_, skipped)) = row {
            let at = rest.start + 1 + skipped;
            self.other_command(&["lein"], rest.from(at));
        }
    }

    /// `yarn run -T deploy` as `yarn deploy`.
    fn script_of_yarn(&mut self, rest: Words) {
        let behind = rest.from(rest.start + 1);
        let dashed = |&at: &usize| self.first_byte(at) == b'-';
        let options = behind.iter().take_while(dashed).count();
        if options > 0 && self.is_at(rest.start, "run") {
            let script = behind.from(behind.start + options);
            self.other_command(&["yarn"], script);
        }
    }

    /// `pnpm run "/^deploy:.*/"`: any of the scripts.
    fn scripts_by_pattern(&mut self, rest: Words) {
        let mut plain = rest.iter().filter(|&at| self.first_byte(at) != b'-');
        let run = plain.next().filter(|&at| self.is_at(at, "run"));
        let script = plain.next().filter(|_| run.is_some());
        if let Some(at) = script
            && self.first_byte(at) == b'/'
        {
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.maybe(Reason::DynamicArgument, |scene| {
                scene.code(["pnpm run \"$@\""], span, true);
            });
        }
    }

    /// `alias.co=checkout`: whether a setting names git itself, with words
    /// that follow later.
    pub(super) fn is_alias(
        &mut self,
        key: &str,
        value: &str,
        span: Span,
    ) -> bool {
        const START: &str = "alias.";
        let start = key.get(..START.len());
        if !start.is_some_and(|start| start.eq_ignore_ascii_case(START))
            || value.starts_with(['!', '-'])
        {
            return false;
        }
        self.code(["git", value], span, true);
        let first = self.out.text.len();
        self.out.text.extend(["git ", value]);
        self.push_view(first, Effects::OPEN);
        true
    }

    /// `TOXENV=publish tox` as `tox -e publish`.
    fn sessions_set(&mut self, rest: Words) {
        let line = self.line;
        let before = self.own.words.0 as usize..rest.start;
        for at in before {
            let text = cooked_at(line, at);
            let list = text.strip_prefix("TOXENV=").unwrap_or("");
            let span = self.span_of(Words { start: at, end: at + 1 });
            for one in list.split(',').filter(|one| !one.is_empty()) {
                self.code(["tox -e", one], span, true);
            }
        }
    }
}
