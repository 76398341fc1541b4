//! Tests rows inside of rows: their columns, and the values and errors of reading them.

use crate::refusal::is;
use ydb_keys::{Error, ErrorKind, Value, YdbColumn, YdbRow, YdbTable};

#[derive(YdbTable, Debug, PartialEq)]
#[ydb(table = "customers", primary_key(id_hash = xxh3(id), id))]
struct Customer {
    id: CustomerId,
    name: Option<String>,
    #[ydb(rename = "e-mail")]
    email: String,
}

#[derive(YdbColumn, Clone, Debug, PartialEq)]
struct CustomerId(u64);

#[derive(YdbRow, Debug, PartialEq)]
struct City {
    name: String,
    country: Option<String>,
}

#[derive(YdbRow, Debug, PartialEq)]
struct Address {
    street: String,
    #[ydb(flatten, prefix = "city_")]
    city: City,
}

/// Row of `SELECT o.order_id AS order_id, c.id AS c_id, .. FROM orders AS o LEFT JOIN customers AS c ..`.
#[derive(YdbRow, Debug, PartialEq)]
#[ydb(rename_all = "camelCase")]
struct Sale {
    order_id: u64,
    #[ydb(flatten, prefix = "c_")]
    customer: Customer,
    amount: Option<f64>,
    #[ydb(flatten, prefix = "to_")]
    address: Option<Address>,
    #[ydb(flatten)]
    city: Option<City>,
    #[ydb(skip)]
    shown: bool,
}

/// Struct with a part of a model's columns.
#[derive(YdbRow, Debug, PartialEq)]
#[ydb(of = Customer)]
struct Contact {
    id: u64,
    #[ydb(flatten)]
    who: Who,
}

#[derive(YdbRow, Debug, PartialEq)]
struct Who {
    name: Option<String>,
    #[ydb(rename = "e-mail")]
    email: String,
}

fn text(text: &'static str) -> Value<'static> {
    Value::Utf8(text.into())
}

const NULL: Value<'static> = Value::Null;

fn sale(address: [Value<'static>; 3], city: [Value<'static>; 2]) -> Result<Sale, Error> {
    let mut values = vec![Value::Uint64(1), Value::Uint64(7), NULL, text("a@b"), Value::Double(2.5)];
    values.extend(address);
    values.extend(city);
    Sale::from_column_values(values)
}

#[test]
fn the_columns_have_their_prefixes() {
    let names: Vec<&str> = Sale::FIELDS.iter().map(|column| column.name).collect();
    assert_eq!(
        names,
        [
            "orderId",
            "c_id",
            "c_name",
            "c_e-mail",
            "amount",
            "to_street",
            "to_city_name",
            "to_city_country",
            "name",
            "country"
        ]
    );
    let nullable: Vec<bool> = Sale::FIELDS.iter().map(|column| column.is_nullable()).collect();
    assert_eq!(nullable, [false, false, true, false, true, true, true, true, true, true]);
    let names: Vec<&str> = Contact::FIELDS.iter().map(|column| column.name).collect();
    assert_eq!(names, ["id", "name", "e-mail"]);
}

#[test]
fn values_become_nested_rows() {
    let row = sale([text("Unter den Linden 1"), text("Berlin"), text("DE")], [text("Bonn"), NULL]).unwrap();
    let city = City { name: "Berlin".into(), country: Some("DE".into()) };
    let expected = Sale {
        order_id: 1,
        customer: Customer { id: CustomerId(7), name: None, email: "a@b".into() },
        amount: Some(2.5),
        address: Some(Address { street: "Unter den Linden 1".into(), city }),
        city: Some(City { name: "Bonn".into(), country: None }),
        shown: false,
    };
    assert_eq!(row, expected);
    let contact = Contact::from_column_values(vec![Value::Uint64(7), NULL, text("a@b")]).unwrap();
    assert_eq!(contact, Contact { id: 7, who: Who { name: None, email: "a@b".into() } });
}

#[test]
fn a_row_of_nulls_is_none() {
    let row = sale([NULL, NULL, NULL], [NULL, NULL]).unwrap();
    assert_eq!((row.address, row.city), (None, None));
}

#[test]
fn a_row_of_some_nulls_is_an_error_that_names_the_column() {
    let refused = |address, city| sale(address, city).unwrap_err();
    let error = refused([text("Unter den Linden 1"), NULL, text("DE")], [NULL, NULL]);
    assert!(
        is(&error, ErrorKind::Decode, &["struct `Sale`", "column `to_city_name`: ", "unexpected NULL"]),
        "{error:?}"
    );
    let error = refused([NULL, text("Berlin"), NULL], [NULL, NULL]);
    assert!(is(&error, ErrorKind::Decode, &["column `to_street`: ", "unexpected NULL"]), "{error:?}");
    let error = refused([NULL, NULL, NULL], [NULL, text("DE")]);
    assert!(is(&error, ErrorKind::Decode, &["column `name`: ", "unexpected NULL"]), "{error:?}");
}

#[test]
fn a_value_of_another_type_is_named_with_the_prefix() {
    let error = sale([text("x"), text("y"), Value::Int32(1)], [NULL, NULL]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "struct `Sale`, column `to_city_country`: expected Utf8, found Int32\nhelp: make the field `i32`, or `CAST` the expression"
    );
    let error = Sale::from_column_values(vec![Value::Uint64(1), NULL, NULL, NULL]).unwrap_err();
    assert!(is(&error, ErrorKind::Decode, &["column `c_id`: ", "unexpected NULL"]), "{error:?}");
    // The first error is the one that is returned: here that of the nested row.
    let error = Sale::from_column_values(vec![Value::Uint64(1), Value::Uint64(7), NULL]).unwrap_err();
    assert!(is(&error, ErrorKind::Decode, &["no column `c_e-mail`"]), "{error:?}");
    let error = Sale::from_column_values(vec![Value::Bool(true)]).unwrap_err();
    assert!(is(&error, ErrorKind::Decode, &["column `orderId`: ", "expected "]), "{error:?}");
}
