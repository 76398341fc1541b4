//! Values as clients send them, checked against the type that came with them.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::Arc;

use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::value::Value as Field;

use super::shape::{Layout, Shape};
use crate::error::{Error, Result};
use crate::types::{self, Primitive, Row, StoredAs, StructMember, Type, Value};
use crate::wire::refusal::{bad, invalid, within};

/// A query's parameters, by their names with `$`.
pub(crate) fn params(sent: HashMap<String, proto::TypedValue>) -> Result<BTreeMap<String, (Type, Value)>> {
    sent.into_iter()
        .map(|(name, param)| match typed(Some(param)) {
            Ok(param) => Ok((name, param)),
            Err(error) => Err(within(error, &format!("Parameter {name}"))),
        })
        .collect()
}

/// A value sent with its type.
///
/// Fails with BAD_REQUEST if either is missing, or the value does not belong to the type.
pub(crate) fn typed(sent: Option<proto::TypedValue>) -> Result<(Type, Value)> {
    let (shape, value) = open(sent)?;
    let value = shape.read(value)?;
    Ok((shape.ty, value))
}

/// The elements of a tuple with their types.
pub(crate) fn tuple(sent: Option<proto::TypedValue>) -> Result<Vec<(Type, Value)>> {
    match typed(sent)? {
        (Type::Tuple(types), Value::Items(items)) => Ok(types.iter().cloned().zip(items.iter().cloned()).collect()),
        (ty, _) => Err(bad(format!("Expected a tuple, got {ty}"))),
    }
}

/// A list of structs as rows. Members and rows keep the order in which they were sent.
pub(crate) fn rows(sent: Option<proto::TypedValue>) -> Result<(Vec<StructMember>, Vec<Row>)> {
    let (shape, value) = open(sent)?;
    let (Layout::List(item), Type::List(_)) = (&shape.layout, &shape.ty) else {
        return Err(bad(format!("Expected a list of structs, got {}", shape.ty)));
    };
    let (Layout::Struct(sent), Type::Struct(sorted)) = (&item.layout, &item.ty) else {
        return Err(bad(format!("Expected a list of structs, got {}", shape.ty)));
    };
    let members: Vec<StructMember> = sent.iter().map(|(_, place)| sorted[*place].clone()).collect();
    let rows = list(value)?.into_iter().map(|value| {
        let fields = fixed(value, sent.len(), "struct fields")?;
        let row = sent.iter().zip(fields).zip(&members).map(|(((shape, _), field), (name, _))| {
            let value = match field.value {
                // YDB takes a NULL before it looks at the type. Whether the column may be NULL is asked later.
                Some(Field::NullFlagValue(_)) => Ok(Value::Null),
                _ => shape.read(field),
            };
            value.map_err(|error| within(error, &format!("Column {name}")))
        });
        row.collect::<Result<Row>>()
    });
    let rows = rows.collect::<Result<Vec<_>>>()?;
    Ok((members, rows))
}

fn open(sent: Option<proto::TypedValue>) -> Result<(Shape, proto::Value)> {
    let sent = sent.ok_or_else(|| bad("Value is not set"))?;
    let ty = sent.r#type.as_ref().ok_or_else(|| bad("Type is not set"))?;
    Ok((Shape::new(ty)?, sent.value.ok_or_else(|| bad("Value is not set"))?))
}

impl Shape {
    /// Reads a value of the protocol as a value of this type. The recursion follows the type, whose depth is limited.
    pub(super) fn read(&self, sent: proto::Value) -> Result<Value> {
        match &self.layout {
            Layout::Primitive(primitive) => self.scalar(*primitive, sent),
            Layout::Decimal => match sent.value {
                Some(Field::Low128(low)) => {
                    let value = Value::Decimal(joined(low, sent.high_128).cast_signed());
                    types::in_range(&value, &self.ty).then_some(value).ok_or_else(|| bad("Invalid decimal value"))
                }
                _ => Err(self.wrong()),
            },
            Layout::Optional { item, wraps } => match sent.value {
                Some(Field::NullFlagValue(_)) => Ok(Value::Null),
                Some(Field::NestedValue(nested)) => Ok(just(item.read(*nested)?, *wraps)),
                _ => Ok(just(item.read(sent)?, *wraps)),
            },
            Layout::List(item) => {
                let items = list(sent)?.into_iter().map(|value| item.read(value));
                Ok(Value::Items(items.collect::<Result<_>>()?))
            }
            Layout::Tuple(shapes) => {
                let items = shapes.iter().zip(fixed(sent, shapes.len(), "tuple elements")?);
                Ok(Value::Items(items.map(|(shape, value)| shape.read(value)).collect::<Result<_>>()?))
            }
            Layout::Struct(members) => {
                let mut items = vec![Value::Null; members.len()];
                for ((shape, place), value) in members.iter().zip(fixed(sent, members.len(), "struct fields")?) {
                    items[*place] = shape.read(value)?;
                }
                Ok(Value::Items(items.into()))
            }
            Layout::Dict(key, payload) => dict(key, payload, sent),
            Layout::Unit => match (&self.ty, sent.value) {
                (Type::EmptyList, None) if sent.items.is_empty() => Ok(Value::Items([].into())),
                (Type::EmptyDict, None) if sent.pairs.is_empty() => Ok(Value::Dict([].into())),
                (Type::Null | Type::Void, None | Some(Field::NullFlagValue(_))) => Ok(Value::Null),
                _ => Err(self.wrong()),
            },
        }
    }

