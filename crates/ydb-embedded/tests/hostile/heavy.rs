//! Heavy statements of some clients do not make other clients wait.
//!
//! The test checks the order in which statements end, and no times. A heavy statement that runs when a light one
//! arrives may end before it. A heavy statement that begins later must not end before the light one.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use ydb_embedded::Behavior;
use ydb_grpc::ydb_proto::table::CopyTableRequest;

use crate::support::{Busy, SUCCESS, bulk, finish, queries, query, run, session, soon, start, tables, with_list};

/// Number of light statements that are sent one after another.
const LIGHT: usize = 300;

/// Smallest number of pieces of heavy work between two light statements.
const BETWEEN: u64 = 20;

/// Number of rows of the table `big`. A statement that writes all of them ends long after a light one.
const ROWS: i32 = 200_000;

/// A heavy client: it sends its statements again and again, and counts the ends of the long ones.
type Heavy = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Number of finished statements of each heavy client.
type Ends = Arc<[AtomicU64; 4]>;

/// Sends light statements. Panics if a heavy statement begins after one of them and ends before it.
async fn probe(busy: &Busy, ends: &Ends) {
    let (mut client, session) = (queries(&busy.server).await, session(&busy.server).await);
    let counts = || ends.each_ref().map(|ends| ends.load(Ordering::SeqCst));
    for text in ["SELECT 1", "SELECT v FROM small WHERE k = 7"].iter().cycle().take(LIGHT) {
        soon(busy.work.goes_on(BETWEEN)).await;
        let before = counts();
        assert_eq!(soon(finish(&mut client, query(*text, &session.id))).await, SUCCESS);
        let after = counts();
        let waited = before.iter().zip(after).any(|(before, after)| after > before + 1);
        assert!(!waited, "{text} came when {before:?} heavy statements were done, and ended after {after:?}");
    }
}

/// Checks that other clients are served while all of these heavy clients run.
async fn others_wait_little(busy: &Arc<Busy>, ends: Ends, heavy: [Heavy; 4]) {
    let heavy = heavy.map(tokio::spawn);
    // On a separate thread, because encoding a large request also keeps a client's thread busy.
    let (over, is_over) = tokio::sync::oneshot::channel();
    let probing = thread::spawn({
        let busy = Arc::clone(busy);
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(probe(&busy, &ends));
            over.send(()).unwrap();
        }
    });
    let _ = is_over.await;
    probing.join().unwrap();
    for task in &heavy {
        assert!(!task.is_finished(), "a heavy statement failed");
        task.abort();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn four_heavy_reads_keep_nobody_waiting() {
    let busy = Arc::new(start(Behavior::default(), ROWS).await);
    let ends = Ends::default();
    let texts = [
        "SELECT COUNT(*) FROM small AS a CROSS JOIN small AS b",
        "SELECT a.v AS v, COUNT(*) AS n FROM small AS a CROSS JOIN small AS b GROUP BY a.v",
        "SELECT b.v AS v FROM small AS a CROSS JOIN small AS b ORDER BY v DESC LIMIT 1",
        "SELECT ListLength(ListMap($list, ($x) -> { RETURN ListLength(ListFilter($list, ($y) -> { RETURN $x < $y })) }))",
    ];
    let again = |number: usize| -> Heavy {
        let (busy, ends, text) = (Arc::clone(&busy), Arc::clone(&ends), texts[number]);
        Box::pin(async move {
            let mut client = queries(&busy.server).await;
            loop {
                assert_eq!(finish(&mut client, with_list(text, "")).await, SUCCESS, "{text}");
                ends[number].fetch_add(1, Ordering::SeqCst);
            }
        })
    };
    others_wait_little(&busy, Arc::clone(&ends), [0, 1, 2, 3].map(again)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_heavy_writes_keep_nobody_waiting() {
    let busy = Arc::new(start(Behavior::default(), ROWS).await);
    let ends = Ends::default();
    // The statements may abort each other.
    let again = |number: usize, text: &'static str| -> Heavy {
        let (busy, ends) = (Arc::clone(&busy), Arc::clone(&ends));
        Box::pin(async move {
            let mut client = queries(&busy.server).await;
            loop {
                finish(&mut client, query(text, "")).await;
                ends[number].fetch_add(1, Ordering::SeqCst);
            }
        })
    };
    let (loading, loads) = (Arc::clone(&busy), Arc::clone(&ends));
    let load = async move {
        let mut client = tables(&loading.server).await;
        loop {
            client.bulk_upsert(bulk("target", 0..50_000)).await.unwrap();
            loads[2].fetch_add(1, Ordering::SeqCst);
        }
    };
    let (changing, changes) = (Arc::clone(&busy), Arc::clone(&ends));
    let change = async move {
        let mut client = tables(&changing.server).await;
        for number in 0.. {
            let (source_path, destination_path) = ("/local/big".to_owned(), format!("/local/copy{number}"));
            let copy = CopyTableRequest { source_path, destination_path, ..Default::default() };
            assert_eq!(client.copy_table(copy).await.unwrap().into_inner().operation.unwrap().status, SUCCESS);
            for change in ["ADD INDEX by_v GLOBAL ON (v)", "ADD COLUMN w Int32 NOT NULL DEFAULT 1", "DROP COLUMN w"] {
                let text = format!("ALTER TABLE copy{number} {change}");
                assert_eq!(run(&changing.server, &text).await, SUCCESS, "{change}");
            }
            assert_eq!(run(&changing.server, &format!("DROP TABLE copy{number}")).await, SUCCESS);
            // All statements together count as one, because some of them are light.
            changes[3].fetch_add(1, Ordering::SeqCst);
        }
    };
    let heavy: [Heavy; 4] = [
        again(0, "UPSERT INTO target SELECT k, v + 1 AS v FROM big"),
        again(1, "UPDATE big SET v = v + 1"),
        Box::pin(load),
        Box::pin(change),
    ];
    others_wait_little(&busy, ends, heavy).await;
}
