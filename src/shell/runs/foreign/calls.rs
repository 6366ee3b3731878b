//! Commands that code of another language starts: `os.system("rm x")`,
//! `execFileSync('rm', ['x'])`, `` `rm x` `` of Ruby and Perl.

use smallvec::{SmallVec, smallvec};

use super::partial::{UNKNOWN, goes_on, with_gaps};
use super::written::names_program;
use crate::shell::Access;
use crate::shell::data::files::Role;
use crate::shell::data::starters::{
    CHANGERS, JOINERS, LINKERS, OPENERS, STARTERS, TREES, WALKERS, WORDS,
};
use crate::shell::scene::Scene;
use crate::shell::words::base_name;
use crate::source::{Span, Spare};

/// How long a name is that is looked for before a string.
const NAME: usize = 32;

/// Behind what the commands stand that a file keeps by name.
const KEEPS: &[&str] = &["\"scripts\"", "\"tasks\""];

impl Scene<'_> {
    /// Looks at the commands that code starts as far as strings in it say
    /// them, for guards. Linear in the code.
    pub(crate) fn started(&mut self, code: &str, span: Span) {
        if !self.profile.strict {
            return;
        }
        self.protected_code(code, span);
        self.kept(code, span);
        let opens = holds(code, OPENERS);
        // `os.symlink("src", "x")`: other names for nobody knows what
        if holds(code, LINKERS) || holds(code, WALKERS) && opens {
            self.any_file(Role::Edits, span);
        }
        let mut at = 0;
        while let Some(string) = next(code, at) {
            at = string.end;
            let before = code.get(..string.start).unwrap_or("");
            let name = called(before);
            // `` log(`git ${x}`) `` is a text of JavaScript.
            let filled = !name.is_empty() && string.text.contains("${");
            let ticks =
                string.mark == "`" && names_program(string.text) && !filled;
            // `d = "secrets"; open(d + "/x")`
            match opens {
                _ if is_key(before) => {}
                true => self.may_change_in(string.text, span),
                false => self.may_hold(string.text, span),
            }
            if opens {
                // `open("x", "w")`, `open F, ">x"`
                let file = string.text.trim_start_matches(['>', '<', '+']);
                self.may_use(Access::Maybe, file.trim(), span);
                if !is_key(before) {
                    self.opens_elsewhere(file.trim(), span);
                }
            }
            if name.ends_with("glob") && self.may_match(string.text) {
                self.any_file(Role::Edits, span);
            }
            if CHANGERS.contains(&name) {
                self.unseen_names(string.text, span);
            } else if TREES.contains(&name) {
                let items = list(code, string, false);
                at = items.last().map_or(at, |item| item.end);
                items.iter().for_each(|item| self.whole(item.text, span));
            } else if ticks || STARTERS.contains(&name) {
                let is_lisp = in_lisp(before, name);
                let items = list(code, string, is_lisp);
                at = items.last().map_or(at, |item| item.end);
                let braces = before.ends_with('f');
                self.started_by(
                    &items,
                    goes_on(&items, code, at),
                    braces,
                    span,
                );
            }
        }
        self.quoted_by_letters(code, span);
        if opens {
            self.between_angles(code, span);
        }
        if opens || !self.plain_code && holds(code, JOINERS) {
            self.joined_names(code, &[], span);
        }
    }

    /// Commands that a file keeps for a program which runs them by name: the
    /// scripts of `package.json`, what tasks are made of.
    fn kept(&mut self, code: &str, span: Span) {
        for key in KEEPS {
            let mut at = match code.find(key) {
                Some(at) => at + key.len(),
                None => continue,
            };
            let mut depth = 0;
            while let Some(string) = next(code, at) {
                let between = code.get(at..string.start).unwrap_or("");
                depth += between.matches('{').count();
                depth = depth.saturating_sub(between.matches('}').count());
                if depth == 0 {
                    break;
                }
                at = string.end;
                let behind = code.get(at..).unwrap_or("").trim_start();
                if !behind.starts_with(':') {
                    let script = plain(string.text);
                    self.text_may_be_run(&script, span);
                    self.line_may_be_run(&script, span);
                }
            }
        }
        if code.contains("cmds:") {
            for line in code.lines() {
                let item = line.trim_start().strip_prefix("- ");
                let item = item.map(|item| {
                    item.strip_prefix("cmd:").unwrap_or(item).trim()
                });
                self.text_may_be_run(item.unwrap_or(""), span);
            }
        }
    }

    /// The command that strings start: a line, or a program and its words.
    fn started_by(
        &mut self,
        items: &[Literal<'_>],
        more: bool,
        braces: bool,
        span: Span,
    ) {
        let open = if more { UNKNOWN } else { "" };
        if let [line] = items {
            if is_query(line.text) {
                return;
            }
            let text = with_gaps(&plain(line.text), braces);
            let line = Spare::of(&[&text, open]);
            return self.code([&*line], span, true);
        }
        let items = match items {
            // `execvp("rm", ["rm", "x"])`
            [file, name, ..] if base_name(file.text) == name.text => {
                items.get(1..).unwrap_or(items)
            }
            _ => items,
        };
        let words: SmallVec<[Spare; 8]> = items.iter().map(quoted).collect();
        let words = words.iter().map(|word| word.as_str());
        let open = (!open.is_empty()).then_some(open);
        self.code(words.chain(open), span, true);
    }

    /// A directory that code removes, moves or copies with all that is in
    /// it.
    pub(super) fn whole(&mut self, path: &str, span: Span) {
        let path = path.trim_end_matches('/');
        match path {
            "" => {}
            "." | "*" | "~" | ".." => self.any_file(Role::Edits, span),
            _ => {
                self.joined(Access::Read, path, "*", span);
                self.joined(Access::Write, path, "*", span);
            }
        }
    }
}

