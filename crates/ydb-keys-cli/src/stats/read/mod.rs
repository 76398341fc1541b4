//! Reads of the system views, at most one query per second: scope, pace and errors.

mod queries;
mod sample;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use ydb::YdbError;
use ydb_keys::__internal::Reason;
use ydb_keys::__internal::status::{SCHEME_ERROR, UNAUTHORIZED, has_status};
use ydb_keys_bulk::__internal::{Partitioned, partitioned};
use ydb_keys_bulk::Connection;
use ydb_keys_core::schema::path::TablePath;

pub(crate) use queries::{BrokenLocks, Contender, HeavyQueries, HeavyQuery, broken_locks, heaviest};
pub(crate) use sample::{Reader, overloaded};

/// Greatest number of tables that a statement names. Beyond it, all tables are read, because the statement's length is
/// limited.
const NAMED: usize = 50;

#[derive(Clone, Debug, Default)]
pub(crate) struct SampleScope {
    /// Paths of tables, relative to the database or absolute; empty for all tables.
    pub(crate) tables: Vec<String>,
    /// Directory to read; `None` for the whole database.
    pub(crate) below: Option<String>,
}

/// Range of paths in byte order: from the first text to the second, exclusive; a single path if the second is `None`.
type PathRange = (String, Option<String>);

impl SampleScope {
    /// Returns the absolute paths as ranges: each table with the paths below it (its index tables), or everything in a
    /// directory.
    fn ranges(&self, database: &str) -> Vec<PathRange> {
        let below = |path: &str| {
            // `0` is the character after `/`.
            (format!("{path}/"), Some(format!("{path}0")))
        };
        let tables = self.tables.iter().map(|table| TablePath::new(database, table).absolute());
        let tables: Vec<PathRange> = tables.flat_map(|path| [below(&path), (path, None)]).collect();
        if !tables.is_empty() {
            return tables;
        }
        self.below.iter().map(|directory| below(&TablePath::new(database, directory).absolute())).collect()
    }

    /// Returns the condition in YQL with its parameters; empty for all tables.
    fn condition(&self, database: &str) -> (String, Vec<(String, String)>) {
        let ranges = self.ranges(database);
        if self.tables.len() > NAMED {
            return (String::new(), Vec::new());
        }
        let (mut parts, mut params) = (Vec::new(), Vec::new());
        for (at, (from, to)) in ranges.into_iter().enumerate() {
            match to {
                None => parts.push(format!("`Path` = $from{at}")),
                Some(to) => {
                    parts.push(format!("`Path` >= $from{at} AND `Path` < $to{at}"));
                    params.push((format!("$to{at}"), to));
                }
            }
            params.push((format!("$from{at}"), from));
        }
        (parts.join(" OR "), params)
    }

    /// Returns `true` if the scope includes the path. Without named tables, hidden directories such as `.metadata` are
    /// left out.
    fn has(&self, database: &str, path: &str) -> bool {
        let ranges = self.ranges(database);
        let hidden = path.split('/').any(|part| part.starts_with('.'));
        ranges.is_empty() && !hidden
            || ranges.iter().any(|(from, to)| match to {
                None => path == from,
                Some(to) => path >= from.as_str() && path < to.as_str() && (!self.tables.is_empty() || !hidden),
            })
    }
}

/// Error of a read of the system views.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StatsError {
    /// The view is hidden from the user, or the database has none.
    #[error(
        "`{path}` cannot be read: {}\nThe user needs the right to read the system views of the database: an \
         administrator grants it with\n    GRANT SELECT ON `{database}/.sys` TO `<user>`", Reason(.source)
    )]
    Hidden { path: String, database: String, source: YdbError },
    /// The database did not answer.
    #[error("`{path}` cannot be read: {}", Reason(.source))]
    Read { path: String, source: YdbError },
    /// The database did not answer in time.
    #[error("`{path}` cannot be read: the database has not answered for {seconds} seconds")]
    Silent { path: String, seconds: u64 },
    /// A column has a type that this version of the library does not know.
    #[error(
        "`{path}` cannot be read: {reason}. This is a defect of ydb-keys: please report it with the release of YDB"
    )]
    Unknown { path: String, reason: String },
}

impl StatsError {
    fn of(path: &str, database: &str, source: YdbError) -> Self {
        let path = path.to_owned();
        if has_status(&source, &[SCHEME_ERROR, UNAUTHORIZED]) || is_denied(&source) {
            return Self::Hidden { path, database: database.to_owned(), source };
        }
        Self::Read { path, source }
    }
}

/// Returns `true` if the user may see the table but not read it: YDB answers ABORTED with `status: AccessDenied`
/// (`kqp_acl_ut.cpp`).
fn is_denied(error: &YdbError) -> bool {
    error.to_string().contains("AccessDenied") || format!("{error:?}").contains("AccessDenied")
}

/// Shortest time between two queries.
const PAUSE: Duration = Duration::from_secs(1);

/// Pace of queries: the time of the last one.
#[derive(Debug, Default)]
struct QuestionPace(Option<Instant>);

impl QuestionPace {
    /// Waits until the next query may be sent.
    async fn wait(&mut self) {
        if let Some(last) = self.0 {
            tokio::time::sleep_until((last + PAUSE).into()).await;
        }
        self.0 = Some(Instant::now());
    }
}

/// Describes tables by their paths, relative to the database. A table that cannot be described is left out: it may have
/// been dropped meanwhile, and its load is known without the description.
pub(crate) async fn tables(connection: &Connection, paths: &BTreeSet<String>) -> BTreeMap<String, Partitioned> {
    let mut tables = BTreeMap::new();
    for path in paths {
        if let Ok(table) = partitioned(connection, TablePath::new(connection.database(), path).absolute()).await {
            tables.insert(path.clone(), table);
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(tables: &[&str], below: Option<&str>) -> SampleScope {
        SampleScope { tables: tables.iter().map(|&table| table.to_owned()).collect(), below: below.map(str::to_owned) }
    }

    #[test]
    fn a_table_is_named_with_its_indexes() {
        let named = scope(&["shop/orders"], None);
        for path in ["/local/shop/orders", "/local/shop/orders/by_time/indexImplTable"] {
            assert!(named.has("/local", path), "{path}");
        }
        for path in ["/local/shop/orders2", "/local/shop", "/local/orders", "/other/shop/orders"] {
            assert!(!named.has("/local", path), "{path}");
        }
        assert!(scope(&["/local/shop/orders"], None).has("/local", "/local/shop/orders"));
        let (text, params) = named.condition("/local");
        assert_eq!(text, "`Path` >= $from0 AND `Path` < $to0 OR `Path` = $from1");
        assert!(params.contains(&("$to0".to_owned(), "/local/shop/orders0".to_owned())), "{params:?}");
    }

    #[test]
    fn a_directory_and_a_database() {
        let shop = scope(&[], Some("shop"));
        assert!(shop.has("/local", "/local/shop/a/b") && !shop.has("/local", "/local/shopping/a"));
        assert!(!shop.has("/local", "/local/shop/.hidden/a"));
        let all = scope(&[], None);
        assert!(all.has("/local", "/local/t") && !all.has("/local", "/local/.metadata/t"));
        assert_eq!(all.condition("/local"), (String::new(), Vec::new()));
        let many: Vec<String> = (0..51).map(|n| format!("t{n}")).collect();
        assert_eq!(SampleScope { tables: many, below: None }.condition("/local").0, "");
    }
}
