//! The rules that need to know a column's type, as constant functions over a table's schema.
//!
//! The derive calls each rule in a constant of its own, spanned at the token to change. A broken rule ends the
//! evaluation, and the compiler shows the message there. The rules work on the schema instead of on the tokens, so they
//! see through aliases and newtypes; see `docs/decisions/0001-type-rules-are-constants.md`.

mod advice;
mod column;
mod hash;
mod index;
mod iso8601;
mod key;
mod literal;
mod nearest;
mod row;
mod settings;

pub use column::*;
pub use hash::*;
pub use index::*;
pub use iso8601::duration;
pub use key::*;
pub use literal::{is_decimal, is_text};
pub use nearest::Nearest;
pub use row::*;
pub use settings::*;
