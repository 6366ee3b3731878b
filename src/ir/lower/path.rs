//! Path patterns: which calls they govern, where they start (spec 3, 4.6).

use std::borrow::Cow;

use super::{Lowered, Lowerer, Scene, name};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::event::tools::{Governs, Tool};
use crate::ir::{Atom, BaseId, Family, Predicate, Uses};
use crate::shell::Effects;
use crate::source::{Span, Spanned};
use crate::syntax::{
    ParsedPath, PathNoteKind, ToolPattern, drive_meant, parse_path,
    split_alternatives,
};

/// Every use of a file by a tool that reads.
const READS: Uses = Uses::READ_TOOL.and(Uses::SHELL_READ);

/// Every use of a file that writes.
const WRITES: Uses = Uses::EDIT_TOOL
    .and(Uses::WRITE_TOOL)
    .and(Uses::NOTEBOOK_TOOL)
    .and(Uses::SHELL_WRITE);

impl Lowerer {
    pub(super) fn path_rule(
        &mut self,
        tool: &Tool,
        pattern: &ToolPattern,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let content = pattern.content.as_ref()?;
        if tool.governs == Governs::Cd && effects == Effects::IF {
            let message = "`Cd` is for people who change the directory, no \
                           tool is called so; this rule never matches";
            let help = "write `Bash(cd *)` for commands that do";
            let span = pattern.name.span;
            self.note(Code::NEVER_MATCHES, message, span, help);
        }
        if let Some(lowered) = self.param(tool, content, effects, scene) {
            return lowered;
        }
        let control = content.value.find(['\0', '\n', '\r']);
        if let Some(at) = control {
            let start = content.span.start as usize + at;
            self.note(
                Code::INVALID_PATH_PATTERN,
                "a control character stands in the path; the rule is skipped",
                Span::new(start, start + 1),
                "remove it",
            );
            return None;
        }
        let general = matches!(tool.name, "Read" | "Edit" | "Cd");
        let is_consulted = general || scene.dialect.own_path_rules;
        let uses = uses(tool, effects, scene.dialect);
        if content.value == "*" && effects != Effects::ALLOW {
            return Some(match is_consulted {
                true => self.any_file(tool, effects, uses),
                false => self.whole_tool(tool, effects),
            });
        }
        if !is_consulted {
            self.dead_path_rule(tool, pattern, effects);
            return None;
        }
        let paths = self.paths(tool, content, effects, uses, scene)?;
        // The file uses of several tools are of one kind; a rule on one of
        // the lesser ones is for that tool alone.
        let own = tool.governs == Governs::Read && !general;
        let predicate = if own {
            let name = self.tool_is(vec![tool.name.to_owned()]);
            Predicate::all_of([name, paths])
        } else {
            paths
        };
        let family = match tool.governs {
            Governs::Edit => Family::Writes,
            _ => Family::Reads,
        };
        Some(Lowered { predicate, family })
    }

    /// `Read(*)` in a guard: every call of the tool, and every file that it
    /// speaks for, wherever that lies (spec 8).
    fn any_file(
        &mut self,
        tool: &Tool,
        effects: Effects,
        uses: Uses,
    ) -> Lowered {
        let calls = self.whole_tool(tool, effects);
        let anchor = BaseId::Root;
        let pattern = parse_path("//**", tool.governs == Governs::Cd).glob;
        let atom = Atom::Path { uses, effects, anchor, pattern };
        let files = self.atoms.test(atom);
        let predicate = Predicate::any_of([calls.predicate, files]);
        Lowered { predicate, family: name::family(tool) }
    }

    /// What a guard on files becomes for words of a command that may be
    /// files. `None` for a rule that does not look at commands.
    pub(crate) fn file_guard(
        &mut self,
        predicate: &Predicate,
    ) -> Option<Predicate> {
        match predicate {
            Predicate::Atom(id) => {
                let atom = self.atoms.as_slice().get(id.0 as usize)?;
                let Atom::Path { uses, anchor, pattern, .. } = atom else {
                    return None;
                };
                let reads = uses.meets(Uses::SHELL_READ);
                let writes = uses.meets(Uses::SHELL_WRITE);
                if !reads && !writes {
                    return None;
                }
                let (unsure, below) = match (reads, writes) {
                    (true, true) => (Uses::UNSURE, Uses::BELOW),
                    (true, false) => (Uses::UNSURE, Uses::READ_BELOW),
                    _ => (Uses::SHELL_MAYBE, Uses::WRITE_BELOW),
                };
                let anchor = anchor.clone();
                let above = pattern.above().map(|above| (below, above));
                let all =
                    std::iter::once((unsure.and(below), pattern.clone()));
                let atoms: Vec<_> = all.chain(above).collect();
                let tests = atoms.into_iter().map(|(uses, pattern)| {
                    let (effects, anchor) = (Effects::OPEN, anchor.clone());
                    let atom = Atom::Path { uses, effects, anchor, pattern };
                    self.atoms.test(atom)
                });
                Some(Predicate::any_of(tests))
            }
            Predicate::Or(members) => {
                let members: Vec<_> = members
                    .iter()
                    .filter_map(|member| self.file_guard(member))
                    .collect();
                (!members.is_empty()).then(|| Predicate::any_of(members))
            }
            _ => None,
        }
    }

