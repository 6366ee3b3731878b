use super::{Caps, Fired, Server, Skill, State};
use crate::diagnostic::suggest::nearest;
use crate::json::Value;
use crate::source::Span;

/// Something wrong with a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFault {
    /// What is wrong.
    pub message: String,
    /// The bytes it concerns.
    pub span: Span,
}

impl std::error::Error for StateFault {}

impl std::fmt::Display for StateFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message)
    }
}

const KEYS: &[&str] = &[
    "caps",
    "disabled",
    "fired",
    "guard_stops",
    "now",
    "servers",
    "sessions",
    "skills",
    "stop_blocks",
    "trusted",
];
const FIRED_KEYS: &[&str] = &["at", "hook", "session"];
const SKILL_KEYS: &[&str] = &["name", "session"];
const SERVER_KEYS: &[&str] = &["approved", "downgrade", "name", "trusted"];
const CAP_KEYS: &[&str] = &["characters", "cooldown", "hooks", "only_trusted"];

type Faults = Vec<StateFault>;

impl State {
    /// Reads a state. Linear in its bytes.
    ///
    /// # Errors
    ///
    /// All that is wrong with it: what cannot be read could be what keeps a
    /// hook from running, so that nobody goes on with the rest.
    pub fn read(value: Value<'_>) -> Result<State, Vec<StateFault>> {
        let mut state = State::default();
        let mut faults = Vec::new();
        each(value, "the state", KEYS, &mut faults, |key, value, faults| {
            match key {
                "now" => {
                    set(&mut state.now, number(value), key, value, faults)
                }
                "trusted" => {
                    set(&mut state.trusted, flag(value), key, value, faults);
                }
                "guard_stops" => {
                    let slot = &mut state.guard_stops;
                    set(slot, flag(value), key, value, faults);
                }
                "stop_blocks" => {
                    let count = number(value);
                    let count = count.and_then(fitting);
                    set(&mut state.stop_blocks, count, key, value, faults);
                }
                "sessions" => {
                    set(&mut state.sessions, texts(value), key, value, faults);
                }
                "disabled" => {
                    set(&mut state.disabled, texts(value), key, value, faults);
                }
                "fired" => {
                    let items = items(key, value, faults);
                    state.fired =
                        items.map(|item| fired(item, faults)).collect();
                }
                "skills" => {
                    let items = items(key, value, faults);
                    state.skills =
                        items.map(|item| skill(item, faults)).collect();
                }
                "servers" => {
                    let items = items(key, value, faults);
                    state.servers =
                        items.map(|item| server(item, faults)).collect();
                }
                _ => state.caps = caps(value, faults),
            }
        });
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }
}

fn fired(value: Value<'_>, faults: &mut Faults) -> Fired {
    let mut fired = Fired::default();
    each(
        value,
        "a hook",
        FIRED_KEYS,
        faults,
        |key, value, faults| match key {
            "at" => set(&mut fired.at, number(value), key, value, faults),
            "hook" => set(&mut fired.hook, text(value), key, value, faults),
            _ => {
                let session = text(value).map(Some);
                set(&mut fired.session, session, key, value, faults);
            }
        },
    );
    named("a hook", "hook", &fired.hook, value, faults);
    fired
}

fn skill(value: Value<'_>, faults: &mut Faults) -> Skill {
    let mut skill = Skill::default();
    let keys = SKILL_KEYS;
    each(value, "a skill", keys, faults, |key, value, faults| match key {
        "name" => set(&mut skill.name, text(value), key, value, faults),
        _ => {
            let session = text(value).map(Some);
            set(&mut skill.session, session, key, value, faults);
        }
    });
    named("a skill", "name", &skill.name, value, faults);
    skill
}

