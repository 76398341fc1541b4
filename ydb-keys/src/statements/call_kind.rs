//! What a call of an operation may be made: repeated after an unknown outcome, or stale.

/// Marks an operation that may be repeated, if the caller allows it.
#[derive(Debug)]
pub struct AnyTimes;

/// Marks an insert, which must not be repeated.
#[derive(Debug)]
pub struct Once;

/// Marks a read of a model, which may be repeated and may be stale.
#[derive(Debug)]
pub struct Read;

/// Operations that may be repeated after an unknown outcome: all except inserts.
#[diagnostic::on_unimplemented(
    message = "unsupported_call: an insert is not idempotent: if it is repeated after an unknown outcome, it fails on its own row",
    label = "an insert must not be repeated",
    note = "write `exactly_once` instead of `idempotent`; or write `upsert`, which may be repeated",
    note = "for more, run `ydb-keys explain unsupported_call` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_call"
)]
pub trait Repeatable {}

impl Repeatable for AnyTimes {}
impl Repeatable for Read {}

/// Operations that YDB runs in the mode Stale Read Only: the reads of a model, without `read_rows`, which has no modes.
#[diagnostic::on_unimplemented(
    message = "unsupported_call: only reads can be stale, and this is a write, a query of your own or `read_rows`",
    label = "not a read of a model in a mode of YDB's",
    note = "remove `stale()`; for `read_rows` write `get_many`; a query of your own takes `.with_tx_mode(TxMode::StaleReadOnly)`",
    note = "for more, run `ydb-keys explain unsupported_call` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_call"
)]
pub trait MayBeStale {}

impl MayBeStale for Read {}
