//! For what the owner of a file refuses all of it, or what stands under a
//! key.

use super::{KEYS, Reader, others};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::load::{Family, Scope};

/// Whether the owner of a file refuses all of it for this finding. What is
/// JSON by its grammar is read, whatever it stands for.
pub(super) fn is_refusal(found: &Diagnostic) -> bool {
    let read =
        [Code::DUPLICATE_KEY, Code::LONE_SURROGATE, Code::NUMBER_OUT_OF_RANGE];
    found.severity == Severity::Error && !read.contains(&found.code)
}

impl Reader {
    /// What the documented runner does with a value at the top of the file
    /// that its schema refuses (spec 1.7).
    pub(super) fn refusal(&self, key: &str) -> Option<&'static str> {
        let known = KEYS.contains(&key) || others::has_type(key);
        if self.document.family != Family::Claude || !known {
            return None;
        }
        Some(match (self.document.scope, key) {
            (Scope::Managed, "permissions") => {
                "all of `permissions` is dropped"
            }
            (Scope::Managed, "hooks") => "all of `hooks` is dropped",
            (Scope::Managed, _) => "it is ignored",
            _ => "the whole file is refused",
        })
    }

    /// Notes what is not in force because of a value under `key`, if it was
    /// refused.
    pub(super) fn refuse(&mut self, key: &str) {
        if !self.notes.refuses {
            return;
        }
        let all = self.document.scope != Scope::Managed;
        self.document.drops_rules |= all || key == "permissions";
        self.document.drops_hooks |= all || key == "hooks";
    }
}
