//! Tests optional pieces of checked queries: each combination finds the same rows as the conditions in memory.

use std::time::{Duration, SystemTime};

use e2e_tests::Database;
use ydb_keys::{Access, YdbTable, yql};

/// Model of a market's offer: found by its id, by seller and time, or by category and price.
#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "market/offers", primary_key(offer_hash = numeric_hash(offer_id), offer_id))]
#[ydb(index(by_seller, on(seller, placed_at)), index(by_category, on(category, price)))]
#[ydb(partitioning(uniform = 16))]
struct Offer {
    offer_id: u64,
    seller: u64,
    category: String,
    price: i64,
    placed_at: SystemTime,
    note: Option<String>,
}

const OFFERS: u64 = 120;

fn offer(offer_id: u64) -> Offer {
    Offer {
        offer_id,
        seller: offer_id % 7,
        category: ["book", "disc", "game"][(offer_id % 3) as usize].to_owned(),
        price: i64::from(u32::try_from(offer_id * 37 % 100).unwrap()),
        placed_at: SystemTime::UNIX_EPOCH + Duration::from_secs(offer_id * 60),
        note: offer_id.is_multiple_of(4).then(|| format!("note {}", offer_id % 8)),
    }
}

async fn offers() -> Database {
    let database = Database::with::<Offer>().await;
    let rows: Vec<Offer> = (0..OFFERS).map(offer).collect();
    Offer::upsert_many(&rows).exec(database.client()).await.unwrap();
    database
}

#[derive(Clone, Copy, Debug)]
enum Sort {
    Newest,
    Cheapest,
}

/// Values of five filters, each of which may be absent.
#[derive(Clone, Debug, Default)]
struct Search {
    seller: Option<u64>,
    category: Option<&'static str>,
    least: Option<i64>,
    since: Option<SystemTime>,
    ids: Option<Vec<u64>>,
}

impl Search {
    /// Returns the filters whose bits are set.
    fn of(bits: u32) -> Self {
        let has = |bit: u32| bits >> bit & 1 == 1;
        Search {
            seller: has(0).then_some(3),
            category: has(1).then_some("book"),
            least: has(2).then_some(20),
            since: has(3).then(|| SystemTime::UNIX_EPOCH + Duration::from_secs(30 * 60)),
            ids: has(4).then(|| (0..OFFERS).filter(|id| id % 5 != 0).collect()),
        }
    }

    fn finds(&self, offer: &Offer) -> bool {
        self.seller.is_none_or(|seller| offer.seller == seller)
            && self.category.is_none_or(|category| offer.category == category)
            && self.least.is_none_or(|least| offer.price >= least)
            && self.since.is_none_or(|since| offer.placed_at >= since)
            && self.ids.as_ref().is_none_or(|ids| ids.contains(&offer.offer_id))
    }
}

#[tokio::test]
async fn each_combination_finds_what_its_filters_find() {
    let database = offers().await;
    let mut accesses = Vec::new();
    for bits in 0..32 {
        for sort in [Sort::Newest, Sort::Cheapest] {
            let search = Search::of(bits);
            let query = yql!(
                "SELECT * FROM {Offer} WHERE price >= 0
                     {? AND seller = $seller } {? AND category = $category } {? AND price >= $least }
                     {? AND placed_at >= $since } {? AND offer_id IN $ids }
                 ORDER BY {order: placed_at DESC | price, offer_id}",
                seller = search.seller,
                category = search.category,
                least = search.least,
                since = search.since,
                ids = search.ids.as_deref(),
                order = match sort { Sort::Newest, Sort::Cheapest },
                full_scan(Offer, reason = "all offers are few", without(seller, category, ids))
            );
            accesses.push((bits, query.access()[0].access));
            let mut expected: Vec<Offer> = (0..OFFERS).map(offer).filter(|offer| search.finds(offer)).collect();
            match sort {
                Sort::Newest => expected.sort_by_key(|offer| std::cmp::Reverse(offer.placed_at)),
                Sort::Cheapest => expected.sort_by_key(|offer| (offer.price, offer.offer_id)),
            }
            let found = query.fetch::<Offer>(database.client()).await.unwrap();
            assert_eq!(found, expected, "{search:?} {sort:?}");
        }
    }
    for (bits, access) in accesses {
        // The list gives points, and a seller or a category the rows of an index; nothing else helps.
        let is_scan = bits & 0b10011 == 0;
        assert_eq!(access == Access::Full, is_scan, "{bits:b}: {access:?}");
    }
}

#[tokio::test]
async fn absent_parameters_are_not_sent() {
    let database = offers().await;
    let search = |seller: Option<u64>, limit: Option<u64>| {
        yql!(
            "SELECT offer_id FROM {Offer} WHERE category = 'book' {? AND seller = $seller } {? LIMIT $limit }",
            seller,
            limit
        )
    };
    assert_eq!(search(None, None).fetch::<u64>(database.client()).await.unwrap().len(), 40);
    assert_eq!(search(None, Some(7)).fetch::<u64>(database.client()).await.unwrap().len(), 7);
    let text = search(None, Some(7)).text().unwrap();
    let expected = "DECLARE $limit AS Uint64;\nSELECT offer_id FROM `market/offers` VIEW `by_category` AS `Offer` WHERE category = 'book' LIMIT $limit";
    assert_eq!(text, expected);
    let names: Vec<_> = search(None, None).texts().unwrap().into_iter().map(|(name, _)| name).collect();
    let expected =
        ["", "without `seller` and with `limit`", "without `limit` and with `seller`", "without `seller`, `limit`"];
    assert_eq!(names, expected);
}

/// Tests a condition on two parameters: it counts only if both have values, and a single value is not sent.
#[tokio::test]
async fn a_piece_needs_all_of_its_parameters() {
    let database = offers().await;
    let between = |from: Option<i64>, to: Option<i64>| {
        yql!("SELECT COUNT(*) AS n FROM {Offer} WHERE category = 'book' {? AND price BETWEEN $from AND $to }", from, to)
    };
    let all = between(None, None).fetch_one::<u64>(database.client()).await.unwrap();
    assert_eq!(between(Some(1), None).fetch_one::<u64>(database.client()).await.unwrap(), all);
    let expected = (0..OFFERS).map(offer).filter(|offer| offer.category == "book" && (10..=50).contains(&offer.price));
    let found = between(Some(10), Some(50)).fetch_one::<u64>(database.client()).await.unwrap();
    assert_eq!(found, expected.count() as u64);
}

/// Tests that queries that write can have pieces, and run in transactions.
#[tokio::test]
async fn an_update_changes_what_its_pieces_say() {
    let database = offers().await;
    let cheaper = |seller: u64, category: Option<&str>| {
        yql!(
            "UPDATE {Offer} SET price = price - 1 WHERE offer_id IN (1, 3, 10) AND seller = $seller {? AND category = $category }",
            seller,
            category
        )
    };
    let client = database.client();
    ydb_keys::transact(client, async |tx| {
        cheaper(3, Some("book")).exec(&tx).await?;
        cheaper(3, None).exec(&tx).await
    })
    .await
    .unwrap();
    let prices = async |id: u64| Offer::get(id).fetch(client).await.unwrap().unwrap().price - offer(id).price;
    assert_eq!((prices(1).await, prices(3).await, prices(10).await), (0, -2, -1));
}
