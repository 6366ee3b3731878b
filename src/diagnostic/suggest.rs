//! Did you mean …?

/// The candidate nearest to `name`, if one is near enough to be a typo: at
/// most a third of its letters differ, letter case aside.
pub fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let name = name.to_lowercase();
    if name.len() > 64 {
        return None;
    }
    let scored = candidates.into_iter().map(|candidate| {
        (distance(&name, &candidate.to_lowercase()), candidate)
    });
    // Letters are swapped more often than left out.
    let (steps, candidate) = scored.min_by_key(|&(steps, candidate)| {
        (steps, candidate.len().abs_diff(name.len()))
    })?;
    (steps * 3 <= name.chars().count().max(3)).then_some(candidate)
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
}
