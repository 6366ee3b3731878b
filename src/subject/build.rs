//! From an event to the texts that tests look at.

use super::path::{self, Directories};
use super::{Bases, Outside, Subjects, url};
use crate::dialect::Dialect;
use crate::event::tools::{self, Governs, Tool};
use crate::event::{Context, Event, Platform, Trouble, What};
use crate::ir::lower::SKILL_CALL;
use crate::ir::{Anchors, Place, Uses};
use crate::json::{Fault, Value};
use crate::shell::split::looks_alike;
use crate::shell::{
    About, Doubt, Effects, Guarded, NamedOptions, Names, Reason,
};
use crate::source::Span;

/// What parts of an event the rules look at; the rest is not prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs<'a> {
    /// Fields of the event.
    pub fields: bool,
    /// The compact JSON of the tool's input.
    pub input_json: bool,
    /// Words of commands that may be files.
    pub guesses: bool,
    /// What the guards on files look for, where that is known.
    pub guarded: Option<&'a Guarded>,
    /// Where each name stands that guards on what is read look for, as far
    /// as that is known.
    pub places: &'a [Vec<Place>],
    /// The names without one of which no guard is about a file that some
    /// word may be, where that is known.
    pub names: Option<Names<'a>>,
    /// The options and words that guards name behind programs, where that
    /// is known.
    pub options: Option<NamedOptions<'a>>,
    /// The directories that guards and conditions start at.
    pub anchors: Anchors,
    /// What settings block outside of the working directories.
    pub outside: Option<&'a Outside>,
}

impl Needs<'_> {
    /// Everything that a rule may match. What only decides, and knows of the
    /// policy, is not among it: doubts about directories that nobody told, and
    /// what settings block ([`Engine::needs`](crate::plan::Engine::needs)).
    pub const ALL: Needs<'static> = Needs {
        fields: true,
        input_json: true,
        guesses: true,
        guarded: None,
        places: &[],
        names: None,
        options: None,
        anchors: Anchors {
            guards: [Uses(0); Anchors::COUNT],
            conditions: [Uses(0); Anchors::COUNT],
        },
        outside: None,
    };
}

impl Subjects {
    /// Fills this with the texts of an event. Linear in the event, except
    /// that each symbolic link of the context costs one look per path.
    pub fn read(
        &mut self,
        event: &Event<'_>,
        context: &Context,
        dialect: &Dialect,
        needs: Needs<'_>,
    ) {
        self.clear();
        self.moved = path::moved(context.platform, dialect.shell.strict);
        self.protects = dialect.shell.protected_paths;
        self.take_directories(event, context, dialect);
        self.troubles(event, dialect);
        let last = self.last_tool;
        let last = last.filter(|last| event.tool_name == Some(last.name));
        let tool = match last {
            Some(last) => Some(last.name),
            None => event.tool_name.map(|name| canonical(name, dialect)),
        };
        if let Some(value) = event.matcher_value {
            let value = match tool {
                _ if !event.kind.is_some_and(|kind| kind.is_tool()) => value,
                Some(tool) if event.tool_name == Some(value) => tool,
                _ => canonical(value, dialect),
            };
            self.matcher_field = Some(self.keep(value));
        }
        let Some(name) = tool else {
            // As one of a tool that nobody knows.
            self.is_tool = is_unread_call(event);
            self.all_fields(event, context, needs);
            return;
        };
        self.is_tool = event.kind.is_none_or(|kind| kind.is_tool());
        // Where both are one text, it is kept once.
        self.tool = match (self.matcher_field, event.matcher_value) {
            (Some(kept), Some(value)) if std::ptr::eq(value, name) => kept,
            _ => self.keep(name),
        };
        if !name.is_ascii() && looks_alike(name) {
            self.event_doubt_for(Reason::Confusable, Effects::default());
        }
        self.mcp_names(name, event, context);
        if dialect.shell.strict && self.is_tool {
            self.asked_server(name, event);
        }
        if let Some(tool) = last.or_else(|| tools::find_canonical(name)) {
            self.last_tool = Some(tool);
            self.tool_subject(tool, event, context, dialect, needs);
        } else if dialect.shell.strict && self.is_tool {
            self.given(event, context, dialect, needs);
        }
        if let Some(outside) = needs.outside {
            self.outside(event, context, outside);
        }
        self.twins();
        if path::is_full(&self.text) {
            self.event_doubt(Reason::Size);
        }
        self.unknown_directories(needs.anchors);
        self.all_fields(event, context, needs);
    }

