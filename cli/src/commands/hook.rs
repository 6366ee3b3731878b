//! `hookset hook`: is a hook of a coding agent.
//!
//! Whatever happens, it ends as the person chose: with an answer, with
//! nothing, or as `--on-error` says. Exit code 2 stops a call in every host,
//! so nothing but an intended block ends with it.

mod hosts;
mod late;
mod look;
mod policy;
mod said;
mod stops;
mod translate;
mod words;

use std::ffi::OsString;
use std::io::{self, Read};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::error::ErrorKind;
use clap::{Parser, ValueEnum};
use hookset::event::{Context, Event, EventKind};
use hookset::json::Tape;
use hookset::plan::answers::Decision;

use crate::args::{Cli, Color, Command, HookArgs, HostName, OnError};
use crate::engine::{self, Judged};
use crate::here;
use crate::terminal::{self, Stream};
use crate::text::visible;

use hosts::Host;
pub(super) use hosts::PROJECT_VARIABLES;
pub(crate) use look::translated;
use look::{joined, judge, payloads};
use policy::engine;
use said::{Said, said};
pub(super) use stops::Stop;
use stops::stop;
pub(super) use stops::usual;
use words::of_event;

/// The largest event that is read.
const EVENT_LIMIT: u64 = 8 << 20;
/// How much more is taken off the pipe, so that the host can finish writing.
const DRAIN_LIMIT: u64 = 256 << 20;

/// What is known before the arguments are: enough to answer an error.
#[derive(Clone, Copy, Debug)]
struct Settings {
    host: &'static Host,
    on_error: OnError,
}

/// Whether the command line is one of this command: it must be known before
/// anything can go wrong with it.
pub(crate) fn is_meant(args: &[OsString]) -> bool {
    let mut rest = args.iter().skip(1);
    while let Some(arg) = rest.next() {
        if arg == "--color" {
            rest.next();
        } else if !arg.to_string_lossy().starts_with('-') {
            return arg == "hook";
        }
    }
    false
}

/// The event, once it has been read.
static EVENT: OnceLock<String> = OnceLock::new();

/// Everything, from arguments to exit code.
pub(crate) fn main(args: &[OsString]) -> ExitCode {
    let plain = HookArgs::plain(args);
    let settings = plain.as_ref().map_or_else(
        || settings(args),
        |plain| Settings {
            host: Host::of(plain.host),
            on_error: plain.on_error,
        },
    );
    let without = move |why: &Lack| {
        let event = EVENT.get().map_or("", String::as_str);
        failed(&settings, event, why)
    };
    panic::set_hook(Box::new(move |info| {
        let text = format!("hookset: internal error: {info}\n");
        terminal::write(Stream::Err, &text);
        // Nothing is done behind this where the program is built to end;
        // otherwise `guarded` goes on.
        if cfg!(panic = "abort") {
            late::give();
            let code =
                leave(&without(&FELL_OVER.to_owned().into()), &settings);
            std::process::exit(i32::from(code));
        }
    }));
    late::set(move || {
        let why = "there is no answer after 20 s".to_owned();
        let said = without(&Lack::of_event(why));
        std::process::exit(i32::from(leave(&said, &settings)));
    });
    let work = || {
        if let Some(args) = &plain {
            return answer(args, &settings);
        }
        match Cli::try_parse_from(args) {
            Ok(Cli { command: Command::Hook(args), .. }) => {
                answer(&args, &settings)
            }
            Ok(_) => Err("this is not `hookset hook`".to_owned().into()),
            Err(error) => {
                Color::among(args).apply();
                usage(&error)
            }
        }
    };
    let said = guarded(work).map_err(Lack::from).and_then(|said| said);
    let said = said.unwrap_or_else(|why| without(&why));
    late::give();
    ExitCode::from(leave(&said, &settings))
}

/// Help is an answer; anything else that is wrong with the arguments is an
/// error like others.
fn usage(error: &clap::Error) -> Result<Said, Lack> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // Nothing is left to tell anybody when writing fails.
            let _ = error.print();
            Ok(Said::default())
        }
        _ => {
            let text = error.to_string();
            // The names of what is missing stand below, up to an empty line.
            let first = text.lines().map(str::trim);
            let first = first.take_while(|line| !line.is_empty());
            let first = first.collect::<Vec<_>>().join(" ");
            let first = first.strip_prefix("error: ").unwrap_or(&first);
            Err(format!("wrong arguments: {}", visible(first)).into())
        }
    }
}

