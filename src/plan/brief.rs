//! What an answer needs besides the matches: carried in the image of a
//! compiled set, read in place, so that a process with only the image gives
//! the same answers as one that read the policy.

mod bytes;
mod files;
mod write;

use std::ops::Range;

use bytes::Fields;

use crate::diagnostic::{Code, Severity};
use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::ir::{Anchors, Guards, Lost, RuleId};
use crate::load::{self, Action, Family, Handler, Inactive, Scope};
use crate::shell::{NamedOptions, Names};
use crate::source::SourceId;
use crate::subject::Outside;

pub(super) use write::write;

/// The first byte; another one is another layout.
const VERSION: u8 = 20;

/// No rule, no event, no text.
const NONE: u32 = u32::MAX;

/// The size of a hook's record.
const HOOK_BYTES: usize = 37;

/// A brief, read in place. The small parts that every event needs are taken
/// out once; the rest stays where it is until it is asked for.
#[derive(Clone, Debug)]
pub(super) struct Brief {
    pub(super) dialect: Dialect,
    pub(super) guards: Guards,
    pub(super) lost: Vec<Lost>,
    /// Where each of them stands.
    pub(super) lost_at: Vec<LostAt>,
    /// What the guards on files look for.
    pub(super) files: files::Files,
    /// Where the names stand without which no guard is about a file; none
    /// where it may be about any.
    names: Range<usize>,
    /// The options that guards name right behind a program.
    options: Range<usize>,
    /// The directories that guards and conditions start at.
    pub(super) anchors: Anchors,
    /// Whether some file says that what would ask is denied.
    pub(super) denies_asking: bool,
    /// What is blocked outside of the working directories, if anything is.
    pub(super) outside: Option<Outside>,
    /// The only addresses hooks may post to, where some file says so.
    pub(super) http_urls: Option<Vec<String>>,
    /// The only variables hooks may send, where some file says so.
    pub(super) http_env: Option<Vec<String>>,
    sources: Vec<String>,
    /// Whose settings they are, as far as that is told.
    scopes: Vec<Option<Scope>>,
    /// Where the findings (and their length), the records of hooks and the
    /// texts start, and how many hooks there are.
    findings: (usize, usize),
    hooks: usize,
    texts: usize,
    hook_count: usize,
}

/// Where a guard stands that could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LostAt {
    /// The file.
    pub(super) source: SourceId,
    /// The line in it.
    pub(super) line: u32,
    /// The column.
    pub(super) column: u32,
    /// The finding that says why.
    pub(super) finding: Option<u32>,
}

impl LostAt {
    fn read(fields: &mut Fields<'_>) -> Option<LostAt> {
        let source = SourceId(fields.u32()?);
        let (line, column) = (fields.u32()?, fields.u32()?);
        let finding = fields.u32()?;
        let finding = (finding != NONE).then_some(finding);
        Some(LostAt { source, line, column, finding })
    }
}

/// What was found wrong with a policy, as its image keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// What it finds.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// In words.
    pub message: String,
    /// `name:line:column`, where it has a place.
    pub place: Option<String>,
}

/// A hook as its record stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct HookRecord<'a> {
    /// The event it waits for.
    pub(super) event: Option<EventKind>,
    /// Why it never runs.
    pub(super) inactive: Option<Inactive>,
    /// The first hook that does the same.
    pub(super) same_as: usize,
    /// Whether it has an `if`.
    pub(super) has_condition: bool,
    /// Its rule.
    pub(super) rule: Option<RuleId>,
    /// The matcher of its group.
    pub(super) matcher: Option<&'a str>,
    /// Its text in the file.
    raw: &'a str,
    scope: Scope,
    family: Family,
    place: (u32, u32, u32),
}

