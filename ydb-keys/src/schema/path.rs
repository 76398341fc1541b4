//! Paths of tables: how a directory, a database and a table's own path are put together, and taken apart.
//!
//! YDB's rule (`BuildTablePath` in `yql_paths.cpp`): a path that begins with `/` is absolute and is taken as it is; any
//! other path is relative to the database. So the root `/` is a directory too, the one above all databases, and the
//! empty directory is the database. Slashes at the end of a directory do not count.
//!
//! A path is quoted where it enters a statement, by `ddl::Name`; here it is plain text.

/// The path of a table in a directory.
pub fn below(directory: &str, table: &str) -> String {
    match directory {
        "" => table.to_owned(),
        _ => format!("{}/{table}", directory.trim_end_matches('/')),
    }
}

/// The directory that [`below`] was given for a table with this path; empty for the database.
pub(crate) fn directory<'a>(path: &'a str, table: &str) -> &'a str {
    match path.strip_suffix(table).and_then(|directory| directory.strip_suffix('/')) {
        Some("") => "/",
        Some(directory) => directory.trim_end_matches('/'),
        None => "",
    }
}

/// Whether a path names its database.
pub(crate) fn is_absolute(path: &str) -> bool {
    path.starts_with('/')
}

/// The absolute path of a table of a database, which the Table and Scheme services want.
pub fn absolute(database: &str, path: &str) -> String {
    match (is_absolute(path), database.trim_matches('/')) {
        (true, _) => path.to_owned(),
        (false, "") => format!("/{path}"),
        (false, database) => format!("/{database}/{path}"),
    }
}

/// The path relative to the database, as models and messages name a table; a path of another database stays absolute.
pub fn relative<'a>(database: &str, path: &'a str) -> &'a str {
    let database = database.trim_matches('/');
    let inside = || {
        let below_root = path.strip_prefix('/')?.trim_start_matches('/');
        let inside = below_root.strip_prefix(database)?;
        let relative = inside.trim_start_matches('/');
        // The database itself has no path inside it, and `/local2` is not inside `/local`.
        let is_inside = !relative.is_empty() && (database.is_empty() || relative.len() < inside.len());
        is_inside.then_some(relative)
    };
    inside().unwrap_or(path)
}

/// The path of the copy of a table that gets another key, until it is swapped in.
pub fn copy(path: &str) -> String {
    format!("{path}__ydb_keys_new")
}

/// The path of a table that got another key, after its copy was swapped in.
pub fn kept(path: &str) -> String {
    format!("{path}__ydb_keys_old")
}

/// The name of a table without its directories.
pub fn name(path: &str) -> &str {
    path.trim_end_matches('/').rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_a_directory() {
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
            assert_eq!(below(given, "orders"), path, "{given:?}");
            assert_eq!(below(directory(path, "orders"), "orders"), path, "{given:?}");
        }
        assert_eq!(directory("/orders", "orders"), "/");
        assert_eq!(directory("tenants/acme/shop/orders", "shop/orders"), "tenants/acme");
        assert_eq!(directory("preorders", "orders"), "");
        assert_eq!(below("a", "shop/orders"), "a/shop/orders");
    }

    #[test]
    fn absolute_in_a_database() {
        for (path, expected) in [
            ("orders", "/local/orders"),
            ("a/orders", "/local/a/orders"),
            ("it`s", "/local/it`s"),
            ("/orders", "/orders"),
            ("/local/orders", "/local/orders"),
            ("/other/orders", "/other/orders"),
        ] {
            for database in ["/local", "/local/", "local", "//local"] {
                assert_eq!(absolute(database, path), expected, "{path:?} in {database:?}");
            }
        }
        for database in ["", "/"] {
            assert_eq!(absolute(database, "orders"), "/orders", "{database:?}");
        }
        assert_eq!(absolute("/ru/b1/etn", "orders"), "/ru/b1/etn/orders");
    }

    #[test]
    fn relative_to_a_database() {
        for (path, expected) in [
            ("/local/orders", "orders"),
            ("/local/a/orders", "a/orders"),
            ("//local//orders", "orders"),
            ("/local/it`s", "it`s"),
            ("orders", "orders"),
            ("local/orders", "local/orders"),
            ("/local2/orders", "/local2/orders"),
            ("/other/orders", "/other/orders"),
            ("/local", "/local"),
            ("/local/", "/local/"),
            ("/", "/"),
            ("//", "//"),
            ("", ""),
        ] {
            for database in ["/local", "/local/", "local"] {
                assert_eq!(relative(database, path), expected, "{path:?} in {database:?}");
            }
        }
        assert_eq!(relative("/", "/orders"), "orders");
        assert_eq!(relative("", "/orders"), "orders");
        assert_eq!(relative("/ru/b1", "/ru/b1/orders"), "orders");
    }

    #[test]
    fn relative_undoes_absolute() {
        for path in ["orders", "a/orders", "it`s", "orders/"] {
            assert_eq!(relative("/local", &absolute("/local", path)), path);
        }
    }

    #[test]
    fn names_are_last() {
        for (path, expected) in [("orders", "orders"), ("/local/a/orders", "orders"), ("a/orders/", "orders"), ("", "")]
        {
            assert_eq!(name(path), expected, "{path:?}");
        }
    }
}
