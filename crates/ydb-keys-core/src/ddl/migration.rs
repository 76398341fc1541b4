//! A schema change as a file of a migration tool: its name and its text.

use std::ops::RangeInclusive;

use super::create_table::CreateTable;
use super::quote::Name;

/// Migration tool for which a file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MigrationFormat {
    /// [goose](https://pressly.github.io/goose/): `00001_create_orders.sql`, with the way back.
    #[default]
    Goose,
    /// [Flyway](https://documentation.red-gate.com/fd/) with YDB's dialect: `V1__create_orders.sql`.
    Flyway,
    /// The statement alone: `00001_create_orders.sql`.
    Plain,
}

/// A file of a migration tool, such as the file that creates a table: [`CreateTable::migration`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Migration {
    /// The name of the file, without a directory.
    pub file_name: String,
    /// Contents of the file: the statements, such as those that create a table, set its indexes and add its
    /// changefeeds. For goose it also has the way back, such as the statement that drops the table. YDB runs only one
    /// schema change in a request.
    pub text: String,
}

impl CreateTable<'_> {
    /// Returns the statement as a file for a migration tool, with this number.
    ///
    /// ```
    /// use ydb_keys::{MigrationFormat, YdbTable};
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// struct Order {
    ///     order_id: u64,
    /// }
    ///
    /// let migration = Order::TABLE.create_table().migration(MigrationFormat::Goose, 7);
    /// assert_eq!(migration.file_name, "00007_create_shop_orders.sql");
    /// assert!(migration.text.ends_with(
    ///     "-- +goose Down\n-- +goose StatementBegin\nDROP TABLE `shop/orders`;\n-- +goose StatementEnd\n"
    /// ));
    /// ```
    pub fn migration(&self, format: MigrationFormat, number: u64) -> Migration {
        let statements: Vec<String> = std::iter::once(self.to_string()).chain(self.further()).collect();
        let down = if self.leaves_an_old_table() {
            Down::Comment("The table may be older than this migration, so it stays.")
        } else {
            Down::Statement(format!("DROP TABLE {}", Name(self.path())))
        };
        let what = format!("create_{}", self.path().trim_start_matches('/'));
        let after = format!("{}\n", self.layout());
        Migration::of(format, number, &what, Body { before: "", statements: &statements, after: &after, down })
    }
}

/// Text of a migration, for any tool.
#[doc(hidden)]
pub struct Body<'a> {
    /// Comments above the statements: each line begins with `-- ` and ends with a line break.
    pub before: &'a str,
    /// Statements without semicolons. YDB runs one schema change in a request.
    pub statements: &'a [String],
    /// Comments below the statements.
    pub after: &'a str,
    pub down: Down,
}

/// Way back of a migration, which only goose has.
#[doc(hidden)]
pub enum Down {
    Statement(String),
    /// Reason why there is no way back.
    Comment(&'static str),
}

impl Migration {
    /// Greatest number of a migration for both goose and Flyway.
    const LAST: u64 = i64::MAX as u64;

    /// Returns a file with this number, named after what the migration does.
    #[doc(hidden)]
    pub fn of(format: MigrationFormat, number: u64, what: &str, body: Body<'_>) -> Migration {
        let what = description(what);
        match format {
            MigrationFormat::Goose => Migration { file_name: format!("{number:05}_{what}.sql"), text: goose(&body) },
            MigrationFormat::Flyway => {
                Migration { file_name: format!("V{number}__{what}.sql"), text: for_flyway(&plain(&body)) }
            }
            MigrationFormat::Plain => Migration { file_name: format!("{number:05}_{what}.sql"), text: plain(&body) },
        }
    }

    /// Returns the numbers after the highest one among the file names.
    ///
    /// Names are read as goose and Flyway read them: `00003_x.sql`, `20240112115229_x.go`, `V3__x.sql`, `V3.1__x.sql`.
    ///
    /// ```
    /// use ydb_keys::Migration;
    ///
    /// assert_eq!(Migration::free_numbers(["00001_a.sql", "00003_b.sql", "README.md"]).next(), Some(4));
    /// assert_eq!(Migration::free_numbers([]).next(), Some(1));
    /// ```
    pub fn free_numbers<'a>(file_names: impl IntoIterator<Item = &'a str>) -> RangeInclusive<u64> {
        let highest = file_names.into_iter().filter_map(parse).map(|(number, _)| number).max().unwrap_or(0);
        highest.saturating_add(1)..=Self::LAST
    }

