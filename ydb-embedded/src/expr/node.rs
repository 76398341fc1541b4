//! The nodes of typed expressions, and walks over them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::error::Position;
use crate::expr::Env;
use crate::expr::like::Pattern;
use crate::types::{Operator, Type, Value};

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The type of its value.
    pub ty: Type,
    /// Where it stands, for run-time errors.
    pub at: Position,
    /// What it is.
    pub kind: ExprKind,
}

/// The kinds of typed expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
    Const(Value),
    /// The value at a position of the row at hand.
    Column(usize),
    /// A query parameter, by its position among the query's parameters.
    Param(usize),
    /// The result of a subquery evaluated before, by its position among the query's subqueries.
    Subquery(usize),
    /// A parameter of an enclosing lambda, by its depth.
    Local(usize),
    /// An implicit conversion to the expression's type.
    Convert(Box<Expr>),
    /// `CAST`.
    Cast(Box<Expr>),
    /// `BITCAST`.
    BitCast(Box<Expr>),
    /// Conjunction of two or more.
    And(Box<[Expr]>),
    /// Disjunction of two or more.
    Or(Box<[Expr]>),
    /// Exclusive or.
    Xor(Box<[Expr; 2]>),
    /// Negation.
    Not(Box<Expr>),
    /// A comparison of values of one storage.
    Compare(CompareOp, Box<[Expr; 2]>),
    /// `IS DISTINCT FROM`.
    Distinct(Box<[Expr; 2]>),
    /// An infix operator of numbers, dates and intervals.
    Arithmetic(Operator, Box<[Expr; 2]>),
    /// Unary minus.
    Negate(Box<Expr>),
    /// `~`.
    BitNot(Box<Expr>),
    /// `IS NULL`.
    IsNull(Box<Expr>),
    /// `IN`.
    In(Box<In>),
    /// The first branch whose condition is true, or the last expression.
    Case(Box<[(Expr, Expr)]>, Box<Expr>),
    /// The first value that is not NULL.
    Coalesce(Box<[Expr]>),
    /// `||`.
    Concat(Box<[Expr; 2]>),
    /// `LIKE` and `ILIKE`.
    Like(Box<Like>),
    /// A tuple, a list, or a struct in the order of its type.
    Items(Box<[Expr]>),
    /// A dict.
    Dict(Box<[(Expr, Expr)]>),
    /// The item of a tuple or struct.
    Member(Box<Expr>, usize),
    /// `collection[key]`.
    Index(Box<[Expr; 2]>),
    /// A value made optional once more.
    Just(Box<Expr>),
    /// The value of an optional that must be present, with a message.
    Unwrap(Box<Expr>, Option<Box<Expr>>),
    /// `Ensure(value, condition, message)`.
    Ensure(Box<[Expr]>),
    /// A list's items through a lambda; its parameter is the local at that depth.
    Map(Box<[Expr; 2]>),
    /// A list's items that a lambda accepts.
    Filter(Box<[Expr; 2]>),
    /// A call of a function.
    Call {
        /// Its name, for messages.
        name: &'static str,
        /// What it does.
        run: Builtin,
        /// Bit i is set where a NULL argument i makes the result NULL.
        automap: u32,
        /// Its arguments.
        args: Box<[Expr]>,
    },
}

/// What a function does.
pub type Builtin = fn(&Invocation<'_>) -> Value;

/// What a function is given.
#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    /// The arguments' values.
    pub args: &'a [Value],
    /// The arguments' expressions, for their types.
    pub exprs: &'a [Expr],
    /// The type of the result.
    pub ty: &'a Type,
    /// What the whole query shares.
    pub env: &'a Env,
}

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the operators' own")]
pub enum CompareOp {
    Eq,
    NotEq,
    Less,
    LessEq,
    Greater,
    GreaterEq,
}

/// `needle IN set`.
#[derive(Clone, Debug)]
pub struct In {
    /// What is looked up.
    pub needle: Expr,
    /// Where.
    pub set: InSet,
}

/// The right side of IN.
#[derive(Clone, Debug)]
pub enum InSet {
    /// Items that are not constant.
    Items(Box<[Expr]>),
    /// Constant items.
    Constant(Arc<LookupSet>),
    /// A list, whose set is built once per query where it is a parameter or a subquery.
    List(Expr),
}

