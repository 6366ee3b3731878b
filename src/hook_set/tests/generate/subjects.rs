//! Events that are made up, as tests see them.

use super::*;
use crate::subject::McpName;

pub(in crate::hook_set::tests) fn subjects(r: &mut Random) -> Subjects {
    let mut s = Subjects { is_tool: !r.one_in(8), ..Subjects::default() };
    let mut text = String::new();
    let mut put = |t: &str| {
        let start = text.len();
        text.push_str(t);
        Span::new(start, text.len())
    };
    s.tool = put(r.pick(&TOOLS));
    s.matcher_field = (!r.one_in(3)).then(|| put(r.pick(&TOOLS)));
    for _ in 0..r.below(3) {
        let (server, tool) = (r.pick(&["github", "git"]), r.pick(&["push"]));
        let (server, tool) = (put(server), put(tool));
        s.mcp.push(McpName { server, tool, sure: r.one_in(2) });
    }
    s.fold_case = r.one_in(3);
    let fold = |t: &str| match s.fold_case {
        true => t.to_lowercase(),
        false => t.to_owned(),
    };
    s.bases.home = Some(put(&fold("/home/U")));
    s.bases.cwd = Some(put(&fold("/home/U/src")));
    s.bases.project = (!r.one_in(4)).then(|| put(""));
    s.bases.user_config = r.one_in(2).then(|| put(&fold("/home/U/src/lib")));
    s.real.home = r.one_in(3).then(|| put(&fold("/home/Us")));
    s.real.cwd = r.one_in(3).then(|| put(&fold("/home/U")));
    s.real.project = r.one_in(3).then(|| put(&fold("/home/U/src")));
    for _ in 0..r.below(4) {
        let from = s.spellings.len() as u32;
        for _ in 0..r.below(3) {
            let mut path =
                r.pick(&["/home/U/src", "/home/U", "", "/home/Us"]).to_owned();
            for _ in 0..r.below(5) {
                path = format!("{path}/{}", r.pick(&NAMES));
            }
            if path.is_empty() {
                path.push('/');
            }
            s.spellings.push(put(&fold(&path)));
        }
        s.paths.push(PathUse {
            kind: Uses(1 << r.below(3)),
            effects: Effects(1 + r.below(15) as u8),
            unit: None,
            spellings: (from, s.spellings.len() as u32),
            needs_cover: false,
            span: Span::default(),
        });
    }
    s.host = r.one_in(2).then(|| put(r.pick(&HOSTS)));
    for _ in 0..r.below(3) {
        let path = put(r.pick(&["tool_input.a", "cwd", "b"]));
        let value = put(&command(r));
        s.fields.push((path, (!r.one_in(8)).then_some(value)));
    }
    s.input_json = r.one_in(2).then(|| put(&command(r)));
    s.text = text;
    commands(r, &mut s);
    s
}

/// Files most of which are used alike and lie in one directory.
pub(in crate::hook_set::tests) fn many_files(
    r: &mut Random,
    s: &mut Subjects,
) {
    let (mut kind, mut effects) = (Uses(1), Effects::ALL);
    let mut directory = "/home/U/src".to_owned();
    for _ in 0..20 {
        if r.one_in(6) {
            kind = Uses(1 << r.below(3));
            effects = Effects(1 + r.below(15) as u8);
        }
        if r.one_in(4) {
            directory = r.pick(&["/home/U", "", "/home/Us"]).to_owned();
        }
        if r.one_in(3) {
            directory = format!("{directory}/{}", r.pick(&NAMES));
        }
        let mut path = directory.clone();
        for _ in 0..r.below(4) {
            path = format!("{path}/{}", r.pick(&NAMES));
        }
        let from = s.spellings.len() as u32;
        let start = s.text.len();
        s.text.push_str(&match s.fold_case {
            true => path.to_lowercase(),
            false => path,
        });
        s.spellings.push(Span::new(start, s.text.len()));
        s.paths.push(PathUse {
            kind,
            effects,
            unit: None,
            spellings: (from, from + 1),
            needs_cover: false,
            span: Span::default(),
        });
    }
}

/// Long commands most of whose views end alike.
pub(in crate::hook_set::tests) fn long_commands(
    r: &mut Random,
    s: &mut Subjects,
) {
    s.commands.clear();
    let often = r.one_in(2);
    let word = |r: &mut Random| match often || r.one_in(9) {
        true => r.pick(&WORDS),
        false => r.pick(&["ls", "of", "other", "words", "-x"]),
    };
    let long = |r: &mut Random, words: usize| -> Vec<&str> {
        (0..words).map(|_| word(r)).collect()
    };
    let mut tail = long(r, 150);
    for unit in 0..2 + r.below(6) as u32 {
        let unit = unit.min(3);
        if r.one_in(8) {
            tail = long(r, 100);
        }
        let cut = r.below(20).min(tail.len());
        tail.drain(..cut);
        let before = [0, 0, 1, 2, 30][r.below(5)];
        let mut words = long(r, before);
        words.extend(&tail);
        let mut view = words.join(" ");
        let cut = r.below(3);
        if r.one_in(4) && view.is_char_boundary(cut) {
            view = view.split_off(cut);
        }
        let start = s.commands.text.len();
        s.commands.text.push_str(&view);
        let text = Span::new(start, s.commands.text.len());
        let effects = Effects(1 + r.below(15) as u8);
        push_view(r, s, unit, effects, text);
    }
    for _ in 0..4 {
        s.commands.units.push(Unit {
            span: Span::default(),
            covered: false,
            doubt: false,
            maybe: None,
        });
    }
}

/// A view in which stars of allow rules may stand for less.
fn push_view(
    r: &mut Random,
    s: &mut Subjects,
    unit: u32,
    effects: Effects,
    text: Span,
) {
    let climbs = match r.below(4) {
        0 => Climbs::Written,
        1 => Climbs::Given,
        _ => Climbs::Not,
    };
    let closed = match r.one_in(4) {
        true => Span::new(r.below(4), 4 + r.below(8)),
        false => Span::default(),
    };
    if r.one_in(2) {
        let view = s.commands.views.len();
        s.commands.held.push(Held { view, closed, climbs });
    }
    let exact_only = r.one_in(5);
    s.commands.views.push(View { unit, effects, text, exact_only });
}

fn commands(r: &mut Random, s: &mut Subjects) {
    s.powershell = r.one_in(5);
    for unit in 0..r.below(4) as u32 {
        let span = Span::default();
        s.commands.units.push(Unit {
            span,
            covered: false,
            doubt: false,
            maybe: None,
        });
        let mut texts = vec![command(r)];
        for _ in 0..r.below(3) {
            let text = match r.one_in(2) {
                true => texts[0].clone(),
                false => command(r),
            };
            texts.push(text);
        }
        for text in texts {
            let start = s.commands.text.len();
            s.commands.text.push_str(&text);
            let effects = Effects(1 + r.below(15) as u8);
            let text = Span::new(start, s.commands.text.len());
            push_view(r, s, unit, effects, text);
        }
    }
    for _ in 0..r.below(3) {
        let reasons =
            [&Reason::DynamicCommand, &Reason::Substitution, &Reason::Glob];
        s.commands.doubts.push(Doubt {
            reason: *r.pick(&reasons),
            about: Default::default(),
            span: Span::default(),
            unit: None,
            effects: effects(r),
        });
    }
}