/// Whether a text is a statement of SQL in one line, which no shell would
/// take for a command: `cursor.execute('select * from users')`.
fn is_query(text: &str) -> bool {
    const SHELL: [char; 8] = ['\n', '\r', ';', '&', '|', '`', '$', '\\'];
    const STARTS: &[(&str, &str)] = &[
        ("select", "from"),
        ("insert", "into"),
        ("update", "set"),
        ("delete", "from"),
        ("create", "table"),
        ("create", "index"),
        ("drop", "table"),
        ("alter", "table"),
    ];
    let text = text.trim().trim_end_matches(';');
    let mut words = text.split_ascii_whitespace();
    let first = words.next().unwrap_or("");
    let second = words.next().unwrap_or("");
    let is = |word: &str, other: &str| word.eq_ignore_ascii_case(other);
    // `select x in a` is the start of a loop.
    let third = words.clone().next().unwrap_or("");
    let loops = is(third, "in") || is(third, "do");
    text.len() <= 1024
        && !text.contains(SHELL)
        && !loops
        && STARTS.iter().any(|(start, with)| {
            is(first, start)
                && (is(second, with) || words.clone().any(|w| is(w, with)))
        })
}

/// A string in code: without its quotes, and where it starts and ends with
/// them.
pub(super) struct Literal<'t> {
    pub(super) text: &'t str,
    mark: &'t str,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The next string from a place on. What looks like one and does not end in
/// its line is none, unless it is in three quotes or in backquotes.
pub(super) fn next(code: &str, from: usize) -> Option<Literal<'_>> {
    const TRIPLES: [&str; 2] = ["\"\"\"", "'''"];
    let mut from = from;
    loop {
        let open = from + code.get(from..)?.find(['"', '\'', '`'])?;
        let rest = code.get(open..)?;
        let triple = TRIPLES.iter().find(|mark| rest.starts_with(**mark));
        let mark = triple.copied().or(rest.get(..1))?;
        let inner = rest.get(mark.len()..)?;
        let one_line = mark.len() == 1 && mark != "`";
        match ends(inner, mark, one_line) {
            None if one_line => from = open + 1,
            found => {
                let text = inner.get(..found.unwrap_or(inner.len()))?;
                let end = open + text.len() + 2 * mark.len();
                let end = end.min(code.len());
                return Some(Literal { text, mark, start: open, end });
            }
        }
    }
}