/// The items of IN, ready for lookups.
#[derive(Clone, Debug, Default)]
pub struct LookupSet {
    /// The items' type.
    pub(crate) ty: Option<Type>,
    /// Items without NULL, in key order.
    pub(crate) sorted: Vec<Value>,
    /// Items that are NULL in part.
    pub(crate) partial: Vec<Value>,
    /// Whether an item is NULL.
    pub(crate) has_null: bool,
}

/// `text LIKE pattern`.
#[derive(Clone, Debug)]
pub struct Like {
    /// What is matched.
    pub text: Expr,
    /// The pattern.
    pub pattern: Expr,
    /// The pattern, where it is constant.
    pub compiled: Option<Arc<Pattern>>,
    /// `ESCAPE`.
    pub escape: Option<char>,
    /// `ILIKE`.
    pub ignore_case: bool,
}

impl CompareOp {
    /// The operator as YQL's messages spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eq => "==",
            Self::NotEq => "!=",
            Self::Less => "<",
            Self::LessEq => "<=",
            Self::Greater => ">",
            Self::GreaterEq => ">=",
        }
    }

    /// The operator with its sides exchanged.
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Eq => Self::Eq,
            Self::NotEq => Self::NotEq,
            Self::Less => Self::Greater,
            Self::LessEq => Self::GreaterEq,
            Self::Greater => Self::Less,
            Self::GreaterEq => Self::LessEq,
        }
    }
}

impl Expr {
    /// An expression.
    #[must_use]
    pub const fn new(ty: Type, at: Position, kind: ExprKind) -> Self {
        Self { ty, at, kind }
    }

    /// A constant.
    #[must_use]
    pub const fn constant(ty: Type, at: Position, value: Value) -> Self {
        Self { ty, at, kind: ExprKind::Const(value) }
    }

    /// The literal NULL of a type.
    #[must_use]
    pub fn null(ty: Type, at: Position) -> Self {
        Self::constant(ty.optional(), at, Value::Null)
    }

