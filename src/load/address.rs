//! What kind of place an address of the internet is. The one table of it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A kind of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// This machine: 127/8, `::1`, and the first as a mapped address.
    Loopback,
    /// One of the networks every guard names: 10/8, 172.16/12, 192.168/16,
    /// 169.254/16, 100.64/10, also as mapped addresses.
    Private,
    /// Not routed for everybody: reserved, for documentation, multicast,
    /// local, or another of those inside an address of version 6.
    Special,
    /// Any other.
    Public,
}

/// A network of version 4: its first address and how many bits count.
const fn v4(a: u8, b: u8, c: u8, d: u8, bits: u32) -> (u32, u32) {
    (u32::from_be_bytes([a, b, c, d]), bits)
}

const LOOPBACK: [(u32, u32); 1] = [v4(127, 0, 0, 0, 8)];

const PRIVATE: [(u32, u32); 5] = [
    v4(10, 0, 0, 0, 8),
    v4(100, 64, 0, 0, 10),
    v4(169, 254, 0, 0, 16),
    v4(172, 16, 0, 0, 12),
    v4(192, 168, 0, 0, 16),
];

/// Reserved by IANA's registry of special addresses, and the host of a
/// cloud's own services.
const SPECIAL: [(u32, u32); 10] = [
    v4(0, 0, 0, 0, 8),
    v4(168, 63, 129, 16, 32),
    v4(192, 0, 0, 0, 24),
    v4(192, 0, 2, 0, 24),
    v4(192, 88, 99, 0, 24),
    v4(198, 18, 0, 0, 15),
    v4(198, 51, 100, 0, 24),
    v4(203, 0, 113, 0, 24),
    v4(224, 0, 0, 0, 4),
    v4(240, 0, 0, 0, 4),
];

/// Parts of 2000::/3 that are not routed for everybody: protocols with
/// Teredo among them, documentation, 6to4, documentation.
const SPECIAL_V6: [(u128, u32); 4] = [
    (0x2001 << 112, 23),
    (0x2001_0db8 << 96, 32),
    (0x2002 << 112, 16),
    (0x3fff << 112, 20),
];

/// The kind of place an address is. Constant time.
pub fn place(ip: IpAddr) -> Place {
    match ip {
        IpAddr::V4(ip) => place_v4(ip),
        IpAddr::V6(ip) => place_v6(ip),
    }
}

/// Where a URL leads whose host is an address. Names are not looked up.
pub fn place_of(url: &str) -> Option<Place> {
    match url::Url::parse(url).ok()?.host()? {
        url::Host::Ipv4(ip) => Some(place_v4(ip)),
        url::Host::Ipv6(ip) => Some(place_v6(ip)),
        url::Host::Domain(_) => None,
    }
}

fn place_v4(ip: Ipv4Addr) -> Place {
    let bits = u32::from(ip);
    let lies = |list: &[(u32, u32)]| {
        list.iter().any(|&(start, kept)| (bits ^ start) >> (32 - kept) == 0)
    };
    match () {
        () if lies(&LOOPBACK) => Place::Loopback,
        () if lies(&PRIVATE) => Place::Private,
        () if lies(&SPECIAL) => Place::Special,
        () => Place::Public,
    }
}

