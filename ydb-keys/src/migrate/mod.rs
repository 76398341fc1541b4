//! Schema changes: compare models with a database, plan the steps that make them equal, and run those steps.

mod diff;
mod live;
mod pull;
mod rekey;
mod run;

#[cfg(feature = "cli")]
pub(crate) use self::{
    diff::counted,
    live::Release,
    pull::{Candidate, Finding as KeyFinding, SourceFile, by_layout, directory, indexed_by_layout},
    run::{leading_hash, release, settle},
};
pub use diff::{Action, Difference, Effect, NotCompared, Plan, Rekey, StatementKind, Step, TablePlan, compare};
pub use live::{
    HashSample, IndexSample, LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveRights, LiveSequence,
    LiveSettings, LiveTable, LiveTtl, LiveTtlTier,
};
#[cfg(feature = "advise")]
pub(crate) use pull::{Finding, Growth, broken_rules, source_of};
pub use run::{
    Applied, ApplyOptions, Event, MigrateError, RekeyOptions, RekeyPhase, RekeyReport, apply, describe, drop_old, plan,
    pull, rekey,
};
