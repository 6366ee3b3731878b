//! What the names of fields, and the texts in them, say.

use crate::json::{Kind, Tape, Value};
use crate::subject::path::MAX_PATH_BYTES;
use crate::subject::search;

/// Names of fields that hold a line to run, in small letters without the
/// signs between their words.
const RUN: &[&str] = &["bash", "exec", "run", "script", "shell"];
/// How names of fields end that do.
const RUN_ENDS: &[&str] =
    &["cmd", "cmds", "cmdline", "command", "commandline", "commands"];
/// Names of fields that hold a program.
pub(super) const PROGRAMS: &[&str] =
    &["binary", "entrypoint", "exe", "executable", "program"];
/// The same, beside what follows it.
pub(super) const STARTED: &[&str] =
    &["app", "application", "bin", "file", "name", "path", "tool"];
/// Words in names of fields that may hold a line to run.
const LINE_WORDS: &[&str] = &[
    "bash",
    "cli",
    "cmd",
    "cmds",
    "command",
    "commands",
    "console",
    "exec",
    "execute",
    "invoke",
    "powershell",
    "pwsh",
    "run",
    "runs",
    "script",
    "scripts",
    "sh",
    "shell",
    "zsh",
];
/// Last words of names whose text is about such a line.
const ABOUT: &[&str] = &[
    "description",
    "explanation",
    "help",
    "output",
    "reason",
    "result",
    "summary",
    "title",
];
/// Names of fields that hold what stands right behind the program's name.
pub(super) const SUBCOMMANDS: &[&str] = &["action", "subcommand", "verb"];
/// Names of fields that hold what follows it.
pub(super) const ARGUMENTS: &[&str] = &[
    "arg",
    "args",
    "argumentlist",
    "arguments",
    "argv",
    "cmdargs",
    "commandargs",
    "flags",
    "options",
    "parameters",
    "params",
];
/// Names of fields whose text may be typed into a shell, or be a program and
/// its words.
pub(super) const TYPED: &[&str] =
    &["args", "arguments", "argv", "keys", "stdin"];
/// The same, beside a field that says who gets it.
pub(super) const SENT: &[&str] = &["chars", "data", "input", "line", "text"];
/// What the names of such fields have in them.
const RECEIVERS: &[&str] =
    &["pane", "pid", "process", "session", "shell", "terminal", "tty"];
/// Names of fields that hold code.
const CODE: &[&str] = &[
    "eval",
    "expression",
    "function",
    "javascript",
    "js",
    "jscode",
    "py",
    "python",
    "pythoncode",
    "script",
    "snippet",
    "source",
    "sourcecode",
];

/// What the names of fields have in them that hold files, in small letters.
const FILES: &[&str] = &[
    "archive", "attach", "dest", "dir", "download", "dst", "file", "folder",
    "include", "location", "notebook", "path", "root", "source", "src",
    "target", "upload", "uri",
];
/// Other names of such fields.
const FILE: &[&str] = &["from", "glob", "globs", "to"];
/// What the names of fields have in them that say where files lie.
const BASES: &[&str] =
    &["base", "cwd", "dir", "folder", "repo", "root", "workspace"];

/// Names of fields whose text is what a file holds, or is for people: what it
/// says of other files is no use of these.
const CONTENT: &[&str] = &[
    "content",
    "contents",
    "description",
    "filetext",
    "html",
    "markdown",
    "message",
    "newstr",
    "newstring",
    "newtext",
    "oldstr",
    "oldstring",
    "oldtext",
    "text",
];

/// How many directories of one object are looked at.
const MAX_BASES: usize = 16;

/// Whether the name of a field says that it holds a line to run.
pub(super) fn says_run(name: &str) -> bool {
    let ends = |end: &&str| {
        let letters = letters(name).rev();
        end.chars().rev().eq(letters.take(end.len()))
    };
    RUN_ENDS.iter().any(ends) || is_one_of(RUN, name)
}

/// Whether the name of a field leaves open that it holds a line to run:
/// `commandToRun`, `setup_script`, not `command_description`.
pub(super) fn may_hold_line(name: &str) -> bool {
    let is = |words: &[&str], word: &str| {
        words.iter().any(|known| known.eq_ignore_ascii_case(word))
    };
    let about = words(name).last().is_some_and(|word| is(ABOUT, word));
    !about && words(name).any(|word| is(LINE_WORDS, word))
}

/// Whether the name of a field says that it holds code.
pub(super) fn says_code(name: &str) -> bool {
    let mut all = words(name);
    let is_code = |word: &str| word.eq_ignore_ascii_case("code");
    is_one_of(CODE, name) || all.any(is_code)
}

/// The words of a name: `codeToRun` and `code_to_run` have three.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.split(|c: char| !c.is_alphanumeric());
    parts.flat_map(|part| {
        let mut rest = part;
        std::iter::from_fn(move || {
            let mut was_small = false;
            let ends = |c: char| {
                let ends = was_small && c.is_uppercase();
                was_small = !c.is_uppercase();
                ends
            };
            let end = rest.find(ends).unwrap_or(rest.len());
            let (word, behind) = rest.split_at_checked(end)?;
            rest = behind;
            (!word.is_empty()).then_some(word)
        })
    })
}

