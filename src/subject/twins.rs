//! The other names of files, which guards look at besides.

use super::path;
use super::{PathUse, Subjects};
use crate::shell::Effects;
use crate::source::Span;

impl Subjects {
    /// Lists files once more by the names that they have through directories
    /// which are links: those that are so in every such system, and those on
    /// the way to the directories that rules start at.
    pub(super) fn twins(&mut self) {
        let ways = std::mem::take(&mut self.ways);
        for at in 0..self.paths.len() {
            let Some(&used) = self.paths.get(at) else { break };
            if path::is_full(&self.text) {
                break;
            }
            let start = self.spellings.len();
            for n in used.spellings.0..used.spellings.1 {
                let Some(&span) = self.spellings.get(n as usize) else {
                    break;
                };
                if path::may_have_twin(span.of(&self.text)) {
                    for &(link, place) in self.moved {
                        self.twin(span, link, place);
                        self.twin(span, place, link);
                    }
                }
                for (link, place) in &ways {
                    self.twin(span, place, link);
                }
            }
            let spellings = Span::new(start, self.spellings.len());
            if !spellings.is_empty() {
                self.paths.push(PathUse {
                    effects: Effects(used.effects.0 & !Effects::ALLOW.0),
                    spellings: (spellings.start, spellings.end),
                    needs_cover: false,
                    ..used
                });
            }
        }
        self.ways = ways;
    }

    /// A path that lies in one directory, by the name of the other.
    fn twin(&mut self, path: Span, from: &str, to: &str) {
        let rest = path::behind(from, path.of(&self.text));
        let Some(rest) = rest.map(str::len) else { return };
        let start = self.text.len();
        let end = path.end as usize;
        self.text.push_str(to);
        self.text.extend_from_within(end - rest..end);
        self.spellings.push(Span::new(start, self.text.len()));
    }
}
