//! Lines of `cmd`, written as PowerShell would write them, so that the
//! commands in them and their files are found. Not every line means the same
//! there: only guards look at the result.

/// Words that may stand before a command.
const LEADING: [&str; 3] = ["call", "do", "else"];

/// Commands of its own that use files, and take options.
const OWN: [&str; 14] = [
    "cd", "chdir", "copy", "del", "dir", "erase", "md", "mkdir", "mklink",
    "move", "rd", "ren", "rmdir", "type",
];

/// What stands behind `if` and takes one word.
const TESTS: [&str; 4] = ["cmdextversion", "defined", "errorlevel", "exist"];

/// Characters that a caret only repeats.
fn plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '/' | '\\' | '_' | '-' | ':')
}

/// The line in the words of PowerShell.
pub(super) fn as_powershell(line: &str) -> String {
    let mut writer = Writer::default();
    for word in line.split_inclusive([' ', '\t', '&', '|']) {
        let word = writer.glued(word);
        if !writer.keyword(word) {
            writer.text(word);
        }
    }
    writer.out
}

/// What comes next behind `start`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Starts {
    #[default]
    Nothing,
    Option,
    Directory,
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The last character that is no blank, so that nobody has to go back
    /// over many of them.
    last: Option<char>,
    quoted: bool,
    /// How many words of the condition of an `if` are still to come.
    condition: u8,
    /// How many words of `mklink` are still to come: the link, and where it
    /// leads.
    links: u8,
    /// How far the directory was read that `start /d x y` names.
    starts: Starts,
}

