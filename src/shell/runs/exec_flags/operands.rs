//! Programs that write their second operand.

use crate::shell::scene::Scene;
use crate::shell::words::{Words, short_takes};
use crate::shell::{Effects, Reason};

impl Scene<'_> {
    /// `uniq in out`, `xxd in out`: the second operand is written.
    pub(super) fn operand_written(
        &mut self,
        name: &str,
        words: Words,
    ) -> bool {
        let valued = match name {
            "uniq" => "fsw",
            "xxd" => "cglnosR",
            _ => return false,
        };
        let mut operands = 0;
        let mut at = words.start;
        while at < words.end {
            let text = self.text_at(at);
            if !text.starts_with('-') || text == "-" {
                operands += 1;
            } else if short_takes(text, valued) {
                at += 1;
            }
            at += 1;
        }
        if operands > 1 {
            let span = self.span_of(words);
            self.doubt(Reason::ExecFlag, span, Effects::default());
        }
        operands > 1
    }
}
