//! Tests columns of other crates' types and of less common types of the standard library: they come back equal, they
//! hash like their YDB types, and a value that does not fit is an error that names the column.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use crate::refusal::is;
use bytes::Bytes;
use proptest::prelude::*;
use time::{OffsetDateTime, PrimitiveDateTime, UtcDateTime};
use ydb_keys::__private::tests::ordered_bytes;
use ydb_keys::{Column, ErrorKind, Value, YdbColumn, YdbTable, YdbType};

type Number = rust_decimal::Decimal;

/// Newtype that only chooses the YDB type once.
#[derive(YdbColumn, Clone, Copy, Debug, PartialEq)]
#[ydb(type = "Decimal(12,2)")]
struct Price(Number);

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(primary_key(hash = xxh3(tag, address), tag, address))]
struct Foreign {
    tag: Arc<str>,
    address: IpAddr,
    name: Box<str>,
    #[ydb(type = "String")]
    kind: Cow<'static, str>,
    note: Option<Arc<str>>,
    body: Bytes,
    #[ydb(type = "Yson")]
    yson: Option<Bytes>,
    digest: [u8; 32],
    v4: Ipv4Addr,
    #[ydb(type = "Utf8")]
    v6: Ipv6Addr,
    #[ydb(type = "Utf8")]
    seen_from: Option<IpAddr>,
    default_decimal: Number,
    #[ydb(type = "Decimal(35,35)")]
    small: Number,
    #[ydb(type = "Decimal(28,0)")]
    large: Option<Number>,
    price: Price,
    jiff_at: jiff::Timestamp,
    #[ydb(type = "Timestamp64")]
    jiff_local: jiff::civil::DateTime,
    #[ydb(type = "Date32")]
    jiff_day: jiff::civil::Date,
    jiff_span: jiff::SignedDuration,
    time_at: OffsetDateTime,
    #[ydb(type = "Timestamp64")]
    time_local: PrimitiveDateTime,
    #[ydb(type = "Datetime64")]
    time_utc: UtcDateTime,
    time_day: Option<time::Date>,
    #[ydb(type = "Interval64")]
    time_span: time::Duration,
}

const DAY: i64 = 86_400;
/// Range of seconds in the years that jiff and `time` support, -9999 to 9999.
const YEARS: std::ops::Range<i64> = -377_705_116_800..253_402_300_800;

fn address() -> impl Strategy<Value = IpAddr> {
    prop_oneof![
        any::<u32>().prop_map(|bits| Ipv4Addr::from(bits).into()),
        any::<u128>().prop_map(|bits| Ipv6Addr::from(bits).into())
    ]
    // Of the two forms of one address the shorter one comes back.
    .prop_map(|address: IpAddr| address.to_canonical())
}

fn number(digits: u32, scale: u32) -> impl Strategy<Value = Number> {
    let end = 10_i128.pow(digits);
    (1 - end..end).prop_map(move |mantissa| Number::from_i128_with_scale(mantissa, scale))
}

prop_compose! {
    fn row()(
        (tag, name, kind, note) in ("\\PC{0,9}", "\\PC{0,9}", "\\PC{0,9}", proptest::option::of("\\PC{0,9}")),
        (body, yson, digest) in any::<(Vec<u8>, Option<Vec<u8>>, [u8; 32])>(),
        (address, seen_from) in (address(), proptest::option::of(address())),
        (v4, v6) in any::<(u32, u128)>(),
        (default_decimal, small, price) in (number(22, 9), number(28, 28), number(12, 2)),
        large in proptest::option::of(number(28, 0)),
        (seconds, micros) in (0..49_673 * DAY, 0..1_000_000_i32),
        (wide, span) in (YEARS, any::<i32>()),
    ) -> Foreign {
        let nanos = micros * 1000;
        let local = jiff::civil::DateTime::constant(1970, 1, 1, 0, 0, 0, 0) + jiff::SignedDuration::new(wide, nanos);
        let utc = UtcDateTime::from_unix_timestamp(wide).unwrap();
        let at = OffsetDateTime::from_unix_timestamp(seconds).unwrap().replace_nanosecond(nanos as u32).unwrap();
        Foreign {
            tag: tag.into(),
            address,
            name: name.into(),
            kind: kind.into(),
            note: note.map(Into::into),
            body: body.into(),
            yson: yson.map(Into::into),
            digest,
            v4: v4.into(),
            v6: v6.into(),
            seen_from,
            default_decimal,
            small,
            large,
            price: Price(price),
            jiff_at: jiff::Timestamp::new(seconds, nanos).unwrap(),
            jiff_local: local,
            jiff_day: local.date(),
            jiff_span: jiff::SignedDuration::from_micros(span.into()),
            time_at: at,
            time_local: PrimitiveDateTime::new(utc.date(), at.time()),
            time_utc: utc,
            time_day: Some(at.date()),
            time_span: time::Duration::seconds(span.into()),
        }
    }
}

