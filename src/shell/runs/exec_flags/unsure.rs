//! Words that may become options when the line runs.

use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};

impl Scene<'_> {
    /// Whether a word is an option in part, `rg --p{re=./x,}`, or becomes one,
    /// `find .$IFS-delete`: no allow rule for some words is about that.
    pub(super) fn may_become_flags(&mut self, words: Words) -> bool {
        let is_it = |at: &usize| self.may_become_flag(*at);
        let found = words.iter().find(is_it);
        if let Some(word) = found.and_then(|at| self.word(at)) {
            let none = Effects::default();
            self.doubt(Reason::ExecFlag, word.span, none);
        }
        found.is_some()
    }

    pub(crate) fn may_become_flag(&self, at: usize) -> bool {
        const OPEN: u16 = WordFlags::BRACE | WordFlags::UNQUOTED_EXPANSION;
        let Some(word) = self.word(at).filter(|word| word.flags.any(OPEN))
        else {
            return false;
        };
        let text = self.text_at(at);
        if word.flags.any(WordFlags::BRACE)
            && (text.contains("{-") || text.contains(",-"))
        {
            return true;
        }
        let sign = text.find(['{', '$', '`']).unwrap_or(text.len());
        let (before, behind) =
            text.split_at_checked(sign).unwrap_or((text, ""));
        // `-$X`; what follows `=` is a value.
        before.starts_with('-') && !before.contains('=')
            || behind.contains("IFS") && behind.contains('-')
            || behind.contains(":--")
            || behind.contains(":=-")
    }

    /// A bare glob that may become an option.
    pub(super) fn glob_operand(&mut self, words: Words) -> bool {
        for at in words.iter() {
            if self.text_at(at) == "--" {
                return false;
            }
            let bare = self.text_at(at).starts_with(['*', '?', '[']);
            let Some(word) = self.word(at) else { return false };
            let glob = WordFlags::GLOB;
            if bare && word.flags.any(glob) {
                self.doubt(Reason::Glob, word.span, Effects::default());
                return true;
            }
        }
        false
    }
}
