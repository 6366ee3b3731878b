//! `hookset compose`: the guidance that is due, as one document.

mod files;

use std::path::Path;

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::guide::{
    Caps, Choices, Composed, Entry, Feature, Kind, Loader, LogLevel, Options,
    Phase, Query, Registry, Words, compose,
};
use hookset::json::Tape;
use serde_json::{Map, Value, json};

use crate::Exit;
use crate::args::{ComposeArgs, Format};
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::report;
use crate::terminal::{self, Look, Stream};
use crate::text::visible;

use crate::ready::refuse;
use files::{Definitions, Files};

pub(crate) fn run(args: &ComposeArgs) -> Exit {
    let json = args.format == Format::Json;
    match made(args) {
        Err(faults) if json => {
            terminal::write(Stream::Out, &refused(faults));
            Exit::Unusable
        }
        Err(faults) => refuse(false, faults),
        Ok((composed, definitions)) => {
            let look = Look::of(Stream::Err);
            let Definitions { found, sources, .. } = &definitions;
            let mut err = report::draw(found, sources, look);
            for record in composed.log() {
                let level = match record.level {
                    LogLevel::Notice => "notice",
                    LogLevel::Error => "error",
                };
                err.push_str(&format!("{level}: {}\n", visible(&record.text)));
            }
            terminal::write(Stream::Err, &err);
            let out = match json {
                true => answer(&composed, &definitions),
                false => shown(&composed),
            };
            terminal::write(Stream::Out, &out);
            let is_error = |severity| severity == Severity::Error;
            let wrong = found.iter().any(|one| is_error(one.severity));
            match wrong || !composed.failed.is_empty() {
                true => Exit::Findings,
                false => Exit::Clean,
            }
        }
    }
}

fn shown(composed: &Composed) -> String {
    match composed.content.as_str() {
        "" => String::new(),
        content if content.ends_with('\n') => content.to_owned(),
        content => format!("{content}\n"),
    }
}

/// The result, with what is wrong with the definitions.
fn answer(composed: &Composed, definitions: &Definitions) -> String {
    let mut all = Map::new();
    all.insert("schema".to_owned(), "hookset.compose/1".into());
    let result = serde_json::from_str(&composed.json());
    if let Ok(Value::Object(result)) = result {
        all.extend(result);
    }
    let finding = |found: &Diagnostic| {
        let place = found.primary().and_then(|label| {
            let at = usize::try_from(label.source.0).ok()?;
            Some(definitions.sources.get(at)?.place(label.span))
        });
        json!({
            "code": found.code.name(),
            "severity": found.severity.as_str(),
            "message": found.message,
            "help": found.help,
            "source": place,
        })
    };
    let findings = definitions.found.iter().map(finding).collect();
    all.insert("diagnostics".to_owned(), Value::Array(findings));
    format!("{}\n", Value::Object(all))
}

/// The answer where there is no document; the first fault is why.
fn refused(faults: Vec<Fault>) -> String {
    let one = |fault: Fault| {
        json!({
            "code": fault.code.name(),
            "message": fault.message,
            "help": fault.help,
            "source": fault.name,
        })
    };
    let mut faults = faults.into_iter().map(one);
    let error = faults.next();
    let more: Vec<Value> = faults.collect();
    let answer = json!({
        "schema": "hookset.compose/1",
        "error": error,
        "diagnostics": more,
    });
    format!("{answer}\n")
}

fn made(args: &ComposeArgs) -> Result<(Composed, Definitions), Vec<Fault>> {
    let choices = if args.compat { Choices::CODE } else { Choices::DOCUMENT };
    let one = |fault: Fault| vec![fault];
    let query = query(args).map_err(one)?;
    let options = options(args, choices)?;
    let mut registry = registry(args, choices).map_err(one)?;
    let files = Files::of(Path::new(&args.dir)).map_err(one)?;
    let mut definitions = files.definitions(&choices)?;
    definitions.register(&mut registry);
    let selected = registry.query(&query);
    let mut loader = Loader::new(&files);
    let loaded = loader.load_all(selected.chosen.iter().copied());
    let failed = loaded.failures();
    let entries = loaded.resolved.into_iter().map(Entry::from).collect();
    let composed = compose(entries, selected.left_out(), failed, &options);
    Ok((composed, definitions))
}

fn registry(args: &ComposeArgs, choices: Choices) -> Result<Registry, Fault> {
    let registry = match &args.app {
        None => Ok(Registry::new()),
        Some(app) => Registry::of_app(app.as_str()),
    };
    match registry {
        Ok(registry) => Ok(registry.with(choices)),
        Err(fault) => {
            Err(usage("--app", fault.message)
                .help(fault.help.unwrap_or_default()))
        }
    }
}

/// A value on the command line that cannot be used.
fn usage(flag: &str, message: impl Into<String>) -> Fault {
    Fault::new(Code::INVALID_VALUE, flag, message)
}

