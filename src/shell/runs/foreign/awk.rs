//! awk programs, as far as they run commands or write files.

/// What a program does besides printing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act<'a> {
    /// Runs this command line.
    Runs(&'a str),
    /// Runs one that starts like this: `system("rm " x)`.
    Starts(&'a str),
    /// Writes this file.
    Writes(&'a str),
    /// Writes a file that is not written out.
    WritesAny,
    /// Reads such a file.
    ReadsAny,
    /// Runs, reads or writes something that is not written out.
    Opaque,
}

/// What the next string would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Value,
    Command,
    File,
}

/// A walk over a program.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    rest: &'a str,
    string: Option<&'a str>,
    /// The first one of the statement.
    first: Option<&'a str>,
    operand: bool,
    printing: bool,
    depth: u32,
    next: Next,
    /// Whether the shell puts something into its strings: `"< \"$f\""`.
    open: bool,
}

impl<'a> Scan<'a> {
    pub(super) fn new(program: &'a str, open: bool) -> Scan<'a> {
        Scan {
            rest: program,
            string: None,
            first: None,
            operand: false,
            printing: false,
            depth: 0,
            next: Next::Value,
            open,
        }
    }

    /// The next thing that it does.
    pub(super) fn next(&mut self) -> Option<Act<'a>> {
        loop {
            let mut chars = self.rest.chars();
            let c = chars.next()?;
            let whole = self.rest;
            self.rest = chars.as_str();
            if c.is_ascii_alphabetic() || c == '_' || c == '@' {
                let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let end = self.rest.find(|c| !name(c));
                let end = end.unwrap_or(self.rest.len());
                let word = whole.get(..=end).unwrap_or("");
                self.rest = self.rest.get(end..).unwrap_or("");
                if let Some(act) = self.word(word) {
                    return Some(act);
                }
            } else if let Some(act) = self.sign(c) {
                return Some(act);
            }
        }
    }

    fn word(&mut self, word: &str) -> Option<Act<'a>> {
        self.string = None;
        self.operand = true;
        match word {
            "print" | "printf" => {
                (self.printing, self.depth) = (true, 0);
                self.operand = false;
                None
            }
            "system" => {
                self.next = Next::Command;
                Some(Act::Opaque)
            }
            "getline" if self.reads_any() => Some(Act::ReadsAny),
            "getline" | "@include" | "@load" => Some(Act::Opaque),
            "return" | "in" => {
                self.operand = false;
                None
            }
            _ => None,
        }
    }

    fn sign(&mut self, c: char) -> Option<Act<'a>> {
        match c {
            ' ' | '\t' => return None,
            '"' => return self.text(),
            '/' if !self.operand => self.regex(),
            '#' => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.rest = self.rest.get(end..).unwrap_or("");
            }
            '|' if self.rest.starts_with('|') => {
                self.rest = self.rest.get(1..).unwrap_or("");
                self.operand = false;
            }
            '|' => {
                self.operand = false;
                self.next = Next::Command;
                let all = self.string.take().map(Act::Runs);
                let start = self.first.take().map(Act::Starts);
                return Some(all.or(start).unwrap_or(Act::Opaque));
            }
            '>' if self.printing && self.depth == 0 => {
                self.rest = self.rest.trim_start_matches('>');
                (self.operand, self.next) = (false, Next::File);
                return Some(match self.is_written_out(self.rest) {
                    true => Act::Opaque,
                    false => Act::WritesAny,
                });
            }
            ';' | '\n' | '{' | '}' => {
                (self.printing, self.operand) = (false, false);
                (self.next, self.string) = (Next::Value, None);
                self.first = None;
            }
            '(' => {
                self.depth += 1;
                self.operand = false;
            }
            ')' => {
                self.depth = self.depth.saturating_sub(1);
                self.operand = true;
            }
            ']' => self.operand = true,
            _ => {
                self.operand = c.is_ascii_digit() || c == '$' || c == '.';
                self.string = None;
            }
        }
        None
    }

    /// A string; the opening quote is behind.
    fn text(&mut self) -> Option<Act<'a>> {
        let text = self.until('"');
        self.operand = true;
        self.string = Some(text);
        self.first.get_or_insert(text);
        let behind = self.rest.trim_start_matches([' ', '\t']);
        let goes_on = !behind.is_empty()
            && !behind.starts_with([')', ';', '}', '|', '&', '\n', '#', ',']);
        match std::mem::take(&mut self.next) {
            Next::Value => None,
            Next::Command if goes_on => Some(Act::Starts(text)),
            Next::Command => Some(Act::Runs(text)),
            Next::File => Some(Act::Writes(text)),
        }
    }

    /// Whether what stands behind `getline` is `<` and a file that is not
    /// written out: `getline line < f`.
    fn reads_any(&self) -> bool {
        let name = |c: char| c.is_ascii_alphanumeric() || "_$ []".contains(c);
        let rest = self.rest.trim_start_matches(name);
        rest.strip_prefix('<').is_some_and(|file| !self.is_written_out(file))
    }

    /// Whether a text starts with a string that is all of what it stands for.
    fn is_written_out(&self, text: &str) -> bool {
        let string = written_out(text);
        string.is_some_and(|file| !(self.open && file.contains(['$', '`'])))
    }

    fn regex(&mut self) {
        self.until('/');
        self.operand = true;
    }

    /// The text up to a delimiter that is not escaped; moves behind it.
    fn until(&mut self, ends: char) -> &'a str {
        let text = self.rest;
        let mut escaped = false;
        for (at, c) in text.char_indices() {
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == ends {
                self.rest = text.get(at + c.len_utf8()..).unwrap_or("");
                return text.get(..at).unwrap_or("");
            }
        }
        self.rest = "";
        text
    }
}

