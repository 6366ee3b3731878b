//! The `context` object: what an event does not say by itself.

use hookset::diagnostic::Code;
use hookset::event::Context;
use hookset::json::Tape;
use hookset::load::Scope;

use crate::answer::Finding;
use crate::fault::Fault;

/// Reads the object; a key that is not known is a finding, a value that
/// cannot be understood a fault: it may be the one that a deny rule needs.
pub(crate) fn read(
    name: &str,
    text: &str,
) -> Result<(Context, Vec<Finding>), Fault> {
    let tape = Tape::of(text);
    let Some(root) = tape.root(text).filter(|_| tape.problems().is_empty())
    else {
        return Err(fault(name, "the context is not plain JSON"));
    };
    let (context, faults) = Context::read(root);
    if let Some(wrong) = wrong_word(&context) {
        return Err(fault(name, &wrong));
    }
    let mut findings = Vec::new();
    for each in faults {
        if !each.unknown_key {
            return Err(fault(name, &each.message));
        }
        let code = Code::UNKNOWN_CONTEXT_KEY;
        findings.push(Finding {
            code: code.name(),
            severity: code.severity().as_str(),
            message: each.message,
            source: None,
        });
    }
    Ok((context, findings))
}

/// A word that stands for nothing: taken for the usual one it would be
/// answered by other rules than somebody meant.
fn wrong_word(context: &Context) -> Option<String> {
    let source = context.settings_source.as_deref();
    let name = source.filter(|name| Scope::named(name).is_none())?;
    Some(format!(
        "`{name}` is no source of settings; write `user`, `project`, \
         `local`, `flag`, `cli`, `session`, `plugin` or `managed`"
    ))
}

fn fault(name: &str, message: &str) -> Fault {
    let message = format!("the context cannot be read: {message}");
    Fault::new(Code::INVALID_CONTEXT, name, message).help(
        "a context looks like `{\"cwd\": \"/srv/app\", \"home\": \
         \"/home/u\"}`; `hookset help context` lists its keys",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_said_and_a_wrong_type_stops() {
        let (context, findings) =
            read("c", r#"{"hme": "/a", "cwd": "/b"}"#).unwrap();
        assert!(findings[0].message.contains("did you mean `home`?"));
        assert_eq!(context.cwd.as_deref(), Some("/b"));
        assert!(read("c", r#"{"cwd": 1}"#).is_err());
        assert!(read("c", r#"{"platform": "beos"}"#).is_err());
        assert!(read("c", r#"{"settings_source": "usr"}"#).is_err());
        let wrong = read("c", r#"{"mode": "dontask"}"#).unwrap_err();
        assert!(wrong.message.contains("did you mean `dontAsk`?"));
        for name in ["user", "flag", "flagSettings", "policySettings"] {
            let text = format!(r#"{{"settings_source": "{name}"}}"#);
            assert!(read("c", &text).is_ok(), "{name}");
        }
        assert!(read("c", r#"{"cwd": "/a", "cwd": "/b"}"#).is_err());
        assert!(read("c", "[]").is_err());
    }
}
