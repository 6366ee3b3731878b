//! Paths that no allow rule approves writing to.

use super::operands::accesses;
use super::outputs::is_verb;
use crate::shell::cd::Cd;
use crate::shell::data::programs::Known;
use crate::shell::data::protected::{CHANGES, DIRECTORIES, FILES, MODES};
use crate::shell::scene::Scene;
use crate::shell::split::{RedirectKind, Word, WordFlags};
use crate::shell::words::is_assignment;
use crate::shell::words::{Words, base_name, cooked_at};
use crate::shell::{Access, braces};
use crate::source::Span;

/// Whether a path, with `/` between its names and folded where letter case
/// does not count, is protected or lies in a directory that is.
pub(crate) fn is_protected(path: &str) -> bool {
    // What stands for all that lies there is no name of a file.
    let path = path.strip_suffix("/*").unwrap_or(path);
    let mut names = path.split('/').filter(|name| !name.is_empty()).peekable();
    let mut before = "";
    while let Some(name) = names.next() {
        let next = names.peek().copied();
        if is_directory(before, name, next)
            || next.is_none() && FILES.contains(&name)
        {
            return true;
        }
        before = name;
    }
    false
}

fn is_directory(before: &str, name: &str, next: Option<&str>) -> bool {
    // Nearly every name in a path ends here.
    if !name.starts_with('.') && name != "git" {
        return false;
    }
    DIRECTORIES.iter().any(|row| {
        row.name == name
            && (row.within.is_empty() || row.within == before)
            && (row.except.is_empty() || next != Some(row.except))
    })
}

/// Whether a word with globs or variables may name a protected path: by a
/// name that stands in it, or by a glob for names that start with a dot. A
/// star alone finds none of these, and `*.json` is not taken for the few
/// others.
fn may_be_protected(text: &str) -> bool {
    finds_protected(text) || is_protected(text)
}

/// The same of a glob for names that start with a dot.
pub(crate) fn finds_protected(text: &str) -> bool {
    let mut names = text.split('/').filter(|name| !name.is_empty()).peekable();
    let mut globbed = false;
    while let Some(name) = names.next() {
        let is_last = names.peek().is_none();
        globbed |= name.starts_with('.') && finds(name, is_last);
    }
    globbed
}

/// Whether a glob finds a protected directory, or as the last name a file.
fn finds(glob: &str, is_last: bool) -> bool {
    let wild = |c: char| matches!(c, '*' | '?' | '[' | ']');
    let (Some(first), Some(last)) = (glob.find(wild), glob.rfind(wild)) else {
        return false;
    };
    let before = glob.get(..first).unwrap_or("");
    let after = glob.get(last + 1..).unwrap_or("");
    let fits = |name: &str| {
        name.strip_prefix(before).is_some_and(|rest| rest.ends_with(after))
    };
    DIRECTORIES.iter().any(|row| fits(row.name))
        || is_last && FILES.iter().any(|name| fits(name))
}

/// How far the words of a `find` were looked at for what it finds: each once,
/// however many commands it runs.
pub(crate) struct Found {
    looked: usize,
    /// Whether these may all be directories in which it starts.
    begins: bool,
    prunes: bool,
}

impl Found {
    pub(crate) fn of(find: Words) -> Found {
        Found { looked: find.start + 1, begins: true, prunes: false }
    }
}

