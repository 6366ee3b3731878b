//! Addresses that a hook may not be posted to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::dialect::AddressGuard;

/// Whether the host of a URL is an address that is refused. A name is not
/// looked up here: whoever connects asks [`is_refused`] about the address it
/// leads to, and connects to that one.
pub fn refused(url: &str, guard: AddressGuard) -> bool {
    let Ok(parsed) = url::Url::parse(url) else { return false };
    match parsed.host() {
        Some(url::Host::Ipv4(ip)) => is_refused(IpAddr::V4(ip), guard),
        Some(url::Host::Ipv6(ip)) => is_refused(IpAddr::V6(ip), guard),
        _ => false,
    }
}

/// Whether an address is refused. Loopback never is.
pub fn is_refused(ip: IpAddr, guard: AddressGuard) -> bool {
    let ip = match ip {
        IpAddr::V4(ip) => ip,
        IpAddr::V6(ip) => match inner(ip, guard) {
            Some(inner) => inner,
            None => return guard == AddressGuard::Strict && is_own_v6(ip),
        },
    };
    match guard {
        AddressGuard::Off => false,
        AddressGuard::Seed => is_private(ip),
        AddressGuard::Strict => is_private(ip) || is_special(ip),
    }
}

/// The IPv4 address inside an IPv6 one: mapped ones always, translated and
/// tunnelled ones where everything counts.
fn inner(ip: Ipv6Addr, guard: AddressGuard) -> Option<Ipv4Addr> {
    if let Some(inner) = ip.to_ipv4_mapped() {
        return Some(inner);
    }
    if guard != AddressGuard::Strict {
        return None;
    }
    let [a, b, c, d, e, f, g, h] = ip.segments();
    let joined = |high: u16, low: u16| {
        Ipv4Addr::from(u32::from(high) << 16 | u32::from(low))
    };
    match [a, b, c, d, e, f] {
        [0x64, 0xff9b, 0 | 1, ..] => Some(joined(g, h)),
        // The old form of a mapped one; `::` and `::1` are none.
        [0, 0, 0, 0, 0, 0] if g != 0 => Some(joined(g, h)),
        [0x2002, high, low, ..] => Some(joined(high, low)),
        _ => None,
    }
}

/// 10/8, 172.16/12, 192.168/16, 169.254/16 and 100.64/10.
fn is_private(ip: Ipv4Addr) -> bool {
    let [a, b, ..] = ip.octets();
    let is_shared = a == 100 && b & 0xC0 == 64;
    ip.is_private() || ip.is_link_local() || is_shared
}

/// This network, protocol assignments, benchmarks, multicast and what is
/// reserved.
fn is_special(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    a == 0
        || a >= 224
        || (a, b, c) == (192, 0, 0)
        || a == 198 && b & 0xFE == 18
}

/// Unspecified, unique local, link-local, site-local and multicast.
fn is_own_v6(ip: Ipv6Addr) -> bool {
    let [first, ..] = ip.segments();
    ip.is_unspecified()
        || first & 0xFE00 == 0xFC00
        || first & 0xFFC0 == 0xFE80
        || first & 0xFFC0 == 0xFEC0
        || first & 0xFF00 == 0xFF00
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
            "198.18.0.1",
        ] {
            let found = both(&format!("http://{host}/"));
            assert_eq!(found, (false, true), "{host}");
        }
    }
}
