//! Commands behind options that rules see as they would see them alone.

use crate::shell::data::exec_flags::Row;
use crate::shell::data::programs::Known;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, base_name, cooked_at};

/// Options whose value is a command line or a program, and nothing else: the
/// program, and the subcommand.
const LINES: &[(&str, &str)] = &[
    ("fd", ""),
    ("fdfind", ""),
    ("git", "bisect"),
    ("git", "rebase"),
    ("git", "submodule"),
    ("npm", "exec"),
    ("npm", "x"),
    ("sort", ""),
];

/// Programs that write and start nothing, whatever they are handed.
const LOOKS: &[&str] = &[
    "basename",
    "cksum",
    "dirname",
    "jq",
    "md5sum",
    "nl",
    "od",
    "readlink",
    "realpath",
    "sha256sum",
    "strings",
    "tac",
];

impl Scene<'_> {
    /// Whether the command behind the option at `words` is one that the rules
    /// are shown as a whole: it is written out, nothing is fed to it, and its
    /// words are cut as they stand there.
    pub(super) fn shows(
        &self,
        row: &Row,
        words: Words,
        cut: Option<usize>,
    ) -> bool {
        const MOST: usize = 32;
        // `--exec` is also the start of an option that git has itself.
        let option = self.text_at(words.start);
        let cut_short = (row.program, row.sub) == ("git", "")
            && (option == "--exec" || option.starts_with("--exec="));
        let known = LINES.contains(&(row.program, row.sub)) || cut_short;
        if !known || self.fed() {
            return false;
        }
        let line = self.line;
        let dashed = |&at: &usize| self.first_byte(at) == b'-';
        let (at, cut) = match cut {
            Some(cut) => (words.start, cut),
            None => {
                let next = words.from(words.start + 1);
                (next.start + next.iter().take_while(dashed).count(), 0)
            }
        };
        let value = cooked_at(line, at).get(cut..).unwrap_or("");
        let first = value.split([' ', '\t', '\n']).next().unwrap_or("");
        let plain =
            |c: char| c.is_ascii_alphanumeric() || "._/-=:@,+%".contains(c);
        let known = Known::of(base_name(first));
        let more = match cut {
            0 => words.from(at + 1),
            _ => Words::default(),
        };
        // What it finds comes behind: `fd -x rm` may be about any file.
        let hands = matches!(row.program, "fd" | "fdfind");
        at < words.end
            && (!hands
                || known.only_reads()
                || known.changes()
                || LOOKS.contains(&first))
            && self.literal_at(at)
            && !first.is_empty()
            && first.chars().all(plain)
            && !first.contains('=')
            && !known.is_shell()
            && known.interpreter().is_none()
            && more.len() <= MOST
            && more.iter().all(|at| {
                let text = cooked_at(line, at);
                let found = hands && text == "{}";
                self.literal_at(at) && (found || text.chars().all(plain))
            })
    }
}