    /// Whether no row is needed to evaluate this.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        match self.kind {
            ExprKind::Column(_) => false,
            _ => {
                let mut constant = true;
                self.for_each_child(&mut |child| constant &= child.is_constant());
                constant
            }
        }
    }

    /// Whether nothing at all is needed to evaluate this: neither row, nor parameter, subquery, lambda or call.
    #[must_use]
    pub fn is_literal(&self) -> bool {
        match self.kind {
            ExprKind::Const(_) => true,
            ExprKind::Column(_)
            | ExprKind::Param(_)
            | ExprKind::Subquery(_)
            | ExprKind::Local(_)
            | ExprKind::Call { .. }
            | ExprKind::Unwrap(..)
            | ExprKind::Ensure(_) => false,
            _ => {
                let mut literal = true;
                self.for_each_child(&mut |child| literal &= child.is_literal());
                literal
            }
        }
    }

    /// The positions of the columns that this reads.
    #[must_use]
    pub fn columns(&self) -> BTreeSet<usize> {
        fn collect(expr: &Expr, columns: &mut BTreeSet<usize>) {
            if let ExprKind::Column(position) = expr.kind {
                columns.insert(position);
            }
            expr.for_each_child(&mut |child| collect(child, columns));
        }
        let mut columns = BTreeSet::new();
        collect(self, &mut columns);
        columns
    }

    /// Moves the columns that this reads to other positions.
    pub fn map_columns(&mut self, map: &mut dyn FnMut(usize) -> usize) {
        if let ExprKind::Column(position) = &mut self.kind {
            *position = map(*position);
        }
        self.for_each_child_mut(&mut |child| child.map_columns(map));
    }

    /// Visits the expressions directly below.
    pub fn for_each_child(&self, visit: &mut dyn FnMut(&Self)) {
        match &self.kind {
            ExprKind::Const(_)
            | ExprKind::Column(_)
            | ExprKind::Param(_)
            | ExprKind::Subquery(_)
            | ExprKind::Local(_) => {}
            ExprKind::Convert(expr)
            | ExprKind::Cast(expr)
            | ExprKind::BitCast(expr)
            | ExprKind::Not(expr)
            | ExprKind::Negate(expr)
            | ExprKind::BitNot(expr)
            | ExprKind::IsNull(expr)
            | ExprKind::Member(expr, _)
            | ExprKind::Just(expr) => visit(expr),
            ExprKind::And(items)
            | ExprKind::Or(items)
            | ExprKind::Coalesce(items)
            | ExprKind::Items(items)
            | ExprKind::Ensure(items)
            | ExprKind::Call { args: items, .. } => items.iter().for_each(visit),
            ExprKind::Xor(pair)
            | ExprKind::Compare(_, pair)
            | ExprKind::Distinct(pair)
            | ExprKind::Arithmetic(_, pair)
            | ExprKind::Concat(pair)
            | ExprKind::Index(pair)
            | ExprKind::Map(pair)
            | ExprKind::Filter(pair) => pair.iter().for_each(visit),
            ExprKind::In(lookup) => {
                visit(&lookup.needle);
                match &lookup.set {
                    InSet::Items(items) => items.iter().for_each(visit),
                    InSet::Constant(_) => {}
                    InSet::List(list) => visit(list),
                }
            }
            ExprKind::Case(branches, otherwise) => {
                for (condition, value) in branches {
                    visit(condition);
                    visit(value);
                }
                visit(otherwise);
            }
            ExprKind::Like(like) => {
                visit(&like.text);
                visit(&like.pattern);
            }
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    visit(key);
                    visit(value);
                }
            }
            ExprKind::Unwrap(expr, message) => {
                visit(expr);
                message.iter().for_each(|message| visit(message));
            }
        }
    }

    /// Visits the expressions directly below, to change them.
    pub fn for_each_child_mut(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        match &mut self.kind {
            ExprKind::Const(_)
            | ExprKind::Column(_)
            | ExprKind::Param(_)
            | ExprKind::Subquery(_)
            | ExprKind::Local(_) => {}
            ExprKind::Convert(expr)
            | ExprKind::Cast(expr)
            | ExprKind::BitCast(expr)
            | ExprKind::Not(expr)
            | ExprKind::Negate(expr)
            | ExprKind::BitNot(expr)
            | ExprKind::IsNull(expr)
            | ExprKind::Member(expr, _)
            | ExprKind::Just(expr) => visit(expr),
            ExprKind::And(items)
            | ExprKind::Or(items)
            | ExprKind::Coalesce(items)
            | ExprKind::Items(items)
            | ExprKind::Ensure(items)
            | ExprKind::Call { args: items, .. } => items.iter_mut().for_each(visit),
            ExprKind::Xor(pair)
            | ExprKind::Compare(_, pair)
            | ExprKind::Distinct(pair)
            | ExprKind::Arithmetic(_, pair)
            | ExprKind::Concat(pair)
            | ExprKind::Index(pair)
            | ExprKind::Map(pair)
            | ExprKind::Filter(pair) => pair.iter_mut().for_each(visit),
            ExprKind::In(lookup) => {
                visit(&mut lookup.needle);
                match &mut lookup.set {
                    InSet::Items(items) => items.iter_mut().for_each(visit),
                    InSet::Constant(_) => {}
                    InSet::List(list) => visit(list),
                }
            }
            ExprKind::Case(branches, otherwise) => {
                for (condition, value) in branches {
                    visit(condition);
                    visit(value);
                }
                visit(otherwise);
            }
            ExprKind::Like(like) => {
                visit(&mut like.text);
                visit(&mut like.pattern);
            }
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    visit(key);
                    visit(value);
                }
            }
            ExprKind::Unwrap(expr, message) => {
                visit(expr);
                message.iter_mut().for_each(|message| visit(message));
            }
        }
    }
}

/// The operands of nested ANDs, left to right; the expression itself where it is no AND.
#[must_use]
pub fn conjuncts(expr: Expr) -> Vec<Expr> {
    match expr.kind {
        ExprKind::And(items) => items.into_vec().into_iter().flat_map(conjuncts).collect(),
        _ => vec![expr],
    }
}
