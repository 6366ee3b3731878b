//! Names of hosts as they are usually written.

use std::fmt::Write;
use std::net::Ipv4Addr;
use url::Host;

/// Longer ones are no names.
const LONGEST: usize = 1024;

/// Numbers up to this one, alone, are ports and counts to most programs.
const SMALL: usize = "65535".len();

/// Writes the name of a host in small letters: addresses by their four
/// numbers, other letters in ASCII, or by `letters` as they are read.
pub(super) fn write(host: &str, url: bool, letters: bool, out: &mut String) {
    let host = host.strip_suffix('.').unwrap_or(host);
    let from = out.len();
    // Writing to a text never fails.
    let _ = match read(host, url) {
        Some(Host::Ipv4(address)) => write!(out, "{address}"),
        Some(Host::Ipv6(address)) => match address.to_ipv4_mapped() {
            Some(address) => write!(out, "{address}"),
            None => write!(out, "[{address}]"),
        },
        Some(Host::Domain(name)) if letters => {
            out.push_str(&url::quirks::domain_to_unicode(&name));
            Ok(())
        }
        Some(Host::Domain(name)) => out.write_str(&name),
        None => {
            out.push_str(host);
            if let Some(text) = out.get_mut(from..) {
                text.make_ascii_lowercase();
            }
            Ok(())
        }
    };
}

/// What a name is that is more than letters: `2130706433`, `%65vil.com`.
fn read(host: &str, url: bool) -> Option<Host> {
    // Others are written in small letters, whether they are names or not.
    let usual = |b: u8| b.is_ascii() && !b"%[".contains(&b);
    let last = host.rsplit('.').next().unwrap_or("");
    let number = last.bytes().next().is_some_and(|b| b.is_ascii_digit())
        && last.bytes().all(|b| b.is_ascii_hexdigit() || b"xX".contains(&b));
    let coded = |label: &str| {
        label.get(..4).is_some_and(|xn| xn.eq_ignore_ascii_case("xn--"))
    };
    let odd = !host.bytes().all(usual) || host.split('.').any(coded);
    let small = !url && host.len() <= SMALL && !host.contains(['.', 'x']);
    let is_read = odd || number && !small;
    let usual = number && host.parse::<Ipv4Addr>().is_ok();
    if !is_read || usual || host.len() > LONGEST {
        return None;
    }
    Host::parse(host).ok()
}
