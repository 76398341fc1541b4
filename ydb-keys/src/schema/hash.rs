//! The hash column of a table: its name, its function and its inputs.

use crate::hash::function::HashFunction;

/// The hash column that leads a key: `#[ydb(primary_key(userhash = xxh3(userid), userid, ...))]`.
///
/// The column is `Uint64 NOT NULL`. It is not a field of the model: every write and every keyed read computes it.
/// [`yql`](HashDef::yql) prints the expression that computes the same number in the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashDef {
    /// The SQL name of the hash column.
    pub name: &'static str,
    /// The hash function.
    pub function: HashFunction,
    /// Positions in [`Table::columns`](super::Table::columns) of the hashed columns, in the order they are hashed.
    pub inputs: &'static [usize],
}
