//! Tools under the names that other agents have for them.

use super::{Lowered, Lowerer, Scene};
use crate::event::tools::{self, Origin, Tool};
use crate::ir::Predicate;
use crate::shell::Effects;

impl Lowerer {
    /// A guard on a whole tool, which is also about calls that name the tool as
    /// other agents do: no host has told whose they are.
    pub(super) fn called_elsewhere(
        &mut self,
        tool: &Tool,
        whole: Lowered,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Lowered {
        let guards = effects == Effects::DENY || effects == Effects::ASK;
        let is_it = |name: &&str| {
            let meant = tools::foreign(name);
            meant == Some((tool.name, Origin::Elsewhere))
                && tools::find(name).is_none()
        };
        let names = tools::foreign_names().filter(is_it).map(str::to_owned);
        let names: Vec<String> = names.collect();
        if !guards || !scene.dialect.doubts_count || names.is_empty() {
            return whole;
        }
        let predicate =
            Predicate::any_of([whole.predicate, self.tool_is(names)]);
        Lowered { predicate, ..whole }
    }
}
