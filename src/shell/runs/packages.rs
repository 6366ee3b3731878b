//! Programs of images and packages that are named otherwise than by the first
//! word of what runs.

use crate::shell::data::images::{IMAGES, PACKAGES};
use crate::shell::data::programs::Known;
use crate::shell::data::wrappers::{Kind, Wrapper};
use crate::shell::scene::Scene;
use crate::shell::words::raw;
use crate::shell::words::{Words, cooked_at};
use crate::source::Spare;

impl Scene<'_> {
    /// `docker run --entrypoint rm image x`: the program stands before the
    /// image, its words behind it.
    pub(super) fn entry_point(
        &mut self,
        row: &Wrapper,
        words: Words,
        at: usize,
    ) {
        let line = self.line;
        if row.name == "nvm" && self.is_at(words.start + 1, "run") {
            // `nvm run 18 -e x`
            let rest = words.from(at).iter();
            let rest = rest.map(|at| raw(line, self.text, at));
            let pieces = std::iter::once("node").chain(rest);
            self.code(pieces, self.span_of(words), true);
        }
        if !row.long.contains(&"entrypoint") {
            return;
        }
        self.program_of_image(row, words, at);
        for index in words.iter().take_while(|&index| index < at) {
            let text = cooked_at(line, index);
            let named = match text.strip_prefix("--entrypoint") {
                Some("") => cooked_at(line, index + 1),
                Some(rest) => rest.strip_prefix('=').unwrap_or(""),
                None => continue,
            };
            let rest = words.from(at).iter();
            let rest = rest.map(|next| raw(line, self.text, next));
            let pieces = std::iter::once(named).chain(rest);
            self.code(pieces, self.span_of(words), true);
        }
    }

    /// `docker run alpine/git push`: the program that an image may be made for,
    /// by its name, with the words behind it.
    fn program_of_image(&mut self, row: &Wrapper, words: Words, at: usize) {
        /// Each level of images within images has those behind it.
        const MOST: usize = 256;
        let line = self.line;
        let image = cooked_at(line, at - 1);
        let name = image.rsplit('/').next().unwrap_or(image);
        let name = name.split([':', '@']).next().unwrap_or(name);
        let other = IMAGES.iter().find(|row| row.0 == name);
        let name = other.map_or(name, |row| row.1);
        let known = Known::of(name);
        // The name of a service, and what it is there for in its place.
        let service = row.name == "docker-compose";
        if !known.is_known() && other.is_none()
            || service && !self.names_words(name, "")
            || known.is_shell()
            || known.interpreter().is_some()
            || at <= words.start + 1
            || words.from(at).is_empty()
        {
            return;
        }
        let mut text = Spare::of(&[name]);
        for next in words.from(at).iter().take(MOST) {
            text.push(' ');
            text.push_str(cooked_at(line, next));
        }
        let span = self.span_of(words);
        self.maybe_text(&text, span);
        self.line_may_be_run(&text, span);
    }

    /// `npx npm@latest publish`: the program of a package of some version,
    /// or of another name.
    pub(super) fn of_version(&mut self, row: &Wrapper, words: Words) {
        let line = self.line;
        let text = cooked_at(line, words.start);
        let version = text.rfind('@').filter(|&at| at > 0);
        if row.kind != Kind::Runner {
            return;
        }
        let name = version.and_then(|at| text.get(..at)).unwrap_or(text);
        let other = PACKAGES.iter().find(|package| package.0 == name);
        let name = other.map_or(name, |package| package.1);
        if name == text {
            return;
        }
        let rest = words.from(words.start + 1).iter();
        let rest = rest.map(|at| raw(line, self.text, at));
        let pieces = std::iter::once(name).chain(rest);
        self.code(pieces, self.span_of(words), true);
    }

    /// `pnpm eslint --fix x`, `yarn run prettier -w x`: a program that
    /// changes files, of the packages of a project.
    pub(super) fn of_project(&mut self, words: Words) {
        /// How many options stand before it.
        const SOME: usize = 8;
        let rest = words.from(words.start + 1);
        for at in rest.iter().take(SOME) {
            let text = self.text_at(at);
            let before = self.text_at(at - 1);
            if Known::usually(text).1.changes() {
                return self.as_written(words.from(at));
            }
            let value = before.starts_with('-');
            if !value && !text.starts_with('-') && text != "run" {
                return;
            }
        }
    }
}
