//! Compares both tables until they agree.
//!
//! The old table stays in use, so the tables may differ for two reasons. A row was written to the old table after its
//! page was copied, or a row was deleted there. A *pass* goes through the old table page by page (`page.rs`) and copies
//! every page again whose digests differ. That repairs the first case. It cannot see the second one, because a deleted
//! row is in no page of the old table; such rows show in the row counts:
//!
//! - The pass repaired a page: start another pass, because more may have been written meanwhile.
//! - The pass repaired nothing, and the counts are equal: the tables agree, unless several old rows have the same new
//!   key.
//! - The pass repaired nothing, and the new table has more rows: delete the extra ones (`extra.rs`), then start another
//!   pass.
//! - The pass repaired nothing, and the new table has fewer rows: rows were just written, or several old rows have the
//!   same new key. The latter is an error; otherwise start another pass.
//!
//! After `RekeyOptions::passes` passes without agreement the copy gives up and names a few of
//! the rows that still differ.

use ydb::YdbResult;
use ydb_keys::Value;

use super::runner::{Params, Range, Runner, field, number};
use crate::rekey::{IN_NEW, ROWS};
use crate::run::error::{Detail, MigrateError};
use crate::run::event::{Event, RekeyPhase};

impl Runner<'_, '_> {
    /// Compares the tables until a whole pass finds nothing to repair, and returns their row count.
    pub(super) async fn agree(&mut self) -> Result<u64, MigrateError> {
        let mut differing = None;
        for _ in 0..self.options.passes.max(1) {
            differing = self.pass().await?;
            if differing.is_some() {
                continue;
            }
            let [old, new] = self.counts().await.map_err(|error| self.failed(RekeyPhase::Verify, error))?;
            if old == new {
                self.refuse_collisions().await?;
                return Ok(new);
            }
            if new > old {
                self.delete_extra(new - old).await.map_err(|refusal| self.refused(RekeyPhase::Verify, refusal))?;
            } else {
                // Either rows were just written, and the next pass finds them, or several old rows have the same new
                // key.
                self.refuse_collisions().await?;
            }
        }
        self.refuse_collisions().await?;
        let keys = match &differing {
            Some(range) => self.differing(range).await.map_err(|error| self.failed(RekeyPhase::Verify, error))?,
            None => Vec::new(),
        };
        Err(Detail::NoAgreement {
            table: self.paths.path.to_string(),
            new: self.paths.new.to_string(),
            passes: self.options.passes.max(1),
            keys,
        }
        .into())
    }

    /// One pass over the old table. Copies the pages that differ again, and returns the last of them.
    pub(super) async fn pass(&mut self) -> Result<Option<Range>, MigrateError> {
        let of = self.begin(RekeyPhase::Verify).await?;
        let (mut rows, mut differing) = (0, None);
        let mut range = self.first_page(RekeyPhase::Verify).await?;
        self.remembered.clear();
        loop {
            let sides = match self.compare(&range).await {
                Ok(sides) => sides,
                Err(error) => return Err(self.explain(RekeyPhase::Verify, error).await),
            };
            if sides.old != sides.new {
                self.copy_page(RekeyPhase::Verify, &range).await?;
                self.repaired += sides.old.rows;
                (self.on)(Event::Repaired { table: &self.paths.path, rows: sides.old.rows });
                differing = Some(range.clone());
            }
            rows += sides.old.rows;
            self.remembered.push((range.clone(), sides.old));
            self.report_rows(RekeyPhase::Verify, rows, of);
            match self.next_page(RekeyPhase::Verify, range).await? {
                Some(next) => range = next,
                None => return Ok(differing),
            }
        }
    }

    /// The row counts of the old and the new table, in one snapshot.
    pub(super) async fn counts(&mut self) -> YdbResult<[u64; 2]> {
        let mut counts = [0; 2];
        for mut row in self.query(self.pair.counts(), Params::new()).await? {
            let side = usize::from(field(&mut row, IN_NEW)? == Value::Bool(true));
            counts[side] = number(&mut row, ROWS)?;
        }
        Ok(counts)
    }
}
