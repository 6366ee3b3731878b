//! `hookset check`.

mod across;
mod baseline;
mod findings;
mod mend;
mod parallel;
mod world;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use hookset::diagnostic::{Code, Diagnostic};
use hookset::lint;
use hookset::load::Document;
use hookset::policy::Policy;
use hookset::source::{Source, SourceId};

use crate::Exit;
use crate::args::{CheckArgs, CheckFormat};
use crate::config::{self, Config, Wanted};
use crate::discover::{self, Found, Home, Place};
use crate::engine::{self, Input};
use crate::fault::Fault;
use crate::image::{self, Check};
use crate::input::{self, POLICY_LIMIT};
use crate::ready;
use crate::terminal::Stream;
use crate::text::count;

use findings::{DEAD, Findings, UNUSABLE};
use mend::{Mode, Summary};
use parallel::in_parallel;
use world::Project;

/// A file to look at, and how.
struct Job {
    place: Place,
    /// Whether it was named, and not found below a directory.
    named: bool,
    wanted: Wanted,
    bypasses: bool,
    /// What came in on standard input, which can be read only once.
    held: Option<String>,
}

impl Job {
    fn text(&self) -> Result<String, Fault> {
        match &self.held {
            Some(text) => Ok(text.clone()),
            None => input::read_text(&self.place.file, POLICY_LIMIT),
        }
    }
}

pub(crate) fn run(args: &CheckArgs) -> Exit {
    let mut findings = Findings::default();
    let paths = discover::paths_or_project(&args.paths);
    let (mut jobs, known) = match prepare(args, &paths, &mut findings) {
        Ok(ready) => ready,
        Err(faults) if args.format == CheckFormat::Text => {
            ready::print(faults);
            return Exit::Unusable;
        }
        Err(faults) => {
            for fault in faults {
                findings.fault(fault);
            }
            findings.print(args, Stream::Out);
            return Exit::Unusable;
        }
    };
    let mode = Mode::of(args);
    let told = known.as_deref().filter(|_| !args.write_baseline);
    let summary = mend::run(&mut jobs, mode, told);
    let Summary { files, applied, faults, out } = summary;
    check(&jobs, &mut findings);
    for fault in faults {
        findings.fault(fault);
    }
    if let Some(path) = known {
        findings.settle(&path, args.write_baseline);
        let is_named = args.baseline.is_some() || path == BASELINE;
        if args.write_baseline && is_named && !findings.unusable {
            findings.notes.push(format!(
                "`--baseline {path}`, or `baseline` in `hookset.toml`, leaves \
                 them out from now on"
            ));
        }
    }
    match mode {
        Mode::Show(_) => show(&findings, args, files),
        _ => {
            if applied > 0 {
                let fixes = count(applied, "fix").replace("fixs", "fixes");
                let files = count(files, "file");
                let note = format!("applied {fixes} in {files}");
                findings.notes.push(note);
            }
            findings.print(args, out);
            findings.exit(args)
        }
    }
}

