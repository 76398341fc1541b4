//! Tests values of other crates' types, and of less common types of the standard library, on every path.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU16;
use std::sync::Arc;

use bytes::Bytes;
use e2e_tests::Database;
use proptest::option;
use proptest::prelude::*;
use rust_decimal::Decimal;
use ydb_keys::YdbTable;

use super::check;

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/foreign_types", primary_key(hash = xxh3(tag, address, at), tag, address, at))]
struct Foreign {
    tag: Arc<str>,
    address: IpAddr,
    at: jiff::Timestamp,
    name: Box<str>,
    #[ydb(type = "String")]
    kind: Option<Cow<'static, str>>,
    body: Bytes,
    digest: [u8; 16],
    v4: Ipv4Addr,
    #[ydb(type = "Utf8")]
    v6: Option<Ipv6Addr>,
    total: Decimal,
    #[ydb(type = "Decimal(28,10)")]
    rate: Option<Decimal>,
    #[ydb(type = "Timestamp64")]
    local: jiff::civil::DateTime,
    day: jiff::civil::Date,
    span: Option<jiff::SignedDuration>,
    written: time::OffsetDateTime,
    #[ydb(type = "Datetime64")]
    changed: time::PrimitiveDateTime,
    #[ydb(type = "Date32")]
    due: time::Date,
    #[ydb(type = "Interval64")]
    limit_: time::Duration,
}

const DAYS: i64 = 49_673;
/// Range of seconds in the years that jiff and `time` support, -9999 to 9999.
const YEARS: std::ops::Range<i64> = -377_705_116_800..253_402_300_800;

prop_compose! {
    fn foreign()(
        (tag, name, kind) in ("\\PC{0,20}", any::<String>(), option::of("\\PC{0,20}")),
        (body, digest) in any::<(Vec<u8>, [u8; 16])>(),
        (is_v4, v4, v6, has_v6) in any::<(bool, u32, u128, bool)>(),
        (total, rate) in (1 - 10_i128.pow(22)..10_i128.pow(22), option::of(1 - 10_i128.pow(28)..10_i128.pow(28))),
        (day, micros) in (0..DAYS, 0..86_400_000_000_i64),
        (wide, span, long) in (YEARS, option::of(any::<i32>()), -9_000_000_000_i64..9_000_000_000),
    ) -> Foreign {
        let micros = day * 86_400_000_000 + micros;
        let (v4, v6) = (Ipv4Addr::from(v4), Ipv6Addr::from(v6));
        let at = jiff::Timestamp::from_microsecond(micros).unwrap();
        let utc = time::UtcDateTime::from_unix_timestamp(wide).unwrap();
        let epoch = jiff::civil::date(1970, 1, 1);
        Foreign {
            tag: tag.into(),
            address: if is_v4 { v4.into() } else { IpAddr::from(v6).to_canonical() },
            at,
            name: name.into(),
            kind: kind.map(Cow::Owned),
            body: body.into(),
            digest,
            v4,
            v6: has_v6.then_some(v6),
            total: Decimal::from_i128_with_scale(total, 9),
            rate: rate.map(|rate| Decimal::from_i128_with_scale(rate, 10)),
            local: epoch.at(0, 0, 0, 0) + jiff::SignedDuration::new(wide, 123_456_000),
            day: epoch + jiff::SignedDuration::from_hours(24 * day),
            span: span.map(|span| jiff::SignedDuration::from_micros(span.into())),
            written: time::OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1000).unwrap(),
            changed: time::PrimitiveDateTime::new(utc.date(), utc.time()),
            due: utc.date(),
            limit_: time::Duration::seconds(long),
        }
    }
}

#[test]
fn foreign_values_come_back() {
    let database = futures_util::FutureExt::shared(async { Arc::new(Database::with::<Foreign>().await) });
    check(48, &(foreign(), any::<bool>()), async |(row, bulk)| {
        let database = database.clone().await;
        let mut q = database.q();
        let rows = std::slice::from_ref(&row);
        match bulk {
            true => Foreign::bulk_upsert(rows).exec(database.client()).await.map(drop).unwrap(),
            false => row.upsert().exec(&mut q).await.unwrap(),
        }
        let key = || row.key().unwrap();
        assert_eq!(Foreign::get(key()).fetch(&mut q).await.unwrap().as_ref(), Some(&row));
        assert_eq!(Foreign::read_rows([key()]).fetch(database.client()).await.unwrap(), rows);
        let scan = || Foreign::scan().tag(&*row.tag).address(row.address).at(row.at);
        assert_eq!(scan().fetch(&mut q).await.unwrap(), rows);
        assert_eq!(scan().page(1, None).fetch(&mut q).await.unwrap().rows, rows);
        Foreign::update(key()).total(Decimal::ONE).body(Bytes::new()).exec(&mut q).await.unwrap();
        let changed = Foreign { total: Decimal::ONE, body: Bytes::new(), ..row.clone() };
        assert_eq!(scan().first(&mut q).await.unwrap().as_ref(), Some(&changed));
        Foreign::delete(key()).exec(&mut q).await.unwrap();
    });
}

