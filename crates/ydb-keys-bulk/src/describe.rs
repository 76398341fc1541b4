//! What DescribeTable says of a table's partitions. The crate `ydb` does not ask for it.

use std::time::Duration;

use ydb::YdbError;
use ydb_grpc::ydb_proto::table::{DescribeTableRequest, DescribeTableResponse, DescribeTableResult};
use ydb_grpc::ydb_proto::r#type::Type as Kind;
use ydb_grpc::ydb_proto::{Type, TypedValue, Value as Message};
use ydb_keys::{Value, YdbType};

use super::connection::{Connection, operation_result};
use super::proto::{type_from, value_from};
use super::repeated::repeated;

const DESCRIBE_TABLE: &str = "/Ydb.Table.V1.TableService/DescribeTable";

/// The description of a table with the bounds of its partitions.
pub(super) async fn described(
    connection: &Connection,
    path: String,
    timeout: Option<Duration>,
) -> Result<DescribeTableResult, YdbError> {
    let request = DescribeTableRequest { path, include_shard_key_bounds: true, ..Default::default() };
    let answer: DescribeTableResponse = repeated(connection, DESCRIBE_TABLE, request, timeout).await?;
    operation_result(answer.operation)
}

/// A value with its type, which NULL does not have.
#[derive(Debug, PartialEq)]
pub(super) struct Typed {
    pub(super) ty: YdbType,
    pub(super) value: Value<'static>,
}

/// The values of a bound; `None` if it is not a tuple of columns' values.
pub(super) fn tuple(bound: &TypedValue) -> Option<Vec<Typed>> {
    let (Some(Type { r#type: Some(Kind::TupleType(types)) }), Some(values)) = (&bound.r#type, &bound.value) else {
        return None;
    };
    if types.elements.len() != values.items.len() {
        return None;
    }
    let value = |(ty, value): (&Type, &Message)| {
        let ty = type_from(ty).ok()?;
        Some(Typed { ty, value: value_from(ty, value)?.into_owned() })
    };
    types.elements.iter().zip(&values.items).map(value).collect()
}

/// A table, or the table of an index, as far as its partitions are concerned.
#[derive(Clone, Debug, Default, PartialEq)]
#[doc(hidden)]
pub struct Partitioned {
    /// The columns of the key with their types, where known.
    pub key: Vec<(String, Option<YdbType>)>,
    /// The first values of the key at which partitions begin, but the first; none for a column table. NULLs at the end,
    /// with which YDB fills up the prefix of a key, are left out.
    pub bounds: Vec<Vec<Value<'static>>>,
    pub is_column_table: bool,
    /// `None` if the server does not report it.
    pub by_size: Option<bool>,
    pub size_mb: Option<u64>,
    pub by_load: Option<bool>,
    pub min: Option<u64>,
    pub max: Option<u64>,
}

/// What DescribeTable says of a table's partitions.
///
/// # Errors
/// The client's: SCHEME_ERROR if there is no such table, or the user may not see it.
pub async fn partitioned(connection: &Connection, path: String) -> Result<Partitioned, YdbError> {
    Ok(from_description(&described(connection, path, None).await?))
}

fn from_description(table: &DescribeTableResult) -> Partitioned {
    use ydb_grpc::ydb_proto::feature_flag::Status;
    use ydb_grpc::ydb_proto::table::StoreType;

    let of_column = |name: &String| {
        let column = table.columns.iter().find(|column| column.name == *name);
        (name.clone(), column.and_then(|column| type_from(column.r#type.as_ref()?).ok()))
    };
    let mut bounds = Vec::with_capacity(table.shard_key_bounds.len());
    for bound in &table.shard_key_bounds {
        // Without all of the bounds it is unknown which partition has which.
        let Some(values) = tuple(bound) else {
            bounds.clear();
            break;
        };
        let mut values: Vec<_> = values.into_iter().map(|typed| typed.value).collect();
        while values.last().is_some_and(|value| *value == Value::Null) {
            values.pop();
        }
        bounds.push(values);
    }
    let flag = |number: i32| match Status::try_from(number) {
        Ok(Status::Enabled) => Some(true),
        Ok(Status::Disabled) => Some(false),
        _ => None,
    };
    let settings = table.partitioning_settings.as_ref();
    let given = |number: u64| Some(number).filter(|&number| number > 0);
    Partitioned {
        key: table.primary_key.iter().map(of_column).collect(),
        bounds,
        is_column_table: table.store_type == StoreType::Column as i32,
        by_size: settings.and_then(|settings| flag(settings.partitioning_by_size)),
        size_mb: settings.and_then(|settings| given(settings.partition_size_mb)),
        by_load: settings.and_then(|settings| flag(settings.partitioning_by_load)),
        min: settings.and_then(|settings| given(settings.min_partitions_count)),
        max: settings.and_then(|settings| given(settings.max_partitions_count)),
    }
}
