//! The paths that guards name behind a program, by how they start, for
//! commands that name the same files otherwise.

use super::patterns::{first_words, is_option};
use super::{ANY, Behind, Hashes, NamedOptions, add, hash, start_of};

/// A program whose words may be such paths, and the directories in them.
const PLACED: &str = "\u{6}";
const HELD: &str = "\u{7}";
/// A program of which such paths are not only where something goes.
const USED: &str = "\u{8}";

/// The names of what guards name by its path; any where a star is in it.
const LEAF: &str = "\u{10}";

/// How many characters of a path are looked for.
const STARTS: [usize; 5] = [0, 1, 2, 4, LONGEST];
const LONGEST: usize = 8;

/// The endings of words that guards name.
const ENDING: &str = "\u{11}";

/// Stands for a program that guards name by its path.
pub(crate) const SCRIPT: &str = "/";

impl NamedOptions<'_> {
    /// Whether a guard on a program may name a path.
    pub(crate) fn has_paths(&self, program: &str) -> bool {
        self.has_place(program, PLACED, None)
    }

    /// Whether a guard on a program may name something of this name, or of
    /// one that a glob finds, by its path, wherever that starts.
    pub(crate) fn has_leaf(&self, program: &str, name: &str) -> bool {
        let wild = name.contains(['*', '?', '[', '{']);
        let found = |name| self.has_place(program, LEAF, Some(&[name]));
        wild && self.has_paths(program) || found(name) || found("")
    }

    /// Whether a guard may name a word with this ending, behind a dot.
    pub(crate) fn has_ending(&self, ending: &str) -> bool {
        self.has_hash(Behind::new(ENDING, ending).0)
    }

    /// Whether a guard on a program may name a path, given in two parts.
    pub(crate) fn has_path(&self, program: &str, path: [&str; 2]) -> bool {
        let [lead, rest] = path;
        let before = lead.chars().take(LONGEST).count();
        STARTS.into_iter().any(|length| {
            let more = length.saturating_sub(before);
            let start = [start_of(lead, length), start_of(rest, more)];
            self.has_place(program, PLACED, Some(&start))
        })
    }

    /// Whether a guard on a program may name what lies in a directory, given
    /// in two parts; with `used`, not only as the last word behind others.
    pub(crate) fn has_in(
        &self,
        program: &str,
        directory: [&str; 2],
        used: bool,
    ) -> bool {
        let kind = if used { USED } else { PLACED };
        let [lead, rest] = directory;
        let before = lead.chars().take(LONGEST).count();
        let more = rest.chars().take(LONGEST - before).count();
        let length = before + more + 1;
        let fits = STARTS.into_iter().rfind(|start| *start <= length);
        let fits = fits.unwrap_or(0);
        let start = [
            start_of(lead, fits),
            start_of(rest, fits.saturating_sub(before)),
        ];
        if fits < length {
            return self.has_place(program, kind, Some(&start));
        }
        let [lead, rest] = start;
        self.has_place(program, kind, Some(&[lead, rest, "/"]))
    }

    fn has_place(
        &self,
        program: &str,
        kind: &str,
        start: Option<&[&str]>,
    ) -> bool {
        let any = [Behind::new(program, kind), Behind::new(ANY, kind)];
        any.into_iter().any(|behind| self.has_hash(behind.place(start)))
    }

    /// Whether a guard may name a directory, given in two parts, with what
    /// lies in it.
    pub(crate) fn has_directory(&self, path: [&str; 2]) -> bool {
        let all = Behind::new(ANY, HELD).0;
        self.has_hash(path.into_iter().fold(all, hash))
    }
}

impl Behind {
    pub(super) fn place(self, start: Option<&[&str]>) -> u64 {
        let Some(pieces) = start else { return self.0 };
        let (mut place, mut ended) = (add(self.0, 0xFF), false);
        for piece in pieces {
            // A hash ends at an `=`.
            if !ended {
                place = hash(place, piece);
            }
            ended |= piece.contains('=');
        }
        place
    }
}