    /// Returns `true` if a file with that name is a migration that creates the same table, whatever its number and
    /// format.
    pub fn is_same_as(&self, file_name: &str) -> bool {
        match (parse(&self.file_name), parse(file_name)) {
            (Some((_, this)), Some((_, other))) => this == other,
            _ => false,
        }
    }
}

/// Returns a name that every file system and every tool accepts: `create_dir_orders`.
fn description(what: &str) -> String {
    what.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Parses the number and the description of a migration from its file name.
fn parse(file_name: &str) -> Option<(u64, &str)> {
    let stem = [".sql", ".go", ".java"].iter().find_map(|suffix| file_name.strip_suffix(suffix))?;
    // Flyway's versioned, undo and baseline migrations.
    let (versioned, flyway) = match stem.strip_prefix(['V', 'U', 'B']) {
        Some(rest) => (rest, true),
        None => (stem, false),
    };
    let (version, description) = versioned.split_once(if flyway { "__" } else { "_" })?;
    // The parts of Flyway's versions are separated by dots or underscores.
    let number = if flyway { version.split(['.', '_']).next()? } else { version };
    Some((number.parse().ok()?, description))
}

/// Returns the migration as plain text, each statement with its semicolon.
fn plain(body: &Body<'_>) -> String {
    let statements: String = body.statements.iter().map(|statement| format!("{statement};\n")).collect();
    format!("{}{statements}{}", body.before, body.after)
}

/// Returns the migration as a file for goose, which splits a file at semicolons unless markers say where a statement
/// begins and ends. It runs without a transaction, because YDB refuses schema changes in one.
fn goose(body: &Body<'_>) -> String {
    let marked = |statement: &str| format!("-- +goose StatementBegin\n{statement};\n-- +goose StatementEnd\n");
    let up: String = body.statements.iter().map(|statement| marked(statement)).collect();
    let down = match &body.down {
        Down::Statement(statement) => marked(statement),
        Down::Comment(why) => format!("-- {why}\n"),
    };
    let Body { before, after, .. } = body;
    format!("-- +goose NO TRANSACTION\n-- +goose Up\n{before}{up}{after}\n-- +goose Down\n{down}")
}

/// Replaces the characters that Flyway would misread by their codes, which YQL reads as the same text. Flyway replaces
/// `${..}` even inside quotes, and does not know that a backslash can escape a quote.
fn for_flyway(statement: &str) -> String {
    let mut text = String::with_capacity(statement.len());
    let mut chars = statement.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&quote @ ('\'' | '"'))) => {
                text.push_str(if quote == '"' { "\\x22" } else { "\\x27" });
                chars.next();
            }
            ('\\', Some(&escaped)) => {
                text.extend([c, escaped]);
                chars.next();
            }
            ('$', Some('{')) => text.push_str("\\x24"),
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_names_of_both_tools() {
        assert_eq!(parse("00003_create_orders.sql"), Some((3, "create_orders")));
        assert_eq!(parse("20240112115229_users.go"), Some((20_240_112_115_229, "users")));
        assert_eq!(parse("V12__create_orders.sql"), Some((12, "create_orders")));
        assert_eq!(parse("V2_1__a.sql"), Some((2, "a")));
        assert_eq!(parse("V2.1__a_b.sql"), Some((2, "a_b")));
        for other in ["R__views.sql", "3.sql", "V3.sql", "README.md", "00001_a.txt", "_a.sql", "-1_a.sql", "x_a.sql"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }

    #[test]
    fn numbers_go_on_after_the_highest() {
        assert_eq!(Migration::free_numbers(["V9__a.sql", "00010_b.sql", "00002_c.sql"]).next(), Some(11));
        let last: Vec<u64> = Migration::free_numbers(["9223372036854775806_a.sql"]).collect();
        assert_eq!(last, [9_223_372_036_854_775_807]);
        assert!(Migration::free_numbers(["9223372036854775807_a.sql"]).is_empty());
        assert!(Migration::free_numbers(["18446744073709551615_a.sql"]).is_empty());
    }

    #[test]
    fn flyway_finds_no_placeholder_and_no_open_quote() {
        assert_eq!(for_flyway(r"DEFAULT 'it\'s ${x}'u"), r"DEFAULT 'it\x27s \x24{x}'u");
        // The text has an escaped backslash before the closing quote.
        assert_eq!(for_flyway(r"'a\\', '$1'"), r"'a\\', '$1'");
        assert_eq!(for_flyway(r#""\"${""#), r#""\x22\x24{""#);
    }

    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(description("create_dir/Orders-2.x"), "create_dir_Orders_2_x");
        assert_eq!(description("create_Root/заказы"), "create_Root_______");
    }
}
