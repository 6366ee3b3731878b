//! Signals by name and by number, where these are the same everywhere
//! (POSIX, `kill`; Linux and macOS agree on them).

/// A signal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signal {
    /// Its number.
    pub(crate) number: &'static str,
    /// Its name with the `SIG` that may be left out.
    pub(crate) name: &'static str,
}

impl Signal {
    /// The signal that a word names, in any spelling.
    pub(crate) fn of(word: &str) -> Option<Signal> {
        let number = word.bytes().all(|byte| byte.is_ascii_digit());
        let word = match word.trim_start_matches('0') {
            // It asks whether a process is there.
            "" if !word.is_empty() => "0",
            short if number => short,
            _ => word,
        };
        let is_it = |signal: &&Signal| {
            let short = signal.name.get(3..).unwrap_or("");
            word == signal.number
                || word.eq_ignore_ascii_case(signal.name)
                || word.eq_ignore_ascii_case(short)
        };
        SIGNALS.iter().find(is_it).copied()
    }
}

const SIGNALS: &[Signal] = &[
    Signal { number: "0", name: "SIG0" },
    Signal { number: "1", name: "SIGHUP" },
    Signal { number: "2", name: "SIGINT" },
    Signal { number: "3", name: "SIGQUIT" },
    Signal { number: "6", name: "SIGABRT" },
    Signal { number: "9", name: "SIGKILL" },
    Signal { number: "14", name: "SIGALRM" },
    Signal { number: "15", name: "SIGTERM" },
];
