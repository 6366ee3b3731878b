//! Values of harmful options that everybody gives them, and that harm nobody.

/// Whether `ssh` of `rsync -e` gets a port and a key alone.
pub(super) fn opens_only(value: &str) -> bool {
    let mut words = value.split_whitespace();
    if words.next() != Some("ssh") {
        return false;
    }
    while let Some(word) = words.next() {
        match word {
            "-p" | "-i" => _ = words.next(),
            _ if word.starts_with("-p") || word.starts_with("-i") => {}
            _ => return false,
        }
    }
    true
}

/// Whether a program for archives packs, and gets numbers alone:
/// `zstd -19 -T0`.
pub(super) fn only_packs(value: &str) -> bool {
    const PACKERS: &[&str] = &[
        "brotli", "bzip2", "gzip", "lbzip2", "lz4", "lzip", "lzma", "lzop",
        "pbzip2", "pigz", "pixz", "plzip", "pxz", "xz", "zstd", "zstdmt",
    ];
    const LONG: &[&str] =
        &["best", "extreme", "fast", "long", "rsyncable", "threads", "ultra"];
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mut words = value.split(' ');
    PACKERS.contains(&words.next().unwrap_or(""))
        && words.all(|word| match word.strip_prefix("--") {
            Some(long) => {
                let (name, number) =
                    long.split_once('=').unwrap_or((long, ""));
                LONG.contains(&name) && digits(number)
            }
            None => word.strip_prefix('-').is_some_and(|short| {
                digits(short.strip_prefix(['T', 'p']).unwrap_or(short))
            }),
        })
}

/// Whether a variable of cmake names no program: `-DCMAKE_C_FLAGS=-O2`.
pub(super) fn sets_no_program(text: &str) -> bool {
    let Some((name, value)) = text.split_once('=') else { return false };
    let signs = ["COMPILER", "LAUNCH", "LINKER", "TOOL", "PROG", "EMULATOR"];
    name.starts_with("-D")
        && (matches!(value, "ON" | "OFF" | "gcc" | "g++" | "cc" | "ccache")
            || matches!(value, "clang" | "clang++")
            || !signs.iter().any(|sign| name.contains(sign))
                && !name.contains("INCLUDE"))
}

/// Whether a setting of jj is about what it shows.
pub(super) fn shows_only(value: &str) -> bool {
    let key = value.split('=').next().unwrap_or("");
    let signs = ["pager", "edit", "tool", "alias", "ssh", "fsm", "command"];
    !key.is_empty()
        && !key.contains('/')
        && !signs.iter().any(|sign| key.contains(sign))
}

/// Whether an option names the file that a page is written to.
pub(super) fn is_output_of(name: &str, option: &str) -> bool {
    match (option.strip_prefix("--"), name) {
        (Some(long), _) => {
            let long = long.strip_suffix('=').unwrap_or(long);
            matches!(long, "output" | "output-document" | "dump-header")
        }
        (None, "curl") => option.ends_with(['o', 'D']),
        (None, _) => option.ends_with(['O', 'o']),
    }
}
