//! `sudo rm -fr /etc/x`: what `sudo` runs, for guards that name both.

use crate::shell::data::interpreters::SCRIPTED;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, base_name};

impl Scene<'_> {
    /// Whether `sudo` runs the command that starts at a word, and guards
    /// name what that runs.
    pub(crate) fn is_behind_sudo(&self, at: usize) -> bool {
        if at <= self.own.words.0 as usize && !self.job.sudo {
            return false;
        }
        let named = self.places.options;
        named.is_none_or(|named| named.has_sudo())
            && (self.job.sudo || self.first_sudo() < at)
    }

    /// The first word of the simple command that is `sudo`, or where its
    /// words end.
    fn first_sudo(&self) -> usize {
        let own = self.own.words;
        let asked = self.asked.sudo.get();
        if let Some((_, at)) = asked.filter(|asked| asked.0 == own) {
            return at;
        }
        let mut words = Words::of(self.own).iter();
        let sudo = |&at: &usize| {
            matches!(base_name(self.text_at(at)), "sudo" | "doas" | "gsudo")
        };
        let at = words.find(sudo).unwrap_or(own.1 as usize);
        self.asked.sudo.set(Some((own, at)));
        at
    }

    /// Where the own options of a program end at the latest.
    pub(crate) fn end_of_own(&self, name: &str, words: Words) -> usize {
        let own = match name {
            // What it runs has options of its own.
            "sudo" | "doas" => self.behind_wrappers(words),
            _ => return self.end_before_script(name, words),
        };
        if own > words.start { own } else { words.end }
    }

    /// Where the script starts that an interpreter is given: what stands
    /// behind it is the script's own (`python x.py -c dev`).
    pub(crate) fn end_before_script(&self, name: &str, words: Words) -> usize {
        let version = |c: char| c.is_ascii_digit() || c == '.';
        let name = name.trim_end_matches(version);
        let Some(row) = SCRIPTED.iter().find(|row| row.0 == name) else {
            return words.end;
        };
        let (mut at, mut value) = (words.start + 1, false);
        while at < words.end {
            let text = self.text_at(at);
            let option = text.strip_prefix(['-', '+']);
            let option = option.filter(|letters| !letters.is_empty());
            match option {
                // A word that stays unknown may be an option.
                None if !value => match self.literal_at(at) {
                    true => return at,
                    false => return words.end,
                },
                None => value = false,
                Some(letters) => {
                    // `python -m pytest -c x`: what follows is the module's.
                    let module =
                        letters.ends_with('m') && !letters.starts_with('-');
                    if name == "python" && module {
                        return at + 1;
                    }
                    value = !letters.chars().all(|c| row.1.contains(c));
                }
            }
            at += 1;
        }
        words.end
    }
}
