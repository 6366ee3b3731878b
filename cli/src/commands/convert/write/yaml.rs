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
        other => format!("{blank}{other}\n"),
    }
}

fn below(value: &Value, indent: usize) -> String {
    let is_block = match value {
        Value::Object(map) => !map.is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => false,
    };
    match is_block {
        true => format!("\n{}", yaml(value, indent + 1)),
        false => format!(" {value}\n"),
    }
}
