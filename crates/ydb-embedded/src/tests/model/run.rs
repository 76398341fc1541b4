//! One run of a random test: the same steps in the database and in the model.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use super::dice::Dice;
use super::kind::Kind;
use super::table::{Row, Rows, Schema, Verb};
use crate::error::Error;
use crate::session::{Behavior, Config, Engine};
use crate::storage::Thresholds;
use crate::tests::database::{Client, Params};
use crate::types::Value;

pub(super) struct Run {
    pub(super) client: Client,
    pub(super) schema: Schema,
    pub(super) rows: Rows,
    /// The rows when the open transaction began.
    pub(super) before: Rows,
    pub(super) indexes: usize,
    /// The statements so far, printed when a test fails.
    pub(super) log: Vec<String>,
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
        // The model knows at once whether an INSERT meets an existing key.
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

    pub(super) fn query(&mut self, text: &str, params: Params) -> Result<Vec<Vec<Value>>, Error> {
        self.log.push(format!("{text}; {params:?}"));
        self.client.query(text, params)
    }

    pub(super) fn ask(&mut self, text: &str, params: Params) -> Vec<Row> {
        let rows = self.query(text, params.clone()).unwrap_or_else(|error| panic!("{text}\n{params:?}\n{error}"));
        rows.iter().map(|row| row.iter().map(Kind::datum).collect()).collect()
    }
}
