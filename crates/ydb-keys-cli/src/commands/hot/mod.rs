//! `hot`: which partitions are hot, why, and what cures it.

mod found;
mod html;
mod json;
mod numbers;
mod observe;
mod options;
mod page;
mod run;
mod show;
mod terminal;
#[cfg(test)]
mod tests;
mod watch;
mod watched;

pub(super) use html::data;
pub(super) use numbers::count;
pub(super) use options::HotArgs;
pub(super) use run::hot;
pub(super) use watch::gather;
