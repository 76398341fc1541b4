//! Reads of tables in a plan of the database, and their contradictions to the judgement.
//!
//! The forms are defined in YDB's `kqp_query_plan.cpp`. A read of one range of the key has a text for each column. A
//! read of several ranges has the number of columns with single values:
//!
//! ```text
//! TableFullScan
//! TableRangeScan     ReadRange: ["a (1)", "b [2, 5]"]
//! TableRangeScan     ReadRangesKeys: ["a", "b"], ReadRangesPointPrefixLen: "1"
//! TablePointLookup   the whole key
//! TableLookup[Join]  LookupKeyColumns: ["a", "b"], for each row of what is read before
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use ydb_keys_core::queries::Access;
use ydb_keys_core::schema::any::Table;
use ydb_yql::facts::{Facts, Role, Values};

use super::{JudgedQuery, JudgedRead, QueryTables, coded};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlanRead {
    /// Path as it stands in the plan: absolute, or relative to the database.
    pub(crate) path: String,
    pub(crate) keys: PlanKeys,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlanKeys {
    All,
    /// Single values of the whole key.
    Whole,
    /// A range: the first `fixed` columns have single values, and the next column has a bound if `bounded` is `true`.
    Range {
        fixed: usize,
        bounded: bool,
    },
    /// Several ranges in which the first `fixed` columns have single values.
    Ranges {
        fixed: usize,
    },
    /// Keys that come from other rows, given by the first `columns` columns.
    Lookup {
        columns: usize,
        join: bool,
    },
    /// Keys that the plan does not show clearly.
    Unclear,
}

/// Finds the reads in a plan; `None` if the text does not have the form of a plan.
pub(crate) fn reads(plan: &str) -> Option<Vec<PlanRead>> {
    let plan: Value = serde_json::from_str(plan).ok()?;
    let mut found = Vec::new();
    walk(plan.get("Plan")?, &mut found);
    Some(found)
}

fn walk(node: &Value, found: &mut Vec<PlanRead>) {
    let path = |of: &Value| Some(["Path", "Table"].iter().find_map(|key| of[*key].as_str())?.to_owned());
    if let Some(kind @ ("TableLookup" | "TableLookupJoin")) = node["Node Type"].as_str()
        && let Some(path) = path(node)
    {
        let keys = match node["LookupKeyColumns"].as_array() {
            Some(columns) => PlanKeys::Lookup { columns: columns.len(), join: kind == "TableLookupJoin" },
            None => PlanKeys::Unclear,
        };
        found.push(PlanRead { path, keys });
    }
    for operator in node["Operators"].as_array().into_iter().flatten() {
        let keys = match operator["Name"].as_str() {
            Some("TableFullScan") => PlanKeys::All,
            Some("TablePointLookup") => PlanKeys::Whole,
            Some("TableRangeScan") => range(operator),
            _ => continue,
        };
        found.extend(path(operator).map(|path| PlanRead { path, keys }));
    }
    node["Plans"].as_array().into_iter().flatten().for_each(|below| walk(below, found));
}

fn range(operator: &Value) -> PlanKeys {
    let number = |value: &Value| value.as_u64().or_else(|| value.as_str()?.parse().ok());
    if let Some(columns) = operator["ReadRange"].as_array() {
        let texts: Option<Vec<RangeSide>> = columns.iter().map(|column| side(column.as_str()?)).collect();
        return match texts {
            Some(sides) => {
                let fixed = sides.iter().take_while(|side| **side == RangeSide::Value).count();
                PlanKeys::Range { fixed, bounded: sides.get(fixed) == Some(&RangeSide::Bounded) }
            }
            None => PlanKeys::Unclear,
        };
    }
    // A condition that holds for no row has no ranges.
    let is_read = operator["ReadRangesKeys"].as_array().is_some_and(|keys| !keys.is_empty());
    match number(&operator["ReadRangesPointPrefixLen"]) {
        Some(fixed) if is_read => PlanKeys::Ranges { fixed: fixed as usize },
        _ => PlanKeys::Unclear,
    }
}

/// Meaning of a column's text in a range.
#[derive(PartialEq)]
enum RangeSide {
    Value,
    Bounded,
    Open,
}

/// Parses a column's text such as `a (5)`, `a [1, +∞)` or `a (-∞, +∞)`; `None` if it is ambiguous.
fn side(text: &str) -> Option<RangeSide> {
    // `(null, +∞)` stands for IS NOT NULL.
    let ends = ["(-∞, +∞)", "[-∞, +∞)", "[null, +∞)"];
    if ends.iter().any(|end| text.ends_with(end)) {
        return Some(RangeSide::Open);
    }
    let (_, rest) = text.split_once([' '])?;
    match (rest.starts_with('('), rest.ends_with(')'), rest.contains(", ")) {
        (true, true, false) => Some(RangeSide::Value),
        // A single value with a comma looks like two ends.
        (true, true, true) if !rest.contains('∞') => None,
        _ if rest.contains(", ") => Some(RangeSide::Bounded),
        _ => None,
    }
}

/// Contradiction between the plan's read of a table and the judgement.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct PlanDifference {
    pub(crate) table: String,
    pub(crate) index: Option<String>,
    /// Access that the judgement expects.
    pub(crate) judged: &'static str,
    /// Access in the plan.
    pub(crate) planned: &'static str,
}

