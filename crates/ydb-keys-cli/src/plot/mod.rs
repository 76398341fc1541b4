//! A drawing of a schema: tables, keys with hash and bucket marked, indexes, references. As SVG, and for mermaid. Pure.

mod drawing;
mod mermaid;
mod svg;
#[cfg(test)]
mod tests;

pub(crate) use drawing::{Drawing, Mark};
pub(crate) use mermaid::mermaid;
pub(crate) use svg::{escaped, svg};
