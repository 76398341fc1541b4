//! ALTER TOPIC: consumers and their settings.

use super::literal;
use crate::catalog::{ConsumerSpec, TopicAction};
use crate::error::{Error, Result};
use crate::types::{Primitive, Type, Value};
use crate::yql::ast::{self, Setting, SettingValue};

/// The changes of a topic's consumers.
pub fn alter_topic(actions: &[ast::TopicAction]) -> Result<Vec<TopicAction>> {
    let action = |action: &ast::TopicAction| match action {
        ast::TopicAction::DropConsumer(name) => Ok(TopicAction::DropConsumer(name.name.to_string())),
        ast::TopicAction::AddConsumer { name, settings } => {
            let mut spec = ConsumerSpec::default();
            settings.iter().try_for_each(|setting| set(&mut spec, setting))?;
            Ok(TopicAction::AddConsumer(name.name.to_string(), spec))
        }
    };
    actions.iter().map(action).collect()
}

/// The texts of the refusals are UNVERIFIED.
fn set(spec: &mut ConsumerSpec, Setting { key, value, .. }: &Setting) -> Result<()> {
    let name = key.name.to_ascii_lowercase();
    let wrong = || Error::translation(key.at, format!("Invalid value of consumer setting: {name}"));
    let SettingValue::Expr(expr) = value else { return Err(wrong()) };
    let (ty, value) = literal::constant(expr)?;
    match (&*name, ty, value) {
        ("important", _, Value::Bool(important)) => spec.important = important,
        ("read_from", Type::Primitive(Primitive::Timestamp), Value::Uint(micros)) => spec.read_from_us = micros,
        // Seconds: a Datetime or an integer.
        ("read_from", _, Value::Uint(seconds)) => spec.read_from_us = seconds.saturating_mul(1_000_000),
        ("read_from", _, Value::Int(seconds)) => {
            spec.read_from_us = u64::try_from(seconds).map_err(|_| wrong())?.saturating_mul(1_000_000);
        }
        ("supported_codecs", _, Value::Bytes(names)) => {
            let names = std::str::from_utf8(&names).map_err(|_| wrong())?.to_ascii_lowercase();
            let number = |name: &str| match name.trim() {
                "raw" => Ok(1),
                "gzip" => Ok(2),
                "lzop" => Ok(3),
                "zstd" => Ok(4),
                _ => Err(wrong()),
            };
            spec.codecs = names.split([',', ';']).map(number).collect::<Result<_>>()?;
        }
        ("important" | "read_from" | "supported_codecs", ..) => return Err(wrong()),
        _ => return Err(Error::translation(key.at, format!("Unknown consumer setting: {name}"))),
    }
    Ok(())
}
