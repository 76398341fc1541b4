//! Programs of another release in the matrix: with their own names, layouts and formats, as docs/decisions/0027
//! describes them.

use e2e_tests::Database;
use ydb_keys::{Layout, Outcome, Result, YdbTable, transact};

use super::models::{Change, Model, Row};
use super::scene::{Known, OTHERS, Scene, TRIES, first};

/// Row of a change in the control table of another release: fewer columns, and phases as texts.
#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "ydb_keys/changes", primary_key(path_hash = xxh3(path), path))]
struct Progress {
    path: String,
    phase: String,
    number: u32,
    old_layout: String,
    new_layout: String,
    format: u32,
}

/// Tables to which a row is written in a phase: the table at the path, and another one beside it.
enum Place {
    Old(Option<String>),
    New(Option<String>),
    Nowhere,
}

impl Progress {
    fn place(&self) -> Place {
        let beside = |what: &str| {
            let number = if self.number > 1 { format!("_{}", self.number) } else { String::new() };
            Some(format!("{}__ydb_keys_{what}{number}", self.path))
        };
        match &*self.phase {
            _ if self.format != 1 => Place::Nowhere,
            "Before" => Place::Old(None),
            "Both" => Place::Old(beside("new")),
            "New" => Place::New(beside("old")),
            "Done" | "Dropped" => Place::New(None),
            "Closing" | "Fenced" => Place::Nowhere,
            phase => panic!("{phase}"),
        }
    }
}

/// Writes one row, like a dual writer of another release. Returns `true` if the phase allowed it.
async fn write_once<P: Change>(database: &Database, row: Row) -> Result<bool> {
    let written = transact(database.client(), async |tx| {
        let progress = Progress::get("orders").fetch(&tx).await?.unwrap();
        let is = |line: &str, layout: Layout| line.is_empty() || line == layout.to_string();
        let (old, new) = (P::Old::of(row), P::New::of(row));
        match progress.place() {
            Place::Old(copy) => {
                assert!(is(&progress.old_layout, Layout::of(P::Old::TABLE)), "{progress:?}");
                if let Some(copy) = copy {
                    P::New::at_path(copy).upsert(&new).exec(&tx).await?;
                }
                old.upsert().exec(&tx).await?;
            }
            Place::New(kept) => {
                assert!(is(&progress.new_layout, Layout::of(P::New::TABLE)), "{progress:?}");
                if let Some(kept) = kept {
                    P::Old::at_path(kept).upsert(&old).exec(&tx).await?;
                }
                new.upsert().exec(&tx).await?;
            }
            Place::Nowhere => return Ok(false),
        }
        Ok(true)
    });
    written.await
}

/// Writes its row in each stage, without counting versions. Returns the rows that may be stored.
pub(super) async fn write<P: Change>(scene: &Scene<'_>) -> Known {
    let mut possible = vec![Some(first(OTHERS))];
    let mut stage = 0;
    while possible.len() == 1 && !P::New::VERSIONED {
        for _ in 0..TRIES {
            let row = Row { value: u64::from(stage) + 1, ..first(OTHERS) };
            match write_once::<P>(scene.database, row).await {
                Ok(true) => possible = vec![Some(row)],
                Ok(false) => continue,
                Err(error) if error.outcome() == Outcome::Unknown => possible.push(Some(row)),
                Err(_) => continue,
            }
            break;
        }
        match scene.stages.after(stage).await {
            Some(next) => stage = next,
            None => break,
        }
    }
    if P::New::VERSIONED { Known::new() } else { Known::from([(OTHERS, possible)]) }
}

/// Sets the format of the change's row, like a newer release: programs must not misread it.
pub(super) async fn set_format(database: &Database, format: u32) {
    let text = format!("UPDATE `ydb_keys/changes` SET format = {format}u WHERE path = 'orders'u");
    for _ in 1..TRIES {
        if database.try_run(&text).await.is_ok() {
            return;
        }
    }
    database.run(&text).await;
}
