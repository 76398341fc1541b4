//! Conditions and values from a seed: each form in which a column can get a value, in each place where it can stand.

use std::time::SystemTime;

use ydb_keys::__private::yql::Given;
use ydb_keys::YdbType;
use ydb_keys_core::queries::added::name;

use super::models::{Value, WORDS, day, number};
use crate::queries::tests::generated::texts::Random;

/// Column of a source.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) ty: YdbType,
    pub(super) optional: bool,
}

/// Source with the label that qualifies its columns. Columns of the key and inputs of its hashes come first.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) label: String,
    pub(super) columns: Vec<Column>,
    pub(super) key: usize,
}

/// Parameter with its value, and its type if that differs from the column's type.
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) chosen: Option<YdbType>,
    pub(super) value: Value,
}

/// Writer with the text that is written so far.
pub(super) struct Writer<'r> {
    pub(super) random: &'r mut Random,
    pub(super) parameters: Vec<Parameter>,
    /// Named queries, each with its `;`.
    pub(super) named: String,
    /// Number of sources that have a label.
    pub(super) labels: usize,
    /// Greatest number of values that a key can have.
    pub(super) values: usize,
    /// `true` if values come from other rows, too.
    pub(super) is_open: bool,
}

const INTEGERS: [YdbType; 8] = [
    YdbType::Int8,
    YdbType::Int16,
    YdbType::Int32,
    YdbType::Int64,
    YdbType::Uint8,
    YdbType::Uint16,
    YdbType::Uint32,
    YdbType::Uint64,
];

const TIMES: [YdbType; 3] = [YdbType::Date, YdbType::Datetime, YdbType::Timestamp];

impl Source {
    pub(super) fn column(&self, column: &Column) -> String {
        if self.label.is_empty() { name(&column.name) } else { format!("{}.{}", name(&self.label), name(&column.name)) }
    }
}

/// Returns `true` if values of two types can be compared.
pub(super) fn meet(one: YdbType, other: YdbType) -> bool {
    one == other || one.is_integer() && other.is_integer()
}

