//! Queries that a database has run. It knows their names and types, so only how they read is in question.

use super::file::whole;
use super::judge::judge_unparsed;
use super::report::Judged;
use super::{Options, QueryTables, judge};

/// The limits of texts in the system views, in bytes: of older releases, and of newer ones.
const LIMITS: [usize; 2] = [4 << 10, 10 << 10];

/// Judges a query that a database has run. Of one whose text is cut off or not understood, nothing is said but its
/// tables.
pub(crate) fn judge_ran(name: &str, text: &str, tables: &QueryTables<'_>, options: Options) -> Judged {
    let query = whole(name, text);
    let is_unclear = is_cut_off(text) || has_relative_prefix(text) || ydb_yql::parse(text).is_err();
    let mut judged = if is_unclear { judge_unparsed(&query, tables) } else { judge(&query, tables, options) };
    // What else is found is a table that has changed since.
    judged.errors.retain(|fault| matches!(fault.rule, "full_scan" | "missing_hash" | "hash_written"));
    for fault in judged.errors.iter_mut().chain(&mut judged.questions) {
        fault.message = fault.message.replace("; `--fix` does it", "");
    }
    judged.ok = judged.errors.is_empty();
    judged
}

/// Whether a text ends where the system views cut it off. They do not cut a character into pieces.
fn is_cut_off(text: &str) -> bool {
    LIMITS.iter().any(|limit| (limit - 3..=*limit).contains(&text.len()))
}

/// Whether its names of tables are relative to a directory that the text sets relative to another one.
fn has_relative_prefix(text: &str) -> bool {
    text.to_ascii_lowercase().contains("relativepathprefix")
}
