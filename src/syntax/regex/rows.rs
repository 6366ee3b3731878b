//! Alternatives as rows of parts, and the look-aheads that such a row may
//! start with.

use super::{Kind, Node};

impl Node {
    /// The alternatives, each a row of parts with the groups at its start
    /// opened up.
    pub(crate) fn rows(&self) -> Vec<Vec<&Node>> {
        match &self.kind {
            Kind::Either(all) => all.iter().flat_map(Node::rows).collect(),
            _ => vec![self.flat()],
        }
    }

    fn flat(&self) -> Vec<&Node> {
        match &self.kind {
            Kind::Sequence(all) => all.iter().flat_map(Node::flat).collect(),
            Kind::Group { body, .. }
                if !matches!(body.kind, Kind::Either(_)) =>
            {
                body.flat()
            }
            _ => vec![self],
        }
    }

    /// What a look-ahead looks for, and whether it must not be there.
    pub(crate) fn look_ahead(&self) -> Option<(bool, &Node)> {
        match &self.kind {
            Kind::Look { behind: false, negated, body } => {
                Some((*negated, body))
            }
            _ => None,
        }
    }
}

/// Whether a row starts with `^` and a look-ahead.
pub(crate) fn starts_ahead(row: &[&Node]) -> bool {
    let mut rest = row.iter().skip_while(|part| part.kind == Kind::Start);
    row.first().is_some_and(|part| part.kind == Kind::Start)
        && rest.next().is_some_and(|part| part.look_ahead().is_some())
}
