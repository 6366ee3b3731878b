//! Tree → text. Parsing what is printed gives the same tree, spans aside.

use std::fmt::{Display, Formatter, Result};

use super::{Comparison, Condition, FieldTest, ToolPattern};

impl Display for ToolPattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.name.value)?;
        match &self.content {
            Some(content) => write!(f, "({})", content.value),
            None => Ok(()),
        }
    }
}

impl Display for FieldTest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.path.value)?;
        match &self.test {
            Comparison::Exists => Ok(()),
            Comparison::Equals(value) => {
                write!(f, " == \"{}\"", escaped(&value.value, false))
            }
            Comparison::Like(glob) => {
                let parts: Vec<_> =
                    glob.parts.iter().map(|p| escaped(p, true)).collect();
                write!(f, " ~ \"{}\"", parts.join("*"))
            }
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Condition::Tool(pattern) => pattern.fmt(f),
            Condition::Field(test) => test.fmt(f),
            Condition::And(members) => joined(members, " && ", f),
            Condition::Or(members) => joined(members, " || ", f),
            Condition::Not(inner) => {
                f.write_str("!")?;
                bracketed(inner, f)
            }
        }
    }
}

fn joined(members: &[Condition], with: &str, f: &mut Formatter<'_>) -> Result {
    for (at, member) in members.iter().enumerate() {
        if at > 0 {
            f.write_str(with)?;
        }
        bracketed(member, f)?;
    }
    Ok(())
}

fn bracketed(inner: &Condition, f: &mut Formatter<'_>) -> Result {
    match inner {
        Condition::And(_) | Condition::Or(_) => write!(f, "({inner})"),
        _ => inner.fmt(f),
    }
}

fn escaped(text: &str, stars: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '"' | '\\') || (stars && c == '*') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
