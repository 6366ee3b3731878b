//! The words of decisions, and what each means.

use crate::dialect::{Word, Words};

pub(super) const ALLOW_ASK_DENY: Words =
    Words(&[("allow", Word::Allow), ("ask", Word::Ask), ("deny", Word::Deny)]);
pub(super) const WITH_DEFER: Words = Words(&[
    ("allow", Word::Allow),
    ("ask", Word::Ask),
    ("defer", Word::Defer),
    ("deny", Word::Deny),
]);
pub(super) const ALLOW_BLOCK: Words =
    Words(&[("allow", Word::Allow), ("block", Word::Deny)]);
pub(super) const APPROVE_BLOCK: Words =
    Words(&[("approve", Word::Allow), ("block", Word::Deny)]);
pub(super) const EVERY_WORD: Words = Words(&[
    ("allow", Word::Allow),
    ("approve", Word::Allow),
    ("ask", Word::Ask),
    ("block", Word::Deny),
    ("defer", Word::Defer),
    ("deny", Word::Deny),
]);
pub(super) const NO_WORDS: Words = Words(&[]);
