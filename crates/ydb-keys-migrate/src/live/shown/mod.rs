//! Reader of the text that `SHOW CREATE TABLE` prints.
//!
//! `ydb-yql` parses it, and this module makes the description of a table from the tree. The server may be newer than
//! both, and each construct is handled in one of three ways:
//!
//! 1. **Known**: it becomes a field of [`LiveColumn`](super::LiveColumn), [`LiveIndex`] or [`LiveSettings`].
//! 2. **Unknown, but with a clear end**: it is kept word for word in [`LiveSettings::other`]; the parser's form
//!    [`Printed`](ydb_yql::Form::Printed) finds its end. A plan leaves such parts alone, and `pull` prints them in a
//!    comment. An index with unknown words before its columns or among them gets the kind `Other`.
//! 3. **Known, but with an unreadable value** (an unclosed quote, `KEY_BLOOM_FILTER = MAYBE`): the whole text is
//!    refused with the line number, and the description stays unchanged. Otherwise a setting that exists would look
//!    like one that does not, and a plan would change it.
//!
//! The tests try the second way: they put unknown clauses at every place where a later release could print one.

mod entries;
mod settings;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use ydb_keys::schema::Store;
use ydb_yql::advice::{Advice, advice};
use ydb_yql::ast::{AlterAction, AlterKind, Setting, SettingValue, StatementKind};
use ydb_yql::{ErrorKind, Form, Span, definitions};

use self::entries::ShownColumn;
use super::{LiveDefault, LiveIndex, LiveIndexKind, LiveSequence, LiveSettings, LiveTable};
pub(crate) use settings::changefeed_settings;

/// Table as `SHOW CREATE TABLE` prints it.
#[derive(Debug, Default)]
struct ShownTable {
    columns: Vec<ShownColumn>,
    indexes: Vec<LiveIndex>,
    store: Option<Store>,
    settings: LiveSettings,
}

/// Text, with the parts that no field of the description holds. The parts are stored by position, which keeps each part
/// once.
struct PrintedParts<'t> {
    text: &'t str,
    other: BTreeMap<u32, String>,
}

impl<'t> PrintedParts<'t> {
    fn of(&self, span: Span) -> &'t str {
        span.of(self.text)
    }

    /// Keeps a part of the text as it is printed.
    fn keep(&mut self, span: Span, text: impl Into<String>) {
        self.other.entry(span.start).or_insert_with(|| text.into());
    }

    /// Returns the text of a setting's value.
    fn value(&self, setting: &Setting) -> &'t str {
        self.of(setting.span).split_once('=').map_or("", |(_, value)| value.trim())
    }

    /// Returns the error for a setting with an unexpected value.
    fn unexpected(&self, setting: &Setting, expected: &str) -> String {
        format!("line {}: expected {expected}, found `{}`", setting.key.at.line, self.value(setting))
    }
}

/// Reads the whole text. The error is a sentence with the line that cannot be read.
fn read(text: &str) -> Result<ShownTable, String> {
    let found = definitions(text, Form::Printed).map_err(|error| reason(text, &error))?;
    let other = found.unread.into_iter().map(|unread| (unread.span.start, unread.text)).collect();
    let mut printed = PrintedParts { text, other };
    let mut shown = ShownTable::default();
    let mut statements = found.statements.into_iter();
    let Some(StatementKind::CreateTable(create)) = statements.next().map(|first| first.kind) else {
        return Err("line 1: expected CREATE TABLE".to_owned());
    };
    for column in &create.columns {
        shown.columns.push(entries::column(column, &mut printed));
    }
    for index in &create.indexes {
        shown.indexes.push(entries::index(index, &mut printed));
    }
    for family in &create.families {
        shown.settings.families.push(entries::family(family, &mut printed)?);
    }
    let partition_by = create.partition_by_hash.unwrap_or_default();
    shown.settings.partition_by = partition_by.into_iter().map(|column| column.name.to_string()).collect();
    shown.store = settings::settings(&create.settings, &mut shown.settings, &mut printed)?;
    for statement in statements {
        match statement.kind {
            StatementKind::AlterTable { table, actions } => {
                let table = printed.of(table.path.span);
                actions.iter().for_each(|action| alter_table(&mut shown.settings, table, action, &mut printed));
            }
            StatementKind::AlterSequence { path, printed: parts, .. } => {
                let is_known = alter_sequence(&mut shown.settings, &path.name, &parts, &printed)?;
                if !is_known {
                    printed.keep(statement.span, printed.of(statement.span));
                }
            }
            _ => printed.keep(statement.span, printed.of(statement.span)),
        }
    }
    shown.settings.other = printed.other.into_values().collect();
    Ok(shown)
}

