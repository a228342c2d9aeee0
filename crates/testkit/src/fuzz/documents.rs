//! JSON documents with one value changed, or two that have changed places.

use serde_json::{Number, Value};

use super::Bytes;

/// Changes one value somewhere in the document, or has two numbers near each other change places.
pub(super) fn change_document(document: &mut Value, bytes: &mut Bytes<'_>) {
    let n = count(document);
    let place = bytes.place(n);
    if bytes.one_in(3) {
        let other = (place + 1 + bytes.below(8)).min(n - 1);
        let values = [place, other].map(|at| nth(document, at).cloned().unwrap_or_default());
        if values.iter().all(Value::is_number) {
            let [one, another] = values;
            set(document, place, another);
            set(document, other, one);
            return;
        }
    }
    let other = nth(document, bytes.place(n)).cloned().unwrap_or_default();
    if let Some(value) = nth_mut(document, &mut { place }) {
        change(value, other, bytes);
    }
}

fn set(document: &mut Value, place: usize, to: Value) {
    if let Some(value) = nth_mut(document, &mut { place }) {
        *value = to;
    }
}

/// How many values there are, each list and object with those inside.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

fn nth(value: &Value, place: usize) -> Option<&Value> {
    fn go<'v>(value: &'v Value, left: &mut usize) -> Option<&'v Value> {
        if *left == 0 {
            return Some(value);
        }
        *left -= 1;
        match value {
            Value::Array(items) => items.iter().find_map(|item| go(item, left)),
            Value::Object(fields) => fields.values().find_map(|item| go(item, left)),
            _ => None,
        }
    }
    go(value, &mut { place })
}

fn nth_mut<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| nth_mut(item, left)),
        Value::Object(fields) => fields.values_mut().find_map(|item| nth_mut(item, left)),
        _ => None,
    }
}

/// `other` is another value of the document.
fn change(value: &mut Value, other: Value, bytes: &mut Bytes<'_>) {
    let has_kind = std::mem::discriminant(value) == std::mem::discriminant(&other);
    if has_kind && bytes.one_in(4) || value.is_null() {
        *value = other;
        return;
    }
    let by = bytes.pick(&[1, -1, 2, -2, 4, -4, 100]);
    match value {
        Value::Bool(is) => *is = !*is,
        Value::Number(number) => {
            let changed = number.as_i64().unwrap_or_default().saturating_add(by);
            *value = Value::Number(Number::from(changed));
        }
        Value::String(text) => match text.parse::<i64>() {
            Ok(number) => *text = number.saturating_add(by).to_string(),
            Err(_) => text.push_str(bytes.pick(&["", "0", "x"])),
        },
        Value::Array(items) if items.is_empty() => items.push(other),
        Value::Array(items) => {
            let (one, another) = (bytes.place(items.len()), bytes.place(items.len()));
            match bytes.below(5) {
                0 => drop(items.remove(one)),
                1 => items.insert(another, items[one].clone()),
                2 => items.clear(),
                3 => items[one] = other,
                _ => items.swap(one, another),
            }
        }
        Value::Object(fields) => {
            let place = bytes.below(fields.len());
            if let Some(field) = fields.values_mut().nth(place) {
                *field = Value::Null;
            }
        }
        Value::Null => {}
    }
}
