//! Tests golden DDL: the `CREATE TABLE` of models that together use every clause, each in a file of `snapshots/`.
#![allow(clippy::duplicated_attributes, reason = "clippy takes equal settings of two families for one attribute twice")]
#![allow(dead_code, reason = "the models are read as schemas, no rows are made")]

/// Compares each model's DDL with a golden file of its name.
macro_rules! golden {
    ($($model:ident),* $(,)?) => {
        $(insta::assert_snapshot!(stringify!($model), <$model as ydb_keys::YdbTable>::TABLE.create_table());)*
    };
}

mod buckets;
mod changefeeds;
mod column_tables;
mod columns;
mod defaults;
mod documentation;
mod families;
mod indexes;
mod keys;
mod names;
mod partitioning;
mod rust_types;
mod settings;
