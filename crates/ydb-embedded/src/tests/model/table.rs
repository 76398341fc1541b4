//! A table of the model: rows sorted by key, the effect of writes on them, the types of columns, and values as numbers
//! or bytes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeSet;

use super::Dice;
use crate::types::{Primitive, Type, Value};

#[derive(Clone, Debug)]
pub(super) struct ModelColumn {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) not_null: bool,
}

/// A secondary index of the model.
#[derive(Clone, Debug)]
pub(super) struct ModelIndex {
    pub(super) name: String,
    pub(super) columns: Vec<usize>,
    pub(super) cover: Vec<usize>,
    pub(super) unique: bool,
}

/// The columns of a table, the key first.
#[derive(Clone, Debug)]
pub(super) struct Schema {
    pub(super) columns: Vec<ModelColumn>,
    pub(super) keys: usize,
    pub(super) indexes: Vec<ModelIndex>,
}

pub(super) type ModelRow = Vec<Datum>;

/// Refusal of a write: a key or the values of a unique index exist already.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Conflict;

/// Kind of a write, with its effect on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Upsert,
    Insert,
    Replace,
    UpdateOn,
    DeleteOn,
}

impl Schema {
    pub(super) fn draw(dice: &mut Dice) -> Self {
        let keys = dice.between(1, 3);
        let values = dice.between(1, 3);
        let mut column = |name: String, key: bool| {
            let kind = dice.pick(&KINDS);
            ModelColumn { name, kind, not_null: key && dice.below(2) == 0 }
        };
        // The order of the names differs from the order of the key.
        let mut columns: Vec<ModelColumn> = (0..keys).map(|at| column(format!("k{}", 9 - at), true)).collect();
        columns.extend((0..values).map(|at| column(format!("v{at}"), false)));
        Self { columns, keys, indexes: Vec::new() }
    }

    /// Draws an index over one or two columns that do not begin with the key's first column.
    pub(super) fn draw_index(&self, name: String, dice: &mut Dice) -> ModelIndex {
        let mut columns = vec![dice.between(self.keys, self.columns.len() - 1)];
        if dice.once_in(2) {
            let second = dice.below(self.columns.len());
            if !columns.contains(&second) {
                columns.push(second);
            }
        }
        let cover = (self.keys..self.columns.len()).filter(|column| !columns.contains(column) && dice.once_in(2));
        ModelIndex { name, cover: cover.collect(), unique: false, columns }
    }

    pub(super) fn names(&self, columns: &[usize]) -> String {
        columns.iter().map(|&column| &*self.columns[column].name).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.columns.len()).collect()
    }

    pub(super) fn create(&self, settings: &str) -> String {
        let column = |column: &ModelColumn| {
            format!("{} {}{}", column.name, column.kind.name(), if column.not_null { " NOT NULL" } else { "" })
        };
        let mut parts: Vec<String> = self.columns.iter().map(column).collect();
        parts.extend(self.indexes.iter().map(|index| self.define(index)));
        let keys = self.names(&self.all()[..self.keys]);
        format!("CREATE TABLE t ({}, PRIMARY KEY ({keys})) {settings}", parts.join(", "))
    }

    pub(super) fn define(&self, index: &ModelIndex) -> String {
        let unique = if index.unique { "UNIQUE " } else { "" };
        let cover =
            if index.cover.is_empty() { String::new() } else { format!(" COVER ({})", self.names(&index.cover)) };
        format!("INDEX {} GLOBAL {unique}ON ({}){cover}", index.name, self.names(&index.columns))
    }
}

/// The rows of a table, sorted by key.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows(pub(super) Vec<ModelRow>);

impl Rows {
    fn find(&self, keys: usize, key: &[Datum]) -> Result<usize, usize> {
        self.0.binary_search_by(|row| row[..keys].cmp(key))
    }

