//! `hookset convert`: a policy in the words of another runner, what gets
//! lost, and whether the two answer alike.

mod samples;
mod write;

use std::fmt::Write as _;

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::load::Family;
use hookset::policy::{self, Policy};
use hookset::source::Source;

use crate::Exit;
use crate::args::ConvertArgs;
use crate::discover;
use crate::engine::{self, Input};
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::ready;
use crate::report;
use crate::save;
use crate::terminal::{self, Look, Stream};
use crate::text::{count, visible};

/// What a policy can be written as.
pub(super) const FORMS: &[&str] =
    &["agent", "claude", "hookset", "pattern", "sep2282"];

pub(crate) fn run(args: &ConvertArgs) -> Exit {
    match convert(args) {
        Ok(exit) => exit,
        Err(fault) => ready::refuse(false, vec![fault]),
    }
}

fn convert(args: &ConvertArgs) -> Result<Exit, Fault> {
    let target = target(args)?;
    let place = discover::place(&args.from);
    let text = input::read_text(&args.from, POLICY_LIMIT)?;
    let read = Input { place, text };
    let dialect = args.from_dialect.as_deref().map(engine::dialect);
    let before = engine::read(read, dialect.transpose()?.as_ref())?;
    let written = write::write(&before, target);
    let dialect = engine::dialect(target)?;
    let after = policy::Input {
        name: args.to.clone(),
        text: written.text.clone(),
        family: family(target),
        scope: hookset::load::Scope::Project,
        directory: None,
    };
    let after = Policy::from_sources([after], &dialect);
    save(&args.to, &written.text)?;
    let mut found: Vec<Diagnostic> = before.diagnostics().to_vec();
    found.extend(written.found.iter().cloned());
    show(&found, before.sources());
    show(after.diagnostics(), after.sources());
    let differences = samples::compare(&before, &after, &written.hooks)?;
    let look = Look::of(Stream::Err);
    terminal::write(Stream::Err, &differences.text(look));
    let errors = found.iter().chain(after.diagnostics());
    let errors = errors.filter(|f| f.severity == Severity::Error).count();
    Ok(match errors + differences.differ.len() {
        0 => Exit::Clean,
        _ => Exit::Findings,
    })
}

/// The form to write: as it is said, or by the name of the file.
fn target(args: &ConvertArgs) -> Result<&'static str, Fault> {
    let known = |name: &str| FORMS.iter().find(|form| **form == name);
    if let Some(name) = &args.to_dialect {
        let family = name.split('@').next().unwrap_or(name);
        return known(family).copied().ok_or_else(|| {
            let message = format!("a policy cannot be written as `{name}`");
            let help = format!("write one of `{}`", FORMS.join("`, `"));
            Fault::new(Code::UNKNOWN_DIALECT, "--to", message).help(help)
        });
    }
    let path = args.to.as_str();
    Ok(match path {
        _ if path.ends_with(".yaml") || path.ends_with(".yml") => "pattern",
        _ if path.contains(".agent/") => "agent",
        _ => "claude",
    })
}

/// The hooks of a policy as those of another runner, by event, and what is
/// lost.
pub(super) fn hooks(
    policy: &Policy,
    target: &'static str,
) -> (serde_json::Map<String, serde_json::Value>, Vec<Diagnostic>) {
    let written = write::hooks(policy, target);
    (written.0, written.1)
}

fn family(target: &str) -> Family {
    match target {
        "agent" => Family::Agent,
        "hookset" => Family::Hookset,
        "pattern" => Family::Pattern,
        "sep2282" => Family::Sep2282,
        _ => Family::Claude,
    }
}

/// Writes a new file; one that exists is left alone.
fn save(path: &str, text: &str) -> Result<(), Fault> {
    if path == "-" {
        terminal::write(Stream::Out, text);
        return Ok(());
    }
    save::new(path, text)
}

fn show(found: &[Diagnostic], sources: &[Source]) {
    let look = Look::of(Stream::Err);
    terminal::write(Stream::Err, &report::draw(found, sources, look));
}

/// What two policies answer differently.
pub(super) struct Differences {
    /// How many events were looked at.
    pub(super) events: usize,
    /// What of them differs, one line each.
    pub(super) differ: Vec<String>,
}

impl Differences {
    fn text(&self, _look: Look) -> String {
        let mut out = String::new();
        let events = count(self.events, "event");
        if self.differ.is_empty() {
            let _ = writeln!(out, "both answer alike on {events}");
            return out;
        }
        let number = self.differ.len();
        let _ = writeln!(out, "{number} of {events} are answered otherwise:");
        for line in &self.differ {
            let _ = writeln!(out, "  {}", visible(line));
        }
        out
    }
}
