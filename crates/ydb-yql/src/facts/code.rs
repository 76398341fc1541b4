//! Facts as one list of numbers, which costs the compiler next to nothing: of nested lists, each is an expression that it
//! checks, translates and evaluates.
//!
//! The numbers stand for: a *name*, by its place in [`Code::names`]; an *offset* in the list; a *place*, a byte of the text;
//! a *table*, as who reads the list counts them. `n { .. }` is a number, and so many of what is in braces; `x?` is 0 where
//! there is none, or else one more than `x`.
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
//! A column of a scope is its number there. So `SELECT * FROM orders AS o WHERE o.order_id = $id`, with the names `order_id`
//! and `id`, is
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

/// How many numbers the head has, each scope before its lists, each source, each column, each of what is named, and of what is copied.
pub const HEAD: usize = 5;
pub const SCOPE: usize = 10;
pub const SOURCE: usize = 4;
pub const COLUMN: usize = 3;
pub const NAMED: usize = 3;
pub const COPIED: usize = 4;

/// A source that is not a table.
pub const ROWS: u32 = u32::MAX;

/// A column whose source the text does not say.
pub const ANY_SOURCE: u32 = u32::MAX;
pub const DOUBTFUL: u32 = u32::MAX - 1;

/// What is known of a source.
pub const OUTER_SIDE: u32 = 1;
pub const BY_KEY: u32 = 2;

/// The kinds of bounds: beside which no condition may be added, beside which one may, a fraction, NULL, and the bound of
/// another column that counts if it has the same type.
pub const NO_PLACE: u32 = 0;
pub const HAS_PLACE: u32 = 1;
pub const REAL: u32 = 2;
pub const NOT_NULL: u32 = 3;
pub const SHARED_BOUND: u32 = 4;

/// What a condition says.
pub const ALL: u32 = 0;
pub const ANY: u32 = 1;
pub const FIXED: u32 = 2;
pub const BOUNDED: u32 = 3;
pub const UNKNOWN: u32 = 4;
pub const NOTHING: u32 = 5;
pub const SAME: u32 = 6;

/// The kinds of values that a column equals. Of the first no condition follows beside it, and of the second none that names the value: then a
/// parameter, a literal, a parameter that is a list, a list of parameters and literals, an expression whose values are
/// integers where its columns are, another expression; lists with such expressions; a list that is computed, and a value
/// that may be a fraction, of which nothing follows either; a column by itself; and whatever another column equals, if it
/// has the same type.
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

/// What a parameter or a literal is used for.
pub const COMPARED: u32 = 0;
pub const WRITTEN: u32 = 1;
pub const COUNT: u32 = 2;

/// How much more the kind of a literal is that a CAST makes.
pub const CAST: u32 = 16;

/// Where the values of a result's column come from: from something else, `COUNT(*)`, a column, one of the side of an outer
/// join that may be missing.
pub const OTHER: u32 = 0;
pub const COUNTED: u32 = 1;
pub const INNER: u32 = 2;
pub const OUTER: u32 = 3;

/// Facts as numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    /// The numbers.
    pub numbers: Vec<u32>,
    /// The names in them.
    pub names: Vec<Arc<str>>,
}

/// What the reader of the numbers knows of a table's name.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// The table of this number, and the index by which it is read.
    Table(usize, Option<Ident>),
    /// No table has this name.
    Missing,
}
