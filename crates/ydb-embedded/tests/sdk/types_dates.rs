//! Parameters of the date types in both directions, from the least value to the greatest.

use std::time::{Duration, SystemTime};

use ydb::{Sign, SignedInterval, Value};
use ydb_embedded::Status;

use crate::support::{refused, start};
use crate::types::check;

const DAY: u64 = 86_400;

fn after(micros: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_micros(micros)
}

fn before(micros: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH - Duration::from_micros(micros)
}

fn days(days: u64) -> u64 {
    days * DAY * 1_000_000
}

fn interval(sign: Sign, micros: u64) -> SignedInterval {
    SignedInterval { sign, duration: Duration::from_micros(micros) }
}

// 49,672 days after 1970-01-01 is 2105-12-31, the last day before the limit.
#[tokio::test]
async fn dates_from_1970_to_2105() {
    let dates = [
        (Value::Date(after(0)), "1970-01-01"),
        (Value::Date(after(days(19_737))), "2024-01-15"),
        (Value::Date(after(days(49_672))), "2105-12-31"),
    ];
    check("Date", &dates).await;
    let datetimes = [
        (Value::DateTime(after(0)), "1970-01-01T00:00:00Z"),
        (Value::DateTime(after(days(49_673) - 1_000_000)), "2105-12-31T23:59:59Z"),
    ];
    check("Datetime", &datetimes).await;
    let timestamps = [
        (Value::Timestamp(after(0)), "1970-01-01T00:00:00Z"),
        (Value::Timestamp(after(1)), "1970-01-01T00:00:00.000001Z"),
        (Value::Timestamp(after(days(49_673) - 1)), "2105-12-31T23:59:59.999999Z"),
    ];
    check("Timestamp", &timestamps).await;
}

#[tokio::test]
async fn intervals_up_to_136_years() {
    let intervals = [
        (Value::IntervalMicros(interval(Sign::Plus, 1)), "PT0.000001S"),
        (Value::IntervalMicros(interval(Sign::Minus, 8_130_000_000)), "-PT2H15M30S"),
        (Value::IntervalMicros(interval(Sign::Plus, days(49_673) - 1)), "P49672DT23H59M59.999999S"),
        (Value::IntervalMicros(interval(Sign::Minus, days(49_673) - 1)), "-P49672DT23H59M59.999999S"),
    ];
    check("Interval", &intervals).await;
}

// 53,375,809 days before 1970-01-01 is the first day of 144169 BC; 53,375,807 days after it is the last day of 148107.
#[tokio::test]
async fn dates_of_64_bits() {
    let (first, last) = (days(53_375_809), days(53_375_808));
    let dates = [
        (Value::Date32(before(first)), "-144169-01-01"),
        (Value::Date32(before(days(1))), "1969-12-31"),
        (Value::Date32(after(last - days(1))), "148107-12-31"),
    ];
    check("Date32", &dates).await;
    let datetimes = [
        (Value::Datetime64(before(first)), "-144169-01-01T00:00:00Z"),
        (Value::Datetime64(before(1_000_000)), "1969-12-31T23:59:59Z"),
        (Value::Datetime64(after(last - 1_000_000)), "148107-12-31T23:59:59Z"),
    ];
    check("Datetime64", &datetimes).await;
    let timestamps = [
        (Value::Timestamp64(before(first)), "-144169-01-01T00:00:00Z"),
        (Value::Timestamp64(before(1)), "1969-12-31T23:59:59.999999Z"),
        (Value::Timestamp64(after(last - 1)), "148107-12-31T23:59:59.999999Z"),
    ];
    check("Timestamp64", &timestamps).await;
}

#[tokio::test]
async fn intervals_of_64_bits() {
    // From the first moment of the 64-bit timestamps to the last one.
    let all = days(53_375_809) + days(53_375_808) - 1;
    let intervals = [
        (Value::Interval64(interval(Sign::Plus, 19_845_000_123)), "PT5H30M45.000123S"),
        (Value::Interval64(interval(Sign::Plus, all)), "P106751616DT23H59M59.999999S"),
        (Value::Interval64(interval(Sign::Minus, all)), "-P106751616DT23H59M59.999999S"),
    ];
    check("Interval64", &intervals).await;
}

#[tokio::test]
async fn values_past_the_limits_are_refused() {
    let (_server, client) = start().await;
    let all = days(53_375_809) + days(53_375_808) - 1;
    for value in [
        Value::Date(after(days(49_673))),
        Value::DateTime(after(days(49_673))),
        Value::Timestamp(after(days(49_673))),
        Value::IntervalMicros(interval(Sign::Plus, days(49_673))),
        Value::Date32(after(days(53_375_808))),
        Value::Datetime64(after(days(53_375_808))),
        Value::Timestamp64(before(days(53_375_809) + 1)),
        Value::Interval64(interval(Sign::Minus, all + 1)),
    ] {
        let result = client.query_client().query_row("SELECT $v AS v").param("$v", value).await;
        refused(result, Status::BadRequest, "");
    }
}
