//! Words of tools that are commands of another tool, or of the same in other
//! words: `run-s build deploy`, `corepack pnpm@9 publish`, `gh repo create
//! --push`. Guards look at these.

use crate::shell::Reason;
use crate::shell::data::handed::{
    CORES, FOREACH_VALUES, PREFIXED, PUSHES, SCRIPT_RUNNERS, TASK_TOOLS,
};
use crate::shell::data::images::PACKAGES;
use crate::shell::data::implied::VARIABLES;
use crate::shell::scene::Scene;
use crate::shell::words::raw;
use crate::shell::words::{Words, cooked_at};

impl Scene<'_> {
    /// The commands that the words of a tool stand for.
    pub(super) fn of_tools(&mut self, name: &str, words: Words) {
        let rest = words.from(words.start + 1);
        self.of_project_tools(name, rest);
        match name {
            "concurrently" | "conc" => self.prefixed_scripts(rest),
            "corepack" => self.of_core(rest),
            "deno" => self.of_deno(rest),
            "dotnet" => self.tool_of_dotnet(rest),
            "drush" | "wp" => self.at_site(name, rest),
            "elixir" | "iex" => self.script_of_elixir(rest),
            "gh" | "glab" => self.also_pushes(name, rest),
            "git" => {
                self.all_tags(rest);
                self.without_hooks(rest);
            }
            "go" => self.of_go(rest),
            "mix" => self.tasks_in_turn(name, rest),
            "node" | "nodejs" => {
                self.script_of_package(rest);
                self.run_by_node(rest);
            }
            "bun" | "ts-node" | "tsx" => self.script_of_package(rest),
            "pnpm" => self.recursive(rest),
            "terraform" | "tofu" => self.also_destroys(name, rest),
            "yarn" => self.for_each_workspace(rest),
            _ if TASK_TOOLS.contains(&name) => self.of_tasks(name, rest),
            _ if SCRIPT_RUNNERS.contains(&name) => self.scripts(rest),
            _ => {}
        }
    }

    /// `run-s build deploy`: scripts of the package, run by whichever tool
    /// runs this.
    fn scripts(&mut self, rest: Words) {
        let line = self.line;
        for at in rest.iter() {
            let text = cooked_at(line, at);
            if text.starts_with('-') || text.is_empty() {
                continue;
            }
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.code(["npm run", text], span, true);
            self.maybe(Reason::DynamicArgument, |scene| {
                for tool in ["yarn run", "pnpm run", "bun run"] {
                    scene.code([tool, text], span, true);
                }
            });
        }
    }

    /// `concurrently npm:lint npm:deploy`.
    fn prefixed_scripts(&mut self, rest: Words) {
        let line = self.line;
        for at in rest.iter() {
            let Some((tool, script)) = cooked_at(line, at).split_once(':')
            else {
                continue;
            };
            if PREFIXED.contains(&tool) {
                let span = self.span_of(Words { start: at, end: at + 1 });
                let run = if tool == "node" { "--run" } else { "run" };
                self.code([tool, run, script], span, true);
            }
        }
    }

    /// `corepack pnpm@9.1.0 publish`.
    fn of_core(&mut self, rest: Words) {
        let line = self.line;
        let text = cooked_at(line, rest.start);
        let name = text.split('@').next().unwrap_or("");
        let behind = rest.from(rest.start + 1);
        if CORES.contains(&name) {
            self.other_command(&[name], behind);
        } else if self.is_open(rest.start) && !rest.is_empty() {
            self.maybe(Reason::DynamicArgument, |scene| {
                for name in CORES {
                    scene.other_command(&[name], behind);
                }
            });
        }
    }

    /// `gh repo create x --source=. --push`.
    fn also_pushes(&mut self, name: &str, rest: Words) {
        let open = rest.iter().any(|at| self.is_open(at));
        let says = |word: &&str| rest.iter().any(|at| self.is_at(at, word));
        let may = |word: &&str| says(word) || open && !word.starts_with('-');
        let mut rows = PUSHES.iter().filter(|row| row.0 == name);
        let Some(row) = rows.find(|row| row.1.iter().all(may)) else { return };
        let sure = row.1.iter().all(says);
        let span = self.span_of(rest);
        match sure {
            true => self.code(["git push"], span, true),
            false => self.maybe(Reason::DynamicArgument, |scene| {
                scene.code(["git push"], span, true);
            }),
        }
    }

    /// `git push origin 'refs/tags/*'` is `git push --tags origin`.
    fn all_tags(&mut self, rest: Words) {
        const ALL: [&str; 3] =
            ["refs/tags/*", "refs/tags/*:refs/tags/*", "tags/*"];
        let all = |at: usize| {
            let text = self.text_at(at);
            ALL.contains(&text.strip_prefix('+').unwrap_or(text))
        };
        if !rest.iter().any(|at| self.is_at(at, "push")) {
            return;
        }
        let Some(at) = rest.iter().find(|&at| all(at)) else { return };
        let line = self.line;
        let text = cooked_at(line, at);
        let force = if text.starts_with('+') { "--force" } else { "" };
        let before = Words { end: at, ..rest }.iter();
        let before = before.map(|at| raw(line, self.text, at));
        let behind = rest.from(at + 1).iter();
        let behind = behind.map(|at| raw(line, self.text, at));
        let pieces = ["git"].into_iter().chain(before);
        let pieces = pieces.chain(["--tags", force]).chain(behind);
        let pieces = pieces.filter(|piece| !piece.is_empty());
        let span = self.span_of(rest);
        self.code(pieces, span, true);
    }

    /// `HUSKY=0 git commit` is `git commit --no-verify`.
    fn without_hooks(&mut self, rest: Words) {
        const OPTION: &str = "--no-verify";
        let line = self.line;
        let tells = |at: usize| {
            let text = cooked_at(line, at);
            let Some((name, value)) = text.split_once('=') else {
                return false;
            };
            VARIABLES.iter().any(|row| {
                row.name == name
                    && row.option == "no-verify"
                    && (row.only.is_empty() || row.only == value)
                    && rest.iter().any(|at| self.is_at(at, row.sub))
            })
        };
        let mut before = self.own.words.0 as usize..rest.start;
        if before.any(tells) && !rest.iter().any(|at| self.is_at(at, OPTION)) {
            let words = rest.iter().map(|at| raw(line, self.text, at));
            let pieces = ["git"].into_iter().chain(words).chain([OPTION]);
            let span = self.span_of(rest);
            self.maybe(Reason::ProgramWord, |scene| {
                scene.code(pieces, span, true);
            });
        }
    }

    /// `iex -S mix ecto.drop`: a script that is found as programs are.
    fn script_of_elixir(&mut self, rest: Words) {
        if let Some(at) = rest.iter().find(|&at| self.is_at(at, "-S")) {
            self.other_command(&[], rest.from(at + 1));
        }
    }

    /// `mix do ecto.drop + ecto.create`, `mix do a, b`.
    pub(super) fn tasks_in_turn(&mut self, name: &str, rest: Words) {
        if !self.is_at(rest.start, "do") {
            return;
        }
        let line = self.line;
        let mut start = rest.start + 1;
        for at in rest.from(start).iter() {
            let text = cooked_at(line, at);
            let (alone, ends) = (text == "+", text.ends_with(','));
            let last = at + 1 == rest.end;
            if !alone && !ends && !last {
                continue;
            }
            let task = Words { start, end: at + usize::from(!alone) };
            let pieces = task.iter().map(|at| raw(line, self.text, at));
            let pieces = pieces.map(|piece| piece.trim_end_matches(','));
            let span = self.span_of(task);
            self.code([name].into_iter().chain(pieces), span, true);
            start = at + 1;
        }
    }

    /// `node node_modules/prisma/build/index.js migrate reset`,
    /// `node .yarn/releases/yarn-4.5.0.cjs install`.
    fn script_of_package(&mut self, rest: Words) {
        let line = self.line;
        let script = rest
            .iter()
            .find_map(|at| Some((at, package_of(cooked_at(line, at))?)));
        let Some((at, package)) = script else { return };
        let other = PACKAGES.iter().find(|row| row.0 == package);
        let name = other.map_or(package, |row| row.1);
        self.other_command(&[name], rest.from(at + 1));
    }

    /// `pnpm recursive publish`.
    fn recursive(&mut self, rest: Words) {
        let names = ["m", "multi", "recursive"];
        if names.iter().any(|name| self.is_at(rest.start, name)) {
            self.other_command(&["pnpm"], rest.from(rest.start + 1));
        }
    }

    /// `terraform plan -destroy -out=p && terraform apply p`,
    /// `TF_CLI_ARGS_apply=-destroy terraform apply`.
    fn also_destroys(&mut self, name: &str, rest: Words) {
        const OPTION: &str = "-destroy";
        let says = |word: &str| rest.iter().any(|at| self.is_at(at, word));
        let told = |at: usize| {
            let text = self.text_at(at);
            let text = text.strip_prefix('-').unwrap_or("");
            matches!(text, "destroy" | "-destroy")
                || text.starts_with("destroy=")
        };
        let destroys = if says("plan") {
            let out = |at: usize| {
                self.text_at(at).trim_start_matches('-').starts_with("out")
            };
            rest.iter().any(told)
                && rest.iter().any(out)
                && self.outermost.contains("apply")
        } else {
            says("apply")
                && self.outermost.contains("TF_CLI_ARGS")
                && self.outermost.contains(OPTION)
                && !rest.iter().any(told)
        };
        if destroys {
            let span = self.span_of(rest);
            self.code([name, "apply", OPTION], span, true);
        }
    }

    /// `yarn workspaces foreach -A run deploy`.
    fn for_each_workspace(&mut self, rest: Words) {
        if !self.is_at(rest.start, "workspaces") {
            return;
        }
        let foreach = self.is_at(rest.start + 1, "foreach");
        let mut at = rest.start + 1 + usize::from(foreach);
        while at < rest.end && self.first_byte(at) == b'-' {
            let takes = FOREACH_VALUES.contains(&self.text_at(at));
            at += 1 + usize::from(takes);
        }
        self.other_command(&["yarn"], rest.from(at));
    }

    /// `dotnet tool run dotnet-ef x` as `dotnet-ef x`.
    fn tool_of_dotnet(&mut self, rest: Words) {
        let (at, sent) = (rest.start + 1, rest.from(rest.start + 2));
        if !self.is_at(rest.start, "tool") || sent.is_empty() {
            return;
        }
        if self.is_at(at, "run") {
            self.other_command(&[], sent);
        } else if self.is_open(at) {
            self.maybe(Reason::DynamicArgument, |scene| {
                scene.other_command(&[], sent);
            });
        }
    }

    /// `node --run=deploy` as `npm run deploy`.
    fn run_by_node(&mut self, rest: Words) {
        let line = self.line;
        let run = rest.iter().find_map(|at| {
            Some((at, cooked_at(line, at).strip_prefix("--run=")?))
        });
        if let Some((at, script)) = run {
            self.other_command(&["npm run", script], rest.from(at + 1));
        }
    }

    /// `drush @prod sql:drop`: the site stands before the subcommand.
    fn at_site(&mut self, name: &str, rest: Words) {
        if self.first_byte(rest.start) == b'@' {
            self.other_command(&[name], rest.from(rest.start + 1));
        }
    }

    /// Some words as those of another command.
    pub(super) fn other_command(&mut self, first: &[&str], words: Words) {
        let line = self.line;
        let rest = words.iter().map(|at| raw(line, self.text, at));
        let pieces = first.iter().copied().chain(rest);
        let span = self.span_of(words);
        self.code(pieces, span, true);
    }
}

