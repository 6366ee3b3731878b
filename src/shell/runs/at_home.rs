//! Directories that everybody knows, by what the shell calls them: programs
//! in them (`"$HOME/.cargo/bin/cargo"`), and `$(pwd)`, which is `$PWD`.

use crate::shell::asked::Whole;
use crate::shell::cd::Cd;
use crate::shell::guards::named::SCRIPT;
use crate::shell::noted::PrintsHere;
use crate::shell::paths::known_start;
use crate::shell::paths::names_places;
use crate::shell::scene::Scene;
use crate::shell::split::{Line, Word, WordFlags};
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, Reason, Shell};

impl Scene<'_> {
    /// Whether a program is known by its name although a variable says where
    /// it lies. Without quotes the value may be several words.
    pub(super) fn is_at_home(&self, word: Word, text: &str) -> bool {
        let one = !word.flags.any(WordFlags::UNQUOTED_EXPANSION);
        self.profile.strict
            && known_start(word, text).is_some_and(|(_, rest)| rest.len() > 1)
            && (one || !self.sets_places())
    }

    /// Whether the line may give `HOME` or `PWD` another value.
    fn sets_places(&self) -> bool {
        let (whole, own) = (&self.whole.sets_places, &self.asked.sets_places);
        *whole.get_or_init(|| sets_places(self.outermost))
            || *own.get_or_init(|| sets_places(self.text))
    }

    /// Whether the line names `HOME` or `PWD` as what it sets.
    pub(crate) fn names_places(&self) -> bool {
        let whole = &self.whole.names_places;
        *whole.get_or_init(|| names_places(self.outermost))
    }

    /// `cd "$D" && ./x`: a guard may name the program by its path from
    /// elsewhere.
    pub(crate) fn may_be_named_script(&mut self, words: Words) {
        let path = cooked_at(self.line, words.start);
        let lost = self.cd == Cd::Unknown && !path.starts_with(['/', '~']);
        let (_, name) = path.rsplit_once('/').unwrap_or(("", path));
        let named = self.places.options;
        if lost
            && self.literal_at(words.start)
            && named.is_none_or(|named| named.has_leaf(SCRIPT, name))
        {
            let span = self.span_of(words);
            self.doubt(Reason::StateChange, span, Effects::GUARD);
        }
    }

    /// Whether guards may name programs by where they lie.
    pub(super) fn may_be_named_by_path(&self) -> bool {
        let named = self.places.options;
        named.is_none_or(|named| named.has_paths(SCRIPT))
    }
}

/// What gives names other meanings.
const RENAMERS: &[&str] = &["alias", "enable"];

/// What makes functions, whose names zsh takes in quotes, too.
const FUNCTIONS: &[&str] = &["function", "()"];

/// Takes `$(pwd)` in words for the variable that it is the value of, where
/// nothing in the line can give it another meaning. Linear in the text at
/// hand, and once in the line.
pub(crate) fn names_here(
    line: &mut Line,
    shell: Shell,
    outermost: &str,
    whole: &Whole,
) {
    let prints = || prints_here(outermost);
    let fits = match *whole.prints_here.get_or_init(prints) {
        PrintsHere::Not => false,
        PrintsHere::BesideFunctions => shell == Shell::Bash,
        PrintsHere::Alone => shell != Shell::PowerShell,
    };
    if !fits {
        return;
    }
    let Line { text, words, redirects, .. } = line;
    let files = redirects.iter_mut().filter(|r| !r.kind.is_text());
    let targets = files.map(|redirect| &mut redirect.target);
    for word in words.iter_mut().chain(targets) {
        let flags = word.flags;
        // Of a variable zsh makes one word, of what is printed several.
        let cut =
            shell == Shell::Zsh && flags.any(WordFlags::UNQUOTED_EXPANSION);
        if !flags.any(WordFlags::SUBSTITUTION) || cut {
            continue;
        }
        let rest = without_prints(word.cooked.of(text));
        if !rest.contains(['$', '`', '(']) {
            let other = flags.0 & !WordFlags::SUBSTITUTION;
            word.flags = WordFlags(other | WordFlags::PARAMETER);
        }
    }
}

/// Whether `pwd` prints the current directory in a line. Linear in it.
fn prints_here(line: &str) -> PrintsHere {
    let says = |names: &[&str]| names.iter().any(|name| line.contains(name));
    if !line.contains("pwd")
        || says(RENAMERS)
        || sets_places(line)
        || without_prints(line).contains("pwd")
    {
        return PrintsHere::Not;
    }
    match says(FUNCTIONS) {
        true => PrintsHere::BesideFunctions,
        false => PrintsHere::Alone,
    }
}

/// A text without what prints the current directory.
fn without_prints(text: &str) -> String {
    text.replace("$(pwd)", "").replace("`pwd`", "")
}

/// The same of a text. Linear in it.
fn sets_places(line: &str) -> bool {
    const SETTERS: &[&str] = &[
        ". ", "declare", "eval", "export", "local", "mapfile", "printf",
        "read", "source", "typeset",
    ];
    SETTERS.iter().any(|name| line.contains(name)) || names_places(line)
}
