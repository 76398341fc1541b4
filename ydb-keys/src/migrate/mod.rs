//! Schema changes: compare models with a database, plan the steps that make them equal, and run those steps.

pub(crate) mod diff;
pub(crate) mod live;
pub(crate) mod pull;
mod rekey;
pub(crate) mod run;

pub use diff::{Action, Difference, Effect, NotCompared, Plan, Rekey, StatementKind, Step, TablePlan, compare};
pub use live::{
    HashSample, IndexSample, LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveRights, LiveSequence,
    LiveSettings, LiveTable, LiveTtl, LiveTtlTier,
};

pub use run::{
    Applied, ApplyOptions, Event, MigrateError, RekeyOptions, RekeyPhase, RekeyReport, apply, describe, drop_old, plan,
    pull, rekey,
};
