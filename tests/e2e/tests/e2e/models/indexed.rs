//! Models with an index of each kind, and with an asynchronous index only.

use ydb_keys::YdbTable;

use super::Sample;

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/purchases", primary_key(hash = numeric_hash(id), id), partitioning(uniform = 16))]
#[ydb(index(by_customer, on(customer, cents), cover(note), sync))]
#[ydb(index(by_number, on(number), unique))]
#[ydb(index(by_city, on(city), async))]
pub(crate) struct Purchase {
    pub(crate) id: u64,
    pub(crate) customer: String,
    pub(crate) cents: i64,
    pub(crate) number: String,
    pub(crate) city: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) extra: Option<u32>,
}

impl Sample for Purchase {
    fn sample(n: u64) -> Self {
        Purchase {
            id: n,
            customer: format!("customer {}", n % 3),
            cents: 100 * (n as i64 % 4) - 100,
            number: format!("N{n}"),
            city: (!n.is_multiple_of(5)).then(|| format!("city {}", n % 2)),
            note: Some(format!("note {n}")),
            extra: Some(n as u32),
        }
    }

    fn changed(&self) -> Self {
        Purchase { cents: 5, city: Some("Київ".into()), note: None, extra: None, ..self.clone() }
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/parcels", primary_key(hash = xxh3(code), code))]
#[ydb(index(by_receiver, on(receiver), async))]
pub(crate) struct Parcel {
    pub(crate) code: String,
    pub(crate) receiver: Option<String>,
    pub(crate) grams: u32,
}

impl Sample for Parcel {
    fn sample(n: u64) -> Self {
        Parcel { code: format!("P{n}"), receiver: Some(format!("receiver {}", n % 3)), grams: n as u32 }
    }

    fn changed(&self) -> Self {
        Parcel { receiver: None, grams: 0, ..self.clone() }
    }
}
