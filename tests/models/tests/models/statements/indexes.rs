//! Tests statements that read through secondary indexes.

use std::ops::Bound;
use std::time::{Duration, SystemTime};

use ydb_keys::YdbIndex;
use ydb_keys::schema::IndexKind;
use ydb_keys::{Value, YdbTable};

use super::agreement::single_values;
use super::golden::golden;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "shop/purchases")]
#[ydb(primary_key(purchase_hash = xxh3(shop, number), shop, number))]
#[ydb(index(by_customer, on(customer, at), cover(amount)))]
#[ydb(index("by-region", on(region, shop), async))]
#[ydb(index(by_number, on(number), unique))]
pub(crate) struct Purchase {
    pub(crate) shop: String,
    pub(crate) number: u64,
    pub(crate) customer: u64,
    pub(crate) at: SystemTime,
    pub(crate) region: Option<String>,
    pub(crate) amount: Option<f64>,
}

/// Model without a hash, with an index over its whole key and another column.
#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "members", primary_key(club, name))]
#[ydb(index(by_name, on(name, club)))]
#[ydb(index(by_card, on(card)))]
pub(crate) struct Member {
    pub(crate) club: String,
    pub(crate) name: String,
    pub(crate) card: Option<u32>,
}

/// Returns 2024-05-06T07:08:09Z.
fn at() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_714_979_289)
}

#[test]
fn goldens_behind_a_hash() {
    let at = at();
    let later = at + Duration::from_secs(60);
    let north = || Some("north".to_owned());
    let berlin = || "berlin".to_owned();
    let purchase = Purchase { shop: berlin(), number: 5, customer: 7, at, region: north(), amount: Some(1.5) };
    let rows = [purchase.clone(), Purchase { number: 6, at: later, region: None, amount: None, ..purchase }];
    let customer = || Purchase::index::<PurchaseByCustomer>().customer(7);
    let region = || Purchase::index::<PurchaseByRegion>();
    let number = || Purchase::index::<PurchaseByNumber>();
    let micros = Value::Timestamp(1_714_979_289_000_000);
    let place = || {
        customer().select::<Purchase>().position(vec![
            Value::Uint64(7),
            micros.clone(),
            text("berlin"),
            Value::Uint64(5),
        ])
    };
    let regions = |value| {
        region().full_scan().select::<Purchase>().position(vec![value, text("berlin"), Value::Uint64(5)]).unwrap()
    };
    insta::assert_snapshot!(
        "purchases",
        golden(&[
            ("upsert_many", Purchase::upsert_many(&rows).statement()),
            ("prefix", customer().statement()),
            ("prefix, descending, limit", customer().descending().limit(10).statement()),
            ("prefix and range", customer().at(at..later).statement()),
            ("range", Purchase::index::<PurchaseByCustomer>().customer(7..=9).statement()),
            ("whole index", customer().at(at).statement()),
            ("full scan", Purchase::index::<PurchaseByCustomer>().full_scan().statement()),
            ("count", customer().count().statement()),
            ("count at most", customer().limit(5).count().statement()),
            ("any", customer().exists().statement()),
            ("batch", customer().select::<Purchase>().batch(100, None)),
            ("next batch", customer().select::<Purchase>().batch(100, Some(place().unwrap()))),
            (
                "next batch, descending",
                customer().at(..later).descending().select::<Purchase>().batch(100, Some(place().unwrap()))
            ),
            ("nullable", region().region(north()).statement()),
            ("nullable, NULL", region().region(None).statement()),
            ("nullable, range", region().region(north()..).statement()),
            ("nullable, after", region().region((Bound::Excluded(north()), Bound::Unbounded)).statement()),
            ("nullable, up to", region().region(..=north()).statement()),
            ("nullable and column of the key", region().region(north()).shop(berlin()).statement()),
            (
                "nullable, next batch",
                region().full_scan().select::<Purchase>().batch(100, Some(regions(text("north"))))
            ),
            (
                "nullable, next batch after NULL, descending",
                region().full_scan().descending().select::<Purchase>().batch(100, Some(regions(Value::Null)))
            ),
            ("unique", number().number(5).statement()),
        ])
    );
}

#[test]
fn goldens_without_a_hash() {
    let name = || "ann".to_owned();
    let member = Member { club: "chess".to_owned(), name: name(), card: Some(3) };
    let place = || vec![text("ann"), text("chess")];
    let by_name = || Member::index::<MemberByName>();
    let by_card = || Member::index::<MemberByCard>();
    insta::assert_snapshot!(
        "members",
        golden(&[
            ("upsert_many", Member::upsert_many(std::slice::from_ref(&member)).statement()),
            ("prefix", by_name().name(name()).statement()),
            ("whole index and key", by_name().name(name()).club("chess").statement()),
            (
                "batch of the whole index and key",
                by_name().name(name()).club("chess").select::<Member>().batch(5, Some(place()))
            ),
            ("next batch", by_name().name(name()..).select::<Member>().batch(5, Some(place()))),
            ("card", by_card().card(Some(3)).statement()),
            ("next batch of cards", by_card().card(Some(3)).select::<Member>().batch(5, Some(cards(Value::Uint32(3))))),
            (
                "next batch of all cards",
                by_card().card(..).full_scan().select::<Member>().batch(5, Some(cards(Value::Null)))
            ),
        ])
    );
}

fn text(text: &'static str) -> Value<'static> {
    Value::Utf8(text.into())
}

/// Returns the place of a row in the index by card.
fn cards(card: Value<'static>) -> Vec<Value<'static>> {
    vec![card, text("chess"), text("ann")]
}

/// Tests places in an index, which is sorted by its columns and then by the key; the key's column `shop` is already in
/// it.
#[test]
fn places_in_an_index_are_told_by_it_and_the_key() {
    let scan = Purchase::index::<PurchaseByRegion>().full_scan();
    let names: Vec<&str> = scan.select::<Purchase>().position_columns().iter().map(|column| column.name).collect();
    assert_eq!(names, ["region", "shop", "number"]);
}

#[test]
fn markers_know_their_indexes() {
    assert_eq!(PurchaseByRegion::INDEX.name, "by-region");
    assert_eq!(PurchaseByRegion::INDEX.kind, IndexKind::Async);
    assert_eq!(PurchaseByNumber::INDEX.on, [1]);
    let scan = Purchase::index::<PurchaseByNumber>().number(5);
    assert_eq!(single_values(&scan.statement().unwrap()), [("number", Value::Uint64(5))]);
}
