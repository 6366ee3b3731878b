//! Paths, and rules about them.

use super::Choices;

const NAMES: &[&str] = &[
    "a",
    "src",
    "main.rs",
    ".env",
    "x.txt",
    "node_modules",
    "É",
    "b c",
    "..",
    ".",
    "",
    "A",
    "lib",
    "x.test.ts",
    "id_rsa",
    "-x",
    "é",
];

const STARTS: &[&str] = &[
    "",
    "./",
    "/srv/proj/",
    "/home/u/",
    "~/",
    "/",
    "../",
    "//",
    "/etc/",
    "C:\\",
    "$HOME/",
    "/srv/proj/src/",
];

/// A path as a call names it.
pub(crate) fn path(choices: &mut Choices<'_>) -> String {
    let mut text = choices.pick(STARTS).to_owned();
    text.push_str(choices.pick(NAMES));
    for _ in 0..choices.below(4) {
        text.push('/');
        text.push_str(choices.pick(NAMES));
    }
    text
}

/// A path that a pattern is likely to match.
pub(crate) fn filled(choices: &mut Choices<'_>, pattern: &str) -> String {
    let (start, rest) = match pattern.strip_prefix("//") {
        Some(rest) => ("/", rest),
        None if pattern.starts_with("~/") => ("", pattern),
        None => match pattern.strip_prefix('/') {
            Some(rest) => ("/srv/proj/", rest),
            None => (choices.pick(&["", "/srv/proj/", "x/"]), pattern),
        },
    };
    let mut out = start.to_owned();
    for (at, segment) in rest.split('/').enumerate() {
        if at > 0 {
            out.push('/');
        }
        if segment == "**" {
            out.push_str(choices.pick(&["a", "a/b", ".", "b/../c", "É"]));
            continue;
        }
        for c in segment.chars() {
            match c {
                '*' => out.push_str(choices.pick(&["", "x", "A.b", "é"])),
                '?' => out.push('q'),
                c if choices.one_in(24) => out.extend(c.to_uppercase()),
                c => out.push(c),
            }
        }
    }
    if choices.one_in(6) {
        out.push('/');
        out.push_str(choices.pick(NAMES));
    }
    out
}

/// The content of a rule about paths.
pub(crate) fn path_rule(choices: &mut Choices<'_>) -> String {
    const STARTS: &[&str] = &["", "./", "/", "~/", "//", "../", "!"];
    const SEGMENTS: &[&str] = &[
        "src",
        "**",
        "*",
        "*.ts",
        ".env",
        "a",
        "x?",
        "[a-c]x",
        "É*",
        "b c",
        "..",
        "\\*",
        "[!a]*",
        "node_modules",
        "a*b*",
        "x|y",
        "",
        "[",
        "**a",
        "[[:alpha:]]",
        "{a,b}",
    ];
    if choices.one_in(16) {
        return choices.raw();
    }
    let mut text = choices.pick(STARTS).to_owned();
    text.push_str(choices.pick(SEGMENTS));
    for _ in 0..choices.below(4) {
        text.push('/');
        text.push_str(choices.pick(SEGMENTS));
    }
    if choices.one_in(4) {
        text.push_str("/**");
    }
    text
}
