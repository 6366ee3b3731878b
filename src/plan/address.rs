//! Addresses that a hook may not be posted to.

use std::net::IpAddr;

use crate::dialect::AddressGuard;
use crate::load::{Place, place, place_of};

/// So many addresses of one name are looked at; a name with more is refused.
pub const MAX_ADDRESSES: usize = 256;

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It may be made, to one of the addresses that were looked at.
    Allowed,
    /// The address is none for hooks, or the guard refuses it.
    Refused,
    /// The URL names no host, or its name leads nowhere.
    Invalid,
}

/// Whether a hook may be posted to a URL whose name leads to these addresses
/// (`None`: it was not looked up, so that only a URL with an address for its
/// host can be refused). Whoever connects asks with what the name led to, and
/// connects to one of those, not to what a second look-up says.
///
/// Only `http` and `https` are called. `localhost` and what ends with
/// `.localhost` must lead to this machine alone, and under
/// [`AddressGuard::Strict`] no other name may. Every address counts: one that
/// is refused refuses the name. Linear in the URL and the addresses; of these
/// [`MAX_ADDRESSES`] at most. Never panics.
pub fn judge(
    url: &str,
    leads_to: Option<&[IpAddr]>,
    guard: AddressGuard,
) -> Answer {
    let parsed = match url::Url::parse(url) {
        Ok(parsed) => parsed,
        Err(url::ParseError::RelativeUrlWithoutBase) => {
            return Answer::Refused;
        }
        Err(_) => return Answer::Invalid,
    };
    if !matches!(parsed.scheme(), "http" | "https") {
        return Answer::Refused;
    }
    let refused = match parsed.host() {
        None => return Answer::Invalid,
        Some(url::Host::Ipv4(ip)) => is_refused(IpAddr::V4(ip), guard),
        Some(url::Host::Ipv6(ip)) => is_refused(IpAddr::V6(ip), guard),
        Some(url::Host::Domain(name)) => match leads_to {
            None => false,
            Some([]) => return Answer::Invalid,
            Some(all) => is_misleading(name, all, guard),
        },
    };
    if refused { Answer::Refused } else { Answer::Allowed }
}

/// Whether the host of a URL is an address that is refused. A name is not
/// looked up here.
pub fn refused(url: &str, guard: AddressGuard) -> bool {
    place_of(url).is_some_and(|place| guard.refuses(place))
}

/// Whether an address is refused. Loopback never is.
pub fn is_refused(ip: IpAddr, guard: AddressGuard) -> bool {
    guard.refuses(place(ip))
}

/// Whether a name leads where it may not.
fn is_misleading(name: &str, all: &[IpAddr], guard: AddressGuard) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let own = name == "localhost" || name.ends_with(".localhost");
    let is_wrong = |&ip: &IpAddr| match place(ip) {
        Place::Loopback => !own && guard == AddressGuard::Strict,
        _ => own || is_refused(ip, guard),
    };
    guard != AddressGuard::Off
        && (all.len() > MAX_ADDRESSES || all.iter().any(is_wrong))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(url: &str) -> (bool, bool) {
        let seed = refused(url, AddressGuard::Seed);
        (seed, refused(url, AddressGuard::Strict))
    }

    #[test]
    fn private_networks_are_refused() {
        for host in [
            "10.0.0.1",
            "172.16.0.1",
            "172.31.9.9",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "[::ffff:a00:1]",
            "2130706433.example.com:1@10.0.0.1",
            "0xa.1",
        ] {
            assert_eq!(
                both(&format!("http://{host}/")),
                (true, true),
                "{host}"
            );
        }
    }

    #[test]
    fn loopback_and_public_addresses_are_fine() {
        for host in [
            "127.0.0.1",
            "[::1]",
            "localhost",
            "100.128.0.1",
            "172.32.0.1",
            "[::ffff:7f00:1]",
            "8.8.8.8",
            "example.com",
            "[2606:4700::1]",
        ] {
            let found = both(&format!("http://{host}/"));
            assert_eq!(found, (false, false), "{host}");
        }
    }

    #[test]
    fn the_strict_guard_knows_the_other_ranges() {
        for host in [
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "[fc00::1]",
            "[fe80::1]",
            "[::]",
            "[64:ff9b::a00:1]",
            "[2002:a00:1::1]",
            "[64:ff9b:1::a00:1]",
            "[::a00:1]",
            "192.0.0.1",
            "192.0.2.1",
            "168.63.129.16",
            "[2001:db8::1]",
            "[2606:4700::5efe:a00:1]",
            "198.18.0.1",
        ] {
            let found = both(&format!("http://{host}/"));
            assert_eq!(found, (false, true), "{host}");
        }
    }
}
