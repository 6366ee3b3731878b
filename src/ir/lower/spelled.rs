//! Other spellings of what a guard on commands says, that it means as well.

use crate::shell::{FRONTS, runs_scripts, word_by_word};

/// A pattern with the usual names for files, where it has others: `~` for the
/// home by its variable, `x` for `./x`. Commands are seen with these, however
/// they name a file.
pub(super) fn by_usual_names(text: &str) -> Option<String> {
    let mut last = 0;
    let says = |byte| {
        let before = std::mem::replace(&mut last, byte);
        byte == b'$' || byte == b'/' && before == b'.'
    };
    if !text.bytes().any(says) {
        return None;
    }
    word_by_word(text, |n, word| {
        let plain = word.replace('"', "");
        if let Some(rest) = ["$HOME", "${HOME}"]
            .iter()
            .find_map(|name| plain.strip_prefix(name))
        {
            let ends = rest.is_empty() || rest.starts_with(['/', '*', ':']);
            return ends.then(|| format!("~{rest}"));
        }
        // A star alone would stand for more than what lies here.
        let name = word.strip_prefix("./").filter(|_| n > 0)?;
        let first = name.trim_start_matches(['.', '_', '-']);
        let named = first.starts_with(|c: char| c.is_alphanumeric());
        named.then(|| name.to_owned())
    })
}

/// Programs of which a guard on an option or a module means the other, too;
/// one on the program alone may be there so that the other is used, and one
/// on `python manage.py *` so that `./manage.py` is.
const TWINS: [(&str, &str); 2] =
    [("python", "python3"), ("python3", "python")];

/// A pattern on what an interpreter runs, as it may be run otherwise: a script
/// by its path (`./x.sh` of `bash x.sh`), a module by a twin of the program
/// (`python3 -m x` of `python -m x`).
pub(super) fn run_otherwise(text: &str) -> Option<String> {
    let (program, _) = text.split_once(' ')?;
    if !runs_scripts(program) {
        return None;
    }
    let usual = by_usual_names(text);
    let (_, rest) = usual.as_deref().unwrap_or(text).split_once(' ')?;
    let rest = rest.trim_start();
    let end = rest.find([' ', ':', '*']).unwrap_or(rest.len());
    let (word, behind) = rest.split_at_checked(end)?;
    if word.starts_with('-') || FRONTS.contains(&word) {
        let (_, twin) = TWINS.iter().find(|(own, _)| *own == program)?;
        return Some([twin, " ", rest].concat());
    }
    let name = word.rsplit_once('/').map_or(word, |(_, name)| name);
    let ends = name.split_once('.').is_some_and(|(_, end)| !end.is_empty());
    let goes_on = behind.starts_with('*') && !ends;
    let plain = |c: char| c.is_alphanumeric() || "._-/~$@+".contains(c);
    if goes_on
        || !name.starts_with(char::is_alphanumeric)
        || !(ends || word.contains('/'))
        || !word.chars().all(plain)
    {
        return None;
    }
    let placed = ["/", "./", "../", "~", "$"];
    let lead = match placed.iter().any(|start| word.starts_with(start)) {
        true => "",
        false => "./",
    };
    Some([lead, word, behind].concat())
}
