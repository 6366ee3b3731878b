//! Random rules and events over small vocabularies, so that much matches.

mod subjects;

use crate::event::EventSet;
use crate::ir::*;
use crate::shell::{Climbs, Doubt, Effects, Held, Reason, Unit, View};
use crate::source::{SourceId, Span};
use crate::subject::{PathUse, Subjects};
use crate::syntax::*;

pub(super) use subjects::{long_commands, many_files, subjects};

pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

const WORDS: [&str; 20] = [
    "a/../b",
    "a/b/../../$a",
    "'b/../../c'",
    "b/c/.?",
    "git",
    "push",
    "npm",
    "run",
    "--force",
    "-rf",
    "origin",
    "é",
    "test:unit",
    "rm",
    "sudo",
    "a",
    "build.sh",
    "",
    "x=1",
    "a-long-word-that-goes-on",
];
const NAMES: [&str; 12] = [
    "src",
    "lib",
    "main.rs",
    "a.test.ts",
    ".env",
    "Docs",
    "É.md",
    "x",
    "ab",
    "node_modules",
    "b.c.d",
    "file.TXT",
];
const HOSTS: [&str; 4] =
    ["example.com", "api.example.com", "a.api.example.com", "com"];
const TOOLS: [&str; 6] =
    ["Bash", "Edit", "Read", "mcp__github__push", "WebFetch", "Write"];

fn command(r: &mut Random) -> String {
    let count = r.below(7);
    let words: Vec<&str> = (0..count).map(|_| r.pick(&WORDS)).collect();
    words.join(" ")
}

pub(super) fn text_glob(r: &mut Random, text: String) -> TextGlob {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..r.below(4) {
        let from = r.below(text.len() + 1);
        let to = from + r.below(text.len() + 1 - from);
        let to = if r.one_in(2) { from.max(to.min(from + 3)) } else { to };
        text.splice(from..to, ['*']);
    }
    let text: String = text.into_iter().collect();
    let mut parts: Vec<String> = text.split('*').map(str::to_owned).collect();
    let boundary = r.one_in(3);
    if boundary {
        parts.push(String::new());
    }
    TextGlob { parts, boundary }
}

fn effects(r: &mut Random) -> Effects {
    [Effects::ALLOW, Effects::DENY, Effects::ASK, Effects::IF, Effects::GUARD]
        [r.below(5)]
}

fn path_glob(r: &mut Random) -> PathGlob {
    let mut segments = vec![];
    for _ in 0..=r.below(4) {
        if r.one_in(4) {
            segments.push(Segment::Deep);
            continue;
        }
        let name: Vec<char> = r.pick(&NAMES).chars().collect();
        let mut pieces = vec![];
        let mut text = String::new();
        let plain = r.one_in(2);
        for c in name {
            let piece = match r.below(if plain { 1 } else { 12 }) {
                1 => Piece::One,
                2 => Piece::Class {
                    negated: r.one_in(2),
                    ranges: vec![('A', 'f'), ('É', 'É')],
                },
                3 | 4 => Piece::Star,
                _ => {
                    text.push(c);
                    continue;
                }
            };
            if !text.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
            }
            pieces.push(piece);
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        segments.push(Segment::Name(pieces.into()));
    }
    PathGlob { segments, whole: r.one_in(4), directory: r.one_in(5) }
}

fn base(r: &mut Random) -> BaseId {
    match r.below(8) {
        0 => BaseId::Root,
        1 => BaseId::Home,
        2 | 3 => BaseId::Cwd,
        4 => BaseId::Project,
        5 => BaseId::UserConfig,
        6 => BaseId::Fixed("/home/U/src".into()),
        _ => BaseId::Cwd.above(1 + r.below(3)),
    }
}

fn host_glob(r: &mut Random) -> HostGlob {
    let labels = ["api", "example", "com", "*"];
    let labels = (0..r.below(4)).map(|_| r.pick(&labels));
    let labels = labels.map(TextGlob::stars).collect();
    HostGlob { any_prefix: r.one_in(2), labels }
}

fn name_test(r: &mut Random) -> NameTest {
    match r.below(3) {
        0 => {
            let mut names: Vec<String> =
                (0..=r.below(3)).map(|_| r.pick(&TOOLS).into()).collect();
            names.sort();
            names.dedup();
            NameTest::OneOf(names)
        }
        1 => {
            let name = r.pick(&TOOLS).to_owned();
            NameTest::Glob(text_glob(r, name))
        }
        _ => NameTest::Regex(
            r.pick(&[
                "Edit|Write",
                "^mcp__.*",
                "[BR].*h$",
                "a",
                "(?i)BASH|^e",
            ])
            .to_owned(),
        ),
    }
}

