//! Data for the templates: columns with the types of a language, conditions in YQL, ranges of the key.

use std::collections::BTreeMap;

use serde::Serialize;
use ydb_keys::YdbType;
use ydb_keys::schema::HashFunction;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::layout::LayoutColumn;
use ydb_keys_core::types::time::limits;

use super::language::{Language, kind, types, unique, unit};
use super::table::{KeyOrder, KeyTable};

/// Context of a template for one file of keys.
#[derive(Serialize)]
pub(super) struct KeyFile {
    tables: Vec<TableContext>,
    /// Answers to the questions of the template about imports and functions that the file needs.
    uses: BTreeMap<&'static str, bool>,
}

#[derive(Serialize)]
struct TableContext {
    /// Name of the type: `OrdersKey`.
    name: String,
    /// Name without the ending `Key`: `Orders`.
    stem: String,
    path: String,
    /// Path in backticks, as in YQL.
    quoted: String,
    layout: String,
    /// Description of the computed columns: `; computed: userhash = xxh3(userid)`. Empty if nothing is computed.
    computes: String,
    primary: Vec<ColumnContext>,
    /// Columns of the key that a caller gives, without the hash or bucket.
    key: Vec<ColumnContext>,
    /// Computed columns, the one of the key first.
    computed: Vec<ColumnContext>,
    /// Columns that a key gives to a row, and their values, for `UPSERT INTO .. (columns) VALUES (values)`.
    columns: String,
    values: String,
    /// Condition in YQL that selects one row.
    point: String,
    ranges: Vec<RangeContext>,
}

/// A column of a key, or a computed one.
#[derive(Clone, Default, Serialize)]
struct ColumnContext {
    name: String,
    /// Name in backticks, as in YQL.
    quoted: String,
    /// Name of the column's parameter in YQL, without `$`.
    parameter: String,
    /// Name of the field in the language.
    field: String,
    /// Name of the YDB type, such as `Uint64`. A `Decimal` has its `digits` beside it: `22, 9`.
    ty: &'static str,
    digits: String,
    /// Name of the number type in which a time is stored; for other columns, the type itself.
    stored: &'static str,
    kind: &'static str,
    /// Type of the field in the language; `given` is the type of the argument that a caller passes.
    held: &'static str,
    given: &'static str,
    /// Size in bytes, if all values have the same size.
    width: Option<usize>,
    /// Least value of a number; `greatest` is the greatest one.
    least: Option<i128>,
    greatest: Option<i128>,
    /// Number of microseconds in the unit of a time.
    unit: Option<u64>,
    /// Function of a computed column; its inputs and its number of buckets follow.
    function: &'static str,
    inputs: Vec<ColumnContext>,
    buckets: Option<u32>,
}

/// Range of rows: the first columns of the key or of an index are fixed, and the next column is between two values.
#[derive(Serialize)]
struct RangeContext {
    /// Name of the index; empty for the primary key.
    index: String,
    /// Hash or bucket that leads the key.
    hash: Option<ColumnContext>,
    /// `true` if the rows are in every bucket, because an input of the bucket is not fixed.
    every_bucket: bool,
    fixed: Vec<ColumnContext>,
    column: ColumnContext,
    /// Condition on the fixed columns, without the bounds; empty if nothing is fixed.
    condition: String,
    /// Description that follows `Rows`: `` of `userid`, in every bucket, with VIEW `by_size` ``.
    rows: String,
}

impl KeyFile {
    pub(super) fn new(tables: &[KeyTable], language: Language) -> Self {
        let names = types(tables.iter().map(|table| table.path.as_str()));
        let tables = tables.iter().zip(names).map(|(table, name)| TableContext::new(table, name, language));
        let tables: Vec<TableContext> = tables.collect();
        KeyFile { uses: uses(&tables), tables }
    }
}

