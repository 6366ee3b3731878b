//! What is wrong with a text, in words.

use std::error::Error;
use std::fmt;

use super::host_glob::HostFault;
use super::regex::RegexError;
use super::{
    MAX_CONDITION_DEPTH, MAX_RULE_BYTES, SyntaxError, SyntaxErrorKind,
};

impl Error for SyntaxError {}

impl fmt::Display for SyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        use SyntaxErrorKind as Kind;
        out.write_str(match self.kind {
            Kind::Empty => "there is no rule in this text",
            Kind::NoName => "a tool name is missing before `(`",
            Kind::Unclosed => "a `(` is never closed",
            Kind::StrayClose => "a `)` was never opened",
            Kind::EmptyContent => "the brackets are empty",
            Kind::TextAfter => "text stands after the closing bracket",
            Kind::Condition => "this is not a condition",
            Kind::TooLong => {
                return write!(
                    out,
                    "the rule is longer than {MAX_RULE_BYTES} bytes"
                );
            }
            Kind::TooDeep => {
                return write!(
                    out,
                    "brackets are nested more than {MAX_CONDITION_DEPTH} deep"
                );
            }
        })
    }
}

impl Error for RegexError {}

impl fmt::Display for RegexError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.kind.message())
    }
}

impl Error for HostFault {}

impl fmt::Display for HostFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.words())
    }
}
