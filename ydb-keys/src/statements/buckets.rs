//! Reads the first rows of several buckets in one order, by one statement.
//!
//! A bucket is a hash with few values: `b = hash(c) % 3` before `a, c` cuts the table into three runs, each sorted by
//! `(a, c)`. A scan of all buckets has the order of the columns after the bucket. With a limit, each bucket returns its
//! first rows, and the first of all of these are the result:
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
//! A statement with all conditions and columns in each bucket may be too long. Then the conditions become a function,
//! which each bucket calls with its columns, and the columns become `*`. The length of that text depends only on names;
//! `schema::rules::bucket` says how many buckets fit.
//!
//! ```text
//! $c = ($c0, $c1) -> (($c0, $c1) > ($p0, $p1));
//! .. (SELECT * FROM t WHERE b = 0u AND $c(a, c) ORDER BY b, a, c LIMIT $p2) UNION ALL ..
//! ```
//!
//! YDB reads such a statement as follows (according to its source, ydb/core/kqp/opt; not measured on a server):
//!
//! - `b = 0u` and the conditions on the columns after it are one range, and nothing is left to filter
//!   (logical/kqp_opt_log_ranges_predext.cpp; tuples: yql/essentials/core/extract_predicate).
//! - A sort is removed if it names the key's columns from the first one on, all in one direction. Therefore each bucket
//!   is also ordered by `b`, although `b` has one value (physical/kqp_opt_phy_sort.cpp: `KqpRemoveRedundantSortByPk`,
//!   and in newer releases `KqpRemoveRedundantSortOverReadTable`).
//! - Then the limit moves into the read; a parameter is computed before it (physical/kqp_opt_phy_limit.cpp). Each
//!   bucket reads at most that many rows. The outer limit is copied into the buckets (logical/kqp_opt_log_sort.cpp).
//!   This changes nothing, but would not have been enough, because its order is not the order of the key.
//! - Without a limit there is nothing to save: `b IN (0u, 1u, 2u) AND ..` is as many ranges, and `a, c` is sorted.
//!   Points of a column are joined into a longer range only if no column follows them (extract_predicate_impl.cpp).
//!
//! - The function's body replaces its calls before all of these steps (`ExpandApply`, the first step of
//!   `TTransformationPipeline::AddPreTypeAnnotation`, yql/essentials/core/services/yql_transform_pipeline.cpp).
//!
//! Through an index, YDB would look up each row of a bucket in the table before the buckets meet: a copy of the limit
//! goes below the lookup, but only the limit of the bucket (`KqpRewriteTopSortOverIndexRead`,
//! logical/kqp_opt_log_indexes.cpp). Therefore the buckets return keys, and the first of these are joined with the
//! table, one lookup for each row (`KqpJoinToIndexLookup`, logical/kqp_opt_log_join.cpp). The cost-based optimizer
//! would not look them up: it does not know that the limit leaves few rows (`InferStatisticsForTopBase`), and with more
//! than 1000 it reads the whole table instead (`IsJoinApplicable`, logical/kqp_opt_cbo.cpp). A pragma switches it off
//! for the statement.

use super::query::{Query, names};
use super::sorting::Part;
use super::statement::{Member, Params, Template};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::keys::append_ordered;
use ydb_keys_core::schema::HashDef;
use ydb_keys_core::types::Value;

/// Pragma that makes YDB execute joins as they are written: row by row, if the key of the right side is given.
const AS_WRITTEN: &str = "PRAGMA ydb.CostBasedOptimizationLevel = \"1\";\n";

#[derive(Clone, Copy)]
struct Buckets<'a> {
    path: &'a str,
    lead: &'a HashDef,
    buckets: u32,
    /// `true` if the conditions are a function.
    short: bool,
}

