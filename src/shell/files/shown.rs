//! Whether stars stand for names that start with a dot: they do not, unless
//! the line, or a person for all lines, has turned that on.

use super::programs::{
    dollars_may_act, leads_on, may_be_program, names_are_open, set_by,
};
use crate::shell::Shell;
use crate::shell::data::shown::{
    KEYWORDS, LEADS, RUN_LINES, SET_NAMED, TAKE_NAMES, TURN_ON, WORDS_TURN_ON,
};
use crate::shell::scene::Scene;
use crate::shell::words::Words;

impl Scene<'_> {
    /// Whether a star at the start of a name stands for no dot: a shell finds
    /// the files, no program by itself, and nothing in the whole line may
    /// turn on that it does.
    pub(crate) fn stars_show_no_dots(&self) -> bool {
        let (start, end) = self.own.words;
        let words = Words { start: start as usize, end: end as usize };
        let name = self.program(words, false).name;
        self.shell != Shell::PowerShell
            && TAKE_NAMES.contains(&name)
            && !self.may_show_dots()
    }

    /// Whether the line may turn on that stars stand for dots, or run what
    /// does.
    pub(crate) fn may_show_dots(&self) -> bool {
        *self.whole.shows_dots.get_or_init(|| may_show(self.outermost))
    }
}

/// Whether a line may turn on that stars stand for dots. Linear in it.
pub(crate) fn may_show(line: &str) -> bool {
    let bytes = line.as_bytes();
    // What lies somewhere is no builtin.
    let mut known = std::borrow::Cow::Borrowed(line);
    for place in PLACES {
        if known.contains(place) {
            known = known.replace(place, "/").into();
        }
    }
    let says = |word: &&str| {
        let mut at = bytes.windows(word.len());
        at.any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '/');
    let turns_on = |word: &&str| WORDS_TURN_ON.contains(word);
    let mut words = known.split(|c| !is_part(c)).filter(turns_on).peekable();
    let plain_set = || {
        let mut sets = known.match_indices("set");
        sets.all(|(at, _)| is_plain_set(&known, at))
    };
    line.contains('`')
        || !known.split('\'').all(says_fields)
            && (dollars_may_act(&known, RUN_LINES) || sets_open(&known))
        || may_be_spelled_otherwise(line)
        || TURN_ON.iter().any(says)
        || words.peek().is_some()
            && !(words.all(|w| w == "set") && plain_set())
        || sources(line)
}

/// Whether a line may set variables whose names only it knows.
fn sets_open(line: &str) -> bool {
    let leads = leads_on(line);
    SET_NAMED.iter().any(|builtin| {
        let mut places = line.match_indices(builtin);
        places.any(|(at, _)| {
            let words = set_by(builtin, line, at + builtin.len());
            (leads || may_be_program(line, at))
                && words.is_none_or(names_are_open)
        })
    })
}

/// Whether `set` at a place is a part of another word, or switches nothing
/// but how a script stops and what it tells: `set -euo pipefail`.
fn is_plain_set(line: &str, at: usize) -> bool {
    let (before, behind) = line.split_at_checked(at).unwrap_or_default();
    let behind = behind.get("set".len()..).unwrap_or("");
    let part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '/');
    if before.ends_with(part) || behind.starts_with(part) {
        return true;
    }
    let end = behind.find([';', '\n', '&', '|']).unwrap_or(behind.len());
    let words = behind.get(..end).unwrap_or("");
    let told = |word: &str| {
        let letters = word.strip_prefix(['-', '+']);
        word == "pipefail"
            || letters.is_some_and(|all| all.chars().all(is_told))
    };
    behind.starts_with([' ', '\t']) && words.split_whitespace().all(told)
}

/// Letters of `set` that say no more than how a script stops and what it
/// tells, in bash as in zsh.
fn is_told(letter: char) -> bool {
    "euxvo".contains(letter)
}

/// How a path starts that a variable of the shell gives.
const PLACES: [&str; 8] = [
    "$HOME/",
    "${HOME}/",
    "$PWD/",
    "${PWD}/",
    "$HOME\"/",
    "${HOME}\"/",
    "$PWD\"/",
    "${PWD}\"/",
];

