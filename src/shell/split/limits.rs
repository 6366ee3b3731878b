//! How far the splitter goes.

/// Bounds of a split. Nothing is dropped beyond them: the text is still
/// taken apart, and a mark says that the answer is not to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a command line; a longer one is marked
    /// [`Reason::Size`](crate::shell::Reason::Size).
    pub text: usize,
    /// Nested substitutions, groups and quotes; deeper ones are marked
    /// [`Reason::Depth`](crate::shell::Reason::Depth) and their words are
    /// kept as written.
    pub nesting: usize,
    /// How often a text may be read again as a command line of its own
    /// (backticks within backticks, `bash -c 'bash -c …'`).
    pub reparse: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { text: 1 << 20, nesting: 64, reparse: 8 }
    }
}
