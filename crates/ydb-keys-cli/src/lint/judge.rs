//! All findings of one table.

use super::finding::Finding;
use super::seen::{Context, Seen};
use super::{index, key, partitioning, setting};

/// What is wrong with a table.
pub(crate) fn judge(seen: &Seen, context: Context<'_>) -> Vec<Finding> {
    let path = &seen.live.path;
    let partitions = context.counters.and_then(|counters| counters.of_table(path)).map(|counters| counters.partitions);
    let shape = seen.shape();
    let indexes = shape.indexes();
    let table = &shape.table(&indexes);
    let mut findings = key::findings(seen, table, shape.declared);
    findings.extend(index::findings(seen, table));
    findings.extend(partitioning::findings(seen, table, partitions));
    findings.extend(setting::findings(seen, table, context.release));
    for finding in &mut findings {
        finding.counters = context
            .counters
            .and_then(|counters| match &finding.index {
                Some(index) => counters.of_index(path, index),
                None => counters.of_table(path),
            })
            .cloned();
    }
    findings
}
