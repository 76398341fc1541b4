//! Tests serial numbers before and after a copy: no number is given twice.

use std::sync::Arc;
use std::time::Duration;

use e2e_tests::Database;
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use ydb_embedded::{Behavior, Call, Fault, GrpcCode, Release};
use ydb_keys::YdbTable;
use ydb_keys_migrate::{Event, RekeyPhase, RekeyReport, rekey};

use super::support::{exists, plan, run, small, with_behavior};

#[derive(YdbTable)]
#[ydb(table = "tickets", primary_key(area, id))]
struct Ticket {
    area: String,
    #[ydb(serial)]
    id: i64,
    text: Option<String>,
}

/// Creates tickets 1 to 8; the sequence gives 9 next.
async fn tickets(database: Database) -> Database {
    database.run("CREATE TABLE tickets (area Utf8 NOT NULL, id BigSerial, text Utf8, PRIMARY KEY (id))").await;
    for _ in 0..8 {
        draw(&database, "tickets").await;
    }
    database
}

/// Inserts a row, and returns its number.
async fn draw(database: &Database, path: &str) -> i64 {
    database.one(&format!("INSERT INTO `{path}` (area, text) VALUES ('a'u, 't'u) RETURNING id")).await
}

#[tokio::test]
async fn numbers_of_deleted_rows_are_not_given_again() {
    let database = tickets(Database::own().await).await;
    database.run("DELETE FROM tickets WHERE id > 5").await;
    let report = run(&database, Ticket::TABLE).await.unwrap();
    assert_eq!((report.rows, report.notes.len()), (5, 0));
    assert_eq!(draw(&database, "tickets").await, 9);
    // A second run has nothing to do, and does not skip a number.
    assert!(run(&database, Ticket::TABLE).await.unwrap().already_done);
    assert_eq!(draw(&database, "tickets").await, 10);
}

#[tokio::test]
async fn numbers_written_by_hand_are_not_given_again() {
    let database = tickets(Database::own().await).await;
    database.run("UPSERT INTO tickets (id, area) VALUES (70, 'a'u)").await;
    run(&database, Ticket::TABLE).await.unwrap();
    assert_eq!(draw(&database, "tickets").await, 71);
}

#[tokio::test]
async fn a_table_that_has_given_no_number() {
    let database = Database::own().await;
    database.run("CREATE TABLE tickets (area Utf8 NOT NULL, id BigSerial, text Utf8, PRIMARY KEY (id))").await;
    run(&database, Ticket::TABLE).await.unwrap();
    assert_eq!(draw(&database, "tickets").await, 1);
}

/// Tests servers before 26.1, which do not print the position: the plan says that numbers of deleted rows are used
/// again.
#[tokio::test]
async fn a_server_that_does_not_tell_where_the_sequence_is() {
    let mut behavior = Behavior::strict();
    behavior.release = Release::V25_4;
    let database = with_behavior(behavior).await;
    database.run("CREATE TABLE tickets (area Utf8 NOT NULL, id BigSerial, text Utf8, PRIMARY KEY (id))").await;
    for _ in 0..8 {
        draw(&database, "tickets").await;
    }
    database.run("DELETE FROM tickets WHERE id > 5").await;
    run(&database, Ticket::TABLE).await.unwrap();
    assert_eq!(draw(&database, "tickets").await, 6);
}

/// Copies a table, and runs an action when a phase starts.
async fn run_with(database: &Database, phase: RekeyPhase, mut then: impl FnMut() + Send) -> RekeyReport {
    let mut on_event = |event: Event<'_>| {
        if matches!(event, Event::Phase { phase: begun, .. } if begun == phase) {
            then();
        }
    };
    rekey(database.client(), &plan(Ticket::TABLE), &small(), &mut on_event).await.unwrap()
}

/// Tests that the new sequence leaves a gap: rows written during the copy take numbers from the old sequence until the
/// swap.
#[tokio::test(flavor = "multi_thread")]
async fn writers_during_the_copy_are_left_room() {
    let database = tickets(Database::own().await).await;
    let mut first = true;
    let report = run_with(&database, RekeyPhase::Verify, || {
        if std::mem::take(&mut first) {
            block_in_place(|| Handle::current().block_on(draw(&database, "tickets")));
        }
    })
    .await;
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    assert_eq!(draw(&database, "tickets__ydb_keys_old").await, 10);
    // 10 is the next number of the old sequence; the gap is 1000.
    assert_eq!(draw(&database, "tickets").await, 1010);
}

