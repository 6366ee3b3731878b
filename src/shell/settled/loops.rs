//! Loops over plain words, written out: `for f in a b; do rm "$f"; done` is
//! `{ rm "a"; rm "b"; }`.

use super::values::{Value, is_free, only_functions, plain};
use super::{Cuts, is_changed, names, places};
use crate::shell::Shell;
use crate::shell::parameters::{Variable, changed};
use crate::shell::split::{Limits, Line, Loop, RedirectKind, Word, split};
use crate::source::Span;

/// How many loops of a line are written out.
const LOOPS: usize = 8;

/// How many words one may go through.
const WORDS: usize = 16;

/// How many bytes more the line may have than twice its own.
const MORE: usize = 4096;

/// A line whose loops are written out.
pub(super) struct Unrolled {
    pub(super) text: String,
    /// For each loop, where what was put in stands after it was, and what
    /// stood there before.
    pub(super) layers: Vec<Cuts>,
    /// The targets of redirections that were put in, where they stand in the
    /// line.
    pub(super) targets: Vec<Span>,
    /// The variables of the loops.
    pub(super) values: Vec<Value>,
}

/// The line with its loops over plain words written out, if it has some.
/// Linear in the line, which is split once for each of a few loops; `line`
/// holds `text` and then what it becomes.
pub(super) fn unrolled(
    text: &str,
    shell: Shell,
    line: &mut Line,
) -> Option<Unrolled> {
    let most = 2 * text.len() + MORE;
    let mut all: Option<Unrolled> = None;
    for _ in 0..LOOPS {
        let now = all.as_ref().map_or(text, |all| all.text.as_str());
        // The innermost ones first: the last to start.
        let mut loops = line.loops.iter().rev().take(LOOPS);
        let next = loops.find_map(|one| written_out(now, line, one, most));
        let Some(Next { text, cuts, targets, value }) = next else { break };
        split(&text, shell, &Limits::default(), line);
        let all = all.get_or_insert_with(|| Unrolled {
            text: String::new(),
            layers: Vec::new(),
            targets: Vec::new(),
            values: Vec::new(),
        });
        let place = |span: Span| super::place(&all.layers, span);
        let targets: Vec<Span> = targets.into_iter().map(place).collect();
        all.targets.extend(targets);
        all.text = text;
        all.layers.push(cuts);
        if all.values.iter().all(|other| other.name != value.name) {
            all.values.push(value);
        }
    }
    all.filter(|_| only_functions(line))
}

/// A line with one loop less.
struct Next {
    text: String,
    cuts: Cuts,
    targets: Vec<Span>,
    value: Value,
}

/// A line with a loop written out, if its words are plain and its variable
/// stands only where they may be put in.
fn written_out(
    text: &str,
    line: &Line,
    one: &Loop,
    most: usize,
) -> Option<Next> {
    let (name, words) = header(text, line, one)?;
    // What is read to here may stand behind the loop, once for all words.
    let here = |kind| kind == RedirectKind::HereDocument;
    let reads_on = line.redirects.iter().any(|r| here(r.kind));
    if reads_on
        || line.loops.iter().any(|other| shares(text, one, other, name))
    {
        return None;
    }
    let (whole, body) = (one.span.range(), one.body.range());
    let mut open = places(line);
    open.retain(|word| {
        let range = word.span.range();
        body.contains(&range.start) && range.end <= body.end
    });
    open.sort_by_key(|word| word.span);
    let mut new = text.get(..whole.start)?.to_owned();
    new.push('{');
    let mut cuts = vec![cut(&new, whole.start, body.start)];
    for value in words {
        let from = new.len();
        cuts.push(cut(&new, from, body.start));
        let rest =
            put_in_all(text, (name, &value), &open, one, &mut new, &mut cuts);
        new.push_str(text.get(rest?..body.end)?);
        if new.len() > most || asks_for(new.get(from..)?, name) {
            return None;
        }
    }
    cuts.push(cut(&new, new.len(), body.end));
    new.push('}');
    cuts.push(cut(&new, new.len(), whole.end));
    new.push_str(text.get(whole.end..)?);
    let of_files = line.redirects.iter().map(|r| r.target.span);
    let mut of_files: Vec<Span> = of_files.collect();
    of_files.sort_unstable();
    let put = cuts.iter().map(|(_, then)| *then);
    let targets =
        put.filter(|span| of_files.binary_search(span).is_ok()).collect();
    let value = Value::given(name, String::new());
    Some(Next { text: new, cuts, targets, value })
}

