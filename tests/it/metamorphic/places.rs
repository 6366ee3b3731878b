//! What is stopped stays so, whatever leads where.

use serde_json::json;

use super::{Asking, SEEDS, keeps, settle};

#[test]
fn what_is_stopped_stays_so_where_directories_are_links() {
    let ways = [
        ("home", json!({"links": {"/home": "/data/home"}})),
        ("project", json!({"links": {"/srv/proj": "../work/p"}})),
        ("both", json!({"links": {"/srv": "data", "/home": "data/home"}})),
        (
            "from behind",
            json!({"cwd": "/work/p", "links": {"/srv/proj": "/work/p"}}),
        ),
        (
            "with a home that is one",
            json!({"home": "/h", "links": {"/h": "/home/u"}}),
        ),
        ("something else", json!({"links": {"/srv/proj/zz": "/zz"}})),
    ];
    let mut asking = Asking::default();
    for (law, way) in &ways {
        let mut wrong = Vec::new();
        let plain = |seed: &&super::Seed| {
            ["links", "cwd", "home", "platform"]
                .iter()
                .all(|key| seed.context[key].is_null())
        };
        for seed in SEEDS.iter().filter(plain) {
            // What lies above is not what lay above.
            let up = seed.input.to_string().contains("..");
            let up = up || seed.lists.to_string().contains("..");
            if up && way.as_object().unwrap().len() > 1 {
                continue;
            }
            let mut context = seed.context.clone();
            for (key, value) in way.as_object().unwrap() {
                context[key] = value.clone();
            }
            let said =
                asking.ask(&seed.lists, &seed.tool, &seed.input, &context);
            if !keeps(&seed.said, &said) {
                let (was, is) = (seed.said.behavior, said.behavior);
                wrong.push(format!("{} {was:?} -> {is:?}", seed.name));
            }
        }
        settle(law, &wrong);
    }
}
