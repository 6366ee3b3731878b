//! Rules and events to measure with: the same list for every engine.
//!
//! Texts come from the collection beside the repository where it is there
//! (`HOOKSET_SHARED`, else `shared` beside it), else from a generator of the
//! same shape. Everything after that is drawn with a fixed seed, so two runs on
//! one machine measure the same thing.

#![allow(dead_code, reason = "every bench uses its own part")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_docs_in_private_items,
    unreachable_pub,
    reason = "a bench may fail loudly"
)]

pub mod set;
pub mod timing;

use std::collections::HashSet;

/// A small generator of random numbers.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
    /// A place in a list whose first entries are far more frequent.
    fn zipf(&mut self, n: usize) -> usize {
        let x = self.below(1 << 20) as f64 / (1 << 20) as f64;
        ((n as f64).powf(x * x) as usize - 1).min(n - 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    Bash,
    Edit,
    Read,
    Write,
    WebFetch,
    Mcp,
}

/// A rule: what stands between its brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BenchRule {
    pub tool: Tool,
    /// A command pattern; a path pattern (whole path, `*` within a segment,
    /// absolute when it starts with `/`); a host; `server/tool`.
    pub pattern: String,
}

/// An event: the one text that the rules of its tool look at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BenchEvent {
    pub tool: Tool,
    pub text: String,
}

/// The texts everything is drawn from.
pub struct Texts {
    pub commands: Vec<String>,
    pub paths: Vec<String>,
    pub real: bool,
}

impl Texts {
    /// Says what is measured with.
    pub fn print(&self) {
        println!(
            "texts: {} commands, {} paths ({})",
            self.commands.len(),
            self.paths.len(),
            if self.real { "collected" } else { "generated" }
        );
    }
}

/// A list of the collection. Benches run in the repository, the peers' in a
/// directory within it.
fn collected(name: &str) -> Option<String> {
    let read = |shared: &str| {
        let path = format!("{shared}/corpus/events/{name}");
        std::fs::read_to_string(path).ok()
    };
    match std::env::var("HOOKSET_SHARED") {
        Ok(shared) => read(&shared),
        Err(_) => read("../shared").or_else(|| read("../../../shared")),
    }
}

/// The collection's texts, or generated ones.
pub fn texts() -> Texts {
    let (commands, paths) =
        (collected("bash_commands.txt"), collected("file_paths.txt"));
    let (Some(commands), Some(paths)) = (commands, paths) else {
        return generated();
    };
    let simple = |line: &&str| {
        line.len() < 200
            && !line.contains(['|', '&', ';', '<', '>', '$', '`', '*', '\\'])
    };
    let commands = commands.lines().filter(simple);
    let commands = commands
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let paths = paths.lines().map(|line| line.trim_matches('/'));
    let paths = paths.filter(|p| !p.is_empty() && p.len() < 200);
    let plain = |p: &&str| !p.contains(['*', '?', '[', '{', '\\', '~']);
    Texts {
        commands: unique(commands.filter(|c| !c.is_empty())),
        paths: unique(paths.filter(plain).map(str::to_owned)),
        real: true,
    }
}

fn unique(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut texts: Vec<_> =
        texts.filter(|text| seen.insert(text.clone())).collect();
    shuffle(&mut texts, 3);
    texts
}

fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut random = Random::new(seed);
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
}

