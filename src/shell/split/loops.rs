//! Where loops of `for` start and end.

use super::Loop;
use super::lexer::Lexer;

/// How many loops may stand between the start of one and its end.
const NEAR: usize = 64;

impl Lexer<'_, '_> {
    /// Notes a loop of `for` in the line itself.
    pub(super) fn open_loop(&mut self, raw: &str, start: usize) {
        if raw == "for" && self.place.is_none() {
            let from = self.out.heads.len() as u32;
            let span = self.span(start, start);
            let heads = (from, from);
            self.out.loops.push(Loop { span, heads, body: span });
        }
    }

    /// The loop that stands open.
    fn innermost_loop(&mut self) -> Option<&mut Loop> {
        let start = self.frame_start();
        let start = self.span(start, start).start;
        let mut loops = self.out.loops.iter_mut().rev().take(NEAR);
        let found = loops.find(|one| one.span.start == start);
        found.filter(|_| self.place.is_none())
    }

    /// The body of a loop starts here.
    pub(super) fn enter_loop(&mut self) {
        let to = self.out.heads.len() as u32;
        let at = self.span(self.at, self.at);
        if let Some(found) = self.innermost_loop() {
            (found.heads.1, found.body) = (to, at);
        }
    }

    /// A loop ends here, with the word that starts at `start`.
    pub(super) fn leave_loop(&mut self, start: usize) {
        let (body, end) = (self.span(start, start), self.span(start, self.at));
        if let Some(found) = self.innermost_loop()
            && found.body.start > found.span.start
        {
            (found.body.end, found.span.end) = (body.start, end.end);
        }
    }
}
