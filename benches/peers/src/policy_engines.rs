//! Policy engines that evaluate every policy: one policy for each rule.

use crate::corpora::BenchRule;
use crate::engines::{Engine, ours};

/// Ours, then those that were built in.
pub fn all(rules: &[BenchRule]) -> Vec<Engine> {
    #[allow(unused_mut, reason = "without features there is nothing to add")]
    let mut engines = vec![ours(rules)];
    #[cfg(feature = "cedar")]
    engines.push(cedar(rules));
    #[cfg(feature = "regorus")]
    engines.push(rego(rules));
    engines
}

/// The pattern, and whether it ends at a word boundary.
#[cfg(any(feature = "cedar", feature = "regorus"))]
fn split(rule: &BenchRule) -> (&str, bool) {
    let body = rule.pattern.strip_suffix(" *");
    match body.or_else(|| rule.pattern.strip_suffix(":*")) {
        Some(body) => (body, true),
        None => (&rule.pattern, false),
    }
}

#[cfg(feature = "cedar")]
fn cedar(rules: &[BenchRule]) -> Engine {
    use crate::engines::Prepared;
    use cedar_policy::*;

    let quote = |text: &str| {
        let text = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{text}\"")
    };
    let mut policies = PolicySet::new();
    for (number, rule) in rules.iter().enumerate() {
        let (body, boundary) = split(rule);
        let mut test = format!("context.command like {}", quote(body));
        if boundary {
            let open = quote(&format!("{body} *"));
            test = format!("{test} || context.command like {open}");
        }
        let text =
            format!("permit(principal, action, resource) when {{ {test} }};");
        let id = PolicyId::new(number.to_string());
        policies.add(Policy::parse(Some(id), text).unwrap()).unwrap();
    }
    let authorizer = Authorizer::new();
    let entities = Entities::empty();
    let uid = |text: &str| -> EntityUid { text.parse().unwrap() };
    let (principal, action, resource) =
        (uid("U::\"a\""), uid("Action::\"b\""), uid("R::\"c\""));
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        let command = RestrictedExpression::new_string(event.text.clone());
        let pairs = [("command".to_owned(), command)];
        let request = Request::new(
            principal.clone(),
            action.clone(),
            resource.clone(),
            Context::from_pairs(pairs).unwrap(),
            None,
        );
        let answer =
            authorizer.is_authorized(&request.unwrap(), &policies, &entities);
        let reasons = answer.diagnostics().reason();
        out.extend(reasons.map(|id| id.to_string().parse::<u32>().unwrap()));
    });
    Engine { name: "cedar-policy", run, passes: 3, rebuild: None }
}

#[cfg(feature = "regorus")]
fn rego(rules: &[BenchRule]) -> Engine {
    use crate::engines::{Prepared, regex};

    let mut text = String::from("package p\nimport rego.v1\n");
    for (number, rule) in rules.iter().enumerate() {
        let pattern = regex(rule);
        text.push_str(&format!(
            "m contains {number} if regex.match(`{pattern}`, input.command)\n"
        ));
    }
    let mut engine = regorus::Engine::new();
    engine.add_policy("p.rego".into(), text).unwrap();
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        let mut input = regorus::Value::new_object();
        let object = input.as_object_mut().unwrap();
        object.insert("command".into(), event.text.as_str().into());
        engine.set_input(input);
        let found = engine.eval_rule("data.p.m".into()).unwrap();
        for value in found.as_set().unwrap() {
            out.push(value.as_u32().unwrap());
        }
    });
    Engine { name: "regorus", run, passes: 1, rebuild: None }
}
