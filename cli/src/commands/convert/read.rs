//! What becomes of a policy beside what is written: what no form takes, and
//! how the runner that it is written for reads the rest.

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::json::Value;
use hookset::lint;
use hookset::load::{Document, Family};
use hookset::policy::Policy;

/// Codes of what is advice to people: it says nothing of what a runner makes
/// of the text.
const ADVICE: &[Code] = &[
    Code::ALLOW_EVERY_COMMAND,
    Code::ALLOW_EVERY_EDIT,
    Code::ANY_HOST,
    Code::BASH_ONLY_SYNTAX,
    Code::BROAD_ALLOW,
    Code::EARLY_WILDCARD,
    // Where hooks are installed this is told by itself.
    Code::HOOKS_SWITCHED_OFF,
    Code::LEADING_WILDCARD,
    Code::MISSING_POWERSHELL_TWIN,
    Code::OTHER_HOME,
    Code::PINNED_FILE,
    Code::PINNED_URL,
    Code::PUBLIC_SUFFIX,
    Code::SAVED_SCRIPT,
    Code::SHELL_FRAGMENT,
    Code::TIMEOUT_IN_MILLISECONDS,
    Code::TIMEOUT_OVER_BUDGET,
    Code::UNGUARDED_STOP_HOOK,
    Code::UNQUOTED_PROJECT_DIR,
];

/// What no form has a place for, as losses: hooks of a file that are those
/// of another agent, and guidance.
pub(super) fn left_out(before: &Policy) -> Vec<Diagnostic> {
    let found = before.diagnostics().iter();
    let foreign = found.filter(|one| one.code == Code::FOREIGN_HOOKS);
    let lost = foreign.map(|one| Diagnostic {
        code: Code::LOSSY_CONVERSION,
        severity: Severity::Error,
        message: "the hooks on events of another agent are left out"
            .to_owned(),
        help: Some("write by hand what they must do".to_owned()),
        ..one.clone()
    });
    lost.chain(before.documents().iter().flat_map(guidance)).collect()
}

fn guidance(document: &Document) -> impl Iterator<Item = Diagnostic> {
    let is_guidance = document.family == Family::Toolkit;
    let all = document.definitions().filter(move |_| is_guidance);
    all.map(|one| {
        let message = match one.get("tag").and_then(Value::str) {
            Some(tag) => format!("the guidance `{tag}` is left out"),
            None => "this guidance is left out".to_owned(),
        };
        let (code, span) = (Code::LOSSY_CONVERSION, one.span());
        let found = Diagnostic::new(code, message, document.source, span);
        found.severity(Severity::Error).help(
            "no policy holds guidance; `hookset compose` makes a document \
             of it",
        )
    })
}

/// What is wrong with a written policy for the runner that reads it and was
/// not wrong before, as losses: it means something else, or nothing. `beside`
/// is what stood there already, if anything did.
pub(super) fn losses(
    before: &Policy,
    beside: Option<&Policy>,
    after: &Policy,
) -> Vec<Diagnostic> {
    let mut known = lint::check(before);
    known.extend(beside.into_iter().flat_map(lint::check));
    let mut documents = before.documents().iter();
    let is_told = !documents.any(|d| d.family.is_of_another());
    let found = lint::check(after).into_iter().filter(|one| {
        one.severity > Severity::Info
            && !ADVICE.contains(&one.code)
            && (is_told || !lint::OF_LISTS.contains(&one.code))
    });
    let is_new = |one: &Diagnostic| {
        let same = known.iter().position(|other| {
            other.code == one.code && other.message == one.message
        });
        same.map(|at| known.swap_remove(at)).is_none()
    };
    found.filter(is_new).map(as_loss).collect()
}

fn as_loss(one: Diagnostic) -> Diagnostic {
    let message = format!("after, {} ({})", one.message, one.code.name());
    Diagnostic { code: Code::LOSSY_CONVERSION, message, ..one }
}
