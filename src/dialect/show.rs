//! A dialect for people: its fields, and where two differ.

use super::choices::*;
use super::{Dialect, Version};
use crate::event::table::Exit;
use crate::event::{EventKind, EventSet};
use crate::load::HandlerKind;
use crate::shell::Profile;
use crate::syntax::regex::Flavor;

/// The value of a field, without its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// There is none.
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(u64),
    /// A word.
    Word(String),
    /// Several words.
    List(Vec<String>),
    /// Words with what they stand for.
    Map(Vec<(String, String)>),
    /// A part with fields of its own.
    Record(Vec<Field>),
}

/// One field of a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it says.
    pub about: &'static str,
    /// Its value.
    pub value: Datum,
}

/// A field that two dialects have different values in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its name.
    pub name: String,
    /// What it says.
    pub about: &'static str,
    /// The value in the first dialect.
    pub left: Datum,
    /// The value in the second.
    pub right: Datum,
}

/// The fields in which two dialects differ, names and versions aside.
pub fn differences(left: &Dialect, right: &Dialect) -> Vec<Difference> {
    let pairs = left.fields().into_iter().zip(right.fields());
    pairs
        .filter(|(left, right)| left.value != right.value)
        .filter(|(left, _)| !matches!(&*left.name, "name" | "version"))
        .map(|(left, right)| Difference {
            name: left.name,
            about: left.about,
            left: left.value,
            right: right.value,
        })
        .collect()
}

impl std::fmt::Display for Datum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Datum::Nothing => f.write_str("none"),
            Datum::Flag(yes) => f.write_str(if *yes { "yes" } else { "no" }),
            Datum::Number(number) => write!(f, "{number}"),
            Datum::Word(word) => f.write_str(word),
            Datum::List(words) if words.is_empty() => f.write_str("none"),
            Datum::List(words) => f.write_str(&words.join(", ")),
            Datum::Map(rows) if rows.is_empty() => f.write_str("none"),
            Datum::Map(rows) => {
                let rows = rows.iter().map(|(key, to)| format!("{key}: {to}"));
                f.write_str(&rows.collect::<Vec<_>>().join(", "))
            }
            Datum::Record(fields) => {
                let names = fields.iter().map(|field| field.name.as_str());
                f.write_str(&names.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl Datum {
    /// Appends the fields of this value, or itself as one.
    pub(super) fn flatten(
        self,
        prefix: &str,
        about: &'static str,
        out: &mut Vec<Field>,
    ) {
        let Datum::Record(fields) = self else {
            let name = prefix.to_owned();
            out.push(Field { name, about, value: self });
            return;
        };
        for field in fields {
            let name = match prefix {
                "" => field.name,
                prefix => format!("{prefix}.{}", field.name),
            };
            field.value.flatten(&name, field.about, out);
        }
    }
}

/// What can be shown.
pub(super) trait Show {
    /// The value for people.
    fn show(&self) -> Datum;
}

impl Show for bool {
    fn show(&self) -> Datum {
        Datum::Flag(*self)
    }
}

impl Show for u32 {
    fn show(&self) -> Datum {
        Datum::Number(u64::from(*self))
    }
}

impl Show for &'static str {
    fn show(&self) -> Datum {
        Datum::Word((*self).to_owned())
    }
}

impl Show for Option<Version> {
    fn show(&self) -> Datum {
        self.map_or(Datum::Nothing, |v| Datum::Word(v.to_string()))
    }
}

impl Show for &'static [&'static str] {
    fn show(&self) -> Datum {
        Datum::List(self.iter().map(|&word| word.to_owned()).collect())
    }
}

impl Show for EventSet {
    fn show(&self) -> Datum {
        if *self == EventSet::ALL {
            return Datum::List(vec!["all".to_owned()]);
        }
        let held = EventKind::all().filter(|kind| self.has(*kind));
        Datum::List(held.map(|kind| kind.name().to_owned()).collect())
    }
}

impl Show for HandlerSet {
    fn show(&self) -> Datum {
        let names = self.0.iter().map(|kind: &HandlerKind| kind.as_str());
        Datum::List(names.map(str::to_owned).collect())
    }
}

