//! The nodes of typed expressions.

use std::cell::OnceCell;
use std::sync::Arc;

use super::patterns::{self, LikePattern};
use crate::error::{Error, Position};
use crate::expr::{CompareOp, Env, ListFunction, LookupSet, jsonpath};
use crate::types::{ArithmeticOperator, Type, Value};
use crate::yql::ast::{JsonFunction, JsonWrapper};

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    pub ty: Type,
    /// Its position, for run-time errors.
    pub at: Position,
    pub kind: ExprKind,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Const(Value),
    /// The value at a position of the current row.
    Column(usize),
    /// A query parameter, by its position among the query's parameters.
    Param(usize),
    /// The result of a subquery, evaluated before, by its position among the query's subqueries.
    Subquery(usize),
    /// A parameter of an enclosing lambda, by its depth.
    Local(usize),
    /// An implicit conversion to the expression's type.
    Convert(Box<Expr>),
    Cast(Box<Expr>),
    BitCast(Box<Expr>),
    /// Conjunction of two or more.
    And(Box<[Expr]>),
    /// Disjunction of two or more.
    Or(Box<[Expr]>),
    /// Exclusive or of two or more.
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
    /// The first branch whose condition is true, or the last expression.
    Case(Box<[(Expr, Expr)]>, Box<Expr>),
    /// The first value that is not NULL.
    Coalesce(Box<[Expr]>),
    /// `||` of two or more.
    Concat(Box<[Expr]>),
    /// `LIKE` and `ILIKE`.
    Like(Box<Like>),
    /// `REGEXP` and `MATCH`.
    Regexp(Box<Regexp>),
    /// A tuple, a list, or a struct in the order of its type.
    Items(Box<[Expr]>),
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
    /// The body of a lambda, whose parameters are the values before it.
    Let(Box<[Expr]>, Box<Expr>),
    /// A function of a list and a lambda.
    Each(ListFunction, Box<[Expr; 2]>),
    /// `ListFold`, or `ListFold1` if true: a list, the first state, and a lambda over an item and the state.
    Fold(bool, Box<[Expr; 3]>),
    Json(Box<JsonCall>),
    Call {
        /// Its name, for messages.
        name: &'static str,
        run: Builtin,
        /// Bit i is set where a NULL argument i makes the result NULL.
        automap: u32,
        args: Box<[Expr]>,
    },
}

/// One operator of a chain.
#[derive(Clone, Debug)]
pub struct Calculation {
    pub op: ArithmeticOperator,
    pub right: Expr,
    pub ty: Type,
}

/// What a function does.
pub type Builtin = fn(&Invocation<'_>) -> Value;

#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    pub args: &'a [Value],
    /// The arguments' expressions, for their types.
    pub exprs: &'a [Expr],
    pub ty: &'a Type,
    /// What the whole query shares.
    pub env: &'a Env,
    /// Where a function that fails says so; its result is then of no interest.
    pub(crate) failure: &'a OnceCell<Error>,
}

/// `needle IN set`.
#[derive(Clone, Debug)]
pub struct In {
    /// What is looked up.
    pub needle: Expr,
    pub set: InSet,
}

#[derive(Clone, Debug)]
pub enum InSet {
    /// Items that are not constant.
    Items(Box<[Expr]>),
    Constant(Arc<LookupSet>),
    /// A list, whose set is built once per query where it is a parameter or a subquery.
    List(Expr),
}

#[derive(Clone, Debug)]
pub struct JsonCall {
    pub function: JsonFunction,
    /// The JSON, of the type Json or JsonDocument.
    pub json: Expr,
    /// What is looked for.
    pub path: Arc<jsonpath::Path>,
    /// The values that the path names.
    pub variables: Vec<(Arc<str>, JsonVariable)>,
    /// `true` if every scalar becomes a text, since no type was named.
    pub is_converted: bool,
    /// Whether what is found is put into an array.
    pub wrapper: JsonWrapper,
    /// What there is where nothing is found.
    pub on_empty: JsonCase,
    /// What there is after an error.
    pub on_error: JsonCase,
}

/// A value that a path names.
#[derive(Clone, Debug)]
pub struct JsonVariable {
    pub value: Expr,
    /// `true` if its text is JSON.
    pub is_json: bool,
}

/// What a function gives where it has nothing to give.
#[derive(Clone, Debug)]
pub enum JsonCase {
    /// The query ends.
    Error,
    Null,
    Bool(bool),
    /// An empty array or object.
    Text(&'static str),
    /// A value, which is cast.
    Default(Expr),
}

impl JsonCall {
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let default = |case: &'_ JsonCase| matches!(case, JsonCase::Default(_));
        let cases = [&self.on_empty, &self.on_error].into_iter().filter(move |case| default(case));
        let cases = cases.filter_map(|case| if let JsonCase::Default(expr) = case { Some(expr) } else { None });
        std::iter::once(&self.json).chain(self.variables.iter().map(|(_, variable)| &variable.value)).chain(cases)
    }

    /// The same, to change them.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let Self { json, variables, on_empty, on_error, .. } = self;
        let cases = [on_empty, on_error].into_iter().filter_map(|case| match case {
            JsonCase::Default(expr) => Some(expr),
            _ => None,
        });
        std::iter::once(json).chain(variables.iter_mut().map(|(_, variable)| &mut variable.value)).chain(cases)
    }

    /// Returns `true` if it may end the query.
    pub fn can_fail(&self) -> bool {
        let may_end = |case: &JsonCase| matches!(case, JsonCase::Error | JsonCase::Default(_));
        may_end(&self.on_empty) || may_end(&self.on_error)
    }
}

/// `text LIKE pattern`.
#[derive(Clone, Debug)]
pub struct Like {
    /// What is matched.
    pub text: Expr,
    pub pattern: Expr,
    /// The pattern, where it is constant.
    pub compiled: Option<Arc<LikePattern>>,
    /// `ESCAPE`.
    pub escape: Option<char>,
    /// `ILIKE`.
    pub ignore_case: bool,
}

/// `text REGEXP pattern`, or `MATCH` for the `whole` text.
#[derive(Clone, Debug)]
pub struct Regexp {
    /// What is matched.
    pub text: Expr,
    pub pattern: Expr,
    /// The pattern, where it is constant.
    pub compiled: Option<Arc<patterns::RegexpPattern>>,
    /// `MATCH`.
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
