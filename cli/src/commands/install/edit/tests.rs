use super::*;

fn group(name: &str) -> Value {
    mark::marked(
        &json!({"hooks": [{"type": "command", "command": "x"}]}),
        name,
    )
}

/// What is put in again stays where it stands, also where another name has
/// groups on the same event.
#[test]
fn what_is_put_in_again_stays_in_its_place() {
    let events = |all: &[(&str, &str)]| -> Map<String, Value> {
        let all = all.iter().map(|(event, command)| {
            let hook = json!({"type": "command", "command": command});
            ((*event).to_owned(), json!([{"hooks": [hook]}]))
        });
        all.collect()
    };
    let one = put_in("{\r\n\r\n}", "a", &events(&[("Stop", "1")]));
    let two = put_in(&one, "b", &events(&[("Stop", "2"), ("Start", "3")]));
    assert_eq!(put_in(&two, "a", &events(&[("Stop", "1")])), two);
    let newer = put_in(&two, "a", &events(&[("Stop", "4")]));
    let value: Value = serde_json::from_str(&newer).unwrap();
    let first = &value["hooks"]["Stop"][0]["hooks"][0]["command"];
    assert_eq!(first, "4", "{newer}");
    let lines = newer.matches('\n').count();
    assert_eq!(newer.matches("\r\n").count(), lines);
    assert_eq!(put_in(&newer, "a", &events(&[("Stop", "1")])), two);
    // What is there no more goes.
    let less = put_in(&two, "b", &events(&[("Stop", "2")]));
    assert!(!less.contains("Start"), "{less}");
    let (back, _) = without(&less, "a");
    let (back, _) = without(&back, "b");
    assert_eq!(back, "{\r\n\r\n}");
}

#[test]
fn in_and_out_again_is_the_same_text() {
    for text in [
        "{}\n",
        "{\"hooks\": {\"Stop\": [{\"a\": 1}]}}",
        "{\n    \"permissions\": {\"allow\": [\"Bash(*)\"]}\n}\n",
        "{\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t{}\n\t\t]\n\t}\n}",
        "{\r\n  \"a\": 1\r\n}\r\n",
        "{\"hooks\": {\"Start\": [{}], \"Stop\": [{}, {}]}, \"x\": 1e400}",
        "{\"hooks\":{\"Stop\":[]}}",
        "{\"hooks\":{\"Stop\":[ ], \"Start\": [\n]}}",
        "{\r\n\"a\":1, \"hooks\":{ }\r\n}\r\n",
        "{\"hooks\":{}}",
        "{ }",
        "\n{\n\n}",
    ] {
        let more = with(text, "Stop", &group("a"));
        let more = with(&more, "Stop", &group("b"));
        let more = with(&more, "Start", &group("a"));
        let value: Value =
            serde_json::from_str(&more.replace("1e400", "1")).unwrap();
        let lines = more.matches('\n').count();
        let theirs = text.contains("\r\n");
        assert!(!theirs || more.matches("\r\n").count() == lines);
        let stop = value["hooks"]["Stop"].as_array().unwrap();
        let marks = stop.iter().map(|group| &group[MARK]);
        let marks: Vec<_> = marks.filter(|mark| !mark.is_null()).collect();
        assert_eq!(marks, ["a", "b"], "{more}");
        let (back, count) = without(&more, "a");
        assert_eq!(count, 2, "{back}");
        let plain = |text: &str| text.replace("1e400", "1");
        assert!(keeps(&plain(&more), &plain(&back), "a"), "{back}");
        let (back, count) = without(&back, "b");
        assert_eq!((back.as_str(), count), (text, 1));
        let (back, _) = without(&more, "b");
        let (back, _) = without(&back, "a");
        assert_eq!(back, text);
    }
}

#[test]
fn a_level_is_set_in_as_the_file_does() {
    let text = "{\n\t\"a\": 1\n}";
    let more = with(text, "Stop", &json!({"hooks": []}));
    let wanted = "{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"Stop\": [\n\
                  \t\t\t{\n\t\t\t\t\"hooks\": []\n\t\t\t}\n\t\t]\n\t}\n}";
    assert_eq!(more, wanted);
}
