//! The statements of the text: CREATE TABLE, and those that follow it.

use super::column::{ShownColumn, column};
use super::cursor::Cursor;
use super::family::family;
use super::index::index;
use super::lexer::Kind;
use super::settings::settings;
use crate::live::{LiveIndex, LiveSettings};
use crate::schema::Store;

/// A table as it is shown.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub(super) columns: Vec<ShownColumn>,
    pub(super) indexes: Vec<LiveIndex>,
    pub(super) store: Option<Store>,
    pub(super) settings: LiveSettings,
}

/// Reads the whole text, or says where it cannot be read.
pub(super) fn read(text: &str) -> Result<Shown, String> {
    let mut cursor = Cursor::new(text)?;
    let mut shown = Shown::default();
    shown.create_table(&mut cursor)?;
    while !cursor.is_at_end() {
        cursor.expect_symbol(';')?;
        if cursor.is_at_end() || cursor.is_symbol(';') {
            continue;
        }
        let start = cursor.place();
        if cursor.eat_words(&["ALTER", "TABLE"]) {
            shown.alter_table(&mut cursor, start)?;
        } else if cursor.are_words(&["ALTER", "SEQUENCE"]) {
            shown.alter_sequence(&mut cursor)?;
        } else {
            shown.settings.other.push(statement(&mut cursor, start)?);
        }
    }
    Ok(shown)
}

impl Shown {
    fn create_table(&mut self, cursor: &mut Cursor<'_>) -> Result<(), String> {
        cursor.expect_word("CREATE")?;
        let kind = cursor.skip_until(|at| at.is_word("TABLE"))?;
        if !kind.is_empty() {
            self.settings.other.push(format!("CREATE {kind} TABLE"));
        }
        cursor.expect_word("TABLE")?;
        cursor.name()?;
        cursor.expect_symbol('(')?;
        while !cursor.eat_symbol(')') {
            self.entry(cursor)?;
            cursor.expect_comma_or(')')?;
        }
        if cursor.eat_words(&["PARTITION", "BY", "HASH"]) {
            self.settings.partition_by = cursor.names()?;
        }
        if cursor.eat_word("WITH") {
            self.store = settings(cursor, &mut self.settings)?;
        }
        if !cursor.is_at_end() && !cursor.is_symbol(';') {
            let start = cursor.place();
            self.settings.other.push(statement(cursor, start)?);
        }
        Ok(())
    }

    /// Names of columns are printed in backticks, so a bare word begins something else.
    fn entry(&mut self, cursor: &mut Cursor<'_>) -> Result<(), String> {
        let other = &mut self.settings.other;
        if cursor.kind() == Some(Kind::Name) {
            self.columns.push(column(cursor, other)?);
        } else if cursor.is_word("INDEX") {
            self.indexes.push(index(cursor, other)?);
        } else if cursor.is_word("FAMILY") {
            let family = family(cursor, other)?;
            self.settings.families.push(family);
        } else if cursor.eat_words(&["PRIMARY", "KEY"]) {
            // DescribeTable tells it, in every release.
            cursor.names()?;
        } else {
            let entry = cursor.skip_until(|_| false)?;
            if entry.is_empty() {
                return Err(cursor.unexpected("a column"));
            }
            other.push(entry.to_owned());
        }
        Ok(())
    }

    fn alter_table(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Result<(), String> {
        cursor.name()?;
        let head = cursor.between(start);
        loop {
            let action = cursor.place();
            if cursor.eat_words(&["ADD", "CHANGEFEED"]) {
                self.settings.changefeeds.push(cursor.name()?);
                cursor.skip_until(|_| false)?;
            } else if cursor.eat_words(&["ALTER", "INDEX"]) {
                let name = cursor.name()?;
                if cursor.eat_word("SET") {
                    self.settings.index_settings.push((name, cursor.group()?.to_owned()));
                }
            }
            let behind = cursor.skip_until(|_| false)?;
            if !behind.is_empty() {
                self.settings.other.push(format!("{head} {}", cursor.between(action)));
            }
            if !cursor.eat_symbol(',') {
                return Ok(());
            }
        }
    }

    /// The next number of a sequence is no part of the schema; where it begins and how it steps is.
    fn alter_sequence(&mut self, cursor: &mut Cursor<'_>) -> Result<(), String> {
        let start = cursor.place();
        cursor.eat_words(&["ALTER", "SEQUENCE"]);
        cursor.name()?;
        if cursor.eat_words(&["RESTART", "WITH"]) {
            cursor.number()?;
        }
        if !cursor.is_at_end() && !cursor.is_symbol(';') {
            self.settings.other.push(statement(cursor, start)?);
        }
        Ok(())
    }
}

/// The text from a place to the end of the statement, outside of parentheses.
fn statement(cursor: &mut Cursor<'_>, start: usize) -> Result<String, String> {
    cursor.skip_until(|_| false)?;
    while cursor.eat_symbol(',') {
        cursor.skip_until(|_| false)?;
    }
    Ok(cursor.between(start).to_owned())
}