/// What is to be looked at, and the baseline if there is one.
fn prepare(
    args: &CheckArgs,
    paths: &[String],
    findings: &mut Findings,
) -> Result<(Vec<Job>, Option<String>), Vec<Fault>> {
    let config = args.config.as_deref().map(|path| ("--config", path));
    let known = args.baseline.as_deref().map(|path| ("--baseline", path));
    let all = paths.iter().map(|path| ("PATH", path.as_str()));
    input::once(all.chain(config).chain(known)).map_err(|at| vec![at])?;
    if args.write_baseline && args.baseline.as_deref() == Some("-") {
        let message = "a baseline is written to a file, not to `-`";
        let fault = Fault::new(Code::UNWRITABLE_FILE, "--baseline", message);
        return Err(vec![
            fault.help("name the file, or leave the option out"),
        ]);
    }
    let dialect = args.dialect.as_deref().map(engine::dialect).transpose();
    let dialect = dialect.map_err(|fault| vec![fault])?;
    let mut config = Config::find(args.config.as_deref(), paths)?;
    let Found { places, faults, unread } = discover::files_and_beside(paths);
    if !args.quiet {
        let in_use = |file: &PathBuf| config.of(file).is_some();
        let unread: Vec<_> = unread.into_iter().filter(in_use).collect();
        discover::tell_unread(&unread);
    }
    for fault in faults {
        findings.fault(fault);
    }
    if places.is_empty() && !findings.unusable {
        findings.fault(discover::nothing(paths));
    }
    let mut jobs = Vec::new();
    let found = places.len();
    for place in places {
        let Some(mut wanted) = config.of(&place.file) else { continue };
        wanted.dialect = dialect.clone().or(wanted.dialect);
        let (named, bypasses) = (paths.contains(&place.path), args.bypasses);
        let is_input = place.path == "-";
        let held = is_input.then(|| input::read_text("-", POLICY_LIMIT));
        match held.transpose() {
            Err(fault) => findings.fault(fault),
            Ok(held) => {
                jobs.push(Job { place, named, wanted, bypasses, held });
            }
        }
    }
    if jobs.is_empty() && !findings.unusable {
        findings.fault(discover::excluded(found, paths, &config.path));
    }
    let usual = args.write_baseline.then(|| BASELINE.to_owned());
    let named = args.baseline.clone();
    Ok((jobs, named.or(config.baseline.take()).or(usual)))
}

/// Where a baseline is written when no file is named.
const BASELINE: &str = "hookset-baseline.json";

/// With `--diff` the difference is the answer; of the findings only what
/// kept a file from being read is told.
fn show(findings: &Findings, args: &CheckArgs, changed: usize) -> Exit {
    findings.print_faults();
    match findings.exit(args) {
        Exit::Unusable => Exit::Unusable,
        _ if changed > 0 => Exit::Findings,
        _ => Exit::Clean,
    }
}

fn check(jobs: &[Job], findings: &mut Findings) {
    let first = findings.next();
    for each in in_parallel(jobs, one) {
        match each {
            Ok((source, found)) => findings.add(source, found),
            Err(fault) => findings.fault(fault),
        }
    }
    for mut found in across::check(jobs) {
        let whose = found.primary().map(|label| label.source.0 as usize);
        let job = whose.and_then(|at| jobs.get(at));
        for label in &mut found.labels {
            label.source.0 = label.source.0.saturating_add(first.0);
        }
        if let Some(found) = job.and_then(|job| job.wanted.beside(found)) {
            findings.beside(found);
        }
    }
}

/// What there is to say of the text of a file, besides what was `found` in it
/// alone, because of the settings beside it that count with it.
pub(super) fn beside(
    path: &str,
    text: &str,
    config: &mut Config,
    found: &[Diagnostic],
) -> Vec<Diagnostic> {
    const NAMES: [&str; 2] = ["settings.json", "settings.local.json"];
    let own = Path::new(path);
    let is_own = |name: &&str| own.file_name() == Some(OsStr::new(name));
    if !NAMES.iter().any(&is_own) {
        return Vec::new();
    }
    let others = NAMES.into_iter().filter(|name| !is_own(name));
    let others = others.map(|name| own.with_file_name(name));
    let others = others.filter(|path| input::may_be(path));
    let all = std::iter::once(own.to_owned()).chain(others);
    let mut jobs = Vec::new();
    for (path, at) in all.zip(0..) {
        let Some(wanted) = config.of(&path) else { continue };
        let place = discover::place(&path.to_string_lossy());
        let held = (at == 0).then(|| text.to_owned());
        let (named, bypasses) = (true, false);
        jobs.push(Job { place, named, wanted, bypasses, held });
    }
    let Some(wanted) = jobs.first().map(|job| job.wanted.clone()) else {
        return Vec::new();
    };
    let mut more = across::check(&jobs);
    more.retain(|one| {
        let at = one.primary();
        let dead = found.iter().filter(|other| DEAD.contains(&other.code));
        let mut dead = dead.filter_map(Diagnostic::primary);
        at.is_some_and(|at| {
            at.source.0 == 0 && !dead.any(|other| other.span == at.span)
        })
    });
    more.into_iter().filter_map(|one| wanted.beside(one)).collect()
}