/// Finds the reads of a plan that certainly contradict the judgement.
pub(crate) fn differences(judged: &JudgedQuery, plan: &[PlanRead], tables: &QueryTables<'_>) -> Vec<PlanDifference> {
    let difference = |(table, index, read, planned): ReadPair<'_>| {
        let (table, index) = (table.to_owned(), index.map(str::to_owned));
        PlanDifference { table, index, judged: read.access, planned: planned.name() }
    };
    let differs = |(_, _, read, planned): &ReadPair<'_>| !planned.fits(read.extent);
    let mut found: Vec<PlanDifference> =
        pairs(judged, plan, tables).into_iter().filter(differs).map(difference).collect();
    found.extend(judged.sources.iter().filter(|read| is_elsewhere(read, judged, plan)).map(|read| PlanDifference {
        table: read.table.clone(),
        index: read.index.clone(),
        judged: read.access,
        planned: "another index",
    }));
    found
}

/// Returns `true` if the plan reads a table by another index than the judgement expects, or by the table itself. Only a
/// query that reads one table once is checked: in a join, YDB passes conditions from one side to the other, which may
/// change its choice.
fn is_elsewhere(read: &JudgedRead, judged: &JudgedQuery, plan: &[PlanRead]) -> bool {
    if read.access == Access::Unknown.name() || judged.sources.len() != 1 {
        return false;
    }
    // Index that is read, or `None` for the table itself; lookups of single rows do not count.
    let (main, within) = (format!("/{}", read.table), format!("/{}/", read.table));
    let index_of = |plan: &PlanRead| {
        let path = format!("/{}", plan.path);
        let index = path
            .strip_suffix("/indexImplTable")
            .and_then(|path| path.rsplit_once(&within))
            .map(|(_, name)| name.to_owned());
        (index.is_some() || path.ends_with(&main)).then_some(index)
    };
    let mut reads = plan.iter().filter(|plan| !is_lookup_of_rows(&plan.keys)).filter_map(index_of);
    match (reads.next(), reads.next()) {
        (Some(index), None) => index != read.index,
        _ => false,
    }
}

/// Returns the expected accesses that are compared with a plan, without reads for which the database has a choice.
#[cfg(all(test, feature = "serve"))]
pub(super) fn compared_reads(judged: &JudgedQuery, plan: &[PlanRead], tables: &QueryTables<'_>) -> Vec<&'static str> {
    let has_no_choice = |(_, _, read, _): &ReadPair<'_>| read.extent.0 == read.extent.1;
    pairs(judged, plan, tables).into_iter().filter(has_no_choice).map(|(_, _, read, _)| read.access).collect()
}

/// Read in both: table, index, expected access, access in the plan.
type ReadPair<'j> = (&'j str, Option<&'j str>, &'j JudgedRead, Planned);

