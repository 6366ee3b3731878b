//! What a search prints that looks for nothing: the directories it starts in,
//! and all that lies in them.

use super::found::{OPEN, is_any};

/// How many words of a search are looked at.
pub(super) const WORDS: usize = 256;

/// Options of `fd` that take the next word.
const TAKES: &[&str] = &[
    "--and",
    "--base-directory",
    "--batch-size",
    "--color",
    "--exact-depth",
    "--exclude",
    "--format",
    "--ignore-file",
    "--max-buffer-time",
    "--max-results",
    "--min-depth",
    "--path-separator",
    "--threads",
    "--type",
    "-E",
    "-c",
    "-j",
    "-t",
];

/// Those by which it looks for something, as they start.
const NARROWS: &[&str] = &[
    "--and",
    "--changed",
    "--exact-depth",
    "--extension",
    "--max-depth",
    "--max-results",
    "--newer",
    "--older",
    "--owner",
    "--size",
    "-1",
    "-S",
    "-d",
    "-e",
    "-o",
];

/// Whether `fd` takes the next word for the value of this one.
pub(crate) fn takes_value(option: &str) -> bool {
    let narrows = || NARROWS.iter().any(|start| option.starts_with(start));
    let alone = match option.starts_with("--") {
        true => !option.contains('='),
        false => option.len() == 2 && option != "-1",
    };
    TAKES.contains(&option) || alone && narrows()
}

/// Whether a program prints the names of files.
pub(super) fn is_search(name: &str) -> bool {
    matches!(name, "find" | "bfs" | "fd" | "fdfind" | "ls")
}

/// The paths that a search prints, by the words behind its name.
pub(super) fn printed<'t>(
    name: &str,
    words: impl Iterator<Item = &'t str>,
) -> Vec<String> {
    let words: Vec<_> = words.take(WORDS).collect();
    match name {
        "find" | "bfs" => by_find(&words),
        "ls" => by_ls(&words),
        _ => by_fd(&words),
    }
    .unwrap_or_default()
}

/// What lies in a directory, as it is written.
fn within(directory: &str) -> String {
    [directory.trim_end_matches('/'), "/*"].concat()
}

fn by_find(words: &[&str]) -> Option<Vec<String>> {
    let mut starts = Vec::new();
    let (mut flat, mut files, mut below, mut tests) =
        (false, false, false, false);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if !word.starts_with('-') {
            if !tests && !word.is_empty() {
                starts.push(word);
            }
            continue;
        }
        tests |= !matches!(word, "-H" | "-L" | "-P");
        match word {
            "-name" | "-iname" if is_any(words.next()?) => {}
            "-maxdepth" => flat = true,
            "-mindepth" => below = *words.next()? != "0",
            "-type" => files |= !words.next()?.contains('d'),
            _ if OPEN.contains(&word) || word.starts_with("-O") => {}
            _ => return None,
        }
    }
    if starts.is_empty() {
        starts.push(".");
    }
    let all = starts.iter().map(|start| match *start {
        // Its files may be removed, as `rm *` may.
        "." | "./" => within("."),
        start if below => within(start),
        start => start.to_owned(),
    });
    (!flat || !files).then(|| all.collect())
}

/// `ls -d / /*`, `cd /; ls`
fn by_ls(words: &[&str]) -> Option<Vec<String>> {
    let is_short = |w: &&str| w.starts_with('-') && !w.starts_with("--");
    let itself = |w: &&str| is_short(w) && w.contains('d');
    if !words.iter().any(|w| itself(w) || *w == "--directory") {
        // Names without the directory that they lie in, unless it is this.
        let here = words.iter().all(|word| word.starts_with('-'));
        return here.then(|| vec![within(".")]);
    }
    let operands = words.iter().filter(|word| !word.starts_with('-'));
    Some(operands.map(|word| (*word).to_owned()).collect())
}

fn by_fd(words: &[&str]) -> Option<Vec<String>> {
    let mut starts = Vec::new();
    let (mut pattern, mut options) = (None, true);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if !options || !word.starts_with('-') || word == "-" {
            match pattern {
                None => pattern = Some(word),
                Some(_) => starts.push(word),
            }
            continue;
        }
        match word {
            "--" => options = false,
            "-x" | "-X" | "--exec" | "--exec-batch" => break,
            "--search-path" | "-C" => starts.push(words.next()?),
            _ if NARROWS.iter().any(|start| word.starts_with(start)) => {
                return None;
            }
            _ if TAKES.contains(&word) => drop(words.next()),
            _ => {
                let path = word.strip_prefix("--search-path=");
                starts.extend(path);
            }
        }
    }
    let open = pattern.is_none_or(|text| {
        matches!(text, "" | "." | "*" | "**" | ".*" | ".+" | "^" | "$")
    });
    if starts.is_empty() {
        starts.push(".");
    }
    open.then(|| starts.into_iter().map(within).collect())
}
