//! Compares random tables, writes and reads with a naive model: a sorted list of rows.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

mod join;
mod plans;
mod predicate;
mod table;

use proptest::prelude::*;

use super::database::{Client, Params};
use crate::error::Error;
use crate::session::{Behavior, Config, Engine};
use crate::storage::Thresholds;
use crate::types::{Type, Value};
use predicate::{Predicate, add};
use table::{Conflict, Datum, Kind, ModelRow, Rows, Schema, Verb};

/// Generates the choices for a table and for the steps with it.
fn choices(steps: std::ops::Range<usize>) -> impl Strategy<Value = (Dice, Vec<Dice>)> {
    let dice = |count: usize| prop::collection::vec(any::<u32>(), count).prop_map(Dice::new);
    (dice(600), prop::collection::vec(dice(120), steps))
}

/// Returns the settings of proptest: a few cases, or as many as PROPTEST_CASES says.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(60);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn tables_are_as_the_model_says((mut table, steps) in choices(1..40)) {
        let mut run = ModelRun::table(&mut table);
        for mut step in steps {
            run.step(&mut step);
        }
    }

    #[test]
    fn indexes_are_as_the_model_says((mut table, steps) in choices(1..20)) {
        let mut run = ModelRun::indexed(&mut table);
        for mut step in steps {
            run.step_with_indexes(&mut step);
        }
    }

    #[test]
    fn plans_say_what_the_partitions_count((mut table, steps) in choices(1..20)) {
        let mut run = if table.once_in(2) { ModelRun::indexed(&mut table) } else { ModelRun::table(&mut table) };
        for mut step in steps {
            match step.below(3) {
                0 => run.write_rows(&mut step),
                1 => run.check_plan(&mut step),
                _ => run.check_reads(&mut step),
            }
        }
    }
}

struct ModelRun {
    client: Client,
    schema: Schema,
    rows: Rows,
    /// Rows at the beginning of the open transaction.
    before: Rows,
    indexes: usize,
    /// Statements so far, printed when a test fails.
    log: Vec<String>,
}

impl Drop for ModelRun {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.log.join("\n"));
        }
    }
}

impl ModelRun {
    fn table(dice: &mut Dice) -> Self {
        Self::new(Schema::draw(dice), dice)
    }

    fn indexed(dice: &mut Dice) -> Self {
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
        // Partitions hold only a few rows, or the table has one partition.
        let thresholds = Thresholds {
            bytes_per_mb: dice.pick(&[1, 1, 1_000_000]),
            decision_interval_us: 0,
            merge_after_idle_windows: 1,
            ..Thresholds::default()
        };
        // The model detects at once whether an INSERT meets an existing key.
        let behavior = Behavior { late_insert_conflicts: false, ..Behavior::default() };
        let mut client = Client::new(Engine::new(Config { thresholds, behavior, ..Config::default() }));
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

    fn step(&mut self, dice: &mut Dice) {
        match dice.below(16) {
            0..=4 => self.write_rows(dice),
            5 => self.update(dice),
            6 => self.delete(dice),
            7 => self.client.engine.maintain(),
            8 => self.transact(dice),
            _ => self.read(dice),
        }
    }

    fn step_with_indexes(&mut self, dice: &mut Dice) {
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

    fn query(&mut self, text: &str, params: Params) -> Result<Vec<Vec<Value>>, Error> {
        self.log.push(format!("{text}; {params:?}"));
        self.client.query(text, params)
    }

    fn ask(&mut self, text: &str, params: Params) -> Vec<ModelRow> {
        let rows = self.query(text, params.clone()).unwrap_or_else(|error| panic!("{text}\n{params:?}\n{error}"));
        rows.iter().map(|row| row.iter().map(Kind::datum).collect()).collect()
    }
}

impl ModelRun {
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
            // Sorts by the whole key in one or in mixed directions, sometimes by another column first.
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
}

impl ModelRun {
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

    /// Updates the model with the effect of a statement. A refused statement ends its transaction.
    fn settle(&mut self, text: &str, answer: Result<(), Error>, expected: Result<Rows, Conflict>, in_tx: bool) {
        match (answer, expected) {
            (Ok(()), Ok(rows)) if !rows.clashes(&self.schema) => self.rows = rows,
            (Err(error), expected) => {
                let unique = self.schema.indexes.iter().any(|index| index.unique);
                // With a unique index, a statement that moves values from one row to another may be refused.
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
        let rows: Vec<ModelRow> = (0..count).map(|_| self.draw_row(columns, dice)).collect();
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

    /// Returns `true` if new unique values may have belonged to other rows before, so that the order of the writes
    /// matters.
    fn moves_unique_values(&self, rows: &[ModelRow], columns: &[usize]) -> bool {
        let unique = self.schema.indexes.iter().filter(|index| index.unique);
        unique.into_iter().any(|index| index.columns.iter().any(|column| columns.contains(column))) && rows.len() > 1
    }

    fn draw_row(&self, columns: &[usize], dice: &mut Dice) -> ModelRow {
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

    fn values(&self, columns: &[usize], rows: &[ModelRow], params: &mut Params) -> String {
        let mut row = |row: &ModelRow| {
            let value = |(&column, datum): (&usize, &Datum)| {
                add(params, self.member(column), self.schema.columns[column].kind.value(datum))
            };
            format!("({})", columns.iter().zip(row).map(value).collect::<Vec<_>>().join(", "))
        };
        let rows: Vec<String> = rows.iter().map(&mut row).collect();
        format!("({}) VALUES {}", self.schema.names(columns), rows.join(", "))
    }

    fn as_table(&self, columns: &[usize], rows: &[ModelRow], params: &mut Params) -> String {
        let mut places: Vec<usize> = (0..columns.len()).collect();
        places.sort_by_key(|&place| &self.schema.columns[columns[place]].name);
        let member = |&place: &usize| {
            let column = columns[place];
            (self.schema.columns[column].name.as_str().into(), self.member(column))
        };
        let ty = Type::new_struct(places.iter().map(member).collect());
        let row = |row: &ModelRow| {
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
        let gone = |row: &ModelRow| predicate.holds(row) == Some(true);
        let expected = self.rows.0.iter().filter(|row| gone(row)).count();
        assert_eq!(found.len(), expected, "{text}\n{:?}", self.rows);
        self.rows.0.retain(|row| !gone(row));
    }
}

/// A sequence of choices. After its end every choice is the first one.
#[derive(Clone)]
struct Dice(std::vec::IntoIter<u32>);

/// Prints no choices: a failed test prints its statements instead.
impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
    }
}

impl Dice {
    fn new(choices: Vec<u32>) -> Self {
        Self(choices.into_iter())
    }

    /// Returns a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0.next().unwrap_or(0) as usize % end.max(1)
    }

    /// Returns a number from `from` to `to`.
    fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// Returns `true` once in `times` calls.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}