/// Tests that the addresses of a network are one range of the key, in the server's order.
#[tokio::test]
async fn a_network_is_a_range() {
    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_e2e/addresses", primary_key(site, address))]
    struct Address {
        site: Arc<str>,
        address: IpAddr,
    }
    let database = Database::with::<Address>().await;
    let mut q = database.q();
    let row = |text: &str| Address { site: "a".into(), address: text.parse().unwrap() };
    let inside = ["10.0.0.0", "10.0.0.9", "10.0.0.10", "10.0.0.255"].map(row);
    let outside = ["9.255.255.255", "10.0.1.0", "100.0.0.0", "2001:db8::1", "::1", "a00:5::"].map(row);
    Address::upsert_many(&[&outside[..], &inside[..]].concat()).exec(&mut q).await.unwrap();
    let network = row("10.0.0.0").address..=row("10.0.0.255").address;
    assert_eq!(Address::scan().site("a").address(network).fetch(&mut q).await.unwrap(), inside);
}

/// Ports, encoded by the functions of a module.
mod port {
    use std::num::NonZeroU16;

    use ydb_keys::types::ColumnInfo;
    use ydb_keys::{Column, Value, ValueError, YdbType};

    pub(super) const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::Uint16]);

    pub(super) fn encode(port: &NonZeroU16, _: YdbType) -> Result<Value<'static>, ValueError> {
        Ok(Value::Uint16(port.get()))
    }

    pub(super) fn decode(value: Value<'_>) -> Result<NonZeroU16, ValueError> {
        NonZeroU16::new(u16::decode(value)?).ok_or_else(|| ValueError::Invalid("a port is not 0".to_owned()))
    }
}

#[tokio::test]
async fn a_module_encodes_keys_hashes_and_indexed_columns() {
    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_e2e/services", primary_key(hash = xxh3(port, host), port, host), index(by_next, on(next)))]
    struct Service {
        host: Arc<str>,
        #[ydb(with = port)]
        port: NonZeroU16,
        #[ydb(with = port)]
        next: Option<NonZeroU16>,
    }
    let database = Database::with::<Service>().await;
    let mut q = database.q();
    let port = |port| NonZeroU16::new(port).unwrap();
    let rows = [1, 2, 2136].map(|n| Service { host: "a".into(), port: port(n), next: NonZeroU16::new(n - 1) });
    Service::insert_many(&rows).exec(&mut q).await.unwrap();
    for row in &rows {
        assert_eq!(Service::get(row.key().unwrap()).fetch(&mut q).await.unwrap().as_ref(), Some(row));
    }
    let found = Service::scan().port(port(2136)).host("a").fetch(&mut q).await.unwrap();
    assert_eq!(found, &rows[2..]);
    let next = Service::index::<ServiceByNext>().next(Some(port(1))..=Some(port(2135))).fetch(&mut q).await.unwrap();
    assert_eq!(next, &rows[1..]);
    Service::update(rows[0].key().unwrap()).next(Some(port(9))).exec(&mut q).await.unwrap();
    let changed = Service::get(rows[0].key().unwrap()).fetch(&mut q).await.unwrap().unwrap();
    assert_eq!(changed.next, Some(port(9)));
    // What another writer has stored, and the module refuses.
    Service::update(rows[0].key().unwrap()).next(None).exec(&mut q).await.unwrap();
    database.run("UPSERT INTO `ydb_keys_e2e/services` (hash, port, host) VALUES (7ul, 0us, 'b'u)").await;
    let error = Service::scan().full_scan().fetch(&mut q).await.unwrap_err().to_string();
    assert!(error.contains("column `port`: a port is not 0"), "{error}");
}
