//! Measures keys of a tenant and an id: documents of 100 tenants, one of whom writes 40 percent.

use support::Result;
use ydb_keys::YdbTable;

use crate::made::random;
use crate::measure::{Measure, ROWS};
use crate::story::{Picture, Story};

#[derive(YdbTable)]
#[ydb(table = "tenant/plain", primary_key(tenant, id))]
struct Plain {
    tenant: String,
    id: u64,
    size: u32,
}

#[derive(YdbTable)]
#[ydb(table = "tenant/hash_of_tenant", primary_key(hash = xxh3(tenant), tenant, id))]
struct HashOfTenant {
    tenant: String,
    id: u64,
    size: u32,
}

#[derive(YdbTable)]
#[ydb(table = "tenant/hash_of_both", primary_key(hash = xxh3(tenant, id), tenant, id))]
struct HashOfBoth {
    tenant: String,
    id: u64,
    size: u32,
}

#[derive(YdbTable)]
#[ydb(table = "tenant/bucket", primary_key(shard = numeric_hash(id) % 16, tenant, id))]
struct Bucket {
    tenant: String,
    id: u64,
    size: u32,
}

/// Returns the tenant of document `n`.
fn tenant(n: u64) -> String {
    let random = random(n, 0);
    match random % 5 {
        0 | 1 => "globex".to_owned(),
        _ => small(random / 5 % 99),
    }
}

/// Returns the name of a small tenant; names are in another order than numbers.
fn small(number: u64) -> String {
    format!("{:06x}", random(number, 1) as u32 & 0xff_ffff)
}

pub(crate) async fn story(measure: &Measure) -> Result<Story<'_>> {
    let client = &measure.client;
    let one = || (tenant(8_000), 8_000_u64);
    let of_tenant = format!("WHERE tenant = '{}' ORDER BY id", small(7));
    let mut choices = Vec::new();

    let row = |n| Plain { tenant: tenant(n), id: n, size: 1 };
    let mut choice = measure.write("tenant, id", &(0..ROWS).map(row).collect::<Vec<_>>()).await?;
    choice.read(Plain::get(one()).fetch(client)).await?;
    choice.read(Plain::scan().tenant(small(7)).fetch(client)).await?;
    choices.push(choice);

    let row = |n| HashOfTenant { tenant: tenant(n), id: n, size: 1 };
    let rows: Vec<_> = (0..ROWS).map(row).collect();
    let mut choice = measure.write("hash = xxh3(tenant), tenant, id", &rows).await?;
    choice.read(HashOfTenant::get(one()).fetch(client)).await?;
    choice.read(HashOfTenant::scan().tenant(small(7)).fetch(client)).await?;
    choices.push(choice);

    let row = |n| HashOfBoth { tenant: tenant(n), id: n, size: 1 };
    let rows: Vec<_> = (0..ROWS).map(row).collect();
    let mut choice = measure.write("hash = xxh3(tenant, id), tenant, id", &rows).await?;
    choice.read(HashOfBoth::get(one()).fetch(client)).await?;
    choice.query(&of_tenant).await?;
    choices.push(choice);

    let row = |n| Bucket { tenant: tenant(n), id: n, size: 1 };
    let rows: Vec<_> = (0..ROWS).map(row).collect();
    let mut choice = measure.write("shard = numeric_hash(id) % 16, tenant, id", &rows).await?;
    choice.read(Bucket::get(one()).fetch(client)).await?;
    choice.read(Bucket::scan().tenant(small(7)).fetch(client)).await?;
    choices.push(choice);

    Ok(Story {
        title: "A tenant and an id: documents of 100 tenants, of whom one writes 40 percent",
        reads: &["one document", "a small tenant"],
        choices,
        picture: Picture {
            file: "key-tenant",
            title: "A tenant and an id: 16,000 documents in order of arrival",
            panels: &[
                (0, "The tenant first", "tenant, id"),
                (1, "A hash of the tenant first", "hash, tenant, id"),
                (3, "A bucket of the id first", "shard, tenant, id"),
            ],
        },
    })
}
