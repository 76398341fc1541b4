//! How a table stores its rows.

/// Row or column table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Store {
    Row,
    Column,
}
