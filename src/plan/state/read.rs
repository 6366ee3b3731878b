use super::{Caps, Fired, Server, State};
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

const KEYS: &[&str] = &[
    "caps",
    "disabled",
    "fired",
    "guard_stops",
    "now",
    "servers",
    "sessions",
    "stop_blocks",
    "trusted",
];
const FIRED_KEYS: &[&str] = &["at", "hook", "session"];
const SERVER_KEYS: &[&str] = &["approved", "downgrade", "name", "trusted"];
const CAP_KEYS: &[&str] = &["characters", "cooldown", "hooks", "only_trusted"];

type Faults = Vec<StateFault>;

impl State {
    /// Reads a state. What is wrong is said and left as it is by default; a
    /// state with faults is not one to go on with.
    pub fn read(value: Value<'_>) -> (State, Vec<StateFault>) {
        let mut state = State::default();
        let mut faults = Vec::new();
        each(value, "the state", KEYS, &mut faults, |key, value, faults| {
            match key {
                "now" => {
                    set(&mut state.now, number(value), key, value, faults)
                }
                "trusted" => {
                    set(&mut state.trusted, value.bool(), key, value, faults);
                }
                "guard_stops" => {
                    let slot = &mut state.guard_stops;
                    set(slot, value.bool(), key, value, faults);
                }
                "stop_blocks" => {
                    let count = number(value);
                    let count = count.and_then(|n| u32::try_from(n).ok());
                    set(&mut state.stop_blocks, count, key, value, faults);
                }
                "sessions" => {
                    set(&mut state.sessions, texts(value), key, value, faults);
                }
                "disabled" => {
                    set(&mut state.disabled, texts(value), key, value, faults);
                }
                "fired" => {
                    let read = list(value, |item| fired(item, faults));
                    set(&mut state.fired, read, key, value, faults);
                }
                "servers" => {
                    let read = list(value, |item| server(item, faults));
                    set(&mut state.servers, read, key, value, faults);
                }
                _ => state.caps = caps(value, faults),
            }
        });
        (state, faults)
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
                set(&mut server.trusted, value.bool(), key, value, faults);
            }
            "downgrade" => {
                set(&mut server.downgrade, value.bool(), key, value, faults);
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
/// lost.
fn named(
    what: &str,
    key: &str,
    name: &str,
    value: Value<'_>,
    faults: &mut Faults,
) {
    if value.is_object() && name.is_empty() {
        let message = format!("{what} must have a `{key}`");
        faults.push(StateFault { message, span: value.span() });
    }
}

fn caps(value: Value<'_>, faults: &mut Faults) -> Caps {
    let mut caps = Caps::default();
    each(value, "the caps", CAP_KEYS, faults, |key, value, faults| {
        let count = number(value);
        let size = count.and_then(|n| usize::try_from(n).ok());
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
                set(slot, value.bool(), key, value, faults);
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

fn set<T>(
    slot: &mut T,
    read: Option<T>,
    key: &str,
    value: Value<'_>,
    faults: &mut Faults,
) {
    match read {
        Some(read) => *slot = read,
        None => {
            let words = value.kind().words();
            let message = format!("`{key}` cannot be {words} of this kind");
            faults.push(StateFault { message, span: value.span() });
        }
    }
}

fn list<'a, T>(
    value: Value<'a>,
    each: impl FnMut(Value<'a>) -> T,
) -> Option<Vec<T>> {
    value.is_array().then(|| value.items().map(each).collect())
}

fn number(value: Value<'_>) -> Option<u64> {
    value.number()?.parse().ok()
}

fn text(value: Value<'_>) -> Option<String> {
    value.str().map(str::to_owned)
}

fn texts(value: Value<'_>) -> Option<Vec<String>> {
    let items = value.is_array().then(|| value.items())?;
    items.map(text).collect()
}
