//! What is left of a plan: whether a table still is as the plan expects it.

use crate::migrate::diff::{Action, Difference, Effect, Step, TablePlan};

/// Whether what a table needs now is the rest of a plan. It is not, if less could be compared now than for the plan.
///
/// A plan without destructive steps may have been made by leaving them out, so such a step is not a change then.
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

/// Whether a step ends when this index is built.
pub(super) fn awaits(step: &Step, name: &str) -> bool {
    step.action.builds_index() == Some(name)
}
