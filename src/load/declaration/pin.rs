//! What an approval of a text of a server is pinned to.

use crate::json::{Value, one_spelling, quote};

/// The server and all the declaration says, its event and its matcher as
/// well, in its one spelling; none where two readers could read it in two
/// ways. It is the text itself and no digest of it, so that no other
/// declaration can have the same, and so that a person can see what changed.
/// Linear.
pub fn pin(server: &str, declaration: Value<'_>) -> Option<String> {
    let declaration = one_spelling(declaration)?;
    let mut out = String::from("{\"server\":");
    quote(server, &mut out);
    out.push_str(",\"declaration\":");
    out.push_str(&declaration);
    out.push('}');
    Some(out)
}
