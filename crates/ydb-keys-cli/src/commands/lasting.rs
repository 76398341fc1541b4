//! Copies descriptions of tables into static memory. The loader and the export of `ydb-keys-bulk` need the `'static`
//! tables of models; the description of a live table is leaked to get that lifetime. A run handles one table, so only a
//! few kilobytes are never freed.

use ydb_keys::Table;
use ydb_keys::schema::{ColumnDef, HashDef, IndexDef};
use ydb_keys_core::schema::any;

pub(super) fn keep_table(table: &any::Table<'_>) -> &'static Table {
    let hash = |hash: any::HashDef<'_>| HashDef {
        name: keep_text(hash.name),
        function: hash.function,
        inputs: keep_list(hash.inputs.to_vec()),
        buckets: hash.buckets,
    };
    let index = |index: &any::IndexDef<'_>| IndexDef {
        name: keep_text(index.name),
        kind: index.kind,
        hash: index.hash.map(hash),
        on: keep_list(index.on.to_vec()),
        cover: keep_list(index.cover.to_vec()),
    };
    Box::leak(Box::new(Table {
        name: keep_text(table.name),
        columns: keep_columns(table.columns),
        key: keep_list(table.key.to_vec()),
        hash: table.hash.map(hash),
        key_not_null: table.key_not_null,
        store: table.store,
        partition_by: keep_list(table.partition_by.to_vec()),
        partitioning: table.partitioning,
        ttl: table.ttl,
        indexes: keep_list(table.indexes.iter().map(index).collect()),
        version: table.version,
        families: table.families,
        changefeeds: table.changefeeds,
        bloom_filter: table.bloom_filter,
        read_replicas: table.read_replicas,
        allowances: table.allowances,
    }))
}

pub(super) fn keep_columns(columns: &[any::ColumnDef<'_>]) -> &'static [ColumnDef] {
    let column = |column: &any::ColumnDef<'_>| ColumnDef {
        name: keep_text(column.name),
        field: keep_text(column.field),
        ty: column.ty,
        info: column.info,
        serial: column.serial,
        default: column.default,
        family: column.family,
        monotonic: column.monotonic,
        dispersed: column.dispersed,
    };
    keep_list(columns.iter().map(column).collect())
}

pub(super) fn keep_text(text: &str) -> &'static str {
    text.to_owned().leak()
}

pub(super) fn keep_list<T>(list: Vec<T>) -> &'static [T] {
    list.leak()
}
