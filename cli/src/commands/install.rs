//! `hookset install`: the hooks of a policy in a person's settings, and out
//! of them again.

mod edit;
mod mark;

use std::fs;
use std::path::Path;

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::json::{Host, Tape, Value as Node, diagnose};
use hookset::load::Action;
use hookset::policy::Policy;
use hookset::source::{Source, SourceId, Span};
use serde_json::Value;

use crate::Exit;
use crate::args::InstallArgs;
use crate::discover::{self, Home};
use crate::engine::{self, Input};
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::report;
use crate::save;
use crate::terminal::{self, Look, Stream};
use crate::text::{count, visible};

use super::convert;
use mark::Touched;

pub(crate) fn run(args: &InstallArgs) -> Exit {
    match install(args) {
        Ok(exit) => exit,
        Err(fault) => crate::ready::refuse(false, vec![fault]),
    }
}

fn install(args: &InstallArgs) -> Result<Exit, Fault> {
    takes_hooks(&args.into)?;
    not_itself(args)?;
    // What goes is known by its name; the file may be gone already.
    let by_name = args.name.as_ref().filter(|_| args.remove);
    let policy = match (by_name, &args.from) {
        (None, Some(from)) => Some(policy(args, from)?),
        _ => None,
    };
    let name = match (&args.name, &policy) {
        (Some(name), _) => name.clone(),
        (None, Some(policy)) => named(policy, args),
        (None, None) => OURS.to_owned(),
    };
    let old = settings(args)?;
    let wanted = policy.as_ref().filter(|_| !args.remove);
    let to = target(&args.into);
    let hooks = wanted.map(|policy| convert::hooks(policy, to));
    let hooks = hooks.unwrap_or_default();
    let mut found = hooks.found.clone();
    found.extend(wanted.into_iter().flat_map(rules));
    let text = old.as_deref().unwrap_or("{}\n");
    no_others(&args.into, text, &name)?;
    let (without, removed) = edit::without(text, &name);
    let new = edit::put_in(text, &name, &hooks.events);
    let groups = hooks.events.values().filter_map(Value::as_array).flatten();
    let added = groups.map(mark::handlers).sum();
    if !edit::keeps(text, &new, &name) {
        let message = "the hooks cannot be put in without other changes";
        let fault = Fault::new(Code::INVALID_JSON, &args.into, message);
        return Err(fault.help("nothing was written; put them in by hand"));
    }
    let look = Look::of(Stream::Err);
    let sources = policy.as_ref().map_or(&[][..], Policy::sources);
    let mut said = report::draw(&found, sources, look);
    if added > 0
        && let Some(off) = switched_off(&new)
    {
        let source = Source::new(args.into.as_str(), new.as_str());
        said.push_str(&report::draw(&[off], &[source], look));
    }
    let mut is_lossy = found.iter().any(is_error);
    if let Some(policy) = wanted {
        let (place, texts) = ((to, &*args.into), [&*without, &*new]);
        let there = convert::installed(policy, &hooks, place, texts)?;
        is_lossy |= there.is_otherwise();
        said.push_str(&there.text(look));
    }
    said.push_str(&match same(text, &new) {
        true => format!("nothing to change in `{}`\n", visible(&args.into)),
        false => {
            write(&args.into, old.as_deref(), &new)?;
            summary(args, &name, added, removed)
        }
    });
    terminal::write(Stream::Err, &said);
    Ok(match is_lossy {
        true => Exit::Findings,
        false => Exit::Clean,
    })
}

fn is_error(found: &Diagnostic) -> bool {
    found.severity == Severity::Error
}

/// Refuses what is not settings of a runner whose hooks are written: in
/// others they would be read by nobody, and text that is no JSON would be
/// broken.
fn takes_hooks(into: &str) -> Result<(), Fault> {
    let place = discover::place(into);
    let message = if into == "-" {
        "standard output holds no settings".to_owned()
    } else if !place.is_json() {
        format!("hooks are written as JSON, so not into `{into}`")
    } else if place.home == Home::Another {
        format!(
            "`{into}` holds settings of a program that hookset does not \
                 write"
        )
    } else {
        return Ok(());
    };
    let fault = Fault::new(Code::UNKNOWN_FILE_KIND, into, message);
    Err(fault.stops().help(match into {
        "-" => "`hookset convert FROM -` prints what would be written",
        _ => "name settings such as `.claude/settings.json` with `--into`",
    }))
}

