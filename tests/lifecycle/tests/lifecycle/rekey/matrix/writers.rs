//! Writers of the matrix: each changes its own rows with all operations, and knows the rows that may be stored.

use ydb_keys::{DualWriter, ErrorKind, Executor, Outcome, Result, transact};

use super::models::{Change, Model, Row, sent};
use super::scene::{Known, Scene, TWINS, Way, first, own};

/// Operation of a writer.
enum Op {
    Insert(Row),
    /// Writes a row in place of an earlier one, if there was one.
    Put(Row, Option<Row>),
    Many([Row; 2]),
    Add(Row, u64),
    Modify(Row, u64),
    /// Sets the value of a row by `BATCH UPDATE`.
    Batch(Row),
    Delete(Vec<Row>),
    /// Adds 1 to both twins.
    Twins,
}

/// Operation with its expected result.
struct Plan {
    op: Op,
    /// Rows that are stored afterwards. A version of 0 stands for any version.
    after: Vec<(u64, Option<Row>)>,
    /// Kind of error with which the operation must be refused, if it must be.
    refused: Option<ErrorKind>,
    /// Number of rows that the operation must report as changed.
    changed: Option<u64>,
}

/// End of an operation that is repeated after every error that allows it.
#[derive(Debug)]
enum End {
    Written(u64),
    Unknown,
    Refused(ErrorKind),
    /// No attempt met a table that fits.
    Never,
}

impl<P: Change> Way<P> {
    async fn send<E: Executor + Copy>(&self, op: &Op, attempt: u32, executor: E, once: bool) -> Result<u64> {
        match self {
            Self::Dual(orders) => send_dual::<P, E>(orders, op, executor).await,
            _ if self.is_new(attempt) => send_direct::<P::New, E>(op, executor, once).await,
            _ => send_direct::<P::Old, E>(op, executor, once).await,
        }
    }
}

async fn send_dual<P: Change, E: Executor + Copy>(
    orders: &DualWriter<P::Old, P::New>,
    op: &Op,
    executor: E,
) -> Result<u64> {
    let add = async |row, by| orders.update(P::Old::adding(row, by), P::New::adding(row, by)).exec(executor).await;
    match op {
        Op::Insert(row) => orders.insert(&P::New::of(*row)).exec(executor).await,
        Op::Put(row, None) => orders.upsert(&P::New::of(*row)).exec(executor).await,
        Op::Put(row, Some(before)) => {
            orders.upsert(&P::New::of(*row)).instead_of(&P::New::of(*before)).exec(executor).await
        }
        Op::Many(rows) => P::New::upsert_all_dual(orders, &rows.map(P::New::of), executor).await,
        Op::Add(row, by) | Op::Modify(row, by) => add(*row, *by).await,
        Op::Delete(rows) => match &rows[..] {
            [row] => orders.delete(&P::New::of(*row)).exec(executor).await,
            rows => {
                let rows: Vec<P::New> = rows.iter().map(|row| P::New::of(*row)).collect();
                orders.delete_many(&rows).exec(executor).await
            }
        },
        Op::Twins => {
            let [one, other] = TWINS.map(first);
            Ok(add(one, 1).await? + add(other, 1).await?)
        }
        Op::Batch(_) => unreachable!("no batch goes through a dual writer"),
    }
}

async fn send_direct<M: Model, E: Executor + Copy>(op: &Op, executor: E, once: bool) -> Result<u64> {
    match op {
        Op::Insert(row) => sent!(M::of(*row).insert().exec(executor), once)?,
        Op::Put(row, before) => {
            if let Some(before) = before.filter(|before| before.owner != row.owner) {
                M::delete(M::of(before).key()?).exec(executor).await?;
                let anew = M::of(Row { version: 0, ..*row });
                anew.upsert().exec(executor).await?;
            } else {
                sent!(M::of(*row).upsert().exec(executor), once)?;
            }
        }
        Op::Many(rows) => M::upsert_all(&rows.map(M::of), executor).await?,
        Op::Add(row, by) => return M::add(*row, *by, executor, once).await.map(u64::from),
        Op::Modify(row, by) => {
            let change = |found: &mut M| *found = M::of(Row { value: found.row().value + by, ..found.row() });
            let found = sent!(M::modify(M::of(*row).key()?, change).fetch(executor), once)?;
            return Ok(u64::from(found.is_some()));
        }
        Op::Delete(rows) => match &rows[..] {
            [row] => sent!(M::delete(M::of(*row).key()?).exec(executor), once)?,
            rows => {
                let keys = rows.iter().map(|row| M::of(*row).key()).collect::<Result<Vec<_>>>()?;
                sent!(M::delete_many(keys).exec(executor), once)?;
            }
        },
        Op::Twins => {
            let [one, other] = TWINS.map(first);
            let done = [M::add(one, 1, executor, false).await?, M::add(other, 1, executor, false).await?];
            return Ok(done.into_iter().map(u64::from).sum());
        }
        Op::Batch(_) => unreachable!("a batch is no part of a transaction"),
    }
    Ok(1)
}

