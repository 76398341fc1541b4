//! Paths of tables, made of a database, a directory and a table's own path, and taken apart again.
//!
//! The rule of YDB (`BuildTablePath` in `yql_paths.cpp`): a path that begins with `/` is absolute and is taken as it
//! is; any other path is relative to the database. Therefore the root `/` is a directory, too, above all databases, and
//! the empty directory is the database. Slashes at the end of a directory do not count.
//!
//! A path is quoted by `ddl::Name` where it enters a statement; here it is plain text.

use std::fmt;
use std::ops::Deref;

use super::Table;

/// Path of a table, or of something else, in a database.
///
/// The path reads and prints as models, statements and messages write it: relative to the database, or absolute if it
/// is outside of the database. The Table and Scheme services want it [`absolute`](Self::absolute).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePath {
    /// Path of the database, without slashes at its ends.
    database: String,
    path: String,
}

impl TablePath {
    /// End of the name of a table's copy that gets another key, until the copy is swapped in.
    pub const COPY: &str = "__ydb_keys_new";
    /// End of the name of the old table after its copy with another key was swapped in.
    pub const KEPT: &str = "__ydb_keys_old";
    /// Greatest length of a name in a path, in bytes (<https://ydb.tech/docs/en/concepts/limits-ydb>).
    pub const LONGEST_NAME: usize = 255;

    /// Creates a path from a text that is relative to the database, or absolute.
    pub fn new(database: &str, path: &str) -> Self {
        let database = database.trim_matches('/');
        let path = match path.trim_end_matches('/') {
            "" if path.starts_with('/') => "/",
            path => inside(database, path).unwrap_or(path),
        };
        TablePath { database: database.to_owned(), path: path.to_owned() }
    }

    /// Returns the absolute path.
    pub fn absolute(&self) -> String {
        let path = &self.path;
        match (path.starts_with('/'), self.database.as_str()) {
            (true, _) => path.clone(),
            (false, "") => format!("/{path}"),
            (false, database) if path.is_empty() => format!("/{database}"),
            (false, database) => format!("/{database}/{path}"),
        }
    }

    /// Returns the table's name without its directories.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Returns the path with a suffix at its end.
    pub fn with_suffix(&self, suffix: &str) -> Self {
        TablePath { database: self.database.clone(), path: format!("{}{suffix}", self.path) }
    }

    /// Returns the path of the table's copy that gets another key, until the copy is swapped in. `number` is that of
    /// the change.
    pub fn copy(&self, number: u32) -> Self {
        self.numbered(Self::COPY, number)
    }

    /// Returns the path of the old table after its copy with another key was swapped in. `number` is that of the
    /// change.
    pub fn kept(&self, number: u32) -> Self {
        self.numbered(Self::KEPT, number)
    }

    /// Returns the path with a suffix that no other change of the key has, so that a late request of an earlier change
    /// finds no table. The first change has the plain suffix.
    fn numbered(&self, suffix: &str, number: u32) -> Self {
        match number {
            0 | 1 => self.with_suffix(suffix),
            _ => self.with_suffix(&format!("{suffix}_{number}")),
        }
    }

    /// Returns `true` if the path is that of a copy or of a kept old table, of any change.
    pub fn is_of_change(path: &str, suffix: &str) -> bool {
        let digits = path.trim_end_matches(|c: char| c.is_ascii_digit());
        path.ends_with(suffix)
            || digits.len() < path.len() && digits.strip_suffix('_').is_some_and(|path| path.ends_with(suffix))
    }
}

/// Creates a path for statements and messages where the database is not known.
impl From<&str> for TablePath {
    fn from(path: &str) -> Self {
        TablePath::new("", path)
    }
}

impl Deref for TablePath {
    type Target = str;

    fn deref(&self) -> &str {
        &self.path
    }
}

impl AsRef<str> for TablePath {
    fn as_ref(&self) -> &str {
        self
    }
}

impl fmt::Display for TablePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

/// Returns the part of an absolute path that is inside a database.
fn inside<'a>(database: &str, path: &'a str) -> Option<&'a str> {
    let below_root = path.strip_prefix('/')?.trim_start_matches('/');
    let inside = below_root.strip_prefix(database)?;
    let relative = inside.trim_start_matches('/');
    // The database itself has no path inside it, and `/local2` is not inside `/local`.
    let is_inside = !relative.is_empty() && (database.is_empty() || relative.len() < inside.len());
    is_inside.then_some(relative)
}

