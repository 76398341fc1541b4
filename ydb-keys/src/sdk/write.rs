//! Inserts, upserts and replaces of one row.

use ydb::YdbError;

use super::call::Call;
use super::change::{Unchanged, decide};
use super::decode::{named, scalar};
use super::executor::{Executor, Target};
use super::failure::Operation;
use super::send::{execute, returning};
use crate::error::{Error, Result};
use crate::statements::version::{self, Back};
use crate::statements::write::Verb;
use crate::statements::{Write, YdbTable, decode_row};
use ydb_keys_core::keys::limits::show_values;
use ydb_keys_core::types::Value;

impl<'a, T: YdbTable, K> Write<'a, T, K> {
    /// Writes the row.
    ///
    /// An insert in a transaction may succeed although its key exists: YDB may report that at a later operation of the
    /// transaction, or at its commit ([`is_already_exists`](crate::is_already_exists)).
    ///
    /// # Errors
    /// As [`Write::statement`]; [`AlreadyExists`](crate::ErrorKind::AlreadyExists) if the key of an insert, or the
    /// values of a write in a unique index, already exist; [`Conflict`](crate::ErrorKind::Conflict) if the stored row
    /// does not have the version that the row was read with; an error of YDB.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, (), K> {
        let statement = match self.back() {
            Ok(Some(back)) => return self.write_back(executor.target(), back, |_| Ok(())),
            Ok(None) => self.blind(),
            Err(error) => Err(error),
        };
        let key = self.new_key();
        let failed = move |operation: &Operation, error| write_failed(operation, key, error);
        execute(executor.target(), self.operation(), statement, failed, || Ok(())).once(self.is_once())
    }

    /// Writes the row and returns it as it is stored: `serial` columns filled by YDB's sequences, times and numbers
    /// floored to the precision of their column, the version after this write.
    ///
    /// # Errors
    /// As [`Write::exec`].
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, T, K>
    where
        T: Send,
    {
        let stored = self.row.to_values().map(|values| values.into_iter().map(Value::into_owned).collect::<Vec<_>>());
        let statement = match self.back() {
            Ok(Some(back)) => {
                return self.write_back(executor.target(), back, |next| {
                    let mut values = stored?;
                    if let Some(version) = T::TABLE.version {
                        values[version] = next;
                    }
                    decode_row(values)
                });
            }
            Ok(None) => self.blind(),
            Err(error) => Err(error),
        };
        let stored = stored.map(|mut values| {
            let sent = |at: usize| statement.as_ref().ok()?.value_of(T::TABLE.columns[at].name);
            if let Some((at, first)) = T::TABLE.version.and_then(|at| Some((at, sent(at)?))) {
                values[at] = first.clone().into_owned();
            }
            values
        });
        let (key, once) = (self.new_key(), self.is_once());
        let failed = move |operation: &Operation, error| write_failed(operation, key, error);
        let serials = self.sent_as().serials(T::TABLE);
        if serials.is_empty() {
            let stored = || decode_row(stored?);
            return execute(executor.target(), self.operation(), statement, failed, stored).once(once);
        }
        let returned = returning(executor.target(), self.operation(), statement, failed, move |set| {
            let names: Vec<_> = serials.iter().map(|&column| T::TABLE.columns[column].name).collect();
            let mut values = stored?;
            for (column, value) in serials.into_iter().zip(named::<T>(set, &names)?) {
                values[column] = value;
            }
            decode_row(values)
        });
        returned.once(once)
    }

    /// Writes a row with a version over the version that it was read with.
    fn write_back<'q, R: Send + 'q>(
        &self,
        executor: Target<'q>,
        back: Back<'_>,
        done: impl FnOnce(Value<'static>) -> Result<R> + Send + 'q,
    ) -> Call<'q, R, K> {
        let Back { change, stored, expected, next } = back;
        let (key, name) = (self.key(), T::TABLE.version.map_or("", |at| T::TABLE.columns[at].name));
        let version = move |set| scalar::<T>(set, name);
        let conflict = move |operation: &Operation, changed: Option<_>, found: Option<Value<'static>>| match changed {
            Some(_) => done(next),
            None => Err(operation.conflict(show_values(&key), expected, found.as_ref().and_then(version::number))),
        };
        let unchanged = Unchanged { read: Some(Ok(stored)), is_error: true };
        decide(executor, self.operation(), Ok(change), unchanged, version, version, conflict).once(true)
    }

    /// A repeated insert fails on its own row.
    fn is_once(&self) -> bool {
        self.verb != Verb::Insert && self.sent_as() == Verb::Insert
    }

    fn operation(&self) -> Operation {
        Operation::at::<T>(&self.location, self.verb.name())
    }

    /// The key for the error of an insert. Other writes do not fail on an existing key.
    fn new_key(&self) -> Option<Vec<Value<'static>>> {
        (self.sent_as() == Verb::Insert).then(|| self.key())
    }

    fn key(&self) -> Vec<Value<'static>> {
        let Ok(values) = self.row.to_values() else { return Vec::new() };
        T::TABLE.key.iter().map(|&column| values[column].clone().into_owned()).collect()
    }
}

/// `key` is that of an insert.
#[cold]
fn write_failed(operation: &Operation, key: Option<Vec<Value<'static>>>, error: YdbError) -> Error {
    match key {
        Some(key) => operation.insert_failed(show_values(&key), error),
        None => operation.failed(error),
    }
}
