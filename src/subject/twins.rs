//! The other names of files, which guards look at besides.

use super::path::{self, Directories};
use super::{PathUse, Subjects};
use crate::event::{Context, Event};
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
            for n in used.spellings.0..used.spellings.1 {
                self.by_links(n as usize);
            }
            // Links may lie behind others.
            for n in start..self.spellings.len() {
                self.by_links(n);
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

    /// Keeps where the links of the context lead: a guard may be on the name
    /// of a link, and a call say where it leads.
    pub(super) fn take_leads(&mut self, event: &Event<'_>, context: &Context) {
        let places = Directories::of(event, context, self.moved);
        for link in places.links() {
            let mut place = String::new();
            let leads = path::behind_links(link.at(), &places, &mut place);
            // What leads to the root is no name for all that there is.
            if leads.is_some() && !place.is_empty() {
                self.leads.push((place, link.at().to_owned()));
            }
        }
        self.leads.sort_unstable();
    }

    /// A path by the names of the links that lead to it, or to a directory
    /// that it lies in. Linear in its names.
    fn by_links(&mut self, at: usize) {
        let span = self.spellings.get(at).copied();
        let Some(span) = span.filter(|_| !self.leads.is_empty()) else {
            return;
        };
        let leads = std::mem::take(&mut self.leads);
        let path = span.of(&self.text);
        let ends = path.match_indices('/').map(|(end, _)| end).skip(1);
        let ends: Vec<usize> = ends.chain([path.len()]).collect();
        for end in ends {
            let directory = span.of(&self.text).get(..end).unwrap_or("");
            let from = leads.partition_point(|lead| *lead.0 < *directory);
            let same = leads.get(from..).unwrap_or_default().iter();
            let directory = directory.to_owned();
            for (place, link) in same.take_while(|lead| lead.0 == directory) {
                self.twin(span, place, link);
            }
        }
        self.leads = leads;
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
