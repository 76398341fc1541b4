//! Tests 200 tests at once in one process, each with its own database.

use std::env;
use std::process::Command;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use ydb::Client;
use ydb_keys::YdbTable;

const TESTS: usize = 200;

/// Time after which a test is said to hang; it measures nothing.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<i64>,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "customers", primary_key(email), index(by_name, on(name)))]
struct Customer {
    email: String,
    name: String,
}

/// Number of tests that have written their rows.
static MET: Mutex<usize> = Mutex::new(0);

/// Signal that another test has written its rows.
static MORE: Condvar = Condvar::new();

/// Waits until all tests have written their rows.
fn meet() {
    let mut met = MET.lock().unwrap();
    *met += 1;
    MORE.notify_all();
    let (met, waited) = MORE.wait_timeout_while(met, PATIENCE, |met| *met < TESTS).unwrap();
    assert!(!waited.timed_out(), "only {met} of {TESTS} tests run at once");
}

/// Inserts the same rows as every test, waits until all others have, too, and checks that it sees only its own.
async fn same_rows(client: &Client, test: &str) {
    let mut q = client.query_client();
    let order = Order { order_id: 1, amount: Some(7) };
    order.insert().exec(&mut q).await.unwrap();
    let customer = Customer { email: "ann@example.com".to_owned(), name: test.to_owned() };
    customer.insert().exec(&mut q).await.unwrap();
    meet();
    assert_eq!(Order::scan().full_scan().fetch(&mut q).await.unwrap(), [order]);
    assert_eq!(Customer::scan().full_scan().fetch(&mut q).await.unwrap(), [customer]);
}

#[test]
fn two_hundred_at_once() {
    let program = env::current_exe().unwrap();
    let output = Command::new(program)
        .args(["--ignored", "--test-threads=200", "parallel::"])
        .env_remove("YDB_CONNECTION_STRING")
        .env_remove("RUST_TEST_THREADS")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains(&format!("test result: ok. {TESTS} passed")), "{text}");
}

macro_rules! tests {
    ($($name:ident)*) => {$(
        #[ydb_keys::test(super::Order, super::Customer)]
        #[ignore = "one of 200 that `two_hundred_at_once` runs"]
        async fn $name(client: ydb::Client) {
            super::same_rows(&client, concat!(module_path!(), stringify!($name))).await;
        }
    )*};
}

macro_rules! twenty {
    ($($module:ident)*) => {$(
        mod $module {
            tests! { t00 t01 t02 t03 t04 t05 t06 t07 t08 t09 t10 t11 t12 t13 t14 t15 t16 t17 t18 t19 }
        }
    )*};
}

twenty! { m0 m1 m2 m3 m4 m5 m6 m7 m8 m9 }
