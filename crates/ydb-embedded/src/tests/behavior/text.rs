//! What a query's text may leave out, and how long it may be.

use super::super::database::{Params, is};
use super::with;
use crate::session::{Release, TxControl};
use crate::types::{Primitive, Value};

fn key() -> Params {
    Params::from([("$k".to_owned(), (Primitive::Int32.into(), Value::Int(1)))])
}

#[test]
fn a_parameter_needs_no_declare() {
    let rows = with(|_| {}).query("SELECT $k", key()).unwrap();
    assert_eq!(rows, [[Value::Int(1)]]);
}

#[test]
fn a_parameter_without_declare_is_unknown() {
    let mut client = with(|behavior| behavior.implicit_parameter_types = false);
    for text in ["SELECT $k", "$other = $k; SELECT $other", "SELECT 1 IN $k"] {
        is(&client.query(text, key()).unwrap_err(), "GENERIC_ERROR", 0, "Unknown name: $k");
    }
    let rows = client.query("DECLARE $k AS Int32; SELECT $k", key()).unwrap();
    assert_eq!(rows, [[Value::Int(1)]]);
    // A parameter that is sent and not used is ignored.
    client.query("SELECT 1", key()).unwrap();
}

#[test]
fn a_list_without_declare_is_unknown() {
    let mut client = with(|behavior| behavior.implicit_parameter_types = false);
    let refused = client.query("SELECT * FROM AS_TABLE($k)", key()).unwrap_err();
    is(&refused, "GENERIC_ERROR", 0, "Unknown name: $k");
}

/// `SELECT 1` with spaces up to a length.
fn padded(bytes: usize) -> String {
    format!("SELECT 1{}", " ".repeat(bytes - 8))
}

#[test]
fn a_text_has_no_limit() {
    with(|_| {}).ok(&padded(100_000));
}

#[test]
fn a_long_text_is_refused_and_the_transaction_stays() {
    let mut client = with(|behavior| behavior.query_text_limit = Some(10_240));
    client.ok(&padded(10_240));
    client.begin();
    let tx = TxControl::Existing { id: client.tx.clone().unwrap(), commit: false };
    let refused = client.query_as(&padded(10_241), Params::new(), tx).unwrap_err();
    is(&refused, "BAD_REQUEST", 0, "Query text size exceeds limit (10241b > 10240b)");
    client.ok("SELECT 1");
    client.commit().unwrap();
}

#[test]
fn the_version_is_that_of_the_release() {
    assert_eq!(with(|_| {}).rows("SELECT Version()"), ["b'stable-26-2'"]);
    assert_eq!(with(|behavior| behavior.release = Release::V25_4).rows("SELECT version()"), ["b'stable-25-4'"]);
    is(
        &with(|_| {}).refused("SELECT Version(1)"),
        "GENERIC_ERROR",
        0,
        "Version() requires exactly 0 arguments, given: 1",
    );
}
