//! Tests that rows become models by the names of the columns: in any order, with other columns beside them, and with
//! errors that name the fault.

use e2e_tests::{Database, is};
use ydb_keys::{Error, ErrorKind, Outcome, YdbTable, transact};

use crate::models::*;

/// Models of one table: of a program, and of a later program with more columns in another order.
mod versions {
    use ydb_keys::YdbTable;

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_e2e/profiles", primary_key(hash = xxh3(name), name))]
    pub(crate) struct Old {
        pub(crate) name: String,
        pub(crate) age: Option<u32>,
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_e2e/profiles", primary_key(hash = xxh3(name), name))]
    pub(crate) struct New {
        pub(crate) city: Option<String>,
        pub(crate) age: Option<u32>,
        pub(crate) name: String,
    }
}

use versions::{New, Old};

#[tokio::test]
async fn columns_that_were_added_later_do_not_disturb_readers() {
    let database = Database::with::<Old>().await;
    let mut q = database.q();
    let old = Old { name: "Іван".into(), age: Some(40) };
    old.insert().exec(&mut q).await.unwrap();
    assert_eq!(Old::get("Іван".to_owned()).fetch(&mut q).await.unwrap(), Some(old.clone()));
    database.run("ALTER TABLE `ydb_keys_e2e/profiles` ADD COLUMN city Utf8").await;
    assert_eq!(Old::get("Іван".to_owned()).fetch(&mut q).await.unwrap(), Some(old.clone()));
    let new = New { city: None, age: Some(40), name: "Іван".into() };
    assert_eq!(New::get("Іван".to_owned()).fetch(&mut q).await.unwrap(), Some(new));
    // A query of their own that asks for all columns.
    let all = q.query_row("SELECT * FROM `ydb_keys_e2e/profiles`").typed::<Old>().await.unwrap();
    assert_eq!(all, old);
}

/// Tests a table whose columns have another order than the fields.
#[tokio::test]
async fn many_rows_of_a_table_with_another_order_of_columns() {
    let database = Database::with::<Old>().await;
    let mut q = database.q();
    database.run("ALTER TABLE `ydb_keys_e2e/profiles` ADD COLUMN city Utf8").await;
    let row =
        |n: u32| New { city: Some(format!("city {n}")), age: n.is_multiple_of(2).then_some(n), name: format!("{n}") };
    let rows: Vec<_> = (0..9).map(row).collect();
    New::bulk_upsert(&rows).exec(database.client()).await.unwrap();
    let keys = || (0..9).map(|n| n.to_string());
    let sorted = |mut rows: Vec<New>| {
        rows.sort_by(|a, b| a.name.cmp(&b.name));
        rows
    };
    assert_eq!(sorted(New::read_rows(keys()).fetch(database.client()).await.unwrap()), rows);
    assert_eq!(sorted(New::get_many(keys()).fetch(&mut q).await.unwrap()), rows);
    assert_eq!(sorted(New::scan().full_scan().fetch(&mut q).await.unwrap()), rows);
}

#[tokio::test]
async fn an_upsert_keeps_a_column_unknown_to_the_model_and_a_replace_resets_it() {
    let database = Database::with::<New>().await;
    let mut q = database.q();
    let city = async || database.one::<Option<String>>("SELECT city FROM `ydb_keys_e2e/profiles`").await;
    New { city: Some("Львів".into()), age: None, name: "a".into() }.insert().exec(&mut q).await.unwrap();
    let old = Old { name: "a".into(), age: Some(1) };
    old.upsert().exec(&mut q).await.unwrap();
    assert_eq!(city().await.as_deref(), Some("Львів"));
    assert_eq!(New::get("a".to_owned()).fetch(&mut q).await.unwrap().unwrap().age, Some(1));
    old.replace().exec(&mut q).await.unwrap();
    assert_eq!(city().await, None);
    assert_eq!(Old::get("a".to_owned()).fetch(&mut q).await.unwrap(), Some(old));
}

/// Tests a table that other programs have changed.
#[tokio::test]
async fn a_table_that_is_not_as_the_model_says_is_told() {
    let database = Database::start().await;
    let ddl = "CREATE TABLE `ydb_keys_e2e/accounts` (hash Uint64 NOT NULL, number Uint64 NOT NULL, sum Int32, PRIMARY KEY (hash, number))";
    database.create_at("ydb_keys_e2e/accounts", ddl.into()).await;
    database
        .run("UPSERT INTO `ydb_keys_e2e/accounts` (hash, number, sum) VALUES (10577349846663553072ul, 1ul, 5)")
        .await;
    let error = Account::get(1).fetch(&mut database.q()).await.unwrap_err();
    let text = "table `ydb_keys_e2e/accounts`, column `sum`: expected Int64, found Int32\n";
    assert!(is(&error, ErrorKind::Decode, &[text]), "{error:?}");
    database.run("UPDATE `ydb_keys_e2e/accounts` SET sum = NULL WHERE true").await;
    let error = Account::get(1).fetch(&mut database.q()).await.unwrap_err();
    assert!(
        is(&error, ErrorKind::Decode, &["table `ydb_keys_e2e/accounts`", "column `sum`: ", "unexpected NULL"]),
        "{error:?}"
    );
}

/// Tests an enum's text and number that belong to no variant, and a text that is not JSON of the field's type.
#[tokio::test]
async fn values_that_are_no_values_of_the_field_are_told() {
    let database = Database::with::<Task>().await;
    let mut q = database.q();
    let task = Task::sample(0);
    task.insert().exec(&mut q).await.unwrap();
    let update = async |what: &str| database.run(&format!("UPDATE `ydb_keys_e2e/tasks` SET {what} WHERE true")).await;
    for (what, column, part) in [
        ("oldStatus = 'gone'u", "oldStatus", "gone"),
        ("oldPriority = 7s", "oldPriority", "7"),
        ("settings = Json('[1]')", "settings", "invalid"),
    ] {
        task.replace().exec(&mut q).await.unwrap();
        update(what).await;
        let error = Task::get(task.key().unwrap()).fetch(&mut q).await.unwrap_err();
        assert_eq!((error.table(), error.column()), (Some("ydb_keys_e2e/tasks"), Some(column)), "{error}");
        assert!(is(&error, ErrorKind::Decode, &[part]), "{what}: {error}");
    }
}

/// Models of two programs with an enum; the older one does not know a variant.
mod variants {
    use ydb_keys::{YdbColumn, YdbTable};

