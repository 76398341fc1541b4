//! Items that `ydb-keys-cli` and `tests/lifecycle` use. Not public API: it changes without notice.

pub use crate::diff::{NO_NOTES, Shown, Sum, compare, counted};
pub use crate::live::{
    HashSample, LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveRights, LiveSequence, LiveSettings,
    LiveTable, LiveTtl, LiveTtlTier, Release,
};
pub use crate::pull::{
    Candidate, Finding as KeyFinding, Finding, Growth, SourceFile, broken_rules, by_layout, directory,
    foreign_by_layout, indexed_by_layout, source_of,
};
pub use crate::run::{
    Detail, Recorded, Rehearsed, Remains, describe, leading_hash, rehearse, release, remains, settle,
};
