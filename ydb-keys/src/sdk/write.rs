//! Inserts, upserts and replaces of one row.

use super::call::Call;
use super::decode::named;
use super::executor::Executor;
use super::failure::Operation;
use super::send::{execute, returning};
use crate::keys::show_values;
use crate::statements::{Verb, Write, YdbTable, decode_row};
use crate::types::Value;

impl<'a, T: YdbTable> Write<'a, T> {
    /// Writes the row.
    ///
    /// # Errors
    /// As [`Write::statement`]; [`Error::AlreadyExists`](crate::Error::AlreadyExists) when an insert meets its key; [`Error::Ydb`](crate::Error::Ydb).
    pub fn exec<'q, Q: Executor>(self, executor: &'q mut Q) -> Call<'q, ()> {
        let key = self.key_values();
        let failed =
            move |operation: &Operation, error| operation.write_failed::<T>(key.map(|key| show_values(&key)), error);
        execute(executor, self.operation(), self.statement(), failed, || Ok(()))
    }

    /// Writes the row and gives it as it is stored: `serial` columns filled in by YDB's sequences, times and numbers floored to their
    /// column's precision.
    ///
    /// # Errors
    /// As [`Write::exec`].
    pub fn fetch<'q, Q: Executor>(self, executor: &'q mut Q) -> Call<'q, T>
    where
        T: Send,
    {
        let (key, statement) = (self.key_values(), self.statement());
        let failed =
            move |operation: &Operation, error| operation.write_failed::<T>(key.map(|key| show_values(&key)), error);
        let stored = self.row.to_values().map(|values| values.into_iter().map(Value::into_owned).collect::<Vec<_>>());
        let serials = self.verb.serials(T::TABLE);
        if serials.is_empty() {
            return execute(executor, self.operation(), statement, failed, || decode_row(stored?));
        }
        returning(executor, self.operation(), statement, failed, move |set| {
            let names: Vec<_> = serials.iter().map(|&column| T::TABLE.columns[column].name).collect();
            let mut values = stored?;
            for (column, value) in serials.into_iter().zip(named::<T>(set, &names)?) {
                values[column] = value;
            }
            decode_row(values)
        })
    }

    fn operation(&self) -> Operation {
        Operation::at::<T>(
            &self.place,
            match self.verb {
                Verb::Insert => "insert",
                Verb::Upsert => "upsert",
                Verb::Replace => "replace",
            },
        )
    }

    /// The key for the error of an insert; nothing for the others, which no key can refuse.
    fn key_values(&self) -> Option<Vec<Value<'static>>> {
        let Verb::Insert = self.verb else { return None };
        let values = self.row.to_values().ok()?;
        Some(T::TABLE.key.iter().map(|&column| values[column].clone().into_owned()).collect())
    }
}