fn server(value: Value<'_>, faults: &mut Faults) -> Server {
    let mut server = Server::default();
    each(
        value,
        "a server",
        SERVER_KEYS,
        faults,
        |key, value, faults| match key {
            "name" => set(&mut server.name, text(value), key, value, faults),
            "trusted" => {
                set(&mut server.trusted, flag(value), key, value, faults);
            }
            "downgrade" => {
                set(&mut server.downgrade, flag(value), key, value, faults);
            }
            _ => {
                let ids = texts(value).map(Some);
                set(&mut server.approved, ids, key, value, faults);
            }
        },
    );
    named("a server", "name", &server.name, value, faults);
    server
}

/// What is about nothing says nothing, and what it was to restrict would be
/// lost. A name of another type is told already.
fn named(
    what: &str,
    key: &str,
    name: &str,
    value: Value<'_>,
    faults: &mut Faults,
) {
    let told = value.get(key).is_some_and(|name| name.str().is_none());
    if value.is_object() && name.is_empty() && !told {
        let message = format!("{what} must have a `{key}`");
        faults.push(StateFault { message, span: value.span() });
    }
}

fn caps(value: Value<'_>, faults: &mut Faults) -> Caps {
    let mut caps = Caps::default();
    each(value, "the caps", CAP_KEYS, faults, |key, value, faults| {
        let count = number(value);
        let size = count.and_then(fitting);
        match key {
            "hooks" => {
                set(&mut caps.hooks, size.map(Some), key, value, faults);
            }
            "characters" => {
                set(&mut caps.characters, size.map(Some), key, value, faults);
            }
            "cooldown" => {
                set(&mut caps.cooldown, count.map(Some), key, value, faults);
            }
            _ => {
                let slot = &mut caps.only_trusted;
                set(slot, flag(value), key, value, faults);
            }
        }
    });
    caps
}

/// The entries of an object with the keys that are known; what else there
/// is is a fault.
fn each<'a>(
    value: Value<'a>,
    what: &str,
    keys: &[&str],
    faults: &mut Faults,
    mut take: impl FnMut(&str, Value<'a>, &mut Faults),
) {
    if !value.is_object() {
        let message = format!("{what} must be an object");
        faults.push(StateFault { message, span: value.span() });
    }
    for entry in value.entries() {
        let key = entry.name();
        if keys.contains(&key) {
            take(key, entry.value, faults);
            continue;
        }
        let message = match nearest(key, keys.iter().copied()) {
            Some(near) => {
                format!("{what} has no `{key}`; did you mean `{near}`?")
            }
            None => format!("{what} has no `{key}`"),
        };
        faults.push(StateFault { message, span: entry.key.span() });
    }
}

/// The items of a list; what is none is a fault.
fn items<'a>(
    key: &str,
    value: Value<'a>,
    faults: &mut Faults,
) -> impl Iterator<Item = Value<'a>> + use<'a> {
    if !value.is_array() {
        let message = format!("`{key}` must be a list");
        faults.push(StateFault { message, span: value.span() });
    }
    value.items()
}

/// What was read, or what it must be.
type Read<T> = Result<T, &'static str>;

fn set<T>(
    slot: &mut T,
    read: Read<T>,
    key: &str,
    value: Value<'_>,
    faults: &mut Faults,
) {
    match read {
        Ok(read) => *slot = read,
        Err(must) => {
            let message = format!("`{key}` must be {must}");
            faults.push(StateFault { message, span: value.span() });
        }
    }
}

fn flag(value: Value<'_>) -> Read<bool> {
    value.bool().ok_or("`true` or `false`")
}

fn number(value: Value<'_>) -> Read<u64> {
    let number = value.number().and_then(|number| number.parse().ok());
    number.ok_or(NUMBER)
}

fn fitting<T: TryFrom<u64>>(number: u64) -> Read<T> {
    T::try_from(number).map_err(|_| NUMBER)
}

const NUMBER: &str = "a whole number that is not negative";

fn text(value: Value<'_>) -> Read<String> {
    value.str().map(str::to_owned).ok_or("a text")
}

fn texts(value: Value<'_>) -> Read<Vec<String>> {
    let all = value.items().map(|item| text(item).ok());
    let all = all.collect::<Option<_>>().filter(|_| value.is_array());
    all.ok_or("a list of texts")
}
