//! The words of a command that are no options, and no values of options.

use super::{address, usual};
use crate::shell::Shell;
use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::sorted::{Table, Takes};
use crate::shell::views::subcommands::{Head, takes_word};
use crate::shell::words::Words;

/// How sure it is that a program goes to what a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    No,
    Maybe,
    Yes,
}

impl Scene<'_> {
    /// Whether a word is no option, and not the value of one. Of options
    /// that no table knows none takes an address with a scheme.
    pub(super) fn target(
        &self,
        around: Around<'_>,
        head: Head,
        words: Words,
        at: usize,
    ) -> Target {
        if self.is_option(at) {
            let url = self.text_at(at).starts_with("--url=");
            return if url { Target::Yes } else { Target::No };
        }
        if at == words.start || !self.is_option(at - 1) {
            return Target::Yes;
        }
        let (_, sub) = self.named_by(around.name, head);
        let power = self.shell == Shell::PowerShell;
        let table = Table::new(usual(around.name, power)).below([sub, ""]);
        match takes_next(table, around, self.text_at(at - 1)) {
            Takes::Yes => Target::No,
            Takes::Maybe if address::split(self.text_at(at)).is_none() => {
                Target::Maybe
            }
            _ => Target::Yes,
        }
    }
}

/// Whether an option, or the last letter of several, takes the next word.
fn takes_next(table: Table<'_>, around: Around<'_>, option: &str) -> Takes {
    let Some(long) = option.strip_prefix("--") else {
        return table.takes_next(option, |c| around.row.valued.contains(c));
    };
    match (table.find(long), takes_word(around.row, option)) {
        _ if long.is_empty() || long == "url" => Takes::No,
        _ if long.contains('=') => Takes::No,
        (_, Some(true)) => Takes::Yes,
        (Some(flag), _) => flag.takes,
        (None, Some(false)) => Takes::No,
        (None, None) => Takes::Maybe,
    }
}
