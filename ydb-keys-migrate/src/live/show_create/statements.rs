//! Reads the statements of the text: CREATE TABLE and those that follow it.

use ydb_keys::schema::Store;

use super::column::{ShownColumn, column};
use super::cursor::Cursor;
use super::family::family;
use super::index::index;
use super::lexer::Kind;
use super::settings::settings;
use crate::live::{LiveIndex, LiveSequence, LiveSettings};

/// A table as `SHOW CREATE TABLE` prints it.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub(super) columns: Vec<ShownColumn>,
    pub(super) indexes: Vec<LiveIndex>,
    pub(super) store: Option<Store>,
    pub(super) settings: LiveSettings,
}

/// Reads the whole text, or returns a sentence with the line that cannot be read.
pub(super) fn read(text: &str) -> Result<Shown, String> {
    let mut cursor = Cursor::new(text)?;
    let mut shown = Shown::default();
    shown.create_table(&mut cursor)?;
    while !cursor.is_at_end() {
        cursor.expect_symbol(';')?;
        if cursor.is_at_end() || cursor.is_symbol(';') {
            continue;
        }
        let start = cursor.position();
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
        let before_path = cursor.skip_to_path();
        if !before_path.is_empty() {
            self.settings.other.push(format!("CREATE TABLE {before_path}"));
        }
        cursor.name()?;
        cursor.expect_symbol('(')?;
        while !cursor.eat_symbol(')') {
            self.entry(cursor)?;
            cursor.expect_comma_or(')')?;
        }
        self.clauses(cursor)
    }

    /// What follows the entries: `PARTITION BY HASH (..)`, `WITH (..)`, and unknown clauses before and after them.
    fn clauses(&mut self, cursor: &mut Cursor<'_>) -> Result<(), String> {
        loop {
            let start = cursor.position();
            if cursor.eat_words(&["PARTITION", "BY", "HASH"]) {
                let (names, is_all) = cursor.names()?;
                self.settings.partition_by = names;
                if !is_all {
                    self.settings.other.push(cursor.between(start).to_owned());
                }
            } else if cursor.is_with() {
                cursor.eat_word("WITH");
                self.store = settings(cursor, &mut self.settings)?.or(self.store);
            } else {
                let clause = clause(cursor)?;
                if clause.is_empty() {
                    return Ok(());
                }
                self.settings.other.push(clause);
            }
        }
    }

    /// One entry. Names of columns are printed in backticks, so a bare word starts something else.
    fn entry(&mut self, cursor: &mut Cursor<'_>) -> Result<(), String> {
        let other = &mut self.settings.other;
        let (start, mut is_known) = (cursor.position(), true);
        if cursor.kind() == Some(Kind::Name) {
            self.columns.push(column(cursor, other)?);
        } else if cursor.is_word("INDEX") {
            self.indexes.push(index(cursor, other)?);
        } else if cursor.is_word("FAMILY") {
            let family = family(cursor, other)?;
            self.settings.families.push(family);
        } else if cursor.eat_words(&["PRIMARY", "KEY"]) {
            // DescribeTable reports the key, in every release.
            (_, is_known) = cursor.names()?;
        } else {
            is_known = false;
        }
        is_known &= cursor.skip_until(|_| false)?.is_empty();
        match cursor.position() > start {
            false => Err(cursor.unexpected("a column")),
            true if is_known => Ok(()),
            true => {
                other.push(cursor.between(start).to_owned());
                Ok(())
            }
        }
    }

    fn alter_table(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Result<(), String> {
        cursor.name()?;
        let head = cursor.between(start);
        loop {
            let action = cursor.position();
            if cursor.eat_words(&["ADD", "CHANGEFEED"]) {
                let name = cursor.name()?;
                let mut is_known = cursor.skip_until(|at| at.is_with())?.is_empty();
                if cursor.eat_word("WITH") {
                    self.settings.changefeed_settings.push((name.clone(), cursor.group()?.to_owned()));
                }
                self.settings.changefeeds.push(name);
                is_known &= cursor.skip_until(|_| false)?.is_empty();
                if !is_known {
                    self.settings.other.push(format!("{head} {}", cursor.between(action)));
                }
            } else if cursor.eat_words(&["ALTER", "INDEX"]) {
                let name = cursor.name()?;
                if cursor.eat_word("SET") && cursor.is_symbol('(') {
                    self.settings.index_settings.push((name, cursor.group()?.to_owned()));
                }
            }
            let rest = cursor.skip_until(|_| false)?;
            if !rest.is_empty() {
                self.settings.other.push(format!("{head} {}", cursor.between(action)));
            }
            if !cursor.eat_symbol(',') {
                return Ok(());
            }
        }
    }

    /// `ALTER SEQUENCE ... START WITH 5 INCREMENT BY 2 RESTART [WITH 9]`.
    ///
    /// YDB prints each part only if it is not 1, and RESTART alone if the next number is the first one. A sequence with
    /// another start or increment is also kept as printed, because a model cannot declare it.
    fn alter_sequence(&mut self, cursor: &mut Cursor<'_>) -> Result<(), String> {
        let begin = cursor.position();
        cursor.eat_words(&["ALTER", "SEQUENCE"]);
        let path = cursor.name()?;
        let start = if cursor.eat_words(&["START", "WITH"]) { cursor.signed()? } else { 1 };
        let increment = if cursor.eat_words(&["INCREMENT", "BY"]) { cursor.signed()? } else { 1 };
        let next = match cursor.eat_word("RESTART") {
            true if cursor.eat_word("WITH") => cursor.signed()?,
            true => start,
            false => 1,
        };
        let name = path.rsplit('/').next();
        let column = name.and_then(|name| name.strip_prefix(SERIAL_COLUMN)).map(str::to_owned);
        let is_known = column.is_some() && (start, increment) == (1, 1) && at_end_of_statement(cursor);
        if !is_known {
            self.settings.other.push(statement(cursor, begin)?);
        }
        self.settings.sequences.extend(column.map(|column| LiveSequence { column, start, increment, next }));
        Ok(())
    }
}

/// The prefix of the name of a serial column's sequence; the column's name follows it.
const SERIAL_COLUMN: &str = "_serial_column_";

fn at_end_of_statement(cursor: &Cursor<'_>) -> bool {
    cursor.is_at_end() || cursor.is_symbol(';')
}

/// The text of an unknown clause, up to a known one or to the end of the statement.
fn clause(cursor: &mut Cursor<'_>) -> Result<String, String> {
    let start = cursor.position();
    let is_next =
        |at: &Cursor<'_>| at.position() > start && (at.is_with() || at.are_words(&["PARTITION", "BY", "HASH"]));
    cursor.skip_until(is_next)?;
    while cursor.eat_symbol(',') {
        cursor.skip_until(is_next)?;
    }
    Ok(cursor.between(start).to_owned())
}

/// The text from a position to the end of the statement, or to an unmatched closing parenthesis.
fn statement(cursor: &mut Cursor<'_>, start: usize) -> Result<String, String> {
    cursor.skip_until(|_| false)?;
    while cursor.eat_symbol(',') {
        cursor.skip_until(|_| false)?;
    }
    Ok(cursor.between(start).to_owned())
}