/// Writer, with the rows that may be stored.
pub(super) struct Writer {
    number: u64,
    steps: u64,
    pub(super) known: Known,
}

impl Writer {
    /// Creates a writer, and reads the versions of its rows.
    pub(super) async fn new<P: Change>(scene: &Scene<'_>, way: &Way<P>, number: u64) -> Self {
        let mut known = Known::new();
        for (id, exists) in own(number) {
            let mut row = exists.then_some(first(id));
            if P::New::VERSIONED && exists {
                row = scene.stored(way, first(id)).await.unwrap_or(row);
            }
            known.insert(id, vec![row]);
        }
        Self { number, steps: 0, known }
    }

    /// Writes in each stage, up to this many times in all.
    pub(super) async fn write<P: Change>(&mut self, scene: &Scene<'_>, way: &Way<P>, most: u64) {
        let mut stage = scene.stages.now();
        while self.steps < most {
            for _ in 0..2 {
                self.step(scene, way).await;
            }
            match scene.stages.after(stage).await {
                Some(next) => stage = next,
                None => break,
            }
        }
    }

    /// Writes once. Leaves a row in an unknown state alone: a request whose answer was lost may be executed late.
    pub(super) async fn step<P: Change>(&mut self, scene: &Scene<'_>, way: &Way<P>) {
        self.steps += 1;
        let at = |offset: u64| own(self.number)[((self.steps * 3 + offset) % 4) as usize].0;
        let (one, other) = (at(0), at(1));
        let is_known = |row: &Option<Row>| !P::New::VERSIONED || row.is_none_or(|row| row.version > 0);
        let ([stored], [second]) = (&self.known[&one][..], &self.known[&other][..]) else { return };
        let (stored, second) = (*stored, *second);
        if !is_known(&stored) || !is_known(&second) {
            return;
        }
        let plan = self.plan::<P>(way, (one, stored), (other, second), scene.seed);
        let end = self.run(scene, way, &plan.op).await;
        if let Op::Twins = plan.op {
            let [done, unknown] = scene.twins.get();
            match end {
                End::Written(rows) => {
                    assert_eq!(rows, 2, "a twin was not found");
                    scene.twins.set([done + 1, unknown]);
                }
                End::Unknown => scene.twins.set([done, unknown + 1]),
                End::Refused(kind) => panic!("{kind:?}"),
                End::Never => {}
            }
            return;
        }
        match end {
            End::Written(changed) => {
                assert_eq!(plan.refused, None, "written over what was there: {one} {stored:?}");
                if let Some(expected) = plan.changed {
                    assert_eq!(changed, expected, "rows said to be changed: {stored:?}, {second:?}");
                }
                for (id, after) in plan.after {
                    let known = self.read_back(scene, way, after).await;
                    self.known.insert(id, vec![known]);
                }
            }
            End::Unknown if plan.refused.is_none() => {
                for (id, after) in plan.after {
                    self.known.get_mut(&id).unwrap().push(after);
                }
            }
            End::Refused(kind) => assert_eq!(Some(kind), plan.refused, "{one}: {stored:?}"),
            End::Unknown | End::Never => {}
        }
        // Whoever alone changes a row finds it as it left it.
        if let ([now], true) = (&self.known[&one][..], self.steps.is_multiple_of(3))
            && let Some(sought) = now.or(stored)
            && let Some(found) = scene.stored(way, sought).await
        {
            assert!(same(*now, found), "{one}: {now:?} was written, and {found:?} is found");
        }
    }

