//! `hookset fmt`: one order and one spelling for rules.

use std::fs;
use std::path::Path;

use clap::Args;
use hookset::diagnostic::Code;
use hookset::dialect::Dialect;

use crate::Exit;
use crate::config::Config;
use crate::diff;
use crate::discover::{self, Home, Place};
use crate::engine::{self, Input};
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::ready;
use crate::save;
use crate::terminal::{self, Look, Stream};
use crate::text::{count, visible};

/// Sort rules, remove duplicates, write each in one way.
///
/// Within its list every rule finds its place by tool and text; a rule that
/// is said twice is said once; `:*` at an end becomes ` *` where both mean
/// the same. No verdict changes. Comments and empty lines separate groups,
/// and everything else in the file stays as it is, in JSON, in front matter
/// and other YAML, and in the lists of rules in TOML.
///
/// A file is changed as a whole or not at all: a new one takes its place, with
/// its owner and permissions. A symbolic link stays one; other names of the
/// file (hard links) keep the old text.
///
/// Without a PATH these are the files of the project you stand in, not those
/// of projects within it. What `hookset.toml` excludes is left unless it is
/// named itself.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset fmt
  hookset fmt --check                    for CI: lists what would change
  hookset fmt --diff .claude/settings.json
  hookset fmt - < settings.json          prints the result

Exit codes: 0 done, or nothing to do; 1 with --check or --diff: something
to do; 3 a file that cannot be read or written.")]
pub(crate) struct FmtArgs {
    /// Files, or directories to look for rule files in.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Only list the files that would change.
    #[arg(long, conflicts_with = "diff")]
    pub(crate) check: bool,
    /// Only print what would change.
    #[arg(long)]
    pub(crate) diff: bool,
    /// Read every file as this runner does [default: by the file's place].
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
}

/// The files to put in order, each with what its project wants.
#[derive(Default)]
struct Found {
    places: Vec<(Place, Option<Dialect>)>,
    faults: Vec<Fault>,
    /// How many projects lie within the one that is meant.
    others: usize,
}

pub(crate) fn run(args: &FmtArgs) -> Exit {
    let found = match find(args) {
        Ok(found) => found,
        Err(faults) => {
            ready::print(faults);
            return Exit::Unusable;
        }
    };
    let Found { places, mut faults, others } = found;
    let (mut read, mut changed) = (0, Vec::new());
    for (place, dialect) in &places {
        match one(args, place, dialect.as_ref()) {
            Ok(is_other) => {
                read += 1;
                changed.extend(is_other.then_some(&*place.path));
            }
            Err(fault) => faults.push(fault),
        }
    }
    let only_looked = args.check || args.diff;
    let is_stdin = args.paths.iter().any(|path| path == "-");
    let is_some = read > 0 || faults.is_empty();
    if !only_looked && !is_stdin && is_some {
        terminal::write(Stream::Out, &summary(read, &changed));
    }
    if others > 0 {
        let all = count(others, "project");
        let text = format!("{all} within this one left alone\n");
        terminal::write(Stream::Err, &text);
    }
    let unusable = !faults.is_empty();
    ready::print(faults);
    match (unusable, only_looked && !changed.is_empty()) {
        (true, _) => Exit::Unusable,
        (_, true) => Exit::Findings,
        _ => Exit::Clean,
    }
}

/// The names of so many files are told; of more, how many there are.
const NAMED: usize = 20;

fn summary(read: usize, changed: &[&str]) -> String {
    let mut text = String::new();
    for path in changed.iter().take(NAMED) {
        text.push_str(&format!("changed {}\n", visible(path)));
    }
    if changed.len() > NAMED {
        let more = changed.len().saturating_sub(NAMED);
        text.push_str(&format!("changed {more} more\n"));
    }
    let all = count(read, "file");
    text.push_str(&format!("{all}, {} changed\n", changed.len()));
    text
}