/// Refuses to write the hooks of a file behind themselves.
fn not_itself(args: &InstallArgs) -> Result<(), Fault> {
    let from = args.from.as_deref().filter(|_| !args.remove);
    if !from.is_some_and(|from| is_one_file(from, &args.into)) {
        return Ok(());
    }
    let message = format!("`{}` cannot be installed into itself", args.into);
    let fault = Fault::new(Code::UNWRITABLE_FILE, &args.into, message);
    Err(fault.help(
        "name the policy whose hooks are wanted, or with `--into` other \
         settings",
    ))
}

fn is_one_file(one: &str, other: &str) -> bool {
    let real = |path| fs::canonicalize(path).ok();
    let one = real(one);
    one.is_some() && one == real(other)
}

/// Refuses to touch a group that somebody put a hook of their own into.
fn no_others(into: &str, text: &str, name: &str) -> Result<(), Fault> {
    let (message, help) = match mark::touched(text, name) {
        None => return Ok(()),
        Some(Touched::Hook) => (
            format!("among the hooks of `{name}` is one of somebody else"),
            "nothing was written; move it into a group of its own, without \
             `_hookset`",
        ),
        Some(Touched::Key(key)) => (
            format!("`{key}` of a group of `{name}` is of somebody else"),
            "nothing was written; take it out first",
        ),
    };
    let fault = Fault::new(Code::UNWRITABLE_FILE, into, message);
    Err(fault.help(help))
}

/// What hooks are marked with that nothing names.
const OURS: &str = "hookset";

fn policy(args: &InstallArgs, from: &str) -> Result<Policy, Fault> {
    let place = discover::place(from);
    let text =
        input::read_text(from, POLICY_LIMIT).map_err(|fault| {
            match args.remove {
                true => fault.help("`--remove --name NAME` needs no file"),
                false => fault,
            }
        })?;
    let dialect = args.from_dialect.as_deref().map(engine::dialect);
    let read = Input { place, text };
    let policy = engine::read(read, dialect.transpose()?.as_ref())?;
    let mut errors = policy.diagnostics().iter();
    let error = errors.find(|one| one.severity == Severity::Error);
    if let (Some(error), false) = (error, args.remove) {
        // Half of what somebody declares is not what they declare.
        let source = policy.sources().first().cloned();
        let source = source.unwrap_or_else(|| Source::new("", ""));
        return Err(Fault::of(source, error.clone()));
    }
    Ok(policy)
}

/// Who the hooks come from: the server, or the file.
fn named(policy: &Policy, args: &InstallArgs) -> String {
    let server =
        policy.hooks().iter().find_map(|hook| match &hook.handler.action {
            Action::Inject { server, .. } => Some(server.as_str().to_owned()),
            _ => None,
        });
    server.or_else(|| stem(args)).unwrap_or_else(|| OURS.to_owned())
}

/// The name of the file, without its end.
fn stem(args: &InstallArgs) -> Option<String> {
    let file = args.from.as_deref().map(Path::new)?.file_stem()?;
    Some(file.to_string_lossy().into_owned())
}

/// What there is to say where hooks are replaced that are known by nothing
/// but the name of a file, which another file may have as well.
fn hint(args: &InstallArgs, name: &str) -> &'static str {
    match args.name.is_none() && stem(args).as_deref() == Some(name) {
        true => "`--name` keeps the hooks of two files of one name apart\n",
        false => "",
    }
}

/// The runner whose settings they are.
fn target(path: &str) -> &'static str {
    match discover::is_below(path, ".agent") {
        true => "agent",
        false => "claude",
    }
}

/// What is said where the settings run no hooks at all.
fn switched_off(text: &str) -> Option<Diagnostic> {
    let tape = Tape::of(text);
    let switch = tape.root(text)?.get("disableAllHooks")?;
    if switch.bool() != Some(true) {
        return None;
    }
    let message = "with `disableAllHooks`, what is installed does not run";
    let (code, span) = (Code::HOOKS_SWITCHED_OFF, switch.span());
    let found = Diagnostic::new(code, message, SourceId(0), span);
    Some(found.severity(Severity::Warning).help("remove the key"))
}

/// What is said of rules, which stay where they are.
fn rules(policy: &Policy) -> impl Iterator<Item = Diagnostic> {
    let documents = policy.documents().iter();
    documents.flat_map(|document| {
        document.rules.iter().map(|rule| {
            let message = format!("only hooks are installed, `{}` is not", {
                rule.text.as_str()
            });
            let code = Code::LOSSY_CONVERSION;
            let (source, span) = (document.source, rule.span);
            let found = Diagnostic::new(code, message, source, span);
            let found = found.severity(Severity::Error);
            found.help("add the rule to the settings by hand")
        })
    })
}

