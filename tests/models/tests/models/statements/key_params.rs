//! Tests keys as parameters of users' own queries.

use std::time::{Duration, SystemTime};

use crate::refusal::is;
use uuid::Uuid;
use ydb_keys::statements::{KeyParams, ParamType, ParamValue};
use ydb_keys::{ErrorKind, Statement, Value, YdbTable, YdbType};

use super::nullable::Sale;
use super::odd_names::Odd;
use super::orders::Order;
use super::user_events::UserEvent;

/// Results of `Digest::NumericHash` for 1001 and 1002.
const HASHES: [u64; 2] = [10138685143802077350, 15958305154223385373];

#[test]
fn a_key_with_its_hash() {
    let key = Order::key_params(1001);
    assert_eq!(key.declarations(), "DECLARE $order_hash AS Uint64;\nDECLARE $order_id AS Uint64;\n");
    let statement = key.statement().unwrap();
    assert_eq!(statement.text(), key.declarations());
    let params: Vec<_> = statement.params().map(|param| (param.name, param.value.clone())).collect();
    let one = |value| ParamValue::One(Value::Uint64(value));
    assert_eq!(params, [("$order_hash", one(HASHES[0])), ("$order_id", one(1001))]);
}

#[test]
fn the_hash_column_has_a_name() {
    const HASH: Option<&str> = Order::HASH_COLUMN;
    assert_eq!(HASH, Some("order_hash"));
    assert_eq!(Sale::HASH_COLUMN, None);
}

#[test]
fn a_list_of_keys_with_their_hashes() {
    let keys = Order::key_list([1001, 1002]);
    assert_eq!(keys.declarations(), "DECLARE $keys AS List<Struct<`order_hash`: Uint64, `order_id`: Uint64>>;\n");
    let statement = keys.statement().unwrap();
    let rows = [1001, 1002].iter().zip(HASHES).map(|(&id, hash)| vec![Value::Uint64(hash), Value::Uint64(id)]);
    let values: Vec<_> = statement.params().map(|param| param.value.clone()).collect();
    assert_eq!(values, [ParamValue::Rows(rows.collect())]);
    // Without keys the list has its type all the same.
    let none: [u64; 0] = [];
    assert_eq!(Order::key_list(none).declarations(), keys.declarations());
}

#[test]
fn a_nullable_column_is_optional_with_and_without_a_value() {
    for region in [None, Some("north".to_owned())] {
        let key = Sale::key_params((7, region.clone(), -1));
        assert_eq!(
            key.declarations(),
            "DECLARE $account AS Uint64;\nDECLARE $region AS Utf8?;\nDECLARE $id AS Int32;\n"
        );
        let statement = key.statement().unwrap();
        let params: Vec<_> = statement.params().collect();
        assert_eq!(*params[1].ty, ParamType::One { ty: YdbType::Utf8, optional: true });
        let value = region.as_deref().map_or(Value::Null, |text| Value::Utf8(text.into()));
        assert_eq!(*params[1].value, ParamValue::One(value));
    }
}

#[test]
fn names_are_those_that_a_parameter_can_have() {
    let key = Odd::key_params((Uuid::nil(), 1, String::new()));
    assert_eq!(key.declarations(), "DECLARE $my_col AS Uuid;\nDECLARE $limit AS Uint32;\nDECLARE $type AS Utf8;\n");
}

#[test]
fn a_key_that_cannot_be_stored_is_an_error() {
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    let key = UserEvent::key_params((42, before));
    assert!(is(&key.statement(), ErrorKind::InvalidValue, &["column `timestamp`: ", "is outside the range of "]));
    // The declarations do not depend on it.
    assert!(key.declarations().ends_with("DECLARE $timestamp AS Timestamp;\n"));
}

#[test]
fn the_values_of_a_scan_with_their_hash() {
    let since = SystemTime::UNIX_EPOCH;
    let params = UserEvent::scan().userid(1001).timestamp(since..).limit(5).params();
    assert_eq!(
        params.declarations(),
        "DECLARE $userhash AS Uint64;\nDECLARE $userid AS Uint64;\nDECLARE $timestamp_from AS Timestamp;\n"
    );
    let statement = params.statement().unwrap();
    let key = UserEvent::key_params((1001, since));
    let key = key.statement().unwrap();
    assert_eq!(values(&statement), values(&key));
}

/// Tests the parameters of a key's beginning: those of a scan with the same values, in every form that columns accept.
#[test]
fn the_beginning_of_a_key_with_its_hash() {
    fn same<T: YdbTable>(prefix: KeyParams<T>, scan: KeyParams<T>) {
        assert_eq!(prefix.statement().unwrap(), scan.statement().unwrap());
    }
    let (since, user, borrowed) = (SystemTime::UNIX_EPOCH, 1001, &1001);
    let of = || UserEvent::scan().userid(user);
    same(UserEvent::prefix_params(1001), of().params());
    same(UserEvent::prefix_params(borrowed), of().params());
    same(UserEvent::prefix_params((1001,)), of().params());
    same(UserEvent::prefix_params((user, since)), of().timestamp(since).params());
    same(UserEvent::prefix_params((&user, since..)), of().timestamp(since..).params());
    same(UserEvent::prefix_params((user, ..=since)), of().timestamp(..=since).params());
    // Without a hash a range of the first column is enough.
    same(Odd::prefix_params(Uuid::nil()..), Odd::scan().my_col(Uuid::nil()..).params());
    same(Odd::prefix_params((Uuid::nil(), 1, "a")), Odd::scan().my_col(Uuid::nil()).limit_(1).r#type("a").params());
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    let refused = UserEvent::prefix_params((1, before));
    assert!(is(&refused.statement(), ErrorKind::InvalidValue, &["column `timestamp`: "]));
}

fn values<'a>(statement: &'a Statement<'a>) -> Vec<ParamValue<'a>> {
    statement.params().map(|param| param.value.clone()).collect()
}
