//! Tests whole changes of each kind of key by each protocol, with all kinds of programs beside them, under many orders
//! of their requests, with and without faults.
//!
//! *The law*: an acknowledged write has an effect exactly once, a refused one has none, and one with an unknown outcome
//! has one at most. No row is there twice or lies under a wrong hash, none is lost, and the index is equal to the
//! table. A snapshot has the rows of one moment. A reader finds a row that always exists, in one page only, or gets an
//! error.
//!
//! *Limits of the engine and YDB*: YDB cannot rename a table with a changefeed, so a change of such a table is refused
//! (`apply/changefeeds.rs`), and here a consumer follows the new table from the end of the change on. A dual writer has
//! neither `modify` nor batches; its reads are no part of a transaction. No program without a dual writer writes beside
//! dual writers (`late.rs`), and nobody writes from before the copy until after the swap if writers are stopped.
//!
//! Each seed chooses the events: a runner that dies, a change that is taken back and made again, a row of a release
//! that does not exist yet. `YDB_SEEDS=n` runs n seeds of each, `YDB_ORDER=strict` runs them in the strict order.

mod feed;
mod models;
mod other;
mod readers;
mod runners;
mod scene;
mod writers;

use e2e_tests::{Database, explore_seeds};
use futures_util::future::{join, join_all, join4, join5};
use ydb_keys::DualWriter;

use models::Change;
use readers::{check_all, read, read_across, read_much};
use runners::Runner;
use scene::{Known, Scene, WRITERS, Way, fill, first};
use writers::{Writer, same};

/// Most writes of a writer.
const STEPS: u64 = 20;

async fn writers<P: Change>(scene: &Scene<'_>, way: &Way<P>) -> Vec<Writer> {
    join_all((0..WRITERS).map(|number| Writer::new(scene, way, number))).await
}

async fn write<P: Change>(scene: &Scene<'_>, way: &Way<P>, writers: &mut [Writer], most: u64) {
    join_all(writers.iter_mut().map(|writer| writer.write(scene, way, most))).await;
}

/// Compares the stored rows at the end with the outcomes that the writers were told.
async fn check<P: Change>(scene: &Scene<'_>, writers: Vec<Writer>, others: Known) {
    let mut found: std::collections::BTreeMap<_, _> =
        check_all::<P::New>(scene).await.into_iter().map(|row| (row.id, row)).collect();
    let [done, unknown] = scene.twins.get();
    for id in scene::TWINS {
        let value = found.remove(&id).unwrap().value;
        assert!(
            (done..=done + unknown).contains(&value),
            "{done} were added to {id}, {unknown} may be, it has {value}"
        );
    }
    let stable: Known = (0..scene::STABLE).map(|id| (id, vec![Some(first(id))])).collect();
    for (id, possible) in writers.into_iter().map(|writer| writer.known).chain([others, stable]).flatten() {
        let stored = found.remove(&id);
        let is_possible = possible.iter().any(|possible| same(*possible, stored));
        assert!(is_possible, "{id}: {stored:?} is stored, {possible:?} was written");
    }
    assert!(found.is_empty(), "nobody wrote {found:?}");
    feed::check::<P>(scene).await;
}

/// Runs dual writers, one of them of another release.
fn dual_writers<P: Change>(faults: u32) {
    let prepare = async |database: &Database| {
        fill::<P>(database).await;
        DualWriter::<P::Old, P::New>::open(database.client()).await.unwrap();
    };
    explore_seeds(SEEDS, faults, prepare, async |database, seed| {
        let scene = Scene::new(database, seed, faults);
        let way = &Way::<P>::dual(database).await;
        let mut writing = writers(&scene, way).await;
        let runner = Runner::<P>::dual(&scene);
        let changes = runner.run(way);
        let programs = join4(
            write(&scene, way, &mut writing, STEPS),
            other::write::<P>(&scene),
            join(read(&scene, way), read_much(&scene, way)),
            read_across::<P>(&scene),
        );
        let ((), ((), others, _, ())) = join(changes, programs).await;
        check::<P>(&scene, writing, others).await;
    });
}

/// Runs programs that do not know of the change: those of the old model, and then those of the new one.
fn fence<P: Change>(faults: u32) {
    explore_seeds(
        SEEDS,
        faults,
        async |database| fill::<P>(database).await,
        async |database, seed| {
            let scene = Scene::new(database, seed, faults);
            let runner = Runner::<P>::fence(&scene);
            if P::OLD_FITS {
                return runner.is_refused().await;
            }
            let way = &Way::<P>::Either;
            let mut writing = writers(&scene, way).await;
            let changes = runner.run(way);
            let programs = join4(
                write(&scene, way, &mut writing, STEPS),
                read(&scene, way),
                read_much(&scene, way),
                read_across::<P>(&scene),
            );
            join(changes, programs).await;
            check::<P>(&scene, writing, others::<P>()).await;
        },
    );
}

/// Runs programs of the old model before the change, and those of the new model from the swap on.
fn writers_stopped<P: Change>(faults: u32) {
    explore_seeds(
        SEEDS,
        faults,
        async |database| fill::<P>(database).await,
        async |database, seed| {
            let scene = Scene::new(database, seed, faults);
            let mut writing = writers(&scene, &Way::<P>::Old).await;
            for _ in 0..STEPS / 2 {
                join_all(writing.iter_mut().map(|writer| writer.step(&scene, &Way::<P>::Old))).await;
            }
            let runner = Runner::<P>::stopped(&scene);
            let way = &Way::<P>::Either;
            let go_on = async {
                runner.swapped().await;
                write(&scene, &Way::<P>::New, &mut writing, STEPS).await;
            };
            let changes = runner.run(way);
            join5(changes, go_on, read(&scene, way), read_much(&scene, way), read_across::<P>(&scene)).await;
            check::<P>(&scene, writing, others::<P>()).await;
        },
    );
}

/// Returns the row of another release, for histories without such a program.
fn others<P: Change>() -> Known {
    let row = (!<P::Old as models::Model>::VERSIONED).then_some((scene::OTHERS, vec![Some(first(scene::OTHERS))]));
    row.into_iter().collect()
}

/// Number of seeds of each test: with three, each event that a seed chooses happens once.
const SEEDS: u64 = 3;

macro_rules! matrix {
    ($($change:ident: $name:ident;)*) => {$(
        mod $name {
            use super::models::$change;

            #[test]
            fn by_dual_writers() {
                super::dual_writers::<$change>(0);
            }

            #[test]
            fn by_dual_writers_with_faults() {
                super::dual_writers::<$change>(3);
            }

            #[test]
            fn behind_a_fence() {
                super::fence::<$change>(0);
            }

            #[test]
            fn behind_a_fence_with_faults() {
                super::fence::<$change>(3);
            }

            #[test]
            fn with_writers_stopped() {
                super::writers_stopped::<$change>(0);
            }

            #[test]
            fn with_writers_stopped_and_faults() {
                super::writers_stopped::<$change>(3);
            }
        }
    )*};
}

matrix! {
    HashAdded: a_hash_is_added;
    HashDropped: a_hash_is_dropped;
    HashRenamed: a_hash_gets_another_name;
    OtherColumn: a_hash_over_another_column;
    Longer: a_longer_key;
    BucketsDoubled: twice_as_many_buckets;
    WithoutHashes: no_hash_before_and_after;
    NotNull: a_key_becomes_not_null;
    WithVersions: rows_with_versions;
}
