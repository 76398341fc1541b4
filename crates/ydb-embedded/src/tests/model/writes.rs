//! Random writes, in the database and in the model.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use super::dice::Dice;
use super::kind::Datum;
use super::predicate::{Predicate, add};
use super::run::Run;
use super::table::{Conflict, Row, Rows, Verb};
use crate::error::Error;
use crate::tests::database::Params;
use crate::types::{Type, Value};

impl Run {
    pub(super) fn transact(&mut self, dice: &mut Dice) {
        if self.client.tx.is_none() {
            self.client.begin();
            self.before = self.rows.clone();
        } else if dice.below(3) == 0 {
            self.client.rollback();
            self.rows = self.before.clone();
        } else {
            self.client.commit().unwrap();
        }
    }

    /// Updates the model with what a statement did. A refused statement ends the transaction that it was in.
    fn settle(&mut self, text: &str, answer: Result<(), Error>, expected: Result<Rows, Conflict>, in_tx: bool) {
        match (answer, expected) {
            (Ok(()), Ok(rows)) if !rows.clashes(&self.schema) => self.rows = rows,
            (Err(error), expected) => {
                let unique = self.schema.indexes.iter().any(|index| index.unique);
                // A statement that moves values from one row to another may be refused under a unique index.
                let may = expected.is_err() || unique;
                assert!(may && error.status.name() == "PRECONDITION_FAILED", "{text}\nrefused: {error}");
                if in_tx {
                    self.rows = self.before.clone();
                }
            }
            (Ok(()), _) => panic!("{text}\nwas accepted with\n{:?}", self.rows),
        }
    }

    pub(super) fn write_rows(&mut self, dice: &mut Dice) {
        use Verb::{DeleteOn, Insert, Replace, UpdateOn, Upsert};
        let verb = dice.pick(&[Upsert, Insert, Replace, UpdateOn, DeleteOn, Upsert, Insert]);
        let mut columns = self.schema.all();
        columns.retain(|&column| column < self.schema.keys || verb != DeleteOn && dice.below(3) != 0);
        if verb == UpdateOn && columns.len() == self.schema.keys {
            columns.push(self.schema.keys);
        }
        if dice.once_in(2) {
            columns.reverse();
        }
        let count = dice.between(1, 4);
        self.write(verb, &columns, count, dice);
    }

    pub(super) fn write(&mut self, verb: Verb, columns: &[usize], count: usize, dice: &mut Dice) {
        use Verb::{DeleteOn, Insert, Replace, UpdateOn, Upsert};
        let rows: Vec<Row> = (0..count).map(|_| self.draw_row(columns, dice)).collect();
        let mut params = Params::new();
        let source = match dice.below(3) {
            0 => self.values(columns, &rows, &mut params),
            _ => self.as_table(columns, &rows, &mut params),
        };
        let text = match verb {
            Upsert => format!("UPSERT INTO t {source}"),
            Insert => format!("INSERT INTO t {source}"),
            Replace => format!("REPLACE INTO t {source}"),
            UpdateOn => format!("UPDATE t ON {source}"),
            DeleteOn => format!("DELETE FROM t ON {source}"),
        };
        let in_tx = self.client.tx.is_some();
        let answer = self.query(&text, params).map(drop);
        let mut expected = self.rows.clone();
        let expected = expected.write(&self.schema, verb, columns, &rows).map(|()| expected);
        if expected.is_ok() && !self.moves_unique_values(&rows, columns) {
            let clashes = expected.as_ref().is_ok_and(|rows| rows.clashes(&self.schema));
            assert_eq!(answer.is_err(), clashes, "{text}\n{rows:?}\n{answer:?}");
        }
        self.settle(&text, answer, expected, in_tx);
    }

    /// Whether the new unique values of a row may have been another row's before, so that the order of writes
    /// matters.
    fn moves_unique_values(&self, rows: &[Row], columns: &[usize]) -> bool {
        let unique = self.schema.indexes.iter().filter(|index| index.unique);
        unique.into_iter().any(|index| index.columns.iter().any(|column| columns.contains(column))) && rows.len() > 1
    }

