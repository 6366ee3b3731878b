//! `hookset help`: a command's help, or a topic.

use std::io::{self, Write};

use clap::CommandFactory;

use hookset::diagnostic::suggest;
use hookset::syntax;

use crate::Exit;
use crate::args::{Cli, HelpArgs};
use crate::terminal::{self, Stream};
use crate::text::{shortened, visible};

/// What there is help on besides commands.
const TOPICS: [(&str, &str); 3] = [
    ("config", include_str!("help/config.txt")),
    ("decisions", syntax::DECISIONS),
    ("syntax", syntax::REFERENCE),
];

pub(crate) fn run(args: &HelpArgs) -> Exit {
    let mut command = Cli::command();
    let Some(topic) = args.topic.as_deref() else {
        return help(&mut command);
    };
    if let Some((_, text)) = TOPICS.iter().find(|(name, _)| *name == topic) {
        terminal::write(Stream::Out, text);
        return Exit::Clean;
    }
    command.build();
    match command.find_subcommand_mut(topic) {
        Some(command) => help(command),
        None => {
            let names = command.get_subcommands().map(|sub| sub.get_name());
            let mut names: Vec<&str> = names.collect();
            names.extend(TOPICS.iter().map(|(name, _)| *name));
            let near = suggest::nearest(topic, names.iter().copied());
            let near = near.map_or(String::new(), |near| {
                format!("did you mean `{near}`? ")
            });
            let text = format!(
                "there is no help on `{}`; {near}there is on: {}\n",
                visible(&shortened(topic, 40)),
                names.join(", ")
            );
            terminal::write(Stream::Err, &text);
            Exit::Unusable
        }
    }
}

fn help(command: &mut clap::Command) -> Exit {
    let printed = command.print_long_help();
    terminal::note(Stream::Out, printed.and_then(|()| io::stdout().flush()));
    Exit::Clean
}
