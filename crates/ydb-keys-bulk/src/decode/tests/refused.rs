//! Tests of each reason for which a part of a result is refused. The error names the table and, if possible, the
//! column.

use ydb_grpc::ydb_proto::r#type::Type as Kind;
use ydb_grpc::ydb_proto::value::Value as Field;
use ydb_grpc::ydb_proto::{ListType, OptionalType, Type};
use ydb_keys::{ErrorKind, YdbTable};

use super::*;

fn columns() -> Vec<(String, YdbType)> {
    named(&[("id", YdbType::Uint64), ("size", YdbType::Uint8), ("note", YdbType::Utf8)])
}

fn message(field: Field) -> Message {
    Message { value: Some(field), ..Message::default() }
}

fn row() -> Vec<Message> {
    vec![message(Field::Uint64Value(7)), message(Field::Uint32Value(255)), message(Field::TextValue("a".into()))]
}

fn read(set: ResultSet) -> Result<Option<Part>> {
    reader(&columns()).part(set)
}

/// Returns two rows; the second one has another value in a column.
fn with(place: usize, value: Message) -> ResultSet {
    let mut wrong = row();
    wrong[place] = value;
    protobuf(&columns(), vec![row(), wrong])
}

#[test]
fn values_of_another_type() {
    assert_eq!(read(protobuf(&columns(), vec![row()])).unwrap().unwrap().len(), 1);
    for (place, value, expected) in [
        (0, Field::Int64Value(7), "a value of column `id` is not of type Uint64"),
        (0, Field::Uint32Value(7), "a value of column `id` is not of type Uint64"),
        (0, Field::TextValue("7".into()), "a value of column `id` is not of type Uint64"),
        (1, Field::Uint32Value(256), "a value of column `size` is not of type Uint8"),
        (1, Field::Low128(1), "a value of column `size` is not of type Uint8"),
        (2, Field::BytesValue(b"a".to_vec()), "a value of column `note` is not of type Utf8"),
        (2, Field::NestedValue(Box::default()), "a value of column `note` is not of type Utf8"),
    ] {
        assert_eq!(reason(read(with(place, message(value)))), expected);
    }
    let nothing = Message::default();
    assert_eq!(reason(read(with(2, nothing))), "a value of column `note` is not of type Utf8");
}

#[test]
fn rows_of_another_width() {
    for width in [0, 2, 4] {
        let mut wrong = row();
        wrong.resize(width, Message::default());
        let read = read(protobuf(&columns(), vec![row(), wrong]));
        assert_eq!(reason(read), "a row does not have the columns of the result");
    }
}

