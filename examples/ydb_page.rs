//! Runs the snippets of the page for YDB's documentation, in their order, as one program on an engine within the
//! process. A test checks that the pages in `docs/ydb-integration` show these lines and this output.

use clap::Parser;
use support::Result;
use ydb_embedded::Server;

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = numeric_hash(userid), userid, timestamp))]
#[ydb(partitioning(uniform = 4, by_load))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

use ydb_keys::YdbRow;

#[derive(YdbRow, Debug)]
struct Total {
    events: u64,
}

/// The page for YDB's documentation as a program; it always runs on the in-process engine
#[derive(Parser)]
struct Options {}

#[tokio::main]
async fn main() -> Result {
    Options::parse();
    let engine = Server::start().await?;
    page(engine.connection_string()).await?;
    over_a_client(engine.connection_string()).await
}

async fn page(connection_string: &str) -> Result {
    let client = ydb_keys::connect(connection_string).await?;

    println!("{}", UserEvent::TABLE.create_table());
    UserEvent::TABLE.create_table().if_not_exists().exec(&client).await?;

    ydb_keys::check(&client, ydb_keys::schema![UserEvent]).await?;

    let timestamp = SystemTime::now();
    let event = UserEvent { userid: 42, timestamp, userevent: Some("login".to_owned()) };

    // Insert: an existing key is an error
    event.insert().exec(&client).await?;

    // Insert or update
    event.upsert().exec(&client).await?;

    // Many rows in one statement
    let more = [UserEvent { userid: 43, ..event.clone() }, UserEvent { userid: 44, ..event.clone() }];
    UserEvent::upsert_many(&more).exec(&client).await?;

    let found: Option<UserEvent> = UserEvent::get((42, timestamp)).fetch(&client).await?;

    UserEvent::update((42, timestamp)).userevent(Some("logout".to_owned())).exec(&client).await?;

    UserEvent::delete((44, timestamp)).exec(&client).await?;

    println!("found: {:?}", found.map(|event| (event.userid, event.userevent)));
    println!("{}", UserEvent::get((42, timestamp)).statement()?.text());

    // The latest events of a user
    let page = UserEvent::scan().userid(42).timestamp(..=timestamp).descending().page(20, None).fetch(&client).await?;
    for event in &page.rows {
        println!("{}: {:?}", event.userid, event.userevent);
    }
    // The token of the next page, `None` after the last row
    let token = page.next;

    println!("another page: {}", token.is_some());

    let query = "
        SELECT COUNT(*) AS events
        FROM user_events
        WHERE userhash = Digest::NumericHash(42ul) AND userid = 42ul;
    ";
    let total: Option<Total> = ydb_keys::query(query).first(&client).await?;
    println!("total: {:?}", total.map(|total| total.events));

    use ydb_keys::transact;

    // Move an event to another user
    let moved = transact(&client, async |tx| {
        let Some(event) = UserEvent::get((42, timestamp)).fetch(&tx).await? else { return Ok(false) };
        UserEvent { userid: 45, ..event }.insert().exec(&tx).await?;
        UserEvent::delete((42, timestamp)).exec(&tx).await?;
        Ok(true)
    })
    .await?;
    println!("moved: {moved}");
    Ok(())
}

async fn over_a_client(connection_string: &str) -> Result {
    let client = ydb::ClientBuilder::new_from_connection_string(connection_string)?.build().await?;

    let left = UserEvent::scan().full_scan().count().fetch(&client).await?;
    println!("{left} events are left");
    Ok(())
}
