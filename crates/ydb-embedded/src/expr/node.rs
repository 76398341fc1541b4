//! Nodes of typed expressions.

use std::cell::OnceCell;
use std::sync::Arc;

use super::patterns::{self, LikePattern};
use crate::error::{Error, Position};
use crate::expr::{CompareOp, Env, ListFunction, LookupSet, jsonpath};
use crate::types::{ArithmeticOperator, Type, Value};
use crate::yql::ast::{JsonFunction, JsonWrapper};

/// Expression with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    pub ty: Type,
    /// Position of the expression in the text, for run-time errors.
    pub at: Position,
    pub kind: ExprKind,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Const(Value),
    /// Value at a position of the current row.
    Column(usize),
    /// Query parameter, by its position among the query's parameters.
    Param(usize),
    /// Result of a subquery that has been evaluated before, by its position among the query's subqueries.
    Subquery(usize),
    /// Parameter of an enclosing lambda, by its depth.
    Local(usize),
    /// Implicit conversion to the expression's type.
    Convert(Box<Expr>),
    Cast(Box<Expr>),
    BitCast(Box<Expr>),
    /// AND of two or more operands.
    And(Box<[Expr]>),
    /// OR of two or more operands.
    Or(Box<[Expr]>),
    /// XOR of two or more operands.
    Xor(Box<[Expr]>),
    Not(Box<Expr>),
    Compare(CompareOp, Box<[Expr; 2]>),
    /// `IS DISTINCT FROM`.
    Distinct(Box<[Expr; 2]>),
    /// Infix operators of numbers, dates and intervals, applied from left to right.
    Arithmetic(Box<Expr>, Vec<Calculation>),
    Negate(Box<Expr>),
    /// `~`.
    BitNot(Box<Expr>),
    IsNull(Box<Expr>),
    In(Box<In>),
    /// Value of the first branch whose condition is true, or the last expression.
    Case(Box<[(Expr, Expr)]>, Box<Expr>),
    /// First value that is not NULL.
    Coalesce(Box<[Expr]>),
    /// `||` of two or more operands.
    Concat(Box<[Expr]>),
    /// `LIKE` and `ILIKE`.
    Like(Box<Like>),
    /// `REGEXP` and `MATCH`.
    Regexp(Box<Regexp>),
    /// Tuple, list, or struct; the members of a struct are in the order of its type.
    Items(Box<[Expr]>),
    Dict(Box<[(Expr, Expr)]>),
    /// Item of a tuple, or member of a struct.
    Member(Box<Expr>, usize),
    /// `collection[key]`.
    Index(Box<[Expr; 2]>),
    /// Value with one more `Optional` around its type.
    Just(Box<Expr>),
    /// Value of an optional that must not be NULL, and the message if it is NULL.
    Unwrap(Box<Expr>, Option<Box<Expr>>),
    /// `Ensure(value, condition, message)`.
    Ensure(Box<[Expr]>),
    /// Values, and a body that uses them as parameters of a lambda.
    Let(Box<[Expr]>, Box<Expr>),
    /// Function of a list and a lambda.
    Each(ListFunction, Box<[Expr; 2]>),
    /// `ListFold`, or `ListFold1` if `true`: a list, the first state, and a lambda over an item and the state.
    Fold(bool, Box<[Expr; 3]>),
    Json(Box<JsonCall>),
    Call {
        /// Name of the function, for messages.
        name: &'static str,
        run: Builtin,
        /// Bit mask of the arguments: if bit i is set and argument i is NULL, the result is NULL.
        automap: u32,
        args: Box<[Expr]>,
    },
}

/// Operator of a chain, with its right operand.
#[derive(Clone, Debug)]
pub struct Calculation {
    pub op: ArithmeticOperator,
    pub right: Expr,
    pub ty: Type,
}

/// Implementation of a function.
pub type Builtin = fn(&Invocation<'_>) -> Value;

#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    pub args: &'a [Value],
    /// Expressions of the arguments, for their types.
    pub exprs: &'a [Expr],
    pub ty: &'a Type,
    /// Data that all evaluations of the query share.
    pub env: &'a Env,
    /// Place for the error of a function that fails. The result of the function is then ignored.
    pub(crate) failure: &'a OnceCell<Error>,
}