/// Pairs the reads of the judgement with those of the plan. A table with different numbers of reads is not compared:
/// the database may read another index, or a row that it writes.
fn pairs<'j>(judged: &'j JudgedQuery, plan: &[PlanRead], tables: &QueryTables<'_>) -> Vec<ReadPair<'j>> {
    let mut groups: BTreeMap<(&str, Option<&str>), Vec<&JudgedRead>> = BTreeMap::new();
    for read in &judged.sources {
        groups.entry((&read.table, read.index.as_deref())).or_default().push(read);
    }
    let mut found = Vec::new();
    for ((path, index), mut own_reads) in groups {
        let Some(table) = tables.all.iter().find(|table| table.name == path) else { continue };
        if own_reads.iter().any(|read| read.access == Access::Unknown.name()) {
            continue;
        }
        let own = match index {
            Some(index) => format!("{path}/{index}/indexImplTable"),
            None => path.to_owned(),
        };
        let is_own = |read: &&PlanRead| {
            read.path.strip_suffix(own.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        let mut reads: Vec<PlanKeys> = plan.iter().filter(is_own).map(|read| read.keys).collect();
        // Columns that an index lacks are looked up in the table.
        let others = reads.iter().filter(|keys| !is_lookup_of_rows(keys)).count();
        if reads.len() > own_reads.len() && others == own_reads.len() {
            reads.retain(|keys| !is_lookup_of_rows(keys));
        }
        let length = key_length(table, index);
        let planned: Option<Vec<Planned>> = reads.into_iter().map(|keys| planned(keys, length)).collect();
        let Some(mut planned) = planned.filter(|planned| planned.len() == own_reads.len()) else { continue };
        // Each read of the plan is paired with the matching expected read that permits the least.
        planned.sort_by_key(|planned| (planned.0, planned.1));
        for planned in planned {
            own_reads.sort_by_key(|read| (!planned.fits(read.extent), read.extent.1));
            found.push((path, index, own_reads.remove(0), planned));
        }
    }
    found
}

/// Best and worst possible access of a read in a plan. A plan does not always show a bound on the column after those
/// with single values.
#[derive(Clone, Copy)]
struct Planned(Access, Access);

impl Planned {
    fn name(self) -> &'static str {
        match self.0 {
            Access::First => self.1.name(),
            best => best.name(),
        }
    }

    /// Returns `true` if the access can be the expected one.
    fn fits(self, (best, worst): (Access, Access)) -> bool {
        // The two ends of a range may be equal.
        let is_one = self.1 == Access::Point && best == Access::Range;
        best == Access::Unknown || worst == Access::Unknown || self.0 <= worst && best <= self.1 || is_one
    }
}

fn planned(keys: PlanKeys, length: usize) -> Option<Planned> {
    let partly = Planned(Access::Prefix, Access::Range);
    Some(match keys {
        // A plan that reads the first rows has the limit in another place.
        PlanKeys::All => Planned(Access::First, Access::Full),
        PlanKeys::Whole => Planned(Access::Point, Access::Point),
        PlanKeys::Range { fixed, .. } | PlanKeys::Ranges { fixed, .. } | PlanKeys::Lookup { columns: fixed, .. }
            if fixed >= length =>
        {
            Planned(Access::Point, Access::Point)
        }
        PlanKeys::Range { bounded: true, .. } => Planned(Access::Range, Access::Range),
        PlanKeys::Range { fixed: 0, .. } => Planned(Access::Full, Access::Full),
        // Several ranges may together have all keys, such as those of `!=`.
        PlanKeys::Ranges { fixed: 0, .. } => Planned(Access::Range, Access::Full),
        // Columns that have other values as well are checked on the rows that were found.
        PlanKeys::Lookup { join: true, .. } => Planned(Access::Point, Access::Range),
        PlanKeys::Range { .. } | PlanKeys::Ranges { .. } | PlanKeys::Lookup { .. } => partly,
        PlanKeys::Unclear => return None,
    })
}

fn is_lookup_of_rows(keys: &PlanKeys) -> bool {
    matches!(keys, PlanKeys::Lookup { join: false, .. })
}

/// Returns the number of columns in the sort order of a table or of its index.
fn key_length(table: &Table<'_>, index: Option<&str>) -> usize {
    let own: BTreeSet<&str> = table.primary_key().collect();
    match index.and_then(|name| table.indexes.iter().find(|index| index.name == name)) {
        Some(index) => {
            let on = index.on.iter().map(|&column| table.columns[column].name);
            own.into_iter().chain(on).chain(index.hash.map(|hash| hash.name)).collect::<BTreeSet<_>>().len()
        }
        None => own.len(),
    }
}

/// Writes `DECLARE`s on one line for the parameters that are not declared and whose types follow from columns.
pub(crate) fn declarations(text: &str, tables: &QueryTables<'_>) -> String {
    let Ok(tree) = ydb_yql::parse(text) else { return String::new() };
    let facts = Facts::of(&tree);
    let values = Values::of(&tree, &facts);
    let is_list = |name: &str| {
        let named = values.parameters.iter().filter(|parameter| &*parameter.name == name);
        named.flat_map(|parameter| &parameter.uses).any(|one| matches!(one.role, Role::Compared { is_list: true, .. }))
    };
    let mut all: Vec<String> = coded(text, &facts, (&values, &[]), tables, |query| {
        let declared = query.parameters().filter_map(|parameter| {
            let (name, ty) = (parameter.name, parameter.ty()?);
            let ty = if is_list(name) { format!("List<{ty}>") } else { ty.to_string() };
            Some(format!("DECLARE ${name} AS {ty}; "))
        });
        declared.collect()
    });
    all.sort();
    all.concat()
}

pub(crate) fn place(table: &str, index: Option<&str>) -> String {
    match index {
        Some(index) => format!("index `{index}` of table `{table}`"),
        None => format!("table `{table}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LAID_OUT, by};
    use super::super::{Options, judge, named};
    use super::*;

    #[test]
    fn the_texts_of_ranges() {
        let range = |columns: &[&str]| range(&serde_json::json!({ "ReadRange": columns }));
        let fixed = |fixed, bounded| PlanKeys::Range { fixed, bounded };
        assert_eq!(range(&["a (1)", "b (-∞, +∞)"]), fixed(1, false));
        assert_eq!(range(&["a (1)", "b [2, +∞)"]), fixed(1, true));
        assert_eq!(range(&["a (-∞, 5)", "b (-∞, +∞)"]), fixed(0, true));
        assert_eq!(range(&["a (null, +∞)"]), fixed(0, true));
        assert_eq!(range(&["a [null, +∞)"]), fixed(0, false));
        assert_eq!(range(&["a (x)", "b (y)"]), fixed(2, false));
        assert_eq!(range(&["a (x, y)"]), PlanKeys::Unclear);
        assert_eq!(range(&[]), fixed(0, false));
    }

    const TABLES: &str = "CREATE TABLE places (a Uint64 NOT NULL, b Uint64 NOT NULL, c Utf8, PRIMARY KEY (a, b), \
                          INDEX by_c GLOBAL ON (c)); CREATE TABLE tags (tag Utf8 NOT NULL, n Uint64, PRIMARY KEY (tag));";

    /// Returns the differences between a text and a plan with these operators.
    fn differing(text: &str, nodes: &[Value]) -> String {
        let plan = serde_json::json!({ "Plan": { "Node Type": "Query", "Plans": nodes } }).to_string();
        by(TABLES, |tables| {
            let judged = judge(&named("test", text)[0], tables, Options { implied_hash: false });
            let all = differences(&judged, &reads(&plan).unwrap(), tables);
            let shown = |of: &PlanDifference| {
                let place = place(&of.table, of.index.as_deref());
                format!("{place}: {} {}", of.judged, of.planned)
            };
            all.iter().map(shown).collect::<Vec<_>>().join(", ")
        })
    }

    fn operator(name: &str, table: &str, more: &Value) -> Value {
        let mut operator = serde_json::json!({ "Name": name, "Table": table });
        for (key, value) in more.as_object().unwrap() {
            operator[key] = value.clone();
        }
        serde_json::json!({ "Node Type": name, "Operators": [operator] })
    }

    #[test]
    fn a_plan_that_contradicts_is_found() {
        use serde_json::json;
        let full = |table| operator("TableFullScan", table, &json!({}));
        let range = |table, range: &[&str]| operator("TableRangeScan", table, &json!({ "ReadRange": range }));
        let lookup =
            |kind, columns: &[&str]| json!({ "Node Type": kind, "Table": "places", "LookupKeyColumns": columns });
        let one = "SELECT * FROM places WHERE a = 1";
        assert_eq!(differing(one, &[range("places", &["a (1)", "b (-∞, +∞)"])]), "");
        assert_eq!(differing(one, &[full("places")]), "table `places`: prefix full");
        assert_eq!(differing(one, &[full("shop/places")]), "table `places`: prefix full");
        assert_eq!(differing(one, &[full("other_places")]), "");
        assert_eq!(
            differing(one, &[operator("TablePointLookup", "places", &json!({}))]),
            "table `places`: prefix point"
        );
        assert_eq!(differing(one, &[range("places", &["a (1)", "b [2, +∞)"])]), "table `places`: prefix range");
        let several = |keys: &[&str], fixed| {
            let ranges = json!({ "ReadRangesKeys": keys, "ReadRangesPointPrefixLen": fixed });
            operator("TableRangeScan", "places", &ranges)
        };
        assert_eq!(differing("SELECT * FROM places WHERE a IN (1, 2)", &[several(&["a"], "1")]), "");
        assert_eq!(
            differing("SELECT * FROM places WHERE a IN (1, 2)", &[several(&["a"], "0")]),
            "table `places`: prefix range"
        );
        assert_eq!(differing("SELECT * FROM places WHERE a != 1", &[several(&["a"], "0")]), "");
        assert_eq!(
            differing("SELECT * FROM places WHERE b = 1", &[several(&["a", "b"], "1")]),
            "table `places`: full prefix"
        );
        // A different number of reads is not compared.
        assert_eq!(differing(one, &[]), "");
        assert_eq!(differing(one, &[full("places"), full("places")]), "");
        // Columns that an index lacks are looked up.
        let by_index = "SELECT * FROM places VIEW by_c WHERE c = 'x'";
        let index = "places/by_c/indexImplTable";
        assert_eq!(
            differing(by_index, &[lookup("TableLookup", &["a", "b"]), range(index, &["c (x)", "a (-∞, +∞)"])]),
            ""
        );
        assert_eq!(differing(by_index, &[full(index)]), "index `by_c` of table `places`: prefix full");
        // In a join, either table may be read first, but one of the two is read by its key.
        let join = "SELECT 1 FROM tags AS t JOIN places AS p ON p.a = t.n WHERE t.tag = 'x'";
        let tag = range("tags", &["tag (x)"]);
        assert_eq!(differing(join, &[tag.clone(), lookup("TableLookupJoin", &["a"])]), "");
        assert_eq!(differing(join, &[tag.clone(), full("places")]), "");
        assert_eq!(differing(join, &[tag, lookup("TableLookupJoin", &["a", "b"])]), "table `places`: prefix point");
        assert_eq!(differing(join, &[full("tags"), full("places")]), "table `tags`: point full");
    }

    #[test]
    fn parameters_get_the_types_of_their_columns() {
        let declared = |text| by(LAID_OUT, |tables| declarations(text, tables));
        assert_eq!(
            declared("SELECT * FROM orders WHERE order_id = $id AND amount IN $all AND order_hash = $hash"),
            "DECLARE $all AS List<Double>; DECLARE $hash AS Uint64; DECLARE $id AS Uint64; "
        );
        assert_eq!(
            declared("DECLARE $id AS Int32; $x = 1; SELECT * FROM orders WHERE order_id = $id AND amount = $x"),
            ""
        );
        assert_eq!(
            declared("UPSERT INTO events (shard, at, event_id) VALUES ($s, $at, $e)"),
            "DECLARE $at AS Timestamp; DECLARE $e AS Utf8; DECLARE $s AS Uint32; "
        );
        assert_eq!(declared("UPDATE orders SET paid = $paid WHERE order_id = 1"), "DECLARE $paid AS Bool; ");
        assert_eq!(declared("SELECT * FROM AS_TABLE($rows)"), "");
    }
}
