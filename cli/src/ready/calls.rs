//! Calls as people write them on the command line, and what they write
//! instead.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use hookset::diagnostic::{Code, suggest};
use hookset::event::short::CallError;
use hookset::event::{short, tools};
use hookset::load::{Mode, merge};
use hookset::plan::answers::Decision;
use hookset::policy::Policy;

use super::mistaken::is_events;
use super::{Given, Ready};
use crate::absent::absent;
use crate::events::Events;
use crate::fault::Fault;
use crate::searched::{Seen, seen};
use crate::{here, links, repository};

/// A list of files takes in the calls that stand behind it. What is no call
/// but looks like one that was meant is none of the files, either.
pub(crate) fn told_apart(
    files: &[String],
    calls: &[String],
) -> (Vec<String>, Vec<String>) {
    let is_call = |(at, name): &(usize, &String)| {
        let call = name.ends_with(')') && short::payload(name).is_ok();
        let meant = name.contains([' ', '('])
            || name.starts_with("mcp__")
            || tools::find(tools::canonical(name)).is_some();
        let is_file = Path::new(name).extension().is_some();
        (call || *at > 0 && meant && !is_file) && !Path::new(name).exists()
    };
    let (behind, files): (Vec<_>, Vec<_>) =
        files.iter().enumerate().partition(is_call);
    let calls = behind.into_iter().map(|(_, call)| call).chain(calls);
    let files = files.into_iter().map(|(_, file)| file.clone());
    (files.collect(), calls.cloned().collect())
}

/// The mode that a session starts in by its settings.
fn starts_in(policy: &Policy) -> Option<Mode> {
    let settings = merge(policy.documents());
    let (_, mode) = settings.default_mode?;
    let is_off = match mode.value {
        Mode::BypassPermissions => settings.disable_bypass,
        Mode::Auto => settings.disable_auto,
        _ => false,
    };
    (!is_off).then_some(mode.value)
}

impl Ready {
    /// Has calls happen where the command stands: there, and with the links
    /// of that place, unless a context was given that says otherwise.
    pub(super) fn stand_here(&mut self, is_given: bool) -> Result<(), Fault> {
        here::complete(&mut self.context);
        if self.context.mode.is_none() {
            self.context.mode = self.engine.policy().and_then(starts_in);
        }
        if !is_given {
            self.context.platform = here::platform();
            let place = self.context.cwd.as_deref().map(Path::new);
            let folds = place.is_some_and(here::folds_case);
            self.context.case_sensitive = folds.then_some(false);
        }
        if self.context.repository.is_none() && !is_given {
            let cwd = self.context.cwd.as_deref();
            self.context.repository = cwd.and_then(repository::around);
            let root = self.context.repository.as_deref();
            self.context.branch = root.and_then(repository::branch);
        }
        if !self.context.links.is_empty() {
            return Ok(());
        }
        self.context.seeks_links = true;
        let calls = self.events.ahead();
        let judged = calls.map(|call| self.engine.judge(call, &self.context));
        let judged: Vec<_> = judged.collect();
        let too_many = || {
            let message = "the calls name too many files to look at";
            let fault = Fault::new(Code::INVALID_EVENT, "<call>", message);
            fault.help("ask about fewer at a time")
        };
        let files = judged.iter().flat_map(|one| one.files.clone());
        let searches = judged.iter().flat_map(|one| one.searches.clone());
        let (files, searches): (Vec<_>, Vec<_>) =
            (files.collect(), searches.collect());
        // What is not listed stays in doubt.
        self.context.seeks_links = judged.iter().any(|one| one.unlisted);
        let is_strict = self.engine.is_strict() && !files.is_empty();
        let calls = self.events.ahead().take(usize::from(is_strict));
        let starts = calls
            .flat_map(|call| self.engine.guard_starts(call, &self.context));
        let starts: Vec<_> = starts.collect();
        let found = links::links(&files, &searches, &starts);
        let links::Links { links, unseen } = found.ok_or_else(too_many)?;
        (self.context.links, self.context.unseen) = (links, unseen);
        if !is_given {
            let calls = self.events.ahead();
            let places = calls.flat_map(|call| {
                self.engine.guarded_places(call, &self.context)
            });
            self.context.absent = absent(places.collect());
            let searched = judged.iter().flat_map(|one| {
                let asks = one.decision == Decision::Ask;
                one.guarded.iter().filter(move |search| asks || search.deep)
            });
            let context = self.context.clone();
            let Seen { unmet, met } =
                seen(&mut self.engine, &context, searched);
            (self.context.unmet, self.context.met) = (unmet, met);
        }
        Ok(())
    }
}

