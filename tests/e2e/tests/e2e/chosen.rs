//! Tests that a query reads the index that the compiler has judged, whatever indexes the table has at run time.

use e2e_tests::Database;
use ydb_keys::{Access, ErrorKind, YdbTable, yql};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "tickets", primary_key(project_hash = numeric_hash(project), project, number))]
#[ydb(index(by_status, on(status)))]
struct Ticket {
    project: u64,
    number: u64,
    status: String,
    owner: String,
}

/// Opens an embedded database with tickets: a real YDB's counters of reads are late.
async fn tickets() -> Database {
    let database = Database::embedded().await;
    database.create::<Ticket>().await;
    let ticket = |number: u64| Ticket {
        project: number % 3,
        number,
        status: if number.is_multiple_of(2) { "open" } else { "done" }.to_owned(),
        owner: format!("owner {}", number % 5),
    };
    let rows: Vec<Ticket> = (0..30).map(ticket).collect();
    Ticket::upsert_many(&rows).exec(database.client()).await.unwrap();
    database
}

/// Returns the number of reads of an index.
async fn reads(database: &Database, index: &str) -> u64 {
    let counters = format!(
        "SELECT CAST(SUM(RowReads + RangeReads) AS Uint64) FROM `.sys/partition_stats` WHERE Path LIKE '%/{index}/indexImplTable'"
    );
    database.one::<Option<u64>>(&counters).await.unwrap_or_default()
}

#[tokio::test]
async fn the_text_says_what_is_read() {
    let by_status = yql!("SELECT number FROM {Ticket} WHERE status = 'open' ORDER BY number");
    assert!(
        by_status.text().unwrap().contains("FROM `tickets` VIEW `by_status` AS `Ticket` WHERE"),
        "{:?}",
        by_status.text()
    );
    let read = by_status.access()[0];
    assert_eq!((read.index, read.access), (Some("by_status"), Access::Prefix));
    // Two columns of the key have values, the hash among them. So have these two of the index, and its own column in front.
    let both = yql!("SELECT number FROM {Ticket} WHERE project = 1 AND status = 'open'");
    assert_eq!((both.access()[0].index, both.access()[0].access), (Some("by_status"), Access::Prefix));
    let named = yql!("SELECT number FROM {Ticket} VIEW PRIMARY KEY WHERE project = 1 AND status = 'open'");
    assert_eq!((named.access()[0].index, named.access()[0].access), (None, Access::Prefix));
    let by_key = yql!("SELECT number FROM {Ticket} WHERE project = 1 AND owner = 'x'");
    assert!(by_key.text().unwrap().contains("`tickets` VIEW PRIMARY KEY AS `Ticket`"), "{:?}", by_key.text());
    // With a whole key there is nothing to choose.
    let point = yql!("SELECT owner FROM {Ticket} WHERE project = 1 AND number = 4");
    assert!(!point.text().unwrap().contains("VIEW"), "{:?}", point.text());
    let first = yql!("SELECT number FROM {Ticket} ORDER BY status LIMIT 3");
    assert_eq!((first.access()[0].index, first.access()[0].access), (Some("by_status"), Access::First));
}

#[tokio::test]
async fn an_index_that_somebody_adds_changes_nothing() {
    let database = tickets().await;
    let client = database.client();
    let by_key = yql!("SELECT number FROM {Ticket} WHERE project = 1 AND owner = 'owner 2' ORDER BY owner, number");
    let before: Vec<u64> = by_key.clone().fetch(client).await.unwrap();
    assert_eq!(before, [7, 22]);
    database.run("ALTER TABLE tickets ADD INDEX by_owner GLOBAL ON (owner)").await;
    let filtered = || Ticket::scan().project(1).filter(Ticket::COLUMNS.owner.eq("owner 2"));
    let counted = reads(&database, "by_owner").await;
    assert_eq!(by_key.fetch::<u64>(client).await.unwrap(), before);
    assert_eq!(filtered().fetch(client).await.unwrap().len(), 2);
    assert_eq!(filtered().count().fetch(client).await.unwrap(), 2);
    assert!(filtered().exists().fetch(client).await.unwrap());
    assert_eq!(filtered().page(1, None).fetch(client).await.unwrap().rows.len(), 1);
    assert_eq!(reads(&database, "by_owner").await, counted);
    // The server would have chosen it.
    let plain = "SELECT number FROM tickets WHERE project_hash = Digest::NumericHash(1ul) AND project = 1 AND owner = 'owner 2'";
    database.rows(plain).await;
    assert!(reads(&database, "by_owner").await > counted);
}

#[tokio::test]
async fn an_index_that_is_gone_is_an_error() {
    let database = tickets().await;
    let by_status = yql!("SELECT number FROM {Ticket} WHERE status = 'open' ORDER BY number");
    assert_eq!(by_status.clone().fetch::<u64>(database.client()).await.unwrap().len(), 15);
    assert!(reads(&database, "by_status").await > 0);
    database.run("ALTER TABLE tickets DROP INDEX by_status").await;
    let error = by_status.fetch::<u64>(database.client()).await.unwrap_err();
    assert!(error.to_string().contains("No global indexes for table"), "{error}");
}

#[tokio::test]
async fn a_list_is_not_too_long() {
    let database = tickets().await;
    let client = database.client();
    let numbers: Vec<u64> = (0..10_001).collect();
    let some =
        yql!("SELECT owner FROM {Ticket} WHERE project = 1 AND number IN $numbers", numbers = &numbers[..10_000]);
    assert_eq!(some.fetch::<String>(client).await.unwrap().len(), 10);
    let error =
        yql!("SELECT owner FROM {Ticket} WHERE project = 1 AND number IN $numbers", numbers).fetch::<String>(client);
    let error = error.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    let text =
        "the list `$numbers` has 10001 values. YDB reads the whole table for more than 10000: send the query for parts";
    assert!(error.to_string().contains(text), "{error}");
    // A list that finds no rows by itself may be longer.
    let owners: Vec<String> = (0..10_001).map(|owner| format!("owner {owner}")).collect();
    let of = yql!("SELECT number FROM {Ticket} WHERE project = 1 AND owner IN $owners", owners);
    assert_eq!(of.fetch::<u64>(client).await.unwrap().len(), 10);
    let keys = (0..10_001).map(|number| (1, number));
    assert_eq!(Ticket::get_many(keys).fetch(client).await.unwrap().len(), 10);
}