/// The variable of a loop and its words, where all of these are plain.
fn header<'t>(
    text: &'t str,
    line: &Line,
    one: &Loop,
) -> Option<(&'t str, Vec<String>)> {
    let heads = line.heads.get(one.heads.0 as usize..one.heads.1 as usize)?;
    let first = heads.first().filter(|_| heads.len() <= WORDS)?;
    let head = text.get(one.span.range().start..first.span.range().start)?;
    let mut head = head.split_ascii_whitespace();
    let (Some("for"), Some(name), Some("in"), None) =
        (head.next(), head.next(), head.next(), head.next())
    else {
        return None;
    };
    // A loop over options is asked about: what they say together, one by one.
    let is_value = |text: &String| !text.starts_with('-');
    let is_plain = |word: &Word| plain(word.span.of(text)).filter(is_value);
    let words: Option<Vec<String>> = heads.iter().map(is_plain).collect();
    is_free(name).then_some((name, words?))
}

/// Whether another loop within this one, or around it, may give the variable
/// another value, which stays behind the inner one.
fn shares(text: &str, one: &Loop, other: &Loop, name: &str) -> bool {
    let within = |inner: &Loop, outer: &Loop| {
        outer.body.range().contains(&inner.span.range().start)
    };
    let head = text.get(other.span.range().start..other.body.range().start);
    (within(one, other) || within(other, one))
        && head.is_none_or(|head| names(head).any(|(_, n)| n == name))
}

/// Appends the body of a loop up to the last word with its variable; where in
/// the text that ends.
fn put_in_all(
    text: &str,
    (name, value): (&str, &str),
    open: &[Word],
    one: &Loop,
    new: &mut String,
    cuts: &mut Cuts,
) -> Option<usize> {
    let mut done = one.body.range().start;
    for word in open {
        let range = word.span.range();
        if range.start < done {
            continue;
        }
        let behind = text.as_bytes().get(range.end).copied();
        let told = matches!(behind, Some(b'<' | b'>'));
        let other = put_in(word.span.of(text), name, value);
        let Some(other) = other.filter(|_| !told) else { continue };
        new.push_str(text.get(done..range.start)?);
        let start = new.len();
        new.push_str(&other);
        cuts.push((Span::new(start, new.len()), word.span));
        done = range.end;
    }
    Some(done)
}

/// A word as it is written with the value of a variable in its place; `None`
/// where it has none, or where it may say it otherwise than by its name.
fn put_in(written: &str, name: &str, value: &str) -> Option<String> {
    let inner = written.strip_prefix('"').and_then(|w| w.strip_suffix('"'));
    let whole = inner
        .is_some_and(|inner| !inner.contains('"') && !inner.contains("$("));
    let odd = written.contains(['\\', '`'])
        || !whole && written.contains(['\'', '~'])
        || !whole && value.contains(' ');
    if odd {
        return None;
    }
    let (mut new, mut rest, mut found) = (String::new(), written, false);
    while let Some((before, inner)) = rest.split_once('$') {
        new.push_str(before);
        let at = Variable::behind(inner).filter(|(it, _)| it.name == name);
        let text = at.and_then(|(it, len)| {
            let behind = inner.get(len..)?;
            Some((cut_off(&it, inner, behind, value)?, behind))
        });
        match text {
            Some((text, behind)) => {
                new.push_str(&text);
                (rest, found) = (behind, true);
            }
            None => {
                new.push('$');
                rest = inner;
            }
        }
    }
    new.push_str(rest);
    found.then_some(new)
}

