//! Whether more may happen than before: no event is decided less strictly
//! where it is said that none is.

use hookset::analyze::{Differ, sample_context};
use hookset::dialect::Dialect;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};

use super::made::{Random, call, contexts};
use super::same::{Lists, events, policy, two};

/// How many pairs of policies are compared.
const PAIRS: usize = 150;

/// Whether an example, or a rule of which nothing is known, says that more
/// may happen.
fn widens(differ: &mut Differ) -> bool {
    let explored = differ.explored();
    let context = sample_context();
    explored.unexplored.iter().any(|rule| rule.may_widen)
        || explored.samples.iter().any(|sample| {
            let change = differ.compare(sample.json(), &context);
            change.is_some_and(|change| change.widens())
        })
}

#[test]
fn no_widening_is_passed_over() {
    let mut r = Random(0x6A09_E667_F3BC_C908);
    let (mut tight, mut open) = (0, 0);
    let dialects = ["hookset", "claude"].map(|n| Dialect::named(n).unwrap());
    for turn in 0..PAIRS {
        let dialect = &dialects[turn % dialects.len()];
        let (old, new) = two(&mut r);
        let both = [&old, &new].map(|lists| policy(lists, dialect));
        let [one, two] = both.clone();
        let mut differ = Differ::new(one, two).unwrap();
        let is_tighter = differ.is_proven_tighter();
        if widens(&mut differ) {
            assert!(!is_tighter, "{old:?} {new:?}");
            open += 1;
            continue;
        }
        tight += usize::from(is_tighter);
        let events = both.map(|policy| events(&mut r, &policy, dialect));
        for event in events.iter().flatten() {
            for context in contexts() {
                let change = differ.compare(event, &context);
                let Some(change) = change.filter(|c| c.weakens()) else {
                    continue;
                };
                panic!("{is_tighter} {old:?} {new:?} {event} {change:?}");
            }
        }
    }
    println!("{PAIRS} pairs, {open} wider, {tight} proven tighter");
    assert!(open > 20 && tight > 20);
}

/// What no example shows and no proof excludes is told.
#[test]
fn what_is_not_known_to_be_harmless_is_told() {
    let lists = |rows: &[(&'static str, &str)]| -> Lists {
        rows.iter().map(|row| (row.0, row.1.to_owned())).collect()
    };
    let rows = [
        // The examples of the one are what the other lets in, too.
        (("allow", "Bash(x *)"), ("allow", "Bash"), true),
        (("allow", "Read(**/*)"), ("allow", "Read"), true),
        (("ask", "Read(./*)"), ("ask", "Read(~/*)"), true),
        (("allow", "Read(//**)"), ("allow", "Read(src/**)"), false),
        // The new one is also about files that commands use.
        (("allow", "Edit"), ("allow", "Edit(src/**)"), true),
        (("ask", "Bash(git push *)"), ("deny", "Bash(git *)"), false),
    ];
    for (was, is, wider) in rows {
        for name in ["hookset", "claude"] {
            let dialect = Dialect::named(name).unwrap();
            let old = policy(&lists(&[was]), &dialect);
            let new = policy(&lists(&[is]), &dialect);
            let mut differ = Differ::new(old, new).unwrap();
            assert_eq!(widens(&mut differ), wider, "{name} {was:?} {is:?}");
        }
    }
}

/// Where the first source that speaks decides, it counts where a rule
/// stands: rules that are the same prove nothing.
#[test]
fn nothing_is_proven_where_sources_come_in_an_order() {
    let dialect = Dialect::named("cascade").unwrap();
    let file = |scope: Scope, list: &str| Input {
        name: format!("{list}.json"),
        text: format!(r#"{{"permissions": {{"{list}": ["Bash(x *)"]}}}}"#),
        family: Family::Claude,
        scope,
        directory: None,
    };
    let policy = |first: &str, then: &str| {
        let files = [file(Scope::Managed, first), file(Scope::User, then)];
        Policy::from_sources(files, &dialect)
    };
    let (old, new) = (policy("deny", "allow"), policy("allow", "deny"));
    let mut differ = Differ::new(old, new).unwrap();
    let event = call("Bash", "command", "x y");
    let change = differ.compare(&event, &sample_context()).unwrap();
    assert!(change.weakens(), "{change:?}");
    assert!(!differ.is_proven_same() && !differ.is_proven_tighter());
}
