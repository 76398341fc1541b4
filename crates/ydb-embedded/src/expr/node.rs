//! The nodes of typed expressions.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::error::{Error, Position};
use crate::expr::like::Pattern;
use crate::expr::regexp;
use crate::expr::{CompareOp, Env, ListFunction, LookupSet, jsonpath};
use crate::types::{ArithmeticOperator, Type, Value};
use crate::yql::ast::{JsonFunction, JsonWrapper};

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The type of its value.
    pub ty: Type,
    /// Its position, for run-time errors.
    pub at: Position,
    /// What it is.
    pub kind: ExprKind,
}

/// The kinds of typed expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
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
    /// `CAST`.
    Cast(Box<Expr>),
    /// `BITCAST`.
    BitCast(Box<Expr>),
    /// Conjunction of two or more.
    And(Box<[Expr]>),
    /// Disjunction of two or more.
    Or(Box<[Expr]>),
    /// Exclusive or of two or more.
    Xor(Box<[Expr]>),
    /// Negation.
    Not(Box<Expr>),
    /// A comparison.
    Compare(CompareOp, Box<[Expr; 2]>),
    /// `IS DISTINCT FROM`.
    Distinct(Box<[Expr; 2]>),
    /// Infix operators of numbers, dates and intervals, applied from left to right.
    Arithmetic(Box<Expr>, Vec<Calculation>),
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
    /// `||` of two or more.
    Concat(Box<[Expr]>),
    /// `LIKE` and `ILIKE`.
    Like(Box<Like>),
    /// `REGEXP` and `MATCH`.
    Regexp(Box<Regexp>),
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
    /// The body of a lambda, whose parameters are the values before it.
    Let(Box<[Expr]>, Box<Expr>),
    /// A function of a list and a lambda.
    Each(ListFunction, Box<[Expr; 2]>),
    /// `ListFold`, or `ListFold1` if true: a list, the first state, and a lambda over an item and the state.
    Fold(bool, Box<[Expr; 3]>),
    /// A function of JSON.
    Json(Box<JsonCall>),
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

/// One operator of a chain.
#[derive(Clone, Debug)]
pub struct Calculation {
    /// The operator.
    pub op: ArithmeticOperator,
    /// Its right operand.
    pub right: Expr,
    /// The type of its result.
    pub ty: Type,
}

/// What a function does.
pub type Builtin = fn(&Invocation<'_>) -> Value;

/// The input of a function.
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
    /// Where a function that fails says so; its result is then of no interest.
    pub(crate) failure: &'a OnceCell<Error>,
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

/// A call of a function of JSON.
#[derive(Clone, Debug)]
pub struct JsonCall {
    /// Which of them.
    pub function: JsonFunction,
    /// The JSON, of the type Json or JsonDocument.
    pub json: Expr,
    /// What is looked for.
    pub path: Arc<jsonpath::Path>,
    /// The values that the path names.
    pub variables: Vec<(Arc<str>, JsonVariable)>,
    /// Whether every scalar becomes a text, since no type was named.
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
    /// The value.
    pub value: Expr,
    /// Whether its text is JSON.
    pub is_json: bool,
}

/// What a function gives where it has nothing to give.
#[derive(Clone, Debug)]
pub enum JsonCase {
    /// The query ends.
    Error,
    /// NULL.
    Null,
    /// A truth.
    Bool(bool),
    /// An empty array or object.
    Text(&'static str),
    /// A value, which is cast.
    Default(Expr),
}

impl JsonCall {
    /// The expressions in it.
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

    /// Whether it may end the query.
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
    /// The pattern.
    pub pattern: Expr,
    /// The pattern, where it is constant.
    pub compiled: Option<Arc<Pattern>>,
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
    /// The pattern.
    pub pattern: Expr,
    /// The pattern, where it is constant.
    pub compiled: Option<Arc<regexp::Pattern>>,
    /// `MATCH`.
    pub whole: bool,
}

impl Expr {
    /// An expression.
    pub const fn new(ty: Type, at: Position, kind: ExprKind) -> Self {
        Self { ty, at, kind }
    }

    /// A constant.
    pub const fn constant(ty: Type, at: Position, value: Value) -> Self {
        Self { ty, at, kind: ExprKind::Const(value) }
    }

    /// The literal NULL of a type.
    pub fn null(ty: Type, at: Position) -> Self {
        Self::constant(ty.optional(), at, Value::Null)
    }
}
