//! Tests of the decoders: they read results of pyarrow, and refuse invalid results and random changes.

mod fuzzed;
mod pyarrow;
mod refused;

use ydb_grpc::ydb_proto::formats::ArrowFormatMeta;
use ydb_grpc::ydb_proto::{Column as Described, ResultSet, Value as Message, result_set};
use ydb_keys::schema::ColumnDef;
use ydb_keys::types::ColumnInfo;
use ydb_keys::{ErrorKind, Result, Value, YdbType};

use super::part::{Part, Reader};
use crate::proto::type_of;

/// Returns the columns of a struct whose fields all take NULL.
fn fields(columns: &[(String, YdbType)]) -> &'static [ColumnDef] {
    let field = |(name, ty): &(String, YdbType)| {
        let info = ColumnInfo { nullable: true, ..ColumnInfo::new(Vec::leak(vec![*ty])) };
        ColumnDef::new(name.clone().leak(), info)
    };
    Vec::leak(columns.iter().map(field).collect())
}

fn named(columns: &[(&str, YdbType)]) -> Vec<(String, YdbType)> {
    columns.iter().map(|(name, ty)| ((*name).to_owned(), *ty)).collect()
}

fn reader(columns: &[(String, YdbType)]) -> Reader {
    Reader::of("shop/orders", fields(columns), Vec::new())
}

fn described(columns: &[(String, YdbType)]) -> Vec<Described> {
    columns.iter().map(|(name, ty)| Described { name: name.clone(), r#type: Some(type_of(*ty, true)) }).collect()
}

/// Columns of a result, and its schema.
type Head<'a> = (&'a [(String, YdbType)], &'a [u8]);

/// Makes a part of a result in Arrow. The first part has a head with the columns and the schema.
fn arrow(head: Option<Head<'_>>, batch: &[u8]) -> ResultSet {
    let meta = ArrowFormatMeta { schema: head.map(|(_, schema)| schema.to_vec()).unwrap_or_default() };
    ResultSet {
        columns: head.map(|(columns, _)| described(columns)).unwrap_or_default(),
        format: result_set::Format::Arrow as i32,
        arrow_format_meta: Some(meta),
        data: batch.to_vec(),
        ..ResultSet::default()
    }
}

/// Makes a part of a result in YDB's own values.
fn protobuf(columns: &[(String, YdbType)], rows: Vec<Vec<Message>>) -> ResultSet {
    let row = |items| Message { items, ..Message::default() };
    ResultSet {
        columns: described(columns),
        format: result_set::Format::Value as i32,
        rows: rows.into_iter().map(row).collect(),
        ..ResultSet::default()
    }
}

/// Returns the values of the columns, row after row.
fn values(part: &Part) -> Vec<Vec<Value<'_>>> {
    let row = |row| part.columns().iter().map(|column| column.value(row)).collect();
    (0..part.len()).map(row).collect()
}

/// Returns the reason for which a part is refused. The error must name the table, which is left out here.
fn reason(read: Result<Option<Part>>) -> String {
    let Err(error) = read else { panic!("read: {read:?}") };
    let text = error.to_string();
    let reason = text.strip_prefix("table `shop/orders`").unwrap_or_else(|| panic!("without its table: {text}"));
    match error.kind() {
        ErrorKind::Database => reason.split_once("the result cannot be read: ").unwrap().1.to_owned(),
        _ => reason.to_owned(),
    }
}
