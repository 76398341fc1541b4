//! Keys and page tokens as values of serde: a key is a map of its columns, a token is its text.
//!
//! Columns have their SQL names. Bools and integers are themselves, intervals are microseconds, and everything else is
//! a text: times are in ISO 8601, numbers with digits after the point and UUIDs are in their printed form, bytes are in
//! Base64.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::ser::{self, SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::key::{YdbKey, encode_key};
use super::row::RowDecoder;
use super::token::PageToken;
use ydb_keys_core::schema::ColumnDef;
use ydb_keys_core::types::{Value, YdbType, parse};

impl Serialize for PageToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PageToken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = PageToken;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the text of a page token")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<PageToken, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// Implements `Serialize` for a key struct.
#[doc(hidden)]
pub fn serialize_key<K: YdbKey, S: Serializer>(key: &K, serializer: S) -> Result<S::Ok, S::Error> {
    let values = encode_key(key).map_err(ser::Error::custom)?;
    let mut map = serializer.serialize_map(Some(values.len()))?;
    for (column, value) in K::TABLE.key_columns().zip(&values) {
        map.serialize_entry(column.name, &Shown(value))?;
    }
    map.end()
}

struct Shown<'a>(&'a Value<'a>);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self.0 {
            Value::Null => serializer.serialize_none(),
            Value::Bool(x) => serializer.serialize_bool(x),
            Value::Int8(x) => serializer.serialize_i8(x),
            Value::Int16(x) => serializer.serialize_i16(x),
            Value::Int32(x) => serializer.serialize_i32(x),
            Value::Int64(x) | Value::Interval(x) | Value::Interval64(x) => serializer.serialize_i64(x),
            Value::Uint8(x) => serializer.serialize_u8(x),
            Value::Uint16(x) => serializer.serialize_u16(x),
            Value::Uint32(x) => serializer.serialize_u32(x),
            Value::Uint64(x) => serializer.serialize_u64(x),
            ref other => serializer.serialize_str(&parse::text(other)),
        }
    }
}

/// Implements `Deserialize` for a key struct.
///
/// A column that is missing, given twice, or not a value of its type is an error. Other entries of the map are ignored,
/// like serde does for structs.
#[doc(hidden)]
pub fn deserialize_key<'de, K: YdbKey, D: Deserializer<'de>>(deserializer: D) -> Result<K, D::Error> {
    deserializer.deserialize_map(Columns(PhantomData))
}

struct Columns<K>(PhantomData<K>);

impl<'de, K: YdbKey> Visitor<'de> for Columns<K> {
    type Value = K;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = K::TABLE.key_columns().map(|column| column.name).collect();
        write!(f, "a key of table `{}` with {}", K::TABLE.name, names.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<K, A::Error> {
        let mut values: Vec<Option<Value<'static>>> = vec![None; K::TABLE.key.len()];
        while let Some(name) = map.next_key::<String>()? {
            let Some((at, column)) = K::TABLE.key_columns().enumerate().find(|(_, column)| column.name == name) else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if values[at].is_some() {
                return Err(de::Error::duplicate_field(column.name));
            }
            values[at] = Some(map.next_value_seed(Cell(column))?);
        }
        let mut key = Vec::with_capacity(values.len());
        for (column, value) in K::TABLE.key_columns().zip(values) {
            key.push(value.ok_or_else(|| de::Error::missing_field(column.name))?);
        }
        K::decode(&mut RowDecoder::key(K::TABLE, key)).map_err(de::Error::custom)
    }
}

/// Value of a column.
struct Cell(&'static ColumnDef);

impl<'de> DeserializeSeed<'de> for Cell {
    type Value = Value<'static>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'static>, D::Error> {
        if self.0.is_nullable() {
            deserializer.deserialize_option(self)
        } else {
            Plain(self.0).deserialize(deserializer)
        }
    }
}

impl<'de> Visitor<'de> for Cell {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column `{}` of type {}, or null", self.0.name, self.0.ty)
    }

    fn visit_none<E: de::Error>(self) -> Result<Value<'static>, E> {
        Ok(Value::Null)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value<'static>, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'static>, D::Error> {
        Plain(self.0).deserialize(deserializer)
    }
}

/// Value of a column that is not NULL.
struct Plain(&'static ColumnDef);

impl<'de> DeserializeSeed<'de> for Plain {
    type Value = Value<'static>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'static>, D::Error> {
        Ok(match self.0.ty {
            YdbType::Bool => Value::Bool(bool::deserialize(deserializer)?),
            YdbType::Int8 => Value::Int8(i8::deserialize(deserializer)?),
            YdbType::Int16 => Value::Int16(i16::deserialize(deserializer)?),
            YdbType::Int32 => Value::Int32(i32::deserialize(deserializer)?),
            YdbType::Int64 => Value::Int64(i64::deserialize(deserializer)?),
            YdbType::Uint8 => Value::Uint8(u8::deserialize(deserializer)?),
            YdbType::Uint16 => Value::Uint16(u16::deserialize(deserializer)?),
            YdbType::Uint32 => Value::Uint32(u32::deserialize(deserializer)?),
            YdbType::Uint64 => Value::Uint64(u64::deserialize(deserializer)?),
            YdbType::Interval => Value::Interval(i64::deserialize(deserializer)?),
            YdbType::Interval64 => Value::Interval64(i64::deserialize(deserializer)?),
            _ => return deserializer.deserialize_str(self),
        })
    }
}

impl Visitor<'_> for Plain {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column `{}`, a text of type {}", self.0.name, self.0.ty)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value<'static>, E> {
        parse::value(self.0.ty, text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}