/// `needle IN set`.
#[derive(Clone, Debug)]
pub struct In {
    /// Value that is looked up.
    pub needle: Expr,
    pub set: InSet,
}

#[derive(Clone, Debug)]
pub enum InSet {
    /// Items, of which some are not constant.
    Items(Box<[Expr]>),
    Constant(Arc<LookupSet>),
    /// List. If it is a parameter or a subquery, its set is built once per query.
    List(Expr),
}

#[derive(Clone, Debug)]
pub struct JsonCall {
    pub function: JsonFunction,
    /// JSON value, of the type Json or JsonDocument.
    pub json: Expr,
    /// Path that is looked for.
    pub path: Arc<jsonpath::Path>,
    /// Values that the path refers to by name.
    pub variables: Vec<(Arc<str>, JsonVariable)>,
    /// `true` if every scalar becomes a text, because no type was named.
    pub is_converted: bool,
    /// Clause that says when the result is put into an array.
    pub wrapper: JsonWrapper,
    /// Result if the path finds nothing.
    pub on_empty: JsonCase,
    /// Result after an error.
    pub on_error: JsonCase,
}

/// Value that a path refers to by name.
#[derive(Clone, Debug)]
pub struct JsonVariable {
    pub value: Expr,
    /// `true` if the value's text is JSON.
    pub is_json: bool,
}

/// Result of a JSON function if the path finds nothing, or after an error.
#[derive(Clone, Debug)]
pub enum JsonCase {
    /// Error, which ends the query.
    Error,
    Null,
    Bool(bool),
    /// Text of an empty array or object.
    Text(&'static str),
    /// Default, which is cast to the type of the result.
    Default(Expr),
}

impl JsonCall {
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let cases = [&self.on_empty, &self.on_error].into_iter();
        let cases = cases.filter_map(|case| if let JsonCase::Default(expr) = case { Some(expr) } else { None });
        std::iter::once(&self.json).chain(self.variables.iter().map(|(_, variable)| &variable.value)).chain(cases)
    }

    /// Returns the expressions of the call, to change them.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let Self { json, variables, on_empty, on_error, .. } = self;
        let cases = [on_empty, on_error].into_iter().filter_map(|case| match case {
            JsonCase::Default(expr) => Some(expr),
            _ => None,
        });
        std::iter::once(json).chain(variables.iter_mut().map(|(_, variable)| &mut variable.value)).chain(cases)
    }

    /// Returns `true` if the call may end the query.
    pub fn can_fail(&self) -> bool {
        let may_end = |case: &JsonCase| matches!(case, JsonCase::Error | JsonCase::Default(_));
        may_end(&self.on_empty) || may_end(&self.on_error)
    }
}

/// `text LIKE pattern`.
#[derive(Clone, Debug)]
pub struct Like {
    /// Text that is matched.
    pub text: Expr,
    pub pattern: Expr,
    /// Compiled pattern, if the pattern is constant.
    pub compiled: Option<Arc<LikePattern>>,
    /// Escape character of `ESCAPE`.
    pub escape: Option<char>,
    /// `true` for `ILIKE`, which ignores case.
    pub ignore_case: bool,
}

/// `text REGEXP pattern`, or `MATCH` for the `whole` text.
#[derive(Clone, Debug)]
pub struct Regexp {
    /// Text that is matched.
    pub text: Expr,
    pub pattern: Expr,
    /// Compiled pattern, if the pattern is constant.
    pub compiled: Option<Arc<patterns::RegexpPattern>>,
    /// `true` for `MATCH`, whose pattern must match the whole text.
    pub whole: bool,
}

impl Expr {
    pub const fn new(ty: Type, at: Position, kind: ExprKind) -> Self {
        Self { ty, at, kind }
    }

    pub const fn constant(ty: Type, at: Position, value: Value) -> Self {
        Self { ty, at, kind: ExprKind::Const(value) }
    }

    pub fn null(ty: Type, at: Position) -> Self {
        Self::constant(ty.optional(), at, Value::Null)
    }
}
