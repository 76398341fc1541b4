//! Whether the steps that a table needs now are what is left of its plan.

use crate::diff::{Action, Difference, Effect, Step, TablePlan};

/// Whether the steps that a table needs now (`now`) are what is left of `plan`: all of them are steps of `plan`. If
/// less could be compared now than when the plan was made, they are not.
///
/// Destructive steps may have been removed from the plan. So if `plan` has none, destructive steps of `now` are
/// ignored.
pub(super) fn is_rest_of(now: &TablePlan, plan: &TablePlan) -> bool {
    let known = |step: &Step| match &step.action {
        Action::AwaitIndex { index } => plan.steps.iter().any(|planned| awaits(planned, index)),
        action => plan.steps.iter().any(|planned| planned.action == *action),
    };
    // A missing table was not compared with anything.
    let compared = plan.differences.contains(&Difference::MissingTable)
        || now.not_compared.iter().all(|missed| plan.not_compared.contains(missed));
    let loses = plan.steps.iter().any(|step| step.effect == Effect::Destructive);
    let same = if loses { now.steps.iter().all(known) } else { now.additive().iter().all(known) };
    now.rekey.is_none() && compared && same
}

/// Whether a step is done when this index is built.
pub(super) fn awaits(step: &Step, name: &str) -> bool {
    step.action.builds_index() == Some(name)
}
