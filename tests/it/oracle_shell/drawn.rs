//! Lines drawn at random that all do one thing: their words are said in other
//! ways, and the line stands in other places. A guard on that one thing never
//! lets any of them pass.

use hookset::dialect::Dialect;
use hookset::plan::{Behavior, Scratch};

use super::super::generate::{Choices, Happening, Rules};
use super::super::targets;
use super::bash::{Place, has_bash, programs_run, stubs};
use super::bytes;

/// How many lines are drawn.
const LINES: u32 = 12_000;

/// Of how many bash says whether they do what they should.
const SAMPLE: u32 = 60;

/// Other ways to say a word: what stands before, and what stands for it.
/// `{w}` is the word, `{v}` a name of its own.
const WORDS: &[(&str, &str)] = &[
    ("{v}={w}", r#""${v}""#),
    ("{v}={w}", "${{v}}"),
    ("{v}={w}", r#""${{v}:-q}""#),
    ("{v}=Q{w}", r#""${{v}#Q}""#),
    ("{v}=Q{w}", r#""${{v}:1}""#),
    ("{v}=; {v}+={w}", r#""${v}""#),
    ("{v}=(q {w})", r#""${{v}[1]}""#),
    ("declare -A {v}; {v}[k]={w}", r#""${{v}[k]}""#),
    ("{v}={w}; n{v}={v}", r#""${!n{v}}""#),
    ("{v}={w}; declare -n n{v}={v}", r#""$n{v}""#),
    ("declare {v}={w}", r#""${v}""#),
    ("export {v}={w}", r#""${v}""#),
    ("printf -v {v} %s {w}", r#""${v}""#),
    ("read -r {v} <<< {w}", r#""${v}""#),
    ("mapfile -t {v} <<< {w}", r#""${v}""#),
    ("set -- {w}", r#""$1""#),
    ("set -- {w}", r#""$@""#),
    (": {w}", r#""$_""#),
    ("[[ {w} =~ .* ]]", r#""$BASH_REMATCH""#),
    ("f{v}() { echo {w}; }", r#"$(f{v} "$@")"#),
    ("f{v}() { echo \"$1\"; }", "$(f{v} {w})"),
    ("", "$(echo {w})"),
    ("", r#""$(printf %s {w})""#),
    ("", "$(cat <<< {w})"),
    ("", r#""$({v}={w}; echo "${v}")""#),
];

/// Other places for a line: `{l}` is the line, `{q}` the line as one word.
const LINES_IN: &[&str] = &[
    "eval {q}",
    "bash -c {q}",
    "sh -c {q}",
    "bash <<< {q}",
    "echo {q} | sh",
    r"printf '%s\n' {q} | bash",
    ". <(echo {q})",
    "{ {l}\n}",
    "( {l}\n)",
    "if true; then {l}\nfi",
    "for i in 1; do {l}\ndone",
    "while true; do {l}\nbreak; done",
    "case x in x) {l}\n;; esac",
    "f() { {l}\n}; f",
    "trap {q} EXIT",
    "bash <<'END'\n{l}\nEND\n",
    "x=$({l}\n)",
    "echo \"$({l}\n)\"",
    r#"c={q}; eval "$c""#,
    r#"c={q}; sh -c "$c""#,
    r#"Q={q} bash -c 'eval "$Q"'"#,
    r#"set -- {q}; eval "$1""#,
    r#"run() { eval "$1"; }; run {q}"#,
    "env A=1 bash -c {q}",
    "timeout 9 bash -c {q}",
    "xargs -a /dev/null bash -c {q}",
    "awk 'BEGIN { system(ARGV[1]) }' {q}",
    "BASH_ENV=<(echo {q}) bash -c :",
];

/// What may stand before a program.
const WRAPPERS: &[&str] =
    &["", "", "", "env ", "env A=1 ", "timeout 9 ", "command ", "eval "];

/// A word in other words, and what stands before it.
fn word(choices: &mut Choices<'_>, text: &str, depth: usize) -> [String; 2] {
    let plain = choices.one_in(4);
    if depth == 0 || plain {
        let quoted = ["{w}", "'{w}'", "\"{w}\""];
        return [String::new(), choices.pick(&quoted).replace("{w}", text)];
    }
    let own = format!("v{depth}{}", choices.below(9));
    let (before, stands) = WORDS[choices.below(WORDS.len())];
    let [first, inner] = word(choices, text, depth - 1);
    let fill = |text: &str| text.replace("{w}", &inner).replace("{v}", &own);
    let joint = if before.is_empty() { "" } else { "; " };
    [format!("{first}{}{joint}", fill(before)), fill(stands)]
}

/// A line that calls a program with one word.
fn line(choices: &mut Choices<'_>, program: &str, operand: &str) -> String {
    let depth = choices.below(3);
    let [before, program] = word(choices, program, depth);
    let program = format!("{}{program}", choices.pick(WRAPPERS));
    let mut line = match choices.one_in(3) {
        true => {
            let [more, operand] = word(choices, operand, depth);
            // What is set for the one must not change what the other says.
            match before.is_empty() {
                true => format!("{more}{program} {operand}"),
                false => format!("{before}{program} x"),
            }
        }
        false => format!("{before}{program} {operand}"),
    };
    for _ in 0..choices.below(3) {
        let place = LINES_IN[choices.below(LINES_IN.len())];
        if line.contains("END") {
            continue;
        }
        let quoted = format!("'{}'", line.replace('\'', r"'\''"));
        line = place.replace("{q}", &quoted).replace("{l}", &line);
    }
    line
}

fn drawn(program: &str, operand: &str) -> impl Iterator<Item = String> {
    (0..LINES).map(move |seed| {
        let bytes = bytes(seed, 64);
        line(&mut Choices::new(&bytes), program, operand)
    })
}

/// The lines that are allowed beside a rule.
fn allowed(deny: &str, program: &str, operand: &str) -> Vec<String> {
    let mut rules = Rules::default();
    rules.allow.extend(["Bash", "Read", "Edit"].map(str::to_owned));
    rules.deny.push(deny.to_owned());
    let engine = targets::engine(&rules, &Dialect::default());
    let mut scratch = Scratch::default();
    let mut passes = |line: &String| {
        let happening = Happening::bash(line);
        happening.with(|event| {
            let context = &happening.context;
            let answer = engine.answer(event, context, &mut scratch);
            answer.permission.behavior == Behavior::Allow
        })
    };
    drawn(program, operand).filter(|line| passes(line)).collect()
}

#[test]
fn no_way_to_run_a_program_passes_a_guard_on_it() {
    let missed = allowed("Bash(gone *)", "gone", "x");
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn no_way_to_read_a_file_passes_a_guard_on_it() {
    let missed = allowed("Read(.env)", "cat", ".env");
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn lines_that_are_drawn_run_what_they_should() {
    if !has_bash() {
        return;
    }
    let place = Place::new("drawn");
    let names = ["gone", "bash", "sh", "env", "timeout", "cat"];
    stubs(&place.0, &names.map(str::to_owned).into());
    let step = (LINES / SAMPLE) as usize;
    let lines = drawn("gone", "x").step_by(step);
    let runs = |line: &String| programs_run(&place.0, line).contains("gone");
    let ran = lines.filter(runs).count();
    println!("{ran} of {SAMPLE} lines run the program with stubs");
    assert!(ran * 2 > SAMPLE as usize, "{ran}");
}