    /// Writes rows of which only `columns` have values. A refused statement writes nothing.
    pub(super) fn write(
        &mut self,
        schema: &Schema,
        verb: Verb,
        columns: &[usize],
        rows: &[ModelRow],
    ) -> Result<(), Conflict> {
        let mut new = self.clone();
        let mut seen = BTreeSet::new();
        for values in rows {
            let mut row = vec![Datum::Null; schema.columns.len()];
            columns.iter().zip(values).for_each(|(&column, value)| row[column] = value.clone());
            let key = &row[..schema.keys];
            if !seen.insert(key.to_vec()) && verb == Verb::Insert {
                return Err(Conflict);
            }
            match (new.find(schema.keys, key), verb) {
                (Ok(_), Verb::Insert) => return Err(Conflict),
                (Ok(at), Verb::Upsert | Verb::UpdateOn) => {
                    columns.iter().zip(values).for_each(|(&column, value)| new.0[at][column] = value.clone());
                }
                (Ok(at), Verb::Replace) => new.0[at] = row,
                (Ok(at), Verb::DeleteOn) => drop(new.0.remove(at)),
                (Err(_), Verb::UpdateOn | Verb::DeleteOn) => {}
                (Err(at), _) => new.0.insert(at, row),
            }
        }
        *self = new;
        Ok(())
    }

    /// Returns `true` if a unique index has the same values twice. NULLs are never equal.
    pub(super) fn clashes(&self, schema: &Schema) -> bool {
        let unique = schema.indexes.iter().filter(|index| index.unique);
        unique.into_iter().any(|index| {
            let mut seen = BTreeSet::new();
            self.0.iter().any(|row| {
                let own: Vec<&Datum> = index.columns.iter().map(|&column| &row[column]).collect();
                !own.contains(&&Datum::Null) && !seen.insert(own)
            })
        })
    }
}

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Int32,
    Uint64,
    Utf8,
    String,
    Bool,
    Int8,
    Int16,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Date,
    Datetime,
    Timestamp,
    Interval,
    Decimal,
    Uuid,
}

/// A value. The order of the variants and of their contents is YDB's order of keys: NULL first, numbers by size,
/// strings and the bytes of a Uuid by bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Datum {
    Null,
    Number(i128),
    Bytes(Vec<u8>),
}

pub(super) const KINDS: [Kind; 17] = {
    use Kind::*;
    [
        Int32, Uint64, Utf8, String, Bool, Int8, Int16, Int64, Uint8, Uint16, Uint32, Date, Datetime, Timestamp,
        Interval, Decimal, Uuid,
    ]
};

impl Kind {
    /// Returns the type's name in YQL.
    pub(super) fn name(self) -> String {
        if self == Self::Decimal { "Decimal(22,9)".to_owned() } else { format!("{self:?}") }
    }

    pub(super) fn ty(self) -> Type {
        Type::Primitive(match self {
            Self::Decimal => return Type::Decimal { precision: 22, scale: 9 },
            Self::Bool => Primitive::Bool,
            Self::Int8 => Primitive::Int8,
            Self::Int16 => Primitive::Int16,
            Self::Int32 => Primitive::Int32,
            Self::Int64 => Primitive::Int64,
            Self::Uint8 => Primitive::Uint8,
            Self::Uint16 => Primitive::Uint16,
            Self::Uint32 => Primitive::Uint32,
            Self::Uint64 => Primitive::Uint64,
            Self::Date => Primitive::Date,
            Self::Datetime => Primitive::Datetime,
            Self::Timestamp => Primitive::Timestamp,
            Self::Interval => Primitive::Interval,
            Self::String => Primitive::String,
            Self::Utf8 => Primitive::Utf8,
            Self::Uuid => Primitive::Uuid,
        })
    }

    /// Returns `true` if a plain integer literal can be compared with this type.
    pub(super) const fn is_integer(self) -> bool {
        use Kind::*;
        matches!(self, Int8 | Int16 | Int32 | Int64 | Uint8 | Uint16 | Uint32 | Uint64)
    }

    pub(super) const fn is_text(self) -> bool {
        matches!(self, Self::Utf8 | Self::String)
    }

    const fn is_signed(self) -> bool {
        matches!(self, Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64 | Self::Interval)
    }

