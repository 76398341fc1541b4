//! Readers of the matrix: gets, scans of one moment with the index, pages, exports, and slow readers of tables that are
//! renamed or dropped.

use futures_util::future::join;
use ydb::TxMode;
use ydb_keys::{Error, ErrorKind, PageToken, Result, Rows, YdbTable as _, transact};
use ydb_keys_bulk::{Bulk as _, Connection};

use super::models::{Change, Model, Row};
use super::scene::{STABLE, Scene, TRIES, TWINS, Way, first, patient, rows};

/// Reads in each stage: by keys, and all rows of one moment.
pub(super) async fn read<P: Change>(scene: &Scene<'_>, way: &Way<P>) {
    let (mut stage, mut round) = (0, scene.seed);
    loop {
        match round % 2 {
            0 => get(scene, way, round).await,
            _ => snapshot(scene, way).await,
        }
        round += 1;
        match scene.stages.after(stage).await {
            Some(next) => stage = next,
            None => return,
        }
    }
}

async fn get<P: Change>(scene: &Scene<'_>, way: &Way<P>, round: u64) {
    for id in [round / 2 % STABLE, TWINS[0]] {
        if let Some(found) = scene.stored(way, first(id)).await {
            assert!(found.is_some(), "{id} is not found");
        }
    }
}

/// Reads the rows of a model and those of its index, of one moment.
async fn moment<M: Model>(scene: &Scene<'_>) -> Result<()> {
    let both = transact(scene.database.client(), async |tx| Ok((M::all(&tx).await?, M::by_value(&tx).await?)));
    let (all, indexed) = both.with_tx_mode(TxMode::SnapshotReadOnly).await?;
    assert_eq!(rows(&all), rows(&indexed), "the index differs from the table");
    scene.check_moment(&rows(&all));
    Ok(())
}

async fn snapshot<P: Change>(scene: &Scene<'_>, way: &Way<P>) {
    let of_old = async || moment::<P::Old>(scene).await;
    let of_new = async || moment::<P::New>(scene).await;
    if let Err(error) = way.read(scene.database, of_old, of_new).await {
        scene.may_be(way, &error);
    }
}

/// Reads in each stage: pages, and an export of one moment.
pub(super) async fn read_much<P: Change>(scene: &Scene<'_>, way: &Way<P>) {
    // What goes wrong may last longer than a client tries to connect.
    let mut opened = Connection::open(scene.database.connection_string()).await;
    for _ in 1..TRIES {
        if opened.is_err() {
            opened = Connection::open(scene.database.connection_string()).await;
        }
    }
    let connection = opened.unwrap();
    let (mut stage, mut round) = (0, scene.seed / 2);
    loop {
        match round % 3 {
            0 => pages(scene, way, false).await,
            1 => export(scene, way, &connection).await,
            _ => pages(scene, way, true).await,
        }
        round += 1;
        match scene.stages.after(stage).await {
            Some(next) => stage = next,
            None => return,
        }
    }
}

/// Reads the whole table in pages. A refused token ends the walk with an error.
async fn pages<P: Change>(scene: &Scene<'_>, way: &Way<P>, down: bool) {
    let client = scene.database.client();
    let (mut seen, mut token): (Vec<Row>, Option<PageToken>) = (Vec::new(), None);
    loop {
        let page = {
            let of = token.as_ref();
            let old = async || P::Old::page(client, of, down).await.map(|page| (rows(&page.rows), page.next));
            let new = async || P::New::page(client, of, down).await.map(|page| (rows(&page.rows), page.next));
            way.read(scene.database, old, new).await
        };
        match page {
            Ok((rows, next)) => {
                seen.extend(rows);
                token = next;
            }
            Err(error) if error.kind() == ErrorKind::PageToken && !(way.is_dual() && P::TOKENS_CROSS) => {
                assert!(error.to_string().contains("the page token belongs to another table or scan"), "{error}");
                return;
            }
            Err(error) => return scene.may_be(way, &error),
        }
        if token.is_none() {
            break;
        }
    }
    scene.check_stable(&seen);
    for id in (0..STABLE).chain(TWINS) {
        assert_eq!(seen.iter().filter(|row| row.id == id).count(), 1, "{id} comes twice in {seen:?}");
    }
}

