//! Cases as text: the commands a line is split into, then its marks.

use super::{Limits, Line, RedirectKind, Word, WordBytes, WordFlags, split};
use crate::shell::{Reason, Shell};

/// The split as text: words in brackets, redirections behind them, `|` for a
/// piped, `$` for a substituted, `{` for a compound command.
pub(crate) fn show(text: &str, shell: Shell) -> String {
    let mut line = Line::default();
    split(text, shell, &Limits::default(), &mut line);
    let mut shown = Vec::new();
    for simple in &line.simples {
        let mut one = String::new();
        for (set, sign) in [
            (simple.piped, '|'),
            (simple.substitutions > 0, '$'),
            (simple.compound, '{'),
        ] {
            one.extend(set.then_some(sign));
        }
        for (index, word) in line.words_of(simple).iter().enumerate() {
            one += if index < simple.assignments as usize { "=" } else { "" };
            one += &shown_word(&line, word);
        }
        for redirect in line.redirects_of(simple) {
            one += match redirect.kind {
                RedirectKind::Read => "<",
                RedirectKind::Write => ">",
                RedirectKind::ReadWrite => "<>",
                RedirectKind::Duplicate => ">&",
                RedirectKind::HereDocument => "<<",
                RedirectKind::HereString => "<<<",
            };
            one += &shown_word(&line, &redirect.target);
        }
        shown.push(one);
    }
    for mark in &line.marks {
        shown.push(format!("!{}", mark.reason.as_str()));
    }
    shown.join(" ")
}

fn shown_word(line: &Line, word: &Word) -> String {
    let mut flags = String::new();
    for (bit, sign) in [
        (WordFlags::PARAMETER, 'p'),
        (WordFlags::SUBSTITUTION, 's'),
        (WordFlags::ARITHMETIC, 'a'),
        (WordFlags::GLOB, 'g'),
        (WordFlags::BRACE, 'b'),
        (WordFlags::TILDE, 't'),
        (WordFlags::UNQUOTED_EXPANSION, 'u'),
    ] {
        flags.extend(word.flags.any(bit).then_some(sign));
    }
    format!("[{}]{flags}", line.cooked(word))
}

/// The rows of a file: a line, and below it, indented, what it is split
/// into. `\n`, `\r` and `\t` stand for the characters. With
/// `SHOW_SPLIT=1` the file is printed as it should be.
fn hold(rows: &str, shell: Shell) {
    let mut lines = rows.lines().filter(|line| !line.starts_with("--"));
    let mut wrong = 0;
    let print = std::env::var_os("SHOW_SPLIT").is_some();
    while let Some(line) = lines.next() {
        let expected = lines.next().unwrap_or("").trim_start();
        let text = line.replace("\\n", "\n").replace("\\r", "\r");
        let text = text.replace("\\t", "\t");
        let got = show(&text, shell).replace('\n', "\\n");
        let got = got.replace('\r', "\\r").replace('\t', "\\t");
        if print {
            println!("{line}\n    {got}");
        } else if got != expected {
            wrong += 1;
            println!("{line}\n    {got}\n    but expected\n    {expected}");
        }
    }
    assert_eq!(wrong, 0, "rows that are split in another way");
}

#[test]
fn bash_lines() {
    hold(include_str!("tests/bash.txt"), Shell::Bash);
}

#[test]
fn zsh_lines() {
    hold(include_str!("tests/zsh.txt"), Shell::Zsh);
}

#[test]
fn powershell_lines() {
    hold(include_str!("tests/powershell.txt"), Shell::PowerShell);
}

/// The limits are marked, and what lies behind them is seen all the same.
#[test]
fn limits_are_marked() {
    let limits = Limits { text: 10, nesting: 3, reparse: 1 };
    let mut line = Line::default();
    for (text, reason, programs) in [
        ("echo 12345", None, 1),
        ("echo 123456", Some(Reason::Size), 1),
        ("( ( ( ( a ) ) ) )", Some(Reason::Size), 1),
        ("((((a b))))", Some(Reason::Size), 1),
        ("( ( ( ( a", Some(Reason::Depth), 1),
        ("( (a) )", None, 1),
        ("{ ( ( {", Some(Reason::Depth), 0),
        ("`\\`a\\``", None, 3),
    ] {
        split(text, Shell::Bash, &limits, &mut line);
        let marks = line.marks.iter().map(|mark| mark.reason);
        let marks: Vec<_> = marks.filter(|&r| r != Reason::Unparsed).collect();
        assert_eq!(marks.first().copied(), reason, "{text}");
        assert_eq!(line.simples.len(), programs, "{text}");
    }
}