/// Returns the reason why the text cannot be parsed: the parser's advice, or else the expectation of the grammar.
fn reason(text: &str, error: &ydb_yql::Error) -> String {
    match advice(text, error, &[]) {
        Some(Advice { at, fault, .. }) => format!("line {}: {fault}", at.line),
        None => {
            let what = if error.kind == ErrorKind::Unsupported { " is not understood" } else { "" };
            format!("line {}: {}{what}", error.at.line, error.message)
        }
    }
}

fn alter_table(settings: &mut LiveSettings, table: &str, action: &AlterAction, printed: &mut PrintedParts<'_>) {
    let inside = |list: Span| {
        let list = printed.of(list).strip_prefix('(')?.strip_suffix(')')?;
        Some(list.trim().to_owned())
    };
    match &action.kind {
        AlterKind::AddChangefeed(feed) => {
            let name = feed.name.name.to_string();
            settings.changefeed_settings.extend(inside(feed.list).map(|list| (name.clone(), list)));
            settings.changefeeds.push(name);
        }
        AlterKind::AlterIndexSet { index, list, .. } if inside(*list).is_some() => {
            settings.index_settings.extend(inside(*list).map(|list| (index.name.to_string(), list)));
        }
        _ => printed.keep(action.span, format!("ALTER TABLE {table} {}", printed.of(action.span))),
    }
}

/// Prefix of the name of a serial column's sequence; the column's name follows it.
const SERIAL_COLUMN: &str = "_serial_column_";

/// Reads `ALTER SEQUENCE ... START WITH 5 INCREMENT BY 2 RESTART [WITH 9]`. Returns `true` if a field holds all of it.
///
/// YDB prints each part only if it is not 1, and RESTART alone if the next number is the first one. A sequence with
/// another start or increment is also kept as printed, because a model cannot declare it.
fn alter_sequence(
    settings: &mut LiveSettings,
    path: &str,
    parts: &[Setting],
    printed: &PrintedParts<'_>,
) -> Result<bool, String> {
    let (mut start, mut increment, mut next) = (1, 1, None);
    for part in parts {
        let number = match &part.value {
            SettingValue::Expr(value) => {
                let text = printed.of(value.span);
                let unexpected = || format!("line {}: expected an integer, found `{text}`", part.key.at.line);
                Some(text.parse().map_err(|_| unexpected())?)
            }
            _ => None,
        };
        match part.key.name.to_ascii_uppercase().as_str() {
            "START" => start = number.unwrap_or(start),
            "INCREMENT" => increment = number.unwrap_or(increment),
            _ => next = Some(number.unwrap_or(start)),
        }
    }
    let column = path.rsplit('/').next().and_then(|name| name.strip_prefix(SERIAL_COLUMN)).map(str::to_owned);
    let is_known = column.is_some() && (start, increment) == (1, 1);
    let next = next.unwrap_or(1);
    settings.sequences.extend(column.map(|column| LiveSequence { column, start, increment, next }));
    Ok(is_known)
}

impl LiveTable {
    /// Adds the output of `SHOW CREATE TABLE`, which is in its column `CreateQuery`, to a description from
    /// DescribeTable.
    ///
    /// Settings and entries that this version does not know are kept as printed, in
    /// [`LiveSettings::other`](crate::live::LiveSettings::other).
    ///
    /// # Errors
    /// A sentence that names the line that cannot be read. The description is then unchanged: a setting that exists but
    /// was not understood must not be mistaken for one that does not exist.
    pub fn read_show_create(&mut self, text: &str) -> Result<(), String> {
        let ShownTable { mut columns, indexes, store, settings } = read(text)?;
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
