//! The table of markers: a row for each transaction whose outcome is certain.

#![allow(missing_docs, reason = "not public: the columns are explained in docs/decisions/0028")]

use std::time::SystemTime;

use ydb_keys_derive::YdbTable;

/// Whether an attempt of a transaction is committed, may be, or never will be.
///
/// The row is inserted as open before the transaction, which marks it as committed in itself. Whoever lost the answer to
/// its commit marks it as refused. Only one of the two can be done.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(crate = crate, table = "ydb_keys/outcomes", primary_key(id_hash = xxh3(id), id, attempt))]
#[ydb(partitioning(by_load), ttl(column = kept_until, after = "PT0S"))]
pub(crate) struct TransactionOutcome {
    pub id: String,
    /// How many attempts were refused before.
    pub attempt: u32,
    pub committed: bool,
    /// What the closure returned; before that, whose row it is and whether the attempt is refused.
    #[ydb(type = "Json")]
    pub value: Option<String>,
    /// By the server's clock; `None` is for ever.
    pub kept_until: Option<SystemTime>,
}
