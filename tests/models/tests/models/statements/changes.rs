//! Tests statements of writes that depend on stored values: expressions, conditions, the changed row.

use std::time::SystemTime;

use crate::refusal::is;
use ydb_keys::{ErrorKind, Value, YdbColumn, YdbTable, add, append, coalesce, now, sub};

use super::golden::golden;

#[derive(YdbColumn, Clone, Copy, Debug)]
struct Points(u32);

#[derive(YdbColumn, Clone, Debug)]
struct Label(String);

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "accounts")]
#[ydb(primary_key(account_hash = xxh3(account), account, region))]
#[ydb(allow(nullable_key, reason = "a condition on the key with NULL"))]
struct Account {
    account: String,
    #[ydb(rename = "select")]
    region: Option<String>,
    balance: i64,
    #[ydb(rename = "the-limit")]
    limit: Option<i64>,
    points: Points,
    label: Option<Label>,
    log: Vec<u8>,
    changed_at: SystemTime,
    #[ydb(type = "Date32")]
    day: Option<SystemTime>,
    #[ydb(type = "Json")]
    extra: String,
}

#[derive(YdbTable, Clone, Debug)]
#[ydb(store = column, primary_key(id))]
struct Measure {
    id: u64,
    value: i64,
}

fn alice() -> (String, Option<String>) {
    ("alice".to_owned(), None)
}

#[test]
fn goldens() {
    let c = Account::COLUMNS;
    let update = || Account::update(alice());
    insta::assert_snapshot!(
        "accounts",
        golden(&[
            ("add", update().balance(add(-100)).statement()),
            ("subtract from a newtype", update().points(sub(Points(7))).statement()),
            ("add another column", update().limit(add(c.balance)).statement()),
            ("coalesce", update().limit(coalesce(5)).statement()),
            ("append text", update().label(append(Label("x".into()))).statement()),
            ("append bytes", update().log(append(&b"x"[..])).statement()),
            ("now", update().changed_at(now()).day(now()).statement()),
            ("another column", update().limit(c.balance).statement()),
            ("a value beside expressions", update().balance(add(1)).label(None).changed_at(now()).statement()),
            ("one condition", update().balance(add(-100)).when(c.balance.ge(100)).statement()),
            ("a value twice", update().balance(1).when(c.balance.gt(2).or(c.balance.lt(0))).statement()),
            (
                "a tree of conditions",
                update()
                    .balance(0)
                    .when(!(c.limit.is_null().or(c.limit.ne(c.balance))).and(c.region.is_not_null()))
                    .when(c.account.le("m").and(c.points.eq(Points(1))))
                    .statement()
            ),
            (
                "as it was",
                update().balance(0).when(c.limit.is(None).and(c.label.is(Some(Label("a".into()))))).statement()
            ),
            ("fetch", update().balance(add(1)).when(c.balance.lt(9)).fetch_statement()),
            ("fetch without a condition", update().balance(1).fetch_statement()),
            ("delete", Account::delete(alice()).when(c.balance.eq(0)).statement()),
            ("delete and fetch", Account::delete(alice()).when(c.balance.eq(0)).fetch_statement()),
        ])
    );
}

#[test]
fn names_of_columns() {
    const LIMIT: &str = Account::COLUMNS.limit.name();
    assert_eq!(LIMIT, "the-limit");
    assert_eq!(format!("{}, {}", Account::COLUMNS.region, Account::COLUMNS.limit), "`select`, `the-limit`");
    assert_eq!(Account::COLUMNS.balance.def().field, "balance");
}

/// Tests that the text depends on the shape only.
#[test]
fn one_text_for_each_shape() {
    let c = Account::COLUMNS;
    let text = |amount: i64, least: i64| {
        let update = Account::update(alice()).balance(add(amount)).when(c.balance.ge(least));
        update.statement().unwrap().text().to_owned()
    };
    assert_eq!(text(1, 2), text(-7, i64::MAX));
    let values = |statement: &ydb_keys::Statement<'_>| {
        let one = |value: &ydb_keys::statements::ParamValue<'_>| match value {
            ydb_keys::statements::ParamValue::One(value) => value.clone().into_owned(),
            other => panic!("{other:?}"),
        };
        statement.params().map(|param| one(param.value)).collect::<Vec<_>>()
    };
    let update = Account::update(alice()).balance(add(-7)).when(c.balance.ge(3));
    let statement = update.statement().unwrap();
    // Set values first, then the key, then what is compared.
    let values = values(&statement);
    assert_eq!(values[0], Value::Int64(-7));
    assert_eq!(values[2..], [Value::Utf8("alice".into()), Value::Int64(3)]);
}

#[test]
fn a_later_setter_replaces_an_earlier_one() {
    let text = |update: &AccountUpdate| update.statement().unwrap().text().to_owned();
    let twice = Account::update(alice()).balance(add(1)).balance(5);
    assert_eq!(text(&twice), text(&Account::update(alice()).balance(5)));
}

type AccountUpdate = <Account as YdbTable>::Update;

#[test]
fn types_that_only_the_column_shows() {
    let error = Account::update(alice()).extra(append("x")).statement().unwrap_err();
    assert_eq!(error.to_string(), "table `accounts`, column `extra`: YQL cannot append to a value of type Json");
    let error = Account::update(alice()).balance(1).when(Account::COLUMNS.extra.eq("{}")).statement().unwrap_err();
    assert_eq!(error.to_string(), "table `accounts`, column `extra`: YQL cannot compare values of type Json");
    let error = Account::update(alice()).day(Account::COLUMNS.changed_at).statement().unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `accounts`, column `day`: the column is of type Date32, and column `changed_at` of type Timestamp; pass \
         a value, or a column of the same type"
    );
    let far = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1 << 40);
    let late = Account::COLUMNS.changed_at.gt(far);
    let error = Account::delete(alice()).when(late).statement().unwrap_err();
    assert!(is(&error, ErrorKind::InvalidValue, &["column `changed_at`: ", "is outside the range of "]), "{error}");
}

#[test]
fn column_tables_return_no_rows() {
    let update = Measure::update(1).value(add(1)).when(Measure::COLUMNS.value.lt(9));
    assert!(update.statement().unwrap().text().ends_with("AND `value` < $when_value;"));
    for error in [update.fetch_statement().unwrap_err(), Measure::delete(1).fetch_statement().unwrap_err()] {
        assert!(
            is(&error, ErrorKind::Usage, &["table `measure`", "cannot return the row of a column table"]),
            "{error}"
        );
    }
}
