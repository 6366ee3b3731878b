//! What is said of YAML where the reader was left out of the build.

use super::{Part, Yaml};
use crate::diagnostic::{Code, Diagnostic};
use crate::json::Tape;

/// Reads nothing, and says so: a file that is not read may hold a rule that
/// denies.
pub(in crate::load) fn read(part: Part<'_>, tape: &mut Tape) -> Yaml {
    *tape = Tape::new();
    let message = "this build of hookset reads no YAML";
    let found =
        Diagnostic::new(Code::INVALID_YAML, message, part.source, part.span)
            .help("build the library with its feature `yaml`");
    Yaml { found: vec![found], broken: true, ..Yaml::default() }
}
