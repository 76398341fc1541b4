//! Facts as one list of numbers, which the compiler checks at almost no cost. Each element of a nested list would be an
//! expression that the compiler checks, translates and evaluates.
//!
//! A number stands for
//! - a *name*: its index in [`Code::names`];
//! - an *offset* in the list;
//! - a *place*: a byte of the text;
//! - a *table*: its number, as the reader of the list counts tables.
//!
//! `n { .. }` is a number `n`, and then `n` times the contents of the braces. `x?` is 0 for nothing, or else `x + 1`.
//!
//! ```text
//! code       = HEAD: the offsets of what follows the scopes     { scope } targets parameters literals named results
//! scope      = offset of its end, purpose, is_understood, has_unknown, count of sources, of columns, of those that are
//!              certainly named, of those that are set, offset of its order?, whether a star reads other columns
//!              { source } { column } { column that is set } conditions
//! order      = whether only the first rows are wanted, (n { column })?    the columns in one direction, if they are that
//! source     = place, ROWS, offset of (n { name })?, bits       rows at hand, with their columns if these are known
//!            | place, table, name of its index?, bits           OUTER_SIDE: a join may find no row of it; BY_KEY: it says
//!                                                               VIEW PRIMARY KEY
//! column     = name, place, source | ANY_SOURCE | DOUBTFUL      DOUBTFUL: it may be a struct, before one of its members
//! conditions = n { length, first source, end of sources, node } it may bound these sources
//! node       = ALL, n, length { node }                       a conjunction; none of the nodes is one
//!            | ANY, n, length { node }
//!            | FIXED, n { column }, n { column }, value, name | offset of (n { name })?
//!                                                            these equal few values, which come from the second ones; the
//!                                                            name is that of a parameter, and the list has those of the
//!                                                            parameters in an expression of integers
//!            | SAME, likewise                                    the same, where it may hold of columns that are NULL
//!            | BOUNDED, n { column }, n { column }, bound       likewise; as a tuple they are greater or less: NO_PLACE, or
//!                                                               another condition may be added there; REAL: than a Double;
//!                                                               NOT_NULL: than NULL; SHARED_BOUND: if the second ones
//!                                                               have the types of the first
//!            | UNKNOWN, n { column }
//!            | NOTHING
//! targets    = n { place, table, inserts, n { column }, n + 1 { column } n { copied } | 0, are_given }
//!                                                               rows that are written: columns that the text names within
//!                                                               them; then all of them, DOUBTFUL where a value is no
//!                                                               parameter or literal; or whether the rows are a parameter
//! copied     = name, place, offset of a scope, column           the column of this name has the values of one of a source
//! parameters = n { name, n { place, role } }
//! literals   = n { place, role, kind? }                        a kind of CAST is more by CAST
//! role       = COMPARED, offset of a scope, column | WRITTEN, table, name | COUNT, 0, 0
//! named      = n { place, table?, name }                        an index of a table; or a table that does not exist
//! results    = 0 | 1, are_all, n { name, place, UNKNOWN | COUNT | COLUMN | OUTER, offset of a scope, column }
//! ```
//!
//! A column of a scope stands for its number in the scope. `SELECT * FROM orders AS o WHERE o.order_id = $id`, with the
//! names `order_id` and `id`, is
//!
//! ```text
//! 32 33 40 41 42                      head
//! 32 SELECT 1 0  1 1 1 0  0 1         a scope that is understood, with a source and a column; it ends before 32
//!   14 0 0 0                          at byte 14 the table 0
//!   0 34 0                            `order_id`, of the source 0
//!   1  9 0 64  FIXED 1 0 0            a condition on all sources: the column 0 equals what comes from no column,
//!      PARAMETER 1                    the parameter `id`
//! 0                                   no targets
//! 1  1 1  45 COMPARED 5 0             the parameter `id`, compared with the column 0 of the scope at 5
//! 0                                   no literals
//! 0                                   nothing else that is looked up by its name
//! 1 0 0                               a result, whose columns the text does not name
//! ```

