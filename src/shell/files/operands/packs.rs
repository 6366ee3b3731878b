//! Programs that pack or unpack files, and only read them where they are
//! told to print or to test, or pack into another file.

use crate::shell::Access;
use crate::shell::data::files::{Handler, Role};
use crate::shell::data::packs::{
    MADE, PACKERS, Packer, SET_BY, ZIP, ZIP_WORDS,
};
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::{Words, cooked_at};
use crate::source::Spare;

impl Scene<'_> {
    /// What a program does with its first operand, and with the others.
    pub(crate) fn roles(&self, row: &Handler, words: Words) -> (Role, Role) {
        let (own, reads) = (row.role, Role::Reads);
        if row.name == "install" && self.makes_directories(words) {
            return (Role::Writes, Role::Writes);
        }
        if own != Role::Edits || !self.profile.strict {
            return (own, own);
        }
        if row.name == "zip" {
            let packs = self.only_packs(words) && !self.packs_otherwise();
            return (own, if packs { reads } else { own });
        }
        let packer = PACKERS.iter().find(|p| p.program == row.name);
        let prints = packer.is_some_and(|packer| {
            self.prints_packed(packer, words) && !self.packs_otherwise()
        });
        if prints { (reads, reads) } else { (own, own) }
    }

    /// `gunzip x.gz` writes `x`, `gzip x` writes `x.gz`, `zip x y` writes
    /// `x.zip`.
    pub(super) fn packed_as(&mut self, row: &Handler, at: usize) {
        const ENDS: [&str; 6] = [".gz", ".bz2", ".xz", ".zst", ".lzma", ".Z"];
        let line = self.line;
        let text = cooked_at(line, at);
        let span = self.span_of(Words { start: at, end: at + 1 });
        let name = ENDS.iter().find_map(|end| text.strip_suffix(end));
        if let Some(name) = name {
            self.known_file(Access::Write, name, span, false);
        }
        let end = MADE.iter().find(|made| made.0 == row.name);
        if let Some(&(program, end)) = end {
            let name = text.rsplit('/').next().unwrap_or(text);
            if program != "zip" || !name.contains('.') {
                let made = Spare::of(&[text, end]);
                self.known_file(Access::Write, &made, span, false);
            }
        }
    }

    /// Whether `zip` writes its first operand alone: no option says that it
    /// takes away what it packs.
    fn only_packs(&self, words: Words) -> bool {
        let mut named = false;
        for at in words.iter() {
            let text = self.text_at(at);
            let Some(letters) = text.strip_prefix('-') else {
                let is_one = self.literal_at(at);
                if !is_one && (!named || !self.is_no_option(at)) {
                    return false;
                }
                named = true;
                continue;
            };
            let list = ZIP_WORDS.contains(&text);
            let plain = letters.chars().all(|c| ZIP.contains(c));
            let known = self.literal_at(at) && (plain || list && named);
            if !known {
                return false;
            }
        }
        true
    }

    /// Whether a word that is not known is no option: names that a glob
    /// finds, which start otherwise.
    fn is_no_option(&self, at: usize) -> bool {
        const GIVEN: u16 = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        self.word(at).is_some_and(|word| {
            !word.flags.any(GIVEN | WordFlags::BRACE)
                && !self.cooked(word).starts_with(['*', '?', '[', '-'])
        })
    }

    /// Whether a program prints what it packs or unpacks, or tests it, and
    /// leaves the file as it is.
    fn prints_packed(&self, packer: &Packer, words: Words) -> bool {
        let (mut prints, mut looks, mut acts) = (false, false, false);
        let mut open = false;
        // Whether the option before may take this word.
        let mut taken = false;
        for at in words.iter() {
            let text = self.text_at(at);
            let value = std::mem::take(&mut taken);
            open |= !self.literal_at(at) && !self.is_no_option(at);
            let Some(option) = text.strip_prefix('-') else { continue };
            if text == "--" {
                break;
            }
            if option.starts_with('-') {
                let name = text.split('=').next().unwrap_or(text);
                acts |= packer.acts.iter().any(|act| act.starts_with(name));
                prints |= packer.prints.contains(&text) && !value && !open;
                looks |= packer.looks.contains(&text) && !value && !open;
                taken = !packer.knows(text) && name == text;
                continue;
            }
            acts |= option.contains(['d', 'z']);
            if value || open {
                continue;
            }
            taken = !packer.are_flags(option);
            if !taken {
                prints |= option.contains('c');
                looks |= option.contains(['l', 't']);
            } else {
                prints |= text == "-o" && packer.names_output;
            }
        }
        let removes = packer.removes.iter().any(|option| {
            words.iter().any(|at| {
                let text = self.text_at(at);
                text.len() > 2 && option.starts_with(text)
            })
        });
        let prints = prints && (packer.removes.is_empty() || !open);
        !removes && (prints || looks && (packer.keeps || !acts && !open))
    }

    /// Whether the line may tell such programs more by a variable.
    fn packs_otherwise(&self) -> bool {
        *self.whole.packs_otherwise.get_or_init(|| {
            SET_BY.iter().any(|name| self.outermost.contains(name))
        })
    }
}
