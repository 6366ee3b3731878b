//! A program that answers events by a policy: two files are read, what is
//! wrong with them is shown, and several threads ask one engine.
//!
//! ```console
//! $ cargo run --example embed
//! ```

use std::error::Error;
use std::sync::Arc;
use std::thread;

use hookset::diagnostic::render;
use hookset::{
    Context, Dialect, Engine, Event, Family, Input, Limits, Policy, Scope,
    Scratch, Tape,
};

/// What would be read from files: who embeds the library does all I/O.
const FILES: [(&str, Scope, &str); 2] = [
    (
        "managed-settings.json",
        Scope::Managed,
        r#"{"permissions": {"deny": ["Read(.env)", "Bash(git push *)"]}}"#,
    ),
    (
        ".claude/settings.json",
        Scope::Project,
        r#"{"permissions": {"allow": ["Bash(git *)", "bash(ls)"]}}"#,
    ),
];

const COMMANDS: [&str; 4] = [
    "git status",
    "git fetch && sudo git push --force",
    "cat .env",
    "git log | $PAGER",
];

fn policy() -> Policy {
    let inputs = FILES.map(|(name, scope, text)| Input {
        name: name.to_owned(),
        text: text.to_owned(),
        // None where neither the name nor the text says what it is.
        family: Family::of(name, text).unwrap_or(Family::Hookset),
        scope,
        directory: None,
    });
    // The strict dialect; `Dialect::named("claude")` predicts that runner.
    Policy::from_sources(inputs, &Dialect::default())
}

/// What the policy says about a command. Memory is used again for the next.
fn answer(
    engine: &Engine,
    command: &str,
    (tape, scratch): (&mut Tape, &mut Scratch),
) -> String {
    let call = hookset::event::short::call("Bash", command);
    let payload = call.unwrap_or_default();
    let event = Event::read(&payload, tape);
    // What the library may not look up: directories, links, the platform.
    let context = Context {
        cwd: Some("/srv/shop".to_owned()),
        home: Some("/home/u".to_owned()),
        project_root: Some("/srv/shop".to_owned()),
        ..Context::default()
    };
    let answer = engine.answer(&event, &context, scratch);
    let behavior = answer.permission.behavior;
    let reason = engine.reason(&answer, command);
    let rule = answer.permission.rule;
    let place = rule.map(|rule| engine.rule_place(rule)).unwrap_or_default();
    format!("{behavior:<5} {command}\n      {reason} {place}")
}

fn main() -> Result<(), Box<dyn Error>> {
    let policy = policy();
    let found = policy.diagnostics();
    print!("{}", render::concise(found, policy.sources()));
    // `policy.into_strict()?` would refuse to go on with an error in it;
    // `hookset::lint::check` finds rules and matchers that never match.
    let engine = Arc::new(policy.compile(&Limits::default())?);

    let threads = COMMANDS.map(|command| {
        let engine = Arc::clone(&engine);
        thread::spawn(move || {
            let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
            answer(&engine, command, (&mut tape, &mut scratch))
        })
    });
    for thread in threads {
        let said = thread.join().map_err(|_| "a thread panicked")?;
        println!("{said}");
    }
    Ok(())
}
