//! YAML as text.

use serde_json::Value;

/// YAML in blocks; every text in double quotes, as in JSON.
pub(super) fn yaml(value: &Value, indent: usize) -> String {
    let blank = "  ".repeat(indent);
    match value {
        Value::Object(map) if !map.is_empty() => {
            let mut out = String::new();
            for (key, value) in map {
                out.push_str(&format!("{blank}{key}:"));
                out.push_str(&below(value, indent));
            }
            out
        }
        Value::Array(list) if !list.is_empty() => {
            let mut out = String::new();
            for item in list {
                let text = yaml(item, indent + 1);
                let text = text.strip_prefix(&"  ".repeat(indent + 1));
                out.push_str(&format!("{blank}- {}", text.unwrap_or("")));
            }
            out
        }
        other => format!("{blank}{}\n", plain(other)),
    }
}

/// A value as in JSON, with what YAML lets stand in no text written out.
fn plain(value: &Value) -> String {
    let json = value.to_string();
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

fn below(value: &Value, indent: usize) -> String {
    let is_block = match value {
        Value::Object(map) => !map.is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => false,
    };
    match is_block {
        true => format!("\n{}", yaml(value, indent + 1)),
        false => format!(" {}\n", plain(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_cannot_stand_in_yaml_is_written_out() {
        let text = yaml(&json!({"a": ["\u{7f}é\u{85}"]}), 0);
        assert_eq!(text, "a:\n  - \"\\u007fé\\u0085\"\n");
    }
}
