//! Where the partitions of a table begin.

use std::time::Duration;

use ydb::YdbError;
use ydb_grpc::ydb_proto::table::{DescribeTableRequest, DescribeTableResponse, DescribeTableResult};
use ydb_grpc::ydb_proto::r#type::Type as Kind;
use ydb_grpc::ydb_proto::{Type, TypedValue};

use super::call::repeated;
use crate::bulk::connection::{Connection, operation_result};
use crate::bulk::proto::{type_from, value_from};
use crate::statements::Member;
use crate::types::Value;

const DESCRIBE_TABLE: &str = "/Ydb.Table.V1.TableService/DescribeTable";

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
    let request = DescribeTableRequest { path, include_shard_key_bounds: true, ..Default::default() };
    let answer: DescribeTableResponse = repeated(connection, DESCRIBE_TABLE, request, timeout).await?;
    let table: DescribeTableResult = operation_result(answer.operation)?;
    // A bound that does not fit the key means that the table is a different one; then it is read as one part.
    Ok(table.shard_key_bounds.iter().map(|bound| values(bound, key)).collect::<Option<_>>().unwrap_or_default())
}

fn values(bound: &TypedValue, key: &[Member]) -> Option<Vec<Value<'static>>> {
    let (Some(Type { r#type: Some(Kind::TupleType(types)) }), Some(values)) = (&bound.r#type, &bound.value) else {
        return None;
    };
    if types.elements.len() != values.items.len() || values.items.len() > key.len() {
        return None;
    }
    let value = |((ty, value), column): ((&Type, _), &Member)| {
        let value = type_from(ty).ok().filter(|ty| *ty == column.ty).and_then(|ty| value_from(ty, value))?;
        Some(value.into_owned())
    };
    types.elements.iter().zip(&values.items).zip(key).map(value).collect()
}

#[cfg(test)]
mod tests {
    use ydb_grpc::ydb_proto::{TupleType, Value as Message, value};

    use super::*;
    use crate::bulk::proto::type_of;
    use crate::types::YdbType;

    const KEY: [Member; 2] = [
        Member { name: "tenant", ty: YdbType::Uint64, optional: false },
        Member { name: "at", ty: YdbType::Timestamp, optional: true },
    ];

    fn bound(types: &[YdbType], fields: Vec<value::Value>) -> TypedValue {
        let elements = types.iter().map(|&ty| type_of(ty, true)).collect();
        let items = fields.into_iter().map(|field| Message { value: Some(field), ..Default::default() }).collect();
        TypedValue {
            r#type: Some(Type { r#type: Some(Kind::TupleType(TupleType { elements })) }),
            value: Some(Message { items, ..Default::default() }),
        }
    }

    #[test]
    fn bounds_are_prefixes_of_the_key() {
        let number = || value::Value::Uint64Value(7);
        let null = || value::Value::NullFlagValue(0);
        let one = bound(&[YdbType::Uint64], vec![number()]);
        assert_eq!(values(&one, &KEY), Some(vec![Value::Uint64(7)]));
        let both = bound(&[YdbType::Uint64, YdbType::Timestamp], vec![number(), null()]);
        assert_eq!(values(&both, &KEY), Some(vec![Value::Uint64(7), Value::Null]));
        let other = bound(&[YdbType::Timestamp], vec![number()]);
        let long = bound(&[YdbType::Uint64, YdbType::Timestamp, YdbType::Uint64], vec![number(), number(), number()]);
        let short = bound(&[YdbType::Uint64, YdbType::Timestamp], vec![number()]);
        for bound in [other, long, short, TypedValue::default()] {
            assert_eq!(values(&bound, &KEY), None);
        }
    }
}
