//! Values as clients send them, checked against the type that came with them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::value::Value as Field;

use super::shape::{Layout, Shape, bad};
use crate::error::{Error, Result};
use crate::types::{self, Primitive, Row, StructMember, Type, Value, decimal, dynumber};

/// A query's parameters, by their names with `$`.
///
/// # Errors
///
/// Those of [`typed`], after the parameter's name.
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
/// # Errors
///
/// BAD_REQUEST if either is missing, or the value does not belong to the type.
pub(crate) fn typed(sent: Option<proto::TypedValue>) -> Result<(Type, Value)> {
    let (shape, value) = open(sent)?;
    let value = shape.read(value)?;
    types::validate(&value, &shape.ty).map_err(bad)?;
    Ok((shape.ty, value))
}

/// The elements of a tuple with their types.
///
/// # Errors
///
/// Those of [`typed`], and if the value is not a tuple.
pub(crate) fn tuple(sent: Option<proto::TypedValue>) -> Result<Vec<(Type, Value)>> {
    match typed(sent)? {
        (Type::Tuple(types), Value::Items(items)) => Ok(types.iter().cloned().zip(items.iter().cloned()).collect()),
        (ty, _) => Err(bad(format!("Expected a tuple, got {ty}"))),
    }
}

/// A list of structs as rows. Members and rows keep the order in which they were sent.
///
/// # Errors
///
/// Those of [`typed`], and if the value is not a list of structs.
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
        let row = sent.iter().zip(fields).zip(&members).map(|(((shape, _), field), (name, ty))| {
            let value = shape.read(field).map_err(|error| within(error, &format!("Column {name}")))?;
            types::validate(&value, ty).map_err(|error| bad(format!("Column {name}: {error}")))?;
            Ok(value)
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

/// Puts what an error is about before its first message.
fn within(mut error: Error, what: &str) -> Error {
    if let Some(first) = error.issues.first_mut() {
        first.message.insert_str(0, &format!("{what}: "));
    }
    error
}

impl Shape {
    /// Reads a value of the protocol as a value of this type. The recursion follows the type, whose depth is limited.
    pub(super) fn read(&self, sent: proto::Value) -> Result<Value> {
        match &self.layout {
            Layout::Primitive(primitive) => self.scalar(*primitive, sent),
            Layout::Decimal { precision } => match sent.value {
                Some(Field::Low128(low)) => {
                    decimal_of(*precision, low, sent.high_128).ok_or_else(|| bad("Invalid decimal value"))
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
        use Primitive as P;
        let field = sent.value.ok_or_else(|| self.wrong())?;
        Ok(match (primitive, field) {
            (P::Bool, Field::BoolValue(value)) => Value::Bool(value),
            (P::Int8, Field::Int32Value(value)) => Value::Int(self.narrow::<i8, _>(value)?.into()),
            (P::Int16, Field::Int32Value(value)) => Value::Int(self.narrow::<i16, _>(value)?.into()),
            (P::Int32 | P::Date32, Field::Int32Value(value)) => Value::Int(value.into()),
            (P::Uint8, Field::Uint32Value(value)) => Value::Uint(self.narrow::<u8, _>(value)?.into()),
            (P::Uint16, Field::Uint32Value(value)) => Value::Uint(self.narrow::<u16, _>(value)?.into()),
            (P::Uint32 | P::Date | P::Datetime, Field::Uint32Value(value)) => Value::Uint(value.into()),
            (P::Int64 | P::Interval | P::Datetime64 | P::Timestamp64 | P::Interval64, Field::Int64Value(value)) => {
                Value::Int(value)
            }
            (P::Uint64 | P::Timestamp, Field::Uint64Value(value)) => Value::Uint(value),
            (P::Float, Field::FloatValue(value)) => Value::Float(value),
            (P::Double, Field::DoubleValue(value)) => Value::Double(value),
            (P::String | P::Yson, Field::BytesValue(value)) => Value::bytes(value),
            (P::JsonDocument, Field::TextValue(value)) => {
                Value::text(types::json_document(&value).ok_or_else(|| bad("Invalid JSON for JsonDocument provided"))?)
            }
            (P::Utf8 | P::Json, Field::TextValue(value)) => Value::text(value),
            (P::DyNumber, Field::TextValue(value)) => {
                Value::text(dynumber::normalize(&value).ok_or_else(|| bad("Invalid DyNumber string representation"))?)
            }
            (P::TzDate | P::TzDatetime | P::TzTimestamp, Field::TextValue(value)) => Value::text(value),
            (P::Uuid, Field::Low128(low)) => {
                Value::Uuid(((u128::from(sent.high_128) << 64) | u128::from(low)).to_le_bytes())
            }
            _ => return Err(self.wrong()),
        })
    }

    fn narrow<N: TryFrom<W>, W: Copy + std::fmt::Display>(&self, value: W) -> Result<N> {
        N::try_from(value).map_err(|_| bad(format!("Value {value} is out of range for type: {}", self.ty)))
    }

    fn wrong(&self) -> Error {
        bad(format!("Invalid value representation for type: {}", self.ty))
    }
}

fn just(value: Value, wraps: bool) -> Value {
    if wraps { Value::Just(Arc::new(value)) } else { value }
}

/// A decimal from its two halves: below 10^precision, or ±inf, or nan.
fn decimal_of(precision: u8, low: u64, high: u64) -> Option<Value> {
    let value = ((u128::from(high) << 64) | u128::from(low)).cast_signed();
    let fits = value.unsigned_abs() < 10_u128.pow(precision.into())
        || [-decimal::INF, decimal::INF, decimal::NAN].contains(&value);
    fits.then_some(Value::Decimal(value))
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
    let pairs = sent.pairs.into_iter().map(|pair| match (pair.key, pair.payload) {
        (Some(sent_key), Some(sent_payload)) => Ok((key.read(sent_key)?, payload.read(sent_payload)?)),
        _ => Err(bad("A pair of a Dict is incomplete")),
    });
    let mut pairs = pairs.collect::<Result<Vec<_>>>()?;
    pairs.reverse();
    pairs.sort_by(|a, b| types::key_cmp(&a.0, &b.0));
    pairs.dedup_by(|later, first| types::key_cmp(&later.0, &first.0).is_eq());
    Ok(Value::Dict(pairs.into()))
}
