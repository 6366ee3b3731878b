use super::is_unruly;

/// Writes compact JSON, one value after the other. Commas and escapes are
/// its business; balanced brackets follow from the closures.
#[derive(Debug, Default)]
pub struct Json {
    out: String,
    /// Whether a value stands right before, so that the next needs a comma.
    after_value: bool,
}

impl Json {
    /// A writer that has written nothing.
    pub fn new() -> Json {
        Json::default()
    }

    /// What was written.
    pub fn finish(self) -> String {
        self.out
    }

    /// An object; `fields` writes its keys and values.
    pub fn object(&mut self, fields: impl FnOnce(&mut Json)) {
        self.nested('{', '}', fields);
    }

    /// An array; `items` writes its values.
    pub fn array(&mut self, items: impl FnOnce(&mut Json)) {
        self.nested('[', ']', items);
    }

    /// A key; the next call writes its value.
    pub fn key(&mut self, name: &str) -> &mut Json {
        self.comma();
        self.quote(name);
        self.out.push(':');
        self.after_value = false;
        self
    }

    /// A string.
    pub fn string(&mut self, text: &str) {
        self.comma();
        self.quote(text);
        self.after_value = true;
    }

    /// A string, or `null`.
    pub fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.string(text),
            None => self.raw("null"),
        }
    }

    /// A number.
    pub fn number(&mut self, number: u32) {
        self.raw(&number.to_string());
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    /// `null`.
    pub fn null(&mut self) {
        self.raw("null");
    }

    fn raw(&mut self, text: &str) {
        self.comma();
        self.out.push_str(text);
        self.after_value = true;
    }

    fn nested(
        &mut self,
        open: char,
        close: char,
        inner: impl FnOnce(&mut Json),
    ) {
        self.comma();
        self.out.push(open);
        self.after_value = false;
        inner(self);
        self.out.push(close);
        self.after_value = true;
    }

    fn comma(&mut self) {
        if self.after_value {
            self.out.push(',');
        }
    }

    fn quote(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                // All of these are of four digits.
                c if is_unruly(c) => {
                    self.out.push_str(&format!("\\u{:04x}", c as u32));
                }
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }
}
