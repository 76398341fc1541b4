//! Where the partitions of a table begin.

use std::time::Duration;

use ydb::YdbError;
use ydb_keys::Value;
use ydb_keys_core::schema::member::Member;

use crate::connection::Connection;
use crate::describe::{Typed, described, tuple};

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
    let bounds = table.shard_key_bounds.iter().map(|bound| values(tuple(bound)?, key));
    Ok(bounds.collect::<Option<_>>().unwrap_or_default())
}

fn values(bound: Vec<Typed>, key: &[Member]) -> Option<Vec<Value<'static>>> {
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
        values(tuple(bound)?, &KEY)
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
