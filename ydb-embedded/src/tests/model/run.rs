//! One run of a random test: the same steps in the database and in the model.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use super::dice::Dice;
use super::kind::{Datum, Kind};
use super::predicate::{Predicate, add};
use super::table::{Conflict, Index, Row, Rows, Schema, Verb};
use crate::error::Error;
use crate::storage::Thresholds;
use crate::tests::database::{Client, Params, scaled};
use crate::types::{Type, Value};

pub(super) struct Run {
    client: Client,
    schema: Schema,
    rows: Rows,
    /// The rows when the open transaction began.
    before: Rows,
    indexes: usize,
    /// The statements so far, told when a test fails.
    log: Vec<String>,
}

impl Drop for Run {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.log.join("\n"));
        }
    }
}

impl Run {
    pub(super) fn table(dice: &mut Dice) -> Self {
        Self::new(Schema::draw(dice), dice)
    }

    pub(super) fn indexed(dice: &mut Dice) -> Self {
        let mut schema = Schema::draw(dice);
        let count = dice.between(1, 2);
        for number in 0..count {
            let mut index = schema.draw_index(format!("i{number}"), dice);
            index.unique = dice.once_in(3);
            schema.indexes.push(index);
        }
        Self::new(schema, dice)
    }

    fn new(schema: Schema, dice: &mut Dice) -> Self {
        // A partition holds a few rows, or the table has one.
        let thresholds = Thresholds {
            bytes_per_mb: dice.pick(&[1, 1, 1_000_000]),
            decision_interval_us: 0,
            merge_after_idle_windows: 1,
            ..Thresholds::default()
        };
        let mut client = scaled(thresholds);
        let create = schema.create("WITH (AUTO_PARTITIONING_PARTITION_SIZE_MB = 90)");
        client.ok(&create);
        let mut run =
            Self { client, schema, rows: Rows::default(), before: Rows::default(), indexes: 10, log: vec![create] };
        let all = run.schema.all();
        for _ in 0..dice.between(0, 40) {
            run.write(Verb::Upsert, &all, 1, dice);
        }
        run
    }

    pub(super) fn step(&mut self, dice: &mut Dice) {
        match dice.below(16) {
            0..=4 => self.write_rows(dice),
            5 => self.update(dice),
            6 => self.delete(dice),
            7 => self.client.engine.maintain(),
            8 => self.transact(dice),
            _ => self.read(dice),
        }
    }

    pub(super) fn step_with_indexes(&mut self, dice: &mut Dice) {
        match dice.below(16) {
            0..=6 => self.write_rows(dice),
            7 | 8 => self.update(dice),
            9 => self.delete(dice),
            10 => self.transact(dice),
            11 => self.change_indexes(dice),
            12 => self.client.engine.maintain(),
            _ => self.read_through_index(dice),
        }
        self.check_indexes();
    }

    // ------------------------------------------------------------------------------------------------------------ writes

