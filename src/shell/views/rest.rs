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

/// A method that is not known.
const ANY: &str = "*";

/// What a command asks of the server.
#[derive(Default)]
struct Request<'a> {
    method: &'a str,
    path: &'a str,
    mutates: &'static [&'static str],
}

impl<'a> Scene<'a> {
    /// Views of a command that sends a request as the subcommands that send
    /// it, too. They ask, for these say more than the path does.
    pub(super) fn requested(&mut self, around: Around<'_>, words: Words) {
        if around.name != "gh" || !self.is_at(words.start, "api") {
            return;
        }
        let Request { method, path, mutates } =
            self.request(words.from(words.start + 1));
        let path = path.strip_prefix(SERVER).unwrap_or(path);
        let path = path.split('?').next().unwrap_or("");
        let path = path.trim_matches('/');
        let first = self.out.views.len();
        let rows = ROWS.iter().filter(|row| {
            let any = method == ANY;
            (any || method.eq_ignore_ascii_case(row.0)) && is_path(row.1, path)
        });
        let own = rows.flat_map(|row| row.2.iter());
        for sub in own.chain(mutates) {
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
            // `-i` takes none: `-iX DELETE`.
            let name = if name == "-iX" { "-X" } else { name };
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
                at += usize::from(takes);
            } else if VALUED.contains(&name) {
                at += usize::from(takes);
            } else if text.starts_with("-f") || text.starts_with("-F") {
                out.method = "POST";
                out.mutates = mutation(text).unwrap_or(out.mutates);
            } else if !text.starts_with('-') && out.path.is_empty() {
                out.path = text;
            }
            at += 1;
        }
        if !told.is_empty() {
            out.method = told;
        }
        if out.path != "graphql" {
            out.mutates = &[];
        }
        out
    }
}

/// The subcommands that send a mutation, if a text holds one.
fn mutation(text: &str) -> Option<&'static [&'static str]> {
    if !text.contains("mutation") {
        return None;
    }
    MUTATIONS.iter().find(|row| text.contains(row.0)).map(|row| row.1)
}

/// Whether a path has the parts of a row, or may have them.
fn is_path(row: &str, path: &str) -> bool {
    if path.starts_with(['$', '`']) {
        return true;
    }
    let mut own = path.split('/');
    let fits = row.split('/').all(|part| {
        own.next().is_some_and(|o| part == "*" && !o.is_empty() || o == part)
    });
    fits && own.next().is_none()
}
