//! The files that a call uses, with their spellings.

use super::path::{self, Directories};
use super::{Bases, Needs, PathUse, Subjects, search};
use crate::dialect::Dialect;
use crate::event::tools::Tool;
use crate::event::{Context, Event};
use crate::ir::{Anchors, Uses};
use crate::shell::{
    About, Access, Doubt, Effects, FileUse, Places, Reason, Shell, Starts,
    analyze, is_protected,
};
use crate::source::Span;
use crate::syntax::has_other_forms;

impl Subjects {
    /// A command line, and the files it names.
    pub(super) fn command_line(
        &mut self,
        command: &str,
        event: &Event<'_>,
        context: &Context,
        dialect: &Dialect,
        needs: Needs,
    ) {
        let shell = if self.powershell {
            Shell::PowerShell
        } else {
            context
                .shell
                .filter(|shell| *shell != Shell::PowerShell)
                .unwrap_or_default()
        };
        let directories = Directories::of(event, context, self.moved);
        let simple = directories.are_simple() && !self.fold_case;
        // Patterns start where files do.
        let simple = simple && context.start.is_none();
        let plain = simple && !context.seeks_links;
        // What looks at a line knows one form of paths.
        let cwd = directories.plain(directories.cwd);
        let home = directories.plain(directories.home);
        let repository = directories.plain(context.repository.as_deref());
        let there = self.there(context, needs);
        let bases = [self.bases.cwd, self.bases.project, self.bases.session];
        let known = bases.map(|base| base.map_or("", |b| b.of(&self.text)));
        let places = Places {
            starts: Some(Starts { known }),
            cwd: cwd.as_deref(),
            home: home.as_deref(),
            repository: repository.as_deref(),
            branch: context.branch.as_deref(),
            fold: self.fold_case,
            guesses: needs.guesses,
            guarded: needs.guarded,
            there: there.as_ref(),
            names: needs.names.filter(|_| plain),
            options: needs.options,
            moved: self.moved,
            ways: &self.ways,
            links: directories.links(),
            seeks: context.seeks_links && needs.guesses,
            searches: context.seeks_links,
            unseen: context.unseen,
            unmet: &context.unmet,
            met: &context.met,
        };
        let (profile, commands) = (&dialect.shell, &mut self.commands);
        analyze(command, shell, profile, &places, commands);
        if !commands.links.is_empty() && places.names.is_some() {
            // A file behind a link that the line makes has other names.
            let places = Places { names: None, ..places };
            analyze(command, shell, profile, &places, commands);
        }
        if commands.uses.is_empty() {
            return;
        }
        let linked = self.linked(&directories);
        let simple = simple && linked.is_empty();
        for at in 0..self.commands.uses.len() {
            let Some(&used) = self.commands.uses.get(at) else { break };
            self.shell_file(used, &directories, &linked, simple);
        }
    }