    /// Keeps a text and says where.
    pub(super) fn keep(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        Span::new(start, self.text.len())
    }

    pub(super) fn take_directories(
        &mut self,
        event: &Event<'_>,
        context: &Context,
        dialect: &Dialect,
    ) {
        self.fold_case = !context
            .case_sensitive
            .unwrap_or(matches!(context.platform, Platform::Linux));
        let cwd = event.cwd.or(context.cwd.as_deref());
        let home = context.home.as_deref();
        let here = cwd.filter(|_| !context.is_project_lost);
        let project = context.project_root.as_deref().or(here);
        let session = context.settings_dir.as_deref().or(here);
        let start = context.start.as_deref();
        let told = [cwd, home, project, session, start];
        if !told.into_iter().flatten().all(path::is_base) {
            self.event_doubt(Reason::Size);
        }
        let fold = self.fold_case;
        let mut base = |directory: Option<&str>, below: &str| {
            let directory = directory.filter(|path| path::is_base(path))?;
            path::directory(
                directory,
                below,
                context.platform,
                fold,
                &mut self.text,
            )
        };
        // Often all three are one.
        let current = base(cwd, "");
        self.bases.cwd = match context.start.as_deref() {
            None => current,
            start => base(start, ""),
        };
        self.bases.home = base(home, "");
        let mut or_cwd = |directory: Option<&str>| match directory {
            same if same == cwd => current,
            other => base(other, ""),
        };
        self.bases.project = or_cwd(project);
        self.bases.session = or_cwd(session);
        self.bases.user_config = base(home, dialect.config_dir);
        if !context.links.is_empty() {
            self.behind_links(event, context);
            if dialect.shell.strict {
                self.take_leads(event, context);
            }
        }
    }

    /// What the directories are behind their links.
    fn behind_links(&mut self, event: &Event<'_>, context: &Context) {
        let places = Directories::of(event, context, self.moved);
        let Subjects { text, bases, real, ways, .. } = self;
        let all = [bases.cwd, bases.home, bases.project, bases.session];
        for base in all.into_iter().flatten() {
            path::on_the_way(base.of(text), &places, ways);
        }
        let mut of = |base: Option<Span>| {
            let directory = base?.of(text).to_owned();
            path::behind_links(&directory, &places, text)
        };
        *real = Bases {
            home: of(bases.home),
            cwd: of(bases.cwd),
            project: of(bases.project),
            session: of(bases.session),
            user_config: of(bases.user_config),
        };
    }

    /// What two readers of the event could read differently puts every
    /// answer in doubt.
    fn troubles(&mut self, event: &Event<'_>, dialect: &Dialect) {
        let tool = event.tool_name.map(|name| canonical(name, dialect));
        let tool = tool.and_then(tools::find_canonical);
        for trouble in &event.troubles {
            let (reason, effects) = match trouble.what {
                // What it says can be read, so guards know what they do.
                What::UnknownEvent => (Reason::MalformedEvent, Effects::ALLOW),
                What::Json(Fault::DuplicateKey) | What::TwoSpellings => {
                    (Reason::DuplicateKey, Effects::ALL)
                }
                _ => (Reason::MalformedEvent, Effects::ALL),
            };
            for &about in in_doubt(trouble, tool) {
                // Of other doubts than that about the event the place is one
                // of a command.
                let span = match about {
                    About::Event => trouble.span,
                    _ => Span::default(),
                };
                let unit = None;
                self.doubts.push(Doubt { reason, span, unit, effects, about });
            }
        }
    }

