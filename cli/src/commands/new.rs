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

/// A recipe with the text of the file that is called so.
macro_rules! recipe {
    ($name:literal, $goal:literal) => {
        Recipe {
            name: $name,
            goal: $goal,
            text: include_str!(concat!("new/", $name, ".json")),
        }
    };
}

/// By name.
const RECIPES: &[Recipe] = &[
    recipe!("ask-first", "be asked before some commands run"),
    recipe!("block-command", "stop commands before they run"),
    recipe!("check-before-stop", "keep the agent going until the tests pass"),
    recipe!("lint-after-edit", "run a linter on every file that was changed"),
    recipe!("notify", "be told when the agent waits for you"),
    recipe!("prompt-context", "tell the model the branch with every prompt"),
    recipe!("protect-files", "keep secrets from being read or changed"),
    recipe!("report-calls", "post every tool call to a server, with a token"),
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
