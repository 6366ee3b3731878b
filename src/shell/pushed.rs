//! `pushd x; y; popd`: where the line was before.

use super::cd::{Cd, location};
use super::detours::FOLLOWED;
use super::scene::Scene;
use super::words::Words;

impl Scene<'_> {
    /// Takes the last `pushd` back, if both are sure to be run, or it is not
    /// known where this leads.
    pub(super) fn take_back(&mut self) {
        let last = self.pushed.pop();
        let last = last.filter(|&(at, _)| {
            let far = self.simple - at > FOLLOWED;
            !far && (self.is_come_to() || self.is_sure(at))
        });
        self.cd = last.map_or(Cd::Unknown, |(_, cd)| cd);
    }

    /// Notes that a `pushd` is left from there.
    pub(super) fn push_place(&mut self, from: Cd) {
        if self.is_come_to() {
            self.pushed.push((self.simple, from));
        } else {
            self.pushed.clear();
        }
    }

    /// Whether the command at hand took a `pushd` back, and whatever came of
    /// that one, the line is where it was.
    pub(super) fn is_taken_back(&mut self, from: Cd) -> bool {
        let name = Words::of(self.own).start;
        let back = location(self.text_at(name)) == "popd";
        if back {
            self.went = Some(self.simple);
        }
        back && self.cd != Cd::Unknown
            && self.is_come_to()
            && from != Cd::Unknown
    }
}