    fn scalar(&self, primitive: Primitive, sent: proto::Value) -> Result<Value> {
        let field = sent.value.ok_or_else(|| self.wrong())?;
        match (primitive.stored_as(), field) {
            (StoredAs::Bool, Field::BoolValue(value)) => Ok(Value::Bool(value)),
            (StoredAs::Signed(1..=4), Field::Int32Value(value)) => self.ranged(Value::Int(value.into()), &value),
            (StoredAs::Signed(8), Field::Int64Value(value)) => self.ranged(Value::Int(value), &value),
            (StoredAs::Unsigned(1..=4), Field::Uint32Value(value)) => self.ranged(Value::Uint(value.into()), &value),
            (StoredAs::Unsigned(8), Field::Uint64Value(value)) => self.ranged(Value::Uint(value), &value),
            (StoredAs::Float, Field::FloatValue(value)) => Ok(Value::Float(value)),
            (StoredAs::Double, Field::DoubleValue(value)) => Ok(Value::Double(value)),
            (StoredAs::Bytes, Field::BytesValue(value)) if types::is_valid_bytes(&value, primitive) => {
                Ok(Value::bytes(value))
            }
            (StoredAs::Text | StoredAs::Imaged(_), Field::TextValue(value)) => {
                types::kept_text(&value, primitive).map(Value::Text).ok_or_else(|| invalid(primitive))
            }
            (StoredAs::Uuid, Field::Low128(low)) => Ok(Value::Uuid(joined(low, sent.high_128).to_le_bytes())),
            (StoredAs::Bytes, Field::BytesValue(_)) => Err(invalid(primitive)),
            _ => Err(self.wrong()),
        }
    }

    /// The value, where the type's range holds it.
    fn ranged(&self, value: Value, sent: &dyn Display) -> Result<Value> {
        if types::in_range(&value, &self.ty) {
            return Ok(value);
        }
        Err(bad(format!("Value {sent} is out of range for type: {}", self.ty)))
    }

    fn wrong(&self) -> Error {
        bad(format!("Invalid value representation for type: {}", self.ty))
    }
}

fn just(value: Value, wraps: bool) -> Value {
    if wraps { Value::Just(Arc::new(value)) } else { value }
}

/// The 128 bits of two halves.
fn joined(low: u64, high: u64) -> u128 {
    (u128::from(high) << 64) | u128::from(low)
}

fn list(sent: proto::Value) -> Result<Vec<proto::Value>> {
    if sent.value.is_some() || !sent.pairs.is_empty() {
        return Err(bad("Invalid value representation for type: List"));
    }
    Ok(sent.items)
}

fn fixed(sent: proto::Value, len: usize, what: &str) -> Result<Vec<proto::Value>> {
    if sent.items.len() != len || sent.value.is_some() || !sent.pairs.is_empty() {
        return Err(bad(format!("Number of {what} and their types mismatched")));
    }
    Ok(sent.items)
}

/// Sorts the pairs by key. If a key occurs twice, the later pair counts.
fn dict(key: &Shape, payload: &Shape, sent: proto::Value) -> Result<Value> {
    if sent.value.is_some() || !sent.items.is_empty() {
        return Err(bad("Invalid value representation for type: Dict"));
    }
    // A value that is not set is the only value of Void, which is the payload of a Set.
    let read = |of: &Shape, sent: Option<proto::Value>| of.read(sent.unwrap_or_default());
    let pairs = sent.pairs.into_iter().map(|pair| Ok((read(key, pair.key)?, read(payload, pair.payload)?)));
    let mut pairs = pairs.collect::<Result<Vec<_>>>()?;
    pairs.reverse();
    pairs.sort_by(|a, b| types::key_cmp(&a.0, &b.0));
    pairs.dedup_by(|later, first| types::key_cmp(&later.0, &first.0).is_eq());
    Ok(Value::Dict(pairs.into()))
}
