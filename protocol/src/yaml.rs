//! YAML from a JSON value: indented maps and lists, scalars as JSON writes them, which YAML reads alike.

use serde_json::Value;

/// The value as a YAML document with a line feed at its end.
pub(crate) fn yaml(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value, 0);
    text.push('\n');
    text.trim_start().to_owned()
}

/// Writes what follows a key or a dash. Whatever has several lines begins on a new one.
fn write(text: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (key, value) in fields {
                new_line(text, depth);
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                write(text, value, depth + 1);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                new_line(text, depth);
                text.push('-');
                write(text, item, depth + 1);
            }
        }
        Value::Object(_)
        | Value::Array(_)
        | Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_) => {
            text.push(' ');
            text.push_str(&value.to_string());
        }
    }
}

fn new_line(text: &mut String, depth: usize) {
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::yaml;

    #[test]
    fn maps_and_lists_are_indented_and_scalars_quoted() {
        let value = json!({"a": 1, "b": {"c": ["x: y", true, null], "d": {}, "e": []}, "f": [{"g": "\"\n"}]});
        let expected = r#""a": 1
"b":
  "c":
    - "x: y"
    - true
    - null
  "d": {}
  "e": []
"f":
  -
    "g": "\"\n"
"#;
        assert_eq!(yaml(&value), expected);
    }
}