impl Table {
    /// Returns the path of the model's table in a directory.
    #[doc(hidden)]
    pub fn path_in(&self, directory: &str) -> String {
        match directory {
            "" => self.name.to_owned(),
            _ => format!("{}/{}", directory.trim_end_matches('/'), self.name),
        }
    }

    /// Returns the directory in which the model's table has this path; empty for the database.
    #[doc(hidden)]
    pub fn directory_of<'a>(&self, path: &'a str) -> &'a str {
        match path.strip_suffix(self.name).and_then(|directory| directory.strip_suffix('/')) {
            Some("") => "/",
            Some(directory) => directory.trim_end_matches('/'),
            None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn named(name: &'static str) -> Table {
        Table { name, ..Table::EMPTY }
    }

    #[test]
    fn in_a_directory() {
        let orders = named("orders");
        for (given, path) in [
            ("", "orders"),
            ("/", "/orders"),
            ("//", "/orders"),
            ("a", "a/orders"),
            ("a/", "a/orders"),
            ("a//", "a/orders"),
            ("/a/b", "/a/b/orders"),
            ("/a/b/", "/a/b/orders"),
            ("it`s", "it`s/orders"),
            (" ", " /orders"),
        ] {
            assert_eq!(orders.path_in(given), path, "{given:?}");
            assert_eq!(orders.path_in(orders.directory_of(path)), path, "{given:?}");
        }
        assert_eq!(orders.directory_of("/orders"), "/");
        assert_eq!(named("shop/orders").directory_of("tenants/acme/shop/orders"), "tenants/acme");
        assert_eq!(orders.directory_of("preorders"), "");
        assert_eq!(named("shop/orders").path_in("a"), "a/shop/orders");
    }

    #[test]
    fn absolute_in_a_database() {
        for (path, expected) in [
            ("orders", "/local/orders"),
            ("a/orders", "/local/a/orders"),
            ("a/orders/", "/local/a/orders"),
            ("it`s", "/local/it`s"),
            ("/orders", "/orders"),
            ("/local/orders", "/local/orders"),
            ("/other/orders", "/other/orders"),
            ("", "/local"),
            ("/", "/"),
            ("/local", "/local"),
        ] {
            for database in ["/local", "/local/", "local", "//local"] {
                assert_eq!(TablePath::new(database, path).absolute(), expected, "{path:?} in {database:?}");
            }
        }
        for database in ["", "/"] {
            assert_eq!(TablePath::new(database, "orders").absolute(), "/orders", "{database:?}");
        }
        assert_eq!(TablePath::new("/ru/b1/etn", "orders").absolute(), "/ru/b1/etn/orders");
    }

    #[test]
    fn relative_to_a_database() {
        for (path, expected) in [
            ("/local/orders", "orders"),
            ("/local/a/orders", "a/orders"),
            ("//local//orders", "orders"),
            ("/local/it`s", "it`s"),
            ("/local/orders/", "orders"),
            ("orders", "orders"),
            ("orders//", "orders"),
            ("local/orders", "local/orders"),
            ("/local2/orders", "/local2/orders"),
            ("/other/orders", "/other/orders"),
            ("/local", "/local"),
            ("/local/", "/local"),
            ("/", "/"),
            ("//", "/"),
            ("", ""),
        ] {
            for database in ["/local", "/local/", "local"] {
                assert_eq!(&*TablePath::new(database, path), expected, "{path:?} in {database:?}");
            }
        }
        assert_eq!(&*TablePath::new("/", "/orders"), "orders");
        assert_eq!(&*TablePath::new("", "/orders"), "orders");
        assert_eq!(&*TablePath::new("/ru/b1", "/ru/b1/orders"), "orders");
    }

    #[test]
    fn relative_undoes_absolute() {
        for path in ["orders", "a/orders", "it`s", "/other/orders"] {
            assert_eq!(&*TablePath::new("/local", &TablePath::new("/local", path).absolute()), path);
        }
    }

    #[test]
    fn names_are_last() {
        for (path, expected) in [("orders", "orders"), ("/local/a/orders", "orders"), ("a/orders/", "orders"), ("", "")]
        {
            assert_eq!(TablePath::new("/local", path).name(), expected, "{path:?}");
        }
        let copy = TablePath::new("/local", "a/orders").copy(1);
        assert_eq!((&*copy, copy.name()), ("a/orders__ydb_keys_new", "orders__ydb_keys_new"));
        assert_eq!(copy.absolute(), "/local/a/orders__ydb_keys_new");
    }
}
