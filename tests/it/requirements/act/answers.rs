//! What hooks answer, and what that comes to.

use super::*;

/// `answer`: what the steps answer, and what each must be read as;
/// `verdict`: what they come to in every order.
pub(super) fn answers(
    step: &Value,
    engine: &Engine,
    plan: &Plan,
    place: (&str, &Context, &State),
) -> Held {
    let mut outcomes = Vec::new();
    for (number, answer) in
        step["answer"].as_array().into_iter().flatten().enumerate()
    {
        let at = answer["at"].as_u64().map_or(number, |at| at as usize);
        let found = plan.steps.get(at).ok_or(format!("no step {at}"))?;
        let kind = plan.event.ok_or("no event")?;
        let got = ended(answer, |ended| {
            outcome(found, kind, ended, engine.dialect())
        });
        let what = format!("answer {number}");
        part(&what, &look::outcome(&got), &answer["is"])?;
        outcomes.push((at, got));
    }
    if step["verdict"].is_null() {
        return Ok(());
    }
    for order in permutations(&outcomes) {
        let verdict = fold(plan, &order);
        let mut scratch = Scratch::default();
        let settled = settle(engine, plan, verdict, place, &mut scratch);
        let found = look::verdict(&settled.verdict);
        part("verdict", &found, &step["verdict"])?;
    }
    Ok(())
}

fn permutations(all: &[(usize, Outcome)]) -> Vec<Vec<(usize, Outcome)>> {
    if all.len() < 2 {
        return vec![all.to_vec()];
    }
    let mut out = Vec::new();
    for at in 0..all.len() {
        let mut rest = all.to_vec();
        let first = rest.remove(at);
        for mut tail in permutations(&rest) {
            tail.insert(0, first.clone());
            out.push(tail);
        }
    }
    out
}

fn ended<T>(answer: &Value, take: impl Fn(&Ended<'_>) -> T) -> T {
    let text = |key: &str| match &answer[key] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        json => json.to_string(),
    };
    let (stdout, stderr, body) =
        (text("stdout"), text("stderr"), text("body"));
    let blocks = texts(&answer["texts"]);
    let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
    let model = text("model");
    if let Some(status) = answer["status"].as_u64() {
        let status = u16::try_from(status).unwrap();
        return take(&Ended::Http { status, body: &body });
    }
    if answer["texts"].is_array() {
        let is_error = answer["is_error"] == true;
        return take(&Ended::Tool { is_error, texts: &blocks });
    }
    if !answer["model"].is_null() {
        return take(&Ended::Model { text: &model });
    }
    match answer["ended"].as_str() {
        Some("timeout") => take(&Ended::TimedOut),
        Some("aborted") => take(&Ended::Aborted),
        Some("turns") => take(&Ended::OutOfTurns),
        Some("failed") => take(&Ended::Failed { message: "gone" }),
        Some("nothing") => take(&Ended::Nothing),
        Some("signal") => {
            take(&Ended::Exit { code: None, stdout: "", stderr: "" })
        }
        _ => {
            let code = answer["exit"].as_i64().unwrap_or(0) as i32;
            let (stdout, stderr) = (&stdout[..], &stderr[..]);
            take(&Ended::Exit { code: Some(code), stdout, stderr })
        }
    }
}
