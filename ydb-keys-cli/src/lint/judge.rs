//! All findings of one table.

use super::finding::Finding;
use super::seen::{Context, Seen};
use super::{index, key, partitioning, setting};

/// What is wrong with a table.
pub(crate) fn judge(seen: &Seen, context: Context<'_>) -> Vec<Finding> {
    let path = &seen.live.path;
    let partitions = context.counters.and_then(|counters| counters.of_table(path)).map(|counters| counters.partitions);
    let mut findings = key::findings(seen);
    findings.extend(index::findings(seen));
    findings.extend(partitioning::findings(seen, partitions));
    findings.extend(setting::findings(seen, context.release));
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