/// Once its memory has grown, a second split of the same text needs no more.
#[test]
fn memory_is_kept() {
    let text = "a \"b $(c 'd' <<< x)\" | { e; } > f && `g \\`h\\``; i";
    let mut line = Line::default();
    split(text, Shell::Bash, &Limits::default(), &mut line);
    let room = |line: &Line| {
        (line.text.capacity(), line.words.capacity(), line.simples.capacity())
    };
    let before = (room(&line), line.scratch.frames.capacity());
    for _ in 0..10 {
        split(text, Shell::Bash, &Limits::default(), &mut line);
    }
    assert_eq!((room(&line), line.scratch.frames.capacity()), before);
}

/// Pieces that shells give a meaning to, and some that they do not.
const PIECES: [&str; 96] = [
    "rm -rf x",
    "a",
    " ",
    " ",
    "\n",
    ";",
    "&",
    "|",
    "&&",
    "||",
    "|&",
    ";;",
    ";&",
    ";;&",
    "(",
    ")",
    "((",
    "))",
    "$(",
    "${",
    "}",
    "{ ",
    " }",
    "$((",
    "$[",
    "]",
    "[[ ",
    " ]]",
    "`",
    "\\`",
    "\\\\`",
    "'",
    "\"",
    "$'",
    "$\"",
    "\\",
    "\\\n",
    "#",
    " # ",
    "<",
    ">",
    ">>",
    "<<E",
    "<<-E",
    "<<'E'",
    "\nE\n",
    "<<<",
    "<(",
    ">(",
    "=(",
    "&>",
    ">&",
    "2>&1",
    ">|",
    ">!",
    "{fd}>",
    "<>",
    "if ",
    " then ",
    " elif ",
    " else ",
    " fi ",
    "for ",
    " in ",
    " do ",
    " done ",
    "while ",
    "case ",
    " esac",
    "select ",
    "function ",
    "f() ",
    "coproc ",
    "time ",
    "! ",
    "x=",
    "x+=(",
    "a[",
    "]=",
    "$x",
    "${x@P}",
    "${!x}",
    "${x:-",
    "*",
    "?",
    "@(",
    "!(",
    "{a,b}",
    "~",
    "é",
    "\u{200b}",
    "\u{0}",
    "\r",
    "printf -v ",
    "=~ ",
    "\u{1f600}",
];

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// Splits and holds what must hold for every text.
fn checked(text: &str, shell: Shell, line: &mut Line) {
    split(text, shell, &Limits::default(), line);
    let inside = |span: crate::source::Span, text: &str| {
        assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
    };
    for word in &line.words {
        inside(word.span, text);
        inside(word.cooked, &line.text);
        let cooked = line.cooked(word);
        if !word.bytes.any(WordBytes::CHANGED) {
            assert_eq!(word.span.of(text), cooked, "in {text:?}");
        }
        if word.flags.literal() {
            let known = word.bytes.0 & !WordBytes::CHANGED;
            assert_eq!(known, WordBytes::of(cooked).0, "in {text:?}");
        }
    }
    for redirect in &line.redirects {
        inside(redirect.span, text);
        inside(redirect.target.span, text);
        inside(redirect.target.cooked, &line.text);
    }
    let mut words = 0;
    for simple in &line.simples {
        inside(simple.span, text);
        for word in line.words_of(simple) {
            assert_eq!(word.flags.0 & !simple.flags.0, 0, "in {text:?}");
            assert_eq!(word.bytes.0 & !simple.bytes.0, 0, "in {text:?}");
        }
        words += line.words_of(simple).len();
        assert!(simple.assignments as usize <= line.words_of(simple).len());
    }
    assert_eq!(words, line.words.len(), "words without a command: {text:?}");
    for mark in &line.marks {
        inside(mark.span, text);
        let known = line.simples.len();
        let owner = mark.simple.is_none_or(|s| (s as usize) < known);
        assert!(owner, "{mark:?} in {text:?}");
    }
    let most = 24 * text.len() + 64;
    let steps = line.scratch.steps;
    assert!(steps <= most, "{steps} steps for {text:?}");
}

#[test]
fn every_mixture_is_split() {
    let count = std::env::var("ROUNDS").ok();
    let count = count.and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut line = Line::default();
    let mut text = String::new();
    for _ in 0..count {
        text.clear();
        for _ in 0..=dice.roll(24) {
            text.push_str(PIECES[dice.roll(PIECES.len())]);
        }
        let shell = [Shell::Bash, Shell::Zsh, Shell::PowerShell];
        checked(&text, shell[dice.roll(3)], &mut line);
    }
}