fn one(job: &Job) -> Result<(Source, Vec<Diagnostic>), Fault> {
    let place = &job.place;
    if image::is_image(&place.file) {
        return whole(&place.path);
    }
    let text = job.text()?;
    let input = Input { place: place.clone(), text };
    // Front matter says what its place does not.
    let is_definition =
        place.home == Home::Definition && input.text.starts_with("---");
    // So does a dialect that somebody names.
    let is_told = job.wanted.dialect.is_some();
    let is_another = input.is_of_another();
    let is_known = match is_another {
        true => is_told,
        false => place.is_known || is_definition,
    };
    if !is_known || discover::is_workflow(place, &input.text) {
        return Ok(unknown_kind(place, is_another));
    }
    look_at(job, input.text)
}

/// What is said of a file in which nothing is checked; of one with settings
/// of `another` program or none, how it is read all the same.
fn unknown_kind(place: &Place, another: bool) -> (Source, Vec<Diagnostic>) {
    let name = &place.path;
    let message = format!(
        "`{name}` is not a kind of file that hookset reads: nothing in it \
         was checked"
    );
    let help = match (another, place.is_known) {
        (true, false) => {
            "these are settings of another program; say with `--dialect` to \
             read them all the same"
        }
        (true, true) => {
            "none of its keys is one of a policy; say with `--dialect` to \
             read it all the same"
        }
        _ => {
            "settings and hooks are read from JSON and YAML, agents, skills \
             and commands from Markdown that starts with `---`"
        }
    };
    let fault = Fault::new(Code::UNKNOWN_FILE_KIND, name, message);
    let found = fault.help(help).into_finding(SourceId(0));
    (found.0, vec![found.1])
}

/// Whether a file that was read by the end of its name alone has nothing in
/// it that a policy has.
fn is_no_policy(job: &Job, policy: &Policy) -> bool {
    let is_open = match job.place.home {
        Home::Pattern => true,
        // Where agents and skills stand, any front matter is one's.
        Home::Definition => !job.place.is_known,
        _ => false,
    };
    let mut documents = policy.documents().iter();
    is_open
        && job.wanted.dialect.is_none()
        && policy.diagnostics().is_empty()
        && documents.all(Document::is_no_policy)
}

/// What there is to say about a compiled policy: every byte of it is looked
/// at, and its sources.
fn whole(path: &str) -> Result<(Source, Vec<Diagnostic>), Fault> {
    let engine = image::load(path, Check::Whole)?;
    let stale = image::stale(path, &engine, Check::Whole);
    let found = stale.into_iter().chain(image::exposed(path));
    let found = found.map(|fault| fault.into_finding(SourceId(0)).1);
    Ok((Source::new(path, ""), found.collect()))
}

/// What there is to say about the text of a file.
fn look_at(
    job: &Job,
    text: String,
) -> Result<(Source, Vec<Diagnostic>), Fault> {
    if config::is_config(&job.place.path) {
        return Ok(config::findings(&job.place.path, &text));
    }
    let input = Input { place: job.place.clone(), text };
    let policy = engine::read(input, job.wanted.dialect.as_ref())?;
    if is_no_policy(job, &policy) {
        return Ok(unknown_kind(&job.place, true));
    }
    let project = Project::of(&job.place);
    let servers = project.as_ref().map_or_else(Vec::new, Project::servers);
    let mut found = lint::check_with(&policy, &servers);
    found.extend(project.iter().flat_map(|project| project.check(&policy)));
    found.extend(world::of_plugin(&job.place, &policy));
    found.extend(engine::uncompiled(&policy));
    found.sort_by_key(|found| found.primary().map(|at| (at.span, found.code)));
    if job.bypasses {
        found.extend(lint::stepped_over(&policy));
    }
    let source = policy.sources().first().cloned();
    let source = source.unwrap_or_else(|| Source::new("", ""));
    // Of a file that was not read as a whole, only that is to be said; no
    // configuration hides it.
    if found.iter().any(|found| UNUSABLE.contains(&found.code)) {
        found.retain(|found| UNUSABLE.contains(&found.code));
        return Ok((source, found));
    }
    Ok((source, job.wanted.apply(found, &policy)))
}
