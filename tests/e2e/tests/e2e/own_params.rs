//! Tests parameters of users' own queries: how they are passed and declared.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use e2e_tests::{Database, is};
use ydb_keys::{ErrorKind, YdbRow, YdbTable, param, param_list, query};

use crate::models::*;

/// Types of two parameters, as the server sees them.
#[derive(YdbRow, Debug, PartialEq)]
struct Types {
    a: String,
    b: String,
}

const TYPES: &str = "SELECT CAST(FormatType(TypeOf($a)) AS Utf8) AS a,\nCAST(FormatType(TypeOf($b)) AS Utf8) AS b";

/// Starts an engine that refuses undeclared parameters, like some servers do.
async fn strict() -> Database {
    Database::embedded_with::<Order>().await
}

#[tokio::test]
async fn parameters_are_declared_with_the_types_of_their_values() {
    let database = strict().await;
    let client = database.no_retry();
    let types = Types { a: "Uint64".to_owned(), b: "Optional<Utf8>".to_owned() };
    // Settings, comments and its own DECLAREs may come first.
    for begin in [
        "",
        "\n",
        "--!syntax_v1\n",
        "-- DECLARE $a AS Utf8;\n",
        "/* DECLARE $b AS Utf8; */ ",
        "--!syntax_v1\nPRAGMA AnsiInForEmptyOrNullableItemsCollections;\n",
        "PRAGMA AnsiInForEmptyOrNullableItemsCollections; declare $a as Uint64;\n",
        "DECLARE $b AS Utf8?;\n",
        "DECLARE $a AS Uint64; DECLARE $`b` AS Utf8?;\n",
        "$c = 'DECLARE $a AS Utf8; \\' DECLARE';\n",
    ] {
        let text = format!("{begin}{TYPES}");
        let given = query(text.as_str()).param("a", &1_u64).param("$b", &None::<String>);
        assert_eq!(given.first::<Types>(&client).await.unwrap().as_ref(), Some(&types), "{text}");
        let map = HashMap::from([
            ("$a".to_owned(), param(&1_u64).unwrap()),
            ("b".to_owned(), param(&Some("x".to_owned())).unwrap()),
        ]);
        let given = query(text.as_str()).params(map);
        assert_eq!(given.first::<Types>(&client).await.unwrap().as_ref(), Some(&types), "{text}");
    }
    let list = param_list::<SystemTime>(&[]).unwrap();
    let given = query(TYPES).params([("a", list), ("b", param(&vec![0_u8]).unwrap())]).first::<Types>(&client).await;
    assert_eq!(given.unwrap(), Some(Types { a: "List<Timestamp>".to_owned(), b: "String".to_owned() }));
    // The last value of a name counts.
    let given = query(TYPES).param("a", &1_u64).param("$a", &true).param("b", &1_i8).first::<Types>(&client).await;
    assert_eq!(given.unwrap(), Some(Types { a: "Bool".to_owned(), b: "Int8".to_owned() }));
}

#[tokio::test]
async fn a_declaration_of_the_text_decides() {
    let database = strict().await;
    let text = "DECLARE $a AS Uint64; SELECT 1 FROM `ydb_keys_e2e/orders` WHERE order_id = $a";
    let error = query(text).param("a", &1_i8).exec(&database.no_retry()).await.unwrap_err();
    assert!(is(&error, ErrorKind::Database, &["BAD_REQUEST", "$a"]), "{error:?}");
}

/// Tests that keys are declared once, by the text or by the library.
#[tokio::test]
async fn keys_with_their_hash_are_parameters() {
    let database = strict().await;
    let client = database.no_retry();
    Order::insert_many(&samples::<Order>(9)).exec(&client).await.unwrap();
    let keys = Order::key_list([3_u64, 5, 77]);
    let table = Order::TABLE.name;
    let hash = Order::HASH_COLUMN.unwrap();
    let join = format!(
        "SELECT o.* FROM AS_TABLE($keys) AS k JOIN `{table}` AS o ON o.{hash} = k.{hash} AND o.order_id = k.order_id"
    );
    for text in [format!("{}{join}", keys.declarations()), join] {
        let mut found: Vec<Order> = query(text.as_str()).params(&keys).fetch(&client).await.unwrap();
        found.sort_unstable_by_key(|order| order.order_id);
        assert_eq!(found, [Order::sample(3), Order::sample(5)]);
        let given = query(text).params(keys.values().unwrap());
        assert_eq!(given.fetch::<Order>(&client).await.unwrap().len(), 2);
    }
    let text = format!("SELECT * FROM `{table}` WHERE {hash} = ${hash} AND order_id = $order_id AND amount < $most");
    let one = query(text).param("most", &1e9).params(Order::key_params(5_u64)).fetch::<Order>(&client).await;
    assert_eq!(one.unwrap(), [Order::sample(5)]);
}

#[tokio::test]
async fn a_value_that_cannot_be_sent_is_the_error_of_the_query() {
    let database = strict().await;
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    let error = query(TYPES).param("a", &before).param("b", &1_u8).exec(&database.no_retry()).await.unwrap_err();
    assert!(is(&error, ErrorKind::InvalidValue, &["parameter `$a` of type Timestamp: "]), "{error:?}");
    let keys = query(TYPES).params(UserEvent::key_params((1, before))).exec(&database.no_retry()).await.unwrap_err();
    assert!(is(&keys, ErrorKind::InvalidValue, &["column `timestamp`: "]), "{keys:?}");
}
