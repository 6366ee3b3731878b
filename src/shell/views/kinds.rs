//! What `kubectl` does something with: `kubectl delete ns x`, `ns/x` and
//! `pods,ns x` are what a guard on `kubectl delete namespace x` means.

use super::options::Around;
use super::subcommands::{Head, takes_word};
use crate::shell::Effects;
use crate::shell::data::kinds;
use crate::shell::scene::Scene;
use crate::shell::words::Words;

/// How many objects are looked at.
const OBJECTS: usize = 16;

/// The subcommands that take a kind, and names of it.
const ABOUT: &[&str] = &[
    "annotate", "delete", "describe", "edit", "exec", "get", "label", "logs",
    "patch", "scale",
];

impl Scene<'_> {
    /// Views with the other names of the kinds that a command is about.
    pub(super) fn kinds(
        &mut self,
        around: Around<'_>,
        head: Head,
        rest: Words,
    ) {
        let Head::Path(path) = head else { return };
        let (kubectl, first) =
            (around.name == "kubectl", path.words().first());
        let about = |&at: &usize| ABOUT.contains(&self.text_at(at));
        let rollout = |&at: &usize| self.is_at(at, "rollout");
        let about = match path.len {
            1 => first.is_some_and(about),
            2 => first.is_some_and(rollout),
            _ => false,
        };
        if !kubectl || !about {
            return;
        }
        let (mut count, mut first) = (0, true);
        for at in rest.iter() {
            let taken = at > rest.start
                && self.is_option(at - 1)
                && takes_word(around.row, self.text_at(at - 1)) == Some(true);
            if taken || self.is_option(at) {
                continue;
            }
            let line = self.line;
            let Some(word) = line.words.get(at) else { return };
            let text = word.cooked.of(&line.text);
            let (list, name) = text.split_once('/').unwrap_or((text, ""));
            // Behind the first, only `kind/name` is no name.
            if !std::mem::take(&mut first) && name.is_empty() {
                break;
            }
            for kind in list.split(',') {
                count += 1;
                if count > OBJECTS || self.out.text.len() > self.room(64) {
                    let start = self.out.text.len();
                    self.head(around.name, head);
                    return self.push_view(start, Effects::OPEN);
                }
                self.kind(around, head, (rest, at), (kind, name));
            }
        }
    }

    /// Views with one kind in the place of a word, under each of its names.
    fn kind(
        &mut self,
        around: Around<'_>,
        head: Head,
        (rest, at): (Words, usize),
        (kind, name): (&str, &str),
    ) {
        for other in kinds::names(kind).unwrap_or(&[]) {
            // `deployment x`, `deployment/x`
            let ways = [(true, " "), (false, " "), (true, "/"), (false, "/")];
            let ways = ways.get(..if name.is_empty() { 2 } else { 4 });
            for &(options, sign) in ways.unwrap_or(&[]) {
                let start = self.out.text.len();
                self.head(around.name, head);
                self.out.text.extend([" ", *other]);
                if !name.is_empty() {
                    self.out.text.extend([sign, name]);
                }
                for word in rest.iter().filter(|&word| word != at) {
                    let kept = options || !self.is_option(word);
                    if kept && (word > at || self.is_option(word)) {
                        self.cooked_words(word..word + 1);
                    }
                }
                self.push_view(start, around.guard);
            }
        }
    }
}
