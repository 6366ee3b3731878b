//! Reading files a stranger may have written: regular ones only, a size
//! limit that holds before the whole is read, UTF-8 or the place where not.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use hookset::diagnostic::{Code, Diagnostic};
use hookset::hook_set::is_image;
use hookset::source::{Source, SourceId, Span};

use crate::fault::Fault;

/// What runners read of a settings file.
pub(crate) const POLICY_LIMIT: u64 = 2 << 20;
/// The largest event that is looked at.
pub(crate) const EVENT_LIMIT: u64 = 16 << 20;

/// The text of the file `path`, or of standard input for `-`.
pub(crate) fn read_text(
    path: impl AsRef<Path>,
    limit: u64,
) -> Result<String, Fault> {
    let path = path.as_ref();
    let is_input = path == "-";
    let name = match is_input {
        true => "<stdin>".into(),
        false => path.to_string_lossy(),
    };
    let name = name.as_ref();
    let bytes = if is_input {
        take(io::stdin().lock(), limit)
    } else {
        open(path, limit)?.and_then(|file| take(file, limit))
    };
    let bytes = bytes.map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > limit {
        return Err(too_large(name, None, limit));
    }
    if is_image(&bytes) {
        let message = format!("`{name}` is a compiled policy, and no text");
        return Err(Fault::new(Code::UNREADABLE_FILE, name, message).help(
            "`--image` takes one where a command has it; elsewhere name the \
             files that it was made of",
        ));
    }
    let text = decode(name, Above::default(), bytes)?;
    if text.trim().is_empty() {
        return Err(Fault::new(
            Code::EMPTY_FILE,
            name,
            format!("`{name}` is empty"),
        )
        .help(at_least(path)));
    }
    Ok(text)
}

/// Standard input can be only one of what is named, each with the option it
/// was named by.
pub(crate) fn once<'a>(
    named: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<(), Fault> {
    let mut first = None;
    for (option, _) in named.into_iter().filter(|(_, path)| *path == "-") {
        match first {
            Some(other) if other != option => {
                let message = format!(
                    "standard input cannot be both `{other}` and `{option}`"
                );
                let fault =
                    Fault::new(Code::UNREADABLE_FILE, "<stdin>", message);
                return Err(fault.help("name a file for one of them"));
            }
            _ => first = Some(option),
        }
    }
    Ok(())
}

/// What to do about a file that is empty.
fn at_least(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|ext| ext.to_str());
    match extension {
        None | Some("json" | "jsonc" | "json5" | "yaml" | "yml") => {
            "write at least `{}`"
        }
        Some(_) => "write something into it, or remove it",
    }
}

/// Whether something is there, as far as is known: what somebody may not
/// look at must not be passed over as if it were not.
pub(crate) fn may_be(path: &Path) -> bool {
    match std::fs::metadata(path) {
        Ok(_) => true,
        Err(error) => !matches!(
            error.kind(),
            ErrorKind::NotFound | ErrorKind::NotADirectory
        ),
    }
}

/// Opens a file for reading, after looking at what it is: opening a pipe
/// can wait for ever, reading a device may never end.
pub(crate) fn open(
    path: impl AsRef<Path>,
    limit: u64,
) -> Result<io::Result<File>, Fault> {
    let real = path.as_ref();
    let path = &*real.to_string_lossy();
    let metadata = match std::fs::metadata(real) {
        Ok(metadata) => metadata,
        Err(error) => return Ok(Err(error)),
    };
    if metadata.is_dir() {
        return Err(Fault::new(
            Code::UNREADABLE_FILE,
            path,
            format!("`{path}` is a directory, not a file"),
        )
        .help("name the file itself, such as `.claude/settings.json`"));
    }
    if !metadata.is_file() && !is_inherited(path) {
        return Err(special(path));
    }
    if metadata.len() > limit {
        return Err(too_large(path, Some(metadata.len()), limit));
    }
    Ok(File::open(real))
}

/// Whether the path names something this process was handed open, such as
/// the shell's `<(…)`.
fn is_inherited(path: &str) -> bool {
    path == "/dev/stdin"
        || path.starts_with("/dev/fd/")
        || path.starts_with("/proc/self/fd/")
}