/// Returns all rows by an export of a copy of the table.
async fn exported<M: Model>(connection: &Connection) -> Result<Vec<Row>> {
    let of_copy = M::export(connection).batch(3).snapshot(async |copy| {
        let (mut stream, mut found) = (copy.stream(), Vec::new());
        while let Some(row) = stream.try_next().await? {
            found.push(row.row());
        }
        Ok::<_, Error>(found)
    });
    of_copy.await
}

async fn export<P: Change>(scene: &Scene<'_>, way: &Way<P>, connection: &Connection) {
    let old = async || exported::<P::Old>(connection).await;
    let new = async || exported::<P::New>(connection).await;
    match way.read(scene.database, old, new).await {
        Ok(found) => scene.check_moment(&found),
        Err(error) => scene.may_be(way, &error),
    }
}

/// Reads the rest of a stream in the stage after this one. If it ends without an error, it must have had all rows.
async fn read_slowly<M: Model>(scene: &Scene<'_>, mut stream: Rows<'_, M>, stage: u32, begun: impl Fn()) {
    let mut found = Vec::new();
    if let Ok(Some(row)) = stream.try_next().await {
        found.push(row.row());
        begun();
        scene.stages.after(stage).await;
        loop {
            match stream.try_next().await {
                Ok(Some(row)) => found.push(row.row()),
                Ok(None) => return scene.check_stable(&found),
                Err(_) => return,
            }
        }
    }
    begun();
}

/// Reads one stream of the old model for each stage, while the table may lose its name.
pub(super) async fn read_across<P: Change>(scene: &Scene<'_>) {
    let client = scene.database.client();
    let mut stage = scene.stages.now();
    loop {
        read_slowly(scene, P::Old::stream_at("orders", client), stage, || ()).await;
        match scene.stages.after(stage).await {
            Some(next) => stage = next,
            None => return,
        }
    }
}

/// Reads the table `path` by a stream and a transaction while it is dropped.
pub(super) async fn read_what_is_dropped<P: Change>(scene: &Scene<'_>, path: &str) {
    let client = scene.database.client();
    let stage = scene.stages.now();
    let begun = || scene.reads.add_permits(1);
    let in_one_moment = transact(client, async |tx| {
        let before = P::Old::at_path(path).get(P::Old::of(first(0)).key()?).fetch(&tx).await?;
        begun();
        scene.stages.after(stage).await;
        P::Old::all_at(path, &tx).await.map(|all| (before, all))
    });
    let slowly = read_slowly(scene, P::Old::stream_at(path, client), stage, begun);
    let quickly = async {
        let read = in_one_moment.with_tx_mode(TxMode::SnapshotReadOnly).await;
        // If it has failed before, nobody has to wait for it.
        begun();
        read
    };
    let (read, ()) = join(quickly, slowly).await;
    if let Ok((before, all)) = read {
        assert!(before.is_some(), "a row that was there all the time is not found");
        scene.check_moment(&rows(&all));
    }
}

/// Checks that the index has the rows of the table, and that each row lies under its own key.
pub(super) async fn check_all<M: Model>(scene: &Scene<'_>) -> Vec<Row> {
    let client = scene.database.client();
    patient(async || moment::<M>(scene).await).await;
    let all = rows(&patient(async || M::all(client).await).await);
    for row in &all {
        let by_key = patient(async || M::get(M::of(*row).key()?).fetch(client).await).await;
        assert_eq!(by_key.map(|found| found.row()), Some(*row), "the row lies under another hash");
    }
    all
}
