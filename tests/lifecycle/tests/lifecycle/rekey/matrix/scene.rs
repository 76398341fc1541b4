//! History of the matrix: the stages of the change, the rows of the table, and the programs' access to it.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use e2e_tests::Database;
use tokio::sync::{Semaphore, watch};
use ydb_keys::{DualWriter, Error, Result, YdbTable};

use super::models::{Change, Model, Row};

/// Number of rows that nobody changes.
pub(super) const STABLE: u64 = 4;
/// Ids of two rows that are always changed together.
pub(super) const TWINS: [u64; 2] = [10, 11];
/// Id of the only row of the program of another release.
pub(super) const OTHERS: u64 = 30;
pub(super) const WRITERS: u64 = 2;
/// Number of times that a request is repeated after a fault.
pub(super) const TRIES: u32 = 20;
/// Number of attempts of a program that finds no table, or a table with another key.
const CHANGES: u32 = 12;

/// Rows that may be stored under each id. There are several if an answer was lost.
pub(super) type Known = BTreeMap<u64, Vec<Option<Row>>>;

/// Returns the row of an id when the history begins.
pub(super) const fn first(id: u64) -> Row {
    Row { id, owner: id % 3, value: 0, version: 0 }
}

/// Returns the ids of a writer, which alone changes their rows, each with `true` if it has a row when the history
/// begins.
pub(super) fn own(writer: u64) -> [(u64, bool); 4] {
    [0, 1, 2, 3].map(|n| (100 * (writer + 1) + n, n % 2 == 0))
}

/// Creates the table of the old key, with its rows.
pub(super) async fn fill<P: Change>(database: &Database) {
    database.create::<P::Old>().await;
    let own = (0..WRITERS).flat_map(own).filter(|(_, exists)| *exists).map(|(id, _)| id);
    for id in (0..STABLE).chain(TWINS).chain(own) {
        P::Old::of(first(id)).insert().exec(database.client()).await.unwrap();
    }
    if !P::Old::VERSIONED {
        P::Old::of(first(OTHERS)).insert().exec(database.client()).await.unwrap();
    }
}

/// Stage of the change, for the programs beside it: each does a few operations in each stage, so all stages are tested.
pub(super) struct Stages(watch::Sender<u32>);

impl Stages {
    const END: u32 = u32::MAX;

    pub(super) fn next(&self) {
        self.0.send_modify(|stage| *stage = stage.saturating_add(1).min(Self::END - 1));
    }

    pub(super) fn end(&self) {
        self.0.send_replace(Self::END);
    }

    /// Waits for the stage after this one; `None` when the change is over.
    pub(super) async fn after(&self, stage: u32) -> Option<u32> {
        // The sender is a part of this.
        let now = *self.0.subscribe().wait_for(|now| *now > stage || *now == Self::END).await.unwrap();
        Some(now).filter(|now| *now < Self::END)
    }

    pub(super) fn now(&self) -> u32 {
        *self.0.borrow()
    }
}

/// Access of a program to the table.
pub(super) enum Way<P: Change> {
    Dual(Box<DualWriter<P::Old, P::New>>),
    /// Programs of the old and of the new model in turn, until one of them has an answer.
    Either,
    Old,
    New,
}

impl<P: Change> Way<P> {
    pub(super) async fn dual(database: &Database) -> Self {
        Self::Dual(Box::new(patient(async || DualWriter::open(database.client()).await).await))
    }

    pub(super) fn is_dual(&self) -> bool {
        matches!(self, Self::Dual(_))
    }

    /// Returns `true` if the program of this attempt has the new model.
    pub(super) fn is_new(&self, attempt: u32) -> bool {
        match self {
            Self::Either => attempt % 2 == 1,
            Self::Old => false,
            Self::New | Self::Dual(_) => true,
        }
    }

    pub(super) fn tries(&self) -> u32 {
        if self.is_dual() { TRIES } else { CHANGES }
    }

