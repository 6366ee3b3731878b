//! `hookset completions`.

use clap::CommandFactory;

use crate::Exit;
use crate::args::{Cli, CompletionsArgs};
use crate::terminal::{self, Stream};

pub(crate) fn run(args: &CompletionsArgs) -> Exit {
    let mut script = Vec::new();
    let mut command = Cli::command();
    clap_complete::generate(args.shell, &mut command, "hookset", &mut script);
    terminal::write(Stream::Out, &String::from_utf8_lossy(&script));
    Exit::Clean
}
