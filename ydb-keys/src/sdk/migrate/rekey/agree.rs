//! Passes over both tables until one of them finds no difference.

use std::collections::HashMap;

use ydb::{Value as SdkValue, YdbResult};

use super::runner::{Params, Range, Runner, field, number};
use crate::rekey::{IN_NEW, ROWS};
use crate::sdk::{Event, MigrateError, RekeyPhase};
use crate::types::Value;

/// Rows that are deleted from the new table at once.
const DELETED: u64 = 1000;

impl Runner<'_, '_> {
    /// Compares the tables until a whole pass finds nothing to repair, and says how many rows they have.
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
                self.delete_extra().await.map_err(|error| self.failed(RekeyPhase::Verify, error))?;
            } else {
                // Either somebody wrote in between, which the next pass finds, or rows fall together.
                self.refuse_collisions().await?;
            }
        }
        self.refuse_collisions().await?;
        let keys = match &differing {
            Some(range) => self.differing(range).await.map_err(|error| self.failed(RekeyPhase::Verify, error))?,
            None => Vec::new(),
        };
        Err(MigrateError::NoAgreement {
            table: self.paths.path.clone(),
            new: self.paths.new.clone(),
            passes: self.options.passes.max(1),
            keys,
        })
    }

    /// One pass over the old table. Pages that differ are copied again; the last one of them is returned.
    async fn pass(&mut self) -> Result<Option<Range>, MigrateError> {
        let of = self.begin(RekeyPhase::Verify).await?;
        let (mut rows, mut differing) = (0, None);
        let mut range = self.first_page(RekeyPhase::Verify).await?;
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
            self.tell(RekeyPhase::Verify, rows, of);
            match self.next_page(RekeyPhase::Verify, range).await? {
                Some(next) => range = next,
                None => return Ok(differing),
            }
        }
    }

    /// The numbers of rows of the old and the new table, in one snapshot.
    async fn counts(&mut self) -> YdbResult<[u64; 2]> {
        let mut counts = [0; 2];
        for mut row in self.query(self.pair.counts(), Params::new()).await? {
            let side = usize::from(field(&mut row, IN_NEW)? == Value::Bool(true));
            counts[side] = number(&mut row, ROWS)?;
        }
        Ok(counts)
    }

    /// Deletes the rows of the new table that the old one does not have: they were deleted there after they had been copied.
    async fn delete_extra(&mut self) -> YdbResult<()> {
        let names: Vec<&str> = self.pair.new_key().map(|(name, _)| name).collect();
        loop {
            let limit = HashMap::from([("$limit".to_owned(), SdkValue::Uint64(DELETED))]);
            let rows = self.query(self.pair.extra(), limit).await?;
            let count = rows.len() as u64;
            if count == 0 {
                return Ok(());
            }
            let keys = rows.into_iter().map(|mut row| {
                let fields = names.iter().map(|name| Ok(((*name).to_owned(), row.remove_field_by_name(name)?)));
                Ok(SdkValue::struct_from_fields(fields.collect::<YdbResult<_>>()?))
            });
            let keys = keys.collect::<YdbResult<Vec<_>>>()?;
            let Some(example) = keys.first().cloned() else { return Ok(()) };
            let keys = SdkValue::list_from(example, keys)?;
            self.write(self.pair.delete_new(), HashMap::from([("$keys".to_owned(), keys)])).await?;
            self.repaired += count;
            (self.on)(Event::Repaired { table: &self.paths.path, rows: count });
            if count < DELETED {
                return Ok(());
            }
        }
    }
}
