//! The models that `advise` printed, pasted: the compiler takes them as they are.

#[allow(unused, unreachable_pub, missing_docs, reason = "the models are only compiled")]
#[path = "../../cases/orders.rs"]
pub(crate) mod orders;
#[allow(unused, unreachable_pub, missing_docs, reason = "the models are only compiled")]
#[path = "../../cases/user_events.rs"]
pub(crate) mod user_events;
