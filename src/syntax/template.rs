//! Texts with placeholders: text → tree.
//!
//! The place a text stands in picks the syntax. Reading never fails: what is
//! no placeholder is text. What a placeholder is filled with is settled in
//! [`crate::plan`]; a template is filled once, and what was filled in is
//! never read as a template again.

use pest::Parser;
use pest::iterators::Pair;

use crate::source::Span;

#[allow(
    missing_docs,
    reason = "the rules are documented in the grammar file itself"
)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/template.pest"]
    pub(super) struct Grammar;
}

use grammar::{Grammar, Rule};

/// How placeholders are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TemplateSyntax {
    /// There are none.
    Plain,
    /// `{name}`
    Braces,
    /// `${a.b[0].c}`
    Fields,
    /// `$ARGUMENTS`; `\$` is a dollar.
    Arguments,
    /// `$NAME` and `${NAME}`
    Variables,
}

/// A text with placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Template {
    /// Its parts, in order.
    pub parts: Vec<TemplatePart>,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TemplatePart {
    /// Text that stays.
    Text(String),
    /// A placeholder.
    Placeholder(Placeholder),
}

/// Something to be filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placeholder {
    /// The names that lead to the value, from the outside in; a position in
    /// a list is a name of digits.
    pub path: Vec<String>,
    /// It as it is written.
    pub written: String,
    /// Where it stands in the text.
    pub span: Span,
}

impl Placeholder {
    /// The names joined by dots.
    pub fn name(&self) -> String {
        self.path.join(".")
    }
}

impl Template {
    /// The placeholders, in order.
    pub fn placeholders(&self) -> impl Iterator<Item = &Placeholder> {
        self.parts.iter().filter_map(|part| match part {
            TemplatePart::Placeholder(placeholder) => Some(placeholder),
            TemplatePart::Text(_) => None,
        })
    }
}

/// Reads a text. Linear in its length.
pub fn parse_template(text: &str, syntax: TemplateSyntax) -> Template {
    let rule = match syntax {
        TemplateSyntax::Plain => None,
        TemplateSyntax::Braces => Some(Rule::braces),
        TemplateSyntax::Fields => Some(Rule::fields),
        TemplateSyntax::Arguments => Some(Rule::arguments),
        TemplateSyntax::Variables => Some(Rule::variables),
    };
    // The grammar takes every text; were one refused, it would stay as is.
    let pairs = rule.and_then(|rule| Grammar::parse(rule, text).ok());
    let Some(whole) = pairs.and_then(|mut pairs| pairs.next()) else {
        let parts = match text {
            "" => Vec::new(),
            text => vec![TemplatePart::Text(text.to_owned())],
        };
        return Template { parts };
    };
    let mut template = Template::default();
    for pair in whole.into_inner() {
        match pair.as_rule() {
            Rule::EOI => {}
            Rule::dollar => template.text("$"),
            Rule::brace_var
            | Rule::field_var
            | Rule::argument_var
            | Rule::variable => {
                let placeholder = placeholder(&pair);
                let part = TemplatePart::Placeholder(placeholder);
                template.parts.push(part);
            }
            _ => template.text(pair.as_str()),
        }
    }
    template
}

impl Template {
    /// Adds text, to the text before it where there is some.
    fn text(&mut self, more: &str) {
        match self.parts.last_mut() {
            Some(TemplatePart::Text(text)) => text.push_str(more),
            _ => self.parts.push(TemplatePart::Text(more.to_owned())),
        }
    }
}

fn placeholder(pair: &Pair<'_, Rule>) -> Placeholder {
    let names = pair.clone().into_inner();
    let at = pair.as_span();
    Placeholder {
        path: names.map(|name| name.as_str().to_owned()).collect(),
        written: pair.as_str().to_owned(),
        span: Span::new(at.start(), at.end()),
    }
}

impl std::fmt::Display for Template {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for part in &self.parts {
            match part {
                TemplatePart::Text(text) => f.write_str(text)?,
                TemplatePart::Placeholder(part) => {
                    f.write_str(&part.written)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str, syntax: TemplateSyntax) -> Vec<String> {
        let template = parse_template(text, syntax);
        let parts = template.parts.iter().map(|part| match part {
            TemplatePart::Text(text) => text.clone(),
            TemplatePart::Placeholder(part) => format!("<{}>", part.name()),
        });
        parts.collect()
    }

    #[test]
    fn each_syntax_has_its_placeholders() {
        use TemplateSyntax::*;
        let all = "a {b} ${c.d} $ARGUMENTS $E";
        assert_eq!(shape(all, Plain), [all]);
        assert_eq!(shape(all, Braces), ["a ", "<b>", " ${c.d} $ARGUMENTS $E"]);
        assert_eq!(shape(all, Fields), ["a {b} ", "<c.d>", " $ARGUMENTS $E"]);
        assert_eq!(
            shape(all, Arguments),
            ["a {b} ${c.d} ", "<ARGUMENTS>", " $E"]
        );
        assert_eq!(
            shape(all, Variables),
            ["a {b} ${c.d} ", "<ARGUMENTS>", " ", "<E>"]
        );
    }

    #[test]
    fn what_is_no_placeholder_is_text() {
        use TemplateSyntax::*;
        for (text, syntax) in [
            ("{", Braces),
            ("{}", Braces),
            ("{a b} {\"x\": 1}", Braces),
            ("${}", Fields),
            ("${a..b}", Fields),
            ("${a", Fields),
            ("$ARGUMENTSX $ARGUMENTS_", Arguments),
            ("$ $1 ${} ${a", Variables),
            ("", Fields),
        ] {
            let template = parse_template(text, syntax);
            assert_eq!(template.placeholders().count(), 0, "{text}");
            assert_eq!(template.to_string(), text);
        }
    }

    #[test]
    fn a_dollar_can_be_escaped_in_prompts() {
        let shape =
            shape(r"\$ARGUMENTS = $ARGUMENTS", TemplateSyntax::Arguments);
        assert_eq!(shape, ["$ARGUMENTS = ", "<ARGUMENTS>"]);
    }

    #[test]
    fn positions_in_lists_are_names() {
        let text = "é${tool_calls[0].tool_name}";
        let template = parse_template(text, TemplateSyntax::Fields);
        let found: Vec<_> = template.placeholders().collect();
        assert_eq!(found[0].path, ["tool_calls", "0", "tool_name"]);
        assert_eq!(found[0].span.of(text), "${tool_calls[0].tool_name}");
    }

    #[test]
    fn long_and_odd_texts_are_read_in_one_pass() {
        use TemplateSyntax::*;
        for unit in ["{", "${", "$", "\\$", "{a", "${a.", "$A{b}"] {
            let text = unit.repeat(20_000);
            for syntax in [Braces, Fields, Arguments, Variables] {
                let read = parse_template(&text, syntax);
                assert!(read.parts.len() <= text.len());
            }
        }
    }
}
