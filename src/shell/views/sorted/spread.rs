//! Patterns that leave open what stands before an option: `psql *-h prod*`,
//! `git *--force*`, `* --no-verify*`.

use std::borrow::Cow;

use super::{Table, Takes};
use crate::shell::data::flags::spelled;
use crate::shell::data::implied::{IMPLIED, VARIABLES};
use crate::shell::data::programs::Known;

/// The text of a pattern with a blank before each option that stands right
/// behind a star.
pub(super) fn spread(text: &str) -> Cow<'_, str> {
    if !text.contains("*-") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some((before, behind)) =
        rest.find("*-").and_then(|at| rest.split_at_checked(at + 1))
    {
        out.push_str(before);
        let name = behind.trim_start_matches('-');
        let dashes = behind.len() - name.len();
        if dashes < 3 && name.starts_with(|c: char| c.is_alphanumeric()) {
            out.push(' ');
        }
        rest = behind;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The words of a pattern where what an option goes on with behind a star
/// may be its value or other words, each way: `--profile*prod*`. None where
/// no option does.
pub(super) fn ways(program: &str, words: &[&str]) -> Vec<Vec<String>> {
    let cut = |word: &str| {
        let (name, rest) = word.split_once('*')?;
        let rest = rest.trim_start_matches('*');
        let open = name.len() > 1
            && name.starts_with('-')
            && !name.contains('=')
            && !rest.is_empty();
        open.then(|| (name.to_owned(), rest.to_owned()))
    };
    let own = || words.iter().copied().map(str::to_owned);
    let found = words
        .iter()
        .enumerate()
        .find_map(|(at, word)| cut(word).map(|both| (at, both)));
    let Some((at, (name, rest))) = found else {
        return Vec::new();
    };
    let with = |some: &[String]| -> Vec<String> {
        let before = own().take(at);
        before.chain(some.iter().cloned()).chain(own().skip(at + 1)).collect()
    };
    let behind = with(&[format!("{name}*"), format!("*{rest}")]);
    let plain = name.trim_start_matches('-');
    let single = name.starts_with("--") || name.len() == 2;
    let flag = Table::new(program).find(plain);
    let takes = flag.is_none_or(|flag| flag.takes != Takes::No);
    match single && takes {
        true => vec![with(&[format!("{name}=*{rest}")]), behind],
        false => vec![behind],
    }
}

/// The subcommands that have options of their own, of those that a star of
/// the pattern may stand for.
pub(super) fn subs(program: &str, words: &[&str]) -> Vec<&'static str> {
    let open = |word: &&str| word.contains('*') || word.starts_with('-');
    let said = words.iter().position(open).unwrap_or(words.len());
    let (said, rest) = words.split_at_checked(said).unwrap_or_default();
    let [star, rest @ ..] = rest else { return Vec::new() };
    let (star, next) = (*star, rest.first());
    if star.starts_with('-') {
        return Vec::new();
    }
    // `git * push`
    let another = next.is_some_and(|word| !word.starts_with('-'));
    if star == "*" && another {
        return Vec::new();
    }
    let is_open = |sub: &&str| {
        let mut own = sub.split(' ');
        let both = said.iter().all(|word| own.next() == Some(word));
        let parts = || star.split('*').filter(|part| !part.is_empty());
        both && own
            .next()
            .is_some_and(|word| parts().all(|part| word.contains(part)))
    };
    let rows = Known::of(program).options();
    let subs = rows.flat_map(|(_, row)| row.subs.iter().copied());
    let mut all: Vec<&str> = subs.filter(is_open).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether some program may be told what a long option says otherwise: by
/// another name, with the value in another word or by a variable.
pub(super) fn has_spellings(option: &str) -> bool {
    let name = plain_name(option);
    spelled(name).next().is_some()
        || IMPLIED.iter().any(|row| row.means == name)
        || VARIABLES.iter().any(|row| row.option == name)
}

/// The programs of which some long option in a pattern is no usual name.
pub(super) fn programs_by_other_names(words: &[&str]) -> Vec<&'static str> {
    let options = words.iter().filter(|word| word.starts_with("--"));
    let all = options.flat_map(|word| spelled(plain_name(word)));
    let others = all.filter(|one| !one.usual);
    let mut all: Vec<_> = others.flat_map(|one| one.programs).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().copied().collect()
}

/// The name of a long option, as far as it is known.
fn plain_name(option: &str) -> &str {
    let name = option.trim_start_matches('-');
    name.split(['=', '*']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_behind_a_star_are_words() {
        for (text, spread_out) in [
            ("psql *-h prod*", "psql * -h prod*"),
            ("git *push*--force*", "git *push* --force*"),
            ("*--no-verify*", "* --no-verify*"),
            ("rm *---x", "rm *---x"),
            ("rm *- x", "rm *- x"),
            ("rm *-", "rm *-"),
            ("git push x-f*", "git push x-f*"),
        ] {
            assert_eq!(spread(text), spread_out, "{text}");
        }
    }

    #[test]
    fn an_option_goes_on_as_its_value_or_as_other_words() {
        for (program, word, all) in [
            ("psql", "--host*x*", "--host=*x*|--host* *x*"),
            ("psql", "-h*x", "-h=*x|-h* *x"),
            ("git", "--force*x*", "--force=*x*|--force* *x*"),
            ("rm", "--force*x*", "--force* *x*"),
            ("rm", "-rf*x*", "-rf* *x*"),
            ("psql", "--host*", ""),
            ("psql", "--host=*x*", ""),
        ] {
            let found = ways(program, &[word]);
            let found: Vec<_> = found.iter().map(|w| w.join(" ")).collect();
            assert_eq!(found.join("|"), all, "{program} {word}");
        }
    }

    #[test]
    fn a_star_stands_for_subcommands_that_may_be_meant() {
        for (program, words, some, none) in [
            ("git", "* -f*", "push", "x"),
            ("git", "*push* -f*", "push", "commit"),
            ("git", "* push -f", "", "push"),
            ("git", "push *-f", "", "push"),
            ("docker", "container * -v x", "container run", "run"),
            ("docker", "* -v x", "container run", "container"),
            ("psql", "* -h x", "", "push"),
        ] {
            let words: Vec<_> = words.split(' ').collect();
            let found = subs(program, &words);
            assert!(some.is_empty() || found.contains(&some), "{words:?}");
            assert!(!found.contains(&none), "{words:?}");
        }
        assert!(programs_by_other_names(&["*", "--confirm"]).contains(&"gh"));
        assert!(programs_by_other_names(&["*", "--force*"]).is_empty());
    }

    #[test]
    fn options_with_one_spelling_are_left_to_the_pattern() {
        for (option, has) in [
            ("--force*", true),
            ("--profile=x", true),
            ("--no-verify", true),
            ("--prod", true),
            ("--hard", false),
            ("--odd-thing*", false),
        ] {
            assert_eq!(has_spellings(option), has, "{option}");
        }
    }
}
