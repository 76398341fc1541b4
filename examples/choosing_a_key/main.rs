//! Compares keys for each kind of identifier, with the same rows: the writes of each partition at each moment, and the
//! partitions that each read touches. The engine runs in the same process.
#![recursion_limit = "256"] // the client's futures are deeply nested

mod made;
mod measure;
mod nulls;
mod sequence;
mod story;
mod tenants;
mod texts;
mod timestamp;
mod users;
mod uuids;

use std::path::{Path, PathBuf};

use clap::Parser;
use support::{Failure, Result};
use ydb_embedded::{Server, Thresholds};

use measure::{BATCH, Measure, PARTITIONS, ROWS, WINDOWS};

/// Measures the keys that a table could have, for each kind of identifier
#[derive(Parser)]
struct Options {
    /// Writes a picture of each kind of identifier into this directory
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Only writes the events of the story of users and times into this file, as CSV
    #[arg(long, value_name = "FILE", conflicts_with = "pictures")]
    events: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result {
    let options = Options::parse();
    if let Some(file) = options.events {
        return write(&file, &users::csv());
    }
    // How fast this machine is must not decide where a table is cut.
    let thresholds = Thresholds { split_operations_per_second: u64::MAX, ..Thresholds::default() };
    let server = Server::builder().thresholds(thresholds).start().await?;
    let client = support::client(server.connection_string()).await?;
    let measure = Measure { server, client };
    println!("{ROWS} rows under each key, in {PARTITIONS} partitions of equal size, written in order of arrival:");
    println!("{WINDOWS} windows of time, {} statements of {BATCH} rows in each.\n", ROWS / WINDOWS / BATCH);
    let stories = [
        sequence::story(&measure).await?,
        timestamp::story(&measure).await?,
        uuids::story(&measure).await?,
        texts::story(&measure).await?,
        users::story(&measure).await?,
        tenants::story(&measure).await?,
    ];
    for story in &stories {
        story.show();
    }
    nulls::story(&measure.client).await?;
    if let Some(directory) = options.pictures {
        for (name, svg) in stories.iter().map(story::Story::draw) {
            write(&directory.join(name), &svg)?;
        }
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> Result {
    std::fs::write(file, text).map_err(|error| Failure::new(format!("cannot write {}: {error}", file.display())))
}
