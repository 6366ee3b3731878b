//! What is wrong with a payload, in words.

use super::{Trouble, What};
use crate::diagnostic::{Code, Diagnostic};
use crate::json::Fault;
use crate::source::SourceId;

impl std::error::Error for Trouble {}

impl std::fmt::Display for Trouble {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message())
    }
}

impl Trouble {
    /// The finding to show for it.
    pub fn diagnostic(&self, source: SourceId) -> Diagnostic {
        let message = self.message();
        Diagnostic::new(Code::INVALID_EVENT, message, source, self.span)
    }

    /// What is wrong, for a person.
    pub fn message(&self) -> String {
        let field = self.field;
        match self.what {
            What::Json(Fault::DuplicateKey) => {
                "the event holds a key twice; readers disagree on which one \
                 counts"
                    .to_owned()
            }
            What::Json(Fault::Empty) => "the event is empty".to_owned(),
            What::Json(Fault::TrailingText) => {
                "there is more text behind the event".to_owned()
            }
            What::Json(Fault::TooDeep) => {
                "the event is nested too deeply".to_owned()
            }
            What::Json(Fault::TooLarge) => "the event is too large".to_owned(),
            What::Json(Fault::LoneSurrogate) => {
                "the event holds half of a character".to_owned()
            }
            What::Json(_) => "the event is not plain JSON".to_owned(),
            What::NotAnObject if field.is_empty() => {
                "the event is not an object".to_owned()
            }
            What::NotAnObject => format!("`{field}` is not an object"),
            What::NotAText => format!("`{field}` is not a text"),
            What::EmptyText => format!("`{field}` is empty"),
            What::ControlCharacter => {
                format!("`{field}` holds a control character")
            }
            What::Missing => format!("`{field}` is missing"),
            What::TwoSpellings => {
                format!("`{field}` is there in two spellings")
            }
            What::OtherSpelling => {
                format!("a key is almost `{field}`, but not quite")
            }
            What::UnknownEvent => "the event is not known".to_owned(),
        }
    }
}
