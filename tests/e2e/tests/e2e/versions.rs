//! Tests tables whose rows have a version: no change is overwritten that was not read.

use e2e_tests::{Database, is};
use ydb_keys::{Error, ErrorKind, Outcome, YdbTable, add, transact};

use crate::models::*;

/// Returns the versions that a conflict's error names.
fn conflict<T: std::fmt::Debug>(result: Result<T, Error>, name: &str) -> (i128, Option<i128>) {
    let text = format!(": {name} conflicts with another change of the row with key (1)\n");
    assert!(is(&result, ErrorKind::Conflict, &[&text]), "{result:?}");
    let text = result.unwrap_err().to_string();
    let mut versions =
        text.split("version ").skip(1).map(|rest| rest.split([',', '\n']).next().unwrap().parse().unwrap());
    let (expected, found) = (versions.next().unwrap(), versions.next());
    assert_eq!(found.is_none(), text.contains("and is not stored any more"), "{text}");
    (expected, found)
}

async fn stored(database: &Database) -> Option<Page> {
    Page::get(1).fetch(database.client()).await.unwrap()
}

/// Returns the version of the stored row.
async fn version(database: &Database) -> i32 {
    stored(database).await.unwrap().version
}

#[tokio::test]
async fn a_new_row_has_a_version_that_no_row_had() {
    let database = Database::with::<Page>().await;
    let client = database.client();
    let page = Page { version: 77, ..Page::of("first") };
    let inserted = page.insert().fetch(client).await.unwrap();
    assert_eq!(inserted, Page { version: inserted.version, ..page.clone() });
    assert_eq!(stored(&database).await, Some(inserted.clone()));
    let mut versions = vec![inserted.version];
    Page::delete(1).exec(client).await.unwrap();
    page.insert().exec(client).await.unwrap();
    versions.push(version(&database).await);
    Page::insert_many(&[Page { id: 2, ..page.clone() }, Page { id: 3, ..page }]).exec(client).await.unwrap();
    for id in [2, 3] {
        versions.push(Page::get(id).fetch(client).await.unwrap().unwrap().version);
    }
    assert!(versions.iter().all(|version| (1..=1 << 30).contains(version)), "{versions:?}");
    versions.sort_unstable();
    versions.dedup();
    assert_eq!(versions.len(), 4);
}

/// Tests a row that is read, then deleted and inserted anew, and that the reader then writes back.
#[tokio::test]
async fn a_row_that_was_inserted_anew_is_not_overwritten() {
    let database = Database::with::<Page>().await;
    let client = database.client();
    let page = Page::of("first");
    page.insert().exec(client).await.unwrap();
    let held = stored(&database).await.unwrap();
    for upserts in [false, true] {
        Page::delete(1).exec(client).await.unwrap();
        let anew = match upserts {
            false => page.insert().fetch(client).await.unwrap(),
            true => page.upsert().fetch(client).await.unwrap(),
        };
        let versions = (held.version.into(), Some(anew.version.into()));
        assert_eq!(conflict(held.replace().exec(client).await, "replace"), versions);
        assert_eq!(conflict(held.upsert().exec(client).await, "upsert"), versions);
        assert_eq!(stored(&database).await, Some(anew));
    }
}

/// Tests a row from before the column of the version was added.
#[tokio::test]
async fn a_row_without_a_version() {
    let database = Database::with::<Page>().await;
    let client = database.client();
    database.run("ALTER TABLE `ydb_keys_e2e/pages` DROP COLUMN version").await;
    database.run("ALTER TABLE `ydb_keys_e2e/pages` ADD COLUMN version Int32").await;
    database
        .run(&format!(
            "INSERT INTO `ydb_keys_e2e/pages` (id_hash, id, title, views) VALUES ({}, 1, 'old'u, 0)",
            ydb_keys_core::hash::numeric_hash(1)
        ))
        .await;
    let error = Page::get(1).fetch(client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(
        error.to_string(),
        "table `ydb_keys_e2e/pages`, column `version`: the row has no version\n\
         help: it is older than the column; give such rows one: \
         UPDATE `ydb_keys_e2e/pages` SET `version` = 1 WHERE `version` IS NULL"
    );
    database.run(error.to_string().split("one: ").nth(1).unwrap()).await;
    let page = stored(&database).await.unwrap();
    assert_eq!(page.upsert().fetch(client).await.unwrap().version, 2);
}

#[tokio::test]
async fn a_row_that_was_not_read_is_inserted() {
    let database = Database::with::<Page>().await;
    let client = database.client();
    let page = Page::of("first");
    let first = page.upsert().fetch(client).await.unwrap();
    assert_eq!(first, Page { version: version(&database).await, ..page.clone() });
    for error in [page.upsert().exec(client).await, page.replace().exec(client).await] {
        let error = error.unwrap_err();
        assert_eq!((error.kind(), error.key()), (ErrorKind::AlreadyExists, Some("(1)")), "{error:?}");
        assert!(!error.to_string().contains("use `upsert`"), "{error}");
    }
    Page::delete(1).exec(client).await.unwrap();
    page.replace().exec(client).await.unwrap();
    let anew = version(&database).await;
    assert_eq!(stored(&database).await, Some(Page { version: anew, ..page }));
    assert_ne!(anew, first.version);
}

#[tokio::test]
async fn a_change_that_was_not_read_is_not_overwritten() {
    let database = Database::with::<Page>().await;
    let client = database.client();
    Page::of("first").insert().exec(client).await.unwrap();
    let mine = stored(&database).await.unwrap();
    let first = i128::from(mine.version);
    let theirs = Page { title: "theirs".into(), note: Some("x".into()), ..mine.clone() };
    let theirs = theirs.upsert().fetch(client).await.unwrap();
    assert_eq!((theirs.version, theirs.note.as_deref()), (mine.version + 1, Some("x")));
    assert_eq!(stored(&database).await.as_ref(), Some(&theirs));
    let mine = Page { title: "mine".into(), ..mine };
    assert_eq!(conflict(mine.upsert().exec(client).await, "upsert"), (first, Some(first + 1)));
    assert_eq!(conflict(mine.upsert().fetch(client).await, "upsert"), (first, Some(first + 1)));
    assert_eq!(conflict(mine.replace().exec(client).await, "replace"), (first, Some(first + 1)));
    assert_eq!(stored(&database).await.as_ref(), Some(&theirs));
    let error = mine.upsert().exec(client).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "table `ydb_keys_e2e/pages`: upsert conflicts with another change of the row with key (1)\n\
             help: read it again and apply the change to it; it was read with version {first}, and now has version {}",
            first + 1
        )
    );
    assert!(error.outcome() == Outcome::NotWritten);
    // Read again, it can be written.
    let again = Page { title: "mine".into(), ..stored(&database).await.unwrap() };
    again.replace().exec(client).await.unwrap();
    assert_eq!(stored(&database).await, Some(Page { version: again.version + 1, ..again.clone() }));
    Page::delete(1).exec(client).await.unwrap();
    assert_eq!(conflict(again.upsert().exec(client).await, "upsert"), (first + 1, None));
    assert_eq!(stored(&database).await, None);
}