    #[derive(YdbColumn, Clone, Copy, Debug, PartialEq)]
    #[ydb(rename_all = "snake_case")]
    pub(crate) enum OldState {
        Open,
    }

    #[derive(YdbColumn, Clone, Copy, Debug, PartialEq)]
    #[ydb(rename_all = "snake_case")]
    pub(crate) enum NewState {
        Paused,
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_e2e/jobs", primary_key(hash = xxh3(id), id))]
    pub(crate) struct OldJob {
        pub(crate) id: u64,
        pub(crate) runs: u32,
        pub(crate) state: OldState,
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_e2e/jobs", primary_key(hash = xxh3(id), id))]
    pub(crate) struct NewJob {
        pub(crate) id: u64,
        pub(crate) runs: u32,
        pub(crate) state: NewState,
    }
}

/// Tests a write whose row cannot be read: it is done, and the error must not deny that. In a transaction the error
/// ends the transaction, so nothing is written.
#[tokio::test]
async fn a_write_whose_row_cannot_be_read_is_written() {
    use variants::{NewJob, NewState, OldJob};
    let database = Database::with::<NewJob>().await;
    let (client, mut q) = (database.client(), database.q());
    for id in 1..=4 {
        NewJob { id, runs: 0, state: NewState::Paused }.insert().exec(client).await.unwrap();
    }
    let done = |error: &Error, operation: &str| {
        let text = format!(
            "table `ydb_keys_e2e/jobs`: the {operation} is done, but the row that it returned cannot be read\n"
        );
        assert!(is(error, ErrorKind::Decode, &[&text, "column `state`: ", "paused"]), "{error}");
        assert_eq!((error.outcome(), error.column()), (Outcome::Written, Some("state")));
    };
    done(&OldJob::update(1).runs(1).fetch(&mut q).await.unwrap_err(), "update");
    assert_eq!(NewJob::get(1).fetch(&mut q).await.unwrap().unwrap().runs, 1);
    let conditional = OldJob::update(1).runs(2).when(OldJob::COLUMNS.runs.eq(1));
    done(&conditional.fetch(&mut q).await.unwrap_err(), "update");
    assert_eq!(NewJob::get(1).fetch(&mut q).await.unwrap().unwrap().runs, 2);
    done(&OldJob::delete(2).fetch(&mut q).await.unwrap_err(), "delete");
    assert_eq!(NewJob::get(2).fetch(&mut q).await.unwrap(), None);

    // A read has written nothing.
    let error = OldJob::get(3).fetch(&mut q).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Decode, Outcome::NotWritten));
    let error = transact(client, async |tx| OldJob::update(3).runs(9).fetch(&tx).await).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Decode, Outcome::NotWritten), "{error}");
    assert_eq!(NewJob::get(3).fetch(&mut q).await.unwrap().unwrap().runs, 0);
}