    fn dead_path_rule(
        &mut self,
        tool: &Tool,
        pattern: &ToolPattern,
        effects: Effects,
    ) {
        let reading = tool.governs == Governs::Read;
        let (code, instead) = if reading {
            (Code::GREP_GLOB_PATH_RULE, "Read")
        } else {
            (Code::WRITE_PATH_RULE, "Edit")
        };
        let content = pattern.content.as_ref();
        let content = content.map_or("", |content| content.value.as_str());
        self.note(
            code,
            match effects == Effects::IF {
                true => format!(
                    "no runner says that it looks at a path on `{}` here; \
                     this hook may never run",
                    tool.name
                ),
                false => format!(
                    "a path on `{}` is never consulted; this rule never \
                     matches",
                    tool.name
                ),
            },
            pattern.name.span,
            format!("write `{instead}({content})`"),
        );
        self.fix_last(pattern.name.span, instead, false);
    }

    fn paths(
        &mut self,
        tool: &Tool,
        content: &Spanned<String>,
        effects: Effects,
        uses: Uses,
        scene: &Scene<'_>,
    ) -> Option<Predicate> {
        let parts = if scene.dialect.path_alternation {
            split_alternatives(&content.value)
        } else {
            vec![Span::new(0, content.value.len())]
        };
        let mut members = Vec::new();
        for part in parts {
            let start = (content.span.start + part.start) as usize;
            let text = part.of(&content.value);
            let place = part.shifted(content.span.start as usize);
            match self.in_earlier(text, place, effects, scene) {
                Earlier::Reads => {}
                Earlier::Refuses => return None,
                Earlier::Never => {
                    members.push(Predicate::Never);
                    continue;
                }
            }
            let whole = tool.governs == Governs::Cd;
            let parsed = parse_path(text, whole);
            if let Some(fault) = parsed.fault() {
                self.note(
                    Code::INVALID_PATH_PATTERN,
                    format!("{}; the rule is skipped", words(fault.kind).0),
                    fault.span.shifted(start),
                    words(fault.kind).1,
                );
                return None;
            }
            if parsed.negated {
                // Nothing is carved out of other rules; taken alone it
                // would turn into its opposite.
                members.push(Predicate::Never);
                continue;
            }
            members.push(self.path(parsed, effects, uses, scene));
            if effects != Effects::ALLOW {
                let windows = scene.dialect.doubts_count;
                for parsed in meant(text, whole, windows) {
                    members.push(self.path(parsed, effects, uses, scene));
                }
            }
        }
        Some(Predicate::any_of(members))
    }