/// Texts of the same shape: few programs and folders are frequent.
fn generated() -> Texts {
    let mut random = Random::new(1);
    let syllables = [
        "ba", "cor", "de", "fi", "gul", "ha", "in", "jo", "ka", "lex", "mo",
        "na", "or", "pa", "qui", "re", "sta", "tor", "un", "ver", "web", "xi",
        "ya", "zo",
    ];
    let mut word = |longest: usize| {
        let count = 1 + random.below(longest);
        (0..count).map(|_| *random.pick(&syllables)).collect::<String>()
    };
    let programs: Vec<_> = (0..600).map(|_| word(2)).collect();
    let subs: Vec<_> = (0..2000).map(|_| word(3)).collect();
    let values: Vec<_> = (0..9000).map(|_| word(5)).collect();
    let mut random = Random::new(2);
    let mut command = || {
        let mut text = programs[random.zipf(programs.len())].clone();
        for _ in 0..random.below(7) {
            text.push(' ');
            match random.below(4) {
                0 => text.push_str(&subs[random.zipf(subs.len())]),
                1 => {
                    text.push_str("--");
                    text.push_str(&subs[random.zipf(subs.len())]);
                }
                2 => {
                    text.push('-');
                    text.push_str(&subs[random.zipf(40)]);
                }
                _ => text.push_str(&values[random.zipf(values.len())]),
            }
        }
        text
    };
    let commands: Vec<_> = (0..60_000).map(|_| command()).collect();
    let endings = ["rs", "ts", "tsx", "md", "json", "py", "go", "toml"];
    let mut path = || {
        let mut text = String::new();
        for _ in 0..1 + random.below(5) {
            text.push_str(&subs[random.zipf(subs.len())]);
            text.push('/');
        }
        text.push_str(&values[random.zipf(values.len())]);
        text.push('.');
        text.push_str(endings[random.zipf(endings.len())]);
        text
    };
    let paths: Vec<_> = (0..40_000).map(|_| path()).collect();
    Texts {
        commands: unique(commands.into_iter()),
        paths: unique(paths.into_iter()),
        real: false,
    }
}

/// `count` distinct rules, 60 % for commands, 30 % for files, 10 % for hosts
/// and MCP tools in every prefix; a smaller list is the start of a larger
/// one.
pub fn rules(texts: &Texts, count: usize) -> Vec<BenchRule> {
    let mut random = Random::new(11);
    let mut seen = HashSet::new();
    let mut rules = Vec::with_capacity(count);
    while rules.len() < count {
        let place = rules.len() % 10;
        let mut rule = match place {
            0..=5 => command_rule(texts, &mut random),
            6..=8 => path_rule(texts, &mut random),
            _ => other_rule(&mut random),
        };
        // Texts run out: later rules are about things that look alike.
        if random.below(count.max(1)) > 20_000 {
            rule.pattern = varied(&rule.pattern, &mut random);
        }
        if rule.pattern.len() < 160 && seen.insert(rule.clone()) {
            rules.push(rule);
        }
    }
    rules
}

fn varied(pattern: &str, random: &mut Random) -> String {
    let at = pattern.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
    let end = pattern[at..]
        .find(|c: char| !c.is_ascii_alphanumeric())
        .map_or(pattern.len(), |n| at + n);
    let number = random.below(500);
    format!("{}{number}{}", &pattern[..end], &pattern[end..])
}

/// Rules like these, none of which matches any event: equal output.
pub fn decoys(texts: &Texts, count: usize) -> Vec<BenchRule> {
    let mut random = Random::new(12);
    let mut rules = rules(texts, count);
    for (number, rule) in rules.iter_mut().enumerate() {
        let letters = |c: char| c.is_ascii_alphabetic();
        let last = rule.pattern.rfind(letters).map_or(0, |at| at + 1);
        let first = rule.pattern.find(letters).map_or(0, |at| at + 1);
        let at = if random.below(3) == 0 { first } else { last };
        let word = format!("qz{number}x");
        rule.pattern.insert_str(at, &word);
    }
    rules
}

fn command_rule(texts: &Texts, random: &mut Random) -> BenchRule {
    let text = random.pick(&texts.commands);
    let words: Vec<&str> = text.split(' ').collect();
    let word = |i: usize| words.get(i).copied().unwrap_or("x");
    let flags: Vec<&&str> =
        words.iter().filter(|w| w.starts_with('-')).collect();
    let flag = match flags.is_empty() {
        true => "--force",
        false => random.pick(&flags),
    };
    let last = words.last().copied().unwrap_or("");
    let pattern = match random.below(100) {
        0..33 => format!("{} {} *", word(0), word(1)),
        33..48 => match last.rsplit_once(':') {
            Some((_, end)) => format!("{} *:{end}", word(0)),
            None => format!("{} * {last}", word(0)),
        },
        48..63 => text.clone(),
        63..72 => format!("* {flag} *"),
        72..80 => format!("* {flag}"),
        80..89 => format!("{} * {flag} *", word(0)),
        89..96 => format!("{} {}*", word(0), word(1)),
        _ => format!("*{}*", word(random.below(words.len()))),
    };
    BenchRule { tool: Tool::Bash, pattern }
}

