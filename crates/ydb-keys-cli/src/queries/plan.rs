//! How a plan of the database reads each table, as far as the plan says it clearly.
//!
//! The forms are those of YDB's `kqp_query_plan.cpp`. A read by one range of the key has a text for each column; one by
//! several has the number of columns with single values:
//!
//! ```text
//! TableFullScan
//! TableRangeScan     ReadRange: ["a (1)", "b [2, 5]"]
//! TableRangeScan     ReadRangesKeys: ["a", "b"], ReadRangesPointPrefixLen: "1"
//! TablePointLookup   the whole key
//! TableLookup[Join]  LookupKeyColumns: ["a", "b"], for each row of what is read before
//! ```

use serde_json::Value;

/// A read of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlanRead {
    /// The path as the plan has it: absolute, or below the database.
    pub(crate) path: String,
    pub(crate) keys: PlanKeys,
}

/// The keys that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlanKeys {
    /// All.
    All,
    /// The whole key has values.
    Whole,
    /// The first columns have single values, and the next one has an end or not.
    Range { fixed: usize, bounded: bool },
    /// Several ranges, in which so many columns have single values.
    Ranges { fixed: usize },
    /// The keys that other rows give, by so many columns.
    Lookup { columns: usize, join: bool },
    /// Not clear.
    Unclear,
}

/// The reads of a plan; `None` if it has not the form of one.
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
        let texts: Option<Vec<Side>> = columns.iter().map(|column| side(column.as_str()?)).collect();
        return match texts {
            Some(sides) => {
                let fixed = sides.iter().take_while(|side| **side == Side::Value).count();
                PlanKeys::Range { fixed, bounded: sides.get(fixed) == Some(&Side::Bounded) }
            }
            None => PlanKeys::Unclear,
        };
    }
    // Where a condition holds for no row, there are no ranges.
    let is_read = operator["ReadRangesKeys"].as_array().is_some_and(|keys| !keys.is_empty());
    match number(&operator["ReadRangesPointPrefixLen"]) {
        Some(fixed) if is_read => PlanKeys::Ranges { fixed: fixed as usize },
        _ => PlanKeys::Unclear,
    }
}

/// What the text of a column in a range says.
#[derive(PartialEq)]
enum Side {
    Value,
    Bounded,
    Open,
}

/// `a (5)`, `a [1, +∞)`, `a (-∞, +∞)`; `None` for one that may be read in two ways.
fn side(text: &str) -> Option<Side> {
    // `(null, +∞)` is IS NOT NULL.
    let ends = ["(-∞, +∞)", "[-∞, +∞)", "[null, +∞)"];
    if ends.iter().any(|end| text.ends_with(end)) {
        return Some(Side::Open);
    }
    let (_, rest) = text.split_once([' '])?;
    match (rest.starts_with('('), rest.ends_with(')'), rest.contains(", ")) {
        (true, true, false) => Some(Side::Value),
        // A text with a comma in it looks like two ends.
        (true, true, true) if !rest.contains('∞') => None,
        _ if rest.contains(", ") => Some(Side::Bounded),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
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
}
