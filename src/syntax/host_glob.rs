//! What stands behind `domain:` → a host pattern.

use super::{HostGlob, TextGlob};
use crate::source::Span;

/// The longest host that is read, in bytes.
pub const MAX_HOST_BYTES: usize = 512;

/// The longest part between two dots, in bytes.
const MAX_LABEL_BYTES: usize = 63;

/// Why a text is not a host pattern, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostFault {
    /// What is wrong.
    pub kind: HostFaultKind,
    /// Where, in the text that was parsed.
    pub span: Span,
}

/// What is wrong with a host pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostFaultKind {
    /// Nothing stands there.
    Empty,
    /// Longer than [`MAX_HOST_BYTES`].
    TooLong,
    /// `https://`.
    Scheme,
    /// `name@`.
    User,
    /// `:8080`.
    Port,
    /// `/path`, `?query` or `#part`.
    Path,
    /// A blank or control character.
    Blank,
    /// `.example.com`.
    LeadingDot,
    /// `a..b`.
    EmptyLabel,
    /// A star beside letters.
    StarInLabel,
    /// No host can be called so.
    Invalid,
}

type Row = (HostFaultKind, &'static str, &'static str);

const WORDS: &[Row] = {
    use HostFaultKind::*;
    &[
        (Empty, "no host stands here", "name a host, as in `example.com`"),
        (TooLong, "the host is too long", "name a host"),
        (Scheme, "a scheme stands before the host", "write the host alone"),
        (User, "a user name stands before the host", "write the host alone"),
        (Port, "ports are not compared", "write the host alone"),
        (Path, "paths are not compared", "write the host alone"),
        (Blank, "a blank stands in the host", "remove it"),
        (
            LeadingDot,
            "a host does not start with a dot",
            "write `*.example.com` for every host below `example.com`",
        ),
        (EmptyLabel, "nothing stands between two dots", "write one dot"),
        (
            StarInLabel,
            "a star stands for whole names between dots",
            "write `*.example.com` for every host below `example.com`",
        ),
        (Invalid, "no host can be called so", "check the name"),
    ]
};

impl HostFault {
    fn row(&self) -> Option<&'static Row> {
        WORDS.iter().find(|row| row.0 == self.kind)
    }

    /// What was found.
    pub fn words(&self) -> &'static str {
        self.row().map_or("", |row| row.1)
    }

    /// What to write instead.
    pub fn help(&self) -> &'static str {
        self.row().map_or("", |row| row.2)
    }
}

/// Reads a host pattern: labels of which some may be `*`. A leading `*.`
/// stands for one label or more, `*` alone for any host; elsewhere a star is
/// exactly one label. The labels are kept as URLs carry them: lower case,
/// ASCII.
///
/// # Errors
/// The first thing that makes it no host.
pub fn parse(text: &str) -> Result<HostGlob, HostFault> {
    shape(text)?;
    let host = without_dot(text);
    if let Some(literal) = address(host) {
        let labels = vec![TextGlob::exact(literal)];
        return Ok(HostGlob { any_prefix: false, labels });
    }
    let any_prefix = host == "*" || host.starts_with("*.");
    let from = if any_prefix { host.len().min(2) } else { 0 };
    let rest = host.get(from..).unwrap_or("");
    let mut labels = Vec::new();
    let mut at = from;
    for label in rest.split('.') {
        if !(label.is_empty() && host == "*") {
            labels.extend(read_label(label, at)?);
        }
        at += label.len() + 1;
    }
    numbers_make_an_address(&labels, any_prefix, host)?;
    let glob = HostGlob { any_prefix, labels };
    // In ASCII a host may be longer than it is written.
    if print(&glob).len() > MAX_HOST_BYTES {
        let span = Span::new(0, text.len());
        return Err(HostFault { kind: HostFaultKind::TooLong, span });
    }
    Ok(glob)
}

/// The text without one dot at its end.
fn without_dot(text: &str) -> &str {
    text.strip_suffix('.').unwrap_or(text)
}

/// Finds what is not part of a host at all.
fn shape(text: &str) -> Result<(), HostFault> {
    let fault = |kind, start: usize, end: usize| {
        Err(HostFault { kind, span: Span::new(start, end) })
    };
    let len = text.len();
    if len > MAX_HOST_BYTES {
        return fault(HostFaultKind::TooLong, 0, len);
    }
    if let Some(at) = text.find("://") {
        return fault(HostFaultKind::Scheme, 0, at + 3);
    }
    if let Some(at) = text.find(['/', '\\', '?', '#']) {
        return fault(HostFaultKind::Path, at, len);
    }
    if let Some(at) = text.find('@') {
        return fault(HostFaultKind::User, 0, at + 1);
    }
    let blank = |c: char| c.is_whitespace() || c.is_control();
    if let Some((at, c)) = text.char_indices().find(|&(_, c)| blank(c)) {
        return fault(HostFaultKind::Blank, at, at + c.len_utf8());
    }
    if let Some(at) = text.find(':')
        && address(text).is_none()
    {
        return fault(HostFaultKind::Port, at, len);
    }
    let host = without_dot(text);
    if host.is_empty() {
        return fault(HostFaultKind::Empty, 0, len);
    }
    if host.starts_with('.') {
        return fault(HostFaultKind::LeadingDot, 0, 1);
    }
    let doubled = host.find("..");
    if let Some(at) = doubled.or(host.ends_with('.').then(|| len - 2)) {
        return fault(HostFaultKind::EmptyLabel, at, at + 2);
    }
    Ok(())
}

