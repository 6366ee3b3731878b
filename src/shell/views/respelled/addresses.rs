//! Addresses among the words of a command, as they are usually written.

use super::address::{self, Form};
use super::operands::Target;
use super::{MOST, usual};
use crate::shell::data::respell::{self, Spelling};
use crate::shell::guards::named::Behind;
use crate::shell::scene::Scene;
use crate::shell::split::WordBytes;
use crate::shell::views::options::Around;
use crate::shell::views::subcommands::Head;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, Reason, Shell};

impl Scene<'_> {
    /// Whether a word is an address, or holds one.
    pub(in crate::shell::views) fn is_address(&self, at: usize) -> bool {
        const COLON: u16 = WordBytes::COLON | WordBytes::CHANGED;
        self.word(at).is_some_and(|word| word.bytes.any(COLON))
            && is_written(self.text_at(at))
    }

    /// Addresses as they are usually written.
    pub(super) fn addresses(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        spelling: Option<Spelling>,
    ) {
        let line = self.line;
        let spelling = spelling.or_else(|| {
            let (program, sub) = self.named_by(around.name, head);
            respell::of_hosts(program, sub)
        });
        let fetch = spelling == Some(Spelling::Fetch);
        let hosts = matches!(
            spelling,
            Some(Spelling::Host | Spelling::Hosts | Spelling::Names)
        );
        if !fetch && !hosts && !words.iter().any(|at| self.is_address(at)) {
            return;
        }
        let target = |at: &usize| self.target(around, head, words, *at);
        let sure = |at: &usize| target(at) == Target::Yes;
        let first = words.iter().find(sure).filter(|_| hosts);
        for form in address::FORMS {
            let has = |at| address::has_form(cooked_at(line, at), form);
            let plain = form == Form::Usual;
            if plain || (form != Form::Bare || fetch) && words.iter().any(has)
            {
                let looked = Looked { spelling, first, form };
                self.in_form(around, head, words, looked);
            }
        }
        if let Some(first) = first.filter(|_| spelling == Some(Spelling::Host))
        {
            self.with_user(around, head, words, first);
        }
        if fetch {
            self.schemes(around, head, words);
            self.address_list(around, head, words);
        }
    }

    /// Addresses in one of their forms, all of them and each alone.
    fn in_form(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        looked: Looked,
    ) {
        let line = self.line;
        let text = |at| cooked_at(line, at);
        let start = self.out.text.len();
        if start > self.room(64) {
            let span = self.span_of(words);
            return self.doubt(Reason::Size, span, Effects::GUARD);
        }
        self.head(around.name, head);
        let (program, sub) = self.named_by(around.name, head);
        let behind = Behind::new(program, sub);
        let named = self.places.options;
        let mut more = false;
        let (mut count, mut found) = (0, [0; MOST]);
        for at in words.iter() {
            let before = self.out.text.len();
            let host = looked.is_host(at) && !self.is_option(at);
            self.out.text.push(' ');
            let cut = self.is_cut(text(at).len());
            let out = &mut self.out.text;
            let changed =
                !cut && address::write_as(text(at), host, looked.form, out);
            if !changed {
                self.out.text.truncate(before);
                self.cooked_words(at..at + 1);
            } else if let Some(place) = found.get_mut(count) {
                *place = at;
                count += 1;
            } else {
                let text = self.out.text.get(before + 1..).unwrap_or("");
                more |= named.is_none_or(|n| n.has_operand(behind, text));
            }
        }
        match count {
            0 => self.out.text.truncate(start),
            _ => self.push_view(start, around.guard),
        }
        if more {
            self.any_address(around, head);
        }
        // Alone, for guards that name it first.
        for &at in found.get(..count).unwrap_or(&[]) {
            self.address_alone(around, head, (words, at), looked);
        }
        let last = found.get(..count).and_then(|found| found.last());
        if let Some(&last) = last.filter(|_| !looked.is_known()) {
            self.behind_operands(
                around,
                head,
                Words { end: last + 1, ..words },
            );
        }
    }

    /// What stands before addresses that are not looked at one by one.
    pub(super) fn any_address(&mut self, around: Around<'_>, head: Head) {
        self.headed(around.name, head, Words::default(), Effects::FOUND);
    }

    /// One address and the words behind it.
    fn address_alone(
        &mut self,
        around: Around<'_>,
        head: Head,
        (words, at): (Words, usize),
        looked: Looked,
    ) {
        let target = self.target(around, head, words, at);
        if target == Target::No {
            return;
        }
        let (start, first) = (self.out.text.len(), self.out.views.len());
        self.head(around.name, head);
        self.out.text.push(' ');
        let text = cooked_at(self.line, at);
        let host = looked.is_host(at);
        address::write_as(text, host, looked.form, &mut self.out.text);
        self.cooked_words(at + 1..words.end);
        self.push_view(start, around.guard);
        if target == Target::Maybe {
            let span = self.span_of(words);
            self.unsure(first, span, Reason::OptionValue);
        }
    }

    /// `git remote add -f o https://u@x` as `git remote add o https://x`:
    /// the last word is an address. Options that may take words do, or do
    /// not.
    fn behind_operands(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        let line = self.line;
        if !words.iter().any(|at| self.is_option(at)) {
            return;
        }
        for least in [Target::Maybe, Target::Yes] {
            let (start, first) = (self.out.text.len(), self.out.views.len());
            self.head(around.name, head);
            let (mut operands, mut unsure) = (0, false);
            for at in words.iter() {
                let target = self.target(around, head, words, at);
                unsure |= target == Target::Maybe;
                if target == Target::No || target < least {
                    continue;
                }
                operands += 1;
                self.out.text.push(' ');
                let out = &mut self.out.text;
                let from = out.len();
                if !address::write(cooked_at(line, at), false, out) {
                    out.truncate(from);
                    out.push_str(cooked_at(line, at));
                }
            }
            if operands < 2 {
                return self.out.text.truncate(start);
            }
            self.push_view(start, around.guard);
            if !unsure {
                return;
            }
            let span = self.span_of(words);
            self.unsure(first, span, Reason::OptionValue);
        }
    }

    /// `curl example.com` as `curl http://example.com/`, and addresses
    /// without a scheme where guards name such.
    fn schemes(&mut self, around: Around<'_>, head: Head, words: Words) {
        let line = self.line;
        let behind = Behind::new(around.name, "");
        let named = self.places.options;
        let power = self.shell == Shell::PowerShell;
        let is_named = |text: &str| {
            power || named.is_none_or(|named| named.has_operand(behind, text))
        };
        let mut count = 0;
        for at in words.iter() {
            let text = cooked_at(line, at);
            let text = text.strip_prefix("--url=").unwrap_or(text);
            if self.is_cut(text.len()) || text.starts_with('-') {
                continue;
            }
            let globs = usual(around.name, power) == "curl";
            if let Some((_, rest)) = address::split(text) {
                if globs && is_named(text) {
                    self.each_address(around, head, "", text);
                }
                if !is_named(rest) {
                    continue;
                }
                count += 1;
                if count > MOST {
                    return self.any_address(around, head);
                }
                let start = self.out.text.len();
                self.head(around.name, head);
                self.out.text.extend([" ", rest]);
                self.cooked_words(at + 1..words.end);
                self.push_view(start, around.guard);
                continue;
            }
            let target = self.target(around, head, words, at);
            if !may_be_host(text) || target == Target::No {
                continue;
            }
            let schemes = ["http", "https"].map(|s| is_named(s).then_some(s));
            for scheme in schemes.into_iter().flatten() {
                count += 1;
                if count > MOST {
                    return self.any_address(around, head);
                }
                let first = self.out.views.len();
                if globs {
                    self.each_address(around, head, scheme, text);
                }
                self.under(scheme, around, head, (words, at));
                if scheme == "https" || target == Target::Maybe {
                    let span = self.span_of(words);
                    self.unsure(first, span, Reason::ProgramWord);
                }
            }
        }
    }

    /// An address under a scheme that it stands without, in all its forms,
    /// and the words behind it.
    fn under(
        &mut self,
        scheme: &str,
        around: Around<'_>,
        head: Head,
        (words, at): (Words, usize),
    ) {
        let text = cooked_at(self.line, at);
        let text = text.strip_prefix("--url=").unwrap_or(text);
        for form in address::FORMS {
            if form != Form::Bare && !address::has_form(text, form) {
                continue;
            }
            let start = self.out.text.len();
            self.head(around.name, head);
            self.out.text.push(' ');
            address::with_scheme(scheme, text, form, &mut self.out.text);
            self.cooked_words(at + 1..words.end);
            self.push_view(start, around.guard);
        }
    }
}

