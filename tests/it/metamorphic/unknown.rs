//! What is denied is not allowed where one of its words is known only when
//! the line runs, for it may be the word that was there.

use super::{Asking, Behavior, SEEDS, command, settle};

/// Commands of which a word that is not known is not looked at as a
/// subcommand, or as an option that runs something.
const LEFT: &[&str] = &[
    "cmd ",
    "docker buildx ",
    "docker container ",
    "echo ",
    "git send-pack ",
    "kubectl delete ",
    "meson ",
    "mix ",
    "mytool /home/u/b ",
    "perf ",
    "uv tool ",
    "wrangler versions ",
    "yarn run ",
    "yarn workspace ",
];

/// Whether all of a line are words without a sign of the shell.
fn is_plain(text: &str) -> bool {
    let sign = |c: char| " _./:=@%+,~-".contains(c);
    text.chars().all(|c| c.is_ascii_alphanumeric() || sign(c))
}

#[test]
fn what_is_denied_is_not_allowed_where_a_word_is_not_known() {
    let mut asking = Asking::default();
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for seed in SEEDS.iter() {
        let about_commands = ["deny", "ask"].iter().all(|list| {
            let rules = seed.lists[list].as_array();
            let is_one = |rule: &serde_json::Value| {
                rule.as_str().is_some_and(|text| text.starts_with("Bash("))
            };
            rules.is_some_and(|rules| rules.iter().all(is_one))
        });
        let denied = seed.said.behavior == Behavior::Deny;
        let text = command(seed).filter(|text| is_plain(text));
        let Some(text) = text.filter(|_| about_commands && denied) else {
            continue;
        };
        if LEFT.iter().any(|start| text.starts_with(start)) {
            continue;
        }
        let words: Vec<&str> = text.split(' ').collect();
        for at in 1..words.len() {
            // What stands behind an option is taken for its value.
            let option = |word: &str| word.starts_with('-');
            if option(words[at]) || option(words[at - 1]) {
                continue;
            }
            let mut words = words.clone();
            words[at] = "\"$x\"";
            let mut input = seed.input.clone();
            input["command"] = words.join(" ").into();
            let said =
                asking.ask(&seed.lists, &seed.tool, &input, &seed.context);
            asked += 1;
            if said.behavior == Behavior::Allow {
                wrong.push(format!("{}: {}", seed.name, words.join(" ")));
            }
        }
    }
    assert!(asked > 1000, "only {asked} asked");
    settle("unknown words", &wrong);
}