    fn transact(&mut self, dice: &mut Dice) {
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

    fn query(&mut self, text: &str, params: Params) -> Result<Vec<Vec<Value>>, Error> {
        self.log.push(format!("{text}; {params:?}"));
        self.client.query(text, params)
    }

    /// Takes over what a statement did; a refused one ends the transaction that it was in.
    fn settle(&mut self, text: &str, answer: Result<(), Error>, expected: Result<Rows, Conflict>, in_tx: bool) {
        match (answer, expected) {
            (Ok(()), Ok(rows)) if !rows.clashes(&self.schema) => self.rows = rows,
            (Err(error), expected) => {
                let unique = self.schema.indexes.iter().any(|index| index.unique);
                // Values that move from one row to another inside of a statement may be refused under a unique index.
                let may = expected.is_err() || unique;
                assert!(may && error.status.name() == "PRECONDITION_FAILED", "{text}\nrefused: {error}");
                if in_tx {
                    self.rows = self.before.clone();
                }
            }
            (Ok(()), _) => panic!("{text}\nwas accepted with\n{:?}", self.rows),
        }
    }

    fn write_rows(&mut self, dice: &mut Dice) {
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

    fn write(&mut self, verb: Verb, columns: &[usize], count: usize, dice: &mut Dice) {
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

    /// Whether a row's new unique values were another row's before, so that the order of the writes would matter.
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

    fn update(&mut self, dice: &mut Dice) {
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

    fn delete(&mut self, dice: &mut Dice) {
        let predicate = Predicate::draw(&self.schema, &self.rows.0, dice, 2);
        let mut params = Params::new();
        let text = format!("DELETE FROM t WHERE {} RETURNING *", predicate.print(&self.schema, &mut params, dice));
        let found = self.query(&text, params).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let gone = |row: &Row| predicate.holds(row) == Some(true);
        let expected = self.rows.0.iter().filter(|row| gone(row)).count();
        assert_eq!(found.len(), expected, "{text}\n{:?}", self.rows);
        self.rows.0.retain(|row| !gone(row));
    }

    // ------------------------------------------------------------------------------------------------------------ reads

    fn read(&mut self, dice: &mut Dice) {
        let schema = &self.schema;
        let predicate = (!dice.once_in(8)).then(|| Predicate::draw(schema, &self.rows.0, dice, 3));
        let mut params = Params::new();
        let filter = predicate.as_ref().map(|predicate| predicate.print(schema, &mut params, dice));
        let filter = filter.map(|filter| format!(" WHERE {filter}")).unwrap_or_default();
        let mut rows = self.rows.0.clone();
        rows.retain(|row| predicate.as_ref().is_none_or(|predicate| predicate.holds(row) == Some(true)));
        if dice.once_in(8) {
            let text = format!("SELECT COUNT(*) FROM t{filter}");
            assert_eq!(self.ask(&text, params), [[Datum::Number(rows.len() as i128)]], "{text}\n{:?}", self.rows);
            return;
        }
        let columns: Vec<usize> = schema.all();
        let mut text = format!("SELECT {} FROM t{filter}", schema.names(&columns));
        let ordered = !dice.once_in(4);
        if ordered {
            // By the whole key in one direction, or in mixed ones; or by the other columns first.
            let mut by: Vec<usize> = (0..schema.keys).collect();
            if dice.once_in(5) {
                by.insert(0, schema.keys);
            }
            let one = dice.once_in(2);
            let mixed = dice.once_in(5);
            let by: Vec<(usize, bool)> =
                by.into_iter().map(|column| (column, if mixed { dice.once_in(2) } else { one })).collect();
            rows.sort_by(|a, b| {
                let order = by.iter().map(
                    |&(column, down)| {
                        if down { b[column].cmp(&a[column]) } else { a[column].cmp(&b[column]) }
                    },
                );
                order.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            });
            let by = by.iter().map(|&(column, down)| {
                format!("{} {}", schema.columns[column].name, if down { "DESC" } else { "ASC" })
            });
            text.push_str(&format!(" ORDER BY {}", by.collect::<Vec<_>>().join(", ")));
            if dice.once_in(2) {
                let (limit, offset) = (dice.below(6), dice.pick(&[0, 0, 1, 3]));
                text.push_str(&format!(" LIMIT {limit} OFFSET {offset}"));
                rows = rows.into_iter().skip(offset).take(limit).collect();
            }
        }
        let mut found = self.ask(&text, params.clone());
        if !ordered {
            found.sort();
        }
        assert_eq!(found, rows, "{text}\n{params:?}\n{:?}", self.rows);
    }

    fn ask(&mut self, text: &str, params: Params) -> Vec<Row> {
        let rows = self.query(text, params.clone()).unwrap_or_else(|error| panic!("{text}\n{params:?}\n{error}"));
        rows.iter().map(|row| row.iter().map(Kind::datum).collect()).collect()
    }

    // ------------------------------------------------------------------------------------------------------------ indexes

    fn change_indexes(&mut self, dice: &mut Dice) {
        if self.client.tx.is_some() {
            return;
        }
        self.indexes += 1;
        let name = format!("i{}", self.indexes);
        if self.schema.indexes.len() < 3 {
            let index = self.schema.draw_index(name, dice);
            self.client.ok(&format!("ALTER TABLE t ADD {}", self.schema.define(&index)));
            self.schema.indexes.push(index);
            return;
        }
        let at = dice.below(self.schema.indexes.len());
        if dice.once_in(2) {
            let gone = self.schema.indexes.remove(at);
            self.client.ok(&format!("ALTER TABLE t DROP INDEX {}", gone.name));
        } else {
            self.client.ok(&format!("ALTER TABLE t RENAME INDEX {} TO {name}", self.schema.indexes[at].name));
            self.schema.indexes[at].name = name;
        }
    }

    /// Reads each index in its order: covered columns from it alone, and all columns with lookups into the table.
    fn check_indexes(&mut self) {
        for index in self.schema.indexes.clone() {
            let rows = self.in_index_order(&index);
            let by = self.index_order(&index);
            for columns in [by.iter().chain(&index.cover).copied().collect(), self.schema.all()] {
                let text = format!(
                    "SELECT {} FROM t VIEW {} ORDER BY {}",
                    self.schema.names(&columns),
                    index.name,
                    self.schema.names(&by)
                );
                let expected: Vec<Row> =
                    rows.iter().map(|row| columns.iter().map(|&column| row[column].clone()).collect()).collect();
                assert_eq!(self.ask(&text, Params::new()), expected, "{text}");
            }
        }
    }

    fn read_through_index(&mut self, dice: &mut Dice) {
        let Some(index) = self.schema.indexes.get(dice.below(self.schema.indexes.len())).cloned() else { return };
        let predicate = Predicate::draw(&self.schema, &self.rows.0, dice, 2);
        let mut params = Params::new();
        let filter = predicate.print(&self.schema, &mut params, dice);
        let by = self.index_order(&index);
        let down = dice.once_in(2);
        let order =
            by.iter().map(|&column| format!("{}{}", self.schema.columns[column].name, if down { " DESC" } else { "" }));
        let mut rows = self.in_index_order(&index);
        rows.retain(|row| predicate.holds(row) == Some(true));
        if down {
            rows.reverse();
        }
        let limit = dice.between(1, 6);
        rows.truncate(limit);
        let columns = self.schema.names(&self.schema.all());
        let order = order.collect::<Vec<_>>().join(", ");
        let text = format!("SELECT {columns} FROM t VIEW {} WHERE {filter} ORDER BY {order} LIMIT {limit}", index.name);
        assert_eq!(self.ask(&text, params), rows, "{text}\n{:?}", self.rows);
    }

    /// The index's columns and then those of the key that are not among them.
    fn index_order(&self, index: &Index) -> Vec<usize> {
        let mut by = index.columns.clone();
        by.extend((0..self.schema.keys).filter(|column| !index.columns.contains(column)));
        by
    }

    fn in_index_order(&self, index: &Index) -> Vec<Row> {
        let by = self.index_order(index);
        let mut rows = self.rows.0.clone();
        rows.sort_by(|a, b| {
            let order = by.iter().map(|&column| a[column].cmp(&b[column]));
            order.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        });
        rows
    }
}