/// The events to answer for: calls, a file of events, or what comes in.
pub(super) fn events(given: &Given<'_>) -> Result<Events, Fault> {
    if given.calls.is_empty() {
        let waits = given.event.is_none() && io::stdin().is_terminal();
        return match waits {
            true => Err(no_event()),
            false => Events::open(given.event.unwrap_or("-")),
        };
    }
    if given.event.is_some() {
        let message = "calls cannot be asked about together with `--event`";
        return Err(Fault::new(Code::INVALID_EVENT, "--event", message)
            .help("ask about the calls alone, or the events alone"));
    }
    if let Some(fault) = given.calls.iter().find_map(|call| is_rule(call)) {
        return Err(fault);
    }
    let calls = given.calls.iter();
    let calls = calls.map(|call| short::payload(call).map_err(no_call(call)));
    Ok(Events::of("<call>", calls.collect::<Result<_, _>>()?))
}

fn no_call(call: &str) -> impl FnOnce(CallError) -> Fault {
    move |why| {
        let why = why.to_string();
        let invalid = |why: String| Fault::new(Code::INVALID_EVENT, call, why);
        let Some((tool, rest)) = call.split_once('(') else {
            return invalid(why).help(match file(call) {
                Some(option) => format!("write `{option} {call}`"),
                None if Path::new(call).extension().is_some() => {
                    "`--policy` takes a file of rules, `--event` one of events"
                        .to_owned()
                }
                None if call.contains(' ') => {
                    format!("for a command, write `'Bash({call})'`")
                }
                None => WHOLE.to_owned(),
            });
        };
        let is_tool = tools::find(tools::canonical(tool)).is_some();
        let name = if is_tool { Some(tool) } else { meant(tool) };
        let written = name.and_then(|name| closed(name, rest));
        match written.filter(|call| short::payload(call).is_ok()) {
            Some(written) => {
                let no_tool = || format!("no tool is called `{tool}`");
                let why = if is_tool { why } else { no_tool() };
                invalid(why).help(format!("write `'{written}'`"))
            }
            None => invalid(why).help(WHOLE),
        }
    }
}

/// The option that takes a file which stands where a call should.
fn file(call: &str) -> Option<&'static str> {
    match is_events(call) {
        true => Some("--event"),
        false => Path::new(call).is_file().then_some("--policy"),
    }
}

/// Whether a policy is named among the calls: then nothing is missing but
/// the option before it.
pub(super) fn name_policy(given: &Given<'_>) -> bool {
    given
        .calls
        .iter()
        .any(|call| !call.contains('(') && file(call) == Some("--policy"))
}

/// The call that is meant where the closing bracket is missing; an example
/// where there is nothing else in them.
fn closed(tool: &str, rest: &str) -> Option<String> {
    let content = rest.strip_suffix(')').unwrap_or(rest);
    if !content.trim().is_empty() {
        return Some(format!("{tool}({content})"));
    }
    let content = match tools::find(tools::canonical(tool))?.primary? {
        "command" => "git push",
        "file_path" => ".env",
        "url" => "https://example.com/",
        _ => return None,
    };
    Some(format!("{tool}({content})"))
}

/// The tool that is meant by a name that none has.
fn meant(name: &str) -> Option<&'static str> {
    let same = tools::names().find(|tool| tool.eq_ignore_ascii_case(name));
    let foreign = || Some(tools::foreign(name)?.0);
    same.or_else(foreign).or_else(|| suggest::nearest(name, tools::names()))
}

/// What takes every call.
const WHOLE: &str = "`--event` takes the whole event, as JSON";

/// A rule where a call stands: what it would match is not what it says.
fn is_rule(call: &str) -> Option<Fault> {
    let (tool, rest) = call.split_once('(')?;
    let content = rest.strip_suffix(')')?;
    let (what, instead) = match tools::canonical(tool) {
        "WebFetch" => {
            let host = content.strip_prefix("domain:")?;
            (host, format!("WebFetch(https://{host}/)"))
        }
        "Bash" | "PowerShell" => {
            let start = content.strip_suffix(":*")?;
            let word = start.chars().next_back()?;
            let is_prefix = word.is_alphanumeric() && !start.contains('=');
            (start, is_prefix.then(|| format!("{tool}({start} x)"))?)
        }
        _ => return None,
    };
    let why = format!("`{call}` is a rule on `{what}`, and no call");
    let help = format!("write a call that it matches: `'{instead}'`");
    Some(Fault::new(Code::INVALID_EVENT, call, why).help(help))
}

/// A person would wait for the command, and the command for the person.
fn no_event() -> Fault {
    let message = "nothing says what to answer for";
    Fault::new(Code::INVALID_EVENT, "<stdin>", message).help(
        "write a call, such as `'Bash(git push)'`, or name a file of events \
         with `--event`",
    )
}
