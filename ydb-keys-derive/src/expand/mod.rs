//! Generation of code from the model: one implementation a file, with as little code as possible. Infallible.
//!
//! Variables and parameters of generated code begin with `__`. No field gives its name to one, because a program may
//! have a constant, a static or a unit struct of that name, and a pattern would then mean that item.

mod checks;
mod codec;
mod column;
mod key;
mod projection;
mod row;
mod scan;
mod schema;
mod table;

pub(crate) use column::{enumeration, newtype, stub};
pub(crate) use projection::projection;
pub(crate) use table::table;
