//! The loader of rows that are no struct: values for the columns of a table that is known at run time only.

use ydb_keys::{Error, Table, Value};
use ydb_keys_core::schema::path::TablePath;

use super::error::LoadError;
use super::flight::{Flight, Taken};
use super::report::LoadReport;
use crate::connection::Connection;
use crate::encode::Values;

/// A [`Loader`](super::Loader) of values.
#[doc(hidden)]
pub struct ValueLoader(Flight<Values>);

impl ValueLoader {
    /// A loader into the table at the path that is its name, which is relative to the database.
    pub fn new(connection: &Connection, table: &'static Table) -> Self {
        let path = TablePath::new(connection.database(), table.name).absolute();
        ValueLoader(Flight::new(connection, table, table.name, &path))
    }

    /// The bytes at which a request is sent, and the most requests in flight.
    pub fn pace(mut self, bytes: Option<usize>, in_flight: Option<usize>) -> Self {
        self.0.settings.bytes = bytes.unwrap_or(self.0.settings.bytes);
        self.0.settings.in_flight = in_flight.unwrap_or(self.0.settings.in_flight);
        self
    }

    /// Takes a row: a value for each column of the table, in their order. Returns why the row cannot be stored, if so.
    ///
    /// # Errors
    /// A request has failed for good.
    pub async fn push(&mut self, row: Vec<Value<'static>>) -> Result<Option<Error>, Error> {
        match self.0.take(Values(row)) {
            Taken::Fits => Ok(None),
            Taken::Rejected(rejected) => Ok(Some(rejected.source)),
            Taken::Full => self.0.room().await.map(|()| None).map_err(|error| source(&error)),
        }
    }

    /// Sends what is left, and waits for all acknowledgements.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub async fn finish(&mut self) -> Result<LoadReport, Error> {
        self.0.finish().await.map_err(|error| source(&error))
    }

    /// How many rows are acknowledged, from the first one that was taken on and without a gap.
    pub fn acknowledged(&self) -> u64 {
        self.0.written_from_the_first()
    }
}

fn source(error: &LoadError<Values>) -> Error {
    error.error().clone()
}
