//! Background work as time passes: expired rows are deleted, partitions split and merge by load, idle sessions end.
//!
//! On the machine's clock the server calls [`Engine::maintain`] from time to time. A manual clock moves only by
//! [`Engine::advance`], which does the due work before it returns, so the caller sees its effects at once.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::{Engine, TTL_RUN};
use crate::catalog::{Table, Ttl, TtlUnit};
use crate::clock::Deadline;
use crate::error::{Error, Result, Status};
use crate::exec::{Decoder, IndexedRow, record};
use crate::storage::{Direction, Isolation, KeyRange, Operation};
use crate::types::{Primitive, Row, Type, Value};

/// Largest number of load windows after which [`Engine::advance`] checks the partitions. The tables are not used during
/// an advance, so later windows would show nothing new.
const WINDOWS: u32 = 1000;

impl Engine {
    /// Moves a manual clock forward and does the work that becomes due. Checks the partitions after each load window in
    /// between.
    ///
    /// Fails with PRECONDITION_FAILED on the machine's clock.
    pub fn advance(&self, step: Duration) -> Result<()> {
        let clock = self.clock();
        if !clock.is_manual() {
            let message = "The machine's clock cannot be advanced; start the server with a manual clock";
            return Err(Error::new(Status::PreconditionFailed, message));
        }
        let thresholds = &self.config.thresholds;
        let window = Duration::from_micros(thresholds.decision_interval_us.max(1));
        let mut left = step;
        for _ in 0..thresholds.merge_after_idle_windows.saturating_add(2).min(WINDOWS) {
            if left <= window {
                break;
            }
            clock.advance(window);
            self.balance();
            left = left.saturating_sub(window);
        }
        clock.advance(left);
        self.maintain();
        Ok(())
    }

    /// Sets a manual clock to a time since 1970. A later time advances the clock. An earlier time only changes the
    /// clock: work that was done stays done, and work that is due at a time is due again when the clock gets there.
    ///
    /// Fails with PRECONDITION_FAILED on the machine's clock.
    pub fn set_time(&self, time: Duration) -> Result<()> {
        let clock = self.clock();
        match time.checked_sub(clock.passed()) {
            Some(step) => self.advance(step),
            None if clock.is_manual() => {
                clock.set(time);
                self.storage.forget_window();
                Ok(())
            }
            None => self.advance(Duration::ZERO),
        }
    }

    /// Does all work that is due.
    pub fn maintain(&self) {
        self.storage.catch_up();
        self.balance();
        self.sessions.expire(self.config.session_idle_time);
        let is_due = {
            let mut next = self.ttl_run.lock();
            let is_due = next.as_ref().is_some_and(Deadline::is_over);
            if is_due {
                *next = self.clock().after(TTL_RUN);
            }
            is_due
        };
        if is_due {
            self.sweep_ttl_at(self.now_us());
        }
    }

    /// Deletes the rows of all tables that are expired at a time, in microseconds since 1970. Returns the number of
    /// deleted rows.
    pub(crate) fn sweep_ttl_at(&self, now_us: u64) -> u64 {
        let tables: Vec<Arc<Table>> = self.catalog.read().tables().cloned().collect();
        tables.iter().map(|table| self.sweep(&table.path, now_us)).sum()
    }

    /// Splits and merges partitions by their load, and lets changefeeds drop old records and close old partitions.
    fn balance(&self) {
        let now_us = self.now_us();
        self.storage.advance_feeds(now_us);
        let seen = self.storage.maintain();
        let catalog = self.catalog.read();
        let mut paths = HashMap::new();
        if !seen.is_empty() {
            paths.extend(catalog.stored_tables().map(|table| (table.id, &table.path)));
        }
        let partitions = seen.into_iter().filter_map(|(table, stats)| {
            let cores = self.config.thresholds.cpu_cores(stats.operations_per_second);
            paths.get(&table).map(|path| (Arc::clone(path), stats, cores))
        });
        self.overload.lock().add(now_us, partitions);
        self.heaviest.lock().close(now_us);
    }