/// The value where a variable stands for it, without what is cut off its
/// start or end: `${f%.x}`.
fn cut_off(
    variable: &Variable<'_>,
    inner: &str,
    behind: &str,
    value: &str,
) -> Option<String> {
    let braced = inner.starts_with('{');
    let goes_on = !braced && (behind.starts_with('[') || is_changed(behind));
    if variable.points || goes_on {
        return None;
    }
    let cuts = variable.change.starts_with(['%', '#']);
    let part = variable.change.trim_start_matches(['%', '#']);
    let known = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
    match variable.change {
        "" => Some(value.to_owned()),
        change if cuts && part.chars().all(known) => {
            let left = changed(value, change);
            plain(&left.unwrap_or_else(|| value.to_owned()))
        }
        _ => None,
    }
}

/// What stands at the end of a new text, from `from` on, and the place in the
/// old one where what follows stood.
fn cut(new: &str, from: usize, then: usize) -> (Span, Span) {
    (Span::new(from, new.len()), Span::new(then, then))
}

/// Whether a text asks for a variable.
fn asks_for(text: &str, name: &str) -> bool {
    names(text).filter(|(_, other)| *other == name).any(|(at, _)| {
        let left = text.get(..at).unwrap_or("");
        left.trim_end_matches(['#', '!', '^', '=', '~', '+', '('])
            .ends_with(['$', '{'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_over_plain_words_are_written_out() {
        let mut line = Line::default();
        for (text, wanted) in [
            (
                "for f in a b; do rm \"$f\"; done; ls",
                Some("{ rm \"a\";  rm \"b\"; }; ls"),
            ),
            (
                "for d in a b; do\n for f in x y; do\n cat $d/$f\n done\ndone",
                Some(
                    "{\n {\n cat a/x\n \n cat a/y\n }\n\n {\n cat b/x\n \n \
                     cat b/y\n }\n}",
                ),
            ),
            ("x | for f in 'a b'; do cat \"${f}\" > $f.o; done | y", None),
            (
                "for f in 'a b'; do x \"${f}: '$f'\"; done",
                Some("{ x \"a b: 'a b'\"; }"),
            ),
            (
                "for f in a.x y; do cat ${f%.x}.z; done",
                Some("{ cat a.z;  cat y.z; }"),
            ),
            ("for f in a; do x \"$f $(y '$f')\"; done", None),
            ("for f in a; do x \"\\$f\" $f; done", None),
            ("for f in a; do x ~$f; done", None),
            ("for f in a; do for f in b; do :; done; x $f; done", None),
            ("for f in $y; do for f in b; do :; done; x $f; done", None),
            (
                "x | for f in a; do cat \"${f}\" > $f.o; done | y",
                Some("x | { cat \"a\" > a.o; } | y"),
            ),
            (
                "for f in a; do cat \"$(basename $f)\"; done",
                Some("{ cat \"$(basename a)\"; }"),
            ),
            ("for f in *.x; do rm $f; done", None),
            ("for f in a $x; do rm $f; done", None),
            ("for f; do rm $f; done", None),
            ("for f in a; do rm ${f%?}; done", None),
            ("for f in a; do awk '{print $f}' x; done", None),
            ("for f in a; do rm $f", None),
            ("for PATH in a; do rm $PATH; done", None),
            ("echo for f in a; do rm $f; done", None),
            ("for f in a; do cat <<E; done\n$f\nE\n", None),
            ("for f in done; do rm $f; done", None),
        ] {
            split(text, Shell::Bash, &Limits::default(), &mut line);
            let found = unrolled(text, Shell::Bash, &mut line);
            let found = found.map(|found| found.text);
            assert_eq!(found.as_deref(), wanted, "{text}");
        }
    }
}