/// A version 6 address, with or without its brackets, as URLs carry it.
fn address(text: &str) -> Option<String> {
    if !text.contains(':') {
        return None;
    }
    let inner = match text.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?,
        None => text,
    };
    let address: std::net::Ipv6Addr = inner.parse().ok()?;
    url::Host::parse(&format!("[{address}]")).ok().map(|h| h.to_string())
}

/// One label; a Unicode one may come out as several, where it holds another
/// script's full stop.
fn read_label(label: &str, at: usize) -> Result<Vec<TextGlob>, HostFault> {
    let fault = |kind| {
        let span = Span::new(at, at + label.len());
        Err(HostFault { kind, span })
    };
    if label == "*" {
        let parts = vec![String::new(), String::new()];
        return Ok(vec![TextGlob { parts, boundary: false }]);
    }
    if let Some(star) = label.find('*') {
        // At the start of a label the whole label is the slip.
        let span = match star {
            0 => Span::new(at, at + label.len()),
            _ => Span::new(at + star, at + star + 1),
        };
        return Err(HostFault { kind: HostFaultKind::StarInLabel, span });
    }
    if label.is_ascii() && label.bytes().all(|c| c.is_ascii_digit()) {
        return Ok(vec![TextGlob::exact(label)]);
    }
    // `%41` is a letter in URLs; in a rule it is a slip. The others are in
    // no name that a resolver knows.
    let odd = |c: char| {
        c.is_ascii() && !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    if label.contains(odd) {
        return fault(HostFaultKind::Invalid);
    }
    // Alone, `0x7f` would be read as an address.
    let probe = format!("{label}.a");
    let Ok(url::Host::Domain(name)) = url::Host::parse(&probe) else {
        return fault(HostFaultKind::Invalid);
    };
    let name = name.strip_suffix(".a").unwrap_or(&name);
    let fits = |part: &str| !part.is_empty() && part.len() <= MAX_LABEL_BYTES;
    if !name.split('.').all(fits) {
        return fault(HostFaultKind::Invalid);
    }
    Ok(name.split('.').map(TextGlob::exact).collect())
}

/// A host whose last label is a number is an address to every reader of
/// URLs, and must then be one in its usual form.
fn numbers_make_an_address(
    labels: &[TextGlob],
    any_prefix: bool,
    host: &str,
) -> Result<(), HostFault> {
    let literal = |glob: &TextGlob| glob.parts.len() == 1;
    if any_prefix || labels.iter().any(|label| !literal(label)) {
        return Ok(());
    }
    let text = labels.iter().flat_map(|label| label.parts.iter());
    let text: Vec<&str> = text.map(String::as_str).collect();
    let text = text.join(".");
    match url::Host::parse(&text) {
        Ok(host) if host.to_string() == text => Ok(()),
        _ => {
            let span = Span::new(0, host.len());
            Err(HostFault { kind: HostFaultKind::Invalid, span })
        }
    }
}

/// The pattern as text; reading it again gives the same pattern.
pub fn print(glob: &HostGlob) -> String {
    let labels = glob.labels.iter().map(TextGlob::print);
    let star = glob.any_prefix.then(|| "*".to_owned());
    star.into_iter().chain(labels).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for (text, printed) in [
            ("example.com", "example.com"),
            ("EXAMPLE.com.", "example.com"),
            ("*", "*"),
            ("*.example.com", "*.example.com"),
            ("example.*", "example.*"),
            ("api.*.example.com", "api.*.example.com"),
            ("bücher.de", "xn--bcher-kva.de"),
            ("XN--BCHER-KVA.de", "xn--bcher-kva.de"),
            ("ｅxample.com", "example.com"),
            ("example。com", "example.com"),
            ("127.0.0.1", "127.0.0.1"),
            ("[::1]", "[::1]"),
            ("0:0::1", "[::1]"),
            ("localhost", "localhost"),
            ("a_b.example", "a_b.example"),
        ] {
            let glob = parse(text).map(|glob| print(&glob));
            assert_eq!(glob.as_deref(), Ok(printed), "{text}");
            assert_eq!(parse(printed), parse(text), "{text}");
        }
    }

    #[test]
    fn faults() {
        use HostFaultKind::*;
        for (text, kind, at) in [
            ("", Empty, ""),
            (".", Empty, "."),
            ("https://example.com/", Scheme, "https://"),
            ("example.com/path", Path, "/path"),
            ("example.com:8080", Port, ":8080"),
            ("me@example.com", User, "me@"),
            ("exa mple.com", Blank, " "),
            (".example.com", LeadingDot, "."),
            ("a..b", EmptyLabel, ".."),
            ("a..", EmptyLabel, ".."),
            ("*example.com", StarInLabel, "*example"),
            ("exam*ple.com", StarInLabel, "*"),
            ("a%41.com", Invalid, "a%41"),
            ("256.1.1.1", Invalid, "256.1.1.1"),
            ("0x7f.1", Invalid, "0x7f.1"),
        ] {
            let fault = parse(text).expect_err(text);
            assert_eq!(
                (fault.kind, fault.span.of(text)),
                (kind, at),
                "{text}"
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_safe(text in "\\PC{0,20}|[a*.:\\[\\]0x-]{0,12}") {
            if let Ok(glob) = parse(&text) {
                let again = parse(&print(&glob));
                proptest::prop_assert_eq!(again, Ok(glob), "{}", text);
            }
        }
    }
}
