//! The objects in a text that need be no JSON.

/// Each object with what is in it. What lies in one counts for itself only
/// where that one is not written as JSON is, or has no end: so a brace that
/// is none of an answer hides no answer behind it. No place of the text is in
/// more than two of them.
pub(super) fn objects(text: &str) -> Vec<&str> {
    let mut found = Found::default();
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        let rest = || text.get(at + 1..).unwrap_or("");
        if quoted && !(byte == b'{' && begins_with_key(rest())) {
            if byte == b'\n' {
                // No text of JSON goes over a line end.
                found.spoil();
            }
            quoted = byte != b'\n' && (escaped || byte != b'"');
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'{' => {
                if quoted {
                    found.spoil();
                }
                quoted = false;
                found.open(at, rest());
            }
            b'}' => found.close(at + 1),
            b'"' => (quoted, escaped) = (!found.open.is_empty(), false),
            _ => {}
        }
    }
    found.end(text.len());
    let all = found.done.iter();
    all.filter_map(|(start, end)| text.get(*start..*end)).collect()
}

/// What was found so far.
#[derive(Default)]
struct Found {
    /// The braces that are open.
    open: Vec<Brace>,
    /// Where objects start and end.
    done: Vec<(usize, usize)>,
}

struct Brace {
    start: usize,
    /// Whether it begins and goes on as an object of JSON does.
    is_object: bool,
    /// The first brace in it.
    inner: Option<usize>,
}

impl Found {
    fn open(&mut self, start: usize, rest: &str) {
        if let Some(around) = self.open.last_mut() {
            around.inner.get_or_insert(start);
        }
        let is_object = rest.trim_start().starts_with(['"', '}']);
        self.open.push(Brace { start, is_object, inner: None });
    }

    /// What is open is no JSON.
    fn spoil(&mut self) {
        if let Some(around) = self.open.last_mut() {
            around.is_object = false;
        }
    }

    fn close(&mut self, end: usize) {
        let Some(brace) = self.open.pop() else { return };
        if !brace.is_object {
            let inner = brace.inner.filter(|_| !self.open.is_empty());
            let end = inner.unwrap_or(end);
            return self.done.push((brace.start, end));
        }
        // What is in it counts by the keys that it stands under.
        while self.done.last().is_some_and(|done| done.0 > brace.start) {
            self.done.pop();
        }
        self.done.push((brace.start, end));
    }

    /// Those that have no end, each up to the next one.
    fn end(&mut self, end: usize) {
        let starts = self.open.iter().map(|brace| brace.start);
        let ends = starts.clone().skip(1).chain([end]);
        self.done.extend(starts.zip(ends));
    }
}

/// Whether a key and a colon stand behind a brace: in a text of JSON they
/// cannot, so what seemed to be one is none.
fn begins_with_key(rest: &str) -> bool {
    let Some(key) = rest.trim_start().strip_prefix('"') else { return false };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let behind = key.trim_start_matches(is_part);
    let behind = behind.strip_prefix('"').filter(|_| behind != key);
    behind.is_some_and(|behind| behind.trim_start().starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_brace_hides_no_object_behind_it() {
        const NO: &str = r#"{"a": {"b": 1}}"#;
        for before in [
            "",
            "x ",
            "{",
            "warn: { bad\n",
            "{\n",
            "{ {",
            "}",
            "{ \"",
            "{\"x\":\"unterminated\n",
            "{\"x\":\"unterminated ",
            "{\"x\": {\"y\": ",
        ] {
            for behind in ["", "}", " }}", " {", " \"", "\n{\"z\""] {
                let text = format!("{before}{NO}{behind}");
                let is_in = before.ends_with(": ") && behind.contains('}');
                let found = objects(&text).contains(&NO);
                assert!(found || is_in, "{text}: {:?}", objects(&text));
            }
        }
    }

    #[test]
    fn what_stands_under_a_key_is_part_of_the_object() {
        for text in [
            r#"{"a": {"b": {}}, "c": "{ \" {"}"#,
            r#"{"a": { bad }}"#,
            r#"{"a": "{", "b": "}"}"#,
            "{}",
        ] {
            assert_eq!(objects(text), [text]);
        }
        let cut = r#"{"a": {"b": 1"#;
        assert_eq!(objects(cut), [r#"{"a": "#, r#"{"b": 1"#]);
    }

    proptest! {
        #[test]
        fn each_place_is_looked_at_twice_at_most(
            text in r#"([{}":a \\\n]|\{"a":){0,60}"#,
        ) {
            let all: usize = objects(&text).iter().map(|o| o.len()).sum();
            prop_assert!(all <= 2 * text.len(), "{:?}", objects(&text));
        }
    }
}
