//! Rows of a live table in their order of arrival. No table stores that order: a time or a growing number stands for
//! it.
//!
//! If several columns could be used, a point in time is preferred to a growing number, and that to a date. Within a
//! kind, columns of the key come first, then columns without NULL. A growing number is a serial column, or an integer
//! of the key whose values all differ and are not spread over the range of their type.

use ydb_keys::{Value, YdbType};

use super::intake::{Intake, Unreadable};
use super::profile::{covers, number};
use super::read::hint;

#[derive(Debug)]
pub(crate) struct TableRows {
    pub(crate) columns: Vec<TableColumn>,
    /// Positions of the key's columns, without computed ones; `None` if one of them was left out.
    pub(crate) key: Option<Vec<usize>>,
    /// Rows in the order of the key, with a value for each column.
    pub(crate) rows: Vec<Vec<Value<'static>>>,
    /// `true` if a hash leads the key, so that the first rows are a random sample.
    pub(crate) is_random: bool,
    /// Remarks on the rows that were read and on columns that were left out.
    pub(crate) remarks: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct TableColumn {
    pub(crate) name: String,
    pub(crate) ty: YdbType,
    pub(crate) is_serial: bool,
}

/// Error for a column that cannot stand for the order of arrival.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArrivalError {
    #[error("--arrival: `{name}` is not a column that was read; {hint}")]
    Unknown { name: String, hint: String },
    #[error("--arrival: `{name}` is of type {ty}; only a time or a whole number shows an order of arrival")]
    Type { name: String, ty: YdbType },
}

impl TableRows {
    /// Sorts the rows by arrival and adds a remark that names the column with the order. `named` is the column of the
    /// option `--arrival`.
    pub(crate) fn sort(&mut self, named: Option<&str>) -> Result<(), ArrivalError> {
        let position = match named {
            Some(name) => Some(self.named(name)?),
            None => self.found(),
        };
        let Some((position, column)) = position.and_then(|place| Some((place, self.columns.get(place)?))) else {
            self.remarks.push(
                "The order in which the rows arrived is unknown: no column is a time or a growing number. They are taken \
                 in the order of the table's key, and growth and the hottest partitions rest on that. Name a column with \
                 --arrival."
                    .to_owned(),
            );
            return Ok(());
        };
        let other = if named.is_some() { "" } else { " Name another one with --arrival." };
        self.remarks.push(format!(
            "A table does not store the order in which its rows arrived: that of `{}` is taken for it, so its growth is \
             1.{other}",
            column.name
        ));
        // The sort is stable: rows of the same time stay in the order of the key. NULL comes first.
        self.rows.sort_by_key(|row| row.get(position).and_then(number));
        Ok(())
    }

    /// Returns the names of the key's columns.
    pub(crate) fn id(&self) -> Option<Vec<&str>> {
        let name = |&place: &usize| self.columns.get(place).map(|column| column.name.as_str());
        self.key.as_ref()?.iter().map(name).collect()
    }

    /// Feeds the rows to an `Intake`.
    pub(crate) fn intake(&self) -> Result<Intake, Unreadable> {
        let mut intake = Intake::new(self.columns.iter().map(|column| (column.name.clone(), Some(column.ty))));
        for row in &self.rows {
            let texts: Vec<Option<String>> = row.iter().map(text).collect();
            let cells: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
            intake.push(&cells)?;
        }
        Ok(intake)
    }

    fn named(&self, name: &str) -> Result<usize, ArrivalError> {
        let names: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        let found = self.columns.iter().enumerate().find(|(_, column)| column.name == name);
        let Some((position, column)) = found else {
            return Err(ArrivalError::Unknown { name: name.to_owned(), hint: hint(name, &names) });
        };
        if column.ty.is_time() || column.ty.is_integer() {
            Ok(position)
        } else {
            Err(ArrivalError::Type { name: name.to_owned(), ty: column.ty })
        }
    }

    fn found(&self) -> Option<usize> {
        let rank = |(place, column): (usize, &TableColumn)| {
            let values: Vec<Value<'_>> = self.rows.iter().filter_map(|row| row.get(place).cloned()).collect();
            let is_key = self.key.iter().flatten().any(|key| *key == place);
            let kind = match column.ty {
                YdbType::Date | YdbType::Date32 => 2,
                ty if ty.is_time() => 0,
                ty if ty.is_integer() && (column.is_serial || is_key && grows(ty, &values)) => 1,
                _ => return None,
            };
            // A column with the same value in all rows has no order.
            let differ = values.windows(2).any(|pair| matches!(pair, [a, b] if a != b));
            let has_null = values.contains(&Value::Null);
            (differ || column.is_serial).then_some((kind, !is_key, has_null, place))
        };
        self.columns.iter().enumerate().filter_map(rank).min().map(|(.., place)| place)
    }
}