/// `work`, or that it fell over.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    done.map_err(|_| FELL_OVER.to_owned())
}

/// What is said of a fault of our own.
const FELL_OVER: &str = "an internal error of hookset";

/// Host and `--on-error` out of arguments that may be wrong otherwise. A
/// value that is not understood is taken for the careful one.
fn settings(args: &[OsString]) -> Settings {
    let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    let value = |name: &str| {
        let with = format!("{name}=");
        args.iter().enumerate().find_map(|(at, arg)| {
            let next = || args.get(at + 1).map(|next| next.as_ref());
            let own = arg.strip_prefix(with.as_str());
            own.or_else(|| (*arg == name).then(next).flatten())
        })
    };
    let host =
        value("--host").and_then(|name| HostName::from_str(name, true).ok());
    let on_error = value("--on-error")
        .and_then(|name| OnError::from_str(name, true).ok());
    Settings {
        host: Host::of(host.unwrap_or_default()),
        on_error: on_error.unwrap_or_default(),
    }
}

/// Why there is no answer.
#[derive(Debug)]
struct Lack {
    why: String,
    /// Whether the event is why: whoever makes a call can make one of which
    /// nothing can be told.
    by_event: bool,
}

impl From<String> for Lack {
    fn from(why: String) -> Lack {
        Lack { why, by_event: false }
    }
}

impl Lack {
    fn of_event(why: String) -> Lack {
        Lack { why, by_event: true }
    }
}

/// Reads the event, then the policy, and says what comes of them.
fn answer(args: &HookArgs, settings: &Settings) -> Result<Said, Lack> {
    let host = settings.host;
    let event = read_event().map_err(Lack::of_event)?;
    let event = EVENT.get_or_init(|| event).as_str();
    late::look_at(event);
    let (mut engine, lost) = engine(args)?;
    if event.trim().is_empty() {
        return Err("there is no event on standard input".to_owned().into());
    }
    let tape = Tape::of(event);
    let fault = engine::unreadable_on(&tape, "<stdin>", event);
    let context = context(host, engine.files());
    let payloads = payloads(event, &tape, host, &engine);
    let each = payloads.iter().map(|text| judge(&mut engine, text, &context));
    let all: Result<Vec<Judged>, String> = each.collect();
    let all = all.map_err(Lack::of_event)?;
    let whole = |judged: &&Judged| judged.is_call || host.names_events();
    let lacks = all.iter().filter(whole).find_map(|judged| judged.lacks);
    let judged = all.into_iter().reduce(joined).unwrap_or_default();
    let said = said(&judged, host, args.allow && fault.is_none());
    if let Some(lost) = lost {
        // What guards as far as it can be read guards.
        if !said.guards || !judged.is_sure {
            return Err(lost);
        }
        terminal::write(Stream::Err, &format!("hookset: {}\n", lost.why));
    }
    match (fault, lacks) {
        // What is denied as far as it can be read is denied.
        (Some(fault), _) if !said.guards || !judged.is_sure => {
            Err(Lack::of_event(of_event(fault.message)))
        }
        // A host that names things otherwise would run all that is guarded.
        (None, Some(lacks)) if !said.guards => Err(Lack {
            why: lacks.to_owned(),
            // Whoever makes a call can make one without a tool.
            by_event: judged.is_call,
        }),
        _ => Ok(said),
    }
}

fn read_event() -> Result<String, String> {
    // Room for most events; what is read without any asks for more at once
    // than they need.
    let mut bytes = Vec::with_capacity(2048);
    let mut stdin = io::stdin().lock();
    let read = (&mut stdin).take(EVENT_LIMIT + 1).read_to_end(&mut bytes);
    if let Err(error) = read {
        return Err(format!("the event cannot be read: {error}"));
    }
    if bytes.len() as u64 > EVENT_LIMIT {
        let _ = io::copy(&mut stdin.take(DRAIN_LIMIT), &mut io::sink());
        begins(&bytes);
        return Err("the event is larger than 8 MiB".to_owned());
    }
    String::from_utf8(bytes).map_err(|error| {
        begins(error.as_bytes());
        "the event is not UTF-8".to_owned()
    })
}