impl Brief {
    /// The names without one of which no guard is about a file.
    pub(super) fn names<'a>(&self, bytes: &'a [u8]) -> Option<Names<'a>> {
        Names::read(bytes.get(self.names.clone())?)
    }

    /// The options that guards name right behind a program.
    pub(super) fn options<'a>(
        &self,
        bytes: &'a [u8],
    ) -> Option<NamedOptions<'a>> {
        NamedOptions::read(bytes.get(self.options.clone())?)
    }

    /// Whether it is of a dialect that is none of those shipped.
    pub(super) fn has_own_dialect(bytes: &[u8]) -> bool {
        let mut fields = Fields::new(bytes);
        fields.u8() == Some(VERSION)
            && fields.text().is_some_and(|n| Dialect::named(n).is_none())
    }

    /// Takes out the parts that every event needs; `None` for bytes that are
    /// no brief. A dialect that is none of those shipped stands in no image:
    /// it must be `own`.
    pub(super) fn read(bytes: &[u8], own: Option<&Dialect>) -> Option<Brief> {
        let mut fields = Fields::new(bytes);
        if fields.u8()? != VERSION {
            return None;
        }
        let name = fields.text()?;
        let dialect = match own {
            Some(own) => own.clone(),
            None => Dialect::named(name)?,
        };
        let guards = Guards::from_numbers(|| {
            let number = fields.u32()?;
            Some((number != NONE).then_some(RuleId(number)))
        })?;
        let (mut lost, mut lost_at) = (Vec::new(), Vec::new());
        for _ in 0..fields.count(1)? {
            lost.push(write::lost(fields.u8()?, fields.text()?)?);
            lost_at.push(LostAt::read(&mut fields)?);
        }
        let files = files::read(&mut fields)?;
        let names = range(&mut fields)?;
        let options = range(&mut fields)?;
        let anchors = files::anchors(&mut fields)?;
        let denies_asking = fields.u8()? == 1;
        let outside = outside(&mut fields)?;
        let outside = Some(outside).filter(|o| o.reads || o.writes);
        let http_urls = texts_if_any(&mut fields)?;
        let http_env = texts_if_any(&mut fields)?;
        let sources = texts(&mut fields)?;
        let scopes = scopes(&mut fields, sources.len())?;
        let found = fields.count(1)?;
        let findings = (fields.at(), found);
        fields.skip(found)?;
        let hook_count = fields.count(HOOK_BYTES)?;
        let hooks = fields.at();
        fields.skip(hook_count.checked_mul(HOOK_BYTES)?)?;
        let texts = fields.at();
        Some(Brief {
            dialect,
            guards,
            lost,
            lost_at,
            files,
            names,
            options,
            anchors,
            denies_asking,
            outside,
            http_urls,
            http_env,
            sources,
            scopes,
            findings,
            hooks,
            texts,
            hook_count,
        })
    }

    /// `name:line:column`.
    pub(super) fn place(
        &self,
        source: SourceId,
        line: u32,
        column: u32,
    ) -> String {
        let name = self.sources.get(source.0 as usize);
        format!("{}:{line}:{column}", name.map_or("", String::as_str))
    }

    /// Whose settings a source is.
    pub(super) fn scope(&self, source: SourceId) -> Option<Scope> {
        self.scopes.get(source.0 as usize).copied().flatten()
    }

    /// The names of the sources.
    pub(super) fn sources(&self) -> &[String] {
        &self.sources
    }

    /// Calls the sources otherwise.
    pub(super) fn rename_sources(
        &mut self,
        mut name: impl FnMut(&str) -> String,
    ) {
        for source in &mut self.sources {
            *source = name(source);
        }
    }

    /// What was found wrong while the policy was read.
    pub(super) fn findings(&self, bytes: &[u8]) -> Vec<Finding> {
        let (at, len) = self.findings;
        let bytes = bytes.get(at..at.saturating_add(len)).unwrap_or(&[]);
        let mut fields = Fields::new(bytes);
        std::iter::from_fn(|| self.finding(&mut fields)).collect()
    }

    fn finding(&self, fields: &mut Fields<'_>) -> Option<Finding> {
        let code = Code::named(fields.text()?)?;
        let severity = write::severity(fields.u8()?)?;
        let message = fields.text()?.to_owned();
        let (source, line, column) =
            (fields.u32()?, fields.u32()?, fields.u32()?);
        let is_known = source != NONE;
        let place =
            is_known.then(|| self.place(SourceId(source), line, column));
        Some(Finding { code, severity, message, place })
    }

    /// How many hooks there are.
    pub(super) fn hook_count(&self) -> usize {
        self.hook_count
    }

    /// The record of a hook.
    pub(super) fn hook<'a>(
        &self,
        bytes: &'a [u8],
        number: usize,
    ) -> Option<HookRecord<'a>> {
        if number >= self.hook_count {
            return None;
        }
        let mut fields = Fields::from(bytes, self.hooks + number * HOOK_BYTES);
        let event = fields.u8()?;
        let inactive = fields.u8()?;
        let scope = fields.u8()?;
        let family = fields.u8()?;
        let has_condition = fields.u8()? == 1;
        let same_as = fields.u32()? as usize;
        let rule = fields.u32()?;
        let place = (fields.u32()?, fields.u32()?, fields.u32()?);
        let raw = (fields.u32()?, fields.u32()?);
        let matcher = fields.u32()?;
        let text = |at: u32, len: usize| {
            Fields::from(bytes, self.texts + at as usize).str(len)
        };
        Some(HookRecord {
            event: EventKind::all().nth(usize::from(event)),
            inactive: write::inactive(inactive),
            same_as,
            has_condition,
            rule: (rule != NONE).then_some(RuleId(rule)),
            matcher: match matcher {
                NONE => None,
                at => Some(
                    Fields::from(bytes, self.texts + at as usize).text()?,
                ),
            },
            raw: text(raw.0, raw.1 as usize)?,
            scope: write::scope(scope)?,
            family: write::family(family)?,
            place,
        })
    }

    /// The file that a hook stands in.
    pub(super) fn hook_source(&self, hook: &HookRecord<'_>) -> &str {
        let name = self.sources.get(hook.place.0 as usize);
        name.map_or("", String::as_str)
    }

    /// `name:line:column` of a hook.
    pub(super) fn hook_place(&self, hook: &HookRecord<'_>) -> String {
        let (source, line, column) = hook.place;
        self.place(SourceId(source), line, column)
    }
}

