//! What is stopped stays so where its text is handed to something that runs
//! it, or stands elsewhere in the line.

use super::{
    Asking, Behavior, SEEDS, Said, Seed, command, plain, settle, strictness,
};

/// Ways to run a command line that is given as one word.
const LINES: &[&str] = &[
    "bash -c @",
    "eval -- @",
    "printf '%s\\n' @ | bash",
    "{ echo @; } | sudo sh",
    "bash <<< @",
    "tee >(bash) <<< @",
    "sh <(echo @)",
    "trap @ EXIT",
    "find . -exec sh -c @ \\;",
    "xargs -I{} sh -c @",
    "docker exec c sh -c @",
    "coproc bash -c @",
    "parallel ::: @",
    "nix-shell -p x --run @",
    "ls | entr -s @",
    "git rebase -x @ HEAD~2",
    "GIT_EDITOR=@ git commit",
    "mapfile -C @ -c 1 a < f",
];

/// Ways to give a program its words, which are `@`; `%` is the program.
const WORDS: &[&str] = &[
    "x='@'; % $x",
    "f() { % $x; }; x='@'; f",
    "% $(printf '%s ' @)",
    "a=(@); % ${a[*]}",
    "set -- @; % $*",
    "echo @ | xargs %",
    "xargs % <<< '@'",
    "% \\\n @",
    "% >/dev/null @",
    "% 3<f @",
];

/// The same where what is run is no more known than that.
const HIDDEN: &[&str] = &[
    "x='% @'; $x",
    "%${IFS}@",
    "$(echo %) @",
    "alias x='% @'\nx",
    "for x in %; do $x @; done",
    "read x <<< '%'; $x @",
    "hash -p /bin/% x; x @",
    "ln -s /bin/% x; ./x @",
    "cp /usr/bin/% /tmp/x && /tmp/x @",
];

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Asks about another line for each seed.
fn said_again(
    law: &str,
    seeds: &[Seed],
    right: fn(&Said) -> bool,
    say: impl Fn(&str) -> Option<String>,
) {
    let mut asking = Asking::default();
    let mut wrong = Vec::new();
    for seed in seeds {
        let guarded = strictness(seed.said.behavior) >= 2;
        let Some(text) = command(seed).filter(|_| guarded).and_then(&say)
        else {
            continue;
        };
        let mut input = seed.input.clone();
        input["command"] = text.as_str().into();
        let said = asking.ask(&seed.lists, &seed.tool, &input, &seed.context);
        if !right(&said) {
            let (was, is) = (seed.said.behavior, said.behavior);
            wrong.push(format!("{} {was:?} -> {is:?}: {text:?}", seed.name));
        }
    }
    settle(law, &wrong);
}

fn is_stopped(said: &Said) -> bool {
    strictness(said.behavior) >= 2
}

#[test]
fn what_is_stopped_stays_so_as_a_text() {
    for form in LINES {
        said_again(form, &SEEDS, is_stopped, |text| {
            Some(form.replace('@', &quoted(text)))
        });
    }
}

#[test]
fn what_is_stopped_stays_so_where_its_words_stand_elsewhere() {
    let words = |text: &str, form: &str| {
        let simple = |rest: &str| !rest.contains(['\'', '\\', '|', '=', '~']);
        let (program, rest) = plain(text).filter(|(_, r)| simple(r))?;
        Some(form.replacen('%', program, 1).replace('@', rest))
    };
    // A rule that nobody can read says too little of what it guards.
    let seeds = SEEDS.iter().filter(|seed| !seed.name.contains("/broken-"));
    let seeds: Vec<Seed> = seeds.cloned().collect();
    let never = |said: &Said| said.behavior != Behavior::Allow;
    for form in WORDS {
        said_again(form, &seeds, never, |text| words(text, form));
    }
    for form in HIDDEN {
        said_again(form, &seeds, never, |text| words(text, form));
    }
}
