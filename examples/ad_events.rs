//! Writes impressions and clicks in bulk into the column table of YDB's documentation, and counts them by campaign.

use std::time::{Duration, SystemTime};

use clap::Parser;
use support::{Database, Result};
use ydb::Client;
use ydb_keys::{YdbRow, YdbTable, yql};

/// Advertising event. A column table is split by the hash of its `partition_by_hash` columns, and sorted by its key
/// within each partition. A time may therefore lead the key, and no hash column is needed.
#[derive(YdbTable, Clone)]
#[ydb(table = "ydb_keys_examples/ad_events/ad_events", store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id))]
#[ydb(partition_by_hash(user_id, event_timestamp))]
struct AdEvent {
    user_id: String,
    event_timestamp: SystemTime,
    event_id: Option<u64>,
    campaign_id: u64,
    ad_id: Option<u64>,
    event_type: Option<String>,
}

/// Row of the query below; fields are matched with columns by name.
#[derive(YdbRow)]
struct CampaignHour {
    campaign_id: u64,
    clicks: u64,
    impressions: u64,
}

/// Writes advertising events into a column table, and counts the clicks of the last hour
#[derive(Parser)]
struct Options {}

#[tokio::main]
async fn main() -> Result {
    Options::parse();
    let database = Database::open(&[AdEvent::TABLE]).await?;
    story(&database.client).await.and(database.close().await)
}

async fn story(client: &Client) -> Result {
    println!("{};\n", AdEvent::TABLE.create_table());
    AdEvent::TABLE.create_table().exec(client).await?;

    // Column tables are fastest with large batches.
    let now = SystemTime::now();
    let events = events(now);
    AdEvent::bulk_upsert(&events).exec(client).await?;
    println!("Wrote {} events of the last three hours.\n", events.len());

    // Aggregates are YQL, which the compiler checks. A derived struct reads the rows.
    let by_campaign = yql!(
        "SELECT campaign_id,
            COUNT_IF(event_type = 'click') AS clicks,
            COUNT_IF(event_type = 'impression') AS impressions
         FROM {AdEvent}
         WHERE event_timestamp >= $from
         GROUP BY campaign_id
         ORDER BY campaign_id",
        from = now - Duration::from_secs(3600)
    );
    println!("The last hour, by campaign:");
    println!("  campaign   clicks   impressions   clicked");
    for CampaignHour { campaign_id, clicks, impressions } in by_campaign.fetch(client).await? {
        let rate = 100.0 * clicks as f64 / impressions.max(1) as f64;
        println!("  {campaign_id:>8} {clicks:>8} {impressions:>13} {rate:>7.1} %");
    }

    // The time leads the key, so a range of time is a scan of the model.
    let minutes = AdEvent::scan().event_timestamp(now - Duration::from_secs(600)..);
    println!("\n{} events in the last ten minutes.", minutes.count().fetch(client).await?);

    // The user is not a prefix of the key, so all rows are read. A column table is made for that: the query needs no
    // `full_scan`. Its rows are those of the model.
    let latest =
        yql!("SELECT * FROM {AdEvent} WHERE user_id = $user ORDER BY event_timestamp DESC LIMIT 5", user = "user-7");
    println!("\nThe latest events of user-7:");
    for event in latest.fetch::<AdEvent>(client).await? {
        let ago = now.duration_since(event.event_timestamp)?.as_secs();
        let kind = event.event_type.as_deref().unwrap_or("?");
        println!("  {:>3} min {:02} s ago  {kind:<10} campaign {}", ago / 60, ago % 60, event.campaign_id);
    }
    Ok(())
}

/// Returns the events: one impression a second, and a click after every eleventh.
fn events(now: SystemTime) -> Vec<AdEvent> {
    let mut events = Vec::new();
    for second in 2..=3 * 3600_u64 {
        let impression = AdEvent {
            user_id: format!("user-{}", second * 7 % 250),
            event_timestamp: now - Duration::from_secs(second),
            event_id: Some(2 * second),
            campaign_id: 1 + second % 5,
            ad_id: Some(10 + second % 3),
            event_type: Some("impression".to_owned()),
        };
        if second % 11 == 0 {
            let event_timestamp = impression.event_timestamp + Duration::from_millis(1500);
            let (event_id, event_type) = (Some(2 * second + 1), Some("click".to_owned()));
            events.push(AdEvent { event_timestamp, event_id, event_type, ..impression.clone() });
        }
        events.push(impression);
    }
    events
}
