//! Models that `advise` printed, pasted unchanged: the compiler accepts them.

#[allow(unused, unreachable_pub, missing_docs, reason = "the models are only compiled")]
#[path = "../../../cases/advise/orders.rs"]
pub(crate) mod orders;
#[allow(unused, unreachable_pub, missing_docs, reason = "the models are only compiled")]
#[path = "../../../cases/advise/user_events.rs"]
pub(crate) mod user_events;
