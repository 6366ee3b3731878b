//! The corpora as rules and subjects of the library, and the reference loop.

use hookset::dialect::Dialect;
use hookset::event::EventSet;
use hookset::hook_set::Limits;
use hookset::ir::{
    Atom, AtomId, BaseId, CommandShell, Effect, Family, Origin, Predicate,
    Rule, Rules, Uses,
};
use hookset::load::{Family as Loader, Scope};
use hookset::plan::Engine;
use hookset::policy::{Input, Policy};
use hookset::shell::{Effects, Unit, View};
use hookset::source::{SourceId, Span};
use hookset::subject::{McpName, PathUse, Subjects};
use hookset::syntax::{HostGlob, PathGlob, Piece, Segment, TextGlob};

use super::{BenchEvent, BenchRule, Tool};

/// The policy of one settings file, strictly read.
pub fn policy(text: String) -> Policy {
    policy_in("hookset", text)
}

fn policy_in(dialect: &str, text: String) -> Policy {
    let dialect = Dialect::named(dialect).unwrap();
    let input = Input {
        name: "settings.json".into(),
        text,
        family: Loader::Hookset,
        scope: Scope::Project,
        directory: None,
    };
    Policy::from_sources([input], &dialect)
}

/// The engine of rules that allow, deny and ask, strictly read.
pub fn engine(lists: [Vec<String>; 3]) -> Engine {
    engine_in("hookset", lists)
}

/// The same, read as a dialect has it.
pub fn engine_in(
    dialect: &str,
    [allow, deny, ask]: [Vec<String>; 3],
) -> Engine {
    let text = serde_json::json!({
        "permissions": { "allow": allow, "deny": deny, "ask": ask },
    });
    let policy = policy_in(dialect, text.to_string());
    policy.compile(&Limits::default()).unwrap()
}

/// The rules as the library's own; the effect is always deny.
pub fn lowered(rules: &[BenchRule]) -> Rules {
    let mut out = Rules::default();
    for (number, rule) in rules.iter().enumerate() {
        out.atoms.push(atom(rule));
        out.rules.push(Rule {
            effect: Effect::Deny,
            events: EventSet(!0),
            matcher: Predicate::Always,
            predicate: Predicate::Atom(AtomId(number as u32)),
            family: Family::Other,
            text: text(rule),
            origin: Origin {
                source: SourceId(0),
                span: Span::new(number * 30, number * 30 + 20),
            },
        });
    }
    out
}

/// The rule as a person writes it.
pub fn text(rule: &BenchRule) -> String {
    let pattern = &rule.pattern;
    match rule.tool {
        Tool::WebFetch => format!("WebFetch(domain:{pattern})"),
        Tool::Mcp => format!("mcp__{}", pattern.replace('/', "__")),
        tool => format!("{tool:?}({pattern})"),
    }
}

fn atom(rule: &BenchRule) -> Atom {
    let pattern = rule.pattern.as_str();
    match rule.tool {
        Tool::Bash => Atom::Command {
            shell: CommandShell::Posix,
            effects: Effects::DENY,
            pattern: TextGlob::command(pattern),
        },
        Tool::WebFetch => {
            let bare = pattern.strip_prefix("*.");
            let labels = bare.unwrap_or(pattern).split('.');
            Atom::Host(HostGlob {
                any_prefix: bare.is_some(),
                labels: labels.map(TextGlob::stars).collect(),
            })
        }
        Tool::Mcp => {
            let (server, tool) = pattern.split_once('/').unwrap();
            Atom::Mcp {
                server: server.to_owned(),
                tool: (tool != "*").then(|| TextGlob::stars(tool)),
                effects: Effects::DENY,
            }
        }
        tool => {
            let absolute = pattern.strip_prefix('/');
            Atom::Path {
                uses: uses(tool),
                effects: Effects::DENY,
                anchor: match absolute {
                    Some(_) => BaseId::Root,
                    None => BaseId::Cwd,
                },
                pattern: path_glob(absolute.unwrap_or(pattern)),
            }
        }
    }
}

fn uses(tool: Tool) -> Uses {
    match tool {
        Tool::Edit => Uses::EDIT_TOOL,
        Tool::Read => Uses::READ_TOOL,
        _ => Uses::WRITE_TOOL,
    }
}

fn path_glob(pattern: &str) -> PathGlob {
    let segments = pattern.split('/').map(|segment| {
        if segment == "**" {
            return Segment::Deep;
        }
        let mut pieces = Vec::new();
        for (i, text) in segment.split('*').enumerate() {
            if i > 0 {
                pieces.push(Piece::Star);
            }
            if !text.is_empty() {
                pieces.push(Piece::Text(text.to_owned()));
            }
        }
        Segment::Name(pieces.into())
    });
    PathGlob { segments: segments.collect(), whole: true, directory: false }
}

