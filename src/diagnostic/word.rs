//! Words of closed sets, and words that are none of them.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::Severity;
use super::suggest::nearest;

/// A word that is none of a closed set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// What it was to be, such as `mode of permissions`.
    pub what: &'static str,
    /// The words that there are.
    pub known: Vec<&'static str>,
}

impl UnknownWord {
    pub(crate) fn new(
        word: &str,
        what: &'static str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> UnknownWord {
        let (word, known) = (word.to_owned(), known.into_iter().collect());
        UnknownWord { word, what, known }
    }
}

impl Error for UnknownWord {}

impl fmt::Display for UnknownWord {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` is no {}", self.word, self.what)?;
        if let Some(near) = nearest(&self.word, self.known.iter().copied()) {
            write!(out, "; did you mean `{near}`?")?;
        }
        write!(out, "; there are `{}`", self.known.join("`, `"))
    }
}

impl Severity {
    const ALL: [Severity; 3] =
        [Severity::Info, Severity::Warning, Severity::Error];
}

impl fmt::Display for Severity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

impl FromStr for Severity {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Severity, UnknownWord> {
        let found = Severity::ALL.into_iter().find(|it| it.as_str() == word);
        let known = || Severity::ALL.map(Severity::as_str);
        found.ok_or_else(|| UnknownWord::new(word, "severity", known()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_severity_is_read_as_it_is_written() {
        for severity in Severity::ALL {
            assert_eq!(severity.to_string().parse(), Ok(severity));
        }
        let wrong = "eror".parse::<Severity>().unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "`eror` is no severity; did you mean `error`?; there are \
             `info`, `warning`, `error`"
        );
    }
}
