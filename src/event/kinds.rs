//! Events by their names and by what may be done about them: look-ups in
//! [`table`](super::table).

use super::table::{ALIASES, MatcherField, PLAIN, ROWS, Row};
use super::{EventKind, EventSet};

impl EventKind {
    /// The event of this name in settings and payloads.
    pub fn named(name: &str) -> Option<EventKind> {
        EventKind::all().find(|kind| kind.name() == name)
    }

    /// The event of a name in any of the spellings in use: other runners'
    /// names, `pre_tool_use`, `preToolUse`, `pre-tool-use`.
    pub fn known_as(name: &str) -> Option<EventKind> {
        // What is asked about by far most often.
        match name {
            "PreToolUse" => return Some(EventKind::PRE_TOOL_USE),
            "PostToolUse" => return Some(EventKind::POST_TOOL_USE),
            _ => {}
        }
        let exact = EventKind::named(name);
        let alias = || ALIASES.iter().find(|row| row.0 == name);
        let spelled = || EventKind::all().find(|k| same_word(k.name(), name));
        exact.or_else(|| alias().map(|row| row.1)).or_else(spelled)
    }

    /// The event that a person most likely meant.
    pub fn suggest(name: &str) -> Option<&'static str> {
        let known = EventKind::known_as(name).map(EventKind::name);
        let names = || EventKind::all().map(EventKind::name);
        known.or_else(|| crate::diagnostic::suggest::nearest(name, names()))
    }

    /// Every event.
    pub fn all() -> impl Iterator<Item = EventKind> {
        (0..ROWS.len()).filter_map(|at| u8::try_from(at).ok().map(EventKind))
    }

    /// Its row in the table.
    pub fn row(self) -> &'static Row {
        ROWS.get(usize::from(self.0)).unwrap_or(&PLAIN)
    }

    /// Its name in settings and payloads.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether it is about one call of a tool.
    pub fn is_tool(self) -> bool {
        self.row().matcher == MatcherField::Field("tool_name")
    }

    /// Whether it asks for a decision: something is about to happen that can
    /// be allowed, denied or asked about.
    pub fn is_decided(self) -> bool {
        let decided = [
            EventKind::PRE_TOOL_USE,
            EventKind::PERMISSION_REQUEST,
            EventKind::PRE_MODEL_SWITCH,
        ];
        decided.contains(&self)
    }
}

impl EventSet {
    /// Every event.
    pub const ALL: EventSet = EventSet((1 << ROWS.len()) - 1);

    /// The events that are about one call of a tool, which are those on
    /// which conditions are looked at.
    pub fn tools() -> EventSet {
        let bits = EventKind::all().filter(|kind| kind.is_tool());
        EventSet(bits.fold(0, |all, kind| all | EventSet::only(kind).0))
    }
}

/// Whether two names are the same but for letter case, `_` and `-`.
pub(crate) fn same_word(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    loop {
        match (a, b) {
            ([x, rest @ ..], [y, others @ ..])
                if x.eq_ignore_ascii_case(y) =>
            {
                (a, b) = (rest, others);
            }
            ([b'_' | b'-', rest @ ..], _) => a = rest,
            (_, [b'_' | b'-', rest @ ..]) => b = rest,
            _ => return a.is_empty() && b.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{Exit, Facets, SEP_2282};
    use super::*;

    #[test]
    fn the_table_holds_every_event_once() {
        assert_eq!(ROWS.len(), 33);
        for kind in EventKind::all() {
            assert_eq!(EventKind::named(kind.name()), Some(kind));
            let row = kind.row();
            if let MatcherField::Field(name) = row.matcher {
                assert!(row.fields.contains(&name), "{}", row.name);
            }
            assert!(
                row.values.is_empty() || row.matcher != MatcherField::None
            );
            assert_eq!(row.conditions, kind.is_tool(), "{}", row.name);
            assert_ne!(
                row.exit == Exit::Shown,
                row.facets.has(Facets::VETO)
                    && kind != EventKind::PERMISSION_REQUEST,
                "{}",
                row.name
            );
        }
        assert_eq!(EventSet::tools().0.count_ones(), 5);
    }

    #[test]
    fn names_of_other_runners_are_known() {
        let known = EventKind::known_as;
        for name in ["preToolUse", "pre_tool_use", "BeforeTool", "PRETOOLUSE"]
        {
            assert_eq!(known(name), Some(EventKind::PRE_TOOL_USE), "{name}");
        }
        assert_eq!(known("stop"), Some(EventKind::STOP));
        assert_eq!(known("preCompact"), Some(EventKind::PRE_COMPACT));
        assert_eq!(known("toString"), None);
        for (name, kind) in SEP_2282 {
            assert_eq!(known(name), Some(*kind));
        }
    }

    #[test]
    fn words_are_compared_without_case_and_joints() {
        let same = [
            ("tool_name", "toolName"),
            ("tool_name", "-TOOL--name_"),
            ("_", ""),
            ("a_-b", "a-_b"),
        ];
        for (a, b) in same {
            assert!(same_word(a, b) && same_word(b, a), "{a} {b}");
        }
        let others = [("tool", "tools"), ("", "a"), ("a_b", "ab_c")];
        for (a, b) in others {
            assert!(!same_word(a, b) && !same_word(b, a), "{a} {b}");
        }
    }

    #[test]
    fn typos_lead_to_the_event() {
        assert_eq!(EventKind::suggest("PreToolUsee"), Some("PreToolUse"));
        assert_eq!(EventKind::suggest("AfterTool"), Some("PostToolUse"));
        assert_eq!(EventKind::suggest("SubAgentStop"), Some("SubagentStop"));
        assert_eq!(EventKind::suggest("Quux"), None);
    }
}