    /// Draws a value near others or at the ends of the type's range, so that values often coincide.
    pub(super) fn draw(self, dice: &mut Dice) -> Datum {
        let ends: (i128, i128) = match self {
            Self::Bool => (0, 1),
            Self::Int8 => (i8::MIN.into(), i8::MAX.into()),
            Self::Int16 => (i16::MIN.into(), i16::MAX.into()),
            Self::Int32 => (i32::MIN.into(), i32::MAX.into()),
            Self::Int64 => (i64::MIN.into(), i64::MAX.into()),
            Self::Uint8 => (0, u8::MAX.into()),
            Self::Uint16 => (0, u16::MAX.into()),
            Self::Uint32 => (0, u32::MAX.into()),
            Self::Uint64 => (0, u64::MAX.into()),
            // The last day is 2105-12-31.
            Self::Date => (0, 49_672),
            Self::Datetime => (0, 49_672 * 86_400 + 86_399),
            Self::Timestamp => (0, (49_672 * 86_400 + 86_399) * 1_000_000 + 999_999),
            Self::Interval => (-1_000_000_000_000, 1_000_000_000_000),
            Self::Decimal => (-(10_i128.pow(22) - 1), 10_i128.pow(22) - 1),
            Self::String => {
                let pool: [&[u8]; 8] = [b"", b"a", b"ab", b"a\0", b"a\xff", b"abc", b"b", b"\xff\xff"];
                return Datum::Bytes(dice.pick(&pool).to_vec());
            }
            Self::Utf8 => {
                let pool = ["", "a", "ab", "a\0", "a\u{10ffff}", "abc", "b", "ж"];
                return Datum::Bytes(dice.pick(&pool).as_bytes().to_vec());
            }
            Self::Uuid => {
                let mut bytes = vec![dice.pick(&[0, 1, 0x80, 0xff]); 16];
                bytes[0] = dice.pick(&[0, 1, 0xff]);
                bytes[7] = dice.pick(&[0, 2]);
                return Datum::Bytes(bytes);
            }
        };
        let near = [0, 1, 2, 3, 5, 7, -1, -2];
        Datum::Number(match dice.below(12) {
            10 => ends.0,
            11 => ends.1,
            at @ ..8 => near[at].clamp(ends.0, ends.1),
            _ => 4_i128.clamp(ends.0, ends.1),
        })
    }

    /// Converts a value of the model to a value of the engine.
    pub(super) fn value(self, datum: &Datum) -> Value {
        match (datum, self) {
            (Datum::Null, _) => Value::Null,
            (Datum::Number(number), Self::Bool) => Value::Bool(*number == 1),
            (Datum::Number(number), Self::Decimal) => Value::Decimal(*number),
            (Datum::Number(number), kind) if kind.is_signed() => Value::Int((*number).try_into().unwrap()),
            (Datum::Number(number), _) => Value::Uint((*number).try_into().unwrap()),
            (Datum::Bytes(bytes), Self::Utf8) => Value::text(std::str::from_utf8(bytes).unwrap()),
            (Datum::Bytes(bytes), Self::Uuid) => Value::Uuid(bytes.as_slice().try_into().unwrap()),
            (Datum::Bytes(bytes), _) => Value::bytes(bytes.as_slice()),
        }
    }

    /// Converts a value of the engine to a value of the model.
    pub(super) fn datum(value: &Value) -> Datum {
        match value {
            Value::Null => Datum::Null,
            Value::Bool(value) => Datum::Number(i128::from(*value)),
            Value::Int(number) => Datum::Number((*number).into()),
            Value::Uint(number) => Datum::Number((*number).into()),
            Value::Decimal(number) => Datum::Number(*number),
            Value::Bytes(bytes) => Datum::Bytes(bytes.to_vec()),
            Value::Text(text) => Datum::Bytes(text.as_bytes().to_vec()),
            Value::Uuid(bytes) => Datum::Bytes(bytes.to_vec()),
            other => panic!("no value of a column: {other:?}"),
        }
    }
}
