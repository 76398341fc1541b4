//! Heavy statements of some clients do not keep others waiting.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ydb_embedded::{Behavior, Server};
use ydb_grpc::ydb_proto::table::CopyTableRequest;

use crate::support::{ALONE, SUCCESS, bulk, finish, queries, query, run, session, start, tables, with_list};

/// How long others must wait at most, with one exception in a hundred.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long it is measured.
const SPAN: Duration = Duration::from_secs(5);

type Heavy = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Repeats `SELECT 1` and a point read for a while, and returns the times that they took, in order.
async fn probe(server: &Server) -> Vec<Duration> {
    let (mut client, session, begun) = (queries(server).await, session(server).await, Instant::now());
    let mut times = Vec::new();
    while begun.elapsed() < SPAN {
        for text in ["SELECT 1", "SELECT v FROM small WHERE k = 7"] {
            let begun = Instant::now();
            assert_eq!(finish(&mut client, query(text, &session.id)).await, SUCCESS);
            times.push(begun.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    times.sort();
    times
}

/// Checks how long others wait while all of these run.
async fn others_wait_little(server: &Arc<Server>, heavy: Vec<Heavy>) {
    let heavy: Vec<_> = heavy.into_iter().map(tokio::spawn).collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    // On a thread of its own, because to encode a large request keeps a client's thread busy as well.
    let (server, over) = (Arc::clone(server), Arc::new(AtomicBool::new(false)));
    let probing = thread::spawn({
        let over = Arc::clone(&over);
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            let times = runtime.block_on(probe(&server));
            over.store(true, Ordering::Relaxed);
            times
        }
    });
    while !over.load(Ordering::Relaxed) && !probing.is_finished() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let times = probing.join().unwrap();
    for task in &heavy {
        assert!(!task.is_finished(), "a heavy statement failed");
        task.abort();
    }
    let p99 = times[times.len() * 99 / 100];
    println!("{} calls, p50 {:?}, p99 {p99:?}, max {:?}", times.len(), times[times.len() / 2], times[times.len() - 1]);
    assert!(p99 < PATIENCE, "p99 is {p99:?} of {} calls", times.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn four_heavy_reads_keep_nobody_waiting() {
    let _alone = ALONE.lock().await;
    let server = Arc::new(start(Behavior::default()).await);
    let heavy = [
        "SELECT COUNT(*) FROM small AS a CROSS JOIN small AS b",
        "SELECT a.v AS v, COUNT(*) AS n FROM small AS a CROSS JOIN small AS b GROUP BY a.v",
        "SELECT b.v AS v FROM small AS a CROSS JOIN small AS b ORDER BY v DESC LIMIT 1",
        "SELECT ListLength(ListMap($list, ($x) -> { RETURN ListLength(ListFilter($list, ($y) -> { RETURN $x < $y })) }))",
    ];
    let again = |text: &'static str| -> Heavy {
        let server = Arc::clone(&server);
        Box::pin(async move {
            let mut client = queries(&server).await;
            for _ in 0.. {
                assert_eq!(finish(&mut client, with_list(text, "")).await, SUCCESS, "{text}");
            }
        })
    };
    others_wait_little(&server, heavy.map(again).into()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_heavy_writes_keep_nobody_waiting() {
    let _alone = ALONE.lock().await;
    let server = Arc::new(start(Behavior::default()).await);
    // They may abort each other.
    let again = |text: &'static str| -> Heavy {
        let server = Arc::clone(&server);
        Box::pin(async move {
            let mut client = queries(&server).await;
            for _ in 0.. {
                finish(&mut client, query(text, "")).await;
            }
        })
    };
    let load = |server: Arc<Server>| async move {
        let mut client = tables(&server).await;
        for _ in 0.. {
            client.bulk_upsert(bulk("target", 0..50_000)).await.unwrap();
        }
    };
    let change = |server: Arc<Server>| async move {
        let mut client = tables(&server).await;
        for number in 0.. {
            let (source_path, destination_path) = ("/local/big".to_owned(), format!("/local/copy{number}"));
            let copy = CopyTableRequest { source_path, destination_path, ..Default::default() };
            assert_eq!(client.copy_table(copy).await.unwrap().into_inner().operation.unwrap().status, SUCCESS);
            for change in ["ADD INDEX by_v GLOBAL ON (v)", "ADD COLUMN w Int32 NOT NULL DEFAULT 1", "DROP COLUMN w"] {
                assert_eq!(run(&server, &format!("ALTER TABLE copy{number} {change}")).await, SUCCESS, "{change}");
            }
            assert_eq!(run(&server, &format!("DROP TABLE copy{number}")).await, SUCCESS);
        }
    };
    let heavy = vec![
        again("UPSERT INTO target SELECT k, v + 1 AS v FROM big"),
        again("UPDATE big SET v = v + 1"),
        Box::pin(load(Arc::clone(&server))),
        Box::pin(change(Arc::clone(&server))),
    ];
    others_wait_little(&server, heavy).await;
}
