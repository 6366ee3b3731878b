//! `gh api -X PUT repos/o/r/pulls/1/merge` as `gh pr merge 1`: subcommands by
//! the requests that they send.

use super::options::Around;
use crate::shell::Reason;
use crate::shell::data::rest::{MUTATIONS, ROWS};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

/// Where the requests go.
const SERVER: &str = "https://api.github.com/";

/// Options of `gh api` that take the word behind them, and make it a POST.
const FIELDS: &[&str] = &["--field", "--input", "--raw-field", "-F", "-f"];

/// Those that take a word and do not.
const VALUED: &[&str] = &[
    "--cache",
    "--header",
    "--hostname",
    "--jq",
    "--preview",
    "--template",
    "-H",
    "-p",
    "-q",
    "-t",
];

/// The letters before a field that stands in the same word.
const LETTERS: [char; 5] = ['-', 'i', 'f', 'F', '='];

/// A method that is not known.
const ANY: &str = "*";

/// What a command asks of the server.
#[derive(Default)]
struct Request<'a> {
    method: &'a str,
    path: &'a str,
    mutates: &'static [&'static str],
    /// Whether it may be any mutation.
    open: bool,
}

impl<'a> Scene<'a> {
    /// Views of a command that sends a request as the subcommands that send
    /// it, too. They ask, for these say more than the path does.
    pub(super) fn requested(&mut self, around: Around<'_>, words: Words) {
        if around.name != "gh" || !self.is_at(words.start, "api") {
            return;
        }
        let Request { method, path, mutates, open } =
            self.request(words.from(words.start + 1));
        let any = MUTATIONS.iter().filter(|_| open).flat_map(|row| row.1);
        let first = self.out.views.len();
        let rows = ROWS.iter().filter(|row| {
            let any = method == ANY;
            (any || method.eq_ignore_ascii_case(row.0)) && is_path(row.1, path)
        });
        let own = rows.flat_map(|row| row.2.iter());
        for sub in own.chain(mutates).chain(any) {
            let start = self.out.text.len();
            self.out.text.extend(["gh ", sub]);
            let mut parts = path.split('/');
            let repository = path.strip_prefix("repos/");
            let repository =
                repository.filter(|r| r.matches('/').count() == 1);
            // `merge` stands behind its number.
            let last = parts.rfind(|part| *part != "merge");
            if let Some(operand) = repository.or(last) {
                self.part(operand);
            }
            self.push_view(start, around.guard);
        }
        let span = self.span_of(words);
        self.unsure(first, span, Reason::OptionPlace);
    }

    fn request(&self, words: Words) -> Request<'a> {
        let line = self.line;
        let mut out = Request::default();
        let mut told = "";
        let mut at = words.start;
        while at < words.end {
            let text = cooked_at(line, at);
            let next = match at + 1 < words.end {
                true => cooked_at(line, at + 1),
                false => "",
            };
            let (name, value) = match text.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, value),
                _ => (text, next),
            };
            let takes = name.len() == text.len();
            let name = own_name(name);
            let behind = text.strip_prefix("-i").unwrap_or("");
            let glued = text.strip_prefix("-iX");
            let glued = glued.or_else(|| text.strip_prefix("-X"));
            let glued = glued.filter(|method| !method.is_empty());
            // A method that is known only when it runs may be any.
            let known = match takes {
                true => self.literal_at(at + 1),
                false => self.literal_at(at),
            };
            if let Some(method) = glued {
                let method = method.trim_start_matches('=');
                told = if self.literal_at(at) { method } else { ANY };
            } else if matches!(name, "-X" | "--method") {
                told = if known { value } else { ANY };
                at += usize::from(takes);
            } else if FIELDS.contains(&name) {
                out.method = "POST";
                out.mutates = mutation(value).unwrap_or(out.mutates);
                out.open |= name == "--input" || is_query(value);
                at += usize::from(takes);
            } else if VALUED.contains(&name) {
                at += usize::from(takes);
            } else if text.starts_with("-f")
                || text.starts_with("-F")
                || behind.starts_with(['f', 'F'])
            {
                out.method = "POST";
                out.mutates = mutation(text).unwrap_or(out.mutates);
                out.open |= is_query(text.trim_start_matches(LETTERS));
            } else if !text.starts_with('-') && out.path.is_empty() {
                out.path = text;
            }
            at += 1;
        }
        if !told.is_empty() {
            out.method = told;
        }
        out.path = resource(out.path);
        if out.path != "graphql" {
            (out.mutates, out.open) = (&[], false);
        }
        out
    }
}

/// An option behind `-i`, which takes no word: `-iX DELETE`.
fn own_name(name: &str) -> &str {
    match name {
        "-iX" => "-X",
        "-if" | "-iF" => "-f",
        _ => name,
    }
}

/// A path without the server and what is asked of the resource.
fn resource(path: &str) -> &str {
    let server = path.get(..SERVER.len());
    let path = match server {
        Some(name) if name.eq_ignore_ascii_case(SERVER) => {
            path.get(name.len()..).unwrap_or("")
        }
        _ => path,
    };
    path.split('?').next().unwrap_or("").trim_matches('/')
}

/// Whether a field is a query that is known only when the line runs: one that
/// a here-document gives is looked at as it stands.
fn is_query(field: &str) -> bool {
    let query = field.strip_prefix("query=");
    query.is_some_and(|query| {
        query.starts_with(['$', '`', '@']) && !query.contains("<<")
    })
}

/// The subcommands that send a mutation, if a text holds one.
fn mutation(text: &str) -> Option<&'static [&'static str]> {
    if !text.contains("mutation") {
        return None;
    }
    MUTATIONS.iter().find(|row| text.contains(row.0)).map(|row| row.1)
}

/// Whether a path has the parts of a row, or may have them: a variable in it
/// may be several.
fn is_path(row: &str, path: &str) -> bool {
    const SIGNS: [char; 2] = ['$', '`'];
    let fits = |(part, own): (&str, &str)| {
        part == "*" && !own.is_empty() || own == part
    };
    let count = |path: &str| path.split('/').count();
    let (Some(first), Some(last)) = (path.find(SIGNS), path.rfind(SIGNS))
    else {
        return count(row) == count(path)
            && row.split('/').zip(path.split('/')).all(fits);
    };
    let before = path.get(..first).and_then(|p| p.rsplit_once('/'));
    let behind = path.get(last + 1..).and_then(behind_variable);
    let starts = before.is_none_or(|(before, _)| {
        count(before) < count(row)
            && row.split('/').zip(before.split('/')).all(fits)
    });
    let ends = behind.is_none_or(|behind| {
        count(behind) < count(row)
            && row.rsplit('/').zip(behind.rsplit('/')).all(fits)
    });
    starts && ends
}

/// The parts of a path behind its last variable and what that stands in.
fn behind_variable(rest: &str) -> Option<&str> {
    let end = rest.rfind(['}', ')']).unwrap_or(0);
    Some(rest.get(end..)?.split_once('/')?.1)
}