fn texts(fields: &mut Fields<'_>) -> Option<Vec<String>> {
    let mut out = Vec::new();
    for _ in 0..fields.count(4)? {
        out.push(fields.text()?.to_owned());
    }
    Some(out)
}

fn scopes(
    fields: &mut Fields<'_>,
    count: usize,
) -> Option<Vec<Option<Scope>>> {
    (0..count).map(|_| Some(write::scope(fields.u8()?))).collect()
}

/// Where bytes stand that are read in place.
fn range(fields: &mut Fields<'_>) -> Option<Range<usize>> {
    let len = fields.count(1)?;
    let range = fields.at()..fields.at().checked_add(len)?;
    fields.skip(len)?;
    Some(range)
}

/// What is blocked outside of the working directories.
fn outside(fields: &mut Fields<'_>) -> Option<Outside> {
    let (reads, writes) = (fields.u8()? == 1, fields.u8()? == 1);
    Some(Outside { reads, writes, directories: texts(fields)? })
}

fn texts_if_any(fields: &mut Fields<'_>) -> Option<Option<Vec<String>>> {
    let is_there = fields.u8()? == 1;
    let found = texts(fields)?;
    Some(is_there.then_some(found))
}

impl HookRecord<'_> {
    /// Whose settings it stands in.
    pub(super) fn scope(&self) -> Scope {
        self.scope
    }

    /// What kind of file it stands in.
    pub(super) fn family(&self) -> Family {
        self.family
    }

    /// Its text in the file.
    pub(super) fn raw(&self) -> &str {
        self.raw
    }

    /// The handler, read again from its own text, and the object a tool is
    /// called with, as it is written. Places in the handler are relative to
    /// nothing; only its values count.
    pub(super) fn handler(&self) -> Option<(Handler, Option<String>)> {
        let name = self.event.map_or("PreToolUse", EventKind::name);
        let text = format!(
            "{{\"hooks\":{{\"{name}\":[{{\"hooks\":[{}]}}]}}}}",
            self.raw
        );
        let (document, _) =
            load::settings(SourceId(0), &text, self.scope, self.family);
        let group = document.groups.first()?;
        let handler = group.hooks.first()?.clone();
        let input = match &handler.action {
            Action::McpTool { input, .. } => *input,
            Action::Inject { tool, .. } => {
                tool.as_ref().and_then(|(_, input)| *input)
            }
            _ => None,
        };
        let input = input.map(|span| document.raw(span).to_owned());
        Some((handler, input))
    }
}
