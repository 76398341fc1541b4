//! Copies and renames of tables: a request does all of its tables, or none.

use super::engine::Engine;
use super::scheme::check_row_store;
use crate::catalog::Rights;
use crate::error::Result;

impl Engine {
    /// Copies tables with their rows as of one moment, all of them or none. The flag says whether their indexes are
    /// copied with them. Column tables are refused.
    pub fn copy_tables(&self, tables: &[(&str, &str, bool)]) -> Result<()> {
        let mut changed = self.change()?;
        let mut copied = Vec::with_capacity(tables.len());
        for (from, to, indexes) in tables {
            let (from, to) = (changed.resolve(from)?, changed.resolve(to)?);
            self.require_table(&changed, &from, Rights::SELECT_ROW)?;
            check_row_store(&*changed.table(&from)?)?;
            self.require_above(&changed, &to, Rights::CREATE_TABLE)?;
            let own = self.owner_of_new(&changed, &to);
            copied.push(changed.copy(&from, &to, *indexes, self.now_us())?.1);
            own(&mut changed);
        }
        let pairs = || copied.iter().flatten();
        for (old, new) in pairs() {
            if let Err(stopped) = self.storage.copy(*old, *new) {
                pairs().for_each(|(_, new)| self.storage.drop_table(*new));
                return Err(stopped);
            }
        }
        let mut sequences = self.sequences.lock();
        for pairs in &copied {
            let Some((old, new)) = pairs.first() else { continue };
            let own = sequences.iter().filter(|((table, _), _)| table == old);
            let own: Vec<_> = own.map(|((_, column), last)| ((*new, *column), *last)).collect();
            sequences.extend(own);
        }
        changed.publish();
        Ok(())
    }

    /// Renames tables one after the other, all of them or none. The flag allows a rename to replace an existing
    /// table.
    pub fn rename_tables(&self, tables: &[(&str, &str, bool)]) -> Result<()> {
        let mut changed = self.change()?;
        let mut moved = Vec::with_capacity(tables.len());
        let mut replaced = Vec::new();
        for (from, to, replace) in tables {
            let (from, to) = (changed.resolve(from)?, changed.resolve(to)?);
            self.require_table(&changed, &from, Rights::SELECT_ROW.and(Rights::REMOVE_SCHEMA))?;
            self.check_movable(&*changed.table(&from)?)?;
            match changed.entry(&to) {
                Some(_) => self.require(&changed, &to, Rights::REMOVE_SCHEMA)?,
                None => self.require_above(&changed, &to, Rights::CREATE_TABLE)?,
            }
            let (table, gone) = changed.rename(&from, &to, *replace, self.now_us())?;
            moved.push(table.id);
            replaced.extend(gone);
        }
        changed.publish();
        moved.into_iter().for_each(|table| self.storage.break_locks(table));
        self.forget(&replaced);
        Ok(())
    }
}
