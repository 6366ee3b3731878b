//! Lines drawn at random that all do one thing: their words are said in other
//! ways, and the line stands in other places. A guard on that one thing never
//! lets any of them pass.

mod power;

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

/// How a shell says the same in other ways.
struct Ways {
    /// The tool that runs its lines.
    tool: &'static str,
    /// How a word is written as it is.
    plain: &'static [&'static str],
    /// Other ways to say a word: what stands before, and what stands for it.
    /// `{w}` is the word, `{v}` a name of its own.
    words: &'static [(&'static str, &'static str)],
    /// Other places for a line: `{l}` is the line, `{q}` the line as one
    /// word.
    places: &'static [&'static str],
    /// What may stand before a program.
    wrappers: &'static [&'static str],
    /// How `'` is written in a word between two of them.
    quote: &'static str,
}

const BASH: Ways = Ways {
    tool: "Bash",
    plain: &["{w}", "'{w}'", "\"{w}\""],
    words: WORDS,
    places: LINES_IN,
    wrappers: &[
        "",
        "",
        "",
        "env ",
        "env A=1 ",
        "timeout 9 ",
        "command ",
        "eval ",
    ],
    quote: r"'\''",
};

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
    "echo {q} > s; bash s",
    "echo {q} | tee s; chmod +x s; ./s",
    "printf %s {q} > s; cat s | sh",
    "echo {q} > s; trap '. ./s' EXIT",
    "cat > s <<'END'\n{l}\nEND\n. ./s",
];

impl Ways {
    /// A word in other words, and what stands before it.
    fn word(
        &self,
        choices: &mut Choices<'_>,
        text: &str,
        depth: usize,
    ) -> [String; 2] {
        let plain = choices.one_in(4);
        if depth == 0 || plain {
            let written = choices.pick(self.plain).replace("{w}", text);
            return [String::new(), written];
        }
        let own = format!("v{depth}{}", choices.below(9));
        let (before, stands) = self.words[choices.below(self.words.len())];
        let [first, inner] = self.word(choices, text, depth - 1);
        let fill =
            |text: &str| text.replace("{w}", &inner).replace("{v}", &own);
        let joint = if before.is_empty() { "" } else { "; " };
        [format!("{first}{}{joint}", fill(before)), fill(stands)]
    }

    /// A line that calls a program with one word.
    fn line(
        &self,
        choices: &mut Choices<'_>,
        program: &str,
        operand: &str,
    ) -> String {
        let depth = choices.below(3);
        let [before, program] = self.word(choices, program, depth);
        let program = format!("{}{program}", choices.pick(self.wrappers));
        let mut line = match choices.one_in(3) {
            true => {
                let [more, stands] = self.word(choices, operand, depth);
                // What is set for the one must not change what the other
                // says.
                match before.is_empty() {
                    true => format!("{more}{program} {stands}"),
                    false => format!("{before}{program} {}", self.plain[0])
                        .replace("{w}", operand),
                }
            }
            false => {
                let operand = self.plain[0].replace("{w}", operand);
                format!("{before}{program} {operand}")
            }
        };
        for _ in 0..choices.below(3) {
            let place = self.places[choices.below(self.places.len())];
            if line.contains("END") {
                continue;
            }
            let quoted = format!("'{}'", line.replace('\'', self.quote));
            line = place.replace("{q}", &quoted).replace("{l}", &line);
        }
        line
    }

    fn drawn(
        &self,
        program: &str,
        operand: &str,
    ) -> impl Iterator<Item = String> {
        (0..LINES).map(move |seed| {
            let bytes = bytes(seed, 64);
            self.line(&mut Choices::new(&bytes), program, operand)
        })
    }

    /// The lines about which a rule says nothing: neither it stops them nor
    /// it asks.
    fn missed(&self, deny: &str, program: &str, operand: &str) -> Vec<String> {
        let mut rules = Rules::default();
        let allow = [self.tool, "Read", "Edit", "Edit(//**)"];
        rules.allow.extend(allow.map(str::to_owned));
        rules.deny.push(deny.to_owned());
        let engine = targets::engine(&rules, &Dialect::default());
        let mut scratch = Scratch::default();
        let mut passes = |line: &String| {
            let happening = Happening::command(self.tool, line);
            happening.with(|event| {
                let context = &happening.context;
                let answer = engine.answer(event, context, &mut scratch);
                let behavior = answer.permission.behavior;
                !matches!(behavior, Behavior::Deny | Behavior::Ask)
            })
        };
        self.drawn(program, operand).filter(|line| passes(line)).collect()
    }
}

#[test]
fn no_way_to_run_a_program_passes_a_guard_on_it() {
    let missed = BASH.missed("Bash(gone *)", "gone", "x");
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn no_way_to_read_a_file_passes_a_guard_on_it() {
    let missed = BASH.missed("Read(.env)", "cat", ".env");
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
    let lines = BASH.drawn("gone", "x").step_by(step);
    let runs = |line: &String| programs_run(&place.0, line).contains("gone");
    let ran = lines.filter(runs).count();
    println!("{ran} of {SAMPLE} lines run the program with stubs");
    assert!(ran * 2 > SAMPLE as usize, "{ran}");
}
