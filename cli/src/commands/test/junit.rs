//! The results as JUnit XML, which build servers draw.

use std::fmt::Write as _;

use super::Results;
use super::judge::Ran;
use crate::fault::Fault;

pub(super) fn xml(results: &Results) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let errors = results.faults.len();
    let (tests, failures) = (results.tests() + errors, results.failures());
    let _ = writeln!(
        out,
        "<testsuites name=\"hookset\" tests=\"{tests}\" \
         failures=\"{failures}\" errors=\"{errors}\">"
    );
    for file in results.files() {
        let of_file = || results.ran.iter().filter(|r| r.case.file == file);
        let examples = || results.examples.iter().filter(|e| e.file == file);
        let bad = |ran: &&Ran| !ran.differences.is_empty();
        let tests = of_file().count() + examples().count();
        let failures = of_file().filter(bad).count()
            + examples().filter(|e| e.why.is_some()).count();
        let name = escaped(file);
        let _ = writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" \
             failures=\"{failures}\" errors=\"0\">"
        );
        for ran in of_file() {
            let message: Vec<_> = ran
                .differences
                .iter()
                .map(|d| format!("{}: want {}, got {}", d.what, d.want, d.got))
                .collect();
            let failed = (!message.is_empty()).then(|| message.join("; "));
            let (place, why) =
                (&ran.case.place, &ran.answer.permission.reason);
            let place = format!("{place}: {why}");
            case(&mut out, &ran.case.name, file, &place, failed.as_deref());
        }
        for each in examples() {
            let why = each.why.as_deref();
            case(&mut out, &each.name, file, &each.place, why);
        }
        out.push_str("  </testsuite>\n");
    }
    unread(&mut out, &results.faults);
    out.push_str("</testsuites>\n");
    out
}

/// What could not be read is a suite of its own, in which all is in error: no
/// test of it has passed.
fn unread(out: &mut String, faults: &[Fault]) {
    let errors = faults.len();
    if errors == 0 {
        return;
    }
    let _ = writeln!(
        out,
        "  <testsuite name=\"cannot be read\" tests=\"{errors}\" \
         failures=\"0\" errors=\"{errors}\">"
    );
    for fault in faults {
        let (name, code) = (escaped(&fault.name), fault.code.name());
        let message = escaped(&fault.message);
        let help = escaped(fault.help.as_deref().unwrap_or_default());
        let _ = writeln!(
            out,
            "    <testcase name=\"{name}\" classname=\"{name}\">\n      \
             <error type=\"{code}\" message=\"{message}\">{help}</error>\n    \
             </testcase>"
        );
    }
    out.push_str("  </testsuite>\n");
}

fn case(
    out: &mut String,
    name: &str,
    file: &str,
    place: &str,
    failed: Option<&str>,
) {
    let (name, file) = (escaped(name), escaped(file));
    let _ = write!(out, "    <testcase name=\"{name}\" classname=\"{file}\"");
    match failed {
        None => out.push_str("/>\n"),
        Some(why) => {
            let (why, place) = (escaped(why), escaped(place));
            let _ = writeln!(
                out,
                ">\n      <failure message=\"{why}\">{place}</failure>\n    \
                 </testcase>"
            );
        }
    }
}

/// XML 1.0 has no place for most control characters, not even escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | '\r' => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                out.push('\u{fffd}');
            }
            c => out.push(c),
        }
    }
    out
}