impl Query {
    /// Makes the statement for the rows of all buckets, up to the limit.
    pub(super) fn merged(&self, path: &str, columns: &[&str], lead: &HashDef, buckets: u32) -> Template {
        let (long, listed) = (Buckets { path, lead, buckets, short: false }, names(columns));
        let short = Buckets { short: true, ..long };
        let has_null_keys = self.sorting.table.key_columns().any(|column| column.is_nullable());
        if !has_null_keys && self.looks_up(columns) {
            return Template::of(|params| self.looked_up(long, &listed, params))
                .or(|| Template::numbered(|params| self.looked_up(short, &listed, params)))
                .or(|| Template::numbered(|params| self.looked_up(short, "*", params)));
        }
        let order = self.scan_order().into_iter().map(|part| self.sorting.member(part).name);
        let further: Vec<&str> = order.filter(|name| !columns.contains(name)).collect();
        let of_bucket = names(&[columns, &further].concat());
        // All columns of a table are a shorter text. For an index they would need lookups.
        let fewest = if self.sorting.index.is_some() { of_bucket.as_str() } else { "*" };
        Template::of(|params| self.united(long, &listed, &of_bucket, params))
            .or(|| Template::numbered(|params| self.united(short, &listed, fewest, params)))
            .or(|| {
                Template::numbered(|params| match self.sorting.index {
                    Some(_) if !has_null_keys => self.looked_up(short, "*", params),
                    _ => self.united(short, "*", "*", params),
                })
            })
    }

    /// Returns `true` if the index lacks some of the columns.
    fn looks_up(&self, columns: &[&str]) -> bool {
        let table = self.sorting.table;
        let lacks = |at: usize| {
            let indexed = self.sorting.index.is_none_or(|index| index.on.contains(&at) || index.cover.contains(&at));
            !indexed && !table.key.contains(&at)
        };
        let mut wanted = table.columns.iter().enumerate().filter(|(_, column)| columns.contains(&column.name));
        wanted.any(|(at, _)| lacks(at))
    }

    /// Writes the query for columns that the buckets themselves return.
    fn united(&self, buckets: Buckets<'_>, columns: &str, of_bucket: &str, params: &mut Params) -> String {
        let (function, rows) = self.first_of_all(buckets, of_bucket, params);
        format!("{function}SELECT {columns}\n{rows}")
    }

    /// Writes the query for the rows of the table with the first keys of an index. NULL joins nothing.
    fn looked_up(&self, buckets: Buckets<'_>, columns: &str, params: &mut Params) -> String {
        let key: Vec<&str> = Member::key(self.sorting.table).iter().map(|member| member.name).collect();
        let order: Vec<&str> = self.scan_order().into_iter().map(|part| self.sorting.member(part).name).collect();
        let (function, first) = self.first_of_all(buckets, &names(&order), params);
        let on: Vec<String> = key.iter().map(|name| format!("t.{0} = i.{0}", Name(name))).collect();
        format!(
            "{AS_WRITTEN}{function}SELECT {columns}\nFROM (SELECT t.*\nFROM (SELECT {}\n{first}) AS i\n\
             INNER JOIN {} AS t ON {})\nORDER BY {}",
            names(&key),
            Name(buckets.path),
            on.join(" AND "),
            self.order_by(&self.scan_order())
        )
    }

    /// Writes the declaration of the function, and the `FROM` of all buckets in order, up to the limit. Each bucket
    /// returns the columns `of_bucket`.
    fn first_of_all(&self, buckets: Buckets<'_>, of_bucket: &str, params: &mut Params) -> (String, String) {
        let Buckets { path, lead, buckets, short } = buckets;
        let (from, lead) = (self.pinned_from(path, lead.name), Name(lead.name));
        let conditions = self.conditions(params).join(" AND ");
        let (function, conditions) = if short { function(&conditions) } else { (String::new(), conditions) };
        let conditions = if conditions.is_empty() { conditions } else { format!(" AND {conditions}") };
        let limit = self.limit_param(params).map(|limit| format!("LIMIT {limit}")).unwrap_or_default();
        let order = self.order_by(&self.sorting.ordering());
        let bucket = |bucket| {
            format!("(SELECT {of_bucket} {from} WHERE {lead} = {bucket}u{conditions} ORDER BY {order} {limit})")
        };
        let rows: Vec<String> = (0..buckets).map(bucket).collect();
        let (rows, order) = (rows.join("\nUNION ALL\n"), self.order_by(&self.scan_order()));
        (function, format!("FROM (\n{rows}\n)\nORDER BY {order}\n{limit}"))
    }
}

