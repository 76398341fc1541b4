//! Tests hashes in YQL, which compute the same numbers in the server, against hand-written expressions.

mod bytes;
mod models;
mod numbers;
mod table;

use ydb_keys::schema::{HashDef, HashFunction};
use ydb_keys::{Table, YdbTable};

use table::Inputs;

/// Returns the expression of a hash over columns of [`Inputs`].
fn expression(function: HashFunction, columns: &[&str]) -> String {
    let table: &Table = Inputs::TABLE;
    let position = |name: &&str| table.columns.iter().position(|column| column.name == *name).unwrap();
    let inputs: Vec<usize> = columns.iter().map(position).collect();
    HashDef { name: "hash", function, inputs: inputs.leak(), buckets: None }.yql(table).unwrap().to_string()
}