/// Whether a dot may stand alone, so that a shell reads on in a file. In a
/// pattern (`\.\(`, `.*`) it goes on, which no such command does; behind the
/// name of a program it is a directory (`git add .`).
fn sources(line: &str) -> bool {
    let bytes = line.as_bytes();
    let part = |b: &u8| b.is_ascii_alphanumeric() || b"./".contains(b);
    let ends = LEADS.iter().filter_map(|lead| {
        let at = line.find(lead)?;
        Some(at + lead.len())
    });
    let led = ends.min().unwrap_or(usize::MAX);
    memchr::memchr_iter(b'.', bytes).any(|at| {
        let (before, behind) = bytes.split_at_checked(at).unwrap_or_default();
        let goes_on = match behind {
            [_, b'\\', b'\n', ..] | [_, b'\\'] | [_] => false,
            [_, next, ..] => part(next) || b"\\*+?)]|[^".contains(next),
            [] => true,
        };
        !before.last().is_some_and(part)
            && !goes_on
            && (at >= led || !is_operand(line.get(..at).unwrap_or("")))
    })
}

/// Whether what stands behind a text, which names no command that may lead
/// others, is a word of a command that it names: a plain word is right in front, which is no keyword and no builtin that
/// takes commands, and no target of a redirection.
fn is_operand(before: &str) -> bool {
    let blanks = [' ', '\t'];
    let front = before.trim_end_matches(blanks);
    let start = front.rfind(|c| !is_of_name(c)).map_or(0, |at| at + 1);
    let (rest, word) = front.split_at_checked(start).unwrap_or_default();
    let goes_before = rest.trim_end_matches(blanks);
    front.len() < before.len()
        && word.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !KEYWORDS.contains(&word)
        && (rest.is_empty()
            || rest.ends_with([' ', '\t', '\n', ';', '&', '|']))
        && !goes_before.ends_with(['<', '>'])
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/' | '-')
}

/// Whether a text in quotes has no dollars but those of a program of awk that
/// prints fields: `{print $1, $NF}`. As a line of a shell that is no more than
/// one command.
fn says_fields(text: &str) -> bool {
    if !text.contains('$') {
        return true;
    }
    let starts = ["{print ", "{ print "].into_iter();
    let mut inner = starts.filter_map(|start| text.strip_prefix(start));
    let inner = inner.next().and_then(|inner| inner.strip_suffix('}'));
    let plain = |c: char| c.is_ascii_alphanumeric() || " ,$\":=".contains(c);
    inner.is_some_and(|inner| {
        let mut fields = inner.split('$').skip(1);
        inner.chars().all(plain)
            && fields.all(|field| {
                let number = field.starts_with(|c: char| c.is_ascii_digit());
                number || field.starts_with("NF")
            })
    })
}

/// Whether a line may write a word in another way than by its letters: in
/// pieces, or with backslashes. Linear in the line.
pub(crate) fn may_be_spelled_otherwise(line: &str) -> bool {
    let bytes = line.as_bytes();
    let part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'\'' | b'"');
    let quote = |b: u8| matches!(b, b'\'' | b'"');
    let pieces = bytes.windows(3).any(|three| {
        let [one, mark, other] = three else { return false };
        quote(*mark) && part(one) && part(other)
    });
    pieces || writes_letters(bytes)
}

/// Whether a backslash may stand within a word, so that without it the word
/// is another, or write a letter by its number. Those of patterns (`\|`,
/// `\.`, `\bx` at the start of a word) do neither. Linear in the line.
fn writes_letters(bytes: &[u8]) -> bool {
    let at = |at: Option<usize>| at.and_then(|at| bytes.get(at).copied());
    let outside = |b: Option<u8>| match b {
        None => true,
        Some(b) => {
            b.is_ascii_whitespace()
                || b.is_ascii_punctuation() && !b"'\"\\_}-=".contains(&b)
        }
    };
    let starts_word = |slash: usize| match at(slash.checked_sub(1)) {
        Some(b'\'' | b'"') => outside(at(slash.checked_sub(2))),
        before => outside(before),
    };
    let mut all = bytes.iter().enumerate();
    all.any(|(slash, &b)| {
        b == b'\\'
            && match bytes.get(slash + 1) {
                // A mark stays one, which no name of these has but for `-`
                // and `=`; `\` and a line's end may go.
                Some(b'\'' | b'"' | b'\\' | b'-' | b'=' | b'_') | None => true,
                Some(b' ') => false,
                Some(next) if next.is_ascii_punctuation() => false,
                Some(b'x' | b'u' | b'U' | b'N' | b'o' | b'c') => true,
                Some(next) if next.is_ascii_alphabetic() => {
                    !starts_word(slash)
                }
                Some(_) => true,
            }
    })
}