fn place_v6(ip: Ipv6Addr) -> Place {
    if let Some(inner) = ip.to_ipv4_mapped() {
        return place_v4(inner);
    }
    let [.., e, f, g, h] = ip.segments();
    let last = Ipv4Addr::from(u32::from(g) << 16 | u32::from(h));
    let bits = u128::from(ip);
    let lies = |start: u128, kept: u32| (bits ^ start) >> (128 - kept) == 0;
    // What an address within another leads to, through a router that speaks
    // for it, is no loopback that somebody meant.
    let within = match place_v4(last) {
        Place::Public => Place::Public,
        _ => Place::Special,
    };
    match () {
        () if ip.is_loopback() => Place::Loopback,
        // Translated from version 4: as public as that is.
        () if lies(0x0064_ff9b << 96, 96) => within,
        () if !lies(0x2000 << 112, 3) => Place::Special,
        () if SPECIAL_V6.iter().any(|&(s, kept)| lies(s, kept)) => {
            Place::Special
        }
        // An address of version 4 as the name of an interface (ISATAP).
        () if e & !0x0200 == 0 && f == 0x5efe => within,
        () => Place::Public,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every spelling of an address of version 4 within one of version 6.
    fn spelled(ip: Ipv4Addr) -> [Ipv6Addr; 6] {
        let [a, b, c, d] = ip.octets();
        let (high, low) =
            (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
        let v6 = |s: [u16; 6]| {
            let [a, b, c, d, e, f] = s;
            Ipv6Addr::new(a, b, c, d, e, f, high, low)
        };
        [
            v6([0, 0, 0, 0, 0, 0xffff]),
            v6([0, 0, 0, 0, 0, 0]),
            v6([0, 0, 0, 0, 0xffff, 0]),
            v6([0x64, 0xff9b, 0, 0, 0, 0]),
            v6([0x64, 0xff9b, 1, 0, 0, 0]),
            v6([0x2606, 0x4700, 0, 0, 0, 0x5efe]),
        ]
    }

    #[test]
    fn no_spelling_is_more_public_than_the_address() {
        let mut seed = 7u32;
        let edges = (0..=255u32).flat_map(|a| {
            let start = a << 24;
            [start, start + 1, start | 0x00ff_ffff]
        });
        let random = (0..1 << 16).map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed
        });
        for bits in edges.chain(random) {
            let ip = Ipv4Addr::from(bits);
            let own = place_v4(ip);
            let [a, b, c, d] = ip.octets();
            let tunnel = Ipv6Addr::new(
                0x2002,
                u16::from_be_bytes([a, b]),
                u16::from_be_bytes([c, d]),
                0,
                0,
                0,
                0,
                1,
            );
            assert_eq!(place_v6(tunnel), Place::Special, "{tunnel}");
            for other in spelled(ip) {
                let found = place_v6(other);
                let public = found == Place::Public;
                assert!(!public || own == Place::Public, "{ip} as {other}");
                let loopback = found == Place::Loopback;
                // `::1` is the loopback of its own version.
                let is = own == Place::Loopback || other.is_loopback();
                assert!(!loopback || is, "{ip} as {other}");
            }
        }
    }

    #[test]
    fn networks_end_where_they_should() {
        for (text, place) in [
            ("9.255.255.255", Place::Public),
            ("10.0.0.0", Place::Private),
            ("10.255.255.255", Place::Private),
            ("11.0.0.0", Place::Public),
            ("100.63.255.255", Place::Public),
            ("100.127.255.255", Place::Private),
            ("126.255.255.255", Place::Public),
            ("127.255.255.255", Place::Loopback),
            ("168.63.129.15", Place::Public),
            ("168.63.129.16", Place::Special),
            ("191.255.255.255", Place::Public),
            ("192.0.0.255", Place::Special),
            ("192.0.1.0", Place::Public),
            ("198.17.255.255", Place::Public),
            ("198.19.255.255", Place::Special),
            ("223.255.255.255", Place::Public),
            ("255.255.255.255", Place::Special),
        ] {
            let ip: Result<Ipv4Addr, _> = text.parse();
            assert_eq!(ip.map(place_v4), Ok(place), "{text}");
        }
        for (text, place) in [
            ("::", Place::Special),
            ("::1", Place::Loopback),
            ("::2", Place::Special),
            ("1fff::1", Place::Special),
            ("2000::1", Place::Public),
            ("2001:1ff:ffff::1", Place::Special),
            ("2001:200::1", Place::Public),
            ("2001:db7::1", Place::Public),
            ("2001:db8::1", Place::Special),
            ("3ffe::1", Place::Public),
            ("3fff:fff::1", Place::Special),
            ("3fff:1000::1", Place::Public),
            ("4000::1", Place::Special),
            ("64:ff9b::808:808", Place::Public),
            ("64:ff9b::7f00:1", Place::Special),
            ("2606:4700::5efe:808:808", Place::Public),
            ("2606:4700::200:5efe:a00:1", Place::Special),
        ] {
            let ip: Result<Ipv6Addr, _> = text.parse();
            assert_eq!(ip.map(place_v6), Ok(place), "{text}");
        }
    }
}
