//! `hookset fmt`: one order and one spelling for rules.

use clap::Args;
use hookset::diagnostic::Code;

use crate::Exit;
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

pub(crate) fn run(args: &FmtArgs) -> Exit {
    let paths = discover::paths_or_project(&args.paths);
    let (mut places, mut faults) = discover::files(&paths);
    // Found on the way, not named: there is nothing to say about them.
    places.retain(|place| is_written(place) || paths.contains(&place.path));
    if places.is_empty() && faults.is_empty() {
        faults.push(discover::nothing(&paths));
    }
    let (mut read, mut changed) = (0, 0);
    for place in &places {
        match one(args, place) {
            Ok(is_other) => {
                read += 1;
                changed += usize::from(is_other);
            }
            Err(fault) => faults.push(fault),
        }
    }
    let only_looked = args.check || args.diff;
    if !only_looked && !paths.iter().any(|path| path == "-") {
        let (all, some) = (count(read, "file"), changed);
        let text = format!("{all}, {some} changed\n");
        terminal::write(Stream::Out, &text);
    }
    let unusable = !faults.is_empty();
    ready::print(faults);
    match (unusable, only_looked && changed > 0) {
        (true, _) => Exit::Unusable,
        (_, true) => Exit::Findings,
        _ => Exit::Clean,
    }
}

/// Whether rules of such a file can be put in order.
fn is_written(place: &Place) -> bool {
    place.is_json() || !place.home.is_json()
}

/// Whether the file is, or would be, changed.
fn one(args: &FmtArgs, place: &Place) -> Result<bool, Fault> {
    if !is_written(place) {
        let path = &place.path;
        let message = format!("`{path}` is no rule file that is known");
        return Err(Fault::new(Code::UNKNOWN_FILE_KIND, path, message)
            .help("nothing was changed")
            .stops());
    }
    let text = input::read_text(&place.file, POLICY_LIMIT)?;
    let dialect = args.dialect.as_deref().map(engine::dialect).transpose()?;
    let input = Input { place: place.clone(), text: text.clone() };
    let Some(new) = engine::formatted(input, dialect.as_ref())? else {
        let path = &place.path;
        let message = format!("`{path}` cannot be read as a whole");
        let code = match place.home {
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
