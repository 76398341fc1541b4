//! Model to code: one implementation a file, as little code as can be. Infallible.
//!
//! Variables and parameters of generated code begin with `__`, and no field gives its name to one: where the program has a
//! constant, a static or a unit struct of that name, the pattern would be that item.

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
