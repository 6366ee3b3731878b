//! Sorting by hashes, which are spread evenly: in time that grows with the
//! number of things alone. Hashes that someone made alike cost no more than
//! to sort by comparing.

/// So few are sorted by comparing, and about half as many in each bucket:
/// where all buckets start is to fit into the nearest memory.
const FEW: usize = 16;

/// Sorts things that compare by their hashes first.
pub(crate) fn sort_by_hash<T: Copy + Default + Ord>(
    things: &mut Vec<T>,
    hash: impl Fn(&T) -> u64,
) {
    if things.len() <= FEW {
        return things.sort_unstable();
    }
    let bits = (things.len() / (FEW / 2)).ilog2();
    let bucket = |thing: &T| (hash(thing) >> (64 - bits)) as usize;
    (*things, _) = by_bucket(things, 1 << bits, bucket);
}

/// Things in the order of their buckets, in each of which they are sorted;
/// and where each bucket starts, the end behind the last.
pub(crate) fn by_bucket<T: Copy + Default + Ord>(
    things: &[T],
    count: usize,
    bucket: impl Fn(&T) -> usize,
) -> (Vec<T>, Vec<u32>) {
    let mut starts = vec![0u32; count + 1];
    for thing in things {
        if let Some(held) = starts.get_mut(bucket(thing) + 1) {
            *held += 1;
        }
    }
    let mut before = 0;
    for start in &mut starts {
        before += *start;
        *start = before;
    }
    let mut next = starts.clone();
    let mut sorted = vec![T::default(); things.len()];
    for thing in things {
        if let Some(at) = next.get_mut(bucket(thing)) {
            if let Some(place) = sorted.get_mut(*at as usize) {
                *place = *thing;
            }
            *at += 1;
        }
    }
    for ends in starts.windows(2) {
        if let [from, to] = *ends
            && let Some(own) = sorted.get_mut(from as usize..to as usize)
        {
            own.sort_unstable();
        }
    }
    (sorted, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_comparing_does() {
        for count in [0u64, 1, 16, 17, 1000, 5000] {
            let spread = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let hashes: [&dyn Fn(u64) -> u64; 4] =
                [&spread, &|n| n, &|n| spread(n % 7), &|_| u64::MAX];
            for hash in hashes {
                let make = |n| (hash(n), count - n);
                let mut things: Vec<_> = (0..count).map(make).collect();
                let mut compared = things.clone();
                compared.sort_unstable();
                sort_by_hash(&mut things, |thing| thing.0);
                assert_eq!(things, compared);
            }
        }
    }
}