    /// Returns the next operation: another one in each step, and another order for each seed.
    fn plan<P: Change>(
        &self,
        way: &Way<P>,
        (one, stored): (u64, Option<Row>),
        (other, second): (u64, Option<Row>),
        seed: u64,
    ) -> Plan {
        let (step, versioned) = (self.steps, P::New::VERSIONED);
        let row = |id: u64, stored: Option<Row>| match stored {
            Some(stored) => Row { value: 10 * step, ..stored },
            None => Row { id, owner: (id + step) % 3, value: 10 * step, version: 0 },
        };
        let next = |row: Row| Row { version: if versioned && row.version > 0 { row.version + 1 } else { 0 }, ..row };
        let (mine, yours) = (row(one, stored), row(other, second));
        let written = |op, row: Row| Plan { op, after: vec![(one, Some(next(row)))], refused: None, changed: None };
        let added = |op: fn(Row, u64) -> Op| {
            let after = stored.map(|stored| next(Row { value: stored.value + step, ..stored }));
            Plan { op: op(mine, step), after: vec![(one, after)], refused: None, changed: Some(after.is_some().into()) }
        };
        let deleted = |rows: Vec<Row>| {
            let found = [(one, stored), (other, second)]
                .into_iter()
                .filter(|(id, row)| row.is_some() && rows.iter().any(|row| row.id == *id));
            let changed = way.is_dual().then_some(found.count() as u64);
            let after = rows.iter().map(|row| (row.id, None)).collect();
            Plan { op: Op::Delete(rows), after, refused: None, changed }
        };
        match (seed + step * 7 + self.number * 3) % 10 {
            0 => Plan {
                refused: stored.map(|_| ErrorKind::AlreadyExists),
                ..written(Op::Insert(mine), Row { version: 0, ..mine })
            },
            1 => added(Op::Add),
            2 if !versioned => Plan {
                op: Op::Many([mine, yours]),
                after: vec![(one, Some(mine)), (other, Some(yours))],
                refused: None,
                changed: None,
            },
            3 => deleted(vec![mine, yours]),
            4 if stored.is_some() => {
                let moved = Row { owner: (mine.owner + 1) % 3, ..mine };
                // Without a dual writer it is deleted and inserted.
                let after = if way.is_dual() { moved } else { Row { version: 0, ..moved } };
                written(Op::Put(moved, stored), after)
            }
            5 => added(Op::Modify),
            6 if !way.is_dual() && !versioned => {
                let after = stored.map(|_| mine);
                Plan { op: Op::Batch(mine), after: vec![(one, after)], refused: None, changed: None }
            }
            7 if versioned && stored.is_some() => {
                let stale = Row { version: mine.version + 7, ..mine };
                Plan { refused: Some(ErrorKind::Conflict), ..written(Op::Put(stale, stored), stale) }
            }
            7 => deleted(vec![mine]),
            8 => Plan { op: Op::Twins, after: Vec::new(), refused: None, changed: None },
            _ => written(Op::Put(mine, None), mine),
        }
    }

    /// Runs an operation alone, in a transaction, or with a certain outcome, until it ends.
    async fn run<P: Change>(&self, scene: &Scene<'_>, way: &Way<P>, op: &Op) -> End {
        let client = scene.database.client();
        let moves = matches!(op, Op::Put(row, Some(before)) if row.owner != before.owner);
        let in_tx = moves || matches!(op, Op::Twins) || !self.steps.is_multiple_of(3);
        let once = (self.steps + scene.seed).is_multiple_of(2);
        for attempt in 0..way.tries() {
            let ended = match op {
                Op::Batch(row) if way.is_new(attempt) => P::New::set_in_batches(*row, client).await.map(|()| 0),
                Op::Batch(row) => P::Old::set_in_batches(*row, client).await.map(|()| 0),
                _ if in_tx => {
                    let write = transact(client, async |tx| way.send(op, attempt, &tx, false).await);
                    if once { write.exactly_once().await } else { write.await }
                }
                _ => way.send(op, attempt, client, once && !way.is_dual()).await,
            };
            match ended {
                Ok(changed) => return End::Written(changed),
                Err(error) if error.outcome() == Outcome::Unknown => return End::Unknown,
                Err(error) if [ErrorKind::AlreadyExists, ErrorKind::Conflict].contains(&error.kind()) => {
                    return End::Refused(error.kind());
                }
                Err(error) => scene.may_be(way, &error),
            }
        }
        End::Never
    }

    /// Reads the written row back, with the version that the library chose.
    async fn read_back<P: Change>(&self, scene: &Scene<'_>, way: &Way<P>, after: Option<Row>) -> Option<Row> {
        let row = after.filter(|row| P::New::VERSIONED && row.version == 0);
        let Some(row) = row else { return after };
        let Some(found) = scene.stored(way, row).await else { return after };
        assert!(same(after, found), "{after:?} was written, and {found:?} is found");
        found
    }
}

/// Returns `true` if a found row is the possible one. A version of 0 stands for any version.
pub(super) fn same(possible: Option<Row>, found: Option<Row>) -> bool {
    match (possible, found) {
        (Some(possible), Some(found)) if possible.version == 0 => possible == Row { version: 0, ..found },
        (possible, found) => possible == found,
    }
}