/// Keeps how an event begins that is not read: what happens mostly stands
/// there.
fn begins(bytes: &[u8]) {
    const ENOUGH: usize = 64 << 10;
    let start = bytes.get(..ENOUGH).unwrap_or(bytes);
    EVENT.get_or_init(|| String::from_utf8_lossy(start).into_owned());
}

/// The world as it is where the hook runs.
fn context(host: &Host, policy: &[String]) -> Context {
    let text = |path: std::path::PathBuf| path.into_os_string().into_string();
    let home = std::env::home_dir().and_then(|home| text(home).ok());
    let root = std::env::var(host.project).ok();
    let project_root = root.filter(|root| !root.is_empty());
    // A session starts there, and may stand elsewhere by now.
    let settings_dir = project_root.clone();
    let platform = here::platform();
    let mut context = Context {
        home,
        project_root,
        settings_dir,
        platform,
        ..Context::default()
    };
    here::stand_in_project(&mut context, policy);
    // An event that does not say where it happened: hosts start hooks there.
    context.cwd = context.project_root.clone().or_else(|| {
        std::env::current_dir().ok().and_then(|here| text(here).ok())
    });
    context
}

/// The answer when there is none.
fn failed(settings: &Settings, event: &str, lack: &Lack) -> Said {
    let host = settings.host;
    let why = &lack.why;
    let mut tape = Tape::new();
    let read = Event::read(event, &mut tape);
    let name = read.name.filter(|name| !name.is_empty());
    let told = name.map(str::to_owned);
    let told = told.or_else(|| translate::name_of(event, host));
    let known = told.as_deref().and_then(EventKind::known_as);
    let kind = read.kind.or(known);
    let name = told.as_deref().unwrap_or(host.before);
    let mut judged = Judged { kind, name: told.clone(), ..Judged::default() };
    let kind = kind.unwrap_or(EventKind::PRE_TOOL_USE);
    let is_call = kind.is_decided();
    // Without an answer to this one a person is asked anyway.
    let must_ask = is_call && kind != EventKind::PERMISSION_REQUEST;
    let can_ask = must_ask && host.asks_on(name);
    let can_stop = is_call || stop(kind, name, host) != Stop::Never;
    judged.reason = format!("hookset cannot decide: {why}");
    match settings.on_error {
        OnError::Ask if can_ask => judged.decision = Decision::Ask,
        // As any question does where the host asks nobody.
        OnError::Ask if must_ask && lack.by_event => {
            judged.decision = Decision::Deny;
        }
        OnError::Deny if is_call => judged.decision = Decision::Deny,
        OnError::Deny if can_stop => judged.blocks = true,
        _ => {
            let note = format!("{}; the host goes on", judged.reason);
            return Said { notes: vec![note], ..Said::default() };
        }
    }
    said(&judged, host, false)
}

/// Writes the answer. One that stops or asks and cannot be written stops by
/// the exit code: somebody was to hear of it.
fn leave(said: &Said, settings: &Settings) -> u8 {
    let mut notes = String::new();
    for note in &said.notes {
        notes.push_str(&format!("hookset: {}\n", visible(note)));
    }
    terminal::write(Stream::Err, &notes);
    if said.blocks {
        return BLOCK;
    }
    let Some(answer) = &said.answer else { return 0 };
    let written = terminal::written(Stream::Out, &format!("{answer}\n"));
    let arrived = written.is_ok() && !terminal::is_nowhere(&io::stdout());
    match said.guards && settings.on_error != OnError::Open {
        true if !arrived => BLOCK,
        _ => 0,
    }
}

/// The exit code that hosts read as "stop".
const BLOCK: u8 = 2;

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(words: &[&str]) -> Settings {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        super::settings(&words)
    }

    #[test]
    fn a_fault_of_our_own_is_caught() {
        let caught = guarded(|| -> Said {
            let none: Vec<u8> = Vec::new();
            none.first().map(|_| Said::default()).unwrap()
        });
        assert!(caught.is_err());
    }

    #[test]
    fn settings_are_found_in_wrong_arguments() {
        let found =
            settings(&["hookset", "hook", "--on-error=deny", "--nope"]);
        assert_eq!(found.on_error, OnError::Deny);
        let found = settings(&["h", "hook", "--on-error", "x", "--host"]);
        assert_eq!(found.on_error, OnError::Ask);
        let found = settings(&["h", "hook", "--host", "cursor"]);
        assert_eq!(found.host.name, "cursor");
    }
}
