//! Kinds of event that nobody thought of: a few words of the shell, drawn at
//! random, again and again. Those are printed that take more than linear
//! time.
//!
//! `cargo bench --bench hostile -- --random [seed]`

use std::time::{Duration, Instant};

use hookset::plan::Engine;

use super::{Memory, once, payload};

/// How long kinds are drawn.
const LONG: Duration = Duration::from_secs(300);

/// What a kind is made of: words that open or end something, programs that
/// run others, and words like any other.
const WORDS: &[&str] = &[
    "$(",
    "`",
    "\"$(",
    "<(",
    ">(",
    "(",
    "{ ",
    "$((",
    "((",
    "[[ ",
    "${x:-",
    "${x",
    "$x",
    "\"$x\"",
    "'a b'",
    "\"a b\"",
    "'",
    "\"",
    "\\",
    "\\\n",
    "\n",
    ";",
    " && ",
    " | ",
    "|| ",
    "& ",
    "|& ",
    ";;",
    "if ",
    "then ",
    "fi; ",
    "while ",
    "do ",
    "done; ",
    "for x in ",
    "case x in ",
    "esac; ",
    "a) ",
    "f() { ",
    "time ",
    "! ",
    "x=",
    "x=a ",
    "x=(a b) ",
    "x='a b' ",
    "> f ",
    "< f ",
    "<< E ",
    "<<< 'a b' ",
    "2>&1 ",
    "> $x ",
    " -c ",
    " -c '",
    " -e ",
    " --flag ",
    " -- ",
    " a ",
    " .env ",
    " ../x ",
    " ~/x ",
    " *.c ",
    " {a,b} ",
    " {1..9} ",
    " a=b ",
    "#",
    "# a\n",
    "$@ ",
    "${x[@]} ",
    "${!x} ",
    "$'a\\n' ",
    "*",
    "[a]",
    "~",
    ":",
    "=",
    ",",
    "%x%",
    "^",
    "/",
    "..",
    "eval ",
    "exec ",
    "source ",
    "set -- a b; ",
    "read x; ",
    "export x=a; ",
    "alias a=b; ",
    "cd a; ",
    "cd $x; ",
    "trap 'a' EXIT; ",
    "xargs ",
    "find . -exec ",
    "\\; ",
    " {} ",
    "bash -c '",
    "sh -c \"",
    "sudo ",
    "env -S '",
    "ssh h '",
    "python3 -c '",
    "awk '",
    "sed -e '",
    "perl -e '",
    "git -c x=y ",
    "docker run -v a:b ",
    "cmd /c ",
    "pwsh -c ",
    " | xargs rm ",
    " | sh ",
    " tee f ",
    "cp a b ",
    "mv a b ",
    "ln -s a b; ",
    "tar xf a -C b ",
    "curl -o f u ",
    "echo a ",
    "printf '%s' a ",
    "E\n",
    "mytool ",
    "make ",
    "kubectl exec a -- ",
    "parallel ",
    "é",
    "\u{2019}",
];

/// What ends a word that opens something.
const ENDS: &[(&str, &str)] = &[
    ("$(", ")"),
    ("<(", ")"),
    ("((", "))"),
    ("{ ", "; }"),
    ("${", "}"),
    ("\"", "\""),
    ("'", "'"),
    ("if ", "; fi"),
    ("do ", "; done"),
    ("`", "`"),
];

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.roll(WORDS.len())]
    }

    /// A start, what comes again and again, and what ends each of it.
    fn kind(&mut self) -> [String; 3] {
        let start = if self.roll(2) == 0 { self.word() } else { "" };
        let count = 1 + self.roll(4);
        let again: String = (0..count).map(|_| self.word()).collect();
        let mut end = String::new();
        if self.roll(3) == 0 {
            let opened = ENDS.iter().filter(|pair| again.contains(pair.0));
            opened.for_each(|pair| end.insert_str(0, pair.1));
        }
        [start.to_owned(), again, end]
    }
}

/// Draws kinds for a while and prints those that grow too fast.
pub(super) fn run(engine: &Engine, seed: u64) {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut memory = Memory::default();
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < LONG {
        count += 1;
        let kind = dice.kind();
        let tool = if dice.roll(8) == 0 { "PowerShell" } else { "Bash" };
        let mut best = |size: usize, runs: usize| {
            let [start, again, end] = &kind;
            let count = size / (again.len() + end.len());
            let text = again.repeat(count) + &end.repeat(count);
            let event = payload(tool, "command", &format!("{start}{text}"));
            let mut time = || {
                let start = Instant::now();
                once(engine, &event, &mut memory);
                start.elapsed().as_secs_f64() * 1e3
            };
            (0..runs).map(|_| time()).fold(f64::MAX, f64::min)
        };
        // A machine may be busy: what looks steep is measured once more.
        if best(80_000, 1) < 5.2 * best(20_000, 1) {
            continue;
        }
        let times = [40_000, 80_000, 160_000, 320_000].map(|n| best(n, 3));
        if times[2] > 5.2 * times[0] && times[3] > 5.2 * times[1] {
            println!("{kind:?} of {tool}: {times:.1?} ms from 40 kB on");
        }
    }
    println!("{count} kinds");
}
