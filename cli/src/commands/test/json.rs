//! The results as one object, schema `hookset.test/1`.

use serde_json::{Value, json};

use super::Results;
use super::cases::Doubt;
use super::judge::{Ran, action};

pub(super) fn text(results: &Results) -> String {
    let cases: Vec<Value> = results.ran.iter().map(case).collect();
    let examples: Vec<Value> = results
        .examples
        .iter()
        .map(|each| {
            json!({
                "name": each.name,
                "source": each.place,
                "passed": each.why.is_none(),
                "reason": each.why,
            })
        })
        .collect();
    let faults: Vec<Value> = results
        .faults
        .iter()
        .map(|fault| {
            json!({
                "code": fault.code.name(),
                "source": fault.name,
                "message": fault.message,
                "help": fault.help,
            })
        })
        .collect();
    let mut object = json!({
        "schema": "hookset.test/1",
        "passed": results.tests() - results.failures(),
        "failed": results.failures(),
        "cases": cases,
        "examples": examples,
        "errors": faults,
    });
    if let (Some(coverage), Value::Object(map)) =
        (&results.coverage, &mut object)
    {
        map.insert("coverage".to_owned(), json!(coverage));
    }
    format!("{object}\n")
}

fn case(ran: &Ran) -> Value {
    let want = &ran.case.want;
    let doubt = want.doubt.as_ref().map(|doubt| match doubt {
        Doubt::Any(is) => Value::from(*is),
        Doubt::Reason(text) => Value::from(text.as_str()),
    });
    let fires: Vec<_> = ran.answer.hooks.iter().map(action).collect();
    let differences: Vec<_> = ran.differences.iter().map(|d| d.what).collect();
    json!({
        "name": ran.case.name,
        "source": ran.case.place,
        "passed": ran.differences.is_empty(),
        "want": {
            "expect": want.behavior,
            "rule": want.rule,
            "fires": want.fires,
            "doubt": doubt,
        },
        "got": {
            "expect": ran.answer.permission.behavior,
            "rule": ran.answer.permission.rule,
            "source": ran.answer.permission.source,
            "reason": ran.answer.permission.reason,
            "fires": fires,
            "doubt": ran.answer.doubt,
        },
        "differences": differences,
    })
}