/// The files that are named, or those of the project.
fn find(args: &FmtArgs) -> Result<Found, Vec<Fault>> {
    let said = args.dialect.as_deref().map(engine::dialect).transpose();
    let said = said.map_err(|fault| vec![fault])?;
    let mut found = Found::default();
    let (paths, places) = if args.paths.is_empty() {
        let project = project().map_err(|fault| vec![fault])?;
        let (places, faults, others) = discover::own_files(&project);
        found.faults = faults;
        found.others = others;
        (vec![project], places)
    } else {
        let discover::Found { places, faults, .. } =
            discover::files(&args.paths);
        found.faults = faults;
        (args.paths.clone(), places)
    };
    let mut config = Config::find(None, &paths)?;
    let mut excluded = false;
    for place in places {
        let named = paths.contains(&place.path);
        // Found on the way, not named: there is nothing to say about them.
        if !named && !is_written(&place) {
            continue;
        }
        let wanted = config.of(&place.file);
        excluded |= wanted.is_none();
        if named || wanted.is_some() {
            let dialect = wanted.and_then(|wanted| wanted.dialect);
            found.places.push((place, said.clone().or(dialect)));
        }
    }
    if found.places.is_empty() && found.faults.is_empty() && !excluded {
        found.faults.push(discover::nothing(&paths));
    }
    Ok(found)
}

/// The project that the command stands in. Nobody who stands anywhere below
/// their home directory means all that lies there.
fn project() -> Result<String, Fault> {
    let here = std::env::current_dir().unwrap_or_default();
    let real = |path: &Path| fs::canonicalize(path).ok();
    let home = std::env::home_dir().and_then(|home| real(&home));
    let is_meant = |root: &Path| root == here || real(root) != home;
    if discover::root(&here).is_some_and(is_meant) {
        return Ok(discover::project(&here));
    }
    let message = "no project is here: neither `.claude` nor `.agent` nor \
                   `.git` in this directory or above it";
    Err(Fault::new(Code::NO_RULE_FILES, ".", message).help(
        "name the files or directories to format; `hookset fmt .` takes \
         all that lies below this directory",
    ))
}

/// Whether rules of such a file can be put in order.
fn is_written(place: &Place) -> bool {
    place.is_json() || !place.home.is_json()
}

/// The place of a text; what came in on standard input says itself whether
/// it is YAML.
fn as_written(place: &Place, text: &str) -> Place {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if place.path != "-" || start.is_empty() || start.starts_with(JSON) {
        return place.clone();
    }
    let is_front = text.starts_with("---\n")
        && text.get(3..).is_some_and(|rest| rest.contains("\n---"));
    let (home, name) = match is_front {
        true => (Home::Definition, "-.md"),
        false => (Home::Pattern, "-.yaml"),
    };
    Place { home, path: name.to_owned(), ..place.clone() }
}

/// What JSON starts with, and comments in it.
const JSON: &[char] = &['{', '[', '/', '"'];

/// Whether the file is, or would be, changed.
fn one(
    args: &FmtArgs,
    place: &Place,
    dialect: Option<&Dialect>,
) -> Result<bool, Fault> {
    if !is_written(place) {
        let path = &place.path;
        let message = format!("`{path}` is no rule file that is known");
        return Err(Fault::new(Code::UNKNOWN_FILE_KIND, path, message)
            .help("nothing was changed")
            .stops());
    }
    let text = input::read_text(&place.file, POLICY_LIMIT)?;
    let written = as_written(place, &text);
    let home = written.home;
    let input = Input { place: written, text: text.clone() };
    let Some(new) = engine::formatted(input, dialect)? else {
        let path = &place.path;
        let message = format!("`{path}` cannot be read as a whole");
        let code = match home {
            Home::Definition | Home::Pattern => Code::INVALID_YAML,
            Home::Gemini | Home::Codex => Code::INVALID_TOML,
            _ => Code::INVALID_JSON,
        };
        return Err(Fault::new(code, path, message)
            .help("`hookset check` says why; nothing was changed"));
    };
    let changes = new != text;
    let path = &place.path;
    if args.check {
        if changes {
            let line = format!("{}\n", visible(path));
            terminal::write(Stream::Out, &line);
        }
    } else if args.diff {
        let look = Look::of(Stream::Out);
        let diff = diff::unified(path, &text, &new, look);
        terminal::write(Stream::Out, &diff);
    } else if path == "-" {
        terminal::write(Stream::Out, &new);
    } else if changes {
        save::replace(&place.file, &text, &new)?;
    }
    Ok(changes)
}