/// The package that a script lies in, by its path.
fn package_of(path: &str) -> Option<&str> {
    const MODULES: &str = "node_modules/";
    if let Some((_, name)) = path.rsplit_once("/releases/")
        && name.starts_with("yarn-")
    {
        return Some("yarn");
    }
    let file = path.rsplit('/').next().unwrap_or(path);
    match file {
        "npm-cli.js" => return Some("npm"),
        "npx-cli.js" => return Some("npx"),
        _ => {}
    }
    let at = path.rfind(MODULES)? + MODULES.len();
    let rest = path.get(at..)?;
    let mut ends = rest.match_indices('/').map(|(at, _)| at);
    let end = match rest.starts_with('@') {
        true => ends.nth(1)?,
        false => ends.next()?,
    };
    rest.get(..end).filter(|name| *name != ".bin")
}

#[cfg(test)]
mod tests {
    use super::package_of;

    #[test]
    fn packages_are_known_by_where_they_lie() {
        for (path, name) in [
            ("node_modules/prisma/build/index.js", Some("prisma")),
            ("./node_modules/@angular/cli/bin/ng.js", Some("@angular/cli")),
            (".yarn/releases/yarn-4.5.0.cjs", Some("yarn")),
            ("/usr/lib/node_modules/npm/bin/npm-cli.js", Some("npm")),
            ("node_modules/.bin/tsc", None),
            ("src/index.js", None),
        ] {
            assert_eq!(package_of(path), name, "{path}");
        }
    }
}