fn atom(r: &mut Random) -> Atom {
    match r.below(14) {
        0 => Atom::Tool(name_test(r)),
        1 => Atom::MatcherField(name_test(r)),
        2..=5 => {
            let text = command(r);
            Atom::Command {
                shell: match r.below(5) {
                    0 => CommandShell::PowerShell,
                    _ => CommandShell::Posix,
                },
                effects: effects(r),
                pattern: text_glob(r, text),
            }
        }
        6..=8 => Atom::Path {
            uses: Uses(1 + r.below(7) as u16),
            effects: effects(r),
            anchor: base(r),
            pattern: path_glob(r),
        },
        9 => Atom::Host(host_glob(r)),
        10 => Atom::Mcp {
            server: r.pick(&["github", "git", "x"]).to_owned(),
            tool: match r.one_in(2) {
                true => None,
                false => {
                    let text = r.pick(&["push", "hub__push"]).to_owned();
                    Some(text_glob(r, text))
                }
            },
            effects: effects(r),
        },
        11 => Atom::Field {
            path: r.pick(&["tool_input.a", "cwd"]).to_owned(),
            pattern: match r.one_in(4) {
                true => None,
                false => {
                    let text = command(r);
                    Some(text_glob(r, text))
                }
            },
        },
        12 => {
            let text = command(r).into_bytes();
            let from = r.below(text.len() + 1);
            Atom::InputContains(text[from..].to_vec())
        }
        _ => Atom::Doubt { reasons: r.next() as u32 & 7, effects: effects(r) },
    }
}

fn predicate(r: &mut Random, atoms: usize, depth: usize) -> Predicate {
    let many = |r: &mut Random| {
        let count = r.below(4);
        (0..count).map(|_| predicate(r, atoms, depth + 1)).collect()
    };
    match r.below(if depth < 3 { 12 } else { 8 }) {
        0 => Predicate::Always,
        8 | 9 => Predicate::And(many(r)),
        10 => Predicate::Or(many(r)),
        11 => Predicate::Not(Box::new(predicate(r, atoms, depth + 1))),
        _ => Predicate::Atom(AtomId(r.below(atoms) as u32)),
    }
}

pub(super) fn rules(r: &mut Random, count: usize) -> Rules {
    let mut atoms: Vec<Atom> = vec![];
    while atoms.len() < count {
        let atom = atom(r);
        if !atoms.contains(&atom) {
            atoms.push(atom);
        }
    }
    let rules = (0..count).map(|number| {
        let simple = Predicate::Atom(AtomId(r.below(atoms.len()) as u32));
        Rule {
            family: crate::ir::Family::Other,
            effect: match r.below(4) {
                0 => Effect::Allow,
                1 => Effect::Deny,
                2 => Effect::Ask,
                _ => Effect::Fire(number as u32),
            },
            events: EventSet([!0, 1, 9, 1 << 20][r.below(4)]),
            matcher: match r.below(3) {
                0 => predicate(r, atoms.len(), 1),
                _ => Predicate::Always,
            },
            predicate: match r.below(3) {
                0 => predicate(r, atoms.len(), 0),
                _ => simple,
            },
            text: format!("rule {number}"),
            origin: Origin {
                source: SourceId(number as u32 % 3),
                span: Span::new(number, number + 5),
            },
        }
    });
    let rules = rules.collect();
    Rules { atoms, rules, ..Rules::default() }
}

/// Adds rules that match nothing of what [`subjects`] makes.
pub(super) fn decoys(r: &mut Random, rules: &mut Rules, count: usize) {
    for number in 0..count {
        let origin = rules.rules[0].origin;
        let text = format!("decoy{number} {}", command(r));
        let atom = if r.one_in(3) {
            let mut pattern = path_glob(r);
            let name = [Piece::Text(format!("decoy{number}"))];
            let at = r.below(pattern.segments.len() + 1);
            pattern.segments.insert(at, Segment::Name(name.into()));
            let (uses, effects) = (Uses(127), effects(r));
            Atom::Path { uses, effects, anchor: base(r), pattern }
        } else {
            let mut pattern = text_glob(r, text);
            let at = r.below(pattern.parts.len() - pattern.boundary as usize);
            pattern.parts[at].push_str(&format!("#{number}"));
            let (shell, effects) = (CommandShell::Posix, effects(r));
            Atom::Command { shell, effects, pattern }
        };
        rules.atoms.push(atom);
        let id = AtomId(rules.atoms.len() as u32 - 1);
        rules.rules.push(Rule {
            effect: Effect::Deny,
            events: EventSet(!0),
            matcher: Predicate::Always,
            predicate: Predicate::Atom(id),
            family: crate::ir::Family::Other,
            text: String::new(),
            origin,
        });
    }
}
