//! URL text → the host it leads to.

use url::Url;

/// The longest URL that is read, in bytes.
pub const MAX_URL_BYTES: usize = 1 << 16;

/// Why a URL has no host that rules could be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UrlFault {
    /// Longer than [`MAX_URL_BYTES`].
    TooLong,
    /// A NUL or another control character that readers treat differently.
    Control,
    /// Not an absolute URL.
    Invalid,
    /// A scheme other than `http` and `https`.
    Scheme,
}

impl std::error::Error for UrlFault {}

impl std::fmt::Display for UrlFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            UrlFault::TooLong => "the URL is too long",
            UrlFault::Control => "the URL holds a control character",
            UrlFault::Invalid => "this is not an absolute URL",
            UrlFault::Scheme => "the URL is neither `http` nor `https`",
        })
    }
}

/// Appends the host of a URL: lower case, ASCII, without a trailing dot,
/// addresses in their usual form. The URL is read as browsers do: tabs and
/// line breaks are left out, backslashes are slashes. On a fault nothing is
/// appended.
///
/// # Errors
/// The reason why there is no host to compare.
pub fn host(text: &str, out: &mut String) -> Result<(), UrlFault> {
    if let Some(plain) = plain_host(text) {
        let start = out.len();
        out.push_str(plain);
        if let Some(added) = out.get_mut(start..) {
            added.make_ascii_lowercase();
        }
        return Ok(());
    }
    if text.len() > MAX_URL_BYTES {
        return Err(UrlFault::TooLong);
    }
    let odd = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    if text.chars().any(odd) {
        return Err(UrlFault::Control);
    }
    let url = Url::parse(text).map_err(|_| UrlFault::Invalid)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(UrlFault::Scheme);
    }
    let host = url.host_str().unwrap_or("");
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.is_empty() || host.ends_with('.') || host.starts_with('.') {
        return Err(UrlFault::Invalid);
    }
    out.push_str(host);
    Ok(())
}

/// Whether a host is a version 6 address that stands for a version 4 one:
/// mapped, compatible or translated. Rules name the latter.
pub fn stands_for_v4(host: &str) -> bool {
    let inner = host.strip_prefix('[').and_then(|h| h.strip_suffix(']'));
    let address: Option<std::net::Ipv6Addr> =
        inner.and_then(|inner| inner.parse().ok());
    address.is_some_and(|address| match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, _, _] => true,
        [0, 0, 0, 0, 0, 0, high, low] => high > 0 || low > 1,
        [0, 0, 0, 0, 0xffff, 0, _, _] => true,
        // With a prefix of one's own, the address may stand in any place.
        [0x64, 0xff9b, 0, 0, 0, 0, _, _] | [0x64, 0xff9b, 1, ..] => true,
        [0x2002, ..] => true,
        _ => false,
    })
}

/// The host of a URL of the everyday form, which every reader takes alike.
/// `None` says nothing; the full reader decides then.
fn plain_host(text: &str) -> Option<&str> {
    let scheme = ["https://", "http://"];
    let rest = scheme.iter().find_map(|s| text.strip_prefix(s))?;
    let end = rest.find(['/', '?', '#', ':']).unwrap_or(rest.len());
    let (host, tail) = rest.split_at_checked(end)?;
    let tail = tail.as_bytes();
    let plain_tail = |c: &u8| matches!(c, 0x21..=0x7e if *c != b'\\');
    if tail.first() == Some(&b':') && !plain_port(tail) {
        return None;
    }
    if !tail.iter().all(plain_tail) {
        return None;
    }
    let mut labels = host.split('.').peekable();
    while let Some(label) = labels.next() {
        let mut bytes = label.bytes();
        let named = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
        if label.is_empty() || label.len() > 63 || !bytes.all(named) {
            return None;
        }
        // Punycode has to be checked, and a number at the end is an address.
        if label.get(..2).is_some_and(|s| s.eq_ignore_ascii_case("xn")) {
            return None;
        }
        let last = labels.peek().is_none();
        if last && label.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
    }
    (host.len() < 254).then_some(host)
}

/// `:`, up to four digits, and the end or a slash.
fn plain_port(tail: &[u8]) -> bool {
    let digits = tail.iter().skip(1).take_while(|c| c.is_ascii_digit());
    let count = digits.count();
    let behind = tail.get(1 + count);
    count <= 4 && matches!(behind, None | Some(b'/' | b'?' | b'#'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<String, UrlFault> {
        let mut out = String::new();
        host(text, &mut out).map(|()| out)
    }

    #[test]
    fn hosts() {
        for (text, expected) in [
            ("https://example.com/x", "example.com"),
            ("https://EXAMPLE.com:8443?x", "example.com"),
            ("https://example.com./", "example.com"),
            ("HTTPS://example.com/", "example.com"),
            ("https://user:pw@example.com/", "example.com"),
            ("https://example.com@evil.invalid/", "evil.invalid"),
            ("https://evil.invalid\\@example.com/", "evil.invalid"),
            ("https:\\\\example.com\\x", "example.com"),
            ("https:example.com", "example.com"),
            ("https:///example.com", "example.com"),
            ("https://ex%61mple.com/", "example.com"),
            ("https://exa\tmple.com/", "example.com"),
            (" https://example.com/ ", "example.com"),
            ("https://ｅxample.com/", "example.com"),
            ("https://example。com/", "example.com"),
            ("https://bücher.example/", "xn--bcher-kva.example"),
            ("http://2130706433/", "127.0.0.1"),
            ("http://0x7f.1/", "127.0.0.1"),
            ("http://0177.0.0.1/", "127.0.0.1"),
            ("http://[0:0::1]/", "[::1]"),
            ("http://a.1x/", "a.1x"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(expected), "{text}");
        }
        for text in [
            "",
            "example.com",
            "//example.com",
            "https://",
            "https://.",
            "https://example.com..",
            "https://example.com\0.evil.invalid/",
            "https://exa mple.com/",
            "https://example.com:99999/",
            "https://[::1",
            "https://1.2.3.4.5/",
            "ftp://example.com/",
            "file://example.com/etc/passwd",
            "javascript:alert(1)",
            "data:text/html,x",
        ] {
            assert!(read(text).is_err(), "{text} {:?}", read(text));
        }
    }

    proptest! {
        #[test]
        fn the_short_way_agrees_with_the_full_reader(
            text in "(https?://|HTTP://)?[a-cxn019A.:/?#@\\\\%\\-]{0,24}"
        ) {
            if let Some(plain) = plain_host(&text) {
                let url = Url::parse(&text).expect(&text);
                let plain = plain.to_ascii_lowercase();
                prop_assert_eq!(url.host_str(), Some(plain.as_str()));
            }
        }

        #[test]
        fn any_text_is_safe(text: String) {
            let _ = read(&text);
        }
    }
}
