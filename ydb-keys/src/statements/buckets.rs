//! The first rows of several buckets in one order, by one statement.
//!
//! A bucket is a hash of few values: `b = hash(c) % 3` in front of `a, c` cuts the table into three runs, each sorted by
//! `(a, c)`. The order of a scan of all of them is that of the columns after the bucket. With a limit, each bucket gives
//! its first rows, and the first of those are the result:
//!
//! ```text
//! b  a  c           limit 3
//! 0  1  7           1 7
//! 0  4  2           4 2           1 7
//! 1  2  9           2 9      =>   2 9      ORDER BY a, c LIMIT 3
//! 2  3  1           3 1           3 1
//! 2  5  5           5 5
//! ```
//!
//! ```text
//! SELECT a, c FROM (
//! (SELECT a, c FROM t WHERE b = 0u ORDER BY b, a, c LIMIT $limit)
//! UNION ALL ..
//! ) ORDER BY a, c LIMIT $limit
//! ```
//!
//! How YDB reads it (read in its source, ydb/core/kqp/opt; not measured on a server):
//!
//! - `b = 0u` and the conditions on the columns after it are one range, and nothing is left to filter
//!   (logical/kqp_opt_log_ranges_predext.cpp; tuples: yql/essentials/core/extract_predicate).
//! - A sort goes away if it names the key's columns from the first on, all in one direction: so each bucket is ordered by
//!   `b` too, though it has one value (physical/kqp_opt_phy_sort.cpp: `KqpRemoveRedundantSortByPk`, and in newer releases
//!   `KqpRemoveRedundantSortOverReadTable`).
//! - Then the limit goes into the read; a parameter is computed before it (physical/kqp_opt_phy_limit.cpp). Each bucket
//!   reads at most that many rows. The limit outside is copied into the buckets (logical/kqp_opt_log_sort.cpp), which
//!   changes nothing, but would not have been enough: its order is not that of the key.
//! - Without a limit there is nothing to save: `b IN (0u, 1u, 2u) AND ..` is as many ranges, and `a, c` is sorted. Points
//!   of a column are joined into a longer range only if no column follows them (extract_predicate_impl.cpp).
//!
//! Through an index, YDB looks each row of a bucket up in the table before the buckets meet: a copy of the limit goes
//! below the lookup, but only that of the bucket (`KqpRewriteTopSortOverIndexRead`,
//! logical/kqp_opt_log_indexes.cpp). So the buckets give keys, and the first of them are joined with the table, one
//! lookup a row (`KqpJoinToIndexLookup`, logical/kqp_opt_log_join.cpp). The cost-based optimizer would not: it does not
//! know that the limit leaves few rows (`InferStatisticsForTopBase`), and with more than 1000 it reads the whole table
//! instead (`IsJoinApplicable`, logical/kqp_opt_cbo.cpp). A pragma switches it off for the statement.

use super::query::Query;
use super::statement::{Member, Params, Template};
use super::text::names;
use crate::ddl::Name;
use crate::schema::HashDef;

/// Joins are executed as they are written: row by row where the key of the right side is given.
const AS_WRITTEN: &str = "PRAGMA ydb.CostBasedOptimizationLevel = \"1\";\n";

impl Query {
    /// The rows of all buckets, up to the limit.
    pub(super) fn merged(&self, path: &str, columns: &[&str], lead: &HashDef, buckets: u32) -> Template {
        if self.looks_up(columns) {
            return Template::of(|params| self.looked_up(path, columns, lead, buckets, params));
        }
        let order: Vec<&str> = self.scan_order().into_iter().map(|part| self.sorting.member(part).name).collect();
        let further: Vec<&str> = order.into_iter().filter(|name| !columns.contains(name)).collect();
        let of_bucket = names(&[columns, &further].concat());
        let select = |of_bucket: &str| {
            Template::of(|params| {
                let rows = self.first_of_all(path, of_bucket, lead, buckets, params);
                format!("SELECT {}\n{rows}", names(columns))
            })
        };
        // All columns of a table are a shorter text; of an index they would be lookups.
        let named = select(&of_bucket);
        if self.sorting.index.is_some() { named } else { named.or(|| select("*")) }
    }

    /// Whether the index lacks some of the columns, and its rows can be joined with the table: NULL joins nothing.
    fn looks_up(&self, columns: &[&str]) -> bool {
        let table = self.sorting.table;
        let lacks = |at: usize| {
            let indexed = self.sorting.index.is_none_or(|index| index.on.contains(&at) || index.cover.contains(&at));
            !indexed && !table.key.contains(&at)
        };
        let mut wanted = table.columns.iter().enumerate().filter(|(_, column)| columns.contains(&column.name));
        wanted.any(|(at, _)| lacks(at)) && !table.key_columns().any(|column| column.is_nullable())
    }

    /// The rows of the table whose keys are the first of an index.
    fn looked_up(&self, path: &str, columns: &[&str], lead: &HashDef, buckets: u32, params: &mut Params) -> String {
        let key: Vec<&str> = Member::key(self.sorting.table).iter().map(|member| member.name).collect();
        let order: Vec<&str> = self.scan_order().into_iter().map(|part| self.sorting.member(part).name).collect();
        let first = self.first_of_all(path, &names(&order), lead, buckets, params);
        let on: Vec<String> = key.iter().map(|name| format!("t.{0} = i.{0}", Name(name))).collect();
        format!(
            "{AS_WRITTEN}SELECT {}\nFROM (SELECT t.*\nFROM (SELECT {}\n{first}) AS i\nINNER JOIN {} AS t ON {})\nORDER BY {}",
            names(columns),
            names(&key),
            Name(path),
            on.join(" AND "),
            self.order_by(&self.scan_order())
        )
    }

    /// `FROM` all buckets, in order, up to the limit; each gives the columns `of_bucket`.
    fn first_of_all(&self, path: &str, of_bucket: &str, lead: &HashDef, buckets: u32, params: &mut Params) -> String {
        let (from, lead) = (self.from(path), Name(lead.name));
        let conditions: String = self.conditions(params).iter().map(|condition| format!(" AND {condition}")).collect();
        let limit = self.limit_param(params).map(|limit| format!("LIMIT {limit}")).unwrap_or_default();
        let order = self.order_by(&self.sorting.ordering());
        let bucket = |bucket| {
            format!("(SELECT {of_bucket} {from} WHERE {lead} = {bucket}u{conditions} ORDER BY {order} {limit})")
        };
        let rows: Vec<String> = (0..buckets).map(bucket).collect();
        format!("FROM (\n{}\n)\nORDER BY {}\n{limit}", rows.join("\nUNION ALL\n"), self.order_by(&self.scan_order()))
    }
}