fn query(args: &ComposeArgs) -> Result<Query, Fault> {
    let mut query = Query {
        tags: args.tag.clone(),
        request: args.request.clone(),
        session: args.session.clone(),
        storage: args.storage.clone(),
        ..Query::default()
    };
    if let Some(text) = &args.kind {
        let kind = Kind::named(text);
        let words = words(Kind::ALL, Kind::as_str);
        query.kind = Some(kind.ok_or_else(|| no("--type", text, &words))?);
    }
    if let Some(text) = &args.lifecycle {
        let phase = Phase::named(text);
        let words = words(Phase::ALL, Phase::as_str);
        let no = || no("--lifecycle", text, &words);
        query.phase = Some(phase.ok_or_else(no)?);
    }
    for text in &args.features {
        let words = words(Feature::ALL, Feature::as_str);
        let feature = Feature::named(text);
        let no = || no("--features", text, &words);
        query.features.push(feature.ok_or_else(no)?);
    }
    if !args.config.is_empty() {
        query.config = Some(config(&args.config)?);
    }
    Ok(query)
}

fn words<T: Copy>(
    all: &[T],
    name: fn(T) -> &'static str,
) -> Vec<&'static str> {
    all.iter().map(|&one| name(one)).collect()
}

fn no(flag: &str, text: &str, words: &[&str]) -> Fault {
    use hookset::diagnostic::suggest::nearest;
    let message = format!("`{flag}` cannot be `{text}`");
    let help = match nearest(text, words.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it is one of: {}", words.join(", ")),
    };
    usage(flag, message).help(help)
}

/// `KEY=VALUE` pairs; a value that is no JSON is a text. A whole object may
/// stand there, too.
fn config(pairs: &[String]) -> Result<hookset::guide::Config, Fault> {
    let mut all = hookset::guide::Config::new();
    for pair in pairs {
        let is_object = pair.trim_start().starts_with('{');
        let text = match pair.split_once('=') {
            _ if is_object => pair.clone(),
            Some((key, value)) => {
                let tape = Tape::of(value);
                let plain = tape.problems().is_empty();
                let value = match tape.root(value) {
                    Some(_) if plain => value.to_owned(),
                    _ => Value::from(value).to_string(),
                };
                format!("{{{}:{value}}}", Value::from(key))
            }
            None => {
                let message = format!("`{pair}` says no value");
                let help = "write `KEY=VALUE`, such as `debug=true`";
                return Err(usage("--config", message).help(help));
            }
        };
        let tape = Tape::of(&text);
        let root = tape.root(&text).filter(|_| tape.problems().is_empty());
        let Some(more) = root.and_then(hookset::guide::config) else {
            let message = format!("`{pair}` cannot be read");
            let help = "write `KEY=VALUE` or an object with each key once";
            return Err(usage("--config", message).help(help));
        };
        all.extend(more);
    }
    Ok(all)
}

fn options(
    args: &ComposeArgs,
    mut choices: Choices,
) -> Result<Options, Vec<Fault>> {
    let usual = Options::default();
    let words = match &args.words {
        None => usual.words.clone(),
        Some(path) => sentences(path)?,
    };
    // Who writes an end for notices wants to read it.
    choices.notice_tail |= words.get("tail") != usual.words.get("tail");
    let separator = args.separator.as_ref().map(|text| {
        // As a shell hands it over, where nobody can press enter.
        text.replace("\\n", "\n")
    });
    Ok(Options {
        preambles: !args.no_preambles,
        reference: !args.no_reference,
        separator: separator.unwrap_or(usual.separator),
        caps: Caps {
            entries: args.max_texts,
            characters: args.max_characters,
        },
        words,
        choices,
        at: None,
    })
}

/// The sentences in a file; all of it must be understood, for a sentence
/// that is ignored would be missed by nobody.
fn sentences(path: &str) -> Result<Words, Vec<Fault>> {
    let text = input::read_text(path, POLICY_LIMIT).map_err(|f| vec![f])?;
    let tape = Tape::of(&text);
    let root = tape.root(&text).filter(|_| tape.problems().is_empty());
    let Some(root) = root else {
        let message = format!("`{path}` is not plain JSON");
        return Err(vec![Fault::new(Code::INVALID_JSON, path, message)]);
    };
    let (words, wrong) = Words::read(root);
    let faults = wrong.into_iter().map(|wrong| {
        let fault = Fault::new(wrong.code, path, wrong.message);
        fault.help(wrong.help.unwrap_or_default())
    });
    let faults: Vec<_> = faults.collect();
    if faults.is_empty() { Ok(words) } else { Err(faults) }
}

impl Definitions {
    /// Adds each definition; what is refused becomes a finding.
    fn register(&mut self, registry: &mut Registry) {
        let all = std::mem::take(&mut self.all);
        self.found.extend(registry.register_defined(all));
    }
}
