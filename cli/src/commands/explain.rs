//! `hookset explain`: the page of a finding.

use std::fmt::Write as _;

use hookset::diagnostic::{Code, suggest};
use hookset::lint;

use crate::Exit;
use crate::args::ExplainArgs;
use crate::terminal::{self, Stream};
use crate::text::shortened;

pub(crate) fn run(args: &ExplainArgs) -> Exit {
    let Some(name) = args.code.as_deref() else {
        terminal::write(Stream::Out, &all());
        return Exit::Clean;
    };
    // People paste what they see, such as `error[invalid-rule]`.
    let inner = name.split_once('[').map_or(name, |(_, rest)| rest);
    let name = inner.trim_end_matches([']', ':']).to_ascii_lowercase();
    if let Some(code) = Code::named(&name) {
        terminal::write(Stream::Out, &page(code));
        return Exit::Clean;
    }
    let mut text = format!("there is no finding `{}`", shortened(&name, 60));
    match suggest::nearest(&name, Code::all().map(Code::name)) {
        Some(near) => {
            let _ = writeln!(text, "; did you mean `{near}`?");
        }
        None => {
            text.push_str("; `hookset explain` lists all of them\n");
        }
    }
    terminal::write(Stream::Err, &text);
    Exit::Unusable
}

fn page(code: Code) -> String {
    match lint::page(code) {
        Some(page) => page.to_owned(),
        None => {
            let (name, summary) = (code.name(), code.summary());
            let severity = code.severity().as_str();
            format!("# {name} ({severity})\n\n{summary}\n")
        }
    }
}

fn all() -> String {
    let mut out = String::new();
    let width = Code::all().map(|code| code.name().len()).max();
    let width = width.unwrap_or(0);
    for code in Code::all() {
        let (name, severity) = (code.name(), code.severity().as_str());
        let summary = code.summary();
        let _ = writeln!(out, "{name:width$}  {severity:7}  {summary}");
    }
    out
}
