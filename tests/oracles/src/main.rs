//! What other parsers of bash see: for each line of the input, a JSON string
//! with a command line, a line of output `{"rable": […], "tree_sitter": […]}`
//! with the first word of every simple command as it is written, or `null`
//! where the parser refuses the text.
//!
//! A process of its own, because these parsers can abort.

use std::io::{BufRead, Write};

use rable::{Node, NodeKind};

fn main() {
    let stdin = std::io::stdin();
    let mut out = std::io::stdout().lock();
    for line in stdin.lock().lines() {
        let Ok(line) = line else { return };
        let Ok(text) = serde_json::from_str::<String>(&line) else { return };
        let row = serde_json::json!({
            "rable": by_rable(&text),
            "tree_sitter": by_tree_sitter(&text),
        });
        if writeln!(out, "{row}").and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

fn by_rable(text: &str) -> Option<Vec<String>> {
    let nodes = rable::parse(text, false).ok()?;
    let mut found = Vec::new();
    nodes.iter().for_each(|node| walk(node, &mut found));
    Some(found)
}

/// The first words of the commands in a node.
fn walk(node: &Node, found: &mut Vec<String>) {
    let mut all = |nodes: &[Node]| nodes.iter().for_each(|n| walk(n, found));
    match &node.kind {
        NodeKind::Word { parts, .. } => all(parts),
        NodeKind::Command { assignments, words, redirects } => {
            all(assignments);
            all(words);
            all(redirects);
            if let Some(Node { kind: NodeKind::Word { value, .. }, .. }) =
                words.first()
            {
                found.push(value.clone());
            }
        }
        NodeKind::Pipeline { commands, .. } => all(commands),
        NodeKind::List { items } => {
            items.iter().for_each(|item| walk(&item.command, found));
        }
        NodeKind::If { condition, then_body, else_body, redirects } => {
            all(redirects);
            walk(condition, found);
            walk(then_body, found);
            else_body.iter().for_each(|node| walk(node, found));
        }
        NodeKind::While { condition, body, redirects }
        | NodeKind::Until { condition, body, redirects } => {
            all(redirects);
            walk(condition, found);
            walk(body, found);
        }
        NodeKind::For { words, body, redirects, .. }
        | NodeKind::Select { words, body, redirects, .. } => {
            words.iter().for_each(|words| all(words));
            all(redirects);
            walk(body, found);
        }
        NodeKind::ForArith { body, redirects, .. }
        | NodeKind::Subshell { body, redirects }
        | NodeKind::BraceGroup { body, redirects }
        | NodeKind::ConditionalExpr { body, redirects } => {
            all(redirects);
            walk(body, found);
        }
        NodeKind::Case { word, patterns, redirects } => {
            all(redirects);
            walk(word, found);
            let bodies = patterns.iter().filter_map(|p| p.body.as_ref());
            bodies.for_each(|body| walk(body, found));
        }
        NodeKind::Function { body, .. } => walk(body, found),
        NodeKind::Coproc { command, .. }
        | NodeKind::CommandSubstitution { command, .. }
        | NodeKind::ProcessSubstitution { command, .. } => {
            walk(command, found);
        }
        NodeKind::Redirect { target, .. } => walk(target, found),
        NodeKind::Negation { pipeline } | NodeKind::Time { pipeline, .. } => {
            walk(pipeline, found);
        }
        NodeKind::Array { elements } => all(elements),
        NodeKind::CondAnd { left, right }
        | NodeKind::CondOr { left, right } => {
            walk(left, found);
            walk(right, found);
        }
        NodeKind::CondNot { operand: inner }
        | NodeKind::CondParen { inner } => walk(inner, found),
        _ => {}
    }
}

fn by_tree_sitter(text: &str) -> Option<Vec<String>> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    let tree = parser.parse(text, None)?;
    if tree.root_node().has_error() {
        return None;
    }
    let mut found = Vec::new();
    let mut open = vec![tree.root_node()];
    while let Some(node) = open.pop() {
        if node.kind() == "command"
            && let Some(name) = node.child_by_field_name("name")
            && let Some(word) = text.get(name.byte_range())
        {
            found.push(word.to_owned());
        }
        let mut cursor = node.walk();
        open.extend(node.children(&mut cursor));
    }
    Some(found)
}