/// Turns conditions into a function of the columns that they name. Returns its declaration and its call.
fn function(conditions: &str) -> (String, String) {
    let (mut columns, mut body) = (Vec::new(), String::new());
    // Names of columns have no backtick, so every second piece is a name.
    for (at, piece) in conditions.split('`').enumerate() {
        if at % 2 == 0 {
            body.push_str(piece);
            continue;
        }
        let place = columns.iter().position(|column| *column == piece).unwrap_or(columns.len());
        if place == columns.len() {
            columns.push(piece);
        }
        body.push_str(&format!("$c{place}"));
    }
    if columns.is_empty() {
        return (String::new(), body);
    }
    let arguments: Vec<String> = (0..columns.len()).map(|at| format!("$c{at}")).collect();
    (format!("$c = ({}) -> ({body});\n", arguments.join(", ")), format!("$c({})", names(&columns)))
}

/// Order of a scan that reads several buckets: the columns after the bucket.
#[derive(Debug)]
pub(crate) struct MergeOrder {
    columns: Vec<Sorted>,
    descending: bool,
}

/// Column of the order, by positions among the values of a row.
#[derive(Debug)]
enum Sorted {
    Column(usize),
    /// Hash of the primary key, which an index is also sorted by.
    Hash(HashDef, Vec<usize>),
}

impl Query {
    pub(crate) fn merge_order(&self) -> MergeOrder {
        let ordering = self.sorting.ordering();
        let columns: Vec<Part> = ordering.iter().copied().filter(|part| matches!(part, Part::Column(_))).collect();
        let place = |column: usize| columns.iter().position(|part| *part == Part::Column(column));
        let sorted = |part: &Part| match (*part, self.sorting.hash(*part)) {
            (Part::Column(column), _) => place(column).map(Sorted::Column),
            (_, hash) => {
                hash.map(|hash| Sorted::Hash(hash, hash.inputs.iter().filter_map(|&input| place(input)).collect()))
            }
        };
        let columns = match self.buckets() {
            // A single run is already in order.
            None => Vec::new(),
            Some(_) => ordering.iter().skip(1).filter_map(sorted).collect(),
        };
        MergeOrder { columns, descending: self.descending }
    }

    /// Splits the scan into a scan of each bucket that it reads. A scan of one range is returned as it is.
    pub(super) fn runs(&self) -> Vec<Query> {
        match self.buckets() {
            None => vec![self.clone()],
            Some((_, buckets)) => (0..buckets).map(|bucket| Query { bucket: Some(bucket), ..self.clone() }).collect(),
        }
    }
}

impl MergeOrder {
    /// Writes the position of a row as bytes: the row with the lesser bytes comes first.
    pub(crate) fn put(&self, position: &[Value<'_>], bytes: &mut Vec<u8>) {
        bytes.clear();
        for column in &self.columns {
            match column {
                Sorted::Column(at) => append_ordered(&position[*at], bytes),
                Sorted::Hash(hash, inputs) => {
                    // A hashed key contains no NULL.
                    let value = hash.of(inputs.iter().map(|&at| &position[at])).unwrap_or(Value::Null);
                    append_ordered(&value, bytes);
                }
            }
        }
        // No position's bytes begin with the bytes of another one, so inverted bytes sort in the opposite order.
        if self.descending {
            bytes.iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
}