/// The settings as they are; none where there are none. What is not plain
/// JSON is not touched: whatever is wrong with it could hide what would get
/// lost.
fn settings(args: &InstallArgs) -> Result<Option<String>, Fault> {
    let old = plain(&args.into)?;
    if let Some(old) = old.as_deref().filter(|_| !args.remove) {
        is_heeded(&args.into, old)?;
    }
    Ok(old)
}

fn plain(path: &str) -> Result<Option<String>, Fault> {
    if !Path::new(path).exists() {
        return Ok(None);
    }
    let text = input::read_text(path, POLICY_LIMIT)?;
    if text.trim().is_empty() {
        let fault = Fault::new(Code::EMPTY_FILE, path, "the file is empty");
        return Err(fault.help("write `{}`, or remove the file"));
    }
    let tape = Tape::of(&text);
    let found = diagnose(&tape, &text, SourceId(0), Host::Strict);
    if let Some(first) = found.into_iter().next() {
        return Err(Fault::of(Source::new(path, text), first));
    }
    match misplaced(tape.root(&text)) {
        Some((message, span)) => {
            let found =
                Diagnostic::new(Code::WRONG_TYPE, message, SourceId(0), span);
            let found = found.help("put it right by hand first");
            Err(Fault::of(Source::new(path, text), found))
        }
        None => Ok(Some(text)),
    }
}

/// Refuses settings of which the runner reads no hooks, for a value that it
/// does not take: what is installed there would never run.
fn is_heeded(path: &str, text: &str) -> Result<(), Fault> {
    let input = Input { place: discover::place(path), text: text.to_owned() };
    let dialect = engine::dialect(target(path))?;
    let policy = engine::read(input, Some(&dialect))?;
    let mut documents = policy.documents().iter();
    if !documents.any(|one| one.refused || one.drops_hooks) {
        return Ok(());
    }
    // The finding that has it so says what becomes of the rest.
    let is_cause = |found: &&Diagnostic| {
        let ends = ["the whole file is refused", "all of `hooks` is dropped"];
        ends.iter().any(|end| found.message.ends_with(end))
    };
    let mut found = policy.diagnostics().iter();
    let (cause, source) = (found.find(is_cause), policy.sources().first());
    Err(match cause.cloned().zip(source.cloned()) {
        Some((cause, source)) => Fault::of(source, cause),
        None => {
            let message = "the runner reads no hooks from these settings";
            let fault = Fault::new(Code::WRONG_TYPE, path, message);
            fault.help("`hookset check` says why")
        }
    })
}

/// What stands where hooks would have to.
fn misplaced(root: Option<Node<'_>>) -> Option<(String, Span)> {
    let wrong = |what: &str, wanted: &str, value: Node<'_>| {
        let kind = value.kind().words();
        let message = format!("{what} must be {wanted}, not {kind}");
        Some((message, value.span()))
    };
    let root = root?;
    if !root.is_object() {
        return wrong("the file", "an object", root);
    }
    let hooks = root.get("hooks")?;
    if !hooks.is_object() {
        return wrong("`hooks`", "an object of events", hooks);
    }
    let event = hooks.entries().find(|event| !event.value.is_array())?;
    wrong(&format!("`{}`", event.name()), "a list of groups", event.value)
}

fn same(one: &str, other: &str) -> bool {
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let (one, other) = (read(one), read(other));
    one.is_some() && one == other
}

fn write(path: &str, old: Option<&str>, new: &str) -> Result<(), Fault> {
    if let Some(old) = old {
        return save::replace(path, old, new);
    }
    let parent = Path::new(path).parent();
    let made = parent.map_or(Ok(()), fs::create_dir_all);
    let help = "name a file in a directory that you may write to";
    made.map_err(|error| save::cannot_write(path, &error, help))?;
    save::new(path, new)
}

fn summary(
    args: &InstallArgs,
    name: &str,
    added: usize,
    removed: usize,
) -> String {
    let hint = hint(args, name);
    let (path, name) = (visible(&args.into), visible(name));
    match (added, removed) {
        (0, removed) => {
            let hooks = count(removed, "hook");
            format!("{hooks} of `{name}` taken out of `{path}`\n")
        }
        (added, 0) => {
            let hooks = count(added, "hook");
            format!("{hooks} of `{name}` written into `{path}`\n")
        }
        (added, removed) => {
            let hooks = count(added, "hook");
            format!(
                "{hooks} of `{name}` written into `{path}` in place of \
                 {removed}\n{hint}"
            )
        }
    }
}
