//! Bytes of a row, without looking at every value: only texts differ in size from row to row.

use ydb_keys::schema::Store;
use ydb_keys::{Table, YdbType};
use ydb_keys_core::keys::sink::{KEY_LIMIT, ROW_LIMIT};
use ydb_keys_core::types::cells::Cells;

/// The sizes of what all rows of a table have in common.
pub(super) struct Sizes {
    /// Bytes of the hashes.
    pub(super) fixed: usize,
    /// Bytes of all numbers, the hashes among them, and of those in the key.
    numbers: usize,
    numbers_of_key: usize,
    /// Columns with texts, and whether they are in the key.
    texts: Vec<(usize, bool)>,
    /// Whether rows must be checked for more than their size.
    checked: bool,
}

impl Sizes {
    pub(super) fn of(table: &'static Table) -> Self {
        let fixed = table.computed().filter_map(|hash| hash.ty().fixed_size()).sum();
        let (mut numbers, mut numbers_of_key, mut texts) = (fixed, fixed, Vec::new());
        for (at, column) in table.columns.iter().enumerate() {
            match column.ty.fixed_size() {
                Some(size) => {
                    numbers += size;
                    numbers_of_key += if table.is_key(at) { size } else { 0 };
                }
                None => texts.push((at, table.is_key(at))),
            }
        }
        let leading_uuid = |&leading: &usize| table.columns[leading].ty == YdbType::Uuid;
        let uuid = table.store == Store::Row && table.hash.is_none() && table.key.first().is_some_and(leading_uuid);
        let documents = table.columns.iter().any(|column| matches!(column.ty, YdbType::Json | YdbType::JsonDocument));
        Sizes { fixed, numbers, numbers_of_key, texts, checked: uuid || documents }
    }

    /// The bytes of a row, `None` if it may break a rule: `check_write` knows.
    #[inline]
    pub(super) fn of_row(&self, columns: &[Cells], row: usize) -> Option<usize> {
        let (mut all, mut key) = (self.numbers, self.numbers_of_key);
        for &(at, in_key) in &self.texts {
            let size = columns[at].text(row).map_or(0, <[u8]>::len);
            all += size;
            key += if in_key { size } else { 0 };
        }
        (!self.checked && key <= KEY_LIMIT && all <= ROW_LIMIT).then_some(all)
    }
}
