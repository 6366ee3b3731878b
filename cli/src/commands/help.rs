//! `hookset help`: a command's help, or a topic.

use std::io::{self, Write};

use clap::CommandFactory;

use hookset::diagnostic::suggest;
use hookset::syntax;

use crate::Exit;
use crate::args::{Cli, HelpArgs};
use crate::terminal::{self, Stream};
use crate::text::shortened;

/// What there is help on besides commands.
const TOPICS: [(&str, &str); 4] = [
    ("config", include_str!("help/config.txt")),
    ("context", include_str!("help/context.txt")),
    ("decisions", syntax::DECISIONS),
    ("syntax", syntax::REFERENCE),
];

pub(crate) fn run(args: &HelpArgs) -> Exit {
    let mut command = Cli::command();
    if let [topic] = args.topic.as_slice()
        && let Some((_, text)) = TOPICS.iter().find(|row| row.0 == topic)
    {
        terminal::write(Stream::Out, text);
        return Exit::Clean;
    }
    if !args.topic.is_empty() {
        command.build();
    }
    let mut at = &mut command;
    for (depth, topic) in args.topic.iter().enumerate() {
        if at.find_subcommand(topic).is_none() {
            let topics = if depth == 0 { &TOPICS[..] } else { &[] };
            return unknown(topic, at, topics);
        }
        let Some(command) = at.find_subcommand_mut(topic) else {
            return Exit::Internal;
        };
        at = command;
    }
    help(at)
}

/// Says what there is help on besides what was asked for.
fn unknown(
    topic: &str,
    command: &clap::Command,
    topics: &[(&str, &str)],
) -> Exit {
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    let mut names: Vec<&str> = shown.map(|sub| sub.get_name()).collect();
    names.extend(topics.iter().map(|(name, _)| *name));
    let near = suggest::nearest(topic, names.iter().copied());
    let near =
        near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    let topic = shortened(topic, 40);
    let rest = match names.is_empty() {
        true => format!("`{}` has no commands", command.get_name()),
        false => format!("{near}there is on: {}", names.join(", ")),
    };
    let text = format!("there is no help on `{topic}`; {rest}\n");
    terminal::write(Stream::Err, &text);
    Exit::Unusable
}

fn help(command: &mut clap::Command) -> Exit {
    let printed = command.print_long_help();
    terminal::note(Stream::Out, printed.and_then(|()| io::stdout().flush()));
    Exit::Clean
}

#[cfg(test)]
mod tests {
    use hookset::event::Context;

    use super::*;

    #[test]
    fn every_key_of_a_context_has_its_meaning() {
        let (_, text) = TOPICS.iter().find(|row| row.0 == "context").unwrap();
        let heads = text.lines().filter(|line| line.starts_with('`'));
        let heads = heads.flat_map(|line| line.split(", "));
        let mut told: Vec<_> =
            heads.map(|key| key.trim_matches('`')).collect();
        told.sort_unstable();
        assert_eq!(told, Context::KEYS);
    }
}
