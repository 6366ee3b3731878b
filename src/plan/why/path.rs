//! Where a path parts from a path pattern.

use super::ask::Case;
use super::condition::Leaf;
use super::{Cause, Gap, Spot, quoted};
use crate::event::tools::Governs;
use crate::hook_set::reference::path::matches;
use crate::ir::{BaseId, Uses};
use crate::shell::Effects;
use crate::source::Span;
use crate::subject::PathUse;
use crate::syntax::{
    Anchor, ParsedPath, PathGlob, parse_path, split_alternatives,
};

/// One path pattern that matches no file of the call.
pub(super) struct Missed<'a> {
    pub(super) case: &'a Case<'a>,
    leaf: &'a Leaf<'a>,
    effects: Effects,
    anchor: &'a BaseId,
    pub(super) glob: &'a PathGlob,
    /// The bytes of the rule's text that it was read from.
    pub(super) span: Span,
    parsed: ParsedPath,
}

/// Why no file matches.
pub(super) fn gap(
    case: &Case<'_>,
    leaf: &Leaf<'_>,
    uses: Uses,
    effects: Effects,
    anchor: &BaseId,
    glob: &PathGlob,
) -> Gap {
    let (span, parsed) = alternative(case, leaf, glob);
    let missed = Missed { case, leaf, effects, anchor, glob, span, parsed };
    let governed =
        case.subjects.paths.iter().filter(|used| used.kind.meets(uses));
    let governed: Vec<&PathUse> = governed.collect();
    if governed.is_empty() {
        return missed.no_file();
    }
    let mut looked_at =
        governed.iter().filter(|used| used.effects.meets(effects)).peekable();
    if looked_at.peek().is_none() {
        let word = leaf.rules();
        let message =
            format!("{word} do not look at the files of this command");
        let first = governed.first().and_then(|used| missed.spot(used));
        return Gap::new(Cause::Front, message, span).at(first).reached(0, 1);
    }
    let gaps = looked_at.map(|used| missed.file(used));
    let best = gaps.reduce(
        |best, gap| {
            if gap.reach > best.reach { gap } else { best }
        },
    );
    best.unwrap_or_else(|| missed.no_file())
}

/// The part of the rule's content that became this pattern.
fn alternative(
    case: &Case<'_>,
    leaf: &Leaf<'_>,
    glob: &PathGlob,
) -> (Span, ParsedPath) {
    let content = leaf.content();
    let text = content.of(leaf.text);
    let whole = Span::new(0, text.len());
    let parts = match leaf.scene.dialect.path_alternation {
        true => split_alternatives(text),
        false => vec![whole],
    };
    let governs = case.tool_of(leaf).map(|tool| tool.governs);
    let cd = governs == Some(Governs::Cd);
    let start = content.start as usize;
    let mut read = parts
        .into_iter()
        .map(|part| (part, parse_path(part.of(text), cd)))
        .filter(|(_, parsed)| {
            parsed.glob == *glob || parsed.clone().glob_for(true) == *glob
        });
    let found = read.next();
    drop(read);
    let (part, parsed) =
        found.unwrap_or_else(|| (whole, parse_path(whole.of(text), cd)));
    (part.shifted(start), parsed)
}

