//! Tests rows with some of a table's columns, or with a query's columns: their sources, and errors of reading.

use std::time::{Duration, SystemTime};

use crate::refusal::is;
use serde::Deserialize;
use ydb_keys::{ErrorKind, Value, YdbColumn, YdbRow, YdbTable};

#[derive(YdbTable, Debug, PartialEq)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id), cover(status)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    #[ydb(type = "Datetime")]
    at: SystemTime,
    status: Status,
    amount: Option<f64>,
    #[ydb(rename = "notes", json)]
    remarks: Option<Vec<String>>,
}

#[derive(YdbColumn, Debug, PartialEq)]
#[ydb(rename_all = "snake_case")]
enum Status {
    New,
    Paid,
}

#[derive(YdbRow, Debug, PartialEq)]
#[ydb(of = Order)]
struct OrderTotal {
    amount: Option<f64>,
    order_id: u64,
    #[ydb(skip)]
    shown: bool,
    at: SystemTime,
}

#[derive(YdbRow, Debug, PartialEq)]
#[ydb(of = Order, covered_by = by_customer)]
struct CustomerOrder {
    customer_id: u64,
    #[ydb(rename = "order_id")]
    number: u64,
    order_hash: u64,
    status: Status,
}

#[derive(serde::Serialize, Deserialize, Debug, PartialEq)]
struct Range {
    least: u32,
    most: u32,
}

/// Row of a query with its own names of columns.
#[derive(YdbRow, Debug, PartialEq)]
#[ydb(rename_all = "camelCase")]
struct CustomerStatistics {
    customer_id: u64,
    #[ydb(rename = "number of orders")]
    orders: u64,
    #[ydb(json)]
    price_range: Range,
    #[ydb(json)]
    last: Option<Range>,
    r#type: Option<String>,
}

fn names<R: YdbRow>() -> Vec<&'static str> {
    R::FIELDS.iter().map(|column| column.name).collect()
}

#[test]
fn the_columns_are_the_fields_in_their_order() {
    assert_eq!(names::<OrderTotal>(), ["amount", "order_id", "at"]);
    assert_eq!(names::<CustomerOrder>(), ["customer_id", "order_id", "order_hash", "status"]);
    assert_eq!(names::<CustomerStatistics>(), ["customerId", "number of orders", "priceRange", "last", "type"]);
    assert_eq!(CustomerStatistics::FIELDS[1].field, "orders");
    assert_eq!(names::<Order>(), ["order_id", "customer_id", "at", "status", "amount", "notes"]);
}

#[test]
fn a_part_of_a_row_is_called_like_its_table() {
    assert_eq!(OrderTotal::NAME, "shop/orders");
    assert_eq!(Order::NAME, "shop/orders");
    assert_eq!(CustomerStatistics::NAME, "struct CustomerStatistics");
}

#[test]
fn values_become_fields() {
    let row = OrderTotal::from_column_values(vec![Value::Double(9.5), Value::Uint64(7), Value::Datetime(86_400)]);
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(86_400);
    assert_eq!(row.unwrap(), OrderTotal { amount: Some(9.5), order_id: 7, shown: false, at });

    let row = CustomerOrder::from_column_values(vec![
        Value::Uint64(1),
        Value::Uint64(2),
        Value::Uint64(3),
        Value::Utf8("paid".into()),
    ]);
    assert_eq!(row.unwrap(), CustomerOrder { customer_id: 1, number: 2, order_hash: 3, status: Status::Paid });

    let row = CustomerStatistics::from_column_values(vec![
        Value::Uint64(1),
        Value::Uint64(2),
        Value::JsonDocument(r#"{"least":1,"most":5}"#.into()),
        Value::Null,
        Value::Utf8("new".into()),
    ]);
    let expected = CustomerStatistics {
        customer_id: 1,
        orders: 2,
        price_range: Range { least: 1, most: 5 },
        last: None,
        r#type: Some("new".to_owned()),
    };
    assert_eq!(row.unwrap(), expected);
}

#[test]
fn null_is_read_where_it_may_be() {
    let row = OrderTotal::from_column_values(vec![Value::Null, Value::Uint64(7), Value::Datetime(0)]);
    assert_eq!(row.map(|row| row.amount).unwrap(), None);
    let row = OrderTotal::from_column_values(vec![Value::Null, Value::Null, Value::Datetime(0)]);
    assert!(is(&row, ErrorKind::Decode, &["table `shop/orders`", "column `order_id`: ", "unexpected NULL"]));
}

#[test]
fn a_missing_value_is_named() {
    let row = OrderTotal::from_column_values(vec![Value::Null, Value::Uint64(7)]);
    assert!(is(&row, ErrorKind::Decode, &["table `shop/orders`", "no column `at`"]));
    let row = CustomerStatistics::from_column_values(vec![Value::Uint64(7)]);
    let text = row.unwrap_err().to_string();
    assert_eq!(
        text,
        "struct `CustomerStatistics`: the result has no column `number of orders`\nhelp: name the expression: `AS number of orders`"
    );
}

#[test]
fn a_value_of_another_type_is_named() {
    let row = OrderTotal::from_column_values(vec![Value::Null, Value::Int64(7), Value::Datetime(0)]);
    assert!(is(
        &row,
        ErrorKind::Decode,
        &["table `shop/orders`", "column `order_id`: ", "expected Uint64, found Int64"]
    ));
    let unknown = Value::Utf8("lost".into());
    let row = CustomerOrder::from_column_values(vec![Value::Uint64(1), Value::Uint64(2), Value::Uint64(3), unknown]);
    assert!(is(&row, ErrorKind::Decode, &["table `shop/orders`", "column `status`: "]), "{row:?}");
}

#[test]
fn a_model_is_a_row_of_all_its_columns() {
    let order = || Order {
        order_id: 1,
        customer_id: 2,
        at: SystemTime::UNIX_EPOCH,
        status: Status::New,
        amount: Some(0.5),
        remarks: Some(vec!["x".to_owned()]),
    };
    let values = vec![
        Value::Uint64(1),
        Value::Uint64(2),
        Value::Datetime(0),
        Value::Utf8("new".into()),
        Value::Double(0.5),
        Value::Json(r#"["x"]"#.into()),
    ];
    assert_eq!(order().to_values().unwrap(), values.clone());
    assert_eq!(Order::from_column_values(values).unwrap(), order());
}
