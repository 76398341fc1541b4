//! Runners of the matrix: they make a whole change by one of the protocols. In some seeds a runner dies; with dual
//! writers the change is taken back and made again.

use std::marker::PhantomData;
use std::pin::pin;

use futures_util::future::{join, select};
use tokio::sync::Notify;
use ydb::TxMode;
use ydb_keys::{YdbTable as _, transact};
use ydb_keys_migrate::{Event, MigrateError, MigrateErrorKind, RekeyOptions, RekeyPhase, drop_old, rekey};

use super::super::support::{exists, plan};
use super::feed;
use super::models::{Change, Model};
use super::other::set_format;
use super::readers::read_what_is_dropped;
use super::scene::{Scene, TRIES, Way, patient, rows};

const KEPT: &str = "orders__ydb_keys_old";

pub(super) struct Runner<'s, P: Change> {
    scene: &'s Scene<'s>,
    options: RekeyOptions,
    /// `true` if the change can be taken back.
    dual: bool,
    swapped: Notify,
    of: PhantomData<P>,
}

impl<'s, P: Change> Runner<'s, P> {
    fn new(scene: &'s Scene<'s>, options: RekeyOptions, dual: bool) -> Self {
        Self { scene, options: options.batch_rows(3), dual, swapped: Notify::new(), of: PhantomData }
    }

    pub(super) fn dual(scene: &'s Scene<'s>) -> Self {
        Self::new(scene, RekeyOptions::dual_writers().passes(20), true)
    }

    pub(super) fn fence(scene: &'s Scene<'s>) -> Self {
        Self::new(scene, RekeyOptions::fence().passes(3), false)
    }

    pub(super) fn stopped(scene: &'s Scene<'s>) -> Self {
        Self::new(scene, RekeyOptions::writers_stopped(), false)
    }

    /// Waits until the table has the new key.
    pub(super) async fn swapped(&self) {
        self.swapped.notified().await;
    }

    /// Returns `true` if the first runner dies.
    fn dies(&self) -> bool {
        self.scene.seed % 4 == 1
    }

    /// Runs the whole change, and drops the old table at the end.
    pub(super) async fn run(&self, way: &Way<P>) {
        let Scene { seed, stages, .. } = self.scene;
        self.forth(self.dies().then_some(seed / 4 % 23)).await;
        stages.next();
        if self.dual {
            if seed.is_multiple_of(2) {
                self.both_are_equal::<P::New, P::Old>(KEPT).await;
                self.back().await;
                stages.next();
                self.forth(None).await;
                stages.next();
            }
            if seed % 5 == 2 {
                self.meet_another_release(way).await;
            }
            self.both_are_equal::<P::New, P::Old>(KEPT).await;
            self.finish().await;
            stages.next();
        }
        join(read_what_is_dropped::<P>(self.scene, KEPT), async {
            self.scene.reads.acquire_many(2).await.unwrap().forget();
            self.drop_old().await;
            stages.next();
        })
        .await;
        feed::add::<P>(self.scene).await;
        stages.end();
    }

