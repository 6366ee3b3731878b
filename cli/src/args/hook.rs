use std::ffi::OsString;

use clap::{Args, ValueEnum};

/// Be a hook: an event on standard input, the host's answer on standard
/// output.
///
/// To be written into the hooks of a coding agent, for the events before a
/// tool runs and for any other. Rules and `type: "decision"` hooks answer;
/// nothing is executed. No opinion is no output. What only lets a call run
/// is said with --allow alone, so that the host's own questions stay.
#[derive(Debug, PartialEq, Args)]
#[command(after_help = "\
Example, in .claude/settings.json:
  {\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\",
    \"command\": \"hookset\", \"args\": [\"hook\", \"--image\", \
\"/home/u/policy.hsi\"]}]}]}}

Names of tools and fields are those of the policy's language; those of other
hosts are translated. Where a host cannot ask, a question stops the call.

Exit codes: 0 with one JSON object or nothing; 2 for an intended block where
the event knows no other way. Anything that goes wrong (no policy, no event,
a wrong option, a fault of our own) ends as --on-error says, never with 2 by
accident.")]
pub(crate) struct HookArgs {
    /// Settings or hook files; all are in force together.
    #[arg(
        long,
        short,
        num_args = 1..,
        value_name = "FILE",
        required_unless_present = "image"
    )]
    pub(crate) policy: Vec<String>,
    /// A compiled policy instead, as `hookset compile` writes it.
    #[arg(
        long,
        value_name = "IMAGE",
        conflicts_with_all = ["policy", "dialect"]
    )]
    pub(crate) image: Option<String>,
    /// Who calls: whose events are read, whose answers are given.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) host: HostName,
    /// What to answer when there is no answer. `ask` where the event can
    /// ask. Elsewhere it stops a call that cannot be read, as a question
    /// does; all else it lets pass, and says so on standard error.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) on_error: OnError,
    /// Also say `allow`, which makes the host ask nothing.
    #[arg(long)]
    pub(crate) allow: bool,
    /// How to read the policy: `hookset` is strict, `claude` predicts that
    /// runner [default: hookset].
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
}

impl HookArgs {
    /// What the parser of arguments makes of the command line that hosts
    /// use for an image, every option said once and as it is written here.
    /// None for any other, for the parser to look at: putting that together
    /// takes longer than all of the answer, and the host waits.
    pub(crate) fn plain(args: &[OsString]) -> Option<HookArgs> {
        let mut args = args.iter().skip(1).map(|arg| arg.to_str());
        if args.next()?? != "hook" {
            return None;
        }
        let (mut image, mut host, mut on_error) = (None, None, None);
        let mut allow = false;
        while let Some(arg) = args.next() {
            let mut value = || {
                let value = args.next()??;
                let is_value = !value.is_empty() && !value.starts_with('-');
                is_value.then_some(value)
            };
            let is_first = match arg? {
                "--image" => image.replace(value()?.to_owned()).is_none(),
                "--host" => {
                    let host_name = HostName::from_str(value()?, false);
                    host.replace(host_name.ok()?).is_none()
                }
                "--on-error" => {
                    let name = OnError::from_str(value()?, false);
                    on_error.replace(name.ok()?).is_none()
                }
                "--allow" => !std::mem::replace(&mut allow, true),
                _ => false,
            };
            if !is_first {
                return None;
            }
        }
        Some(HookArgs {
            policy: Vec::new(),
            image: Some(image?),
            host: host.unwrap_or_default(),
            on_error: on_error.unwrap_or_default(),
            allow,
            dialect: None,
        })
    }
}

/// The agents whose hooks are understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum HostName {
    /// Claude Code.
    #[default]
    Claude,
    /// Codex.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Qwen Code.
    Qwen,
    /// Copilot, on the command line and in VS Code.
    Copilot,
    /// Cursor.
    Cursor,
}

/// What to answer when there is no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Nothing: the host goes on.
    Open,
    /// A question to the person.
    #[default]
    Ask,
    /// A block.
    Deny,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;

    /// What the parser makes of it.
    fn parsed(args: &[OsString]) -> Option<HookArgs> {
        match Cli::try_parse_from(args).ok()?.command {
            Command::Hook(args) => Some(args),
            _ => None,
        }
    }

    #[test]
    fn the_quick_way_agrees_with_the_parser() {
        let words = [
            "hook",
            "--image",
            "x.hsi",
            "--host",
            "cursor",
            "--on-error",
            "deny",
            "--allow",
            "--nope",
            "-",
            "",
            "--host=codex",
            "--policy",
            "check",
            "--",
            "--color",
            "DENY",
        ];
        let mut agreed = 0;
        // Every line of up to four of these behind `hook`, and some longer.
        let mut line = |numbers: &[usize]| {
            let mut args = vec![OsString::from("hookset"), "hook".into()];
            args.extend(numbers.iter().map(|n| OsString::from(words[*n])));
            if let Some(plain) = HookArgs::plain(&args) {
                assert_eq!(Some(plain), parsed(&args), "{args:?}");
                agreed += 1;
            }
        };
        for n in 0..words.len().pow(4) {
            let digit = |at| n / words.len().pow(at) % words.len();
            let all: Vec<usize> = (0..4).map(digit).collect();
            for len in 0..=4 {
                if all.iter().skip(len).all(|n| *n == 0) {
                    line(all.get(..len).unwrap_or_default());
                }
            }
        }
        line(&[1, 2, 3, 4, 5, 6, 7]);
        line(&[7, 5, 6, 3, 4, 1, 2]);
        assert!(agreed > 10, "{agreed}");
    }
}
