//! `hookset convert`: a policy in the words of another runner, what gets
//! lost, and whether the two answer alike.

mod read;
mod samples;
mod write;

use std::fmt::Write as _;
use std::path::Path;

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::load::Family;
use hookset::policy::{self, Policy};
use hookset::source::Source;
use serde_json::json;

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

use samples::Of;
use write::Hooks;

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
    if let Some(exit) = unread(&before) {
        return Ok(exit);
    }
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
    found.extend(read::left_out(&before));
    found.extend(written.found.iter().cloned());
    show(&found, before.sources());
    let losses = read::losses(&before, None, &after);
    show(&losses, after.sources());
    let both = (&before, &after);
    let differences = samples::compare(both, &written.hooks, Of::All)?;
    let lost = found.iter().filter(is_lost).count();
    let text = differences.text(lost + losses.len());
    terminal::write(Stream::Err, &text);
    let errors = found.iter().chain(after.diagnostics());
    let errors = errors.filter(|f| f.severity == Severity::Error).count();
    // What the reader could not say in our words counts otherwise for both.
    let otherwise = before.diagnostics().iter().filter(is_lost).count();
    let differ = differences.differ.len();
    Ok(match errors + losses.len() + otherwise + differ {
        0 => Exit::Clean,
        _ => Exit::Findings,
    })
}

/// Whether a finding tells of something that is lost or counts otherwise.
fn is_lost(one: &&Diagnostic) -> bool {
    one.code == Code::LOSSY_CONVERSION && one.severity > Severity::Info
}

/// Half of what somebody wrote is not what they wrote: says what of a policy
/// cannot be read, if anything, and that nothing comes of it.
fn unread(policy: &Policy) -> Option<Exit> {
    let found = policy.diagnostics();
    // What has no counterpart is told beside what is written.
    let mut errors = found.iter().filter(|one| {
        one.severity == Severity::Error && one.code != Code::LOSSY_CONVERSION
    });
    errors.next()?;
    show(found, policy.sources());
    let text = "nothing is written before the errors are mended; `--from` \
                says how the file is to be read\n";
    terminal::write(Stream::Err, text);
    Some(Exit::Unusable)
}

fn extension(path: &str) -> Option<&str> {
    Path::new(path).extension()?.to_str()
}

/// The form to write: as it is said, or by the name of the file.
fn target(args: &ConvertArgs) -> Result<&'static str, Fault> {
    let target = match &args.to_dialect {
        Some(name) => named(name)?,
        None => match extension(&args.to) {
            Some("yaml" | "yml") => "pattern",
            _ if args.to.contains(".agent/") => "agent",
            _ => "claude",
        },
    };
    let path = &args.to;
    // What is written must be read by its name, and as JSON patterns are not.
    let is_pattern = target == "pattern";
    let other = match extension(path) {
        Some("yaml" | "yml") if is_pattern => return Ok(target),
        Some(other @ ("md" | "rules" | "toml" | "yaml" | "yml")) => other,
        Some(other) if is_pattern => other,
        None if is_pattern && path != "-" => "json",
        _ => return Ok(target),
    };
    let message =
        format!("`{target}` is not written as `.{other}`, so not to `{path}`");
    let help = match is_pattern {
        true => "name a file that ends in `.yaml`",
        false => "name a file that ends in `.json`",
    };
    let fault = Fault::new(Code::UNKNOWN_FILE_KIND, path, message);
    Err(fault.help(help).stops())
}

/// The form of a name.
fn named(name: &str) -> Result<&'static str, Fault> {
    let family = name.split('@').next().unwrap_or(name);
    let known = FORMS.iter().find(|form| **form == family);
    known.copied().ok_or_else(|| {
        let message = format!("a policy cannot be written as `{name}`");
        let help = format!("write one of `{}`", FORMS.join("`, `"));
        Fault::new(Code::UNKNOWN_DIALECT, "--to", message).help(help)
    })
}

/// The hooks of a policy as those of another runner, and what is lost.
pub(super) fn hooks(policy: &Policy, target: &'static str) -> Hooks {
    let mut hooks = write::hooks(policy, target);
    let told = policy.diagnostics().iter().filter(is_lost).cloned();
    hooks.found.extend(told.chain(read::left_out(policy)));
    hooks
}

/// What becomes of hooks that are put into settings.
pub(super) struct Installed {
    /// What means something else there, or nothing.
    losses: Vec<Diagnostic>,
    /// The settings these stand in.
    sources: Vec<Source>,
    /// Calls for which other hooks run.
    differences: Differences,
}

impl Installed {
    /// Whether anything of the hooks is not as it was.
    pub(super) fn is_otherwise(&self) -> bool {
        !self.losses.is_empty() || !self.differences.differ.is_empty()
    }

    pub(super) fn text(&self, look: Look) -> String {
        let mut text = report::draw(&self.losses, &self.sources, look);
        if !self.differences.differ.is_empty() {
            text.push_str(&self.differences.text(0));
        }
        text
    }
}

/// Looks at hooks of a policy as their runner will read them, where they
/// are put `into` settings; the text of these before and after.
pub(super) fn installed(
    policy: &Policy,
    hooks: &Hooks,
    (target, into): (&'static str, &str),
    [before, after]: [&str; 2],
) -> Result<Installed, Fault> {
    let dialect = engine::dialect(target)?;
    let read = |text: &str| {
        let (place, text) = (discover::place(into), text.to_owned());
        engine::read(Input { place, text }, Some(&dialect))
    };
    let (before, after) = (read(before)?, read(after)?);
    let losses = read::losses(policy, Some(&before), &after);
    let alone = json!({ "hooks": hooks.events }).to_string();
    let both = (policy, &read(&alone)?);
    let differences = samples::compare(both, &hooks.origins, Of::Hooks)?;
    let sources = after.sources().to_vec();
    Ok(Installed { losses, sources, differences })
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
    /// How many of them are answered otherwise.
    pub(super) otherwise: usize,
    /// What of them differs, one line each.
    pub(super) differ: Vec<String>,
}

impl Differences {
    /// The same in words, where `lost` parts of the policy are told to be
    /// lost or changed.
    pub(super) fn text(&self, lost: usize) -> String {
        let mut out = String::new();
        let events = count(self.events, "event");
        if self.differ.is_empty() {
            let but = match lost {
                0 => "",
                1 => ", but for the loss that is told above",
                _ => ", but for the losses that are told above",
            };
            let _ = writeln!(out, "both answer alike on {events}{but}");
            return out;
        }
        let number = self.otherwise;
        let are = if number == 1 { "is" } else { "are" };
        let _ =
            writeln!(out, "{number} of {events} {are} answered otherwise:");
        for line in &self.differ {
            let _ = writeln!(out, "  {}", visible(line));
        }
        out
    }
}
