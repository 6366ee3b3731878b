//! `hookset new`: a piece of settings to start from, by what it is for.

use std::fmt::Write as _;

use hookset::diagnostic::suggest;

use crate::Exit;
use crate::args::NewArgs;
use crate::terminal::{self, Stream};
use crate::text::shortened;

/// A piece of settings.
struct Recipe {
    name: &'static str,
    /// What it is for.
    goal: &'static str,
    text: &'static str,
}

/// By name.
const RECIPES: &[Recipe] = &[
    Recipe {
        name: "ask-first",
        goal: "be asked before some commands run",
        text: include_str!("new/ask-first.json"),
    },
    Recipe {
        name: "block-command",
        goal: "stop commands before they run",
        text: include_str!("new/block-command.json"),
    },
    Recipe {
        name: "check-before-stop",
        goal: "keep the agent going until the tests pass",
        text: include_str!("new/check-before-stop.json"),
    },
    Recipe {
        name: "lint-after-edit",
        goal: "run a linter on every file that was changed",
        text: include_str!("new/lint-after-edit.json"),
    },
    Recipe {
        name: "notify",
        goal: "be told when the agent waits for you",
        text: include_str!("new/notify.json"),
    },
    Recipe {
        name: "prompt-context",
        goal: "tell the model the branch with every prompt",
        text: include_str!("new/prompt-context.json"),
    },
    Recipe {
        name: "protect-files",
        goal: "keep secrets from being read or changed",
        text: include_str!("new/protect-files.json"),
    },
    Recipe {
        name: "report-calls",
        goal: "post every tool call to a server, with a token",
        text: include_str!("new/report-calls.json"),
    },
];

pub(crate) fn run(args: &NewArgs) -> Exit {
    let Some(name) = args.recipe.as_deref() else {
        terminal::write(Stream::Out, &all());
        return Exit::Clean;
    };
    if let Some(recipe) = RECIPES.iter().find(|recipe| recipe.name == name) {
        terminal::write(Stream::Out, recipe.text);
        return Exit::Clean;
    }
    let mut text = format!("there is no recipe `{}`", shortened(name, 60));
    match suggest::nearest(name, RECIPES.iter().map(|recipe| recipe.name)) {
        Some(near) => {
            let _ = writeln!(text, "; did you mean `{near}`?");
        }
        None => text.push_str("; `hookset new` lists all of them\n"),
    }
    terminal::write(Stream::Err, &text);
    Exit::Unusable
}

fn all() -> String {
    let width = RECIPES.iter().map(|recipe| recipe.name.len()).max();
    let width = width.unwrap_or(0);
    let mut out = String::new();
    for Recipe { name, goal, .. } in RECIPES {
        let _ = writeln!(out, "{name:width$}  {goal}");
    }
    out
}
