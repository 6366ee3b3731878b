use super::*;
use crate::json::Value;
use crate::json::compact;
use crate::json::{Kind, Tape};

fn part(text: &str) -> Part<'_> {
    let span = Span::new(0, text.len());
    Part { source: SourceId(0), text, span }
}

fn json(text: &str) -> String {
    let mut tape = Tape::new();
    let yaml = read(part(text), &mut tape);
    let mut out = String::new();
    for root in yaml.roots {
        show(tape.value(text, root), &mut out);
    }
    out
}

fn show(value: Value<'_>, out: &mut String) {
    match value.kind() {
        Kind::Object => {
            out.push('{');
            for entry in value.entries() {
                out.push_str(entry.name());
                out.push(':');
                show(entry.value, out);
                out.push(',');
            }
            out.push('}');
        }
        Kind::Array => {
            out.push('[');
            for item in value.items() {
                show(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Kind::String => out.push_str(value.str().unwrap_or("?")),
        Kind::Broken => out.push('!'),
        _ => compact(value, out),
    }
}

#[test]
fn blocks_and_flows_become_nodes() {
    let text = "a: x\nb:\n  - 1\n  - {c: true, d: ~}\ne: |\n  p\n   q\nf: >-\n  \
                g\n  h\n";
    assert_eq!(json(text), "{a:x,b:[1,{c:true,d:~,},],e:p\n q\n,f:g h,}");
    assert_eq!(json("--- a\n--- [b]\n"), "a[b,]");
    assert_eq!(
        json("&k a: 1\nb: &x [1, 2]\nc: *x\n"),
        "{a:1,b:[1,2,],c:[1,2,],}"
    );
}

#[test]
fn spans_are_bytes_and_know_escapes() {
    let text = "é: \"a\\u0041 ü\"\nb: 'it''s é'\nc: one\n  two\nd: |\n  Bäsh(x)\n  \
                y\n";
    let mut tape = Tape::new();
    let yaml = read(part(text), &mut tape);
    assert!(yaml.found.is_empty(), "{:?}", yaml.found);
    let root = tape.root(text).unwrap();
    let place = |key: &str, from: usize, to: usize| {
        let decoded = root.get(key).unwrap().decoded().unwrap();
        let span = decoded.place(Span::new(from, to));
        (span.of(text).to_owned(), decoded.as_str().to_owned())
    };
    assert_eq!(place("é", 1, 2), ("\\u0041".into(), "aA ü".into()));
    assert_eq!(place("é", 3, 5), ("ü".into(), "aA ü".into()));
    assert_eq!(place("b", 2, 3), ("''".into(), "it's é".into()));
    assert_eq!(place("b", 5, 7), ("é".into(), "it's é".into()));
    assert_eq!(place("c", 4, 7), ("two".into(), "one two".into()));
    assert_eq!(place("d", 5, 8), ("(x)".into(), "Bäsh(x)\ny\n".into()));
    assert_eq!(place("d", 9, 10), ("y".into(), "Bäsh(x)\ny\n".into()));
    assert_eq!(root.get("c").unwrap().raw(), "one\n  two");
}

#[test]
fn what_stands_behind_a_text_in_quotes_is_not_its_own() {
    let text = "- \"a\\\"\" # it's\n- 'b''' # \"c\"\n- &x \"d\"   \n";
    let mut tape = Tape::new();
    let yaml = read(part(text), &mut tape);
    let list = tape.value(text, yaml.roots[0]);
    let spans: Vec<_> = list.items().map(|i| i.span().of(text)).collect();
    assert_eq!(spans, ["\"a\\\"\"", "'b'''", "\"d\""]);
}

#[test]
fn one_bad_entry_does_not_take_the_others_down() {
    let text = "name: x\nargument-hint: [a] | [b]\nhooks:\n  Stop: 1\n";
    let mut tape = Tape::new();
    let yaml = read(part(text), &mut tape);
    assert_eq!(yaml.lost, ["argument-hint"]);
    assert_eq!(yaml.found.len(), 1);
    let root = tape.root(text).unwrap();
    assert_eq!(root.get("name").unwrap().str(), Some("x"));
    let stop = root.get("hooks").and_then(|h| h.get("Stop"));
    assert_eq!(stop.unwrap().raw(), "1");
}

#[test]
fn bombs_and_circles_are_refused() {
    let mut text = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for n in 1..12 {
        let line =
            format!("a{n}: &a{n} [{}]\n", format!("*a{},", n - 1).repeat(9));
        text.push_str(&line);
    }
    let mut tape = Tape::new();
    let yaml = read(part(&text), &mut tape);
    assert!(yaml.broken);
    assert!(tape.len() < 40_000, "{}", tape.len());
    let yaml = read(part("a: &x [*x]\n"), &mut tape);
    assert!(yaml.broken);
    let deep = "[".repeat(100_000);
    assert!(read(part(&deep), &mut tape).broken);
    let deep = "- ".repeat(20_000);
    assert!(read(part(&deep), &mut tape).broken);
}

#[test]
fn common_slips_are_named() {
    let message = |text: &str| {
        let yaml = read(part(text), &mut Tape::new());
        let found = &yaml.found[0];
        let label = found.primary().unwrap().span.of(text).to_owned();
        (found.message.clone(), label)
    };
    let said = message("matcher: *\n");
    assert_eq!(said.1, "*");
    for text in [
        "a: b: c\n",
        "a: **/*.ts\n",
        "a: @x\n",
        "a:\n\t- x\n",
        "a: [x\n",
        "a: \"x\n",
        "a: `x`\n",
        "a: \"b\" c\n",
        "x: {y: z\n",
        "  a: b\n c: d\n",
        "a: b\na: c\n",
    ] {
        let said = message(text);
        println!("{text:?}: {said:?}");
    }
}
