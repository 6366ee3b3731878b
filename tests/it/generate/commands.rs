//! Command lines, and rules about them.

use super::Choices;
use super::paths;

const PROGRAMS: &[&str] = &[
    "rm", "git", "npm", "ls", "cat", "echo", "curl", "cd", "make", "docker",
    "find", "sed", "tee", "cp", "python3", "bash", "xargs", "sudo", "env",
    "true", "/bin/rm", "./run.sh", "timeout", "nice", "FOO=1", "é", "awk",
    "command", "eval", "grep", "mv", "head", "git-lfs", "[[", "test",
];

const WORDS: &[&str] = &[
    "a",
    "-rf",
    "push",
    "run",
    "--force",
    "test:unit",
    "origin",
    "main",
    "5",
    "-c",
    "'b c'",
    "\"d e\"",
    "x=1",
    "*.txt",
    "$HOME",
    "~",
    "~/x",
    "{a,b}",
    "$(id)",
    "`id`",
    "é",
    "-exec",
    "{}",
    "\\;",
    "-",
    "--",
    "-C",
    "<(ls)",
    "\\ ",
    "$'\\n'",
    "#no",
    "!",
    "-n",
    "status",
    "install",
    "'rm -rf x'",
    "*",
    "-delete",
    "''",
    "-u",
    "root",
];

const JOINS: &[&str] =
    &[" && ", "; ", " | ", " || ", " & ", "\n", " |& ", ";", "&&", " ; ; "];

/// A simple command: plain words.
pub(crate) fn simple(choices: &mut Choices<'_>) -> String {
    let mut text = choices.pick(PROGRAMS).to_owned();
    for _ in 0..choices.below(5) {
        text.push_str(if choices.one_in(12) { "  " } else { " " });
        if choices.one_in(4) {
            text.push_str(&paths::path(choices));
        } else {
            text.push_str(choices.pick(WORDS));
        }
    }
    text
}

/// A command line; those of the rules given are made likely to match.
pub(crate) fn command(choices: &mut Choices<'_>, rules: &[String]) -> String {
    let mut text = part(choices, rules, 2);
    for _ in 0..choices.below(4) {
        text.push_str(choices.pick(JOINS));
        text.push_str(&part(choices, rules, 2));
    }
    text
}

fn part(choices: &mut Choices<'_>, rules: &[String], depth: usize) -> String {
    let text = match choices.below(4) {
        0 | 1 if !rules.is_empty() => {
            let at = choices.below(rules.len());
            filled(choices, rules.get(at).map_or("", String::as_str))
        }
        3 if depth > 0 => return nested(choices, rules, depth),
        _ => simple(choices),
    };
    match choices.below(9) {
        5 => format!("{text} > {}", paths::path(choices)),
        6 => format!("{text} 2>&1"),
        7 => format!("{text} < {}", paths::path(choices)),
        8 => super::wrappers::words(choices, &text),
        _ => text,
    }
}

fn nested(
    choices: &mut Choices<'_>,
    rules: &[String],
    depth: usize,
) -> String {
    let inner = part(choices, rules, depth - 1);
    match choices.below(9) {
        0 => format!("({inner})"),
        1 => format!("{{ {inner}; }}"),
        2 => format!("echo $({inner})"),
        3 => format!("if {inner}; then {inner}; fi"),
        4 => format!("bash -c '{inner}'"),
        5 => format!("cat <<EOF\n$({inner})\nEOF\n"),
        6 => format!("for x in a b; do {inner}; done"),
        7 => format!("f() {{ {inner}; }}; f"),
        _ => format!("\"{inner}\" '{inner}"),
    }
}

/// A text that a command pattern is likely to match.
fn filled(choices: &mut Choices<'_>, pattern: &str) -> String {
    let pattern = pattern.strip_suffix(":*").unwrap_or(pattern);
    let mut text = String::new();
    for c in pattern.chars() {
        match c {
            '*' => text.push_str(choices.pick(WORDS)),
            _ if choices.one_in(60) => text.push_str(choices.pick(WORDS)),
            c => text.push(c),
        }
    }
    text
}

/// The content of a rule about commands.
pub(crate) fn command_rule(choices: &mut Choices<'_>) -> String {
    let text = simple(choices);
    match choices.below(8) {
        0 | 1 => format!("{text} *"),
        2 => format!("{text}:*"),
        3 => text,
        4 => format!("{text}*"),
        5 => format!("* {text}"),
        6 => {
            let mut words: Vec<&str> = text.split(' ').collect();
            let at = choices.below(words.len());
            if let Some(word) = words.get_mut(at) {
                *word = "*";
            }
            words.join(" ")
        }
        _ => choices.raw(),
    }
}
