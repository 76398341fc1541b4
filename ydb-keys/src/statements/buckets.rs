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
//! A statement with all conditions and columns in each bucket may be too long. Then the conditions are a function, which
//! each bucket calls with its columns, and the columns are `*`. The length of that depends on names only;
//! `schema::rules::bucket` says how many buckets fit.
//!
//! ```text
//! $c = ($c0, $c1) -> (($c0, $c1) > ($p0, $p1));
//! .. (SELECT * FROM t WHERE b = 0u AND $c(a, c) ORDER BY b, a, c LIMIT $p2) UNION ALL ..
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
//! - The function's body is put in place of its calls before all of that (`ExpandApply`, the first step of
//!   `TTransformationPipeline::AddPreTypeAnnotation`, yql/essentials/core/services/yql_transform_pipeline.cpp).
//!
//! Through an index, YDB looks each row of a bucket up in the table before the buckets meet: a copy of the limit goes
//! below the lookup, but only that of the bucket (`KqpRewriteTopSortOverIndexRead`,
//! logical/kqp_opt_log_indexes.cpp). So the buckets give keys, and the first of them are joined with the table, one
//! lookup a row (`KqpJoinToIndexLookup`, logical/kqp_opt_log_join.cpp). The cost-based optimizer would not: it does not
//! know that the limit leaves few rows (`InferStatisticsForTopBase`), and with more than 1000 it reads the whole table
//! instead (`IsJoinApplicable`, logical/kqp_opt_cbo.cpp). A pragma switches it off for the statement.

use super::query::{Query, names};
use super::sorting::Part;
use super::statement::{Member, Params, Template};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::keys::append_ordered;
use ydb_keys_core::schema::HashDef;
use ydb_keys_core::types::Value;

/// Joins are executed as they are written: row by row where the key of the right side is given.
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
    /// The rows of all buckets, up to the limit.
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
        // All columns of a table are a shorter text; of an index they would be lookups.
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

    /// The rows of the buckets alone.
    fn united(&self, buckets: Buckets<'_>, columns: &str, of_bucket: &str, params: &mut Params) -> String {
        let (function, rows) = self.first_of_all(buckets, of_bucket, params);
        format!("{function}SELECT {columns}\n{rows}")
    }

    /// The rows of the table whose keys are the first of an index. NULL joins nothing.
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

    /// What goes in front of the statement, and `FROM` all buckets, in order, up to the limit; each gives the columns
    /// `of_bucket`.
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

/// Conditions as a function of the columns that they name, and its call.
fn function(conditions: &str) -> (String, String) {
    let (mut columns, mut body) = (Vec::new(), String::new());
    // The name of a column has no backtick, so every second piece is a name.
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

/// The order of a scan that reads several buckets: the columns after the bucket.
#[derive(Debug)]
pub(crate) struct MergeOrder {
    columns: Vec<Sorted>,
    descending: bool,
}

/// One of the columns, by positions in those of a row.
#[derive(Debug)]
enum Sorted {
    Column(usize),
    /// The hash of the primary key, which an index is sorted by too.
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
            // One run is in order by itself.
            None => Vec::new(),
            Some(_) => ordering.iter().skip(1).filter_map(sorted).collect(),
        };
        MergeOrder { columns, descending: self.descending }
    }

    /// The same scan of each bucket that it reads; only itself if it reads one range.
    pub(super) fn runs(&self) -> Vec<Query> {
        match self.buckets() {
            None => vec![self.clone()],
            Some((_, buckets)) => (0..buckets).map(|bucket| Query { bucket: Some(bucket), ..self.clone() }).collect(),
        }
    }
}

impl MergeOrder {
    /// Writes the position of a row as bytes: the row whose bytes are less comes first.
    pub(crate) fn put(&self, position: &[Value<'_>], bytes: &mut Vec<u8>) {
        bytes.clear();
        for column in &self.columns {
            match column {
                Sorted::Column(at) => append_ordered(&position[*at], bytes),
                Sorted::Hash(hash, inputs) => {
                    // NULL is not in a key that is hashed.
                    let value = hash.of(inputs.iter().map(|&at| &position[at])).unwrap_or(Value::Null);
                    append_ordered(&value, bytes);
                }
            }
        }
        // No position's bytes begin with those of another one, so inverted bytes sort the other way round.
        if self.descending {
            bytes.iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
}