/// Returns `true` if the numbers all differ and are close to each other, like those of a sequence.
fn grows(ty: YdbType, values: &[Value<'_>]) -> bool {
    let mut sorted: Vec<(Option<i128>, u32)> =
        values.iter().enumerate().map(|(place, value)| (number(value), place as u32)).collect();
    sorted.sort_unstable();
    let differ = sorted.windows(2).all(|pair| matches!(pair, [(a, _), (b, _)] if a != b));
    let places: Vec<u32> = sorted.into_iter().map(|(_, place)| place).collect();
    differ && !covers(ty, values, &places)
}

/// Formats a value as it would stand in a file: a time is its number.
fn text(value: &Value<'_>) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Utf8(text) | Value::Json(text) | Value::JsonDocument(text) => text.clone().into_owned(),
        Value::String(bytes) | Value::Yson(bytes) => match str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        },
        // A Decimal may be infinite or not a number; files do not have such values.
        Value::Decimal(decimal) => {
            Some(decimal.to_string()).filter(|text| text.bytes().any(|byte| byte.is_ascii_digit()))?
        }
        other => number(other).map_or_else(|| other.to_string(), |number| number.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a table whose columns `key` are the primary key.
    fn rows(columns: &[(&str, YdbType)], key: &[usize], rows: &[&[Value<'static>]]) -> TableRows {
        let column = |(name, ty): &(&str, YdbType)| TableColumn { name: (*name).to_owned(), ty: *ty, is_serial: false };
        TableRows {
            columns: columns.iter().map(column).collect(),
            key: Some(key.to_vec()),
            rows: rows.iter().map(|row| row.to_vec()).collect(),
            is_random: false,
            remarks: Vec::new(),
        }
    }

    const COLUMNS: [(&str, YdbType); 3] = [("id", YdbType::Uint64), ("day", YdbType::Date), ("at", YdbType::Datetime)];

    fn made() -> TableRows {
        let row = |id, day, at| vec![Value::Uint64(id), Value::Date(day), Value::Datetime(at)];
        let all = [row(7, 3, 50), row(8, 2, 70), row(9, 1, 60)];
        rows(&COLUMNS, &[0], &all.each_ref().map(Vec::as_slice))
    }

    fn ids(rows: &TableRows) -> Vec<Option<i128>> {
        rows.rows.iter().map(|row| number(&row[0])).collect()
    }

    #[test]
    fn a_time_comes_before_a_number_and_a_number_before_a_date() {
        let mut all = made();
        all.sort(None).unwrap();
        assert_eq!(ids(&all), [Some(7), Some(9), Some(8)]);
        assert!(all.remarks[0].contains("`at`"));
        let mut one_time = made();
        one_time.rows.iter_mut().for_each(|row| row[2] = Value::Datetime(5));
        one_time.sort(None).unwrap();
        assert!(one_time.remarks[0].contains("`id`"));
        one_time.rows[0][0] = Value::Uint64(u64::MAX / 2);
        one_time.sort(None).unwrap();
        assert!(one_time.remarks[1].contains("`day`"));
    }

    #[test]
    fn a_column_that_is_named_is_taken_or_refused() {
        let mut all = made();
        all.sort(Some("day")).unwrap();
        assert_eq!(ids(&all), [Some(9), Some(8), Some(7)]);
        let refused = |name| made().sort(Some(name)).unwrap_err().to_string();
        assert_eq!(refused("att"), "--arrival: `att` is not a column that was read; did you mean `at`?");
        let mut named = rows(&[("name", YdbType::Utf8)], &[0], &[]);
        assert_eq!(
            named.sort(Some("name")).unwrap_err().to_string(),
            "--arrival: `name` is of type Utf8; only a time or a whole number shows an order of arrival"
        );
        named.sort(None).unwrap();
        assert!(named.remarks[0].contains("is unknown"));
    }

    #[test]
    fn every_value_is_taken_in_as_it_was() {
        use std::borrow::Cow;
        let values = [
            Value::Date32(-5),
            Value::Timestamp(1_700_000_000_000_001),
            Value::Interval(-3),
            Value::Bool(true),
            Value::Uuid([7; 16]),
            Value::Double(0.1),
            Value::Decimal(ydb_keys::types::DecimalValue::new(-1250, 22, 9)),
            Value::String(Cow::Borrowed(b"text")),
            Value::Json(Cow::Borrowed("{}")),
        ];
        for value in values {
            let ty = value.ydb_type().unwrap();
            let one = rows(&[("c", ty)], &[0], &[std::slice::from_ref(&value)]);
            let intake = one.intake().unwrap();
            assert_eq!(super::super::profile::values(&intake, 0), [value]);
        }
    }
}