#[cfg(test)]
mod tests {
    use super::may_show;

    #[test]
    fn lines_that_may_show_dots_are_known() {
        for line in [
            "cat src/*.go",
            "grep -n \"x\" --include=\"*.go\" */a",
            "cd dataset && cat ./*.json ../x/*.go",
            "cat \"$PWD\"/x/*.go ${HOME}/y/*",
            "grep 'a\\|b\\.c' *.go",
            "grep \"\\bx\\(y\\)\" *.go | tr -d '\\n'",
            "grep -n \"a\\.\\(b\" *.go; grep '.*x' *.go",
            "md5sum *.go | awk '{print $1, $NF}' | sort",
            "jq . src/*.json",
            "git add . && cat src/*.json; ls .",
            "set -euo pipefail; cat *.go",
            "set -x\ncat *.go; npm run reset",
            "cat *.go; echo \"exit: $?\"; grep -n 'foo$' *.go",
            "n=$(cat *.go | wc -l); echo \"$n $x\"",
            "X=$Y cat \"$x\" *.go; export A=\"$B\"; read -r l",
            "printf '%s' \"$x\"; cat *.go",
            "awk '{print $1}' \"$x\" *.go",
        ] {
            assert!(!may_show(line), "{line}");
        }
        for line in [
            "shopt -s dotglob; cat *.go",
            "sh\"opt\" -s x; cat *.go",
            "'sh''opt' -s x; cat *.go",
            "s\\hopt -s x; cat *.go",
            "sho\\\npt -s x; cat *.go",
            "bash -c \"sho\\\"\\\"pt -s x; cat *.go\"",
            "bash -c \"sho\\\\pt -s x; cat *.go\"",
            "bash -c \"sh'\\o'pt -s x; cat *.go\"",
            "printf '\\163\\150opt -s x; cat *.go' | bash",
            "printf '\\x73hopt -s x; cat *.go' | bash",
            "\\. ./x; cat *.go",
            ". ./x; cat *.go",
            ".\t./x; cat *.go",
            ".\\\n ./x; cat *.go",
            ".${IFS}x; cat *.go",
            "x; . y; cat *.go",
            "if true; then . y; fi; cat *.go",
            "time . y; cat *.go",
            "command -p . y; cat *.go",
            "builtin -- . y; cat *.go",
            "<x . y; cat *.go",
            "< x . y; cat *.go",
            "X=1 . y; cat *.go",
            "! . y; cat *.go",
            "{ . y; }; cat *.go",
            "(. y; cat *.go)",
            "case x in a) . y;; esac; cat *.go",
            "\\command . y; cat *.go",
            "c\"ommand\" . y; cat *.go",
            "{command,.} x; cat *.go",
            "noglob . y; cat *.go",
            "bash -c '. y; cat *.go'",
            "set -e -o dotglob; cat *.go",
            "set -o; set -k; cat *.go",
            "set - -4; cat *.go",
            "set 4; cat *.go",
            "set -euxG; cat *.go",
            "\\eval x; cat *.go",
            "env ENV\\=x sh -ic 'cat *.go'",
            "bash --init\\-file x -ic 'cat *.go'",
            "bash --init-\\file x -ic 'cat *.go'",
            "$PWD; cat *.go",
            "$HOMES/x; cat *.go",
            ". $HOME/x; cat *.go",
            "setopt GLOB_DOTS; cat *.go",
            "set -4; cat *.go",
            "zsh -4 -c 'cat *.go'",
            "GLOBIGNORE=x; cat *.go",
            "FIGNORE=x; cat *.go",
            "BASHOPTS=x bash -c 'cat *.go'",
            ". ./x; cat *.go",
            "source x; cat *.go",
            "$a -s $b; cat *.go",
            "awk '{print $1}' x; $a -s $b; cat *.go",
            "bash -c '{print $1;$2 -s x}' y; cat *.go",
            "bash -c '{print $a}' y; cat *.go",
            "X=\"a b\" $c -s $d; cat *.go",
            "export $x; cat *.go",
            "read \"$x\"; cat *.go",
            "printf -v $x 1; cat *.go",
            "trap \"$x\" DEBUG; cat *.go",
            ": ${!x:=y}; cat *.go",
            "if $x -s $y; then cat *.go; fi",
            "BASH_ENV=x bash -c 'cat *.go'",
            "bash --rcfile x -ic 'cat *.go'",
        ] {
            assert!(may_show(line), "{line}");
        }
    }
}
