//! Measures keys of natural texts: accounts by e-mail, pages by URL, invoices by number.

use support::Result;
use ydb_keys::YdbTable;

use crate::made::random;
use crate::measure::{Measure, ROWS};
use crate::story::{Picture, Story};

#[derive(YdbTable)]
#[ydb(table = "text/account", primary_key(email))]
struct Account {
    email: String,
    language: u32,
}

#[derive(YdbTable)]
#[ydb(table = "text/page", primary_key(url))]
struct Page {
    url: String,
    status: u32,
}

#[derive(YdbTable)]
#[ydb(table = "text/page_hash", primary_key(url_hash = xxh3(url), url))]
struct PageHash {
    url: String,
    status: u32,
}

#[derive(YdbTable)]
#[ydb(table = "text/page_bucket", primary_key(shard = xxh3(url) % 16, url))]
struct PageBucket {
    url: String,
    status: u32,
}

#[derive(YdbTable)]
#[ydb(table = "text/invoice", primary_key(number))]
struct Invoice {
    number: String,
    total: u64,
}

#[derive(YdbTable)]
#[ydb(table = "text/invoice_hash", primary_key(number_hash = xxh3(number), number))]
struct InvoiceHash {
    number: String,
    total: u64,
}

/// Returns the e-mail address of account `n`: people do not register in the order of their names.
fn email(n: u64) -> String {
    const FIRST: [&str; 16] = [
        "alex", "bea", "chen", "dana", "emil", "fatima", "george", "hana", "ivan", "jana", "kofi", "lena", "maria",
        "noor", "olga", "pavel",
    ];
    const LAST: [&str; 16] = [
        "adams", "becker", "costa", "diaz", "evans", "fischer", "garcia", "huang", "ito", "jones", "khan", "lopez",
        "meyer", "novak", "okafor", "petrov",
    ];
    let (first, last) = (FIRST[(random(n, 0) % 16) as usize], LAST[(random(n, 1) % 16) as usize]);
    format!("{first}.{last}{n}@example.org")
}

/// Returns the URL of page `n`: a crawler takes one site after the other, 500 pages of each.
fn url(n: u64) -> String {
    format!("https://www.{}/{:08x}", site(n / 500), random(n, 1) as u32)
}

/// Returns the name of a site; names are in another order than numbers.
fn site(number: u64) -> String {
    format!("{:04x}.example", random(number, 2) as u16)
}

/// Returns the number of invoice `n`, with leading zeros: it grows.
fn number(n: u64) -> String {
    format!("INV-2026-{n:07}")
}

pub(crate) async fn story(measure: &Measure) -> Result<Story<'_>> {
    let client = &measure.client;
    let mut choices = Vec::new();
    let (first, last) = (format!("https://www.{}/", site(7)), format!("https://www.{}0", site(7)));
    let site_by_hand = format!("WHERE url >= '{first}' AND url < '{last}'");

    let rows: Vec<_> = (0..ROWS).map(|n| Account { email: email(n), language: 1 }).collect();
    let mut choice = measure.write("email", &rows).await?;
    choice.read(Account::get(email(8_000)).fetch(client)).await?;
    choice.read(Account::scan().email("maria.a".to_owned().."maria.b".to_owned()).fetch(client)).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| Page { url: url(n), status: 200 }).collect();
    let mut choice = measure.write("url, site by site", &rows).await?;
    choice.read(Page::get(url(8_000)).fetch(client)).await?;
    choice.read(Page::scan().url(first.clone()..last.clone()).fetch(client)).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| PageHash { url: url(n), status: 200 }).collect();
    let mut choice = measure.write("url_hash = xxh3(url), url", &rows).await?;
    choice.read(PageHash::get(url(8_000)).fetch(client)).await?;
    choice.query(&site_by_hand).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| PageBucket { url: url(n), status: 200 }).collect();
    let mut choice = measure.write("shard = xxh3(url) % 16, url", &rows).await?;
    choice.read(PageBucket::get(url(8_000)).fetch(client)).await?;
    choice.read(PageBucket::scan().url(first..last).fetch(client)).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| Invoice { number: number(n), total: n }).collect();
    let mut choice = measure.write("number, a text that counts", &rows).await?;
    choice.read(Invoice::get(number(8_000)).fetch(client)).await?;
    choice.read(Invoice::scan().number(number(8_000)..number(8_100)).fetch(client)).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| InvoiceHash { number: number(n), total: n }).collect();
    let mut choice = measure.write("number_hash = xxh3(number), number", &rows).await?;
    choice.read(InvoiceHash::get(number(8_000)).fetch(client)).await?;
    choice.query(&format!("WHERE number >= '{}' AND number < '{}'", number(8_000), number(8_100))).await?;
    choices.push(choice);

    Ok(Story {
        title: "A natural text: accounts by e-mail, pages by URL, invoices by number",
        reads: &["one row", "by a prefix"],
        choices,
        picture: Picture {
            file: "key-text",
            title: "A natural text: 16,000 rows in order of arrival",
            panels: &[
                (0, "E-mail addresses", "email"),
                (1, "URLs, site by site", "url"),
                (3, "A bucket in front of the URL", "shard, url"),
            ],
        },
    })
}