/// Whether the name of a field says that it holds a file.
pub(super) fn says_file(name: &str) -> bool {
    holds_one_of(FILES, name) || is_one_of(FILE, name)
}

/// Whether an object says which program gets a text.
pub(super) fn names_receiver(object: Value<'_>) -> bool {
    let mut entries = object.entries();
    entries.any(|entry| holds_one_of(RECEIVERS, entry.name()))
}

/// Whether the name of a field leaves open what its text is for.
pub(super) fn says_little(name: &str) -> bool {
    !is_one_of(CONTENT, name)
}

/// The directories that an object names in which its files may lie; none
/// where there are too many.
pub(super) fn bases(object: Value<'_>) -> Option<Vec<&str>> {
    let entries = object.entries();
    let entries = entries.filter(|entry| holds_one_of(BASES, entry.name()));
    let texts = entries.filter_map(|entry| entry.value.str());
    let texts = texts.filter(|text| as_file(text).is_some());
    let all: Vec<&str> = texts.take(MAX_BASES + 1).collect();
    (all.len() <= MAX_BASES).then_some(all)
}

fn holds_one_of(words: &[&str], name: &str) -> bool {
    let holds = |word: &&str| {
        let mut parts = name.as_bytes().windows(word.len());
        parts.any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    words.iter().any(holds)
}

/// Whether a name is one of these, however its words are joined.
pub(super) fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.chars().eq(letters(name)))
}

fn letters(name: &str) -> impl DoubleEndedIterator<Item = char> {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | ' '));
    letters.map(|c| c.to_ascii_lowercase())
}

/// Hands out what stands in a text that is JSON itself.
pub(super) fn opened(value: Value<'_>, mut look: impl FnMut(Value<'_>)) {
    let Some(text) = value.str() else { return };
    let text = text.trim();
    if !text.starts_with(['{', '[']) || !text.ends_with(['}', ']']) {
        return;
    }
    let tape = Tape::of(text);
    let holds = |root: &Value<'_>| root.is_object() || root.is_array();
    if let Some(root) = tape.root(text).filter(holds) {
        look(root);
    }
}

/// Whether a value is a text, or has a text somewhere in it.
pub(super) fn holds_text(value: Value<'_>) -> bool {
    !matches!(
        value.kind(),
        Kind::Null | Kind::True | Kind::False | Kind::Number
    )
}

pub(super) fn looks_like_file(text: &str) -> bool {
    let blank = text.contains(char::is_whitespace);
    !blank && text.contains(['/', '\\', '.', '~'])
}

/// A text as tools take it for a file: up to a NUL, without blanks and quotes
/// around it. `None` where it can be none.
pub(super) fn as_file(text: &str) -> Option<&str> {
    let quote = |c| matches!(c, '"' | '\'');
    let text = text.split('\0').next().unwrap_or("").trim();
    let text = text.strip_prefix(quote).unwrap_or(text);
    let text = text.strip_suffix(quote).unwrap_or(text);
    // Of a longer one tools may leave names out.
    let fits = text.len() <= MAX_PATH_BYTES
        || ["/.", "//"].iter().any(|part| text.contains(part));
    let none = text.is_empty()
        || text.contains(char::is_control)
        || search::is_no_file(text);
    (fits && !none).then_some(text)
}

/// Whether a path starts at no directory that is named beside it.
pub(super) fn is_absolute(text: &str) -> bool {
    text.starts_with(['/', '~', '\\', '$'])
        || text.get(1..2) == Some(":")
        || text.contains("://")
}

/// What stands in front of the files of a patch.
const MARKS: &[&str] = &[
    "*** Add File: ",
    "*** Update File: ",
    "*** Delete File: ",
    "*** Move to: ",
    "+++ ",
    "--- ",
    "copy from ",
    "copy to ",
    "rename from ",
    "rename to ",
];

/// The files that a patch in a text changes.
pub(super) fn patched(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|_| text.contains('\n'));
    lines.filter_map(|line| {
        let line = line.trim();
        let mut marks = MARKS.iter();
        let name = marks.find_map(|mark| line.strip_prefix(mark))?;
        // A time may stand behind it.
        let name = name.split('\t').next().unwrap_or("");
        let below = |side| name.strip_prefix(side);
        Some(below("a/").or_else(|| below("b/")).unwrap_or(name))
    })
}

#[cfg(test)]
mod tests {
    use super::{may_hold_line, says_code, words};

    #[test]
    fn names_are_read_by_their_words() {
        for (name, parts) in [
            ("commandToRun", "command|To|Run"),
            ("setup_script", "setup|script"),
            ("HTTPCode", "HTTPCode"),
            ("a--b c", "a|b|c"),
            ("", ""),
        ] {
            let all: Vec<_> = words(name).collect();
            assert_eq!(all.join("|"), parts, "{name}");
        }
        assert!(may_hold_line("commandToRun") && may_hold_line("cmd_str"));
        assert!(!may_hold_line("command_description"));
        assert!(!may_hold_line("description") && !may_hold_line("recommend"));
        assert!(says_code("codeToExecute") && says_code("pythonCode"));
        assert!(!says_code("encoder") && !says_code("status"));
    }
}
