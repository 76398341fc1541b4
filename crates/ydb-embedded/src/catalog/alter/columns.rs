//! The columns of an ALTER TABLE: added, dropped, and with other settings.

use std::sync::Arc;

use super::{Change, Effect};
use crate::catalog::rules::{columns, families};
use crate::catalog::spec::{ColumnSpec, DefaultSpec};
use crate::catalog::{Column, ColumnId, Compression, DefaultValue, Index, Partitioning, Store, Table, refusal};
use crate::error::Result;

impl Change<'_> {
    pub(super) fn add_column(&mut self, spec: ColumnSpec) -> Result<()> {
        if self.table.column(&spec.name).is_some() {
            return Err(refusal::generic(self.subject(&format!("Column: \"{}\" already exists", spec.name))));
        }
        if spec.default == Some(DefaultSpec::Sequence) {
            return Err(refusal::generic("Column addition with serial data type is unsupported"));
        }
        if spec.not_null && spec.default.is_none() {
            return Err(refusal::bad_request("Cannot add not null column without default value"));
        }
        let store = self.table.store;
        let column = columns::build(spec, store, ColumnId(self.table.next_column_id))?;
        if let Some(family) = &column.family {
            families::use_by(family, &column.name, &mut self.table.families, store)?;
        }
        let (current, limit) = (self.table.columns.len(), columns::limit(store));
        if current + 1 > limit {
            let text = format!("Too many columns: current: {current}, new: 1, dropping: 0. Limit: {limit}");
            return Err(refusal::scheme(text));
        }
        if matches!(column.default, Some(DefaultValue::Literal(_))) {
            self.effects.push(Effect::FillDefault { column: column.id });
        }
        self.table.next_column_id += 1;
        self.table.columns.push(column);
        Ok(())
    }

    pub(super) fn drop_column(&mut self, name: &str) -> Result<()> {
        let Some(position) = self.table.column(name) else {
            return Err(refusal::generic(self.subject(&format!("Column \"{name}\" does not exist"))));
        };
        if self.table.key.contains(&position) {
            let text = format!("Column: \"{name}\" is a key column. Key column drop is not supported");
            return Err(refusal::generic(self.subject(&text)));
        }
        if self.table.ttl.as_ref().is_some_and(|ttl| ttl.column == position) {
            let error = refusal::scheme(format!("Can't drop TTL column: '{name}', disable TTL first "));
            return Err(self.altering(error));
        }
        let use_of = |index: &Index| {
            let keyed = index.columns.contains(&position).then_some("has an index with");
            keyed.or_else(|| index.cover.contains(&position).then_some("index covers"))
        };
        if let Some((index, uses)) = self.table.indexes.iter().find_map(|index| Some((index, use_of(index)?))) {
            return Err(refusal::precondition(format!(
                "Impossible drop column because table {uses} that column, column name: {name}, \
                 table name: {}, index name: {}",
                self.table.path, index.name
            )));
        }
        let Column { id, .. } = self.table.columns.remove(position);
        self.effects.retain(|effect| *effect != Effect::FillDefault { column: id });
        self.effects.push(Effect::ForgetColumn(id));
        self.shift_positions(position);
        Ok(())
    }

    /// The position of a column after the removed one moves up by one.
    fn shift_positions(&mut self, removed: usize) {
        let shift = |position: &mut usize| *position -= usize::from(*position > removed);
        let Table { key, indexes, ttl, partitioning, .. } = &mut self.table;
        key.iter_mut().for_each(shift);
        for index in indexes {
            index.columns.iter_mut().chain(&mut index.cover).for_each(shift);
        }
        if let Some(ttl) = ttl {
            shift(&mut ttl.column);
        }
        if let Partitioning::Hash { columns, .. } = partitioning {
            columns.iter_mut().for_each(shift);
        }
    }

    pub(super) fn set_family(&mut self, name: &str, family: &str) -> Result<()> {
        let position = self.column(name)?;
        if self.table.store == Store::Row && self.table.key.contains(&position) {
            let id = self.table.columns[position].id.0;
            return Err(refusal::bad_request(format!("Cannot set family for key column ' {name}' with id {id}")));
        }
        let family: Arc<str> = family.into();
        families::use_by(&family, name, &mut self.table.families, self.table.store)?;
        self.table.columns[position].family = Some(family).filter(|family| &**family != "default");
        Ok(())
    }

    pub(super) fn drop_not_null(&mut self, name: &str) -> Result<()> {
        let position = self.column(name)?;
        if self.table.store == Store::Column && self.table.key.contains(&position) {
            return Err(refusal::scheme(format!("Nullable key column '{name}'")));
        }
        self.table.columns[position].not_null = false;
        // The index tables hold the column too.
        for index in &mut self.table.indexes {
            let table = Arc::make_mut(&mut index.table);
            if let Some(copy) = table.column(name) {
                table.columns[copy].not_null = false;
                table.version += 1;
            }
        }
        Ok(())
    }

    pub(super) fn set_default(&mut self, name: &str, value: DefaultSpec) -> Result<()> {
        let position = self.column(name)?;
        if value == DefaultSpec::Sequence {
            return Err(refusal::unsupported("SET DEFAULT to a sequence is not supported"));
        }
        let Column { ty, not_null, .. } = &self.table.columns[position];
        let default = columns::default_value(name, ty, *not_null, self.table.store, value)?;
        self.table.columns[position].default = default;
        Ok(())
    }

    pub(super) fn drop_default(&mut self, name: &str) -> Result<()> {
        let position = self.column(name)?;
        if self.table.columns[position].not_null {
            return Err(refusal::generic("Cannot drop default for a NOT NULL column"));
        }
        self.table.columns[position].default = None;
        Ok(())
    }

    pub(super) fn set_compression(&mut self, name: &str, compression: Compression) -> Result<()> {
        let position = self.column(name)?;
        columns::check_compression(&compression, self.table.store)?;
        self.table.columns[position].compression = Some(compression);
        Ok(())
    }
}
