//! A copy of a table, which exists while it is exported.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Instant;

use tokio::runtime::Handle;
use tracing::{info, warn};
use ydb::YdbError;
use ydb_grpc::ydb_proto::table::{
    CopyTableItem, CopyTablesRequest, CopyTablesResponse, DescribeTableRequest, DescribeTableResponse,
    DropTableRequest, DropTableResponse,
};
use ydb_keys::__internal::Detail;
use ydb_keys::__internal::status::{SCHEME_ERROR, has_status};
use ydb_keys::{Error, Result};
use ydb_keys_core::schema::path::TablePath;

use super::rights::copy_rights;
use super::run::Settings;
use crate::repeated::repeated;

const COPY_TABLES: &str = "/Ydb.Table.V1.TableService/CopyTables";
const DROP_TABLE: &str = "/Ydb.Table.V1.TableService/DropTable";
const DESCRIBE_TABLE: &str = "/Ydb.Table.V1.TableService/DescribeTable";

/// Between the name of the table and 16 hexadecimal digits.
const MARK: &str = "__ydb_keys_export_";

/// A copy that is dropped with this value.
pub(super) struct Copy {
    settings: Settings,
    path: TablePath,
    /// The path in the form in which that of the table was given, relative or absolute.
    given: String,
    dropped: bool,
}

impl Copy {
    /// Copies a table, with its indexes or without them.
    ///
    /// # Errors
    /// An error of YDB, also if the copy cannot get the rights of the table.
    pub(super) async fn make(settings: &Settings, table: &str, with_indexes: bool) -> Result<Self> {
        let number = RandomState::new().hash_one(Instant::now());
        let database = settings.connection.database();
        let source_path = TablePath::new(database, table).absolute();
        let given = copy_path(table, number);
        let path = TablePath::new(database, &given);
        // Even if no answer arrives, the copy may exist.
        let copy = Copy { settings: settings.clone(), path, given, dropped: false };
        let item = CopyTableItem {
            source_path: source_path.clone(),
            destination_path: copy.path.absolute(),
            omit_indexes: !with_indexes,
        };
        let request = CopyTablesRequest { tables: vec![item], ..Default::default() };
        let answer: Result<CopyTablesResponse, YdbError> =
            repeated(&settings.connection, COPY_TABLES, request, settings.timeout).await;
        match answer {
            Err(error) if !copy.exists().await.unwrap_or(false) => {
                copy.discard().await;
                Err(failed(table, "copy_for_export", error))
            }
            // No other table has this name.
            _ => {
                if let Err(error) = copy_rights(settings, &source_path, &copy.path.absolute()).await {
                    copy.discard().await;
                    return Err(failed(table, "copy_rights_for_export", error));
                }
                info!(db.collection.name = table, copy = %copy.path, "table copied for an export");
                Ok(copy)
            }
        }
    }

    /// Where the copy is, relative to the database if the table is.
    pub(super) fn path(&self) -> &str {
        &self.given
    }

    /// Drops the copy.
    ///
    /// # Errors
    /// An error of YDB.
    pub(super) async fn finish(mut self) -> Result<()> {
        self.remove().await.map_err(|error| failed(&self.path, "drop_export_copy", error))
    }

    /// Drops the copy after an error, which matters more than a failure to drop it.
    pub(super) async fn discard(mut self) {
        if let Err(error) = self.remove().await {
            warn!(copy = %self.path, %error, "the copy of an export was not dropped");
        }
    }

    async fn remove(&mut self) -> Result<(), YdbError> {
        let request = DropTableRequest { path: self.path.absolute(), ..Default::default() };
        let answer: Result<DropTableResponse, YdbError> =
            repeated(&self.settings.connection, DROP_TABLE, request, self.settings.timeout).await;
        self.dropped = true;
        match answer {
            // An attempt whose answer was lost has dropped it.
            Err(_) if self.exists().await.is_ok_and(|exists| !exists) => Ok(()),
            answer => answer.map(drop),
        }
    }

    async fn exists(&self) -> Result<bool, YdbError> {
        let request = DescribeTableRequest { path: self.path.absolute(), ..Default::default() };
        let answer: Result<DescribeTableResponse, YdbError> =
            repeated(&self.settings.connection, DESCRIBE_TABLE, request, self.settings.timeout).await;
        match answer {
            Err(error) if has_status(&error, &[SCHEME_ERROR]) => Ok(false),
            answer => answer.map(|_| true),
        }
    }
}

/// The export was abandoned: the copy is dropped in the background.
impl Drop for Copy {
    fn drop(&mut self) {
        if self.dropped {
            return;
        }
        match Handle::try_current() {
            Ok(runtime) => {
                let (path, given) = (self.path.clone(), self.given.clone());
                let copy = Copy { settings: self.settings.clone(), path, given, dropped: true };
                drop(runtime.spawn(copy.discard()));
            }
            Err(_) => warn!(copy = %self.path, "the copy of an export was not dropped"),
        }
    }
}

/// The path of a copy, in the directory of the table.
fn copy_path(table: &str, number: u64) -> String {
    let (directory, name) = table.split_at(table.rfind('/').map_or(0, |slash| slash + 1));
    let longest = TablePath::LONGEST_NAME - MARK.len() - 16;
    let kept: String = name.char_indices().take_while(|(at, c)| at + c.len_utf8() <= longest).map(|(_, c)| c).collect();
    format!("{directory}{kept}{MARK}{number:016x}")
}

fn failed(table: &str, operation: &'static str, source: YdbError) -> Error {
    Detail::of_ydb(table, operation, source, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_beside_its_table() {
        assert_eq!(copy_path("orders", 10), "orders__ydb_keys_export_000000000000000a");
        assert_eq!(copy_path("/local/shop/orders", 10), "/local/shop/orders__ydb_keys_export_000000000000000a");
        let long = copy_path(&format!("a/{}", "é".repeat(127)), u64::MAX);
        assert_eq!(long, format!("a/{}__ydb_keys_export_ffffffffffffffff", "é".repeat(110)));
        assert!(long.len() - 2 <= 255);
    }
}