    fn draw_row(&self, columns: &[usize], dice: &mut Dice) -> Row {
        let draw = |&column: &usize| {
            let column = &self.schema.columns[column];
            if !column.not_null && dice.once_in(5) { Datum::Null } else { column.kind.draw(dice) }
        };
        columns.iter().map(draw).collect()
    }

    fn member(&self, column: usize) -> Type {
        let column = &self.schema.columns[column];
        if column.not_null { column.kind.ty() } else { column.kind.ty().optional() }
    }

    fn values(&self, columns: &[usize], rows: &[Row], params: &mut Params) -> String {
        let mut row = |row: &Row| {
            let value = |(&column, datum): (&usize, &Datum)| {
                add(params, self.member(column), self.schema.columns[column].kind.value(datum))
            };
            format!("({})", columns.iter().zip(row).map(value).collect::<Vec<_>>().join(", "))
        };
        let rows: Vec<String> = rows.iter().map(&mut row).collect();
        format!("({}) VALUES {}", self.schema.names(columns), rows.join(", "))
    }

    fn as_table(&self, columns: &[usize], rows: &[Row], params: &mut Params) -> String {
        let mut places: Vec<usize> = (0..columns.len()).collect();
        places.sort_by_key(|&place| &self.schema.columns[columns[place]].name);
        let member = |&place: &usize| {
            let column = columns[place];
            (self.schema.columns[column].name.as_str().into(), self.member(column))
        };
        let ty = Type::new_struct(places.iter().map(member).collect());
        let row = |row: &Row| {
            let value = |&place: &usize| self.schema.columns[columns[place]].kind.value(&row[place]);
            Value::Items(places.iter().map(value).collect())
        };
        let list = Value::Items(rows.iter().map(row).collect());
        format!("SELECT * FROM AS_TABLE({})", add(params, Type::List(ty.into()), list))
    }

    pub(super) fn update(&mut self, dice: &mut Dice) {
        let predicate = Predicate::draw(&self.schema, &self.rows.0, dice, 2);
        let column = dice.between(self.schema.keys, self.schema.columns.len() - 1);
        let kind = self.schema.columns[column].kind;
        // Another column of the same type, or a value.
        let same =
            (0..self.schema.columns.len()).find(|&other| other != column && self.schema.columns[other].kind == kind);
        let mut params = Params::new();
        let datum = kind.draw(dice);
        let value = match same {
            Some(other) => self.schema.columns[other].name.clone(),
            None => add(&mut params, kind.ty(), kind.value(&datum)),
        };
        let filter = predicate.print(&self.schema, &mut params, dice);
        let text = format!("UPDATE t SET {} = {value} WHERE {filter}", self.schema.columns[column].name);
        let in_tx = self.client.tx.is_some();
        let answer = self.query(&text, params).map(drop);
        let mut expected = self.rows.clone();
        for row in expected.0.iter_mut().filter(|row| predicate.holds(row) == Some(true)) {
            row[column] = same.map_or_else(|| datum.clone(), |other| row[other].clone());
        }
        self.settle(&text, answer, Ok(expected), in_tx);
    }

    pub(super) fn delete(&mut self, dice: &mut Dice) {
        let predicate = Predicate::draw(&self.schema, &self.rows.0, dice, 2);
        let mut params = Params::new();
        let text = format!("DELETE FROM t WHERE {} RETURNING *", predicate.print(&self.schema, &mut params, dice));
        let found = self.query(&text, params).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let gone = |row: &Row| predicate.holds(row) == Some(true);
        let expected = self.rows.0.iter().filter(|row| gone(row)).count();
        assert_eq!(found.len(), expected, "{text}\n{:?}", self.rows);
        self.rows.0.retain(|row| !gone(row));
    }
}
