//! What the calls of an example are about: which tools, and which texts.

use super::call::{What, directory};
use super::guess;
use super::hooks::served;
use super::relate::Language;
use super::sample::{HOME, PROJECT};
use super::style::{self, Style};
use super::survey::Survey;
use super::witness::Wanted;
use crate::event::tools::{self, Governs};
use crate::ir::{Atom, AtomId, BaseId, CommandShell, Effect, Predicate, Uses};

/// The most tools of one kind that examples are made for.
const MAX_ALIKE: usize = 3;

/// The most kinds of tools.
const MAX_KINDS: usize = 6;

/// A directory of the project, where that counts.
const DEEPER: &str = "/home/user/project/x";

/// A directory that is neither of the project nor below the home.
const ELSEWHERE: &str = "/x";

/// Lines of which not all is known before they run.
const DOUBTFUL: &[&str] = &["x $(x)", "x $x", "$x"];

/// What a call of an example brings along.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) what: What,
    pub(super) text: String,
    /// The directory it happens in, where it is not the usual one.
    pub(super) cwd: Option<&'static str>,
}

impl Text {
    fn new(what: What, text: impl Into<String>) -> Text {
        Text { what, text: text.into(), cwd: None }
    }
}

impl Survey<'_> {
    /// Texts for calls of a tool.
    pub(super) fn texts(
        &mut self,
        tool: &str,
        wanted: &Wanted<'_>,
    ) -> Vec<Text> {
        let tool = tools::find_canonical(tool);
        let governs = tool.map_or(Governs::Name, |tool| tool.governs);
        let Some(id) = wanted.cell.content else {
            return match wanted.cell.is_doubtful() {
                true => doubtful(governs, wanted.style),
                false => self.any_text(governs, wanted),
            };
        };
        if wanted.cell.is_doubtful() {
            return Vec::new();
        }
        let usual = self.moved(id, wanted);
        let far = self.is_elsewhere(id, wanted).then_some(Some(ELSEWHERE));
        let all = std::iter::once(usual).chain(far);
        let all = all.filter_map(|cwd| self.content(id, wanted, cwd));
        let texts: Vec<Text> = all.collect();
        match governs.is_shell() {
            true => texts.into_iter().flat_map(|t| self.lines(t)).collect(),
            false => texts,
        }
    }

    /// Command lines that use a file; others stay as they are.
    fn lines(&self, text: Text) -> Vec<Text> {
        let What::Path(uses) = text.what else { return vec![text] };
        let path = &text.text;
        let plain = path.chars().all(|c| {
            c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-')
        });
        let mut lines = Vec::new();
        if plain && uses.meets(Uses::SHELL_READ) {
            lines.push(format!("cat {path}"));
        }
        if plain && uses.meets(Uses::SHELL_WRITE) {
            lines.push(format!("echo x > {path}"));
            // What is allowed to run may write the file.
            let allowed = self.allowed.get_or_init(|| self.allowed()).iter();
            lines.extend(allowed.map(|line| format!("{line} > {path}")));
        }
        let lines = lines.into_iter();
        let lines = lines.map(|line| Text {
            what: What::Command,
            text: line,
            cwd: text.cwd,
        });
        lines.collect()
    }

    /// A few commands that allow rules are about.
    fn allowed(&self) -> Vec<String> {
        let rules = self.rules.rules.iter().rev();
        let allowed = rules.filter(|rule| rule.effect == Effect::Allow);
        let patterns = allowed.filter_map(|rule| {
            let Predicate::Atom(id) = rule.predicate else { return None };
            match self.rules.atom(id)? {
                Atom::Command { pattern, .. } => Some(guess::text(pattern)),
                _ => None,
            }
        });
        patterns.take(MAX_ALIKE).collect()
    }

    /// A text that matches an atom, for a call in some directory.
    fn content(
        &mut self,
        id: AtomId,
        wanted: &Wanted<'_>,
        cwd: Option<&'static str>,
    ) -> Option<Text> {
        let rules = self.rules;
        let own = rules.atom(id)?;
        let between = match own {
            Atom::Command { .. } => ' ',
            Atom::Host(_) => '.',
            Atom::Path { .. } => '/',
            Atom::Mcp { .. } => return Some(Text::new(What::Nothing, "")),
            _ => return None,
        };
        let text = match wanted.style {
            Style::Guessed => match own {
                Atom::Command { pattern, .. } => guess::text(pattern),
                Atom::Host(glob) => guess::host(glob),
                Atom::Path { pattern, .. } => guess::path(pattern),
                _ => return None,
            },
            Style::Searched(kind) => {
                self.searched(id, wanted, between, kind)?
            }
        };
        Some(match own {
            Atom::Command { .. } => Text::new(What::Command, text),
            Atom::Path { uses, anchor, .. } => {
                let config = self.dialect.config_dir;
                let base = directory(anchor, config, cwd.unwrap_or(PROJECT))?;
                let path = match text.is_empty() {
                    true if base.is_empty() => "/".to_owned(),
                    true => base,
                    false => format!("{base}/{text}"),
                };
                Text { cwd, ..Text::new(What::Path(*uses), path) }
            }
            _ => Text::new(What::Host, text),
        })
    }

    /// Another directory, where it counts for what must not match that the
    /// current one is not that of the project.
    fn moved(&self, id: AtomId, wanted: &Wanted<'_>) -> Option<&'static str> {
        let project = self.anchor(id)? == &BaseId::Project;
        let moved = self.avoided(wanted).any(|anchor| match anchor {
            BaseId::Project => !project,
            BaseId::Cwd => project,
            _ => false,
        });
        moved.then_some(DEEPER)
    }

    /// Whether it counts for what must not match that the project lies below
    /// the home.
    fn is_elsewhere(&self, id: AtomId, wanted: &Wanted<'_>) -> bool {
        let first = wanted.style == Style::Searched(0);
        let own = self.anchor(id) == Some(&BaseId::Cwd);
        let around = [BaseId::Home, BaseId::Root];
        first && own && self.avoided(wanted).any(|one| around.contains(one))
    }

    fn anchor(&self, id: AtomId) -> Option<&BaseId> {
        match self.rules.atom(id)? {
            Atom::Path { anchor, .. } => Some(anchor),
            _ => None,
        }
    }

    /// Where the paths start that must not match.
    fn avoided(&self, wanted: &Wanted<'_>) -> impl Iterator<Item = &BaseId> {
        let others = wanted.avoid.iter().filter_map(|cell| cell.content);
        others.filter_map(|id| self.anchor(id))
    }

    fn searched(
        &mut self,
        id: AtomId,
        wanted: &Wanted<'_>,
        between: char,
        kind: usize,
    ) -> Option<String> {
        let language = self.language(id)?;
        let outside =
            self.languages(wanted, |survey, other| survey.is_alike(id, other));
        let also = match wanted.also {
            Some(also) if self.is_alike(id, also) => {
                Some(self.language(also)?)
            }
            Some(_) => return None,
            None => None,
        };
        let mut inside = vec![&language];
        inside.extend(&also);
        let outside: Vec<_> = outside.iter().collect();
        style::example(&inside, &outside, between, kind, &self.fuel)
    }

    /// The languages of atoms of some kind that must not match.
    fn languages(
        &mut self,
        wanted: &Wanted<'_>,
        fits: impl Fn(&Self, AtomId) -> bool,
    ) -> Vec<Language> {
        let sure = wanted
            .avoid
            .iter()
            .filter(|cell| cell.without.is_empty() && !cell.is_doubtful());
        let others = sure.filter_map(|cell| cell.content);
        let all = others.chain(wanted.cell.without.iter().copied());
        let all: Vec<AtomId> = all.filter(|id| fits(self, *id)).collect();
        all.into_iter().filter_map(|id| self.language(id)).collect()
    }

    /// Texts where none is asked for: such as other rules do not match.
    fn any_text(
        &mut self,
        governs: Governs,
        wanted: &Wanted<'_>,
    ) -> Vec<Text> {
        let plain = vec![Text::new(What::Nothing, "")];
        let Style::Searched(kind) = wanted.style else { return plain };
        let outside = self.languages(wanted, |survey, id| {
            survey.rules.atom(id).is_some_and(|atom| is_of(atom, governs))
        });
        let (what, between) = match governs {
            Governs::Bash | Governs::PowerShell => (What::Command, ' '),
            Governs::Host => (What::Host, '.'),
            _ => (What::File, '/'),
        };
        let files = between == '/' && self.avoids_files(wanted);
        if outside.is_empty() && !files {
            return plain;
        }
        let outside: Vec<_> = outside.iter().collect();
        let text = style::example(&[], &outside, between, kind, &self.fuel);
        if !files {
            return text.map_or(plain, |text| vec![Text::new(what, text)]);
        }
        // What takes all of the project leaves what lies outside of it.
        let elsewhere = [format!("{HOME}/x"), "/x".into(), "/".into()];
        let inner = text.map(|text| format!("{PROJECT}/{text}"));
        let paths = elsewhere.into_iter().chain(inner);
        paths.map(|path| Text::new(what, path)).collect()
    }

    /// Whether something about files must not match.
    fn avoids_files(&self, wanted: &Wanted<'_>) -> bool {
        let others = wanted.avoid.iter().filter_map(|cell| cell.content);
        let mut all = others.filter_map(|id| self.rules.atom(id));
        all.any(|atom| matches!(atom, Atom::Path { .. }))
    }

    /// A few tools whose calls a cell is about, in groups: those of one
    /// group are the same to all that must not match.
    pub(super) fn tools_apart(
        &mut self,
        wanted: &Wanted<'_>,
    ) -> Vec<Vec<String>> {
        let mut groups: Vec<(Vec<bool>, Vec<String>)> = Vec::new();
        for name in self.tool_names(wanted) {
            let avoid = wanted.avoid.iter();
            let key: Vec<bool> =
                avoid.map(|other| other.tools.has(&name)).collect();
            let known = groups.iter_mut().find(|group| group.0 == key);
            match known {
                Some((_, names)) => names.push(name),
                None => groups.push((key, vec![name])),
            }
        }
        groups.truncate(MAX_KINDS);
        for (_, names) in &mut groups {
            names.truncate(MAX_ALIKE);
        }
        groups.into_iter().map(|group| group.1).collect()
    }

    /// The tools a cell is about, but for those that others are about as a
    /// whole.
    fn tool_names(&mut self, wanted: &Wanted<'_>) -> Vec<String> {
        let (cell, avoid) = (wanted.cell, &wanted.avoid);
        let whole: Vec<_> = avoid
            .iter()
            .filter(|other| {
                let wide = |f| cell.fields.contains(f);
                other.content.is_none()
                    && !other.is_doubtful()
                    && other.without.is_empty()
                    && other.fields.iter().all(wide)
            })
            .map(|other| &other.tools)
            .collect();
        let free = |name: &String| !whole.iter().any(|t| t.has(name));
        if let Some(names) = &cell.tools.names {
            return names.iter().filter(|n| free(n)).cloned().collect();
        }
        let Style::Searched(kind) = wanted.style else {
            return self.guessed_name(wanted).into_iter().collect();
        };
        let mut outside = self.languages(wanted, |survey, id| {
            matches!(survey.rules.atom(id), Some(Atom::Mcp { .. }))
        });
        for tools in whole.iter().filter(|tools| tools.names.is_none()) {
            if let ([one], []) = (&*tools.inside, &*tools.outside) {
                outside.push(one.clone());
            }
        }
        let known = tools::names().filter(|name| cell.tools.has(name));
        let known = known.map(str::to_owned).filter(&free);
        let mut names: Vec<String> = known.collect();
        if cell.content.is_some() && !names.is_empty() {
            // The usual tools show it best.
            return names;
        }
        let mut away: Vec<_> = cell.tools.outside.iter().collect();
        away.extend(&outside);
        let inside: Vec<_> = cell.tools.inside.iter().collect();
        // Better a name that a server's tool may have.
        let served = served();
        let usual: Vec<_> = inside.iter().copied().chain(&served).collect();
        let name = |inside: &[_]| {
            style::example(inside, &away, '_', kind, &self.fuel)
        };
        names.extend(name(&usual).or_else(|| name(&inside)));
        names.retain(&free);
        names
    }

    fn guessed_name(&self, wanted: &Wanted<'_>) -> Option<String> {
        match self.rules.atom(wanted.cell.content?)? {
            Atom::Mcp { server, tool, .. } => {
                Some(guess::mcp(server, tool.as_ref()))
            }
            Atom::Command { .. } => Some("Bash".to_owned()),
            _ => None,
        }
    }
}

fn doubtful(governs: Governs, style: Style) -> Vec<Text> {
    let first = style == Style::Searched(0);
    let lines = if governs.is_shell() && first { DOUBTFUL } else { &[] };
    lines.iter().map(|line| Text::new(What::Command, *line)).collect()
}

/// Whether an atom is about the text of calls of such tools.
fn is_of(atom: &Atom, governs: Governs) -> bool {
    match atom {
        Atom::Command { shell: CommandShell::Posix, .. } => {
            governs == Governs::Bash
        }
        Atom::Command { .. } => governs == Governs::PowerShell,
        Atom::Host(_) => governs == Governs::Host,
        Atom::Path { anchor: BaseId::Cwd | BaseId::Project, .. } => {
            matches!(governs, Governs::Read | Governs::Edit | Governs::Cd)
        }
        _ => false,
    }
}