fn take(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What stands in a file before a part of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Above {
    pub(crate) lines: usize,
    pub(crate) bytes: usize,
}

impl Above {
    /// A finding in the part, told where that stands in the file called
    /// `name`. From the first byte that is no text on, a sign stands for each
    /// that is not ASCII, so that places stay.
    pub(crate) fn fault(
        self,
        name: &str,
        part: &[u8],
        found: Diagnostic,
    ) -> Fault {
        let valid = match std::str::from_utf8(part) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let mut shown = part.to_vec();
        let rest = shown.iter_mut().skip(valid);
        rest.filter(|byte| !byte.is_ascii()).for_each(|byte| *byte = b'?');
        self.put(name, &String::from_utf8_lossy(&shown), found)
    }

    /// The same for a part that is text.
    pub(crate) fn put(
        self,
        name: &str,
        part: &str,
        mut found: Diagnostic,
    ) -> Fault {
        // Empty lines in front make its places those of the file.
        let text = format!("{}{part}", "\n".repeat(self.lines));
        for label in &mut found.labels {
            label.span = label.span.shifted(self.lines);
        }
        let before = self.bytes.saturating_sub(self.lines);
        Fault::of(Source::new(name, text).behind(before), found)
    }
}

/// The bytes as text; the fault names the first byte that is not.
pub(crate) fn decode(
    name: &str,
    above: Above,
    bytes: Vec<u8>,
) -> Result<String, Fault> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let byte = bytes.get(at).copied().unwrap_or(0);
        let before = bytes.get(..at).unwrap_or_default();
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let message = format!(
            "`{name}` is not UTF-8: byte 0x{byte:02x} at offset {} (line {})",
            above.bytes + at,
            above.lines + line
        );
        let (code, span) = (Code::INVALID_UTF8, Span::new(at, at + 1));
        let found = Diagnostic::new(code, message, SourceId(0), span);
        // Older versions of PowerShell write so when output is sent to a file.
        let wide = [[0xff, 0xfe], [0xfe, 0xff]];
        let help = match bytes.get(..2) {
            Some(mark) if wide.iter().any(|wide| mark == wide) => {
                "this is UTF-16, as `>` of Windows PowerShell writes it; save \
                 the file as UTF-8, there with `Out-File -Encoding utf8`"
            }
            _ => "save the file as UTF-8 without any other encoding",
        };
        above.fault(name, bytes, found.help(help))
    })
}

fn special(name: &str) -> Fault {
    let message = format!("`{name}` is not a regular file");
    Fault::new(Code::UNREADABLE_FILE, name, message)
        .help("copy its content to a file; what takes `-` reads a pipe so")
}

pub(crate) fn unreadable(name: &str, error: &io::Error) -> Fault {
    let why = match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => {
            "you may not read it (permission denied)".to_owned()
        }
        _ => error.to_string().to_lowercase(),
    };
    let message = format!("cannot read `{name}`: {why}");
    Fault::new(Code::UNREADABLE_FILE, name, message)
}

pub(crate) fn too_large(name: &str, size: Option<u64>, limit: u64) -> Fault {
    let limit = limit >> 20;
    let message = match size {
        Some(size) => {
            // Rounded up, so that it is more than the limit.
            let tenths = size.saturating_mul(10).div_ceil(1 << 20);
            let size = match tenths % 10 {
                0 => (tenths / 10).to_string(),
                part => format!("{}.{part}", tenths / 10),
            };
            format!("`{name}` is {size} MiB, more than {limit} MiB")
        }
        None => format!("`{name}` is more than {limit} MiB"),
    };
    Fault::new(Code::FILE_TOO_LARGE, name, message)
        .help("no runner reads a file of this size; split it")
}

/// Whether a path that is to be searched can be, and is a directory.
pub(crate) fn is_directory(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_byte_is_named() {
        let fault = decode("f", Above::default(), b"ab\ncd\xffe".to_vec())
            .unwrap_err();
        assert_eq!(
            fault.message,
            "`f` is not UTF-8: byte 0xff at offset 5 (line 2)"
        );
    }

    #[test]
    fn what_another_shell_writes_is_told_as_such() {
        let help = |bytes: &[u8]| {
            let fault = decode("f", Above::default(), bytes.to_vec());
            fault.unwrap_err().help.unwrap()
        };
        assert!(help(b"\xff\xfe{\0}\0").starts_with("this is UTF-16"));
        assert!(help(b"\xfe\xff\0{\0}").starts_with("this is UTF-16"));
        assert!(!help(b"{\xff\xfe}").contains("UTF-16"));
    }

    #[test]
    fn what_is_too_large_is_more_than_the_limit() {
        let name = format!("hookset-large-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, vec![b' '; (1 << 20) + 1]).unwrap();
        let fault = read_text(path.to_str().unwrap(), 1 << 20).unwrap_err();
        assert!(fault.message.ends_with("is 1.1 MiB, more than 1 MiB"));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn an_endless_file_is_refused() {
        let fault = read_text("/dev/zero", 10).unwrap_err();
        assert_eq!(fault.code, Code::UNREADABLE_FILE);
    }
}