    /// Where links lead once the line has made its own.
    fn linked<'a>(&self, before: &Directories<'a>) -> path::States<'a> {
        if self.commands.links.is_empty() {
            return path::States::new();
        }
        let text = &self.commands.text;
        let links = self.commands.links.iter();
        before.with(links.map(|made| (made.name.of(text), made.to.of(text))))
    }

    /// A file that a command names, before and behind the links that the
    /// line makes; `simple` where it has one spelling.
    fn shell_file(
        &mut self,
        used: FileUse,
        directories: &Directories<'_>,
        linked: &[Directories<'_>],
        simple: bool,
    ) {
        let kind = kind(used.access);
        let start = self.spellings.len();
        let written = used.path.of(&self.commands.text);
        let cwd = self.bases.cwd;
        let spelled = simple
            .then(|| path::join_plain(written, cwd, &mut self.text))
            .flatten();
        let fault = match spelled {
            Some(span) => {
                self.spellings.push(span);
                let long = written.len() > path::MAX_PATH_BYTES;
                long.then_some(Reason::Size)
            }
            None => path::spell(
                written,
                directories,
                self.fold_case,
                &mut self.text,
                &mut self.spellings,
            ),
        };
        let mut fault = fault;
        for directories in linked {
            let behind = path::spell(
                written,
                directories,
                self.fold_case,
                &mut self.text,
                &mut self.spellings,
            );
            fault = fault.or(behind);
        }
        if used.access == Access::MayWrite {
            // No rule looks at it.
            let kind = Uses::SHELL_WRITE;
            return self.protected(start, kind, Some(used.unit), used.span);
        }
        // A word that may be no file at all raises no doubt by itself.
        let unsure = kind.meets(Uses::UNSURE.and(Uses::BELOW));
        let fault = fault.filter(|&reason| {
            // One that has more names than are listed may be any, and so may
            // one that starts nobody knows where.
            let any = [Reason::SymlinkLoop, Reason::UnknownDirectory];
            let more = any.contains(&reason);
            (more || !unsure) && !search::is_no_file(written)
        });
        self.push_path(PathUse {
            kind,
            effects: used.effects,
            unit: Some(used.unit),
            spellings: range(start, self.spellings.len()),
            needs_cover: used.needs_cover,
            span: used.span,
        });
        self.protected(start, kind, Some(used.unit), used.span);
        if let Some(reason) = fault {
            let effects = match (unsure, reason) {
                // A condition of a hook looks at no word that may be no file.
                (true, Reason::UnknownDirectory) => SURE_GUARDS,
                (true, _) => Effects::GUARD,
                (false, _) => Effects::ALL,
            };
            self.path_doubt(reason, kind, used.span, effects);
        }
    }

    /// The file that the tool itself uses.
    pub(super) fn tool_file(
        &mut self,
        tool: &Tool,
        text: Option<&str>,
        event: &Event<'_>,
        context: &Context,
    ) {
        let kind = match tool.name {
            "Edit" => Uses::EDIT_TOOL,
            "Write" => Uses::WRITE_TOOL,
            "NotebookEdit" => Uses::NOTEBOOK_TOOL,
            "Cd" => Uses::CD,
            _ => Uses::READ_TOOL,
        };
        // Search tools look in the current directory unless told otherwise.
        let searches = matches!(tool.name, "Grep" | "Glob");
        let text = if searches { text.or(Some(".")) } else { text };
        let Some(text) = text else { return };
        let mut directories = Directories::of(event, context, self.moved);
        directories.tree = searches;
        let start = self.spellings.len();
        let fault = path::spell(
            text,
            &directories,
            self.fold_case,
            &mut self.text,
            &mut self.spellings,
        );
        let span = Span::default();
        let used = PathUse {
            kind,
            effects: Effects::ALL,
            unit: None,
            spellings: range(start, self.spellings.len()),
            needs_cover: true,
            span,
        };
        let leads = match kind == Uses::CD && fault.is_none() {
            true => self.leads_to(text, start, &directories),
            false => None,
        };
        if let Some(leads) = leads {
            // Where it leads is what an allow rule must name (spec 4.6).
            let (effects, needs_cover) = (Effects::GUARD, false);
            self.push_path(PathUse { effects, needs_cover, ..used });
            let (effects, spellings) = (Effects::ALLOW, leads);
            self.push_path(PathUse { effects, spellings, ..used });
        } else {
            self.push_path(used);
        }
        self.protected(start, kind, None, span);
        if let Some(reason) = fault {
            self.path_doubt(reason, kind, span, Effects::ALL);
        }
    }

    /// Where a directory leads behind links, as a spelling of its own, if
    /// that is elsewhere and the text has one reading; its spellings start
    /// at `start`.
    fn leads_to(
        &mut self,
        text: &str,
        start: usize,
        directories: &Directories<'_>,
    ) -> Option<(u32, u32)> {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"/._-~".contains(&b);
        if !text.bytes().all(plain) || text.contains("..") {
            return None;
        }
        let written = self.spellings.get(start)?.of(&self.text).to_owned();
        let real = path::behind_links(&written, directories, &mut self.text)?;
        let at = self.spellings.len();
        self.spellings.push(real);
        Some(range(at, at + 1))
    }

    /// What is written to a protected path, by any of its spellings from
    /// `start` on, is approved by no allow rule (spec 3.5).
    fn protected(
        &mut self,
        start: usize,
        kind: Uses,
        unit: Option<u32>,
        span: Span,
    ) {
        if !self.protects || !kind.meets(Uses::SURE_WRITE) {
            return;
        }
        let own = self.spellings.get(start..).unwrap_or_default();
        if !own.iter().any(|path| is_protected(path.of(&self.text))) {
            return;
        }
        let (reason, effects) = (Reason::ProtectedPath, Effects::ALLOW);
        let about = About::Writes;
        let doubt = Doubt { reason, span, unit, effects, about };
        if self.doubts.last() != Some(&doubt) {
            self.doubts.push(doubt);
        }
    }

    /// Files are in doubt to guards that start at a directory which nobody
    /// told.
    pub(super) fn unknown_directories(&mut self, anchors: Anchors) {
        let Bases { home, cwd, project, session, user_config } = self.bases;
        let all = [home, cwd, project, session, user_config];
        let [guards, conditions] =
            anchors.unknown(all.map(|base| base.is_some()));
        let reason = Reason::UnknownDirectory;
        for at in 0..self.paths.len() {
            if let Some(&PathUse { kind, span, .. }) = self.paths.get(at)
                && kind.meets(guards.and(conditions))
            {
                // As above.
                let unsure = kind.meets(Uses::UNSURE.and(Uses::BELOW));
                let effects = match kind.meets(guards) {
                    true if unsure => SURE_GUARDS,
                    true => Effects::GUARD,
                    false if unsure => continue,
                    false => Effects::IF,
                };
                self.path_doubt(reason, kind, span, effects);
            }
        }
    }

    pub(super) fn push_path(&mut self, used: PathUse) {
        self.paths.push(used);
        let (from, to) = used.spellings;
        let own = self.spellings.get(from as usize..to as usize);
        let mut own = own.unwrap_or_default().iter();
        let other = |span: &Span| has_other_forms(span.of(&self.text));
        if self.fold_case && own.any(other) {
            // A word that may be no file is not one that needs an allow.
            let unsure = Uses::UNSURE.and(Uses::BELOW);
            let effects = match used.kind.meets(unsure) {
                true => Effects::GUARD,
                false => Effects::ALL,
            };
            let reason = Reason::OtherForms;
            self.path_doubt(reason, used.kind, used.span, effects);
        }
    }

    /// Raises a doubt about a file for all rules that look at it.
    pub(super) fn path_doubt(
        &mut self,
        reason: Reason,
        kind: Uses,
        span: Span,
        effects: Effects,
    ) {
        let reads = Uses::READ_TOOL
            .and(Uses::SHELL_READ)
            .and(Uses::SHELL_LOOKS)
            .and(Uses::READ_BELOW)
            .and(Uses::CD);
        let abouts: &[About] = if kind.meets(reads) {
            &[About::Reads]
        } else {
            &[About::Reads, About::Writes]
        };
        for &about in abouts {
            let unit = None;
            self.doubts.push(Doubt { reason, span, unit, effects, about });
        }
    }
}

/// Deny and ask rules.
const SURE_GUARDS: Effects = Effects(Effects::DENY.0 | Effects::ASK.0);

fn range(start: usize, end: usize) -> (u32, u32) {
    let span = Span::new(start, end);
    (span.start, span.end)
}

/// The kind of use that an access is; none where no rule looks at it.
fn kind(access: Access) -> Uses {
    match access {
        Access::Read => Uses::SHELL_READ,
        Access::Write => Uses::SHELL_WRITE,
        Access::Maybe => Uses::SHELL_MAYBE,
        Access::Looks => Uses::SHELL_LOOKS,
        Access::MayWrite => Uses::default(),
        Access::ReadBelow => Uses::READ_BELOW,
        Access::WriteBelow => Uses::WRITE_BELOW,
    }
}