    /// Restarts with the existing data, as after the death of the only node: sessions and open transactions end, and
    /// all tablets start anew.
    #[cfg(feature = "simulation")]
    pub fn restart(&self) {
        self.kill_sessions();
        self.catalog.read().stored_tables().for_each(|table| self.storage.restart(table.id));
    }

    /// Splits or merges a partition of some table, chosen by `number`. Does nothing if that is impossible.
    #[cfg(feature = "simulation")]
    pub fn shake(&self, number: u64, splits: bool) {
        let catalog = self.catalog.read();
        let count = catalog.stored_tables().count().max(1) as u64;
        if let Some(table) = catalog.stored_tables().nth((number % count) as usize) {
            self.storage.shake(table.id, number / count, splits);
        }
    }

    /// Restarts the tablets of a table, as after the death of their node.
    ///
    /// Fails with SCHEME_ERROR if the table does not exist.
    pub fn restart_tablets(&self, path: &str) -> Result<()> {
        let catalog = self.catalog.read();
        let table = catalog.table(&catalog.resolve(path)?)?;
        self.storage.restart(table.id);
        Ok(())
    }

    fn sweep(&self, path: &str, now_us: u64) -> u64 {
        let mut deleted = 0;
        let mut after: Option<Box<[u8]>> = None;
        loop {
            // Keeps the turn to write, so that the schema cannot change during a batch.
            let _turn = self.storage.turn();
            let catalog = self.catalog.read();
            let Ok(table) = catalog.table(path) else { return deleted };
            let Some(ttl) = &table.ttl else { return deleted };
            // A tier that moves rows to other storage deletes nothing.
            let Some(after_us) = ttl.tiers.iter().find(|tier| tier.storage.is_none()).map(|tier| tier.after_us) else {
                return deleted;
            };
            let expires_before = i128::from(now_us) - i128::from(after_us);
            let all: Vec<usize> = (0..table.columns.len()).collect();
            let decoder = Decoder::new(&table, &table, &all);
            let mut tx = self.storage.begin(Isolation::Serializable);
            let chunk = tx.scan(table.id, &KeyRange::all(), Direction::Forward, 1000, after.as_deref());
            let mut batch = 0;
            for (key, row) in &chunk.rows {
                let row = decoder.row(key, row);
                if expired(&table, ttl, &row, expires_before) {
                    // A deletion never violates a unique index.
                    IndexedRow { old: Some(&row), new: None }.write(&table, &mut tx);
                    record(&table, key, || Operation::Erase, &mut tx);
                    tx.delete(table.id, key.to_vec());
                    batch += 1;
                }
            }
            // If another commit came in between, the batch is read again.
            if tx.commit().is_err() {
                continue;
            }
            deleted += batch;
            if chunk.done {
                return deleted;
            }
            after = chunk.after;
        }
    }
}

fn expired(table: &Table, ttl: &Ttl, row: &Row, before_us: i128) -> bool {
    let number = match &row[ttl.column] {
        Value::Int(number) => i128::from(*number),
        Value::Uint(number) => i128::from(*number),
        // A DyNumber. Read as a double it is off by less than a second, except in nanoseconds.
        Value::Text(text) => match text.parse::<f64>() {
            Ok(number) => number as i128,
            Err(_) => return false,
        },
        _ => return false,
    };
    let micros = match (ttl.unit, &table.columns[ttl.column].ty) {
        (Some(TtlUnit::Seconds), _) => number.saturating_mul(1_000_000),
        (Some(TtlUnit::Milliseconds), _) => number.saturating_mul(1000),
        (Some(TtlUnit::Microseconds), _) => number,
        (Some(TtlUnit::Nanoseconds), _) => number / 1000,
        (None, Type::Primitive(Primitive::Date | Primitive::Date32)) => number * 86_400_000_000,
        (None, Type::Primitive(Primitive::Datetime | Primitive::Datetime64)) => number.saturating_mul(1_000_000),
        (None, _) => number,
    };
    micros <= before_us
}
