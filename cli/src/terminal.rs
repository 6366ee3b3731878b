//! What the terminal can show, and writing to it.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};

/// How findings are to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) color: bool,
    pub(crate) unicode: bool,
    pub(crate) width: usize,
}

/// Which of the two streams is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Out,
    Err,
}

impl Look {
    /// How `stream` is to be written to: no colour off a terminal or under
    /// `NO_COLOR`, line art only where the locale says UTF-8, as wide as the
    /// terminal but never wider than is good to read.
    pub(crate) fn of(stream: Stream) -> Look {
        let (choice, is_terminal) = match stream {
            Stream::Out => {
                let out = io::stdout();
                (AutoStream::choice(&out), out.is_terminal())
            }
            Stream::Err => {
                let err = io::stderr();
                (AutoStream::choice(&err), err.is_terminal())
            }
        };
        Look {
            color: !matches!(choice, ColorChoice::Never),
            unicode: locale_is_utf8(),
            width: width(is_terminal).clamp(40, 120),
        }
    }
}

fn width(is_terminal: bool) -> usize {
    let seen = is_terminal.then(terminal_size::terminal_size).flatten();
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    seen.map(|(width, _)| usize::from(width.0)).or_else(named).unwrap_or(80)
}

/// The first of these that is set decides, as everywhere else.
fn locale_is_utf8() -> bool {
    if cfg!(windows) {
        return true;
    }
    let set = |name| std::env::var(name).ok().filter(|v| !v.is_empty());
    ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).is_some_and(
        |locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        },
    )
}

/// Why an answer did not arrive.
static UNWRITTEN: OnceLock<String> = OnceLock::new();

/// Writes the whole text at once. A reader that has gone away is not our
/// trouble: the command ends as if it had been read. Any other fault of the
/// output is kept for [`unwritten`].
pub(crate) fn write(stream: Stream, text: &str) {
    note(stream, written(stream, text));
}

/// Keeps why something did not arrive; says whether it did.
pub(crate) fn note(stream: Stream, outcome: io::Result<()>) -> bool {
    let Err(error) = outcome else { return true };
    if stream == Stream::Out && error.kind() != ErrorKind::BrokenPipe {
        // The first fault is the one to tell.
        let _ = UNWRITTEN.set(error.to_string());
    }
    false
}

/// Why some of the output did not arrive, if it did not.
pub(crate) fn unwritten() -> Option<&'static str> {
    UNWRITTEN.get().map(String::as_str)
}

/// Like [`write`]; says whether it arrived.
pub(crate) fn written(stream: Stream, text: &str) -> io::Result<()> {
    match stream {
        Stream::Out => flushed(io::stdout().lock(), text),
        Stream::Err => flushed(io::stderr().lock(), text),
    }
}

/// Like [`write`]; says whether anybody still listens.
pub(crate) fn write_line(text: &str) -> bool {
    note(Stream::Out, flushed(io::stdout().lock(), text))
}

fn flushed(mut stream: impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

/// Whether what is written goes to the null device: where a host has closed
/// the output, that stands in its place.
#[cfg(unix)]
pub(crate) fn is_nowhere(stream: &impl std::os::fd::AsFd) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let own = stream.as_fd().try_clone_to_owned();
    let own = own.map(std::fs::File::from).and_then(|file| file.metadata());
    let null = std::fs::metadata("/dev/null");
    own.is_ok_and(|own| {
        own.rdev() != 0 && null.is_ok_and(|null| null.rdev() == own.rdev())
    })
}

#[cfg(not(unix))]
pub(crate) fn is_nowhere<S>(_: &S) -> bool {
    false
}

/// A few words in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Red,
    Yellow,
    Green,
    Bold,
    Dim,
}

impl Look {
    /// `text` in colour, where there is colour.
    pub(crate) fn paint(self, paint: Paint, text: &str) -> String {
        if !self.color {
            return text.to_owned();
        }
        let code = match paint {
            Paint::Red => "1;31",
            Paint::Yellow => "1;33",
            Paint::Green => "1;32",
            Paint::Bold => "1",
            Paint::Dim => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}
