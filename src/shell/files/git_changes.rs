//! What subcommands of git change beyond the files that their words name.

use super::git_files::may_be_option;
use crate::shell::data::files::{self, Role};
use crate::shell::scene::Scene;
use crate::shell::words::Words;

impl Scene<'_> {
    /// Whether a subcommand changes files that its words do not name: by
    /// itself, or told so by an option.
    pub(super) fn rewrites_others(
        &self,
        subcommand: &str,
        role: Option<Role>,
        behind: Words,
    ) -> bool {
        let may = |option: &str| {
            behind.iter().any(|at| {
                let text = self.text_at(at);
                // `--prefix=src/`
                let named = text.split('=').next() == Some(option);
                named || may_be_option(text, option)
            })
        };
        let mut rows = files::GIT_REWRITES.iter();
        rows.any(|(name, option)| {
            *name == subcommand && (option.is_empty() || may(option))
        }) || role == Some(Role::Writes) && may("--pathspec-from-file")
    }

    /// The files that `git stash push` is to put away, where it is told some
    /// and every option is known.
    pub(super) fn stashed(&self, words: Words) -> Option<Words> {
        const OPTIONS: &[&str] = &[
            "--all",
            "--include-untracked",
            "--keep-index",
            "--quiet",
            "--staged",
            "-S",
            "-a",
            "-k",
            "-q",
            "-u",
        ];
        let mut at = words.start;
        while !self.is_at(at, "push") && at < words.end {
            at += 1;
        }
        at += 1;
        while at < words.end {
            let text = self.text_at(at);
            match text {
                "--" => {
                    at += 1;
                    break;
                }
                "-m" | "--message" => at += 1,
                _ if OPTIONS.contains(&text) => {}
                _ if text.starts_with("--message=") => {}
                _ if text.starts_with('-') => return None,
                _ => break,
            }
            at += 1;
        }
        let named = words.from(at);
        let known = |at| {
            self.literal_at(at) && !self.text_at(at).starts_with(['-', ':'])
        };
        (!named.is_empty() && named.iter().all(known)).then_some(named)
    }
}
