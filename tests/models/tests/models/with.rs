//! Tests columns of foreign types that a module encodes and decodes, in everything that a column can do.

use std::num::NonZeroU32;

use crate::refusal::is;
use ydb_keys::{ErrorKind, Value, YdbKey, YdbRow, YdbTable, YdbType};

/// Foreign type that the model's crate cannot make a column.
mod geo {
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Cell(pub(crate) u64, pub(crate) u8);
}

/// Encodings of a cell as `level/number`, or as one number.
mod cell {
    use ydb_keys::types::ColumnInfo;
    use ydb_keys::{Value, ValueError, YdbType};

    use super::geo::Cell;

    pub(crate) const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::Utf8, YdbType::Uint64]).dispersed();

    pub(crate) fn encode(cell: &Cell, ty: YdbType) -> Result<Value<'_>, ValueError> {
        if cell.1 > 15 {
            return Err(ValueError::Invalid(format!("{} is not a valid level", cell.1)));
        }
        Ok(match ty {
            YdbType::Uint64 => Value::Uint64(cell.0 << 4 | u64::from(cell.1)),
            _ => Value::Utf8(format!("{}/{}", cell.1, cell.0).into()),
        })
    }

    pub(crate) fn decode(value: Value<'_>) -> Result<Cell, ValueError> {
        match &value {
            Value::Uint64(number) => Ok(Cell(number >> 4, (number & 15) as u8)),
            Value::Utf8(text) => match text.split_once('/').map(|(level, cell)| (level.parse(), cell.parse())) {
                Some((Ok(level), Ok(cell))) => Ok(Cell(cell, level)),
                _ => Err(ValueError::Invalid(format!("{text:?} is not a valid cell"))),
            },
            other => Err(other.unexpected("Utf8")),
        }
    }
}

/// Type with associated items, which serves like a module.
struct Port;

impl Port {
    const INFO: ydb_keys::types::ColumnInfo = ydb_keys::types::ColumnInfo::new(&[YdbType::Uint32]);

    fn encode(port: &NonZeroU32, _: YdbType) -> Result<Value<'_>, ydb_keys::ValueError> {
        Ok(Value::Uint32(port.get()))
    }

    fn decode(value: Value<'_>) -> Result<NonZeroU32, ydb_keys::ValueError> {
        let number = <u32 as ydb_keys::Column>::decode(value)?;
        NonZeroU32::new(number).ok_or_else(|| ydb_keys::ValueError::Invalid("a port is not 0".to_owned()))
    }
}

type Maybe<T> = Option<T>;

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "places", primary_key(hash = xxh3(cell, number, name), cell, number, name))]
#[ydb(index(by_port, on(port), cover(other)))]
struct Place {
    #[ydb(with = cell)]
    cell: geo::Cell,
    #[ydb(with = self::cell, type = "Uint64")]
    number: geo::Cell,
    name: String,
    #[ydb(with = Port)]
    port: NonZeroU32,
    #[ydb(with = cell)]
    other: Maybe<geo::Cell>,
}

fn place() -> Place {
    Place {
        cell: geo::Cell(77, 3),
        number: geo::Cell(2, 1),
        name: "a".to_owned(),
        port: NonZeroU32::new(2136).unwrap(),
        other: None,
    }
}

#[test]
fn the_module_says_what_the_columns_are() {
    let columns: Vec<_> = Place::TABLE.columns.iter().map(|c| (c.name, c.ty, c.is_nullable(), c.dispersed)).collect();
    assert_eq!(
        columns,
        [
            ("cell", YdbType::Utf8, false, true),
            ("number", YdbType::Uint64, false, true),
            ("name", YdbType::Utf8, false, false),
            ("port", YdbType::Uint32, false, false),
            ("other", YdbType::Utf8, true, true),
        ]
    );
}

#[test]
fn rows_and_keys_come_back_equal() {
    let row = place();
    let values = row.to_values().unwrap();
    assert_eq!(
        values,
        [Value::Utf8("3/77".into()), Value::Uint64(33), Value::Utf8("a".into()), Value::Uint32(2136), Value::Null]
    );
    assert_eq!(Place::from_values(values).unwrap(), row);
    let full = Place { other: Some(geo::Cell(0, 0)), ..row.clone() };
    assert_eq!(Place::from_values(full.to_values().unwrap()).unwrap(), full);
    let key = row.key().unwrap();
    assert_eq!((&key.cell, &key.number), (&row.cell, &row.number));
    assert_eq!(key, PlaceKey::from((geo::Cell(77, 3), geo::Cell(2, 1), "a".to_owned())));
    assert_eq!(format!("{key:?}"), "PlaceKey { cell: \"3/77\", number: 33, name: \"a\" }");
}

/// Tests a vector from the PyPI package `xxhash`, like those of `hashes.rs`: `struct.pack("<I", 4) + b"3/77" +
/// struct.pack("<Q", 33) + struct.pack("<I", 1) + b"a"`.
#[test]
fn the_hash_is_of_what_is_stored() {
    assert_eq!(place().key().unwrap().hash().unwrap(), Some(7101426176653241561));
}

#[test]
fn errors_name_the_column() {
    let error = Place { other: Some(geo::Cell(1, 16)), ..place() }.to_values().unwrap_err().to_string();
    assert_eq!(error, "table `places`, column `other`: 16 is not a valid level");
    let error = Place::get((geo::Cell(1, 16), geo::Cell(1, 1), "a".to_owned())).statement().unwrap_err().to_string();
    assert_eq!(error, "table `places`, column `cell`: 16 is not a valid level");
    let row = place();
    let mut values = row.to_values().unwrap();
    values[3] = Value::Uint32(0);
    let error = Place::from_values(values.clone()).unwrap_err().to_string();
    assert_eq!(error, "table `places`, column `port`: a port is not 0");
    values[3] = Value::Null;
    assert!(is(&Place::from_values(values), ErrorKind::Decode, &["column `port`: ", "unexpected NULL"]));
}

#[test]
fn scans_and_updates_take_the_foreign_type() {
    let (cell, number) = (geo::Cell(77, 3), geo::Cell(2, 1));
    let scan = Place::scan().cell(cell.clone()).number(number.clone()).name("a");
    let text = scan.statement().unwrap().to_string();
    assert!(text.contains("\"3/77\"") && text.contains("33"), "{text}");
    let port = |port| NonZeroU32::new(port).unwrap();
    let by_port = Place::index::<PlaceByPort>().port(port(1)..=port(1023)).statement().unwrap().to_string();
    assert!(by_port.contains("1023"), "{by_port}");
    let wrong = Place::scan().cell(geo::Cell(1, 16)).number(number.clone()).name("a").statement();
    assert!(is(&wrong, ErrorKind::InvalidValue, &["column `cell`: "]));
    let key = || PlaceKey::from((cell.clone(), number.clone(), "a".to_owned()));
    let update = Place::update(key()).other(Some(geo::Cell(5, 2))).port(port(7));
    assert!(update.statement().unwrap().to_string().contains("\"2/5\""));
    let none = Place::update(key()).other(None).statement().unwrap().to_string();
    assert!(none.contains("NULL"), "{none}");
}

#[derive(YdbRow, Debug, PartialEq)]
#[ydb(of = Place)]
struct Other {
    #[ydb(with = cell)]
    other: Option<geo::Cell>,
    #[ydb(rename = "number", with = cell)]
    cell: geo::Cell,
}

#[test]
fn a_row_has_the_same_columns() {
    let columns: Vec<_> = Other::FIELDS.iter().map(|column| (column.name, column.is_nullable())).collect();
    assert_eq!(columns, [("other", true), ("number", false)]);
}