proptest! {
    #[test]
    fn a_row_comes_back_equal(row in row()) {
        let values = row.to_values().unwrap();
        for (value, column) in values.iter().zip(Foreign::TABLE.columns) {
            prop_assert!(value.ydb_type().is_none_or(|ty| ty == column.ty), "{}", column.name);
        }
        prop_assert_eq!(Foreign::from_values(values).unwrap(), row);
    }

    /// Tests that as a key an address sorts like its number: IPv4 within `::ffff:0:0/96`.
    #[test]
    fn addresses_sort_as_their_numbers(a in address(), b in address()) {
        let key = |address: &IpAddr| ordered_bytes(&[address.encode(YdbType::String).unwrap()]);
        let number = |address: &IpAddr| match address {
            IpAddr::V4(v4) => u128::from(v4.to_ipv6_mapped()),
            IpAddr::V6(v6) => u128::from(*v6),
        };
        prop_assert_eq!(key(&a).cmp(&key(&b)), number(&a).cmp(&number(&b)));
    }

    #[test]
    fn ipv4_addresses_sort_as_their_numbers(a in any::<Ipv4Addr>(), b in any::<Ipv4Addr>()) {
        let key = |address: &Ipv4Addr| ordered_bytes(&[address.encode(YdbType::String).unwrap()]);
        prop_assert_eq!(key(&a).cmp(&key(&b)), a.cmp(&b));
    }
}

#[test]
fn columns_have_the_types_of_the_page() {
    let types: Vec<String> =
        Foreign::TABLE.columns.iter().map(|column| format!("{} {}", column.name, column.ty)).collect();
    assert_eq!(
        types,
        [
            "tag Utf8",
            "address String",
            "name Utf8",
            "kind String",
            "note Utf8",
            "body String",
            "yson Yson",
            "digest String",
            "v4 String",
            "v6 Utf8",
            "seen_from Utf8",
            "default_decimal Decimal(22,9)",
            "small Decimal(35,35)",
            "large Decimal(28,0)",
            "price Decimal(12,2)",
            "jiff_at Timestamp",
            "jiff_local Timestamp64",
            "jiff_day Date32",
            "jiff_span Interval",
            "time_at Timestamp",
            "time_local Timestamp64",
            "time_utc Datetime64",
            "time_day Date",
            "time_span Interval64",
        ]
    );
}

#[test]
fn an_address_of_ipv4_has_one_form() {
    let v4: IpAddr = "192.0.2.1".parse().unwrap();
    let mapped: IpAddr = "::ffff:192.0.2.1".parse().unwrap();
    let bytes = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 1];
    for address in [v4, mapped] {
        assert_eq!(address.encode(YdbType::String), Ok(Value::String(bytes.to_vec().into())));
        assert_eq!(address.encode(YdbType::Utf8), Ok(Value::Utf8("192.0.2.1".into())));
    }
    assert_eq!(IpAddr::decode(Value::String(bytes.to_vec().into())), Ok(v4));
    assert_eq!(IpAddr::decode(Value::Utf8("::ffff:192.0.2.1".into())), Ok(v4));
    // An `Ipv6Addr` has no second form, and four bytes may be anything.
    assert_eq!(Ipv6Addr::decode(Value::String(bytes.to_vec().into())), Ok("::ffff:192.0.2.1".parse().unwrap()));
    let error = IpAddr::decode(Value::String(vec![192, 0, 2, 1].into())).unwrap_err().to_string();
    assert!(error.contains("16 bytes") && error.contains("found 4"), "{error}");
    let error = Ipv4Addr::decode(Value::Utf8("192.0.2".into())).unwrap_err().to_string();
    assert!(error.contains("\"192.0.2\" is not a valid IP address"), "{error}");
}