/// Where a string ends.
fn ends(text: &str, mark: &str, one_line: bool) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if one_line && c == '\n' {
            return None;
        }
        if !escaped && text.get(at..).is_some_and(|t| t.starts_with(mark)) {
            return Some(at);
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// Whether a string behind this is the key of an entry: `d["x"]`.
pub(super) fn is_key(before: &str) -> bool {
    let of = |c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']');
    before.strip_suffix('[').is_some_and(|before| before.ends_with(of))
}

/// Whether code opens files that words behind it name.
pub(super) fn opens_words(code: &str) -> bool {
    holds(code, WORDS) && holds(code, OPENERS)
}

pub(super) fn holds(code: &str, names: &[&str]) -> bool {
    names.iter().any(|name| code.contains(name))
}

/// The name of what is called with a string: `system` of `os.system(`.
pub(super) fn called(before: &str) -> &str {
    let mut from = before.len().saturating_sub(NAME);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let near = before.get(from..).unwrap_or("");
    let near = near.trim_end_matches(['f', 'r', 'b', 'u']);
    let called = near.trim_end_matches([' ', '\t', '(', '[', '{', '\n']);
    let name = called.rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
    let name = called.get(name.map_or(0, |at| at + 1)..).unwrap_or("");
    if called.len() < near.len() { name } else { "" }
}

/// A string, and those that follow it as items of one list.
pub(super) fn list<'t>(
    code: &'t str,
    first: Literal<'t>,
    blanks: bool,
) -> SmallVec<[Literal<'t>; 4]> {
    let mut at = first.end;
    let mut items = smallvec![first];
    while let Some(string) = next(code, at) {
        let between = code.get(at..string.start).unwrap_or("");
        if !is_list(between, blanks) {
            break;
        }
        at = string.end;
        items.push(string);
    }
    items
}

/// Whether two strings with this between them are items of one list, in
/// which `blanks` alone may stand between them.
fn is_list(between: &str, blanks: bool) -> bool {
    let signs = |c: char| matches!(c, ',' | '[' | '(' | ' ' | '\t' | '\n');
    // `new Deno.Command("rm", { args: ["x"] })`
    let named = between.contains("args:");
    let named = named.then(|| between.replace("args:", "").replace('{', ""));
    let between = named.as_deref().unwrap_or(between);
    let parted = between.contains(',') || blanks && !between.is_empty();
    parted && between.chars().all(signs)
}

/// Whether what is called stands behind the bracket around it: `(sh "rm"`.
fn in_lisp(before: &str, name: &str) -> bool {
    let space = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let called = before.trim_end().strip_suffix(name);
    called.is_some_and(|text| text.trim_end_matches(space).ends_with('('))
}

/// The text of a string that the language would make of it.
pub(super) fn plain(text: &str) -> Spare {
    let mut out = Spare::default();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\n'),
                Some(c @ ('"' | '\'' | '`' | '\\')) => out.push(c),
                Some(c) => out.extend(['\\', c]),
                None => {}
            },
            c => out.push(c),
        }
    }
    out
}

/// A string as one word of a shell.
pub(super) fn quoted(string: &Literal<'_>) -> Spare {
    let mut out = Spare::of(&["'"]);
    for (at, part) in plain(string.text).split('\'').enumerate() {
        out.push_str(if at > 0 { r"'\''" } else { "" });
        out.push_str(part);
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_called_stands_before_a_string() {
        for (before, name) in [
            ("os.system(", "system"),
            ("run([", "run"),
            ("execSync (", "execSync"),
            ("system ", "system"),
            ("run(f", "run"),
            ("x = ", ""),
            ("system", ""),
            ("system) (", ""),
            ("", ""),
        ] {
            assert_eq!(called(before), name, "{before}");
        }
    }
}
