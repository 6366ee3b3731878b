//! Commands of which code knows a part only when it runs:
//! `system("rm " + x)`, `` `rm ${x}` ``, `run(["rm", x])`.

use super::calls::Literal;
use crate::source::Spare;

/// What stands for such a part in a line of a shell.
pub(super) const UNKNOWN: &str = "$_";

/// Whether something else is put behind a string, or fills its gaps.
pub(super) fn goes_on(items: &[Literal<'_>], code: &str, at: usize) -> bool {
    let behind = code.get(at..).unwrap_or("").trim_start();
    let joins = behind.starts_with(['+', '%']) || behind.starts_with(". ");
    let lists = items.len() > 1
        || items.first().is_some_and(|item| {
            let before = code.get(..item.start).unwrap_or("").trim_end();
            before.ends_with('[')
        });
    let rest = behind.strip_prefix(',').map_or("", str::trim_start);
    let end = rest.find([',', ')', ']']).unwrap_or(rest.len());
    let next = rest.get(..end).unwrap_or("");
    // `shell=True`, `{cwd: d}` and a function are no words.
    let word = !next.is_empty()
        && !next.contains('=')
        && !next.starts_with(['{', '('])
        && !next.starts_with("function");
    let variable = next.starts_with(['$', '@']);
    joins || variable || lists && (word || adds(behind))
}

/// `["rm"] + x`
fn adds(behind: &str) -> bool {
    let rest = behind.strip_prefix(']').unwrap_or("").trim_start();
    rest.starts_with('+') || rest.starts_with(".concat")
}

/// A string with what it leaves open: `rm #{x}`, and where it is one of
/// those in which braces do so, `rm {x}`.
pub(super) fn with_gaps(text: &str, braces: bool) -> Spare {
    let mut out = Spare::default();
    let mut rest = text;
    let open = if braces { "{" } else { "#{" };
    while let Some((before, behind)) = rest.split_once(open) {
        let Some((_, behind)) = behind.split_once('}') else { break };
        out.push_str(before.strip_suffix('$').unwrap_or(before));
        out.push_str(UNKNOWN);
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_words_that_nobody_knows() {
        assert_eq!(&*with_gaps("rm #{x} y", false), "rm $_ y");
        assert_eq!(&*with_gaps("rm {x}", true), "rm $_");
        assert_eq!(&*with_gaps("rm {x}", false), "rm {x}");
    }
}