/// Checks the hash of a model whose key is one column of the type.
macro_rules! hashes {
    ($($ty:ty $(as $ydb:literal)?, $value:expr => $hash:literal;)*) => {$({
        #[derive(YdbTable)]
        #[ydb(primary_key(hash = xxh3(x), x))]
        struct Hashed {
            $(#[ydb(type = $ydb)])?
            x: $ty,
        }
        let row = Hashed { x: $value };
        let hash = ydb_keys::YdbKey::hash(&row.key().unwrap()).unwrap();
        assert_eq!(hash, Some($hash), "{}", stringify!($ty $(as $ydb)?));
    })*};
}

/// Tests vectors from the PyPI package `xxhash`: `xxhash.xxh3_64_intdigest(b)`, where `b` is the text as UTF-8,
/// `packed` of Python's `ipaddress`, or `struct.pack` of the number, little-endian, at the width of its type.
#[test]
fn hash_vectors() {
    let jiff: jiff::Timestamp = "2024-05-06T07:08:09.123456Z".parse().unwrap();
    let civil = jiff::civil::datetime(2024, 5, 6, 7, 8, 9, 123_456_000);
    let time = OffsetDateTime::from_unix_timestamp_nanos(1_714_979_289_123_456_000).unwrap();
    let local = PrimitiveDateTime::new(time.date(), time.time());
    let there = time.to_offset(time::UtcOffset::from_hms(3, 0, 0).unwrap());
    let v4 = Ipv4Addr::new(192, 0, 2, 1);
    let v6: Ipv6Addr = "2001:db8::1".parse().unwrap();
    let bytes = [0, 1, 0xfe, 0xff];
    hashes! {
        Arc<str>, "zürich".into() => 270538064649631159;
        Box<str>, "zürich".into() => 270538064649631159;
        Cow<'static, str>, "zürich".into() => 270538064649631159;
        Arc<str> as "String", "zürich".into() => 270538064649631159;
        Bytes, Bytes::copy_from_slice(&bytes) => 18306433766246490214;
        [u8; 4], bytes => 18306433766246490214;
        Ipv4Addr, v4 => 3178573899526495306;
        Ipv4Addr as "Utf8", v4 => 15416733158586102224;
        Ipv6Addr, v6 => 2836299806520711584;
        Ipv6Addr as "Utf8", v6 => 257431576445412171;
        IpAddr, v6.into() => 2836299806520711584;
        IpAddr, v4.into() => 11520911977985869338;
        IpAddr, v4.to_ipv6_mapped().into() => 11520911977985869338;
        IpAddr as "Utf8", v4.into() => 15416733158586102224;
        jiff::Timestamp, jiff => 12936712844084103850;
        jiff::Timestamp as "Datetime", jiff => 2843709490703165834;
        jiff::civil::DateTime, civil => 12936712844084103850;
        jiff::SignedDuration, jiff::SignedDuration::from_millis(-1500) => 10627824059906565501;
        OffsetDateTime, time => 12936712844084103850;
        OffsetDateTime, there => 12936712844084103850;
        UtcDateTime as "Datetime", local.as_utc() => 2843709490703165834;
        PrimitiveDateTime, local => 12936712844084103850;
        time::Duration, time::Duration::milliseconds(-1500) => 10627824059906565501;
    }
}

/// Tests hashes of dates beside an id: a hash of dates alone would make a hot spot of each day.
#[test]
fn hash_vectors_of_dates() {
    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(jiff, old, time, id), jiff, old, time, id))]
    struct Days {
        jiff: jiff::civil::Date,
        #[ydb(type = "Date32")]
        old: jiff::civil::Date,
        time: time::Date,
        id: u32,
    }
    let day = jiff::civil::date(2024, 5, 6);
    let time = time::Date::from_calendar_date(2024, time::Month::May, 6).unwrap();
    let row = Days { jiff: day, old: jiff::civil::date(1, 1, 1), time, id: 7 };
    // struct.pack("<HiHI", 19849, -719162, 19849, 7)
    assert_eq!(ydb_keys::YdbKey::hash(&row.key().unwrap()).unwrap(), Some(3246545997002278703));
}

#[test]
fn what_does_not_fit_names_its_column() {
    #[derive(YdbTable, Debug)]
    #[ydb(table = "bills", primary_key(id))]
    struct Bill {
        id: Arc<str>,
        #[ydb(type = "Decimal(6,2)")]
        total: Number,
        paid: jiff::Timestamp,
    }
    let bill =
        |total: &str, paid: &str| Bill { id: "a".into(), total: total.parse().unwrap(), paid: paid.parse().unwrap() };
    let error = |bill: Bill| bill.to_values().unwrap_err().to_string();
    assert!(bill("9999.99", "2105-12-31T23:59:59Z").to_values().is_ok());
    let message = error(bill("0.005", "2024-01-01T00:00:00Z"));
    assert!(
        message.starts_with("table `bills`, column `total`: 0.005 has more than 2 digits after the point"),
        "{message}"
    );
    let too_large = bill("10000", "2024-01-01T00:00:00Z").to_values().unwrap_err();
    assert!(
        is(&too_large, ErrorKind::InvalidValue, &["column `total`: ", "is outside the range of Decimal"]),
        "{too_large}"
    );
    let too_late = bill("1", "2106-01-01T00:00:00Z").to_values().unwrap_err();
    assert!(
        is(&too_late, ErrorKind::InvalidValue, &["column `paid`: ", "is outside the range of Timestamp"]),
        "{too_late}"
    );
}

/// Tests that text types that are cheaper to clone accept a `&str` in a scan, like a `String` does.
#[test]
fn a_scan_takes_a_borrowed_text() {
    #[derive(YdbTable)]
    #[ydb(primary_key(a, b, c))]
    struct Texts {
        a: Arc<str>,
        b: Box<str>,
        c: Cow<'static, str>,
    }
    let text = |statement: ydb_keys::Statement<'_>| statement.to_string();
    let borrowed = Texts::scan().a("x").b("y").c("k".."m");
    let owned = Texts::scan().a(Arc::from("x")).b(Box::from("y")).c(Cow::from("k")..Cow::from("m"));
    assert_eq!(text(borrowed.statement().unwrap()), text(owned.statement().unwrap()));
    assert!(text(Texts::scan().a("x"..="y").statement().unwrap()).contains("\"x\""));
}
