//! Where the line may be behind code that its own shell runs in between:
//! `eval 'true; cd x'`, `trap 'cd x' DEBUG`, `mapfile -C 'cd x;'`.

use super::Shell;
use super::scene::Scene;
use super::words::{Words, cooked_at};

/// What goes to another directory.
pub(super) const GOES: &[&str] = &["cd", "chdir", "popd", "pushd"];

impl Scene<'_> {
    /// Whether nobody knows where the line is behind a command whose name
    /// stands at a place, behind `eval` and its like: it runs code that may go
    /// elsewhere, now or later.
    pub(super) fn is_led_away(&self, command: Words, at: usize) -> bool {
        let line = self.line;
        let name = cooked_at(line, at);
        let before = Words { end: at, ..command };
        let evaluated = || before.iter().any(|at| self.is_at(at, "eval"));
        let rest = command.from(at + 1);
        let says = |words: Words| {
            words.iter().any(|at| says_goes(cooked_at(line, at)))
        };
        match name {
            _ if self.shell == Shell::PowerShell || !self.profile.strict => {
                at > command.start && name.starts_with("cd ")
            }
            "trap" => self.is_kept_for_now(rest) && says(rest),
            "mapfile" | "readarray" => says(rest),
            // What it reads there is known, but not followed.
            "." | "source" => self.text_at(rest.start).starts_with("/dev/"),
            // Then the name of a directory alone leads there.
            "shopt" => rest.iter().any(|at| self.is_at(at, "autocd")),
            _ => {
                at > command.start
                    && !GOES.contains(&name)
                    && evaluated()
                    && says(command.from(at))
            }
        }
    }

    /// Whether `trap` keeps code for more than the end of the line, or for
    /// signals that a line without `kill` does not send itself.
    fn is_kept_for_now(&self, rest: Words) -> bool {
        const ENDS: &[&str] = &["EXIT", "0"];
        const SIGNALS: &[&str] = &["HUP", "INT", "QUIT", "TERM"];
        let sends = || self.outermost.contains("kill");
        let later = |at: usize| {
            let name = self.text_at(at).trim_start_matches("SIG");
            ENDS.contains(&name)
                || SIGNALS.contains(&name)
                    && !*self.whole.sends_signals.get_or_init(sends)
        };
        let dashes = usize::from(self.is_at(rest.start, "--"));
        !rest.from(rest.start + dashes + 1).iter().all(later)
    }
}

/// Whether a text says one of these. Linear in it.
fn says_goes(text: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !in_word(c)).any(|word| GOES.contains(&word))
}

/// `~1`, `~-`: whether a path starts where the line was before.
pub(super) fn is_on_stack(path: &str) -> bool {
    let Some(place) = path.strip_prefix('~') else { return false };
    let number = place.trim_start_matches('+');
    place.starts_with('-') || number.starts_with(|c: char| c.is_ascii_digit())
}
