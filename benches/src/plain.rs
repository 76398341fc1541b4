//! Bulk upserts written on gRPC alone, without a YDB client: the least work for sending rows.

use std::time::UNIX_EPOCH;

use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};
use tonic_prost::ProstCodec;
use ydb_grpc::ydb_proto::status_ids::StatusCode;
use ydb_grpc::ydb_proto::table::{BulkUpsertRequest, BulkUpsertResponse};
use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId, Type as Kind};
use ydb_grpc::ydb_proto::value::Value as Cell;
use ydb_grpc::ydb_proto::{ListType, OptionalType, StructMember, StructType, Type, TypedValue, Value};
use ydb_keys::hash::numeric_hash;

use crate::Outcome;
use crate::model::{ELSEWHERE, Order};

/// Opens a channel to the server.
///
/// # Errors
/// The connection fails.
pub async fn connect(connection_string: &str) -> Outcome<Channel> {
    let address = connection_string.trim_start_matches("grpc://").split('/').next().unwrap_or_default();
    Ok(Endpoint::from_shared(format!("http://{address}"))?.connect().await?)
}

/// Writes many rows.
///
/// # Errors
/// The server refuses.
pub async fn bulk_upsert(channel: &Channel, rows: &[Order]) -> Outcome {
    let table = format!("{ELSEWHERE}/orders");
    let request = Request::new(BulkUpsertRequest { table, rows: Some(encode(rows)), ..BulkUpsertRequest::default() });
    let mut grpc = Grpc::new(channel.clone()).max_encoding_message_size(64_000_000);
    grpc.ready().await?;
    let path = PathAndQuery::from_static("/Ydb.Table.V1.TableService/BulkUpsert");
    let answer: Result<tonic::Response<BulkUpsertResponse>, Status> =
        grpc.unary(request, path, ProstCodec::default()).await;
    match answer?.into_inner().operation {
        Some(operation) if operation.status == StatusCode::Success as i32 => Ok(()),
        refused => Err(format!("{refused:?}").into()),
    }
}

fn encode(rows: &[Order]) -> TypedValue {
    let primitive = |id: PrimitiveTypeId| Type { r#type: Some(Kind::TypeId(id as i32)) };
    let optional = |item| Type { r#type: Some(Kind::OptionalType(Box::new(OptionalType { item: Some(item) }))) };
    let member = |name: &str, ty| StructMember { name: name.to_owned(), r#type: Some(ty) };
    let members = vec![
        member("order_hash", primitive(PrimitiveTypeId::Uint64)),
        member("order_id", primitive(PrimitiveTypeId::Uint64)),
        member("customer", primitive(PrimitiveTypeId::Utf8)),
        member("created_at", primitive(PrimitiveTypeId::Timestamp)),
        member("amount", optional(Box::new(primitive(PrimitiveTypeId::Double)))),
    ];
    let row = Type { r#type: Some(Kind::StructType(StructType { members })) };
    let list = Type { r#type: Some(Kind::ListType(Box::new(ListType { item: Some(Box::new(row)) }))) };
    let items = rows.iter().map(|row| Value {
        items: vec![
            cell(Cell::Uint64Value(numeric_hash(row.order_id))),
            cell(Cell::Uint64Value(row.order_id)),
            cell(Cell::TextValue(row.customer.clone())),
            cell(Cell::Uint64Value(row.created_at.duration_since(UNIX_EPOCH).unwrap_or_default().as_micros() as u64)),
            cell(row.amount.map_or(Cell::NullFlagValue(0), Cell::DoubleValue)),
        ],
        ..Value::default()
    });
    TypedValue { r#type: Some(list), value: Some(Value { items: items.collect(), ..Value::default() }) }
}

fn cell(cell: Cell) -> Value {
    Value { value: Some(cell), ..Value::default() }
}