/// The string that a text starts with, if nothing is put behind it.
fn written_out(text: &str) -> Option<&str> {
    let text = text.trim_start().strip_prefix('"')?;
    let (file, rest) = text.split_once('"')?;
    let rest = rest.trim_start_matches([' ', '\t']);
    let ends = [';', '}', ')', '\n', '#', '&', '|', '>', '<', '='];
    let all = rest.is_empty() || rest.starts_with(ends);
    (all && !file.contains('\\')).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acts(program: &str) -> Vec<Act<'_>> {
        let mut scan = Scan::new(program, false);
        std::iter::from_fn(|| scan.next()).collect()
    }

    #[test]
    fn printing_is_harmless() {
        assert_eq!(acts("{print $1}"), []);
        assert_eq!(acts("$3 > 5 {print $1, \"a|b\"}"), []);
        assert_eq!(acts("/a|b/ || $2 ~ /x>y/ {n++} END{print n}"), []);
        assert_eq!(acts("{print ($1 > 2)}"), []);
    }

    #[test]
    fn commands_and_files_are_found() {
        assert_eq!(
            acts("BEGIN{\"rm x\"|getline}"),
            [Act::Runs("rm x"), Act::Opaque]
        );
        assert_eq!(
            acts("BEGIN{system(\"rm x\")}"),
            [Act::Opaque, Act::Runs("rm x")]
        );
        assert_eq!(
            acts("{print \"x\" > \"out\"}"),
            [Act::Opaque, Act::Writes("out")]
        );
        assert_eq!(
            acts("{print $1 | \"sh\"}"),
            [Act::Opaque, Act::Runs("sh")]
        );
        assert_eq!(acts("{print > f}"), [Act::WritesAny]);
        assert_eq!(acts("{while ((getline l < f) > 0) n++}"), [Act::ReadsAny]);
        assert_eq!(
            acts("{getline l < \"x\"; getline; close(\"x\")}"),
            [Act::Opaque, Act::Opaque]
        );
    }
}