/// What [`plain::line`](super::plain::line) and
/// [`Lexer::plain_words`](super::lexer::Lexer::plain_words) read at once is
/// what would be read word by word.
#[test]
fn plain_words_are_words() {
    const PLAIN: [&str; 24] = [
        "a", "-rf", "x=1", "A=1", "if", "then", "fi", "do", "done", "in", "!",
        "time", "b.c/d", "#e", "=f", "1", "2", "a@b", "%", "end", "é", "\r",
        "case", "esac",
    ];
    let mut dice = Dice(0x1357_9BDF_0246_8ACE);
    let (mut fast, mut slow) = (Line::default(), Line::default());
    slow.scratch.word_by_word = true;
    let mut text = String::new();
    for _ in 0..30_000 {
        text.clear();
        for _ in 0..=dice.roll(16) {
            let plain = dice.roll(4) > 0;
            let from: &[&str] = if plain { &PLAIN } else { &PIECES };
            text.push_str(from[dice.roll(from.len())]);
            text.push_str(["", " ", " ", " ", "\t"][dice.roll(5)]);
        }
        let shell = [Shell::Bash, Shell::Zsh][dice.roll(2)];
        same(&text, shell, &mut fast, &mut slow);
    }
}

/// The same of commands that people run, where there is a collection.
#[test]
fn plain_words_of_real_commands_are_words() {
    let shared = std::env::var("HOOKSET_SHARED");
    let shared = shared.unwrap_or_else(|_| "../shared".into());
    let path = format!("{shared}/corpus/events/bash_commands.txt");
    let Ok(commands) = std::fs::read_to_string(path) else {
        println!("skipped: no collection of commands");
        return;
    };
    let (mut fast, mut slow) = (Line::default(), Line::default());
    slow.scratch.word_by_word = true;
    for text in commands.lines() {
        for shell in [Shell::Bash, Shell::Zsh] {
            same(text, shell, &mut fast, &mut slow);
        }
    }
}

fn same(text: &str, shell: Shell, fast: &mut Line, slow: &mut Line) {
    checked(text, shell, fast);
    checked(text, shell, slow);
    assert!(slow.scratch.word_by_word);
    assert_eq!(fast.simples, slow.simples, "{text:?}");
    assert_eq!(fast.words, slow.words, "{text:?}");
    assert_eq!(fast.redirects, slow.redirects, "{text:?}");
    assert_eq!(fast.marks, slow.marks, "{text:?}");
    assert_eq!(fast.text, slow.text, "{text:?}");
}

#[test]
fn steps_grow_with_the_length() {
    let mut line = Line::default();
    for piece in PIECES {
        for tail in ["", ")", "'", "\n", " x "] {
            let text = format!("{piece}{tail}").repeat(3000);
            checked(&text, Shell::Bash, &mut line);
            let most = 80 * text.len() + (1 << 16);
            assert!(line.text.len() < most, "{piece:?} fills memory");
        }
    }
}

#[test]
fn every_beginning_is_split() {
    let mut line = Line::default();
    for (rows, shell) in [
        (include_str!("tests/bash.txt"), Shell::Bash),
        (include_str!("tests/zsh.txt"), Shell::Zsh),
        (include_str!("tests/powershell.txt"), Shell::PowerShell),
    ] {
        for row in rows.lines() {
            let text = row.replace("\\n", "\n");
            for (end, _) in text.char_indices() {
                checked(text.get(..end).unwrap(), shell, &mut line);
            }
        }
    }
}

/// Prints mixtures in which no `rm` was seen and nothing was marked, for a
/// shell to say whether it runs one.
#[test]
#[ignore = "feeds a shell by hand"]
fn print_unseen() {
    let mut dice = Dice(0x0123_4567_89AB_CDEF);
    let mut line = Line::default();
    for _ in 0..3_000_000 {
        let count = 3 + dice.roll(9);
        let mut pieces: Vec<&str> =
            (0..count).map(|_| PIECES[dice.roll(PIECES.len())]).collect();
        pieces.insert(dice.roll(count), "rm -rf x");
        let text = pieces.concat();
        checked(&text, Shell::Bash, &mut line);
        let seen = line.simples.iter().any(|simple| {
            let word = line.words_of(simple).get(simple.assignments as usize);
            word.is_some_and(|w| {
                line.cooked(w).contains("rm") || !w.flags.literal()
            })
        });
        if !seen && line.marks.is_empty() {
            println!("unseen {text:?}");
        }
    }
}
