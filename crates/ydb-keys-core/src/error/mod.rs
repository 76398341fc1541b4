//! Errors of single values, and how foreign texts are shown in messages.

mod printable;
mod value;

pub use printable::{Printable, acts_on_a_terminal};
pub use value::ValueError;