/// Tests a writer that takes numbers from the old sequence after it was last read and before the swap.
#[tokio::test(flavor = "multi_thread")]
async fn a_writer_between_the_look_and_the_swap() {
    let database = Arc::new(tickets(Database::timed().await).await);
    let hour = Duration::from_secs(3600);
    database.faults().fail_next(1, Call::RenameTables, Fault::Delay(hour));
    let mut writer = None;
    let report = run_with(&database, RekeyPhase::Swap, || {
        let database = Arc::clone(&database);
        writer = Some(tokio::spawn(async move {
            let mut q = database.q();
            database.faulty().await;
            // 9 and 10, into both tables.
            for _ in 0..2 {
                let text = "INSERT INTO tickets (area, text) VALUES ('w'u, 'w'u) RETURNING id";
                let id: i64 = q.query_row(text).await.unwrap().remove_field(0).unwrap().try_into().unwrap();
                let text = format!("UPSERT INTO tickets__ydb_keys_new (area, id, text) VALUES ('w'u, {id}, 'w'u)");
                q.exec(text).await.unwrap();
            }
            database.advance(hour);
        }));
    })
    .await;
    writer.unwrap().await.unwrap();
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    let written: Vec<i64> = database.column("SELECT id FROM tickets WHERE area = 'w'u").await;
    assert_eq!(written, [9, 10]);
    let next = draw(&database, "tickets").await;
    assert!(next > 10, "{next} was given before");
}

/// Opens a database whose run died after the swap, before it checked the sequences again; then a writer of the old
/// table has taken another number.
async fn died_after_the_swap() -> Database {
    let database = tickets(Database::embedded().await).await;
    let client = database.no_retry();
    for passed in 0.. {
        // One more request passes each time, until the run dies after the swap.
        database.faults().fail_next(passed, Call::Any, Fault::Delay(Duration::ZERO));
        database.faults().fail_next(1000, Call::Any, Fault::Grpc(GrpcCode::Unavailable));
        let died = rekey(&client, &plan(Ticket::TABLE), &small(), &mut |_: Event<'_>| {}).await;
        database.faults().clear();
        if exists(&database, "tickets__ydb_keys_old").await {
            assert!(died.is_err(), "the run ended before it could die");
            break;
        }
    }
    assert_eq!(draw(&database, "tickets__ydb_keys_old").await, 9);
    database
}

/// Tests that the next run does the remaining work, and copies nothing.
#[tokio::test]
async fn a_run_that_dies_after_the_swap() {
    let database = died_after_the_swap().await;
    assert!(run(&database, Ticket::TABLE).await.unwrap().already_done);
    let next = draw(&database, "tickets").await;
    assert!(next > 9, "{next} was given before");
}

/// Tests that the program does the remaining work, although no table differs from its model anymore.
#[tokio::test(flavor = "multi_thread")]
async fn the_program_ends_what_died_after_the_swap() {
    let database = died_after_the_swap().await;
    let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
    let arguments =
        ["migrate", "apply", "--yes", "--rekey", "--writers-stopped", "--connection", database.connection_string()];
    let streams = ydb_keys_cli::Streams::new(&mut input, &mut out, &mut err).clock(|| Duration::ZERO);
    let status = block_in_place(|| ydb_keys_cli::run(arguments, ydb_keys::schema![Ticket], streams));
    assert_eq!(status.code(), 0, "{}", String::from_utf8_lossy(&err));
    let next = draw(&database, "tickets").await;
    assert!(next > 9, "{next} was given before");
}

#[derive(YdbTable)]
#[ydb(table = "short", primary_key(area, id))]
struct Short {
    area: String,
    #[ydb(serial)]
    id: i16,
}

#[tokio::test]
async fn a_sequence_at_its_end() {
    let database = Database::own().await;
    database.run("CREATE TABLE short (area Utf8 NOT NULL, id SmallSerial, PRIMARY KEY (id))").await;
    database.run("UPSERT INTO short (id, area) VALUES (32767s, 'a'u)").await;
    assert_eq!(
        run(&database, Short::TABLE).await.unwrap_err().to_string(),
        "table `short`: the serial column `id` has no numbers left after 32767\n\
         help: first give smaller numbers to the rows with the greatest ones; nothing could be inserted into the new table"
    );
    assert!(!exists(&database, "short__ydb_keys_old").await);
}
