//! The files that git changes or reads, with or without naming them.

use super::operands::accesses;
use crate::shell::Access;
use crate::shell::braces::without_groups;
use crate::shell::data::files::{self, Role};
use crate::shell::scene::{Level, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Program, Words, cooked_at};

/// Parts of the options and variables of git that say where its files are,
/// and of the option by which it writes anywhere (its manual).
const MOVES_TREE: &[&str] = &["work", "git-dir", "git_dir", "unsafe"];

impl Scene<'_> {
    /// git commands that change files without naming them.
    pub(super) fn rewrites(&mut self, program: Program<'_>, level: Level) {
        let globals = program.known.globals();
        let Some(row) = globals.filter(|_| program.name == "git") else {
            return;
        };
        let all = level.words;
        let (at, _) = self.behind_globals(row, all);
        let words = all.from(at);
        if self.is_at(at, "grep") {
            return self.searched(all, words.from(at + 1));
        }
        let mut plain =
            words.iter().filter(|&at| !self.text_at(at).starts_with('-'));
        let Some(first) = plain.next() else { return };
        let line = self.line;
        let second = plain.next().map_or("", |at| cooked_at(line, at));
        let subcommand = cooked_at(line, first);
        let behind = words.from(first + 1);
        match subcommand {
            "config" => self.configures(behind),
            "bundle" | "merge-file" => self.git_makes(behind, second),
            "clone" | "init" => self.templates(all),
            "log" if self.says_names(words, first) => {}
            _ => self.trees_of_objects(subcommand, behind),
        }
        let role = self.role_of(subcommand, behind);
        let rewrites = self.rewrites_others(subcommand, role, behind);
        let looks = self.changes_none(level, (subcommand, second), behind);
        let index_only = self.changes_index_alone(subcommand, behind);
        // git writes nothing into a directory of this name, and removes it
        // in `clean` alone, unless it is told to take it for the tree.
        let guarded = self.places.guarded;
        let own = subcommand != "clean"
            && !self.may_move_tree(all)
            && guarded.is_some_and(|guarded| guarded.only_writes_in(".git"));
        let role = role.filter(|_| !index_only);
        let stashed = match (subcommand, second) {
            ("stash", "push") => self.stashed(behind),
            _ => None,
        };
        let writes = rewrites && !looks && !own && stashed.is_none();
        let apart = own
            || (writes || role == Some(Role::Writes))
                && self.is_about_no_guard(all);
        if writes && !apart {
            self.any_file(Role::Writes, self.span_of(words));
        }
        if let Some(role) = role {
            self.pathspecs(role, behind, apart);
            let come = level.unseen();
            if come && role == Role::Writes && !apart {
                // `git diff --name-only | xargs git checkout --`
                self.any_file(role, self.span_of(words));
            }
        } else if let Some(named) = stashed {
            self.pathspecs(Role::Writes, named, apart);
        }
    }

    /// Whether `git log` says no more of files than their names.
    pub(crate) fn says_names(&self, words: Words, sub: usize) -> bool {
        const OPTIONS: &[&str] = &[
            "--all",
            "--decorate",
            "--first-parent",
            "--follow",
            "--graph",
            "--merges",
            "--name-only",
            "--name-status",
            "--no-merges",
            "--numstat",
            "--oneline",
            "--reverse",
            "--shortstat",
            "--stat",
            "-n",
        ];
        const VALUED: &[&str] = &[
            "--after=",
            "--author=",
            "--before=",
            "--date=",
            "--diff-filter=",
            "--format=",
            "--grep=",
            "--max-count=",
            "--pretty=",
            "--since=",
            "--until=",
        ];
        let dashes = words.iter().find(|&at| self.is_at(at, "--"));
        let dashes = dashes.unwrap_or(words.end);
        let lists = |at: usize| {
            let text = self.text_at(at);
            let number = text.strip_prefix('-').is_some_and(|rest| {
                let digits = rest.strip_prefix('n').unwrap_or(rest);
                digits.bytes().all(|b| b.is_ascii_digit())
            });
            let known = !text.starts_with('-')
                || text == "--"
                || number
                || OPTIONS.contains(&text)
                || VALUED.iter().any(|start| text.starts_with(start));
            // Behind dashes there are no options.
            at > dashes || known && self.literal_at(at)
        };
        self.is_at(sub, "log") && sub == words.start && words.iter().all(lists)
    }

    /// What a subcommand does with the files that its words name.
    fn role_of(&self, subcommand: &str, behind: Words) -> Option<Role> {
        let has = |option: &str| {
            behind.iter().any(|at| is_option(self.text_at(at), option))
        };
        match subcommand {
            "diff" if has("--no-index") => Some(Role::Reads),
            "config" if has("-f") => Some(Role::Reads),
            "checkout" if ["-b", "-B", "--orphan"].into_iter().any(has) => {
                None
            }
            _ if files::GIT_PLACES.contains(&subcommand) => Some(Role::Writes),
            _ if files::GIT_OPENS.contains(&subcommand) => Some(Role::Reads),
            _ => None,
        }
    }

    /// Whether a subcommand that changes files is sure to change none.
    fn changes_none(
        &self,
        level: Level,
        sub: (&str, &str),
        behind: Words,
    ) -> bool {
        match sub.0 {
            "apply" => self.only_checks(behind),
            "clang-format" => {
                behind.iter().any(|at| self.text_at(at).starts_with("--diff"))
            }
            "clean" => !level.open() && self.only_says(behind),
            _ => files::GIT_LOOKS.contains(&sub),
        }
    }

    /// Whether `git apply` is sure to say only what the patch would do.
    fn only_checks(&self, words: Words) -> bool {
        const SAYS: &[&str] = &["--check", "--numstat", "--stat", "--summary"];
        let text = |at| self.text_at(at);
        let mut options = words.iter().take_while(|&at| text(at) != "--");
        options.any(|at| SAYS.contains(&text(at)))
            && words
                .iter()
                .all(|at| self.literal_at(at) && !text(at).starts_with("--a"))
    }

    /// Whether guards are about no file that a command of git may change
    /// without naming it.
    fn is_about_no_guard(&mut self, all: Words) -> bool {
        // `-C x`, and what has a prefix for the paths that it writes
        let elsewhere = |at: usize| {
            let text = self.text_at(at);
            text.starts_with("-C") || text == "checkout-index"
        };
        !self.may_move_tree(all)
            && !all.iter().any(elsewhere)
            && self.is_repository_free()
    }

    /// Whether a subcommand of git changes what is noted of files, and none of
    /// them.
    pub(super) fn changes_index_alone(
        &self,
        subcommand: &str,
        behind: Words,
    ) -> bool {
        let may = |option: &str| {
            behind.iter().any(|at| may_be_option(self.text_at(at), option))
        };
        // Behind `--` stand files; `-sS` is a source of that name.
        let options = behind.iter().take_while(|&at| !self.is_at(at, "--"));
        let mut options = options.map(|at| self.text_at(at));
        match subcommand {
            "reset" => !["--hard", "--keep", "--merge"].into_iter().any(may),
            "restore" => {
                let staged = options.any(|text| {
                    is_option(text, "--staged")
                        || is_option(text, "-S") && !text.contains('s')
                });
                staged && !(may("--worktree") || may("-W"))
            }
            "rm" => options.any(|text| is_option(text, "--cached")),
            _ => false,
        }
    }

    /// Whether `git clean` is sure to say only what it would remove: `-nd`,
    /// but neither `-e -n` nor `-n --no-dry-run`.
    pub(crate) fn only_says(&self, words: Words) -> bool {
        let mut dry = false;
        let mut at = words.start;
        while at < words.end && !self.is_at(at, "--") {
            let text = self.text_at(at);
            if !self.literal_at(at) || text.starts_with("--no") {
                return false;
            }
            at += 1;
            dry |= text == "--dry-run";
            let letters = text.strip_prefix('-').unwrap_or("");
            if letters.starts_with('-') {
                // It may be cut short.
                at += usize::from(
                    text.starts_with("--e") && !text.contains('='),
                );
                continue;
            }
            let (own, pattern) =
                letters.split_once('e').unwrap_or((letters, "-"));
            dry |= own.contains('n');
            at += usize::from(pattern.is_empty());
        }
        dry
    }

    /// `git bundle create x`, `git merge-file x y z`: the file that these
    /// write.
    fn git_makes(&mut self, behind: Words, second: &str) {
        let prints = ["--stdout", "-p"];
        let made = self.is_at(behind.start.wrapping_sub(1), "merge-file");
        let writes = match made {
            true => {
                !behind.iter().any(|at| prints.contains(&self.text_at(at)))
            }
            false => second == "create",
        };
        let mut plain = behind.iter().filter(|&at| {
            self.first_byte(at) != b'-' && (made || !self.is_at(at, "create"))
        });
        if let Some(at) = plain.next().filter(|_| writes) {
            self.file_at(Access::Write, at);
        }
    }

    /// `git init --template=x`: a directory with hooks, which are copied.
    fn templates(&mut self, words: Words) {
        let told = || {
            let signs = ["--templ", "templatedir", "template_dir"];
            signs.iter().any(|sign| {
                let mut pieces = self.outermost.as_bytes().windows(sign.len());
                pieces.any(|piece| piece.eq_ignore_ascii_case(sign.as_bytes()))
            })
        };
        if *self.whole.templates.get_or_init(told) {
            let span = self.span_of(words);
            self.all_below(Role::Writes, ".git/hooks", span);
        }
    }

    /// Whether git may be told where its files are, or to write where it
    /// would not: `cd .git && git --work-tree=. checkout -f`.
    pub(crate) fn may_move_tree(&self, words: Words) -> bool {
        let whole =
            self.whole.moves_tree.get_or_init(|| moves(self.outermost));
        let mut words = words.iter();
        *whole
            || words.any(|at| self.dynamic_at(at) || moves(self.text_at(at)))
    }

    /// Whether a glob says a part of a name that guards are about.
    fn names_guarded(&self, access: Access, glob: &str) -> bool {
        let mut parts = glob.split('/');
        glob.contains(['*', '?', '['])
            && self.places.guarded.is_some_and(|guarded| {
                parts.any(|part| guarded.is_named_by(access, part))
            })
    }

    /// The files that git is to change: `src/`, `:/`, `'*.c'`. Where guards
    /// are about none of its repository, those that it names alone count.
    fn pathspecs(&mut self, role: Role, words: Words, apart: bool) {
        for at in words.iter() {
            let text = self.text_at(at);
            let span = self.span_of(Words { start: at, end: at + 1 });
            let wide = text.starts_with([':', '*']) || text.contains("/*");
            let around = wide || self.is_at(at, ".");
            if apart && role == Role::Writes && around {
                continue;
            }
            let (reads, writes) = accesses(role);
            let mut both = reads.into_iter().chain(writes);
            let groups = match self.literal_at(at) {
                true => None,
                false => without_groups(text),
            };
            let glob = groups.as_ref().map_or(text, |g| g.as_str());
            let found = self.word(at).is_some_and(|word| {
                // `v$((i + 1)).txt`
                word.flags.any(WordFlags::ARITHMETIC)
                    || both.any(|access| {
                        self.finds_guarded(access, word, true)
                            || self.names_guarded(access, glob)
                    })
            });
            if wide || found || self.dynamic_at(at) {
                self.any_file(role, span);
            } else if !text.starts_with('-') {
                self.tree(role, at);
            }
        }
    }
}

/// Whether a text says a part of what tells git where its files are.
fn moves(text: &str) -> bool {
    MOVES_TREE.iter().any(|part| {
        let mut at = text.as_bytes().windows(part.len());
        at.any(|at| at.eq_ignore_ascii_case(part.as_bytes()))
    })
}

/// Whether a word is an option, or any start of it: `--h` is `--hard`.
pub(super) fn may_be_option(text: &str, option: &str) -> bool {
    let start = text.len() > 2 && text.starts_with("--");
    is_option(text, option) || start && option.starts_with(text)
}

/// Whether a word is sure to be an option: `-qf` is `-f`, `--har` is `--hard`.
fn is_option(text: &str, option: &str) -> bool {
    let letter = option.strip_prefix('-').filter(|rest| rest.len() == 1);
    match (letter, text.strip_prefix("--")) {
        (Some(_), Some(_)) => false,
        (Some(letter), None) => text.starts_with('-') && text.contains(letter),
        (None, _) => text.len() > 4 && option.starts_with(text),
    }
}
