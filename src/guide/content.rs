//! From definitions to their texts, through a reader that is lent.

use super::requests::{LogLevel, Record};
use super::text::one_line;
use super::{Guidance, Summary};
use std::collections::BTreeMap;

/// Whoever can read the texts of guidance.
pub trait Content {
    /// The text at `path`, which is relative to the base directory, has `/`
    /// between its parts and no `..` in it. A reader of files must make sure
    /// that no link on the way leads out of the base directory.
    ///
    /// # Errors
    ///
    /// Says why there is no text, in a few words.
    fn read(&self, path: &str) -> Result<String, String>;
}

/// Guidance with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// Which one.
    pub guidance: Guidance,
    /// Its text, as it stands in the file.
    pub text: String,
    /// Where the text was read, seen from the base directory; none for a
    /// text that was given.
    pub path: Option<String>,
    /// When it was read, where the caller said so.
    pub at: Option<String>,
}

/// Guidance whose text could not be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which one.
    pub guidance: Box<Guidance>,
    /// Why.
    pub error: String,
}

impl std::error::Error for Failure {}

impl std::fmt::Display for Failure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "`{}` has no text: {}", self.guidance.tag, self.error)
    }
}

/// What became of many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// Those with their texts, in the order they were asked for.
    pub resolved: Vec<Resolved>,
    /// Those without.
    pub failed: Vec<Failure>,
}

impl Loaded {
    /// What is to be logged: each failure, as an error.
    pub fn log(&self) -> Vec<Record> {
        let record = |failure: &Failure| {
            let id = failure.guidance.id();
            let text = format!("`{id}` has no text: {}", failure.error);
            Record { level: LogLevel::Error, text }
        };
        self.failed.iter().map(record).collect()
    }

    /// The failures as they stand in a result.
    pub fn failures(&self) -> Vec<Summary> {
        let summary = |failure: &Failure| {
            Summary::of(&failure.guidance, Some(failure.error.clone()))
        };
        self.failed.iter().map(summary).collect()
    }
}

/// Gets the texts of guidance, each from its file once.
#[derive(Clone, Debug)]
pub struct Loader<C> {
    content: C,
    cache: Option<BTreeMap<String, String>>,
    at: Option<String>,
}

impl<C: Content> Loader<C> {
    /// A loader that remembers what it has read.
    pub fn new(content: C) -> Loader<C> {
        Loader { content, cache: Some(BTreeMap::new()), at: None }
    }

    /// Without a memory: every text is read again.
    #[must_use]
    pub fn without_cache(mut self) -> Loader<C> {
        self.cache = None;
        self
    }

    /// Says what time it is, for the texts that are read from now on.
    pub fn set_time(&mut self, at: impl Into<String>) {
        self.at = Some(at.into());
    }

    /// Guidance with its text.
    ///
    /// # Errors
    ///
    /// The guidance, and why its text could not be read.
    pub fn load(&mut self, guidance: &Guidance) -> Result<Resolved, Failure> {
        match self.text(guidance) {
            Ok((text, path)) => Ok(Resolved {
                guidance: guidance.clone(),
                text,
                path: Some(path),
                at: self.at.clone(),
            }),
            Err(error) => {
                let error = one_line(&error);
                Err(Failure { guidance: Box::new(guidance.clone()), error })
            }
        }
    }

    fn text(
        &mut self,
        guidance: &Guidance,
    ) -> Result<(String, String), String> {
        let path = content_path(guidance).map_err(|why| why.to_string())?;
        let known = self.cache.as_ref().and_then(|cache| cache.get(&path));
        if let Some(text) = known {
            return Ok((text.clone(), path));
        }
        let text = self.content.read(&path)?;
        if let Some(cache) = &mut self.cache {
            cache.insert(path.clone(), text.clone());
        }
        Ok((text, path))
    }

    /// Many; those without a text do not keep the others from theirs.
    pub fn load_all<'g>(
        &mut self,
        many: impl IntoIterator<Item = &'g Guidance>,
    ) -> Loaded {
        let mut loaded = Loaded::default();
        for guidance in many {
            match self.load(guidance) {
                Ok(resolved) => loaded.resolved.push(resolved),
                Err(failure) => loaded.failed.push(failure),
            }
        }
        loaded
    }

    /// Guidance with a text that is given; nothing is read.
    pub fn load_inline(
        &self,
        guidance: &Guidance,
        text: impl Into<String>,
    ) -> Resolved {
        Resolved {
            guidance: guidance.clone(),
            text: text.into(),
            path: None,
            at: self.at.clone(),
        }
    }

    /// Forgets what was read.
    pub fn clear_cache(&mut self) {
        if let Some(cache) = &mut self.cache {
            cache.clear();
        }
    }

    /// How many texts are remembered.
    pub fn cache_size(&self) -> usize {
        self.cache.as_ref().map_or(0, BTreeMap::len)
    }
}

/// Where the text of guidance stands, seen from the base directory: its
/// content file, else `<tag>.md`, beside its definition.
///
/// # Errors
///
/// Says so where that would leave the base directory.
pub fn content_path(guidance: &Guidance) -> Result<String, ContentFault> {
    let usual = format!("{}.md", guidance.tag);
    let file = guidance.content_file.as_deref().unwrap_or(&usual);
    let outside = || Err(ContentFault::Outside(one_line(file)));
    // A backslash or a colon starts over elsewhere on some systems.
    if file.contains(['\\', ':', '\0']) || file.starts_with('/') {
        return outside();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in guidance.directory.split('/').chain(file.split('/')) {
        match part {
            "" | "." => {}
            ".." => match parts.pop() {
                Some(_) => {}
                None => return outside(),
            },
            part => parts.push(part),
        }
    }
    let names_a_file =
        !matches!(file.rsplit('/').next(), Some("" | "." | ".."));
    match names_a_file {
        true => Ok(parts.join("/")),
        false => Err(ContentFault::NoFile(one_line(file))),
    }
}

/// Why the text of guidance is not looked for in the file that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentFault {
    /// This leads out of the base directory.
    Outside(String),
    /// This names no file.
    NoFile(String),
}

impl std::error::Error for ContentFault {}

impl std::fmt::Display for ContentFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ContentFault::Outside(file) => {
                write!(
                    out,
                    "`{file}` leads out of the base directory; not read"
                )
            }
            ContentFault::NoFile(file) => {
                write!(out, "`{file}` names no file")
            }
        }
    }
}