impl TableContext {
    fn new(table: &KeyTable, name: String, language: Language) -> Self {
        let mut parameters = vec!["at_least".to_owned(), "below".to_owned()];
        let mut fields: Vec<String> = language.reserved().split_whitespace().map(str::to_owned).collect();
        let mut column = |name: &str, ty| ColumnContext {
            parameter: parameter(name, &mut parameters),
            field: unique(language.case(name), &mut fields),
            ..ColumnContext::new(name, ty, language)
        };
        let key: Vec<ColumnContext> =
            table.key.columns.iter().map(|LayoutColumn { name, ty }| column(name, *ty)).collect();
        let input = |input: &LayoutColumn| key.iter().find(|column| column.name == input.name).cloned();
        let computed = table.computed().map(|hash| ColumnContext {
            // A table whose hash is computed by a function of another program has been refused before.
            function: hash.function.own().map_or("", HashFunction::name),
            inputs: hash.inputs.iter().filter_map(input).collect(),
            buckets: hash.buckets,
            ..column(&hash.name, hash.ty())
        });
        let computed: Vec<ColumnContext> = computed.collect();
        let hash = computed.first().filter(|_| table.key.hash.is_some());
        let mut known = key.clone();
        let mut ranges = Vec::new();
        // A column that the language cannot send cannot be a bound of a range.
        let is_sent = |order: &&KeyOrder| order.columns.iter().all(|column| language.refuses(column.ty).is_none());
        for order in table.orders().filter(is_sent) {
            for LayoutColumn { name, ty } in &order.columns {
                if !known.iter().any(|column| column.name == *name) {
                    known.push(column(name, *ty));
                }
            }
            let named = |name: &String| known.iter().chain(&computed).find(|column| column.name == *name).cloned();
            let hash = order.hash.as_ref().and_then(|hash| named(&hash.name));
            let columns: Vec<ColumnContext> = order.columns.iter().filter_map(|column| named(&column.name)).collect();
            ranges.extend(order.ranges().filter_map(|(fixed, every_bucket)| {
                let (fixed, column) = (columns.get(..fixed)?, columns.get(fixed)?);
                Some(RangeContext::new(&order.index, hash.as_ref(), every_bucket, fixed, column))
            }));
        }
        let primary: Vec<ColumnContext> = hash.into_iter().chain(&key).cloned().collect();
        let stored = || computed.iter().chain(&key);
        TableContext {
            stem: name.replacen("Key", "", 1),
            name,
            path: table.path.clone(),
            quoted: Name(&table.path).to_string(),
            layout: table.layout.clone(),
            computes: computes(&computed),
            columns: joined(stored(), ", ", |column| column.quoted.clone()),
            values: joined(stored(), ", ", |column| format!("${}", column.parameter)),
            point: joined(&primary, " AND ", |column| column.is("=")),
            ranges,
            primary,
            computed,
            key,
        }
    }
}

impl ColumnContext {
    /// Describes a column. The names that must differ from those of other columns are left empty.
    fn new(name: &str, ty: YdbType, language: Language) -> Self {
        let (least, greatest) = limits(ty).unzip();
        ColumnContext {
            name: name.to_owned(),
            quoted: Name(name).to_string(),
            ty: ty.name(),
            digits: match ty {
                YdbType::Decimal { precision, scale } => format!("{precision}, {scale}"),
                _ => String::new(),
            },
            stored: ty.stored_as().unwrap_or(ty).name(),
            kind: kind(ty),
            held: language.held(ty),
            given: language.given(ty),
            width: ty.fixed_size(),
            least,
            greatest,
            unit: unit(ty),
            ..ColumnContext::default()
        }
    }

    /// Formats a condition: `` `userid` = $userid ``
    fn is(&self, sign: &str) -> String {
        format!("{} {sign} ${}", self.quoted, self.parameter)
    }
}

impl RangeContext {
    fn new(
        index: &str,
        hash: Option<&ColumnContext>,
        every_bucket: bool,
        fixed: &[ColumnContext],
        column: &ColumnContext,
    ) -> Self {
        let leading = hash.map(|hash| hash.is(if every_bucket { "IN" } else { "=" }));
        let condition: Vec<String> = leading.into_iter().chain(fixed.iter().map(|column| column.is("="))).collect();
        let view = if index.is_empty() { String::new() } else { format!(", with VIEW `{index}`") };
        let names = joined(fixed, ", ", |column| format!("`{}`", column.field));
        RangeContext {
            condition: condition.join(" AND "),
            rows: match (fixed, every_bucket) {
                ([], true) => format!(" of every bucket{view}"),
                ([], false) => view,
                (_, true) => format!(" of {names}, in every bucket{view}"),
                (_, false) => format!(" of {names}{view}"),
            },
            index: index.to_owned(),
            hash: hash.cloned(),
            every_bucket,
            fixed: fixed.to_vec(),
            column: column.clone(),
        }
    }
}

