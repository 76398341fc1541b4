//! Schema changes: what differs between models and a database, a plan that makes them equal, and what carries it out.

pub use crate::diff::{Action, Difference, Effect, NotCompared, Plan, Rekey, StatementKind, Step, TablePlan, compare};
pub use crate::live::{
    Grants, HashSample, LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveRights, LiveSequence,
    LiveSettings, LiveTable, LiveTtl, LiveTtlTier,
};
pub use crate::sdk::{
    Applied, ApplyOptions, Event, MigrateError, OnEvent, RekeyOptions, RekeyPhase, RekeyReport, apply, describe,
    drop_old, plan, pull, rekey, sample_hash,
};
