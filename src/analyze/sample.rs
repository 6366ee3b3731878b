//! Events made up to show something.

use crate::event::Context;
use crate::event::EventKind;
use crate::event::tools;
use crate::load::{Mode, Within};
use crate::shell::{Guarded, Needed};

pub(super) const HOME: &str = "/home/user";
pub(super) const PROJECT: &str = "/home/user/project";

/// The surroundings that examples are evaluated in.
pub fn sample_context() -> Context {
    Context {
        cwd: Some(PROJECT.to_owned()),
        home: Some(HOME.to_owned()),
        project_root: Some(PROJECT.to_owned()),
        ..Context::default()
    }
}

/// An event made up to show something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    tool: String,
    shown: String,
    json: String,
}

impl Sample {
    /// Commands on globs that could name files which a rule guards and the
    /// other list does not.
    pub(super) fn of_files(own: &Guarded, other: &Guarded) -> Vec<Sample> {
        let lists = [
            ("cat", &own.reads, &other.reads),
            ("rm", &own.writes, &other.writes),
        ];
        let mut samples = Vec::new();
        for (program, own, other) in lists {
            let Some(other) = other else { continue };
            let more = own.iter().flatten().filter(|n| !other.contains(n));
            samples.extend(more.flat_map(|needed| {
                let Needed { start, end, whole, inner, .. } = needed;
                let end = if *whole { "" } else { &*format!("{end}{inner}") };
                // Two letters say something of a name that is known whole.
                let two = start.len().saturating_sub(2).max(1);
                let tails = match whole {
                    true => [start.get(1..), start.get(two..)],
                    false => [Some(end), None],
                };
                let tails = tails.into_iter().flatten();
                std::iter::once(format!("{program} {start}*{end}"))
                    .chain(tails.map(|tail| format!("x *{tail}")))
                    .map(|line| Sample::command(&line))
                    .collect::<Vec<_>>()
            }));
        }
        samples
    }

    /// A call of a tool with fields of its input.
    pub fn call(tool: &str, input: &[(&str, &str)]) -> Sample {
        let input = input.iter();
        let input = input.map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        Sample::made(EventKind::PRE_TOOL_USE, tool, input.collect(), &[])
    }

    /// A command line.
    pub fn command(line: &str) -> Sample {
        Sample::call("Bash", &[("command", line)])
    }

    /// A command line while an agent runs, or once a skill is used.
    pub fn command_within(line: &str, within: Option<&Within>) -> Sample {
        Sample::line_within("Bash", line, within)
    }

    /// The same for a shell.
    pub fn line_within(
        tool: &str,
        line: &str,
        within: Option<&Within>,
    ) -> Sample {
        let field = within.map(Within::field);
        let top = field.map(|(key, name)| (key.to_owned(), name.to_owned()));
        let input = vec![("command".to_owned(), line.to_owned())];
        Sample::made(EventKind::PRE_TOOL_USE, tool, input, top.as_slice())
    }

    /// A call whose main field holds what no rule is likely to name.
    pub(super) fn of_primary(tool: &str) -> Option<Sample> {
        let key = tools::find_canonical(tool)?.primary?;
        Some(Sample::call(tool, &[(key, unlikely(key))]))
    }

    /// The same call with something in its main field, where it says nothing
    /// at all: one without is in doubt to every guard.
    pub(super) fn filled(&self) -> Option<Sample> {
        let key = tools::find_canonical(&self.tool)?.primary?;
        let start = self.json.strip_suffix("{}}")?;
        let text = unlikely(key);
        Some(Sample {
            tool: self.tool.clone(),
            shown: format!("{} of `{text}`", self.shown),
            json: format!("{start}{{\"{key}\":\"{text}\"}}}}"),
        })
    }

    /// The same in a permission mode.
    pub(super) fn in_mode(&self, mode: Mode) -> Option<Sample> {
        let mode = mode.as_str();
        let rest = self.json.strip_prefix('{')?;
        Some(Sample {
            tool: self.tool.clone(),
            shown: format!("{} in mode `{mode}`", self.shown),
            json: format!("{{\"permission_mode\":\"{mode}\",{rest}"),
        })
    }

    /// Another event of a kind, with fields; the first is shown.
    pub(super) fn of_kind(
        kind: EventKind,
        fields: Vec<(String, String)>,
    ) -> Sample {
        let name = kind.name();
        let shown = match fields.first() {
            Some((_, value)) => format!("`{name}` of `{value}`"),
            None => format!("`{name}`"),
        };
        let mut all = vec![("hook_event_name".to_owned(), name.to_owned())];
        all.extend(fields);
        let json = format!("{{{}}}", pairs(&all));
        Sample { tool: name.to_owned(), shown, json }
    }

    pub(super) fn made(
        kind: EventKind,
        tool: &str,
        input: Vec<(String, String)>,
        top: &[(String, String)],
    ) -> Sample {
        let own = tools::find_canonical(tool).and_then(|tool| tool.primary);
        let main = input.iter().find(|(key, _)| Some(&**key) == own);
        let shell = tools::find_canonical(tool)
            .is_some_and(|tool| tool.governs.is_shell());
        let shown = match (main.or(input.first()), main.is_some()) {
            (Some((_, value)), true) if shell => format!("`{value}`"),
            (Some((_, value)), true) => format!("`{tool}` of `{value}`"),
            (Some((key, value)), false) => {
                format!("`{tool}` with `{key}` `{value}`")
            }
            (None, _) => format!("`{tool}`"),
        };
        let others =
            input.iter().filter(|one| main.is_some_and(|m| m != *one));
        let shown = others.fold(shown, |shown, (key, value)| {
            format!("{shown} with `{key}` `{value}`")
        });
        let shown =
            top.iter().fold(shown, |shown, (key, value)| match key.as_str() {
                "cwd" => format!("{shown} in `{value}`"),
                "mcp_server_name" => {
                    format!("{shown} of the server `{value}`")
                }
                _ => shown,
            });
        let mut head = vec![
            ("hook_event_name".to_owned(), kind.name().to_owned()),
            ("tool_name".to_owned(), tool.to_owned()),
        ];
        for one in top {
            // Rules of one skill each name it; a key stands in an event once.
            if !head.iter().any(|(key, _)| *key == one.0) {
                head.push(one.clone());
            }
        }
        let json = format!(
            "{{{},\"tool_input\":{{{}}}}}",
            pairs(&head),
            pairs(&input)
        );
        Sample { tool: tool.to_owned(), shown, json }
    }

    /// In words, for a person.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The tool that is called.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The event as a runner would send it.
    pub fn json(&self) -> &str {
        &self.json
    }
}

/// A value of a tool's main field that no rule is likely to name.
fn unlikely(key: &str) -> &'static str {
    if key == "url" { "https://hookset.invalid" } else { "hookset-x" }
}

/// What stands in a JSON object.
fn pairs(all: &[(String, String)]) -> String {
    let pairs = all.iter();
    let pairs = pairs.map(|(k, v)| format!("{}:{}", quoted(k), quoted(v)));
    pairs.collect::<Vec<_>>().join(",")
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An event with a key twice is in doubt, and so no witness of anything
    /// else.
    #[test]
    fn a_key_stands_in_an_event_once() {
        let skill = ("active_skill".to_owned(), "go".to_owned());
        let sample = Sample::made(
            EventKind::PRE_TOOL_USE,
            "Bash",
            vec![("command".to_owned(), "ls".to_owned())],
            &[skill.clone(), skill],
        );
        assert_eq!(sample.json().matches("active_skill").count(), 1);
    }
}