    fn tool_subject(
        &mut self,
        tool: &Tool,
        event: &Event<'_>,
        context: &Context,
        dialect: &Dialect,
        needs: Needs<'_>,
    ) {
        let field = tool.primary.and_then(|name| event.input(name));
        let text = field.and_then(Value::str);
        match tool.governs {
            Governs::Bash | Governs::PowerShell => {
                self.powershell = tool.governs == Governs::PowerShell;
                if let Some(command) = text {
                    self.command_line(command, event, context, dialect, needs);
                }
            }
            Governs::Read | Governs::Edit | Governs::Cd => {
                self.tool_file(tool, text, event, context);
                let needs = dialect.shell.strict.then_some(needs);
                self.searched(tool, event, context, needs);
            }
            Governs::Host => {
                if let Some(text) = text {
                    self.url(text);
                }
            }
            Governs::Skill => {
                let named = event.input("skill").and_then(Value::str);
                if dialect.shell.strict && named.is_none() {
                    self.event_doubt(Reason::MalformedEvent);
                }
                self.skill(event);
            }
            Governs::Agent => {
                if dialect.shell.strict {
                    self.agent(event);
                }
            }
            Governs::Name if dialect.shell.strict && self.is_tool => {
                self.given_by_name(event, context, needs);
            }
            Governs::Name => {}
        }
    }

    fn url(&mut self, text: &str) {
        let start = self.text.len();
        if url::host(text, &mut self.text).is_err() {
            self.text.truncate(start);
            self.host_doubt(Reason::MalformedEvent);
            return;
        }
        self.host = Some(Span::new(start, self.text.len()));
        // Browsers leave tabs out and read `\` as `/`; other programs see
        // another host in the same text.
        let host = self.host.map_or("", |host| host.of(&self.text));
        if text.contains('\\') || url::stands_for_v4(host) {
            self.host_doubt(Reason::AmbiguousHost);
        } else if text.trim().contains(char::is_control) {
            self.host_doubt(Reason::ControlCharacter);
        }
    }

    /// What is odd about an address bears on rules about hosts.
    fn host_doubt(&mut self, reason: Reason) {
        self.event_doubt(reason);
        if let Some(doubt) = self.doubts.last_mut() {
            doubt.about = About::Hosts;
        }
    }

    pub(super) fn event_doubt(&mut self, reason: Reason) {
        self.event_doubt_for(reason, Effects::ALL);
    }

    /// The same for some rules; for none it is a hint.
    pub(super) fn event_doubt_for(
        &mut self,
        reason: Reason,
        effects: Effects,
    ) {
        self.doubts.push(Doubt {
            reason,
            span: Span::default(),
            unit: None,
            effects,
            about: About::Event,
        });
    }

    /// A skill call as one text: the name, and the arguments behind a blank.
    fn skill(&mut self, event: &Event<'_>) {
        let Some(name) = event.input("skill").and_then(Value::str) else {
            return;
        };
        let path = self.keep(SKILL_CALL);
        let start = self.text.len();
        // The runner takes `/deploy` for `deploy`.
        let name = name.trim();
        let parts = |c: char| c.is_control() || c != ' ' && c.is_whitespace();
        if name.contains(parts) {
            // It may end the name for the runner, or not.
            self.event_doubt(Reason::ControlCharacter);
        }
        self.text.push_str(name.strip_prefix('/').unwrap_or(name));
        let args = event.input("args").and_then(Value::str);
        if let Some(args) = args.filter(|args| !args.trim().is_empty()) {
            self.text.push(' ');
            self.text.push_str(args);
        }
        let value = Span::new(start, self.text.len());
        self.fields.push((path, Some(value)));
    }
}

/// What a fault of an event puts in doubt: where only the file or the host of
/// a call is missing, nothing else.
fn in_doubt(trouble: &Trouble, tool: Option<&Tool>) -> &'static [About] {
    let missing = matches!(
        trouble.what,
        What::Missing | What::EmptyText | What::NotAText
    );
    let tool = tool.filter(|tool| tool.primary == Some(trouble.field));
    match tool.map(|tool| tool.governs).filter(|_| missing) {
        Some(Governs::Read | Governs::Cd) => &[About::Reads],
        Some(Governs::Edit) => &[About::Reads, About::Writes],
        Some(Governs::Host) => &[About::Hosts],
        _ => &[About::Event],
    }
}

fn canonical<'a>(name: &'a str, dialect: &Dialect) -> &'a str {
    if dialect.aliases { tools::canonical(name) } else { name }
}

/// Whether an event may be a call whose tool cannot be read: one that names
/// none, or of which nothing can be told. What it is about is in doubt then.
fn is_unread_call(event: &Event<'_>) -> bool {
    event.tool_name.is_none()
        && event.is_doubtful()
        && match event.kind {
            Some(kind) => kind.is_tool(),
            None => event.name.is_none(),
        }
}
