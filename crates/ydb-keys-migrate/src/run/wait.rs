//! Waits for an index that the server is building.

use std::time::{Duration, Instant};

use tokio::time::sleep;
use ydb::Client;

use super::describe::describe;
use super::error::{Detail, MigrateError};
use super::{Event, OnEvent};

/// The first pauses are short: the index of a small table is built at once.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Describes the table until the index is ready, however long that takes.
pub(super) async fn wait_for_index(
    client: &Client,
    path: &str,
    index: &str,
    on: &mut OnEvent<'_>,
) -> Result<(), MigrateError> {
    let begun = Instant::now();
    let (mut pause, mut reported) = (FIRST_PAUSE, 0);
    loop {
        let live = describe(client, path).await?;
        match live.as_ref().and_then(|live| live.index(index)) {
            Some(found) if found.ready => return Ok(()),
            Some(_) => {}
            None => return Err(Detail::IndexGone { table: path.to_owned(), index: index.to_owned() }.into()),
        }
        let since = begun.elapsed();
        if since.as_secs() > reported {
            reported = since.as_secs();
            on(Event::IndexBuilds { table: path, index, since });
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