impl Scene<'_> {
    /// `find .git -delete`, `find .git -exec rm {} +`: what is found in a
    /// protected directory is changed, by `find` or by what stands from
    /// `at` to `end`.
    pub(crate) fn protected_finds(
        &mut self,
        found: &mut Found,
        at: usize,
        end: usize,
    ) {
        let run = Words { start: at + 1, end };
        if !run.is_empty() {
            let name = base_name(self.text_at(run.start));
            let row = Known::of(name).handler();
            let writes = row.is_some_and(|row| accesses(row.role).1.is_some());
            let behind = run.from(run.start + 1);
            let known = self.program(run, false);
            if !writes
                && !self.in_place(name, behind)
                && self.may_change(known, behind).is_empty()
            {
                return;
            }
        }
        self.found_protected(found, at);
    }

    /// What the words of `find` up to `end` say is found.
    pub(super) fn found_protected(&mut self, found: &mut Found, end: usize) {
        let words = Words { start: found.looked, end };
        found.looked = found.looked.max(end);
        found.prunes |= words.iter().any(|at| self.is_at(at, "-prune"));
        for start in words.iter() {
            let Some(word) = self.word(start) else { return };
            let text = cooked_at(self.line, start);
            found.begins &= !text.starts_with(['-', '(', '!']);
            if found.begins || self.is_found(start, found.prunes) {
                self.protected_word(Access::Write, word, text);
            }
        }
    }

    /// Whether a word of `find` says what is found: `.git` of `-name .git`,
    /// not of `! -name .git`.
    fn is_found(&self, at: usize, prunes: bool) -> bool {
        let before = |by: usize| match at.checked_sub(by) {
            Some(at) => self.text_at(at),
            None => "",
        };
        !prunes
            && matches!(before(1), "-name" | "-iname" | "-path" | "-wholename")
            && !matches!(before(2), "!" | "-not")
    }

    /// Whether the line gives a variable a protected path: `d=.git`, `for d
    /// in .git`.
    pub(super) fn gives_protected(&self) -> bool {
        let line = self.line;
        let gives = || {
            let mut words = 0..line.words.len();
            let mut heads =
                line.heads.iter().map(|head| head.cooked.of(&line.text));
            words.any(|at| {
                let text = cooked_at(line, at);
                let value = text.split_once('=').map_or("", |(_, v)| v);
                is_assignment(text) && (is_protected(value) || asks_git(value))
            }) || heads.any(is_protected)
                || line.redirects.iter().any(|redirect| {
                    redirect.kind == RedirectKind::HereString
                        && is_protected(redirect.target.cooked.of(&line.text))
                })
        };
        *self.asked.gives_protected.get_or_init(gives)
    }

    /// Whether the line has gone to a directory that it asks git for: `cd
    /// $(git rev-parse --git-dir)`.
    pub(super) fn goes_to_git(&self) -> bool {
        let asks = || asks_git(self.outermost);
        self.cd == Cd::Unknown && *self.whole.asks_git.get_or_init(asks)
    }

    /// A word of which only a part is known and that names a file which is
    /// written.
    pub(super) fn protected_word(
        &mut self,
        access: Access,
        word: Word,
        text: &str,
    ) {
        let writes = matches!(access, Access::Write | Access::WriteBelow);
        if !writes || !self.profile.protected_paths {
            return;
        }
        let folded = self.places.fold.then(|| text.to_ascii_lowercase());
        let text = folded.as_deref().unwrap_or(text);
        let may = match word.flags.any(WordFlags::BRACE) {
            true => braces(text).map_or_else(
                || may_be_protected(text),
                |ways| ways.iter().any(|way| may_be_protected(way)),
            ),
            false => may_be_protected(text),
        };
        let moved = match self.cd {
            Cd::To(directory) => directory.of(&self.out.text),
            Cd::Here | Cd::Unknown => "",
        };
        let cwd = self.places.cwd.unwrap_or("");
        let relative = !text.starts_with(['/', '~']);
        let here = relative && (is_protected(moved) || is_protected(cwd));
        let given = word.flags.any(WordFlags::PARAMETER);
        let asks = word.flags.any(WordFlags::SUBSTITUTION) && asks_git(text);
        if may || here || asks || given && self.gives_protected() {
            self.protect(word.span);
        }
    }
}