#[tokio::test]
async fn an_update_by_key_increments_the_version() {
    let database = Database::with::<Page>().await;
    let client = database.client();
    Page::of("first").insert().exec(client).await.unwrap();
    let mine = stored(&database).await.unwrap();
    let row = Page::update(1).views(add(5)).fetch(client).await.unwrap().row().unwrap();
    assert_eq!((row.version, row.views), (mine.version + 1, 5));
    Page::update(1).title("other").exec(client).idempotent(true).await.unwrap();
    let first = i128::from(mine.version);
    assert_eq!(i128::from(version(&database).await), first + 2);
    assert_eq!(conflict(mine.upsert().exec(client).await, "upsert"), (first, Some(first + 2)));
    assert!(is(&Page::update(1).exec(client).await, ErrorKind::Usage, &["the update sets no column"]));
    // By hand.
    let seen = Page::COLUMNS.version;
    assert!(!Page::update(1).views(0).when(seen.eq(mine.version + 1)).fetch(client).await.unwrap().is_changed());
    assert!(Page::delete(1).when(seen.eq(mine.version + 2)).fetch(client).await.unwrap().is_changed());
}

#[tokio::test]
async fn within_transactions() {
    let database = Database::with::<Page>().await;
    let client = database.client();
    Page::of("first").insert().exec(client).await.unwrap();
    let mine = stored(&database).await.unwrap();
    let changed = transact(client, async |tx| {
        let page = Page::get(1).fetch(&tx).await?.unwrap();
        let page = Page { views: page.views + 1, ..page }.upsert().fetch(&tx).await?;
        Page { views: page.views + 1, ..page }.upsert().fetch(&tx).await
    });
    assert_eq!(changed.await.unwrap(), Page { version: mine.version + 2, views: 2, ..mine.clone() });
    let failed = transact(client, async |tx| {
        Page::update(1).views(9).exec(&tx).await?;
        mine.upsert().exec(&tx).await
    });
    let first = i128::from(mine.version);
    assert_eq!(conflict(failed.await, "upsert"), (first, Some(first + 3)));
    // The whole transaction is undone.
    assert_eq!(stored(&database).await.unwrap().views, 2);
    let q = database.q();
    let written = q.retry_tx(ydb::closure!(async |tx: &mut ydb::Transaction| {
        let page = Page::get(1).fetch(&mut *tx).await?.unwrap();
        Page { views: 7, ..page }.upsert().exec(&mut *tx).with_commit().await?;
        Ok(())
    }));
    written.await.unwrap();
    assert_eq!(stored(&database).await, Some(Page { version: mine.version + 3, views: 7, ..mine }));
}

#[tokio::test]
async fn a_write_of_a_version_is_not_repeated() {
    let database = Database::with::<Page>().await;
    let client = database.client();
    let page = Page::of("first");
    let refused = page.upsert().exec(client).idempotent(true).await;
    assert!(
        is(
            &refused,
            ErrorKind::Usage,
            &["depends on what is stored, so it cannot be `idempotent`", "this upsert depends"]
        ),
        "{refused:?}"
    );
    page.insert().exec(client).await.unwrap();
    let refused = stored(&database).await.unwrap().replace().exec(client).idempotent(true).await;
    assert!(
        is(
            &refused,
            ErrorKind::Usage,
            &["depends on what is stored, so it cannot be `idempotent`", "this replace depends"]
        ),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_version_ends_where_its_type_ends() {
    let database = Database::with::<Page>().await;
    let page = Page { version: i32::MAX, ..Page::of("last") };
    let error = page.upsert().exec(database.client()).await.unwrap_err();
    assert!(is(&error, ErrorKind::InvalidValue, &["column `version`: ", "is outside the range of "]), "{error:?}");
}
