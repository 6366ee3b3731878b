//! Did you mean …?

/// The candidate nearest to `name`, if one is near enough to be a typo: at
/// most a third of its letters differ, letter case aside, and so it is in each
/// of its words. `preCommand` is not meant for `PreCompact`.
pub fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if name.len() > 64 {
        return None;
    }
    let parts = words(name);
    let own = Letters::of(name);
    let name = name.to_lowercase();
    let most = name.chars().count().max(3) / 3;
    let candidates = candidates.into_iter();
    // A file may hold thousands of names that nobody knows.
    let close = candidates.filter(|it| own.are_within(most, Letters::of(it)));
    let meant = close.filter(|candidate| may_mean(&parts, candidate));
    let scored = meant.map(|candidate| {
        (distance(&name, &candidate.to_lowercase()), candidate)
    });
    // Letters are swapped more often than left out.
    let (steps, candidate) = scored.min_by_key(|&(steps, candidate)| {
        (steps, candidate.len().abs_diff(name.len()))
    })?;
    (steps <= most).then_some(candidate)
}

/// Which letters a name has, letter case aside, and how many.
#[derive(Clone, Copy)]
struct Letters {
    count: usize,
    which: u64,
}

impl Letters {
    fn of(name: &str) -> Letters {
        let none = Letters { count: 0, which: 0 };
        let all = name.chars().flat_map(char::to_lowercase);
        all.fold(none, |Letters { count, which }, c| Letters {
            count: count + 1,
            which: which | 1 << (u32::from(c) % u64::BITS),
        })
    }

    /// Whether so many steps may lead from one to the other: each takes one
    /// letter away, adds one, or puts one in the place of another.
    fn are_within(self, steps: usize, other: Letters) -> bool {
        let differ = (self.which ^ other.which).count_ones() as usize;
        self.count.abs_diff(other.count) <= steps && differ <= 2 * steps
    }
}

/// Whether each word is near the one that stands in its place. Where their
/// number differs, one is written together or left out.
fn may_mean(parts: &[String], candidate: &str) -> bool {
    let theirs = words(candidate);
    let mut pairs = parts.iter().zip(&theirs);
    parts.len() != theirs.len()
        || parts.len() == 1
        || pairs.all(|(mine, other)| {
            let longer = mine.chars().count().max(other.chars().count());
            // `Usage` may be meant for `Use`, and `Stopped` for `Stop`.
            mine.starts_with(other.as_str())
                || distance(mine, other) * 3 <= longer + 1
        })
}

/// The words of a name such as `PreToolUse` or `tool_input.command`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        let is_sign = matches!(c, '_' | '-' | '.' | ' ');
        if is_sign || before.is_lowercase() && c.is_uppercase() {
            words.push(String::new());
        }
        if let Some(last) = words.last_mut().filter(|_| !is_sign) {
            last.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// How many letters must be added, removed, replaced or swapped with their
/// neighbour to turn one text into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut previous = None;
    for (row, x) in a.chars().enumerate() {
        let mut line = vec![row + 1];
        for (column, &y) in b.iter().enumerate() {
            let at = |line: &[usize], at: usize| {
                line.get(at).copied().unwrap_or(usize::MAX / 2)
            };
            let mut best = at(&last, column) + usize::from(x != y);
            best = best.min(at(&last, column + 1) + 1);
            best = best.min(at(&line, column) + 1);
            let swapped = column > 0
                && previous == Some(y)
                && b.get(column - 1) == Some(&x);
            if swapped {
                best = best.min(at(&before, column - 1) + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut last, line);
        previous = Some(x);
    }
    last.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_near() {
        let tools = ["Bash", "Edit", "WebFetch"];
        assert_eq!(nearest("bash", tools), Some("Bash"));
        assert_eq!(nearest("Bsah", tools), Some("Bash"));
        assert_eq!(nearest("WebFecth", tools), Some("WebFetch"));
        assert_eq!(nearest("Quux", tools), None);
    }

    #[test]
    fn other_words_are_no_typos() {
        let names = ["PreCompact", "TaskCreate", "PreToolUse"];
        for other in ["preCommand", "TeamCreate", "PostToolUse"] {
            assert_eq!(nearest(other, names), None, "{other}");
        }
        for slip in
            ["PreToolUes", "pre_tool_use", "PreToolUsage", "pretooluse"]
        {
            assert_eq!(nearest(slip, names), Some("PreToolUse"), "{slip}");
        }
        assert_eq!(nearest("TaskCraete", names), Some("TaskCreate"));
    }
}
