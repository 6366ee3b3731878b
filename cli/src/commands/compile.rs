//! `hookset compile`: policies into an image.

use hookset::diagnostic::{Code, Severity};
use hookset::hook_set::{KeyKind, Stats};
use serde_json::{Value, json};

use crate::Exit;
use crate::args::{CompileArgs, Format};
use crate::engine::{self, Engine};
use crate::fault::Fault;
use crate::here;
use crate::image::{self, Check};
use crate::report;
use crate::save;
use crate::terminal::{self, Look, Stream};
use crate::text::count;

use crate::ready;

/// What finding a rule costs the events that it does not match.
const COSTS: &[(KeyKind, &str, &str)] = &[
    (KeyKind::Exact, "exact", "one look-up"),
    (KeyKind::Prefix, "prefix", "one look-up for each word or segment"),
    (KeyKind::Start, "start", "a few look-ups for each word"),
    (KeyKind::End, "end", "one look-up more where the first words match"),
    (KeyKind::Word, "word", "one look-up for each word or segment"),
    (KeyKind::Extension, "extension", "one look-up for each segment"),
    (KeyKind::Few, "few", "a look at how the text starts and ends"),
    (KeyKind::Gram, "gram", "a look at every byte, shared by all of them"),
    (KeyKind::Always, "always", "tested on every text, each by itself"),
];

pub(crate) fn run(args: &CompileArgs) -> Exit {
    let done = match &args.verify {
        Some(path) => verify(args, path),
        None => compile(args),
    };
    done.unwrap_or_else(|faults| {
        ready::cannot(args.format == Format::Json, faults)
    })
}

fn print_json(mut value: Value) {
    let schema = Value::from("hookset.compile/1");
    if let Some(map) = value.as_object_mut() {
        map.shift_insert(0, "schema".to_owned(), schema);
    }
    terminal::write(Stream::Out, &format!("{value}\n"));
}

/// What the policies compile to in the file `image`.
fn compiled(
    args: &CompileArgs,
    policy: &[String],
    image: Option<&str>,
) -> Result<Engine, Vec<Fault>> {
    let named = args.dialect.as_deref();
    let dialect = engine::dialect(named.unwrap_or(ready::STRICT));
    let dialect = dialect.map_err(|fault| vec![fault])?;
    let inputs = ready::read_policy(policy)?;
    let inputs = engine::told(inputs, named.and(Some(&dialect)));
    let engine = match image {
        Some(image) => Engine::to_write(inputs, &dialect, image),
        None => Engine::certain(inputs, &dialect),
    };
    engine.map_err(|fault| vec![fault])
}

fn compile(args: &CompileArgs) -> Result<Exit, Vec<Fault>> {
    let settings = match args.policy.is_empty() {
        true => here::settings().map_err(|fault| vec![fault])?,
        false => Vec::new(),
    };
    ready::print_in_force(&settings);
    let policy = if settings.is_empty() { &args.policy } else { &settings };
    // Before they are read: what changes meanwhile must show.
    let stamp = image::stamp(policy);
    let engine = compiled(args, policy, args.output.as_deref())?;
    let is_text = args.format == Format::Text;
    if is_text {
        print_errors(&engine);
    }
    if let Some(path) = &args.output {
        save::create(path, engine.image()).map_err(|fault| vec![fault])?;
        image::put_stamp(path, stamp);
    }
    let exposed = args.output.as_deref().and_then(image::exposed);
    let stats = engine.stats();
    let output = args.output.as_deref();
    if !is_text {
        let mut value = json!({ "image": output });
        told(&mut value, &stats);
        if let Some(map) = value.as_object_mut() {
            let found = engine.findings().iter().cloned();
            let found = found.chain(exposed.map(ready::finding));
            let found: Vec<_> = found.collect();
            map.insert("diagnostics".to_owned(), json!(found));
        }
        print_json(value);
        return Ok(Exit::Clean);
    }
    let mut text = String::new();
    if let Some(path) = output {
        text = format!("wrote {path}: {}\n", in_words(&stats));
    }
    if args.stats {
        if output.is_none() {
            text = format!("{}\n", in_words(&stats));
        }
        text.push_str(&table(&stats));
    }
    terminal::write(Stream::Out, &text);
    ready::print(exposed);
    Ok(Exit::Clean)
}

/// Draws the errors of the policy: what they say is in force is not.
fn print_errors(engine: &Engine) {
    let (found, sources) = engine.found();
    let bad = found.iter().filter(|d| d.severity == Severity::Error);
    let bad: Vec<_> = bad.cloned().collect();
    let look = Look::of(Stream::Err);
    terminal::write(Stream::Err, &report::draw(&bad, sources, look));
}

fn told(value: &mut Value, stats: &Stats) {
    let Some(map) = value.as_object_mut() else { return };
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    put("bytes", stats.image_bytes.into());
    put("rules", stats.rules.into());
    put("tests", stats.atoms.into());
    let found = stats.kinds.iter().map(|&(kind, count)| {
        let (name, cost) = cost(kind);
        json!({ "found_by": name, "tests": count, "cost": cost })
    });
    put("costs", found.collect());
}

fn cost(kind: KeyKind) -> (&'static str, &'static str) {
    let row = COSTS.iter().find(|row| row.0 == kind);
    row.map_or(("", ""), |row| (row.1, row.2))
}

fn in_words(stats: &Stats) -> String {
    let rules = count(stats.rules, "rule");
    let tests = count(stats.atoms, "test");
    format!("{rules}, {tests}, {} bytes", stats.image_bytes)
}

/// One line for each way to find a rule.
fn table(stats: &Stats) -> String {
    let mut out = String::new();
    for &(kind, count) in &stats.kinds {
        let (name, cost) = cost(kind);
        out.push_str(&format!("{count:>8}  {name:<10} {cost}\n"));
    }
    out
}

fn verify(args: &CompileArgs, path: &str) -> Result<Exit, Vec<Fault>> {
    let found = image::load(path, Check::Whole).map_err(|f| vec![f])?;
    let stale = if args.policy.is_empty() {
        image::stale(path, &found, Check::Whole)
    } else {
        let fresh = compiled(args, &args.policy, Some(path))?;
        differs(path, fresh.image() == found.set().image())
    };
    let exposed = image::exposed(path);
    let stats = found.set().stats();
    let exit = if stale.is_some() { Exit::Findings } else { Exit::Clean };
    if args.format == Format::Json {
        let mut value = json!({ "image": path, "whole": true });
        told(&mut value, &stats);
        let is_stale = stale.is_some();
        let found = stale.into_iter().chain(exposed).map(ready::finding);
        let found: Vec<_> = found.collect();
        if let Some(map) = value.as_object_mut() {
            map.insert("stale".to_owned(), is_stale.into());
            map.insert("diagnostics".to_owned(), json!(found));
        }
        print_json(value);
        return Ok(exit);
    }
    let mut text = format!("{path} is whole: {}\n", in_words(&stats));
    if args.stats {
        text.push_str(&table(&stats));
    }
    terminal::write(Stream::Out, &text);
    ready::print(stale.into_iter().chain(exposed));
    Ok(exit)
}

fn differs(path: &str, is_same: bool) -> Option<Fault> {
    if is_same {
        return None;
    }
    let message = format!("`{path}` is not what these files compile to");
    let help = "compile them again, in the same order and dialect";
    Some(Fault::new(Code::STALE_IMAGE, path, message).help(help))
}
