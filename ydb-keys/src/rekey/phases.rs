//! What a copy does, for people.

use super::Paths;
use crate::ddl::Name;
use crate::schema::Table;

/// One sentence for each phase.
pub(crate) fn phases(table: &Table, path: &str) -> Vec<String> {
    let Paths { new, kept, .. } = Paths::of(path);
    let hash =
        table.hash.as_ref().map(|hash| format!("; the server computes {} = {}", Name(hash.name), hash.yql(table)));
    vec![
        format!("create {}, as the model says", Name(&new)),
        format!("copy the rows in pages of the old key, each page in one transaction{}", hash.unwrap_or_default()),
        "compare both tables by counts and by a digest of each page, and copy again what differs".to_owned(),
        format!("swap the names in one transaction; the old table stays as {} until `apply --drop-old`", Name(&kept)),
    ]
}