impl Scene<'_> {
    /// Something that is run where no allow rule looks and that is known only
    /// then, in a line that says a protected path:
    /// `npx -c 'x="rm .git/y"; eval "$x"'`.
    pub(crate) fn protected_later(&mut self, span: Span) {
        if !self.profile.protected_paths || !self.profile.strict {
            return;
        }
        let says = || {
            let text = self.outermost;
            let folded = self.places.fold.then(|| text.to_ascii_lowercase());
            let text = folded.as_deref().unwrap_or(text);
            says_protected(text) || asks_git(text)
        };
        if *self.whole.says_protected.get_or_init(says) {
            self.protect(span);
        }
    }

    /// Code of another language that says a protected path and writes, or
    /// takes away, something: `open('.git/hooks/x', 'w')`.
    pub(crate) fn protected_code(&mut self, code: &str, span: Span) {
        if !self.profile.protected_paths {
            return;
        }
        let folded = self.places.fold.then(|| code.to_ascii_lowercase());
        let text = folded.as_deref().unwrap_or(code);
        let says = says_protected(text);
        let edits = || {
            let mut words =
                text.split_whitespace().zip(text.split_whitespace().skip(1));
            words.any(|(verb, path)| is_verb(verb) && is_protected(path))
        };
        if says && (changes_files(code) || edits()) {
            self.protect(span);
        }
    }
}

/// Whether a text says a protected path somewhere.
fn says_protected(text: &str) -> bool {
    let part =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '/' | '_' | '-');
    text.split(|c| !part(c)).any(is_protected)
}

/// Whether a text asks git where its own files are.
pub(super) fn asks_git(text: &str) -> bool {
    const OPTIONS: &[&str] = &["git-dir", "git-common-dir", "git-path"];
    text.contains("rev-parse") && OPTIONS.iter().any(|o| text.contains(o))
}

/// Whether code of any language may change files: by the name of what does,
/// or by a mode in which files are opened.
pub(crate) fn changes_files(code: &str) -> bool {
    let opens = || {
        code.match_indices(['\'', '"']).any(|(at, _)| {
            let before = code.get(..at).unwrap_or("").trim_end_matches(' ');
            let mode = code.get(at + 1..).unwrap_or("");
            mode.starts_with('>')
                || before.ends_with([',', '='])
                    && MODES.iter().any(|start| mode.starts_with(start))
        })
    };
    CHANGES.iter().any(|name| code.contains(name)) || opens()
}

#[cfg(test)]
mod tests {
    use super::{is_protected, may_be_protected};

    #[test]
    fn protected_paths_are_known_wherever_they_lie() {
        for (path, protected) in [
            ("/p/.git", true),
            ("/p/.git/hooks/pre-commit", true),
            ("/p/a/b/.git/config", true),
            ("/p/x.git/config", false),
            ("/p/git/config", false),
            ("/h/.config/git/ignore", true),
            ("/h/.config/x/git", false),
            ("/p/.github/workflows/x.yml", false),
            ("/p/.gitignore", false),
            ("/p/.claude/settings.json", true),
            ("/p/.claude", true),
            ("/p/.claude/worktrees/x/src/a.rs", false),
            ("/p/.claude/worktrees/x/.claude/settings.json", true),
            ("/p/.claude/worktrees/x/.npmrc", true),
            ("/h/.bashrc", true),
            ("/h/.bashrc/x", false),
            ("/h/.bashrc/*", true),
            ("/h/.bashrc.d", false),
            ("/p/.mcp.json", true),
            ("/p/lefthook.yml", true),
            ("/p/src/main.rs", false),
            ("", false),
        ] {
            assert_eq!(is_protected(path), protected, "{path}");
        }
    }

    #[test]
    fn globs_are_taken_for_names_that_start_with_a_dot() {
        for (text, may) in [
            (".git/*", true),
            ("$X/.git/config", true),
            ("$X/y", false),
            (".g*/x", true),
            (".*", true),
            (".??shrc", true),
            (".?ashrc", true),
            ("*", false),
            ("*.json", false),
            (".cache/*", false),
            (".DS_*", false),
            (".env*", true),
            ("src/*.rs", false),
        ] {
            assert_eq!(may_be_protected(text), may, "{text}");
        }
    }
}
