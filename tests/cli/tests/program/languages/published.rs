//! Tests the published vectors, by the keys of tables with such hashes.

use serde_json::json;
use ydb_keys::schema::{ColumnDef, HashDef};
use ydb_keys::types::ColumnInfo;
use ydb_keys::{Table, YdbType};

use super::Runner;
use crate::vectors::{self, Vector};

/// Types that the TypeScript client does not know.
const WIDE: [YdbType; 4] = [YdbType::Date32, YdbType::Datetime64, YdbType::Timestamp64, YdbType::Interval64];

/// Hash or bucket of values, by the key of one of the tables.
pub(super) struct Case {
    pub(super) key: String,
    pub(super) columns: Vec<YdbType>,
    pub(super) values: Vec<String>,
    pub(super) hash: u64,
}

/// Returns a table for each function, columns and number of buckets. Memory is never freed: a schema is constant data.
pub(super) fn tables(vectors: &[Vector]) -> (Vec<&'static Table>, Vec<Case>) {
    let mut tables: Vec<&'static Table> = Vec::new();
    let mut cases = Vec::new();
    for vector in vectors {
        let buckets = vector.buckets.iter().map(|(n, bucket)| (Some(*n), u64::from(*bucket)));
        for (buckets, expected) in buckets.chain([(None, vector.hash)]) {
            let is_it = |table: &&&Table| {
                let hash = table.hash.unwrap();
                let types = table.columns.iter().map(|column| column.ty);
                (hash.function, hash.buckets) == (vector.function, buckets) && types.eq(vector.columns.iter().copied())
            };
            let table = tables.iter().find(is_it).copied().unwrap_or_else(|| {
                let new = table(tables.len(), vector, buckets);
                tables.push(new);
                new
            });
            cases.push(Case {
                key: format!("{}Key", table.name.to_uppercase()),
                columns: vector.columns.clone(),
                values: vector.texts.clone(),
                hash: expected,
            });
        }
    }
    (tables, cases)
}

fn table(n: usize, vector: &Vector, buckets: Option<u32>) -> &'static Table {
    let column = |(i, ty): (usize, &YdbType)| {
        let name: &'static str = Box::leak(format!("c{i}").into());
        ColumnDef::new(name, ColumnInfo::new(Box::leak(Box::new([*ty]))))
    };
    let columns: Vec<ColumnDef> = vector.columns.iter().enumerate().map(column).collect();
    let key: &'static [usize] = Box::leak((0..columns.len()).collect());
    Box::leak(Box::new(Table {
        name: Box::leak(format!("v{n}").into()),
        columns: columns.leak(),
        key,
        hash: Some(HashDef { name: "hash", function: vector.function, inputs: key, buckets }),
        ..Table::EMPTY
    }))
}

fn pass(runner: Runner) {
    let Some(packages) = runner.packages() else { return };
    let mut vectors = vectors::all();
    if matches!(runner, Runner::TypeScript) {
        vectors.retain(|vector| !vector.columns.iter().any(|ty| WIDE.contains(ty)));
    }
    let (tables, cases) = tables(&vectors);
    let cases: Vec<_> = cases
        .iter()
        .map(|case| {
            let columns: Vec<String> = case.columns.iter().map(YdbType::to_string).collect();
            json!({ "key": case.key, "columns": columns, "values": case.values, "hash": case.hash.to_string() })
        })
        .collect();
    let cases = json!(cases).to_string();
    runner.test(&packages, &tables, "published", &cases, &[]);
}

#[test]
fn of_python() {
    pass(Runner::Python);
}

#[test]
fn of_typescript() {
    pass(Runner::TypeScript);
}