/// The event as the library's subjects.
pub fn subjects(event: &BenchEvent) -> Subjects {
    let mut s = Subjects { is_tool: true, ..Subjects::default() };
    let mut put = |text: &str| {
        let start = s.text.len();
        s.text.push_str(text);
        Span::new(start, s.text.len())
    };
    s.tool = put(&format!("{:?}", event.tool));
    s.matcher_field = Some(s.tool);
    s.bases.cwd = Some(put("/srv"));
    match event.tool {
        Tool::Bash => {
            s.commands.text.push_str(&event.text);
            let text = Span::new(0, event.text.len());
            s.commands.units.push(Unit {
                span: text,
                covered: false,
                doubt: false,
                maybe: None,
            });
            s.commands.views.push(View {
                unit: 0,
                effects: Effects::ALL,
                text,
                exact_only: false,
            });
        }
        Tool::WebFetch => s.host = Some(put(&event.text)),
        Tool::Mcp => {
            let (server, tool) = event.text.split_once('/').unwrap();
            let (server, tool) = (put(server), put(tool));
            s.mcp.push(McpName { server, tool, sure: true });
        }
        tool => {
            let path = put(&format!("/srv/{}", event.text));
            s.spellings.push(path);
            s.paths.push(PathUse {
                kind: uses(tool),
                effects: Effects::ALL,
                unit: None,
                spellings: (0, 1),
                needs_cover: false,
                span: Span::default(),
            });
        }
    }
    s
}

/// The loop everyone writes first: one matcher after the other.
pub struct Loop {
    rules: Vec<(Tool, Pattern)>,
}

enum Pattern {
    Parts(Vec<String>, bool),
    Path(Vec<String>),
    Host(String),
    Suffix(String),
}

impl Loop {
    pub fn new(rules: &[BenchRule]) -> Loop {
        let pattern = |rule: &BenchRule| match rule.tool {
            Tool::Bash | Tool::Mcp => {
                let glob = match rule.tool {
                    Tool::Bash => TextGlob::command(&rule.pattern),
                    _ => TextGlob::stars(&rule.pattern),
                };
                let mut parts = glob.parts;
                if glob.boundary {
                    parts.pop();
                }
                Pattern::Parts(parts, glob.boundary)
            }
            Tool::WebFetch => match rule.pattern.strip_prefix('*') {
                Some(end) => Pattern::Suffix(end.to_owned()),
                None => Pattern::Host(rule.pattern.clone()),
            },
            _ => Pattern::Path({
                let path = match rule.pattern.strip_prefix('/') {
                    Some(path) => path.to_owned(),
                    None => format!("srv/{}", rule.pattern),
                };
                path.split('/').map(str::to_owned).collect()
            }),
        };
        let rules = rules.iter().map(|rule| (rule.tool, pattern(rule)));
        Loop { rules: rules.collect() }
    }

    /// The numbers of the rules that match.
    pub fn matches(&self, event: &BenchEvent, out: &mut Vec<u32>) {
        out.clear();
        let full: Vec<&str> = match event.tool {
            Tool::Edit | Tool::Read | Tool::Write => {
                std::iter::once("srv").chain(event.text.split('/')).collect()
            }
            _ => Vec::new(),
        };
        let text = event.text.as_str();
        for (number, (tool, pattern)) in self.rules.iter().enumerate() {
            let fits = *tool == event.tool
                && match pattern {
                    Pattern::Parts(parts, false) => glob(parts, text, false),
                    Pattern::Parts(parts, true) => glob(parts, text, true),
                    Pattern::Path(pattern) => path(pattern, &full),
                    Pattern::Host(host) => host == text,
                    Pattern::Suffix(end) => text.ends_with(end.as_str()),
                };
            if fits {
                out.push(number as u32);
            }
        }
    }
}

fn glob(parts: &[String], text: &str, boundary: bool) -> bool {
    let [first, rest @ ..] = parts else { return false };
    let Some(mut left) = text.strip_prefix(first.as_str()) else {
        return false;
    };
    let Some((last, middle)) = rest.split_last() else {
        return left.is_empty() || boundary && left.starts_with(' ');
    };
    for part in middle {
        match left.find(part.as_str()) {
            Some(at) => left = &left[at + part.len()..],
            None => return false,
        }
    }
    if left.ends_with(last.as_str()) {
        return true;
    }
    boundary
        && left
            .match_indices(last.as_str())
            .any(|(at, found)| left[at + found.len()..].starts_with(' '))
}

fn path(pattern: &[String], path_left: &[&str]) -> bool {
    match pattern.split_first() {
        None => path_left.is_empty(),
        Some((first, [])) if first == "**" => !path_left.is_empty(),
        Some((first, rest)) if first == "**" => {
            (0..=path_left.len()).any(|n| path(rest, &path_left[n..]))
        }
        Some((first, rest)) => match path_left.split_first() {
            Some((segment, below)) => {
                let fits = match first.contains('*') {
                    false => first == segment,
                    true => {
                        let parts: Vec<String> =
                            first.split('*').map(str::to_owned).collect();
                        glob(&parts, segment, false)
                    }
                };
                fits && path(rest, below)
            }
            None => false,
        },
    }
}