impl Show for Words {
    fn show(&self) -> Datum {
        let rows = self.0.iter();
        let rows = rows
            .map(|(word, to)| ((*word).to_owned(), to.as_str().to_owned()));
        Datum::Map(rows.collect())
    }
}

impl Show for &'static [(EventKind, Exit)] {
    fn show(&self) -> Datum {
        let rows = self.iter().map(|(kind, exit)| {
            let word = match exit {
                Exit::Shown => "stops nothing",
                Exit::Blocks => "blocks",
                Exit::AnyFails => "every code but 0 fails",
            };
            (kind.name().to_owned(), word.to_owned())
        });
        Datum::Map(rows.collect())
    }
}

impl Show for SlotRule {
    fn show(&self) -> Datum {
        let syntax = match self.syntax {
            Slot::Plain => "no placeholders",
            Slot::Braces => "{name}",
            Slot::Fields => "${field.of.event}",
            Slot::Arguments => "$ARGUMENTS",
            Slot::Environment => "$NAME",
            Slot::Exported => "$name, exported",
        };
        let unknown = match self.unknown {
            Unknown::Keep => "unknown ones stay",
            Unknown::Empty => "unknown ones become empty",
        };
        match self.syntax {
            Slot::Plain => Datum::Word(syntax.to_owned()),
            _ => Datum::Word(format!("{syntax}; {unknown}")),
        }
    }
}

impl Show for Timeouts {
    fn show(&self) -> Datum {
        let times = [
            ("command", self.command),
            ("http", self.http),
            ("mcp_tool", self.mcp_tool),
            ("prompt", self.prompt),
            ("agent", self.agent),
        ];
        let seconds = |(name, time): (&str, u32)| {
            (name.to_owned(), format!("{} s", time / 1000))
        };
        let mut rows: Vec<_> = times.into_iter().map(seconds).collect();
        let by_event = if self.by_event { "yes" } else { "no" };
        rows.push(("by event".to_owned(), by_event.to_owned()));
        Datum::Map(rows)
    }
}

impl Show for Profile {
    fn show(&self) -> Datum {
        // Its fields are switches and small words; their names say enough.
        let text = format!("{self:?}");
        let inner = text.split_once('{').map_or("", |(_, rest)| rest);
        let rows = inner.trim_end_matches([' ', '}']).split(", ");
        let rows = rows.filter_map(|row| row.split_once(": "));
        let pair = |(name, value): (&str, &str)| {
            (name.trim().to_owned(), value.trim().to_owned())
        };
        Datum::Map(rows.map(pair).collect())
    }
}

/// Words for the variants of a choice.
macro_rules! words {
    ($($type:ident { $($variant:ident $word:literal)+ })+) => {
        $(impl Show for $type {
            fn show(&self) -> Datum {
                let word = match self { $($type::$variant => $word,)+ };
                Datum::Word(word.to_owned())
            }
        })+
    };
}

words! {
    OnDoubt { Ask "ask" Deny "deny" }
    Strategy { DenyOverrides "deny over ask over allow"
        FirstSource "the first source" }
    Fallback { Mode "the permission mode" Deny "deny" }
    Flavor { JavaScript "JavaScript's"
        Linear "linear: no back-references, look-aheads after a leading `^` \
            only, `(?i)` in front" }
    ToolMatch { Auto "names or a regular expression" Glob "a glob" }
    Priorities { None "none" LargerFirst "larger number first"
        Named "required, important, suggestion" }
    Once { Session "once per session" Store "once ever"
        Skills "once per session, in skills only" }
    Dedup { Handler "the whole handler" Action "the command or address" }
    AddressGuard { Off "none" Seed "private networks of IPv4"
        Strict "everything that is not public" }
    JsonOn { Zero "exit code 0" Always "every exit code" }
    PromptAnswer { Object "an object with `ok`"
        ObjectOrWord "an object, or a first word YES or NO" }
    InputMerge { Keys "key by key" Whole "the last replaces all" }
    InputConflict { Later "the later one counts"
        Ask "the later one counts, and the person is asked" }
}
