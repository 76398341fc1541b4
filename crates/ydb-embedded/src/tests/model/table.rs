//! A table in the model: a list of rows sorted by key, and the effect of writes on it.

use std::collections::BTreeSet;

use super::dice::Dice;
use super::kind::{Datum, KINDS, Kind};

#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) not_null: bool,
}

/// A secondary index.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) name: String,
    pub(super) columns: Vec<usize>,
    pub(super) cover: Vec<usize>,
    pub(super) unique: bool,
}

/// A table's columns, the key first.
#[derive(Clone, Debug)]
pub(super) struct Schema {
    pub(super) columns: Vec<Column>,
    pub(super) keys: usize,
    pub(super) indexes: Vec<Index>,
}

pub(super) type Row = Vec<Datum>;

/// Why a write is refused: a key or the values of a unique index exist already.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Conflict;

/// The effect of a write on a row.
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
            Column { name, kind, not_null: key && dice.below(2) == 0 }
        };
        // The order of the names differs from that of the key.
        let mut columns: Vec<Column> = (0..keys).map(|at| column(format!("k{}", 9 - at), true)).collect();
        columns.extend((0..values).map(|at| column(format!("v{at}"), false)));
        Self { columns, keys, indexes: Vec::new() }
    }

    /// An index over one or two columns that are not the key's first.
    pub(super) fn draw_index(&self, name: String, dice: &mut Dice) -> Index {
        let mut columns = vec![dice.between(self.keys, self.columns.len() - 1)];
        if dice.once_in(2) {
            let second = dice.below(self.columns.len());
            if !columns.contains(&second) {
                columns.push(second);
            }
        }
        let cover = (self.keys..self.columns.len()).filter(|column| !columns.contains(column) && dice.once_in(2));
        Index { name, cover: cover.collect(), unique: false, columns }
    }

    pub(super) fn names(&self, columns: &[usize]) -> String {
        columns.iter().map(|&column| &*self.columns[column].name).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.columns.len()).collect()
    }

    pub(super) fn create(&self, settings: &str) -> String {
        let column = |column: &Column| {
            format!("{} {}{}", column.name, column.kind.name(), if column.not_null { " NOT NULL" } else { "" })
        };
        let mut parts: Vec<String> = self.columns.iter().map(column).collect();
        parts.extend(self.indexes.iter().map(|index| self.define(index)));
        let keys = self.names(&self.all()[..self.keys]);
        format!("CREATE TABLE t ({}, PRIMARY KEY ({keys})) {settings}", parts.join(", "))
    }

    pub(super) fn define(&self, index: &Index) -> String {
        let unique = if index.unique { "UNIQUE " } else { "" };
        let cover =
            if index.cover.is_empty() { String::new() } else { format!(" COVER ({})", self.names(&index.cover)) };
        format!("INDEX {} GLOBAL {unique}ON ({}){cover}", index.name, self.names(&index.columns))
    }
}

/// Rows sorted by key.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows(pub(super) Vec<Row>);

impl Rows {
    fn find(&self, keys: usize, key: &[Datum]) -> Result<usize, usize> {
        self.0.binary_search_by(|row| row[..keys].cmp(key))
    }

    /// Writes rows, of which only `columns` are given. A refused statement writes nothing.
    pub(super) fn write(
        &mut self,
        schema: &Schema,
        verb: Verb,
        columns: &[usize],
        rows: &[Row],
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

    /// Whether a unique index has the same values twice. NULLs are never the same.
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
