//! Ways to run a command without it standing there plainly.

use super::Choices;

/// A command line that runs some command.
#[derive(Clone, Debug)]
pub(crate) struct Wrapped {
    pub(crate) text: String,
    /// Whether it is one simple command, before which words may be put.
    pub(crate) simple: bool,
}

/// Puts one thing around a command that runs it all the same.
pub(crate) fn wrap(choices: &mut Choices<'_>, inner: &Wrapped) -> Wrapped {
    let text = &inner.text;
    match choices.below(4) {
        0 if inner.simple => {
            let text = words(choices, text);
            // No program takes these in front of the words it is to run.
            let simple = !text.starts_with(['A', '!']);
            Wrapped { text, simple }
        }
        1 if inner.simple => {
            let text = quoted(choices, text);
            // A comment would swallow what is put behind it, and no program
            // takes a redirection for a word.
            let simple = !text.contains(['#', '>']);
            Wrapped { text, simple }
        }
        2 => Wrapped { text: code(choices, text), simple: false },
        _ => Wrapped { text: nested(choices, text), simple: false },
    }
}

/// A wrapper in front of a simple command.
pub(crate) fn words(choices: &mut Choices<'_>, text: &str) -> String {
    const FRONT: &[&str] = &[
        "sudo",
        "env",
        "nohup",
        "nice",
        "timeout 5",
        "command",
        "time",
        "exec",
        "A=1",
        "env A=1 B=2",
        "sudo -u root",
        "nice -n 5",
        "stdbuf -oL",
        "setsid",
        "sudo -n --",
        "env -i",
        "timeout -s KILL 5",
        "ionice -c 3",
        "xargs",
        "xargs -n 1",
        "command --",
        "A=1 env B=2",
        "/usr/bin/env",
        "/usr/bin/sudo -E",
        "time -p",
        "timeout --signal=9 1",
        "doas",
        "chroot /",
        "strace -f",
        "flock /tmp/l",
        "busybox",
        "!",
        "env -u A",
        "unshare -r",
        "watch",
        "parallel",
        "env -S",
    ];
    format!("{} {text}", choices.pick(FRONT))
}

/// The same words written otherwise.
fn quoted(choices: &mut Choices<'_>, text: &str) -> String {
    let mut words = text.split(' ');
    let first = words.next().unwrap_or("");
    let rest: Vec<&str> = words.collect();
    let plain =
        !first.is_empty() && first.chars().all(|c| c.is_ascii_alphanumeric());
    let (head, tail) = first.split_at(first.len().min(1));
    let head_of = |changed: String| {
        let mut all = vec![changed];
        all.extend(rest.iter().map(|word| (*word).to_owned()));
        all.join(" ")
    };
    match choices.below(14) {
        0 if plain => head_of(format!("\"{first}\"")),
        1 if plain => head_of(format!("'{first}'")),
        2 if plain => head_of(format!("\\{first}")),
        3 if plain => head_of(format!("{head}''{tail}")),
        4 if plain => head_of(format!("$'{first}'")),
        5 if plain => head_of(format!("/bin/{first}")),
        6 if plain => head_of(format!("{head}\\\n{tail}")),
        7 => text.replacen(' ', "\t", 1),
        8 => text.replacen(' ', " \\\n ", 1),
        9 => format!("{text} # end"),
        10 => format!(">/dev/null {text}"),
        11 => format!("{text} 2>&1"),
        12 if plain => head_of(format!("{{{first},-x}}")),
        _ => format!("  {text}  "),
    }
}

/// Single quotes around a text.
fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A shell that is given the command as its program.
fn code(choices: &mut Choices<'_>, text: &str) -> String {
    let quoted = single(text);
    match choices.below(12) {
        0 => format!("bash -c {quoted}"),
        1 => format!("sh -c {quoted}"),
        2 => format!("eval {quoted}"),
        3 => format!("bash <<< {quoted}"),
        4 => format!("echo {quoted} | sh"),
        5 => {
            let end = fresh(text);
            format!("bash <<'{end}'\n{text}\n{end}\n")
        }
        6 => format!("sudo bash -lc {quoted}"),
        7 => format!("env -i sh -c {quoted}"),
        8 => format!("xargs sh -c {quoted}"),
        9 => format!("find . -exec sh -c {quoted} \\;"),
        10 => format!("trap {quoted} EXIT"),
        _ => format!("su root -c {quoted}"),
    }
}

/// A word that no line of a text is.
fn fresh(text: &str) -> String {
    let mut end = "EOF".to_owned();
    while text.lines().any(|line| line.trim() == end) {
        end.push('X');
    }
    end
}

/// The command within a compound command.
fn nested(choices: &mut Choices<'_>, text: &str) -> String {
    let comment = text.contains('#') || text.ends_with('\n');
    let stop = if comment { "\n" } else { ";" };
    let close = if comment { "\n" } else { "" };
    match choices.below(18) {
        0 => format!("( {text}{close} )"),
        1 => format!("{{ {text}{stop} }}"),
        2 => format!("if true; then {text}{stop} fi"),
        3 => format!("true && {text}"),
        4 => format!("echo a | {text}"),
        5 => format!("echo $( {text}{close} )"),
        6 => format!("for i in 1; do {text}{stop} done"),
        7 => format!("while true; do {text}{stop} break; done"),
        8 => format!("case a in a) {text} {close};; esac"),
        9 => format!("f() {{ {text}{stop} }}; f"),
        10 => format!("cat <( {text}{close} )"),
        11 => format!("x=$( {text}{close} )"),
        12 => format!("echo \"a $( {text}{close} )\""),
        13 => format!("echo a{stop}\n{text}"),
        14 => format!("false || {text}"),
        15 => format!("[[ -n $( {text}{close} ) ]]"),
        16 => format!("echo $(( $( {text}{close} ) + 1 ))"),
        _ => format!("cat <<EOF\n$( {text}{close} )\nEOF\n"),
    }
}
