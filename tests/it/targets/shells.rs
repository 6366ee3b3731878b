//! Targets about command lines taken apart.

use super::*;

/// Splitting is total; every place lies in the line; units, views and files
/// point at what exists.
pub(super) fn split_shells(data: &[u8]) {
    let mut choices = Choices::new(data);
    let line = match choices.below(3) {
        2 => command(&mut choices, &[]),
        _ => text(data.get(1..).unwrap_or(&[])),
    };
    for shell in [Shell::Bash, Shell::Zsh, Shell::PowerShell] {
        split_one(&line, shell);
        for profile in [&Profile::STRICT, &Profile::DOCUMENTED] {
            analyze_one(&line, shell, profile);
        }
    }
}

/// Every place in a line that was split lies in its text, every number counts
/// something that is there.
pub(crate) fn places_exist(text: &str, line: &Line) {
    for word in &line.words {
        inside(word.span, text);
        inside(word.cooked, &line.text);
    }
    for redirect in &line.redirects {
        inside(redirect.span, text);
        inside(redirect.target.span, text);
        inside(redirect.target.cooked, &line.text);
    }
    for simple in &line.simples {
        inside(simple.span, text);
        assert!(simple.words.1 as usize <= line.words.len());
        assert!(simple.redirects.1 as usize <= line.redirects.len());
        let words = simple.words.1 - simple.words.0;
        assert!(simple.assignments <= words);
    }
    for mark in &line.marks {
        inside(mark.span, text);
        let exists = |at: u32| (at as usize) < line.simples.len();
        assert!(mark.simple.is_none_or(exists));
    }
}

fn split_one(text: &str, shell: Shell) {
    let mut line = Line::default();
    split(text, shell, &split::Limits::default(), &mut line);
    places_exist(text, &line);
    // A line that is continued, an empty statement of PowerShell and an
    // empty subshell of zsh are nothing, too, also where that is negated or
    // runs in the background.
    let rest = match shell {
        Shell::PowerShell => text.replace("`\r", " ").replace("`\n", " "),
        _ => text.replace("\\\n", " "),
    };
    let subshell = rest.trim_start().starts_with(['(', '!']);
    let empty = |c: char| match shell {
        Shell::PowerShell => c == ';',
        Shell::Zsh if subshell => "()!&;|".contains(c),
        _ => false,
    };
    let rest =
        rest.trim_start_matches(|c: char| c.is_whitespace() || empty(c));
    let something = !rest.starts_with('#') && !rest.is_empty();
    let seen = !line.simples.is_empty() || !line.marks.is_empty();
    assert!(seen || !something, "{shell:?}: nothing is seen in {text:?}");
}

/// The same of what is made of a line.
pub(crate) fn analyze_one(text: &str, shell: Shell, profile: &Profile) {
    let mut out = Commands::default();
    let places = Places {
        cwd: Some("/srv/proj"),
        home: Some("/home/u"),
        guesses: true,
        seeks: true,
        ..Places::default()
    };
    analyze(text, shell, profile, &places, &mut out);
    let unit = |at: u32| {
        assert!((at as usize) < out.units.len(), "no unit {at}: {text:?}");
    };
    for one in &out.units {
        inside(one.span, text);
    }
    for view in &out.views {
        unit(view.unit);
        inside(view.text, &out.text);
    }
    for used in &out.uses {
        unit(used.unit);
        inside(used.path, &out.text);
        inside(used.span, text);
    }
    for doubt in &out.doubts {
        inside(doubt.span, text);
        doubt.unit.into_iter().for_each(unit);
    }
    assert!(out.views.is_sorted_by_key(|view| view.unit), "{text:?}");
}
