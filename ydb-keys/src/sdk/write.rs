//! Inserts, upserts and replaces of one row.

use ydb::YdbError;

use super::call::Call;
use super::decode::named;
use super::executor::Executor;
use super::failure::Operation;
use super::send::{execute, returning};
use crate::error::Error;
use crate::keys::show_values;
use crate::statements::write::Verb;
use crate::statements::{Write, YdbTable, decode_row};
use crate::types::Value;

impl<'a, T: YdbTable, K> Write<'a, T, K> {
    /// Writes the row.
    ///
    /// An insert in a transaction may succeed although its key exists: YDB may report that at a later operation of the
    /// transaction, or at its commit ([`is_already_exists`](crate::is_already_exists)).
    ///
    /// # Errors
    /// As [`Write::statement`]; [`Error::AlreadyExists`] if the key of an insert, or the values of a write in a unique
    /// index, already exist; [`Error::Ydb`].
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, (), K> {
        let key = self.key_values();
        let failed = move |operation: &Operation, error| write_failed(operation, key, error);
        execute(executor.target(), self.operation(), self.statement(), failed, || Ok(()))
    }

    /// Writes the row and returns it as it is stored: `serial` columns filled by YDB's sequences, times and numbers
    /// floored to the precision of their column.
    ///
    /// # Errors
    /// As [`Write::exec`].
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, T, K>
    where
        T: Send,
    {
        let (key, statement) = (self.key_values(), self.statement());
        let failed = move |operation: &Operation, error| write_failed(operation, key, error);
        let stored = self.row.to_values().map(|values| values.into_iter().map(Value::into_owned).collect::<Vec<_>>());
        let serials = self.verb.serials(T::TABLE);
        if serials.is_empty() {
            return execute(executor.target(), self.operation(), statement, failed, || decode_row(stored?));
        }
        returning(executor.target(), self.operation(), statement, failed, move |set| {
            let names: Vec<_> = serials.iter().map(|&column| T::TABLE.columns[column].name).collect();
            let mut values = stored?;
            for (column, value) in serials.into_iter().zip(named::<T>(set, &names)?) {
                values[column] = value;
            }
            decode_row(values)
        })
    }

    fn operation(&self) -> Operation {
        Operation::at::<T>(&self.location, self.verb.name())
    }

    /// The key for the error of an insert. Other writes do not fail on an existing key.
    fn key_values(&self) -> Option<Vec<Value<'static>>> {
        let Verb::Insert = self.verb else { return None };
        let values = self.row.to_values().ok()?;
        Some(T::TABLE.key.iter().map(|&column| values[column].clone().into_owned()).collect())
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