fn path_rule(texts: &Texts, random: &mut Random) -> BenchRule {
    let text = random.pick(&texts.paths);
    let (dir, base) = text.rsplit_once('/').unwrap_or(("src", text));
    let top = dir.split('/').next().unwrap_or(dir);
    let segments: Vec<&str> = dir.split('/').collect();
    let ending = base.rsplit_once('.').map_or("txt", |(_, e)| e);
    let pattern = match random.below(100) {
        0..32 => text.clone(),
        32..53 => format!("{dir}/**/*.{ending}"),
        53..68 => format!("**/{base}"),
        68..77 => format!("{dir}/**"),
        77..85 => format!("{dir}/*.{ending}"),
        85..91 => format!("{top}/**/*.{ending}"),
        91..97 => format!("/srv/{dir}/**"),
        _ => format!("**/{}/**", random.pick(&segments)),
    };
    let tool = [Tool::Edit, Tool::Read, Tool::Write][random.below(3)];
    BenchRule { tool, pattern }
}

fn other_rule(random: &mut Random) -> BenchRule {
    let (a, b) = (random.below(400), random.below(60));
    match random.below(2) {
        0 => BenchRule {
            tool: Tool::WebFetch,
            pattern: match random.below(2) {
                0 => format!("*.site{a}.example{b}.com"),
                _ => format!("www{b}.site{a}.org"),
            },
        },
        _ => BenchRule {
            tool: Tool::Mcp,
            pattern: match random.below(3) {
                0 => format!("server{a}/*"),
                1 => format!("server{a}/get_*"),
                _ => format!("server{a}/list_item{b}"),
            },
        },
    }
}

/// `count` distinct events: 60 % commands, 30 % files, 10 % others; about
/// three quarters as found, the others made to fit one of `rules`.
pub fn events(
    texts: &Texts,
    rules: &[BenchRule],
    count: usize,
    seed: u64,
) -> Vec<BenchEvent> {
    let mut random = Random::new(seed);
    let mut seen = HashSet::new();
    let mut events = Vec::with_capacity(count);
    while events.len() < count {
        let place = events.len() % 10;
        let fit = random.below(4) == 0 || place == 9;
        let event = if fit {
            fitting(random.pick(rules), &mut random)
        } else if place < 6 {
            let text = random.pick(&texts.commands).clone();
            BenchEvent { tool: Tool::Bash, text }
        } else {
            let text = random.pick(&texts.paths).clone();
            let tool = [Tool::Edit, Tool::Read, Tool::Write];
            BenchEvent { tool: tool[random.below(3)], text }
        };
        let wanted = match event.tool {
            Tool::Bash => place < 6,
            Tool::WebFetch | Tool::Mcp => place == 9,
            _ => (6..9).contains(&place),
        };
        if wanted && seen.insert(event.clone()) {
            events.push(event);
        }
    }
    shuffle(&mut events, seed);
    events
}

fn fitting(rule: &BenchRule, random: &mut Random) -> BenchEvent {
    let fill = format!("v{}", random.below(1000));
    let text = match rule.tool {
        Tool::Bash => rule.pattern.replace('*', &fill),
        Tool::WebFetch => rule.pattern.replace("*", "a.b"),
        Tool::Mcp => rule.pattern.replace('*', &fill),
        _ => {
            let text = rule.pattern.replace("**/", "a/b/");
            let text = text.replace("**", "a/b").replace('*', &fill);
            text.trim_start_matches('/').to_owned()
        }
    };
    BenchEvent { tool: rule.tool, text }
}

/// Command lines as they were found, whatever stands in them; simple ones
/// where there is no collection.
pub fn lines(texts: &Texts, count: usize) -> Vec<String> {
    let all = match collected("bash_commands.txt") {
        Some(text) => unique(text.lines().map(str::to_owned)),
        None => texts.commands.clone(),
    };
    all.into_iter().filter(|line| !line.is_empty()).take(count).collect()
}

/// Long commands, as scripts on one line are.
pub fn long_events(texts: &Texts, count: usize) -> Vec<BenchEvent> {
    let mut random = Random::new(23);
    let one = |random: &mut Random| {
        let want = 512 + random.below(3584);
        let mut text = String::new();
        while text.len() < want {
            let part: &String = random.pick(&texts.commands);
            text.push_str(part);
            text.push(' ');
        }
        text.truncate(text.trim_end().len());
        BenchEvent { tool: Tool::Bash, text }
    };
    (0..count).map(|_| one(&mut random)).collect()
}
