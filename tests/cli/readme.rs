//! The README is executed: what it says a command prints, it prints.

use std::fs;
use std::path::Path;

use crate::run::hookset;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The command lines of the README and what it shows of their output.
fn shown() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = text.split("```console\n").skip(1);
    blocks
        .map(|block| {
            let block = block.split("```").next().unwrap();
            let (command, output) = block.split_once('\n').unwrap();
            (command.to_owned(), output.to_owned())
        })
        .collect()
}

#[test]
fn the_readme_tells_the_truth() {
    let mut run = 0;
    for (command, output) in shown() {
        let Some((_, arguments)) = command.split_once(" -- ") else {
            assert_eq!(command, "$ cargo test", "a command nobody runs");
            continue;
        };
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let printed = hookset(root(), &arguments, None).stdout;
        match output.strip_suffix("\n…\n") {
            Some(start) => assert!(
                printed.starts_with(start),
                "{command}\n\nprints\n\n{printed}"
            ),
            None => assert_eq!(printed, output, "{command}"),
        }
        run += 1;
    }
    assert_eq!(run, 2, "commands in the README");
}
