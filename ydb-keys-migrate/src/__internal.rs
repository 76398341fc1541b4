//! What `ydb-keys-cli` uses, each name once. Not public API: it changes without notice.

pub use crate::diff::counted;
pub use crate::live::Release;
pub use crate::pull::{
    Candidate, Finding as KeyFinding, Finding, Growth, SourceFile, broken_rules, by_layout, directory,
    indexed_by_layout, source_of,
};
pub use crate::run::{Detail, leading_hash, release, settle};
