//! The sentences in a composed text, as data that can be replaced.

use super::check::Fault;
use crate::diagnostic::Code;
use crate::diagnostic::suggest::nearest;
use crate::json::{Tape, Value};
use std::collections::BTreeMap;

const OWN: &str = include_str!("words.json");

/// The sentences around the texts: by level, for notices and for tools that
/// wait. `{names}` in them are filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(BTreeMap<String, String>);

impl Default for Words {
    fn default() -> Words {
        let tape = Tape::of(OWN);
        let entries = tape.root(OWN).map(|root| {
            let pair = |e: crate::json::Entry<'_>| {
                let text = e.value.str().unwrap_or("");
                (e.name().to_owned(), text.to_owned())
            };
            root.entries().map(pair).collect()
        });
        Words(entries.unwrap_or_default())
    }
}

impl Words {
    /// Our own sentences, with those in the object `value` in place of
    /// some of them; and what is wrong with that.
    pub fn read(value: Value<'_>) -> (Words, Vec<Fault>) {
        let mut words = Words::default();
        let mut faults = Vec::new();
        if !value.is_object() {
            faults.push(Fault::new(
                Code::WRONG_TYPE,
                "words",
                "the sentences must be an object; ours are used",
                "write `{\"MUST\": \"…\"}`",
            ));
        }
        for entry in value.entries() {
            let key = entry.name();
            let known = words.0.contains_key(key);
            match entry.value.str() {
                Some(text) if known => {
                    words.0.insert(key.to_owned(), text.to_owned());
                }
                Some(_) => faults.push(words.unknown(key)),
                None => faults.push(Fault::new(
                    Code::WRONG_TYPE,
                    "words",
                    format!("`{key}` must be a text; ours is used"),
                    "write the sentence in quotes",
                )),
            }
        }
        (words, faults)
    }

    fn unknown(&self, key: &str) -> Fault {
        let keys = || self.0.keys().map(String::as_str);
        let help = match nearest(key, keys()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let keys: Vec<_> = keys().collect();
                format!("there are: {}", keys.join(", "))
            }
        };
        let message = format!("there is no sentence `{key}`; it is ignored");
        Fault::new(Code::UNKNOWN_KEY, "words", message, help)
    }

    /// The sentence called `name`.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
}