/// The paths that a pattern names.
pub(super) fn paths_of(parts: &[String], boundary: bool, found: &mut Hashes) {
    let start = parts.first().map_or("", String::as_str);
    let program = first_words(parts).next();
    // The first word is a program where it does not go on at a star.
    let texts = parts.len().saturating_sub(usize::from(boundary));
    let whole = texts < 2 || start.trim_start().contains(' ');
    let placed = program.and_then(|path| usual(path).rsplit_once('/'));
    if let Some((_, name)) = placed {
        leaf_of(Behind::new(SCRIPT, LEAF), name, found);
    }
    let program = program.filter(|_| whole);
    if let Some(script) = program.filter(|program| program.contains('/')) {
        let behind = Behind::new(SCRIPT, PLACED);
        found.push(behind.place(None));
        found.push(behind.place(Some(&[start_in(usual(script))])));
        directories_of(script, found);
    }
    let behind = Behind::new(program.unwrap_or(ANY), PLACED);
    let used = Behind::new(program.unwrap_or(ANY), USED);
    let leaf = Behind::new(program.unwrap_or(ANY), LEAF);
    let mut operands = usize::from(program.is_none());
    let mut skipped = usize::from(program.is_some());
    for (n, part) in parts.iter().enumerate() {
        // What stands right behind a star is the end of a word.
        let mut glued = n > 0 && !part.starts_with(char::is_whitespace);
        let rest = parts.get(n + 1..).unwrap_or(&[]);
        let blank = |part: &String| part.starts_with(char::is_whitespace);
        let goes_on = boundary || rest.iter().any(blank);
        operands += usize::from(n > 0);
        let mut words = part.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            if let Some((_, ending)) = word.rsplit_once('.') {
                found.push(Behind::new(ENDING, ending).0);
            }
            let is_end = std::mem::take(&mut glued);
            if std::mem::take(&mut skipped) > 0 || is_option(word) {
                continue;
            }
            let start = match is_end {
                true if !word.contains('/') => continue,
                true => "",
                false => start_in(usual(word)),
            };
            found.push(behind.place(None));
            found.push(behind.place(Some(&[start])));
            if operands == 0 || goes_on || words.peek().is_some() {
                found.push(used.place(Some(&[start])));
            }
            operands += 1;
            directories_of(word, found);
            if let Some((_, name)) = usual(word).rsplit_once('/') {
                let last = words.peek().is_none();
                // `scripts/x.sh*`: what follows are mostly words.
                let first = n == 0 && part.trim_start().starts_with(word);
                let open =
                    last && !first && !rest.is_empty() && part.ends_with(word);
                let name = if open { "" } else { name };
                leaf_of(leaf, name, found);
            }
        }
    }
}

/// Notes the name that a path ends with.
fn leaf_of(behind: Behind, name: &str, found: &mut Hashes) {
    let name = name.trim_end_matches(['\'', '"']);
    found.push(behind.place(Some(&[name])));
}

/// The longest of the starts of a path that are looked for.
fn start_in(path: &str) -> &str {
    let length = path.chars().take(LONGEST).count();
    let fits = STARTS.into_iter().rfind(|start| *start <= length);
    start_of(path, fits.unwrap_or(0))
}

/// A path without what does not count in front.
fn usual(word: &str) -> &str {
    if !word.starts_with(['\'', '"', '.']) {
        return word;
    }
    word.trim_start_matches(['\'', '"']).trim_start_matches("./")
}

/// The directories that the path of a pattern leads through.
fn directories_of(word: &str, found: &mut Hashes) {
    if word.starts_with(['/', '~']) {
        let slashes = word.match_indices('/').map(|(at, _)| at);
        let behind = Behind::new(ANY, HELD).0;
        let held = slashes.filter(|&at| at > 0);
        let held = held.filter_map(|at| word.get(..at));
        found.extend(held.map(|directory| hash(behind, directory)));
    }
}
