//! Windows: OVER and WINDOW.

use super::expr::Expr;
use super::name::Ident;
use super::select::OrderItem;
use crate::error::Position;

/// What follows OVER.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// The name of a window of the WINDOW clause.
    Named(Ident),
    /// `(PARTITION BY .. ORDER BY .. ROWS ..)`.
    Window(Box<Window>),
}

/// A window.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// PARTITION BY.
    pub partition_by: Vec<Expr>,
    /// ORDER BY.
    pub order_by: Vec<OrderItem>,
    /// ROWS, RANGE or GROUPS.
    pub frame: Option<Frame>,
}

/// The rows that a function sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Where it begins.
    pub at: Position,
    /// What it counts.
    pub unit: FrameUnit,
    /// The first row.
    pub from: FrameBound,
    /// The last row.
    pub to: FrameBound,
}

/// What a frame counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are SQL's own")]
pub enum FrameUnit {
    Rows,
    Range,
    Groups,
}

/// The first or the last row of a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameBound {
    /// `CURRENT ROW`.
    CurrentRow,
    /// `n PRECEDING`; `None` is UNBOUNDED.
    Preceding(Option<Expr>),
    /// `n FOLLOWING`; `None` is UNBOUNDED.
    Following(Option<Expr>),
}
