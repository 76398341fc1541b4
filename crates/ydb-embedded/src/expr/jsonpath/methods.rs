//! The methods of paths: `.size()`, `.type()` and the others.

use std::sync::Arc;

use super::failure::{Found, failed};
use super::json::Json;
use super::tree::{At, Method};

/// A method of all values. Arrays in them are unpacked before, where the method does that.
pub(super) fn method(method: Method, at: At, values: Vec<Json>) -> Found<Vec<Json>> {
    let mut found = Vec::with_capacity(values.len());
    for value in values {
        match method {
            Method::Type => found.push(Json::Text(type_name(&value).into())),
            Method::Size => found.push(Json::double(match &value {
                Json::Array(items) => items.len() as f64,
                _ => 1.0,
            })),
            Method::Abs | Method::Floor | Method::Ceiling => {
                let Json::Number(number) = value else {
                    return failed(at, 4716, "Unsupported type for numeric method");
                };
                let number = number.double();
                found.push(Json::double(match method {
                    Method::Abs => number.abs(),
                    Method::Floor => number.floor(),
                    _ => number.ceil(),
                }));
            }
            Method::Double => {
                let Json::Text(text) = value else {
                    return failed(at, 4717, "Unsupported type for double() method");
                };
                match double(&text) {
                    Some(number) if number.is_finite() => found.push(Json::double(number)),
                    Some(_) => return failed(at, 4719, "Parsed number is infinity"),
                    None => return failed(at, 4718, "Error parsing number from string"),
                }
            }
            Method::KeyValue => {
                let Json::Object(members) = value else {
                    return failed(at, 4720, "Unsupported type for keyvalue() method");
                };
                found.extend(members.iter().map(|(key, value)| {
                    let name = (Arc::from("name"), Json::Text(Arc::clone(key)));
                    Json::object(vec![name, (Arc::from("value"), value.clone())])
                }));
            }
        }
    }
    Ok(found)
}

const fn type_name(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "number",
        Json::Text(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    }
}

/// The number of a text without spaces, names of numbers or anything behind it; 0 of an empty one.
fn double(text: &str) -> Option<f64> {
    if text.is_empty() {
        return Some(0.0);
    }
    let is_of_numbers =
        text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E'));
    text.parse().ok().filter(|_| is_of_numbers)
}
