//! An image of another build answers as that build did, so each change of
//! what rules are lowered to needs another number in the header.

use hookset::dialect::Dialect;
use hookset::hook_set::Limits;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};

const POLICY: &str = include_str!("../suite/image/policy.json");
const DIGEST: &str = include_str!("../suite/image/digest.txt");

/// FNV-1a, which stays the same whatever the library hashes with.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn image(dialect: &str) -> Vec<u8> {
    let dialect = Dialect::named(dialect).unwrap();
    let input = Input {
        name: "policy.json".to_owned(),
        text: POLICY.to_owned(),
        family: Family::Claude,
        scope: Scope::Project,
        directory: None,
    };
    let policy = Policy::from_sources([input], &dialect);
    let engine = policy.compile(&Limits::default()).unwrap();
    engine.set().image().to_vec()
}

#[test]
#[cfg(feature = "unicode")]
fn another_lowering_has_another_version() {
    let mut found = String::new();
    for dialect in ["hookset", "claude"] {
        let mut bytes = image(dialect);
        let version = u32::from_le_bytes(bytes[8..12].try_into().unwrap());
        bytes[8..12].fill(0);
        found += &format!("{dialect} {version} {:016x}\n", digest(&bytes));
    }
    assert_eq!(
        found, DIGEST,
        "images differ from those of the version in their header: count \
         `VERSION` in `src/hook_set/image.rs` up, then put what was found \
         into `tests/suite/image/digest.txt`"
    );
}