/// Answers each question of the templates. A misspelt question has no answer and is an error.
fn uses(tables: &[TableContext]) -> BTreeMap<&'static str, bool> {
    let ranges = || tables.iter().flat_map(|table| &table.ranges);
    let bounded = || ranges().flat_map(|range| range.fixed.iter().chain([&range.column]));
    let has =
        |is_it: &dyn Fn(&ColumnContext) -> bool| tables.iter().flat_map(|table| &table.key).chain(bounded()).any(is_it);
    let computed = |is_it: &dyn Fn(&ColumnContext) -> bool| tables.iter().flat_map(|table| &table.computed).any(is_it);
    // Returns `true` if columns of these kinds are hashed by `xxh3` together with enough columns in all.
    let hashes = |kinds: &[&str], least: usize| {
        computed(&|hash| {
            let is_it = |input: &ColumnContext| kinds.contains(&input.kind);
            hash.function == "xxh3" && hash.inputs.len() >= least && hash.inputs.iter().any(is_it)
        })
    };
    let kinds = ["bool", "int", "time", "interval", "bytes", "text", "uuid", "decimal", "dynumber"];
    let functions = HashFunction::ALL.map(HashFunction::name);
    let functions = functions.map(|name| (name, computed(&|hash| hash.function == name)));
    let others = [
        ("unlimited", has(&|column| column.least.is_none())),
        // Number types of TypeScript.
        ("number", has(&|column| column.held == "number")),
        ("bigint", has(&|column| column.held == "bigint")),
        ("number_time", has(&|column| column.kind == "time" && column.held == "number")),
        ("bigint_time", has(&|column| column.kind == "time" && column.held == "bigint")),
        // Types that are turned into bytes before they are hashed: numbers, text, strings with their lengths, several
        // columns.
        ("packed", hashes(&["bool", "int", "time", "interval"], 1)),
        ("packed_bool", hashes(&["bool"], 1)),
        ("utf8", hashes(&["text", "uuid"], 1)),
        ("framed", hashes(&["text", "bytes"], 2)),
        ("several", hashes(&kinds, 2)),
        ("ranges", ranges().next().is_some()),
        ("every_bucket", ranges().any(|range| range.every_bucket)),
    ];
    let kinds = kinds.map(|kind| (kind, has(&|column| column.kind == kind)));
    kinds.into_iter().chain(functions).chain(others).collect()
}

/// Returns the name of a parameter. YDB's columns may contain `-` and begin with a digit; parameters may not.
fn parameter(column: &str, taken: &mut Vec<String>) -> String {
    let name = column.replace('-', "_");
    unique(if name.starts_with(|first: char| first.is_ascii_digit()) { format!("_{name}") } else { name }, taken)
}

fn computes(computed: &[ColumnContext]) -> String {
    let described = |hash: &ColumnContext| {
        let modulo = hash.buckets.map(|buckets| format!(" % {buckets}")).unwrap_or_default();
        let inputs = joined(&hash.inputs, ", ", |input| input.name.clone());
        format!("{} = {}({inputs}){modulo}", hash.name, hash.function)
    };
    if computed.is_empty() { String::new() } else { format!("; computed: {}", joined(computed, ", ", described)) }
}

fn joined<'c>(
    columns: impl IntoIterator<Item = &'c ColumnContext>,
    by: &str,
    text: impl Fn(&ColumnContext) -> String,
) -> String {
    columns.into_iter().map(text).collect::<Vec<_>>().join(by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_names_of_yql_and_differ() {
        let layout = "v1: a-b = xxh3(below Utf8), below Utf8, a_b Utf8, 1st Utf8".parse().unwrap();
        let table = TableContext::new(&KeyTable::new("t", &layout).unwrap(), "TKey".to_owned(), Language::Go);
        assert_eq!(joined(&table.primary, " ", |column| column.parameter.clone()), "a_b_ below_ a_b _1st");
    }
}
