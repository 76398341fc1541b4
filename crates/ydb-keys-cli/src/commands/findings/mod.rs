//! The findings of `lint`, `hot`, `queries` and `diff` in one form, which each format writes, and the lines of the models
//! that they are about.

mod found;
mod github;
mod lines;
mod markdown;
mod options;
mod sarif;

pub(super) use found::{Found, Level, Place, subject};
pub(super) use lines::Lines;
pub(super) use markdown::cell;
pub(super) use options::{Also, FindingFormat, ModelFiles, Output, Shown};