#[test]
fn columns_that_are_not_the_structs() {
    let mut set = protobuf(&columns(), vec![row()]);
    set.columns[2].name = "text".to_owned();
    let Err(error) = read(set.clone()) else { panic!() };
    assert_eq!((error.kind(), error.table(), error.column()), (ErrorKind::Decode, Some("shop/orders"), Some("note")));
    assert!(error.to_string().starts_with("table `shop/orders`: the result has no column `note`"), "{error}");
    // A part without rows is checked, too, so that an empty table is checked.
    set.rows.clear();
    let Err(error) = read(set) else { panic!() };
    assert!(error.to_string().starts_with("table `shop/orders`: the result has no column `note`"), "{error}");

    let kind = |kind| Some(Type { r#type: Some(kind) });
    let plain = || Some(Box::new(type_of(YdbType::Utf8, true)));
    for (ty, found) in [
        (None, "no type"),
        (Some(Type::default()), "no type"),
        (kind(Kind::TypeId(77)), "a type that this version does not know"),
        (kind(Kind::ListType(Box::new(ListType { item: plain() }))), "List"),
        (kind(Kind::OptionalType(Box::new(OptionalType { item: plain() }))), "Optional<Optional>"),
    ] {
        let mut set = protobuf(&columns(), vec![row()]);
        set.columns[2].r#type = ty;
        let expected = format!(
            ", column `note`: expected a column type, found {found}\nhelp: compare the model with the table: the command `diff`"
        );
        assert_eq!(reason(read(set)), expected);
    }
}

#[test]
fn parts_that_lack_what_comes_before_them() {
    let mut rows = protobuf(&columns(), vec![row()]);
    rows.columns.clear();
    assert_eq!(reason(read(rows)), "rows come before their columns");
    assert_eq!(reason(read(arrow(None, &[1]))), "rows come before their columns");
    assert_eq!(reason(read(arrow(Some((&columns(), &[])), &[1]))), "a batch comes before its schema");
}

#[test]
fn results_that_are_not_whole() {
    let mut set = protobuf(&columns(), vec![row()]);
    set.truncated = true;
    assert_eq!(reason(read(set)), "YDB has truncated it");
    let mut set = arrow(None, &[1]);
    set.format = 3;
    assert_eq!(reason(read(set)), "its format 3 is unknown");
}

#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(u))]
struct Order {
    u: String,
}

#[test]
fn null_in_a_column_that_is_not_nullable() {
    let cases = pyarrow::cases();
    let case = cases.iter().find(|case| case.name == "several batches").unwrap();
    let text = |text: &str| message(Field::TextValue(text.to_owned()));
    let rows = [text("a"), message(Field::NullFlagValue(0))].map(|value| vec![value]).to_vec();
    for set in
        [arrow(Some((&case.columns, &case.schema)), &case.batches[0]), protobuf(&named(&[("u", YdbType::Utf8)]), rows)]
    {
        let part = Reader::new::<Order>(Vec::new()).part(set).unwrap().unwrap();
        assert_eq!(part.row::<Order>(0).unwrap().u, "a");
        let Err(error) = part.row::<Order>(1) else { panic!() };
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert!(error.to_string().starts_with("table `shop/orders`, column `u`: unexpected NULL"), "{error}");
    }
}

/// Tests every prefix of a message, and each of its numbers replaced by a wrong number.
#[test]
fn no_length_or_offset_is_believed() {
    let cases = pyarrow::cases();
    let case = cases.iter().find(|case| case.name == "several batches").unwrap();
    let (batch, head) = (&case.batches[0], Some((&*case.columns, &*case.schema)));
    let whole = reader(&case.columns).part(arrow(head, batch)).unwrap().unwrap();
    assert_eq!(whole.len(), 3);
    for end in 1..batch.len() {
        // A readable prefix lacks at most the padding after the last column.
        match reader(&case.columns).part(arrow(head, &batch[..end])) {
            Ok(part) => assert!(end > batch.len() - 8 && values(&part.unwrap()) == values(&whole), "{end}"),
            Err(error) => drop(error),
        }
    }
    for end in 1..case.schema.len() - 8 {
        let head = Some((&*case.columns, &case.schema[..end]));
        assert!(reader(&case.columns).part(arrow(head, batch)).is_err(), "{end} of {}", case.schema.len());
    }
    let numbers =
        [0, 1, 2, 4, 17, 64, 1000, i64::from(i32::MAX), i64::from(u32::MAX), 1 << 40, i64::MAX, i64::MIN, -1, -8];
    let mut reasons = Vec::new();
    for at in (0..batch.len()).step_by(4) {
        for (width, number) in [4, 8].into_iter().flat_map(|width| numbers.map(|number| (width, number))) {
            let mut spoiled = batch.clone();
            let end = batch.len().min(at + width);
            spoiled[at..end].copy_from_slice(&number.to_le_bytes()[..end - at]);
            match reader(&case.columns).part(arrow(head, &spoiled)) {
                Ok(Some(part)) => {
                    assert!(part.len() <= batch.len());
                    values(&part);
                }
                Ok(None) => {}
                Err(error) => reasons.push(error.to_string()),
            }
        }
    }
    for reason in [
        "the message is shorter than its header says",
        "a column is outside of the message",
        "the lengths of the columns differ from that of the batch",
        "the column `u` ends with an incomplete offset",
    ] {
        assert!(reasons.iter().any(|text| text.contains(reason)), "{reason}");
    }
}

/// The batch and each column have the number of rows. A row has at least one byte.
#[test]
fn more_rows_than_bytes_are_refused() {
    let cases = pyarrow::cases();
    let case = cases.iter().find(|case| case.name == "many rows").unwrap();
    let (batch, head) = (&case.batches[0], Some((&*case.columns, &*case.schema)));
    let places: Vec<usize> =
        (0..batch.len() - 8).step_by(8).filter(|&at| batch[at..at + 8] == 70_i64.to_le_bytes()).collect();
    assert!(places.len() >= 4, "{places:?}");
    for rows in [71, 1 << 40, i64::MAX, -1] {
        let mut spoiled = batch.clone();
        for &at in &places {
            spoiled[at..at + 8].copy_from_slice(&i64::to_le_bytes(rows));
            let reason = reason(reader(&case.columns).part(arrow(head, &spoiled)));
            assert!(!reason.is_empty(), "{rows} rows");
        }
    }
}
