//! Runs ydb-keys's printed texts on the embedded engine, without the library's own operations: golden DDL, golden
//! statements, and hashes compared with their YQL expressions.

mod database;
mod ddl;
mod golden;
mod hash_sql;
mod indexes;
#[path = "../../../../models/tests/models/hash_sql/table.rs"]
mod inputs;
mod migrations;
mod models;
#[path = "../../../../models/tests/models/vectors.rs"]
mod published;
mod replay;
mod statements;
mod values;
mod vectors;