    /// What the version at hand makes of a path, said where that is less
    /// than a later one makes of it.
    fn in_earlier(
        &mut self,
        text: &str,
        place: Span,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Earlier {
        let condition = effects == Effects::IF;
        if !condition && !scene.dialect.inner_stars && is_starred_within(text)
        {
            self.note(
                Code::INVALID_PATH_PATTERN,
                "this version refuses a star in the middle of a path; the \
                 rule is skipped",
                place,
                "write the whole name, or a star for all of it",
            );
            return Earlier::Refuses;
        }
        if condition
            && !scene.dialect.anchored_ifs
            && !text.starts_with(['*', '/'])
        {
            self.note(
                Code::NEVER_MATCHES,
                "in this version no such path holds; the hook never runs",
                place,
                "start it with a star, or look at the path in the hook",
            );
            return Earlier::Never;
        }
        Earlier::Reads
    }

    /// One pattern, where it is anchored.
    fn path(
        &mut self,
        parsed: ParsedPath,
        effects: Effects,
        uses: Uses,
        scene: &Scene<'_>,
    ) -> Predicate {
        let narrow = effects == Effects::ALLOW || effects == Effects::IF;
        let guard = !narrow || !scene.dialect.narrow_directories;
        let anchor = match BaseId::of(parsed.anchor) {
            Some(base) => base,
            None => scene.source_base.clone(),
        };
        let anchor = anchor.above(parsed.ascend);
        let mut pattern = parsed.glob_for(guard);
        if narrow && !scene.dialect.covers_below {
            pattern.whole = true;
            pattern.directory = false;
        }
        let atom = Atom::Path { uses, effects, anchor, pattern };
        self.atoms.test(atom)
    }
}

/// What else a path may mean that a guard or a condition is about: the same
/// without the blanks around it, and a drive in the way of Windows; with
/// `windows` its backslashes may divide it.
fn meant(
    text: &str,
    whole: bool,
    windows: bool,
) -> impl Iterator<Item = ParsedPath> {
    let bare = text.trim();
    let shorter = Some(bare).filter(|bare| bare.len() < text.len());
    let divided = backslashes_divide(bare) && windows;
    let divided = divided.then(|| Cow::Owned(bare.replace('\\', "/")));
    let all = [shorter, drive_meant(bare)].into_iter().flatten();
    let all = all.map(Cow::Borrowed).chain(divided);
    let parsed = all.map(move |text| parse_path(&text, whole));
    parsed.filter(|parsed| parsed.fault().is_none() && !parsed.negated)
}

/// Whether the backslashes in a path stand where they change nothing but
/// before a star: `~\.ssh\*`, not `\[id\].ts`.
fn backslashes_divide(text: &str) -> bool {
    let divides = |c: char| c.is_alphanumeric() || "._*\\".contains(c);
    let mut parts = text.split('\\').skip(1).peekable();
    parts.peek().is_some()
        && parts.all(|part| part.chars().next().is_none_or(divides))
}

/// What a version of the runner makes of a path.
enum Earlier {
    /// What later ones do.
    Reads,
    /// The rule is left out.
    Refuses,
    /// It holds for nothing.
    Never,
}

/// Whether the stars of a path all stand within names, none for a whole one
/// or at an end of it: `secrets-*/x`.
fn is_starred_within(path: &str) -> bool {
    let bytes = path.as_bytes();
    let stars = bytes.iter().enumerate().filter(|(_, b)| **b == b'*');
    let at = |at: Option<usize>| at.and_then(|at| bytes.get(at));
    let mut within = stars.map(|(n, _)| {
        let before = at(n.checked_sub(1));
        let behind = at(n.checked_add(1));
        !matches!(before, None | Some(b'/' | b'*'))
            && !matches!(behind, None | Some(b'.' | b'*'))
    });
    within.next().is_some_and(|first| first && within.all(|one| one))
}

/// The file uses that a rule on a tool governs.
pub(crate) fn uses(tool: &Tool, effects: Effects, dialect: &Dialect) -> Uses {
    let allow = effects == Effects::ALLOW;
    let deny = effects == Effects::DENY;
    match tool.name {
        "Read" => {
            let mut uses = READS;
            if deny && dialect.read_denies_edit {
                uses = uses.and(Uses::EDIT_TOOL);
            }
            if deny && dialect.read_denies_write {
                uses = uses.and(Uses::WRITE_TOOL);
            }
            uses
        }
        "Edit" if allow && dialect.edit_allows_read => WRITES.and(READS),
        "Edit" => WRITES,
        "Cd" => Uses::CD,
        "Write" if deny || effects == Effects::ASK => {
            Uses::WRITE_TOOL.and(Uses::SHELL_WRITE)
        }
        "Write" => Uses::WRITE_TOOL,
        "NotebookEdit" => Uses::NOTEBOOK_TOOL,
        _ => Uses::READ_TOOL,
    }
}

/// What is wrong with a pattern that cannot be used, and what to do.
fn words(kind: PathNoteKind) -> (&'static str, &'static str) {
    use PathNoteKind as Kind;
    match kind {
        Kind::Empty => ("no path stands here", "write a path pattern"),
        Kind::UnclosedClass => (
            "this `[` is never closed",
            "close it with `]`, or write `\\[` for the character itself",
        ),
        Kind::BackwardsRange => (
            "this range runs backwards and holds no character",
            "write the lower character first",
        ),
        Kind::UnknownClassName => (
            "there is no character class of this name",
            "use `[:alpha:]`, `[:digit:]`, `[:alnum:]` or list the characters",
        ),
        Kind::TrailingBackslash => (
            "a backslash at the end escapes nothing",
            "delete it, or write `\\\\` for the character itself",
        ),
        _ => ("this pattern is larger than is read", "split the pattern"),
    }
}
