//! Adds what `SHOW CREATE TABLE` printed to a description from DescribeTable.

use ydb_keys::schema::Store;

use super::{Shown, read};
use crate::live::{LiveDefault, LiveIndexKind, LiveTable};

impl LiveTable {
    /// Adds what `SHOW CREATE TABLE` printed, the text in its column `CreateQuery`, to a description from
    /// DescribeTable.
    ///
    /// Settings and entries that this version does not know are kept as printed, in
    /// [`LiveSettings::other`](crate::live::LiveSettings::other).
    ///
    /// # Errors
    /// A sentence that names the line that cannot be read. The description is then unchanged: a setting that exists but
    /// was not understood must not be mistaken for one that does not exist.
    pub fn read_show_create(&mut self, text: &str) -> Result<(), String> {
        let Shown { mut columns, indexes, store, settings } = read(text)?;
        for column in &mut self.columns {
            let Some(at) = columns.iter().position(|shown| shown.name == column.name) else { continue };
            let shown = columns.swap_remove(at);
            column.serial = Some(shown.serial);
            column.default = match shown.default {
                _ if shown.generated => LiveDefault::Generated,
                Some(literal) => LiveDefault::Literal(literal),
                None => LiveDefault::None,
            };
            column.family = column.family.take().or(shown.family.filter(|name| name != "default"));
            if column.ty.is_none() {
                (column.ty, column.type_text, column.nullable) = (shown.ty, shown.type_text, !shown.not_null);
            }
        }
        for shown in indexes {
            match self.indexes.iter_mut().find(|index| index.name == shown.name) {
                Some(index) if index.kind == LiveIndexKind::Other => index.kind = shown.kind,
                Some(_) => {}
                // DescribeTable leaves out local indexes.
                None => self.indexes.push(shown),
            }
        }
        if store == Some(Store::Column) {
            self.store = Store::Column;
        }
        self.settings = Some(settings);
        Ok(())
    }
}
