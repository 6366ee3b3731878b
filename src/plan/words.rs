//! Behaviors and decisions as words.

use std::fmt;
use std::str::FromStr;

use super::Behavior;
use super::answers::Decision;
use crate::diagnostic::UnknownWord;

/// `Display` and `FromStr` with the words that `as_str` gives.
macro_rules! words {
    ($name:ident, $what:literal, $all:expr) => {
        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.pad(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<$name, UnknownWord> {
                let found = $all.into_iter().find(|it| it.as_str() == word);
                let known = || $all.map($name::as_str);
                found.ok_or_else(|| UnknownWord::new(word, $what, known()))
            }
        }
    };
}

words!(
    Behavior,
    "answer of rules",
    [Behavior::None, Behavior::Allow, Behavior::Ask, Behavior::Deny]
);
words!(
    Decision,
    "decision",
    [
        Decision::None,
        Decision::Allow,
        Decision::Ask,
        Decision::Defer,
        Decision::Deny,
    ]
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_as_it_is_written() {
        for behavior in
            [Behavior::None, Behavior::Allow, Behavior::Ask, Behavior::Deny]
        {
            assert_eq!(behavior.to_string().parse(), Ok(behavior));
            // They are decisions, too.
            let decision: Decision = behavior.to_string().parse().unwrap();
            assert_eq!(decision.to_string(), behavior.as_str());
        }
        assert_eq!("defer".parse(), Ok(Decision::Defer));
        let wrong = "Deny".parse::<Behavior>().unwrap_err();
        assert!(wrong.to_string().contains("did you mean `deny`?"));
        assert_eq!(format!("{:>5}", Behavior::Ask), "  ask");
    }
}