    /// Makes the change, despite faults. The first runner dies after this many events.
    async fn forth(&self, dies_after: Option<u64>) {
        let (client, plan) = (self.scene.database.client(), plan(P::New::TABLE));
        let (stages, swapped, die) = (&self.scene.stages, &self.swapped, Notify::new());
        let (mut last, mut left) = (None, dies_after);
        let mut on = |event: Event<'_>| {
            if let Event::Phase { phase, .. } = event
                && last.replace(phase) != Some(phase)
            {
                stages.next();
                if phase == RekeyPhase::Settle {
                    swapped.notify_one();
                }
            }
            if left == Some(0) {
                die.notify_one();
            }
            left = left.and_then(|left| left.checked_sub(1));
        };
        if dies_after.is_some() {
            let options = self.options.clone().runner("the first");
            let first = pin!(rekey(client, &plan, &options, &mut on));
            select(pin!(die.notified()), first).await;
        }
        let options = self.options.clone().runner("the second");
        for attempt in 1.. {
            match rekey(client, &plan, &options, &mut on).await {
                Ok(_) => break,
                Err(error) => self.may_go_on(&error, attempt),
            }
        }
        swapped.notify_one();
    }

    /// Panics after too many attempts. If another runner holds the change, moves the clock by half of its lease.
    fn may_go_on(&self, error: &MigrateError, attempt: u32) {
        assert!(attempt < TRIES, "{error}");
        if error.kind() == MigrateErrorKind::Obstacle {
            self.scene.database.advance(self.options.lease / 2);
        }
    }

    async fn back(&self) {
        for attempt in 1.. {
            match self.options.back(self.scene.database.client(), P::New::TABLE, "orders", &mut |_| ()).await {
                // Without faults there was a change to take back.
                Ok(taken) => return assert!(taken || self.scene.faults > 0, "nothing was taken back"),
                Err(error) => self.may_go_on(&error, attempt),
            }
        }
    }

    async fn finish(&self) {
        for attempt in 1.. {
            match self.options.finish(self.scene.database.client(), P::New::TABLE, "orders", &mut |_| ()).await {
                Ok(Some(differing)) => return assert_eq!(differing, [] as [String; 0], "only dual writers wrote"),
                Ok(None) => return assert!(self.scene.faults > 0, "there was nothing to finish"),
                Err(error) => self.may_go_on(&error, attempt),
            }
        }
    }

    async fn drop_old(&self) {
        // What a stopped writer wrote may come late, and is named then. If the first runner died after the swap, so is all that
        // new programs have written since.
        let anyway = !self.dual && (self.scene.faults > 0 || self.dies());
        for attempt in 1.. {
            match drop_old(self.scene.database.client(), P::New::TABLE, "orders", anyway, &mut |_| ()).await {
                Ok(dropped) => return assert!(dropped || self.scene.faults > 0, "nothing was dropped"),
                Err(error) => self.may_go_on(&error, attempt),
            }
        }
    }

    /// Checks that the table and the other one have the same rows at one moment.
    async fn both_are_equal<M: Model, C: Model>(&self, other: &str) {
        let both = async || {
            let read = transact(self.scene.database.client(), async |tx| {
                Ok((M::all(&tx).await?, C::all_at(other, &tx).await?))
            });
            read.with_tx_mode(TxMode::SnapshotReadOnly).await
        };
        let (table, other) = patient(both).await;
        assert_eq!(rows(&table), rows(&other), "the tables differ");
    }

    /// Gives the change's row the format of a newer release for a while: no program may continue it.
    async fn meet_another_release(&self, way: &Way<P>) {
        let (database, faults) = (self.scene.database, self.scene.faults);
        set_format(database, 2).await;
        let finished = self.options.finish(database.client(), P::New::TABLE, "orders", &mut |_| ()).await;
        let text = finished.map_or_else(|error| error.to_string(), |finished| format!("{finished:?}"));
        assert!(faults > 0 || text.contains("in format 2"), "{text}");
        let opened = Box::pin(ydb_keys::DualWriter::<P::Old, P::New>::open(database.client())).await;
        let text = opened.map_or_else(|error| error.to_string(), |_| "opened".to_owned());
        assert!(faults > 0 || way.is_dual() && text.contains("in format 2"), "{text}");
        set_format(database, 1).await;
    }

    /// Checks that a change behind a fence is refused, with nothing done, if old programs would not fail after it.
    pub(super) async fn is_refused(&self) {
        let (database, plan) = (self.scene.database, plan(P::New::TABLE));
        for attempt in 1.. {
            let Err(error) = rekey(database.client(), &plan, &self.options, &mut |_: Event<'_>| {}).await else {
                panic!("the change is made");
            };
            if error.kind() == MigrateErrorKind::Obstacle {
                assert!(error.to_string().contains("in place of a fence"), "{error}");
                break;
            }
            assert!(attempt < TRIES && self.scene.faults > 0, "{error}");
        }
        let old = rows(&patient(async || P::Old::all(database.client()).await).await);
        self.scene.check_moment(&old);
        assert!(!exists(database, "orders__ydb_keys_new").await);
    }
}
