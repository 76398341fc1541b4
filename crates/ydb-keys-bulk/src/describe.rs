//! What DescribeTable says of a table's partitions, and where they begin. The crate `ydb` does not ask for it.

use std::time::Duration;

use ydb::YdbError;
use ydb_grpc::ydb_proto::table::{DescribeTableRequest, DescribeTableResponse, DescribeTableResult};
use ydb_grpc::ydb_proto::r#type::Type as Kind;
use ydb_grpc::ydb_proto::{Type, TypedValue, Value as Message};
use ydb_keys::{Value, YdbType};
use ydb_keys_core::schema::member::Member;

use crate::connection::{Connection, operation_result, repeated};
use crate::proto::{type_from, value_from};

const DESCRIBE_TABLE: &str = "/Ydb.Table.V1.TableService/DescribeTable";

/// The description of a table with the bounds of its partitions.
async fn described(
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
struct Typed {
    ty: YdbType,
    value: Value<'static>,
}

/// The values of a bound; `None` if it is not a tuple of columns' values.
fn tuple(bound: &TypedValue) -> Option<Vec<Typed>> {
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

/// The first values of the key at which partitions begin, in key order; `key` are the columns that rows are sorted by.
///
/// YDB gives them as tuples of optionals, which may have fewer values than the key (`FillTableBoundaryImpl` of
/// ydb/core/ydb_convert/table_description.cpp). A column table has none, because its partitions are not ranges of the
/// key.
///
/// # Errors
/// The client's.
pub(super) async fn partition_bounds(
    connection: &Connection,
    path: String,
    key: &[Member],
    timeout: Option<Duration>,
) -> Result<Vec<Vec<Value<'static>>>, YdbError> {
    let table = described(connection, path, timeout).await?;
    // A bound that does not fit the key means that the table is a different one; then it is read as one part.
    let bounds = table.shard_key_bounds.iter().map(|bound| bound_values(tuple(bound)?, key));
    Ok(bounds.collect::<Option<_>>().unwrap_or_default())
}

fn bound_values(bound: Vec<Typed>, key: &[Member]) -> Option<Vec<Value<'static>>> {
    let value = |(of_bound, column): (Typed, &Member)| (of_bound.ty == column.ty).then_some(of_bound.value);
    if bound.len() > key.len() {
        return None;
    }
    bound.into_iter().zip(key).map(value).collect()
}

#[cfg(test)]
mod tests {
    use ydb_grpc::ydb_proto::{TupleType, Type, TypedValue, Value as Message, r#type::Type as Kind, value};
    use ydb_keys::YdbType;

    use super::*;
    use crate::proto::type_of;

    const KEY: [Member; 2] = [
        Member { name: "tenant", ty: YdbType::Uint64, optional: false, may_be_null: false },
        Member { name: "at", ty: YdbType::Timestamp, optional: true, may_be_null: true },
    ];

    fn bound(types: &[YdbType], fields: Vec<value::Value>) -> TypedValue {
        let elements = types.iter().map(|&ty| type_of(ty, true)).collect();
        let items = fields.into_iter().map(|field| Message { value: Some(field), ..Default::default() }).collect();
        TypedValue {
            r#type: Some(Type { r#type: Some(Kind::TupleType(TupleType { elements })) }),
            value: Some(Message { items, ..Default::default() }),
        }
    }

    fn read(bound: &TypedValue) -> Option<Vec<Value<'static>>> {
        bound_values(tuple(bound)?, &KEY)
    }

    #[test]
    fn bounds_are_prefixes_of_the_key() {
        let number = || value::Value::Uint64Value(7);
        let null = || value::Value::NullFlagValue(0);
        let one = bound(&[YdbType::Uint64], vec![number()]);
        assert_eq!(read(&one), Some(vec![Value::Uint64(7)]));
        let both = bound(&[YdbType::Uint64, YdbType::Timestamp], vec![number(), null()]);
        assert_eq!(read(&both), Some(vec![Value::Uint64(7), Value::Null]));
        let other = bound(&[YdbType::Timestamp], vec![number()]);
        let long = bound(&[YdbType::Uint64, YdbType::Timestamp, YdbType::Uint64], vec![number(), number(), number()]);
        let short = bound(&[YdbType::Uint64, YdbType::Timestamp], vec![number()]);
        for bound in [other, long, short, TypedValue::default()] {
            assert_eq!(read(&bound), None);
        }
    }
}