/// Whether a text holds an address, of those of the web also with one slash.
fn is_written(text: &str) -> bool {
    text.contains("://")
        || text.get(..4).is_some_and(|web| web.eq_ignore_ascii_case("http"))
            && text.contains(":/")
}

/// What addresses of a command are looked for.
#[derive(Clone, Copy)]
struct Looked {
    spelling: Option<Spelling>,
    /// The first word that is surely no option's.
    first: Option<usize>,
    form: Form,
}

impl Looked {
    /// Whether the program is one whose operands are addresses.
    fn is_known(self) -> bool {
        let (host, hosts) = (Spelling::Host, Spelling::Hosts);
        let known = [host, hosts, Spelling::Names, Spelling::Fetch];
        self.spelling.is_some_and(|spelling| known.contains(&spelling))
    }

    /// Whether a word is a host that needs no scheme.
    fn is_host(self, at: usize) -> bool {
        match self.spelling {
            Some(Spelling::Host) => Some(at) == self.first,
            Some(Spelling::Hosts | Spelling::Names) => true,
            _ => false,
        }
    }
}

/// Whether a word may be a host: `x.org`, `2130706433`.
fn may_be_host(text: &str) -> bool {
    let number = text.bytes().next().is_some_and(|b| b.is_ascii_digit());
    number
        || text.contains(['.', '%'])
        || text.starts_with("localhost")
        || !text.is_ascii()
}