impl Writer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        let last = text.chars().rfind(|c| *c == '\n' || !c.is_whitespace());
        self.last = last.or(self.last);
    }

    fn put_char(&mut self, c: char) {
        self.put(c.encode_utf8(&mut [0; 4]));
    }

    /// A character without its meaning.
    fn put_plain(&mut self, c: char) {
        self.put("`");
        self.put_char(c);
    }

    /// Whether a command may start here.
    fn at_start(&self) -> bool {
        let before = self.last;
        before.is_none_or(|c| matches!(c, ';' | '&' | '|' | '(' | '\n'))
    }

    /// Puts a blank between a command of `cmd` itself and its first option,
    /// which may stand right behind it: `del/q x`.
    fn glued<'w>(&mut self, written: &'w str) -> &'w str {
        let word = written.trim_start_matches(['@', '(']);
        let skipped = written.len() - word.len();
        let own = OWN.iter().find(|own| {
            let name = word.get(..own.len());
            name.is_some_and(|name| name.eq_ignore_ascii_case(own))
                && word.as_bytes().get(own.len()) == Some(&b'/')
        });
        let Some(own) = own.filter(|_| !self.quoted && self.at_start()) else {
            return written;
        };
        let (front, rest) = written.split_at(skipped + own.len());
        self.text(front);
        self.put(" ");
        rest
    }

    /// Leaves out a word that stands before a command, and conditions.
    fn keyword(&mut self, written: &str) -> bool {
        let word = written.trim_start_matches(['@', '(']).trim_end();
        let is = |list: &[&str]| {
            list.iter().any(|entry| entry.eq_ignore_ascii_case(word))
        };
        if self.quoted || word.is_empty() {
            return false;
        }
        if self.condition > 0 {
            if is(&["/i", "not"]) {
                return true;
            }
            let whole = word.find("==").is_some_and(|at| at + 2 < word.len());
            let half = word.ends_with("==") || is(&TESTS);
            self.condition = match (whole, half) {
                (true, _) => 0,
                (_, true) => 1,
                _ => self.condition - 1,
            };
            if self.condition == 0 {
                self.put(";");
            }
            return true;
        }
        if self.link(word) || self.start(word) {
            return true;
        }
        let goes = ["cd ", "chdir "].iter().any(|cd| {
            let end = self.out.len().saturating_sub(cd.len());
            self.out.get(end..).is_some_and(|e| e.eq_ignore_ascii_case(cd))
        });
        if goes && is(&["/d"]) {
            return true;
        }
        if is(&["if"]) && self.at_start() {
            self.condition = 3;
            return true;
        }
        let leads = is(&LEADING) && (self.at_start() || !is(&["call"]));
        if leads {
            self.put(";");
        }
        leads
    }

    /// `mklink /j l src` as `New-Item … l -Target src`; whether the word is
    /// left out.
    fn link(&mut self, word: &str) -> bool {
        if self.at_start() {
            self.links = 0;
            if word.eq_ignore_ascii_case("mklink") {
                self.links = 2;
                self.put("New-Item -ItemType Junction ");
                return true;
            }
        }
        if self.links == 0 {
            return false;
        }
        if word.starts_with('/') {
            return true;
        }
        self.links -= 1;
        if self.links == 0 {
            self.put("-Target ");
        }
        false
    }

    /// `start /d src x` as `start; cd src; start x`; whether the word is left
    /// out.
    fn start(&mut self, word: &str) -> bool {
        if self.at_start() {
            let starts = word.eq_ignore_ascii_case("start");
            self.starts = match starts {
                true => Starts::Option,
                false => Starts::Nothing,
            };
            return false;
        }
        match self.starts {
            Starts::Option if word.eq_ignore_ascii_case("/d") => {
                self.put("; cd ");
                self.starts = Starts::Directory;
                true
            }
            Starts::Directory => {
                self.starts = Starts::Nothing;
                self.text(word);
                self.put("; start ");
                true
            }
            _ => false,
        }
    }

    fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let behind = rest.get(c.len_utf8()..).unwrap_or("");
            rest = match c {
                '%' | '!' => self.variable(c, behind),
                '^' if !self.quoted => self.escaped(behind),
                _ => {
                    self.plain(c);
                    behind
                }
            };
        }
    }

    /// What a caret takes the meaning from.
    fn escaped<'t>(&mut self, behind: &'t str) -> &'t str {
        let Some(c) = behind.chars().next() else { return behind };
        match plain(c) {
            true => self.put_char(c),
            false => self.put_plain(c),
        }
        behind.get(c.len_utf8()..).unwrap_or("")
    }

    /// `%NAME%`, `%i`, `!NAME!`: a place that is known, or any variable.
    fn variable<'t>(&mut self, mark: char, behind: &'t str) -> &'t str {
        let odd = |c: char| {
            !(c.is_alphanumeric() || matches!(c, '_' | '(' | ')' | ':' | '~'))
        };
        let end = behind.find(odd).unwrap_or(behind.len());
        let name = behind.get(..end).unwrap_or("");
        let rest = behind.get(end..).unwrap_or("");
        let whole = rest.strip_prefix(mark).filter(|_| !name.is_empty());
        if let Some(rest) = whole {
            self.put(match name.to_ascii_lowercase().as_str() {
                "cd" => "$PWD",
                "userprofile" | "homepath" => "$HOME",
                _ => "${x}",
            });
            return rest;
        }
        if mark == '!' || name.is_empty() {
            self.put(if mark == '!' { "!" } else { "" });
            return behind;
        }
        // `%i`, `%~fi`: one letter
        self.put("${x}");
        let letters = name.strip_prefix('~').map_or(1, |_| name.len());
        behind.get(letters..).unwrap_or("")
    }

    fn plain(&mut self, c: char) {
        let separates = !self.quoted;
        match c {
            '"' => {
                self.quoted = !self.quoted;
                self.put("\"");
            }
            '@' if separates && self.at_start() => {}
            '`' | '$' => self.put_plain(c),
            '\'' | '#' | '{' | '}' if separates => self.put_plain(c),
            ',' | ';' if separates => self.put(" "),
            '<' if separates => self.put("; gc "),
            '&' if separates => self.put(";"),
            _ => self.put_char(c),
        }
    }
}
