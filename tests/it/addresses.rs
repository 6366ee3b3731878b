//! Addresses that hooks may be posted to, and those that they may not.

#![allow(clippy::unwrap_used, reason = "helpers of tests may panic")]

use std::net::IpAddr;

use hookset::dialect::AddressGuard;
use hookset::plan::address::{Answer, judge};
use serde_json::Value;

fn answer(row: &Value, guard: AddressGuard) -> Answer {
    let leads_to: Option<Vec<IpAddr>> =
        row["leads_to"].as_array().map(|list| {
            { list.iter().map(|ip| ip.as_str().unwrap().parse().unwrap()) }
                .collect()
        });
    judge(row["url"].as_str().unwrap(), leads_to.as_deref(), guard)
}

fn expected(text: &str) -> Answer {
    match text {
        "allowed" => Answer::Allowed,
        "refused" => Answer::Refused,
        "invalid" => Answer::Invalid,
        other => panic!("{other}"),
    }
}

#[test]
fn every_address_is_judged_as_the_rows_say() {
    let text = include_str!("../suite/address/url.jsonl");
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in text.lines().skip(1) {
        let row: Value = serde_json::from_str(line).unwrap();
        let strict = answer(&row, AddressGuard::Strict);
        if strict != expected(row["expect"].as_str().unwrap()) {
            wrong.push(format!("{} {strict:?}", row["id"]));
        }
        let seed = answer(&row, AddressGuard::Seed);
        let is_told = row["seed"].as_str().map(expected);
        if is_told.is_some_and(|told| told != seed) {
            wrong
                .push(format!("{} with the seed's guard {seed:?}", row["id"]));
        }
        // The wider guard never allows what the narrower one refuses.
        if seed == Answer::Refused && strict == Answer::Allowed {
            wrong.push(format!("{} only the seed refuses", row["id"]));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 140, "{count} rows");
}

#[test]
fn a_name_with_more_addresses_than_are_looked_at_is_refused() {
    use hookset::plan::address::MAX_ADDRESSES;
    let public: IpAddr = "93.184.215.14".parse().unwrap();
    let url = "https://hooks.example/";
    let of =
        |count| judge(url, Some(&vec![public; count]), AddressGuard::Strict);
    assert_eq!(of(MAX_ADDRESSES), Answer::Allowed);
    assert_eq!(of(MAX_ADDRESSES + 1), Answer::Refused);
}
