//! `hookset dialect`: the choices of a dialect, and where two differ.

use std::fmt::Write as _;

use hookset::diagnostic::{Code, suggest};
use hookset::dialect::{self, Datum, Dialect, Field};
use hookset::event::elsewhere::Runner;
use hookset::load::Moment;
use serde_json::{Map, Value};

use crate::Exit;
use crate::args::{DialectArgs, DialectCommand, Format, HelpArgs};
use crate::commands::help;
use crate::engine;
use crate::fault::Fault;
use crate::terminal::{self, Look, Paint, Stream};

use crate::ready::cannot;

pub(crate) fn run(args: &DialectArgs) -> Exit {
    let (text, format) = match &args.command {
        None => (Ok(names()), Format::Text),
        Some(DialectCommand::Show { name, format }) => {
            (show(name, *format), *format)
        }
        Some(DialectCommand::Help { topic }) => {
            let whose = ["dialect".to_owned()].into_iter();
            let topic = whose.chain(topic.clone()).collect();
            return help::run(&HelpArgs { topic });
        }
        Some(DialectCommand::Map { event, runner }) => {
            return map(event.as_deref(), runner.as_deref());
        }
        Some(DialectCommand::Diff { left, right, format }) => {
            (diff(left, right, *format), *format)
        }
    };
    match text {
        Ok(text) => {
            terminal::write(Stream::Out, &text);
            Exit::Clean
        }
        Err(fault) => cannot(format == Format::Json, vec![fault]),
    }
}

/// What runners call an event that servers can name; all of the table
/// where none is named.
fn map(event: Option<&str>, runner: Option<&str>) -> Exit {
    let (event, runner) = match named(event, runner) {
        Ok(named) => named,
        Err(fault) => return cannot(false, vec![fault]),
    };
    let moments = Moment::ALL.iter().copied();
    let runners = || Runner::ALL.iter().copied();
    let mut out = String::new();
    let mut gaps = 0;
    for moment in moments.filter(|one| event.is_none_or(|it| it == *one)) {
        for one in runners().filter(|one| runner.is_none_or(|it| it == *one)) {
            let name = one.event(moment.as_str());
            gaps += usize::from(name.is_none());
            let (moment, one) = (moment.as_str(), one.as_str());
            let _ = match (name, event, runner) {
                (Some(name), Some(_), Some(_)) => writeln!(out, "{name}"),
                (None, Some(_), Some(_)) => {
                    let text = format!("`{one}` has no event `{moment}`\n");
                    terminal::write(Stream::Err, &text);
                    Ok(())
                }
                (name, ..) => {
                    let name = name.unwrap_or("-");
                    writeln!(out, "{moment:13}  {one:6}  {name}")
                }
            };
        }
    }
    terminal::write(Stream::Out, &out);
    match gaps > 0 && event.is_some() && runner.is_some() {
        true => Exit::Findings,
        false => Exit::Clean,
    }
}

fn named(
    event: Option<&str>,
    runner: Option<&str>,
) -> Result<(Option<Moment>, Option<Runner>), Fault> {
    let no = |what: &str, word: &str, words: Vec<&str>| {
        let message = format!("`{word}` is no {what}");
        let help = match suggest::nearest(word, words.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write one of `{}`", words.join("`, `")),
        };
        Fault::new(Code::INVALID_VALUE, what, message).help(help)
    };
    let moment = event.map(|word| {
        let words = Moment::ALL.iter().map(|one| one.as_str()).collect();
        let what = "event that a server can name";
        Moment::named(word).ok_or_else(|| no(what, word, words))
    });
    let runner = runner.map(|word| {
        let words = Runner::ALL.iter().map(|one| one.as_str()).collect();
        let what = "runner of the table";
        Runner::named(word).ok_or_else(|| no(what, word, words))
    });
    Ok((moment.transpose()?, runner.transpose()?))
}

fn names() -> String {
    let mut out = dialect::names().join("\n");
    out.push('\n');
    out
}

fn show(name: &str, format: Format) -> Result<String, Fault> {
    let fields = engine::dialect(name)?.fields();
    Ok(match format {
        Format::Json => {
            let fields = fields.iter().map(field);
            line(Value::Object(Map::from_iter([
                ("schema".to_owned(), "hookset.dialect/1".into()),
                ("fields".to_owned(), Value::Array(fields.collect())),
            ])))
        }
        Format::Text => text(&fields, Look::of(Stream::Out)),
    })
}

fn field(field: &Field) -> Value {
    Value::Object(Map::from_iter([
        ("name".to_owned(), field.name.clone().into()),
        ("value".to_owned(), value(&field.value)),
        ("about".to_owned(), field.about.into()),
    ]))
}

fn value(datum: &Datum) -> Value {
    match datum {
        Datum::Nothing => Value::Null,
        Datum::Flag(yes) => Value::Bool(*yes),
        Datum::Number(number) => Value::from(*number),
        Datum::Word(word) => Value::from(word.as_str()),
        Datum::List(words) => {
            Value::Array(words.iter().map(|w| w.as_str().into()).collect())
        }
        Datum::Map(rows) => {
            let rows = rows.iter();
            let rows = rows.map(|(key, to)| (key.clone(), to.clone().into()));
            Value::Object(rows.collect())
        }
        Datum::Record(fields) => {
            Value::Array(fields.iter().map(field).collect())
        }
    }
}

fn text(fields: &[Field], look: Look) -> String {
    let mut out = String::new();
    for field in fields {
        let name = look.paint(Paint::Bold, &field.name);
        let about = look.paint(Paint::Dim, field.about);
        let _ = writeln!(out, "{name}: {}", field.value);
        let _ = writeln!(out, "    {about}");
    }
    out
}

fn diff(left: &str, right: &str, format: Format) -> Result<String, Fault> {
    let (first, second) = (engine::dialect(left)?, engine::dialect(right)?);
    let found = dialect::differences(&first, &second);
    if format == Format::Json {
        let rows = found.iter().map(|row| {
            Value::Object(Map::from_iter([
                ("name".to_owned(), row.name.clone().into()),
                ("left".to_owned(), value(&row.left)),
                ("right".to_owned(), value(&row.right)),
                ("about".to_owned(), row.about.into()),
            ]))
        });
        return Ok(line(Value::Object(Map::from_iter([
            ("schema".to_owned(), "hookset.dialect-diff/1".into()),
            ("left".to_owned(), full_name(&first).into()),
            ("right".to_owned(), full_name(&second).into()),
            ("differences".to_owned(), Value::Array(rows.collect())),
        ]))));
    }
    let look = Look::of(Stream::Out);
    let (first, second) = (full_name(&first), full_name(&second));
    let width = first.chars().count().max(second.chars().count());
    let mut out = String::new();
    for row in &found {
        let name = look.paint(Paint::Bold, &row.name);
        let about = look.paint(Paint::Dim, row.about);
        let _ = writeln!(out, "{name}  {about}");
        let _ = writeln!(out, "    {first:width$}  {}", row.left);
        let _ = writeln!(out, "    {second:width$}  {}", row.right);
    }
    if found.is_empty() {
        let _ = writeln!(out, "`{first}` and `{second}` do not differ");
    }
    Ok(out)
}

fn full_name(dialect: &Dialect) -> String {
    match dialect.version {
        Some(version) => format!("{}@{version}", dialect.name),
        None => dialect.name.to_owned(),
    }
}

fn line(value: Value) -> String {
    format!("{value}\n")
}