use std::sync::Arc;

use crate::ast::Ident;

/// Lengths in numbers: of the head, of a scope before its lists, of a source, of a column, of a looked-up name, and of
/// a copied column.
pub const HEAD: usize = 5;
pub const SCOPE: usize = 10;
pub const SOURCE: usize = 4;
pub const COLUMN: usize = 3;
pub const NAMED: usize = 3;
pub const COPIED: usize = 4;

/// Marks a source that is not a table.
pub const ROWS: u32 = u32::MAX;

/// Marks of a column: the text does not say its source; the column may be a struct.
pub const ANY_SOURCE: u32 = u32::MAX;
pub const DOUBTFUL: u32 = u32::MAX - 1;

/// Bits of a source: a join may find no row of it; the text says VIEW PRIMARY KEY.
pub const OUTER_SIDE: u32 = 1;
pub const BY_KEY: u32 = 2;

/// Kinds of bounds: a bound without a place for another condition, a bound with such a place, a Float or Double, NULL,
/// and the bound of another column, which applies only if both columns have one type.
pub const NO_PLACE: u32 = 0;
pub const HAS_PLACE: u32 = 1;
pub const REAL: u32 = 2;
pub const NOT_NULL: u32 = 3;
pub const SHARED_BOUND: u32 = 4;

/// Kinds of nodes in the tree of conditions.
pub const ALL: u32 = 0;
pub const ANY: u32 = 1;
pub const FIXED: u32 = 2;
pub const BOUNDED: u32 = 3;
pub const UNKNOWN: u32 = 4;
pub const NOTHING: u32 = 5;
pub const SAME: u32 = 6;

/// Kinds of values that a column equals.
///
/// `NONE` and `PLACED` give no value: after `NONE` no condition may be added beside the equality, after `PLACED` none
/// that names the value. `COMPUTED` (a computed list) and `FRACTION` (a value that may be a fraction) allow none
/// either. `PARAMETER`, `LITERAL`, `LIST` (a parameter that is a list), `ITEMS` (a list of parameters and literals),
/// `EXACT` (an expression of integers, if its columns are integers) and `OTHER_VALUE` (another expression) name the
/// value. `EXPRESSIONS` and `OTHER_EXPRESSIONS` are lists with such expressions. `COLUMN_VALUE` is a column by itself,
/// and `SHARED` the value of another column, which applies only if both columns have one type.
pub const NONE: u32 = 0;
pub const PLACED: u32 = 1;
pub const PARAMETER: u32 = 2;
pub const LITERAL: u32 = 3;
pub const LIST: u32 = 4;
pub const ITEMS: u32 = 5;
pub const EXACT: u32 = 6;
pub const OTHER_VALUE: u32 = 7;
pub const EXPRESSIONS: u32 = 8;
pub const OTHER_EXPRESSIONS: u32 = 9;
pub const COMPUTED: u32 = 10;
pub const FRACTION: u32 = 11;
pub const COLUMN_VALUE: u32 = 12;
pub const SHARED: u32 = 13;

/// Uses of a parameter or a literal.
pub const COMPARED: u32 = 0;
pub const WRITTEN: u32 = 1;
pub const COUNT: u32 = 2;

/// Difference between the kind of a literal's CAST and the kind of the literal.
pub const CAST: u32 = 16;

/// Origins of the values in a result's column: something else, `COUNT(*)`, a column, or a column of the side of an
/// outer join that may have no row.
pub const OTHER: u32 = 0;
pub const COUNTED: u32 = 1;
pub const INNER: u32 = 2;
pub const OUTER: u32 = 3;

/// Facts as a list of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    /// Numbers, in the format that this module documents.
    pub numbers: Vec<u32>,
    /// Names to which the numbers refer by index.
    pub names: Vec<Arc<str>>,
}

/// Table that the reader of the numbers knows under a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// Number of the table, and the index by which it is read.
    Table(usize, Option<Ident>),
    /// No table has this name.
    Missing,
}
