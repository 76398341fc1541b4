//! Paths: turns the paths of queries into absolute paths, and checks new names.

use super::{refusal, rules};
use crate::error::Result;

/// Name of the directory below the database that contains the system views.
pub const SYSTEM: &str = ".sys";

/// Name of an index's table, below the path of the index.
pub const INDEX_TABLE: &str = "indexImplTable";

/// Resolves a written path into an absolute path. A path that does not begin with `/` is relative to the database.
/// Doubled and trailing slashes are ignored.
///
/// Fails when an absolute path leads out of the database.
pub fn resolve(database: &str, written: &str) -> Result<String> {
    let elements: Vec<&str> = written.split('/').filter(|element| !element.is_empty()).collect();
    let joined = elements.join("/");
    if !written.starts_with('/') {
        return Ok(if joined.is_empty() { database.to_owned() } else { format!("{database}/{joined}") });
    }
    let absolute = format!("/{joined}");
    if absolute == database || below(database, &absolute).is_some() {
        return Ok(absolute);
    }
    // The text is from YDB's splitting of paths. The status is UNVERIFIED.
    Err(refusal::scheme(format!("Table path not in database, path: {absolute}, database: {database}")))
}

/// Removes the elements `.` and `..` from an absolute path. YDB removes them from the relative paths of a query, and
/// leaves them in absolute paths, where no name may consist of dots only (`BuildTablePath`,
/// `TPathSplitStore::AppendComponent`).
pub fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for element in path.split('/') {
        match element {
            "" | "." => {}
            ".." if kept.last().is_some_and(|last| *last != "..") => {
                kept.pop();
            }
            other => kept.push(other),
        }
    }
    format!("/{}", kept.join("/"))
}

/// Returns the part of `path` below `directory`, or `None` if `path` is not below it.
pub fn below<'a>(directory: &str, path: &'a str) -> Option<&'a str> {
    path.strip_prefix(directory)?.strip_prefix('/').filter(|rest| !rest.is_empty())
}

/// Returns the path of the directory that contains this path.
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Returns the last element of a path.
pub fn leaf(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, leaf)| leaf)
}

pub fn index_table(table: &str, index: &str) -> String {
    format!("{table}/{index}/{INDEX_TABLE}")
}

/// Checks that a path may be created: every element below the database is an allowed name, and the path is not too
/// deep.
pub fn check_new(database: &str, path: &str) -> Result<()> {
    let Some(rest) = below(database, path) else {
        return Err(refusal::scheme(refusal::check(path, "path is root")));
    };
    for element in rest.split('/') {
        if let Some(error) = element_error(element) {
            return Err(refusal::scheme(refusal::check(path, error)));
        }
    }
    let depth = path.split('/').filter(|element| !element.is_empty()).count();
    if depth > rules::MAX_DEPTH {
        let error = format!("paths depth limit exceeded, limit: {}, depth: {depth}, delta: 0", rules::MAX_DEPTH);
        return Err(refusal::scheme(refusal::check(path, error)));
    }
    Ok(())
}

/// Returns the reason to refuse an element of a path (or the name of an index), or `None` if it is allowed.
pub fn element_error(element: &str) -> Option<String> {
    if element.is_empty() {
        return Some("path part shouldn't be empty".to_owned());
    }
    if element.len() > rules::MAX_NAME_LENGTH {
        return Some("path part is too long".to_owned());
    }
    if element == SYSTEM {
        return Some(format!("path part '{SYSTEM}' is reserved by the system"));
    }
    if element.bytes().all(|byte| byte == b'.') {
        return Some(format!("is not allowed path part contains only dots '{element}'"));
    }
    // Letters, digits and some ASCII punctuation (YDB's default set of extra symbols) are allowed.
    let broken = element.chars().find(|symbol| !symbol.is_ascii_graphic())?;
    Some(format!("symbol '{broken}' is not allowed in the path part '{element}'"))
}

#[cfg(test)]
mod tests {
    use super::{check_new, resolve, without_dots};

    #[test]
    fn written_paths_become_absolute() {
        for (written, absolute) in [
            ("t", "/local/t"),
            ("a/b", "/local/a/b"),
            ("/local/a/b", "/local/a/b"),
            ("//local//a/b/", "/local/a/b"),
            ("local/t", "/local/local/t"),
            (".sys/partition_stats", "/local/.sys/partition_stats"),
            ("", "/local"),
            ("/local", "/local"),
        ] {
            assert_eq!(resolve("/local", written).unwrap(), absolute, "{written}");
        }
        assert!(resolve("/local", "/localhost/t").is_err());
        assert!(resolve("/local", "/Root/t").is_err());
    }

    /// The rules are those of `TPathSplitStore::AppendComponent` in YDB's `util/folder/pathsplit.cpp`.
    #[test]
    fn dots_lead_up() {
        for (written, absolute) in [
            ("/local/./t", "/local/t"),
            ("/local/a/../t", "/local/t"),
            ("/local/../local/t/.", "/local/t"),
            ("/local/../../t", "/../t"),
            ("/local/...", "/local/..."),
        ] {
            assert_eq!(without_dots(written), absolute, "{written}");
        }
    }

    #[test]
    fn new_elements_follow_the_rules() {
        let refused = |path: &str| check_new("/local", path).unwrap_err().to_string();
        check_new("/local", "/local/A-z_0.9/t$").unwrap();
        assert!(refused("/local/a b").contains("symbol ' ' is not allowed in the path part 'a b'"));
        assert!(refused("/local/..").contains("contains only dots"));
        assert!(refused("/local/.sys/t").contains("reserved by the system"));
        assert!(refused("/local/é").contains("symbol 'é'"));
        assert!(refused("/local").contains("path is root"));
        assert!(refused(&format!("/local/{}", "x".repeat(256))).contains("path part is too long"));
        let deep = format!("/local{}", "/d".repeat(31));
        check_new("/local", &deep).unwrap();
        assert!(refused(&format!("{deep}/d")).contains("depth limit exceeded, limit: 32, depth: 33"));
    }
}
