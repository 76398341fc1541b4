//! Model to code: one implementation a file, as little code as can be. Infallible.
//!
//! Variables and parameters of generated code begin with `__`, and no field gives its name to one: where the program has a
//! constant, a static or a unit struct of that name, the pattern would be that item.

mod checks;
mod codec;
mod column;
mod columns;
mod index;
mod key;
mod names;
mod partial;
mod row;
mod scan;
mod schema;
mod test;
mod update;
mod wrap;

pub(crate) use column::{enumeration, newtype, stub};
pub(crate) use partial::row;
pub(crate) use test::test;
pub(crate) use wrap::table;
