//! Partitions of a table, with the keys at which they begin, from DescribeTable. The crate `ydb` does not ask for them.

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

/// Describes a table, with the bounds of its partitions.
async fn described(
    connection: &Connection,
    path: String,
    timeout: Option<Duration>,
) -> Result<DescribeTableResult, YdbError> {
    let request = DescribeTableRequest { path, include_shard_key_bounds: true, ..Default::default() };
    let answer: DescribeTableResponse = repeated(connection, DESCRIBE_TABLE, request, timeout).await?;
    operation_result(answer.operation)
}

/// Returns the values of a bound with their types; `None` if the bound is not a tuple of column values. The types are
/// separate because NULL has none.
fn tuple(bound: &TypedValue) -> Option<Vec<(YdbType, Value<'static>)>> {
    let (Some(Type { r#type: Some(Kind::TupleType(types)) }), Some(values)) = (&bound.r#type, &bound.value) else {
        return None;
    };
    if types.elements.len() != values.items.len() {
        return None;
    }
    let value = |(ty, value): (&Type, &Message)| {
        let ty = type_from(ty).ok()?;
        Some((ty, value_from(ty, value)?.into_owned()))
    };
    types.elements.iter().zip(&values.items).map(value).collect()
}

/// Partitioning of a table, or of the table of an index.
#[derive(Clone, Debug, Default, PartialEq)]
#[doc(hidden)]
pub struct Partitioned {
    /// Columns of the key, with their types where known.
    pub key: Vec<(String, Option<YdbType>)>,
    /// First key values of each partition except the first; empty for a column table. YDB fills up the prefix of a key
    /// with NULLs; NULLs at the end are left out here.
    pub bounds: Vec<Vec<Value<'static>>>,
    pub is_column_table: bool,
    /// `true` if partitions are split by size; `None` if the server does not report it.
    pub by_size: Option<bool>,
    pub size_mb: Option<u64>,
    pub by_load: Option<bool>,
    pub min: Option<u64>,
    pub max: Option<u64>,
}

/// Describes the partitioning of a table.
///
/// # Errors
/// The errors of the crate `ydb`: SCHEME_ERROR if the table does not exist, or if the user may not see it.
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
        // If a bound is unreadable, the other bounds cannot be matched to partitions.
        let Some(values) = tuple(bound) else {
            bounds.clear();
            break;
        };
        let mut values: Vec<_> = values.into_iter().map(|(_, value)| value).collect();
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

/// Returns the first key values of each partition except the first, in key order. `key` has the columns that sort the
/// rows.
///
/// YDB returns tuples of optionals, which may have fewer values than the key (`FillTableBoundaryImpl` of
/// ydb/core/ydb_convert/table_description.cpp). A column table has no bounds, because its partitions are not ranges of
/// the key.
///
/// # Errors
/// The errors of the crate `ydb`.
pub(super) async fn partition_bounds(
    connection: &Connection,
    path: String,
    key: &[Member],
    timeout: Option<Duration>,
) -> Result<Vec<Vec<Value<'static>>>, YdbError> {
    let table = described(connection, path, timeout).await?;
    // A bound that does not fit the key belongs to a different table. The table is then read as one part.
    let bounds = table.shard_key_bounds.iter().map(|bound| bound_values(tuple(bound)?, key));
    Ok(bounds.collect::<Option<_>>().unwrap_or_default())
}

fn bound_values(bound: Vec<(YdbType, Value<'static>)>, key: &[Member]) -> Option<Vec<Value<'static>>> {
    if bound.len() > key.len() {
        return None;
    }
    bound.into_iter().zip(key).map(|((ty, value), column)| (ty == column.ty).then_some(value)).collect()
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
