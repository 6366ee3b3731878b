//! Targets about what is compiled, and about plans.

use std::sync::Arc;

use hookset::hook_set::reference::regex::regex_matches;
use hookset::hook_set::regex::{RegexLimits, RegexProgram, Verdict3};

use super::*;

/// A pattern and a text, divided by a line feed: both evaluators agree.
pub(super) fn regex(data: &[u8]) {
    let both = text(data);
    let (pattern, subject) = both.split_once('\n').unwrap_or((&both, "aAb_"));
    let Ok(regex) = parse_regex(pattern) else { return };
    let limits = RegexLimits::default();
    let Ok(program) = RegexProgram::compile(&regex, &limits) else { return };
    let compiled = program.is_match(subject);
    // The reference backtracks: it is given few steps.
    let reference = regex_matches(&regex, subject, 20_000);
    let unknown = |verdict| verdict == Verdict3::Unknown;
    if !unknown(compiled) && !unknown(reference) {
        assert_eq!(compiled, reference, "`{pattern}` on {subject:?}");
    }
}

/// Images that were made by nobody: refused, or harmless.
pub(super) fn image(data: &[u8]) {
    let (&head, rest) = data.split_first().unwrap_or((&0, &[]));
    if head == 255 {
        harmless(rest.to_vec());
        return;
    }
    let mut choices = Choices::new(rest);
    let dialect = choices.dialect();
    let rules = Rules::made(&mut choices);
    let mut image = engine(&rules, &dialect).set().image().to_vec();
    for _ in 0..=head % 16 {
        let at = choices.below(256) << 8 | choices.below(256);
        let at = match choices.below(4) {
            0 => 64 + at % 96,
            _ => at % image.len(),
        };
        image[at] = choices.below(256) as u8;
    }
    if choices.one_in(8) {
        image.truncate(choices.below(256) * 8);
        if let Some(length) = image.len().checked_sub(1) {
            let length = (length as u64 + 1).to_le_bytes();
            if let Some(place) = image.get_mut(16..24) {
                place.copy_from_slice(&length);
            }
        }
    }
    harmless(image);
}

/// Everything that can be asked of an image, without a panic.
fn harmless(image: Vec<u8>) {
    let Ok(set) = HookSet::from_image(Arc::new(image)) else { return };
    let _ = set.verify();
    set.brief();
    set.stats();
    for id in 0..set.len().min(100) {
        let _ = set.rule(RuleId(id as u32));
    }
    let dialect = Dialect::default();
    let mut memory = set.scratch();
    let rules = Rules::default();
    for seed in [&[][..], &[5, 0, 4, 1, 1], &[9, 0, 5, 3, 2], &[0, 7]] {
        let mut choices = Choices::new(seed);
        let happening = Happening::made(&mut choices, &rules);
        let mut subjects = Subjects::default();
        let kind = EventKind::PRE_TOOL_USE;
        happening.with(|event| {
            let context = &happening.context;
            subjects.read(event, context, &dialect, Needs::ALL);
        });
        set.matches(&subjects, kind, &mut memory);
    }
}

/// The laws of permissions.
pub(super) fn plan(data: &[u8]) {
    laws::order(data);
    laws::monotone(data);
    laws::parts(data);
    laws::wrapped(data);
}