impl Writer<'_> {
    pub(super) fn condition(&mut self, sources: &[Source], depth: usize) -> String {
        if depth == 0 {
            return self.compared(sources);
        }
        match self.random.below(16) {
            0..5 => self.joined_by(" AND ", sources, depth),
            5..8 => format!("({})", self.joined_by(" OR ", sources, depth)),
            // AND binds tighter than OR.
            8 => self.joined_by(" OR ", sources, depth),
            9 => format!("NOT ({})", self.condition(sources, depth - 1)),
            10 => format!("COALESCE({}, false)", self.condition(sources, depth - 1)),
            11..14 => self.key(sources),
            _ => self.compared(sources),
        }
    }

    fn joined_by(&mut self, word: &str, sources: &[Source], depth: usize) -> String {
        // The numbers of values of branches are added; those of a conjunction are multiplied.
        let (before, mut added) = (self.values, 0);
        let parts: Vec<String> = (0..2 + self.random.below(2))
            .map(|_| {
                if word == " OR " {
                    self.values = before;
                }
                let part = self.condition(sources, depth - 1);
                // An OR without parentheses must stay one condition.
                added += self.values;
                if word == " AND " && part.contains(" OR ") && !part.starts_with('(') {
                    format!("({part})")
                } else {
                    part
                }
            })
            .collect();
        if word == " OR " {
            self.values = added;
        }
        parts.join(word)
    }

    /// Writes values for the columns of a key, which also fix its hash.
    fn key(&mut self, sources: &[Source]) -> String {
        let source = self.random.of(sources).clone();
        let mut columns: Vec<Column> = source.columns[..source.key].to_vec();
        if self.random.once_in(2) {
            columns.reverse();
        }
        if columns.len() > 1 && self.random.once_in(4) {
            return self.tuple(&source, &columns);
        }
        let parts: Vec<String> = columns.iter().map(|column| self.of_column(&source, column, sources)).collect();
        parts.join(" AND ")
    }

    fn tuple(&mut self, source: &Source, columns: &[Column]) -> String {
        let names: Vec<String> = columns.iter().map(|column| source.column(column)).collect();
        let count = 1 + self.random.below(3);
        let rows: Vec<String> = (0..count)
            .map(|_| {
                let row: Vec<String> = columns.iter().map(|column| self.value(column.ty, false)).collect();
                format!("({})", row.join(", "))
            })
            .collect();
        self.values *= count;
        match count {
            1 => format!("({}) = {}", names.join(", "), rows[0]),
            _ => format!("({}) IN ({})", names.join(", "), rows.join(", ")),
        }
    }

    fn compared(&mut self, sources: &[Source]) -> String {
        let source = self.random.of(sources).clone();
        let column = if self.random.once_in(4) {
            self.random.of(&source.columns)
        } else {
            self.random.of(&source.columns[..source.key])
        };
        self.of_column(&source, column, sources)
    }

    /// Writes a comparison with a column that finds rows more often than not.
    fn of_column(&mut self, source: &Source, column: &Column, sources: &[Source]) -> String {
        let own = source.column(column);
        match self.random.below(26) {
            0..11 => {
                let value = self.value(column.ty, true);
                if self.random.once_in(4) { format!("{value} = {own}") } else { format!("{own} = {value}") }
            }
            11 | 12 => {
                let values: Vec<String> = (0..1 + self.random.below(3)).map(|_| self.value(column.ty, false)).collect();
                self.values *= values.len();
                format!("{own} IN ({})", values.join(", "))
            }
            13 | 14 => {
                let list = self.list(column.ty);
                format!("{own} IN {list}")
            }
            15 | 16 => {
                self.is_open = true;
                let others: Vec<(&Source, &Column)> = sources
                    .iter()
                    .flat_map(|other| other.columns.iter().map(move |column| (other, column)))
                    .filter(|(_, other)| meet(other.ty, column.ty))
                    .collect();
                let (other, of) = *self.random.of(&others);
                let value = other.column(of);
                match self.random.below(6) {
                    0 if of.ty.is_integer() => format!("{own} = {value} + 1"),
                    1 if of.ty.is_integer() => format!("{own} = CAST({value} AS {})", column.ty),
                    _ => format!("{own} = {value}"),
                }
            }
            17 => {
                self.is_open = true;
                let query = self.column_query(column.ty);
                format!("{own} IN {query}")
            }
            18..20 => {
                let sign = *self.random.of(&["<", "<=", ">", ">=", "!="]);
                format!("{own} {sign} {}", self.value(column.ty, true))
            }
            20 => {
                let (from, to) = (self.value(column.ty, false), self.value(column.ty, false));
                format!("{own} BETWEEN {from} AND {to}")
            }
            21 => {
                let not = *self.random.of(&["", "NOT "]);
                if column.optional { format!("{own} IS {not}NULL") } else { format!("{own} = {own}") }
            }
            22 => format!("NOT ({own} != {})", self.value(column.ty, true)),
            23 => format!("{own} IS NOT DISTINCT FROM NULL"),
            24 => format!("{own} IS NOT DISTINCT FROM {}", self.value(column.ty, true)),
            _ => format!("COALESCE({own} = {}, false)", self.value(column.ty, true)),
        }
    }

    /// Writes a value that can be compared with a column.
    fn value(&mut self, ty: YdbType, with_null: bool) -> String {
        match self.random.below(20) {
            0..6 => self.literal(ty),
            6..10 => self.parameter(ty, None, false),
            10 if with_null => {
                if self.random.once_in(4) {
                    format!("CAST('z' AS {ty})")
                } else {
                    self.parameter(ty, None, true)
                }
            }
            11..14 if ty.is_integer() => {
                let chosen = *self.random.of(&INTEGERS);
                self.parameter(chosen, Some(chosen), false)
            }
            11..14 if ty.is_time() => {
                let chosen = *self.random.of(&TIMES);
                self.parameter(chosen, Some(chosen), false)
            }
            14 if ty.is_integer() => format!("{} + {}", self.literal(ty), self.random.below(2)),
            15 if ty.is_integer() => {
                let chosen = *self.random.of(&INTEGERS);
                format!("{} + 1", self.parameter(chosen, Some(chosen), false))
            }
            16 if ty.is_integer() => {
                let cast = *self.random.of(&INTEGERS);
                format!("CAST({} AS {cast})", self.literal(ty))
            }
            17 if ty.is_integer() => {
                (*self.random.of(&["-1", "256", "300", "4294967296", "4294967297", "18446744073709551615ul"]))
                    .to_owned()
            }
            18 if ty.is_integer() => {
                let suffix = *self.random.of(&["u", "ul", "l", "ut", ".0"]);
                format!("{}{suffix}", self.random.below(6))
            }
            14 | 15 if ty == YdbType::Utf8 => format!("{} || ''", self.literal(ty)),
            _ => self.literal(ty),
        }
    }

    pub(super) fn literal(&mut self, ty: YdbType) -> String {
        match ty {
            YdbType::Utf8 => format!("'{}'{}", self.random.of(&WORDS), self.random.of(&["", "u"])),
            _ if ty.is_time() => format!("Timestamp('1970-01-0{}T00:00:00Z')", 1 + self.random.below(4)),
            _ => self.random.below(6).to_string(),
        }
    }

    /// Writes a parameter with a value of this type.
    pub(super) fn parameter(&mut self, ty: YdbType, chosen: Option<YdbType>, is_null: bool) -> String {
        let number = number(self.random);
        let (word, day) = ((*self.random.of(&WORDS)).to_owned(), day(self.random));
        macro_rules! integer {
            ($ty:ty) => {{
                let value = <$ty>::try_from(number).unwrap_or(1);
                if is_null {
                    Box::new(move |query, number| Given::any(query, number, Some(&None::<$ty>)))
                } else {
                    Box::new(move |query, number| Given::any(query, number, Some(&value)))
                }
            }};
        }
        let value: Value = match (ty, is_null) {
            (YdbType::Int8, _) => integer!(i8),
            (YdbType::Int16, _) => integer!(i16),
            (YdbType::Int32, _) => integer!(i32),
            (YdbType::Int64, _) => integer!(i64),
            (YdbType::Uint8, _) => integer!(u8),
            (YdbType::Uint16, _) => integer!(u16),
            (YdbType::Uint32, _) => integer!(u32),
            (YdbType::Uint64, _) => integer!(u64),
            (YdbType::Utf8, true) => Box::new(|query, number| Given::any(query, number, Some(&None::<String>))),
            (YdbType::Utf8, false) => Box::new(move |query, number| Given::any(query, number, Some(&word))),
            (_, true) => Box::new(|query, number| Given::any(query, number, Some(&None::<SystemTime>))),
            (_, false) => Box::new(move |query, number| Given::any(query, number, Some(&day))),
        };
        self.given(chosen, value)
    }

    /// Writes a parameter that is a list of values of this type, or of a type that can be compared with it.
    fn list(&mut self, ty: YdbType) -> String {
        let chosen = (ty.is_integer() && self.random.once_in(3)).then(|| *self.random.of(&INTEGERS));
        let count = self.random.below(4);
        self.values *= count.max(1);
        macro_rules! list {
            ($draw:expr) => {{
                let values: Vec<_> = (0..count).map(|_| $draw).collect();
                Box::new(move |query, number| Given::any_list(query, number, Some(&values)))
            }};
        }
        let value: Value = match chosen.unwrap_or(ty) {
            YdbType::Int8 => list!(i8::try_from(number(self.random)).unwrap_or(1)),
            YdbType::Int16 => list!(i16::try_from(number(self.random)).unwrap_or(1)),
            YdbType::Int32 => list!(i32::try_from(number(self.random)).unwrap_or(1)),
            YdbType::Int64 => list!(i64::try_from(number(self.random)).unwrap_or(1)),
            YdbType::Uint8 => list!(u8::try_from(number(self.random)).unwrap_or(1)),
            YdbType::Uint16 => list!(u16::try_from(number(self.random)).unwrap_or(1)),
            YdbType::Uint32 => list!(u32::try_from(number(self.random)).unwrap_or(1)),
            YdbType::Uint64 => list!(u64::try_from(number(self.random)).unwrap_or(1)),
            YdbType::Utf8 => list!((*self.random.of(&WORDS)).to_owned()),
            _ => list!(day(self.random)),
        };
        self.given(chosen, value)
    }

    pub(super) fn given(&mut self, chosen: Option<YdbType>, value: Value) -> String {
        let name = format!("p{}", self.parameters.len());
        let shown = format!("${name}");
        self.parameters.push(Parameter { name, chosen, value });
        shown
    }
}
