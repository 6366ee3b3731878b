//! Addresses of which `curl` makes several: `https://{a,b}.org/[1-9]`.

use super::MOST;
use super::address::{self, Form};
use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::subcommands::Head;

impl Scene<'_> {
    /// Views of each address that is made of one.
    pub(super) fn each_address(
        &mut self,
        around: Around<'_>,
        head: Head,
        scheme: &str,
        text: &str,
    ) {
        if !text.contains(['{', '[']) {
            return;
        }
        if self.is_cut(text.len()) {
            return self.any_address(around, head);
        }
        let (all, cut) = expanded(text);
        // What there is more of stands in a path, or any host may follow.
        let rest = address::split(text).map_or(text, |(_, rest)| rest);
        if cut && address::cut(rest).0.contains(['{', '[']) {
            self.any_address(around, head);
        }
        for one in all.iter().filter(|one| *one != text) {
            for form in [Form::Usual, Form::Bare] {
                let start = self.out.text.len();
                self.head(around.name, head);
                self.out.text.push(' ');
                let out = &mut self.out.text;
                let from = out.len();
                if !scheme.is_empty() {
                    address::with_scheme(scheme, one, form, out);
                } else if !address::write_as(one, false, form, out) {
                    out.truncate(from);
                    out.push_str(one);
                }
                self.push_view(start, around.guard);
            }
        }
    }
}

/// The addresses that one stands for, and whether there are more.
fn expanded(text: &str) -> (Vec<String>, bool) {
    let (mut all, mut cut) = (vec![String::new()], false);
    let (mut rest, mut count) = (text, 0);
    while let Some(at) = rest.find(['{', '[']) {
        count += 1;
        if count > MOST {
            cut = true;
            break;
        }
        let (before, behind) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let (names, more, behind) = match set(behind) {
            Some((names, more, behind)) => (names, more, behind),
            // `[::1]`
            None => {
                let (mark, behind) =
                    behind.split_at_checked(1).unwrap_or((behind, ""));
                (vec![mark.to_owned()], false, behind)
            }
        };
        cut |= more || all.len() * names.len() > MOST;
        let both = all.iter().flat_map(|start| {
            names.iter().map(move |name| format!("{start}{before}{name}"))
        });
        all = both.take(MOST).collect();
        rest = behind;
    }
    all.iter_mut().for_each(|one| one.push_str(rest));
    (all, cut)
}

/// What stands between the first braces or brackets, whether there is more
/// of it, and what follows.
fn set(text: &str) -> Option<(Vec<String>, bool, &str)> {
    if let Some(inner) = text.strip_prefix('{') {
        let (names, behind) = inner.split_once('}')?;
        let first = names.split(',').take(MOST).map(str::to_owned);
        return Some((
            first.collect(),
            names.split(',').count() > MOST,
            behind,
        ));
    }
    let (range, behind) = text.strip_prefix('[')?.split_once(']')?;
    let (range, step) = range.split_once(':').unwrap_or((range, "1"));
    let step = step.parse().ok().filter(|step| *step > 0)?;
    let (first, last) = range.split_once('-')?;
    if let (Ok(from), Ok(to)) = (first.parse::<u32>(), last.parse::<u32>()) {
        let width = first.len();
        let mut all = (from..=to).step_by(step);
        let names = all.by_ref().take(MOST);
        let names = names.map(|n| format!("{n:0width$}")).collect();
        return Some((names, all.next().is_some(), behind));
    }
    let (from, to): (char, char) = (first.parse().ok()?, last.parse().ok()?);
    let letters = from.is_ascii_alphabetic() && to.is_ascii_alphabetic();
    let mut all = (from..=to).step_by(step);
    let names = all.by_ref().take(MOST).map(String::from).collect();
    letters.then(|| (names, all.next().is_some(), behind))
}
