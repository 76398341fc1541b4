//! Chains of joins: rows of the first source pass through the joins one after another.
//!
//! ```text
//! FROM a JOIN b ON .. LEFT JOIN c ON ..
//!
//! a ---rows---> join b ---rows---> join c ---rows---> out
//! ```
//!
//! Each join keeps the rows that wait for it. The last join that has some goes first, and takes only as many as give it
//! a batch: so few rows wait, however many each of them matches. When no rows wait, the first source gives its next
//! batch. After its last one, the joins in turn give what they keep of their right rows, which then pass through the
//! joins after them.

use std::vec::IntoIter;

use super::evaluate::keep;
use super::joiner::Joiner;
use super::query_run::{BATCH, QueryRun};
use crate::error::Result;
use crate::plan::rel::{Join, Joined};
use crate::types::Row;

/// Gives the next rows of a source: of the first one, or of what is joined to it.
pub(super) type Pull<'p> = dyn FnMut(usize, &mut QueryRun<'_>) -> Result<Option<Vec<Row>>> + 'p;

/// Gives the next right rows of one join.
type Right<'p> = dyn FnMut(&mut QueryRun<'_>) -> Result<Option<Vec<Row>>> + 'p;

/// The state of a chain of joins.
pub(super) struct JoinState {
    stages: Vec<Stage>,
    /// No join from this one on has waiting rows.
    idle: usize,
    /// How many sources have given all their rows: the first one, then the right sides in order.
    ended: usize,
}

/// The state of one join.
struct Stage {
    joiner: Option<Joiner>,
    waiting: IntoIter<Row>,
}

impl JoinState {
    pub(super) fn new(join: &Join) -> Self {
        let stage = |_: &Joined| Stage { joiner: None, waiting: Vec::new().into_iter() };
        Self { stages: join.joined.iter().map(stage).collect(), idle: 0, ended: 0 }
    }

    /// The next rows; `None` after the last.
    pub(super) fn next(
        &mut self,
        join: &Join,
        pull: &mut Pull<'_>,
        run: &mut QueryRun<'_>,
    ) -> Result<Option<Vec<Row>>> {
        loop {
            while self.idle > 0 && self.stages[self.idle - 1].waiting.as_slice().is_empty() {
                self.idle -= 1;
            }
            let (rows, to) = if self.idle > 0 {
                let source = self.idle;
                let stage = &mut self.stages[source - 1];
                (stage.join(&join.joined[source - 1], &mut |run| pull(source, run), run)?, source)
            } else if self.ended == 0 {
                match pull(0, run)? {
                    Some(rows) => (rows, 0),
                    None => (Vec::new(), std::mem::replace(&mut self.ended, 1)),
                }
            } else if self.ended <= self.stages.len() {
                self.ended += 1;
                let source = self.ended - 1;
                let stage = &mut self.stages[source - 1];
                (stage.rest(&join.joined[source - 1], &mut |run| pull(source, run), run)?, source)
            } else {
                return Ok(None);
            };
            match self.stages.get_mut(to) {
                None => return Ok(Some(rows)),
                Some(_) if rows.is_empty() => {}
                Some(stage) => {
                    stage.waiting = rows.into_iter();
                    self.idle = to + 1;
                }
            }
        }
    }
}

impl Stage {
    /// Joins waiting rows until there is a batch, or none waits.
    fn join(&mut self, joined: &Joined, right: &mut Right<'_>, run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
        let joiner = begun(&mut self.joiner, joined, right, run)?;
        let mut out = Vec::new();
        while out.len() < BATCH
            && let Some(left) = self.waiting.next()
        {
            joiner.row(joined, left, &mut out, run)?;
        }
        filtered(out, joined, run)
    }

    /// What is kept of the right rows after the last left row.
    fn rest(&mut self, joined: &Joined, right: &mut Right<'_>, run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
        if !Joiner::keeps_right(joined.kind) {
            return Ok(Vec::new());
        }
        let rows = begun(&mut self.joiner, joined, right, run)?.rest(joined);
        filtered(rows, joined, run)
    }
}

/// The joiner, which takes all right rows first if it cannot look them up.
fn begun<'j>(
    joiner: &'j mut Option<Joiner>,
    joined: &Joined,
    right: &mut Right<'_>,
    run: &mut QueryRun<'_>,
) -> Result<&'j mut Joiner> {
    if joiner.is_none() {
        let mut new = Joiner::new(joined);
        while new.needs_right()
            && let Some(batch) = right(run)?
        {
            new.add(joined, batch, run.env)?;
        }
        *joiner = Some(new);
    }
    Ok(joiner.get_or_insert_with(|| Joiner::new(joined)))
}

fn filtered(mut rows: Vec<Row>, joined: &Joined, run: &QueryRun<'_>) -> Result<Vec<Row>> {
    if let Some(filter) = &joined.filter {
        keep(&mut rows, filter, run.env)?;
    }
    Ok(rows)
}
