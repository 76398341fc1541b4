//! Which tables are looked at, and the condition that selects their partitions.

use ydb_keys_core::schema::path::TablePath;

/// The most tables that a statement names; with more of them it reads all, because its text is limited.
const NAMED: usize = 50;

/// The tables to look at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Paths of tables, relative to the database or absolute; none for all.
    pub(crate) tables: Vec<String>,
    /// A directory; `None` is the database.
    pub(crate) below: Option<String>,
}

/// Paths from one text up to another, in the order of bytes.
type Range = (String, Option<String>);

impl Scope {
    /// The absolute paths as ranges: a table and what is below it (the tables of its indexes), or all of a directory.
    fn ranges(&self, database: &str) -> Vec<Range> {
        let below = |path: &str| {
            // `0` is the character after `/`.
            (format!("{path}/"), Some(format!("{path}0")))
        };
        let tables = self.tables.iter().map(|table| TablePath::new(database, table).absolute());
        let tables: Vec<Range> = tables.flat_map(|path| [below(&path), (path, None)]).collect();
        if !tables.is_empty() {
            return tables;
        }
        self.below.iter().map(|directory| below(&TablePath::new(database, directory).absolute())).collect()
    }

    /// The condition in YQL, with its parameters; empty for all tables.
    pub(super) fn condition(&self, database: &str) -> (String, Vec<(String, String)>) {
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

    /// Whether a path is one of them. Without names, hidden directories such as `.metadata` are left out.
    pub(super) fn has(&self, database: &str, path: &str) -> bool {
        let ranges = self.ranges(database);
        let hidden = path.split('/').any(|part| part.starts_with('.'));
        ranges.is_empty() && !hidden
            || ranges.iter().any(|(from, to)| match to {
                None => path == from,
                Some(to) => path >= from.as_str() && path < to.as_str() && (!self.tables.is_empty() || !hidden),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(tables: &[&str], below: Option<&str>) -> Scope {
        Scope { tables: tables.iter().map(|&table| table.to_owned()).collect(), below: below.map(str::to_owned) }
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
        assert_eq!(Scope { tables: many, below: None }.condition("/local").0, "");
    }
}
