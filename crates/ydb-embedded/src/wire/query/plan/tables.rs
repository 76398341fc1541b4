//! The section `tables`: the reads and writes of each table.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::session::{Operator, Planned, PlannedKeys, PlannedRead, PlannedWrite};

/// The reads and writes of one table.
type Uses<'p> = (Vec<&'p PlannedRead>, Vec<&'p PlannedWrite>);

pub(super) fn tables(planned: &Planned) -> Vec<Value> {
    let mut tables: BTreeMap<&str, Uses<'_>> = BTreeMap::new();
    planned.for_each(&mut |node| match &node.operator {
        Operator::Read(read) | Operator::Lookup { read, .. } => tables.entry(&read.path).or_default().0.push(read),
        Operator::Write(write) => tables.entry(&write.path).or_default().1.push(write),
        Operator::Other { .. } => {}
    });
    tables.into_iter().map(|(path, (reads, writes))| table(path, reads, writes)).collect()
}

fn table(path: &str, mut reads: Vec<&PlannedRead>, mut writes: Vec<&PlannedWrite>) -> Value {
    const READS: [&str; 3] = ["FullScan", "Scan", "Lookup"];
    const WRITES: [&str; 5] = ["Upsert", "Replace", "Insert", "Update", "Delete"];
    let place = |names: &[&str], name: &str| names.iter().position(|own| *own == name);
    reads.sort_by_key(|read| {
        let (lookup_by, scan_by) = by(read);
        (place(&READS, read.kind()), lookup_by, scan_by, read.limit.clone(), read.columns.clone())
    });
    writes.sort_by_key(|write| (place(&WRITES, write.name), write.columns.clone()));
    let mut out = Map::from_iter([("name".to_owned(), path.into())]);
    let mut add = |name: &str, uses: Vec<Value>| {
        if !uses.is_empty() {
            out.insert(name.to_owned(), uses.into());
        }
    };
    add("reads", reads.into_iter().map(read_json).collect());
    add("writes", writes.into_iter().map(write_json).collect());
    out.into()
}

/// The columns that a read has single values of, and the others.
fn by(read: &PlannedRead) -> (&[String], &[String]) {
    match &read.keys {
        PlannedKeys::All(columns) => (&[], columns),
        PlannedKeys::Range(points, others) => (points, others),
        PlannedKeys::Ranges { ranges, .. } => (&[], ranges.as_deref().unwrap_or_default()),
        PlannedKeys::Given(columns) => (columns, &[]),
        PlannedKeys::Point(_) => (&[], &[]),
    }
}

fn read_json(read: &PlannedRead) -> Value {
    let mut out = Map::from_iter([("type".to_owned(), read.kind().into())]);
    let (lookup_by, scan_by) = by(read);
    for (name, texts) in [("lookup_by", lookup_by), ("scan_by", scan_by), ("columns", &read.columns)] {
        if !texts.is_empty() {
            out.insert(name.to_owned(), texts.into());
        }
    }
    out.extend(read.limit.clone().map(|limit| ("limit".to_owned(), limit.into())));
    out.extend(read.reverse.then(|| ("reverse".to_owned(), true.into())));
    out.into()
}

fn write_json(write: &PlannedWrite) -> Value {
    let kind = match write.name {
        "Delete" => "MultiErase".to_owned(),
        name => format!("Multi{name}"),
    };
    if write.columns.is_empty() { json!({ "type": kind }) } else { json!({ "type": kind, "columns": write.columns }) }
}