impl Missed<'_> {
    pub(super) fn text(&self) -> &str {
        self.span.of(self.leaf.text)
    }

    fn no_file(&self) -> Gap {
        let own = self.case.tool();
        let is_shell = self.case.command().is_some();
        let governs = self.case.governs_tool(self.leaf)
            && self.case.is_of_several(self.leaf);
        if !is_shell && !governs {
            return self.case.tool_gap(self.leaf);
        }
        if !is_shell {
            let message = "the call names no file";
            return Gap::new(Cause::Missing, message, self.span)
                .at(self.case.tool_spot())
                .reached(0, 1);
        }
        let name = &self.leaf.pattern.name;
        let message = format!(
            "this {} call names no file that {} rules look at",
            quoted(own),
            quoted(&name.value)
        );
        let mut gap =
            Gap::new(Cause::Tool, message, name.span).at(self.case.command());
        gap.reach = 50;
        gap
    }

    /// The place of a file in the event.
    pub(super) fn spot(&self, used: &PathUse) -> Option<Spot> {
        match used.unit {
            Some(_) => Some(self.case.command()?.narrowed(used.span)),
            None => self.case.primary(),
        }
    }

    /// Why a file does not match: for an allow rule its first spelling that
    /// is not covered, for the others the one that came furthest.
    fn file(&self, used: &PathUse) -> Gap {
        let subjects = self.case.subjects;
        let (from, to) = used.spellings;
        let range = from as usize..to as usize;
        let all = subjects.spellings.get(range).unwrap_or_default();
        let fits = |span: &&Span| self.matches(subjects.str(**span));
        let allow = self.effects == Effects::ALLOW;
        let missing = all.iter().find(|span| !fits(span));
        if let (true, Some(other)) = (allow, missing)
            && all.iter().any(|span| fits(&span))
        {
            return self.link(used, *other);
        }
        let gaps = all.iter().map(|span| {
            let full = subjects.str(*span);
            self.spelling(used, full)
        });
        let best =
            gaps.reduce(
                |best, gap| {
                    if gap.reach > best.reach { gap } else { best }
                },
            );
        best.unwrap_or_else(|| {
            let message = "the path cannot be read as one";
            Gap::new(Cause::Missing, message, self.span)
                .at(self.spot(used))
                .reached(0, 1)
        })
    }

    fn matches(&self, full: &str) -> bool {
        let fold = self.case.subjects.fold_case;
        let mut bases = self.case.subjects.directories(self.anchor);
        let relative = bases.find_map(|base| below(base, full));
        let inside = full.ends_with('/');
        relative.is_some_and(|path| matches(self.glob, path, inside, fold))
    }

    fn link(&self, used: &PathUse, other: Span) -> Gap {
        let subjects = self.case.subjects;
        let message = format!(
            "the same file is {} as well, which the rule does not cover; an \
             allow rule must cover link and target",
            quoted(subjects.str(other))
        );
        Gap::new(Cause::Link, message, self.span)
            .at(self.spot(used))
            .reached(19, 20)
    }

    fn spelling(&self, used: &PathUse, full: &str) -> Gap {
        let subjects = self.case.subjects;
        let mut bases = subjects.directories(self.anchor);
        let around = bases.find(|base| below(base, full).is_some());
        let Some(base) = around.or(subjects.base(self.anchor)) else {
            let message = format!(
                "{} is not known, where {} starts",
                base_words(self.anchor),
                quoted(self.text())
            );
            return Gap::new(Cause::Base, message, self.anchor_span())
                .at(self.spot(used))
                .help(Some("name it in the context".to_owned()))
                .reached(0, 1);
        };
        if let Some(gap) = self.narrow(used, base, full) {
            return gap;
        }
        match below(base, full) {
            None => self.outside(used, base, full),
            Some(relative) => self.inside(used, base, relative),
        }
    }

    /// A directory that allow rules know only in the current directory.
    fn narrow(&self, used: &PathUse, base: &str, full: &str) -> Option<Gap> {
        let fold = self.case.subjects.fold_case;
        let relative = below(base, full)?;
        let anywhere = self.parsed.glob.clone().anywhere();
        let narrow = self.parsed.single_directory
            && self.parsed.glob == *self.glob
            && matches(&anywhere, relative, false, fold);
        if !narrow {
            return None;
        }
        let text = self.text();
        let name = text.split('/').next().unwrap_or(text);
        let message = format!(
            "{} in {} is only {}",
            quoted(text),
            self.leaf.rules(),
            quoted(&format!("{base}/{name}"))
        );
        let wider = format!("**/{text}");
        let glob = parse_path(&wider, false).glob;
        let works = matches(&glob, relative, false, fold);
        let rule = self.leaf.with_content(&wider);
        let gap = Gap::new(Cause::Narrow, message, self.span)
            .at(self.spot(used))
            .help(works.then(|| format!("write `{rule}`")));
        Some(gap.reached(9, 10))
    }

    /// The path does not lie below the pattern's start.
    fn outside(&self, used: &PathUse, base: &str, full: &str) -> Gap {
        let shown = if base.is_empty() { "/" } else { base };
        let message = format!(
            "{} is not below {}, where {} starts ({})",
            quoted(full),
            quoted(shown),
            quoted(self.text()),
            base_words(self.anchor)
        );
        Gap::new(Cause::NotBelow, message, self.anchor_span())
            .at(self.spot(used))
            .help(self.rooted(full))
            .reached(1, 4)
    }

    /// The same pattern from the root of the file system, if it matches.
    pub(super) fn rooted(&self, full: &str) -> Option<String> {
        let text = self.text();
        let rooted = match self.parsed.anchor {
            Anchor::Source => format!("/{text}"),
            Anchor::Cwd if !text.contains('/') => format!("//**/{text}"),
            _ => return None,
        };
        let parsed = parse_path(&rooted, self.glob.whole);
        let fold = self.case.subjects.fold_case;
        let works = parsed.anchor == Anchor::Root
            && matches(&parsed.glob, full.get(1..)?, false, fold);
        let rule = self.leaf.with_content(&rooted);
        works.then(|| {
            format!(
                "write `{rule}` to start at the root of the \
                               file system"
            )
        })
    }

    /// The pattern behind its anchor.
    pub(super) fn rest(&self) -> &str {
        let text = self.text();
        let text = text.strip_prefix('!').unwrap_or(text);
        let anchors = ["//", "~/", "./", "/"];
        let found = anchors.iter().find_map(|a| text.strip_prefix(a));
        found.unwrap_or(text)
    }

    fn anchor_span(&self) -> Span {
        let anchor = self.text().len() - self.rest().len();
        let start = self.span.start as usize;
        match anchor {
            0 => self.span,
            anchor => Span::new(start, start + anchor),
        }
    }
}

/// The part of an absolute path below a directory.
fn below<'a>(base: &str, full: &'a str) -> Option<&'a str> {
    let rest = full.strip_prefix(base)?;
    match rest.strip_prefix('/') {
        Some(relative) => Some(relative),
        None => rest.is_empty().then_some(""),
    }
}

fn base_words(base: &BaseId) -> &'static str {
    match base {
        BaseId::Root => "the root of the file system",
        BaseId::Home => "the home directory",
        BaseId::Cwd => "the current directory",
        BaseId::Project => "the project root",
        BaseId::Session => "the directory of the session",
        BaseId::UserConfig => "your configuration directory",
        BaseId::Fixed(_) => "the directory of the settings",
        BaseId::Above(..) => "a directory above",
    }
}