    /// Reads with the model that fits.
    pub(super) async fn read<R, A, B>(
        &self,
        database: &Database,
        mut old: impl FnMut() -> A,
        mut new: impl FnMut() -> B,
    ) -> Result<R>
    where
        A: Future<Output = Result<R>>,
        B: Future<Output = Result<R>>,
    {
        if let Self::Dual(orders) = self {
            return orders.read(database.client(), old, new).await;
        }
        for attempt in 0..4 {
            if let Ok(found) = if self.is_new(attempt) { new().await } else { old().await } {
                return Ok(found);
            }
        }
        if self.is_new(4) { new().await } else { old().await }
    }
}

/// State that the programs of a history share.
pub(super) struct Scene<'d> {
    pub(super) database: &'d Database,
    pub(super) seed: u64,
    pub(super) faults: u32,
    pub(super) stages: Stages,
    /// Number of times that 1 was added to both twins, and of additions with an unknown outcome.
    pub(super) twins: Cell<[u64; 2]>,
    /// Signals of readers that have begun to slowly read the table that is dropped next.
    pub(super) reads: Semaphore,
}

impl<'d> Scene<'d> {
    pub(super) fn new(database: &'d Database, seed: u64, faults: u32) -> Self {
        let stages = Stages(watch::Sender::new(0));
        Self { database, seed, faults, stages, twins: Cell::default(), reads: Semaphore::new(0) }
    }

    /// Checks that a correct program may get an error: without faults, and with a dual writer, only a temporary one.
    pub(super) fn may_be<P: Change>(&self, way: &Way<P>, error: &Error) {
        let flipped = error.to_string().contains("in format 2");
        assert!(self.faults > 0 || !way.is_dual() || error.is_retryable() || flipped, "{error}");
    }

    /// Returns the row under the key of this one; `None` if it cannot be read now.
    pub(super) async fn stored<P: Change>(&self, way: &Way<P>, row: Row) -> Option<Option<Row>> {
        let client = self.database.client();
        let old = async || Ok(P::Old::get(P::Old::of(row).key()?).fetch(client).await?.map(|row| row.row()));
        let new = async || Ok(P::New::get(P::New::of(row).key()?).fetch(client).await?.map(|row| row.row()));
        for _ in 0..way.tries() {
            match way.read(self.database, old, new).await {
                Ok(found) => return Some(found),
                Err(error) => self.may_be(way, &error),
            }
        }
        None
    }

    /// Checks rows that are said to be all rows of one moment.
    pub(super) fn check_moment(&self, rows: &[Row]) {
        let by_id: BTreeMap<u64, Row> = rows.iter().map(|row| (row.id, *row)).collect();
        assert_eq!(by_id.len(), rows.len(), "a row is there twice: {rows:?}");
        self.check_stable(rows);
        let [one, other] = TWINS.map(|id| by_id[&id].value);
        // A transaction of writers that were stopped may be done by halves if it comes late; then both rows are named.
        assert!(one == other || self.twins.get()[1] > 0, "the twins have {one} and {other}");
    }

    /// Checks that no row is missing that nobody changes.
    pub(super) fn check_stable(&self, rows: &[Row]) {
        let found: BTreeSet<u64> = rows.iter().map(|row| row.id).collect();
        let missing: Vec<u64> = (0..STABLE).chain(TWINS).filter(|id| !found.contains(id)).collect();
        assert!(missing.is_empty(), "{missing:?} are missing in {rows:?}");
        let is_first = |row: &Row| Row { version: 0, ..*row } == first(row.id);
        assert!(rows.iter().all(|row| row.id >= STABLE || is_first(row)), "a row has changed: {rows:?}");
    }
}

pub(super) fn rows<T: Model>(found: &[T]) -> Vec<Row> {
    let mut rows: Vec<Row> = found.iter().map(T::row).collect();
    rows.sort_by_key(|row| row.id);
    rows
}

pub(super) async fn patient<R>(call: impl AsyncFn() -> Result<R>) -> R {
    for _ in 1..TRIES {
        if let Ok(answer) = call().await {
            return answer;
        }
    }
    call().await.unwrap()
}
