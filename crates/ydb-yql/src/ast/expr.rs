//! Syntax tree of expressions, literals and types.

use std::cmp::Ordering;
use std::sync::Arc;

use super::name::Ident;
use super::select::{Over, SelectQuery};
use crate::error::{Position, Span};

/// An expression with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Line and column of the operator or of the first token, as YDB reports them.
    pub at: Position,
    /// Range of the expression's text, with the parentheses around it.
    pub span: Span,
    /// Kind of the expression, with its contents.
    pub kind: ExprKind,
}

impl Expr {
    /// Makes an expression that is in no text. `at` is the place that errors about the expression report.
    pub fn new(at: Position, kind: ExprKind) -> Self {
        Self { at, span: Span::default(), kind }
    }

    /// Returns both sides if the expression is `a = b`.
    pub fn equality(&self) -> Option<(&Self, &Self)> {
        let ExprKind::Binary { first, rest } = &self.kind else { return None };
        match &rest[..] {
            [Operand { op: BinaryOp::Compare(CompareOp::Eq), expr, .. }] => Some((first, expr)),
            _ => None,
        }
    }
}

/// Kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A column, or a member of a column's struct: `name` or `qualifier.name`.
    Column { qualifier: Option<Ident>, name: Ident },
    /// `$name` in an expression: a parameter, or a named expression of the query.
    Named(Ident),
    /// A prefix operator.
    Unary { op: UnaryOp, expr: Box<Expr> },
    /// Infix operators of one kind, applied from left to right: `a + b - c` is one node, so a long chain makes no deep
    /// tree.
    Binary { first: Box<Expr>, rest: Vec<Operand> },
    /// `expr [NOT] BETWEEN [SYMMETRIC] low AND high`.
    Between { expr: Box<Expr>, low: Box<Expr>, high: Box<Expr>, negated: bool, symmetric: bool },
    /// `expr [NOT] IN [COMPACT] ..`.
    In { expr: Box<Expr>, set: Box<InSet>, negated: bool },
    /// `expr IS [NOT] NULL`, also spelt ISNULL and NOTNULL.
    IsNull { expr: Box<Expr>, negated: bool },
    /// `expr [NOT] LIKE | ILIKE pattern [ESCAPE e]`.
    Like { expr: Box<Expr>, pattern: Box<Expr>, escape: Option<Box<Expr>>, negated: bool, ignore_case: bool },
    /// `expr [NOT] REGEXP | MATCH pattern`.
    Regexp { expr: Box<Expr>, pattern: Box<Expr>, negated: bool, whole: bool },
    /// `CASE [operand] WHEN .. THEN .. [ELSE ..] END`.
    Case { operand: Option<Box<Expr>>, branches: Vec<(Expr, Expr)>, otherwise: Option<Box<Expr>> },
    /// `CAST(expr AS type)`.
    Cast { expr: Box<Expr>, ty: TypeExpr },
    /// `BITCAST(expr AS type)`.
    BitCast { expr: Box<Expr>, ty: TypeExpr },
    /// `JSON_VALUE(..)`, `JSON_EXISTS(..)`, `JSON_QUERY(..)`.
    Json(Box<JsonCall>),
    /// `Name(args)` and `Module::Name(args)`.
    Call(Box<Call>),
    /// `EXISTS (SELECT ..)`.
    Exists(Box<SelectQuery>),
    /// `(SELECT ..)` as a value.
    Subquery(Box<SelectQuery>),
    /// A tuple: `(a, b)`, `(a,)`; also an expression in parentheses. `AsTuple(..)` is a call instead.
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `<|a: 1, b: 2|>`.
    Struct(Vec<(Ident, Expr)>),
    /// `{k: v, ..}` (pairs) or `{k, ..}` (a set).
    Dict(Vec<(Expr, Option<Expr>)>),
    /// A lambda: `($x, $y) -> (expr)`.
    Lambda { params: Vec<Ident>, body: Box<Expr> },
    /// Body of a lambda with statements: `$a = value; $b, $c = value; RETURN body`. Each statement sees the names
    /// before it.
    Let { locals: Vec<(Vec<Ident>, Expr)>, body: Box<Expr> },
    /// `expr.name`, `expr.0`.
    Member { expr: Box<Expr>, name: Ident },
    /// `expr[index]`.
    Index { expr: Box<Expr>, index: Box<Expr> },
}

/// An infix operator with its right operand.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// Line and column of the operator.
    pub at: Position,
    /// The operator.
    pub op: BinaryOp,
    /// The right operand.
    pub expr: Expr,
}

/// Right side of IN.
#[derive(Clone, Debug, PartialEq)]
pub enum InSet {
    /// `(a, b, c)`: one or more items.
    Items(Vec<Expr>),
    /// An expression that is a list, a tuple, a set or a named query: `$name`, `AsList(..)`.
    Expr(Expr),
    /// `(SELECT ..)`.
    Query(SelectQuery),
}

/// A call of JSON_VALUE, JSON_EXISTS or JSON_QUERY: `JSON_VALUE(json, path PASSING .. RETURNING .. ON EMPTY .. ON
/// ERROR)`.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonCall {
    /// The function that is called.
    pub function: JsonFunction,
    /// The JSON value to search.
    pub json: Expr,
    /// The JSON path, a string literal.
    pub path: Expr,
    /// Values of `PASSING value AS name`.
    pub passing: Vec<(Ident, Expr)>,
    /// Type after `RETURNING`.
    pub returning: Option<TypeExpr>,
    /// Wrapper of JSON_QUERY: `WITH WRAPPER`.
    pub wrapper: JsonWrapper,
    /// Result that stands before `ON EMPTY`.
    pub on_empty: Option<JsonCase>,
    /// Result that stands before `ON ERROR`.
    pub on_error: Option<JsonCase>,
}

impl JsonCall {
    /// Returns the expressions in this call: the JSON, the path, the passed values and the defaults.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let cases = [&self.on_empty, &self.on_error].into_iter().flatten().filter_map(|case| match case {
            JsonCase::Default(expr) => Some(&**expr),
            _ => None,
        });
        [&self.json, &self.path].into_iter().chain(self.passing.iter().map(|(_, value)| value)).chain(cases)
    }
}

/// SQL functions of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum JsonFunction {
    Value,
    Exists,
    Query,
}

impl JsonFunction {
    /// Returns the function's keyword.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "JSON_VALUE",
            Self::Exists => "JSON_EXISTS",
            Self::Query => "JSON_QUERY",
        }
    }
}

/// Rule by which JSON_QUERY wraps its result in an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JsonWrapper {
    /// `WITHOUT [ARRAY] WRAPPER`.
    #[default]
    Without,
    /// `WITH CONDITIONAL [ARRAY] WRAPPER`: wraps the result unless it is one array or one object.
    Conditional,
    /// `WITH [UNCONDITIONAL] [ARRAY] WRAPPER`.
    Unconditional,
}

/// Result of a JSON function if the path finds nothing, or on an error.
#[derive(Clone, Debug, PartialEq)]
pub enum JsonCase {
    /// `ERROR`: the query fails.
    Error,
    /// `NULL`.
    Null,
    /// `DEFAULT expr`.
    Default(Box<Expr>),
    /// `TRUE`, `FALSE`.
    Bool(bool),
    /// `UNKNOWN`.
    Unknown,
    /// `EMPTY ARRAY`.
    EmptyArray,
    /// `EMPTY OBJECT`.
    EmptyObject,
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Name of the module before `::`.
    pub module: Option<Ident>,
    /// Name of the function.
    pub name: Ident,
    /// `true` for `f(DISTINCT x)`.
    pub distinct: bool,
    /// Arguments, in the order of the text.
    pub args: Vec<Arg>,
    /// `true` if the text says `IGNORE NULLS`, which only functions with a window have.
    pub ignore_nulls: bool,
    /// Window of a window function: `OVER ..`.
    pub over: Option<Over>,
}

impl Call {
    /// Returns `true` if the result of this call is a function of one argument. `DateTime::Format(format)` is an
    /// example: it returns a function of a point in time.
    pub fn returns_function(&self) -> bool {
        let Some(module) = &self.module else { return false };
        match module.name.to_ascii_lowercase().as_str() {
            "datetime" => matches!(&*self.name.name, "Format" | "Parse" | "Parse64"),
            "re2" => matches!(&*self.name.name, "Match" | "Grep" | "Count"),
            _ => false,
        }
    }

    /// Returns a call of the function that this call returns: `args` stand before this call's own arguments.
    pub fn applied(self, mut args: Vec<Arg>) -> Self {
        args.extend(self.args);
        Self { args, ..self }
    }

    /// Returns the function that this call returns, as the parameters and the body of a lambda.
    pub fn lambda(&self, at: Position) -> (Vec<Ident>, Expr) {
        let param = Ident::new("$_", at);
        let arg = Arg::Value(Expr::new(at, ExprKind::Named(param.clone())));
        (vec![param], Expr::new(at, ExprKind::Call(Box::new(self.clone().applied(vec![arg])))))
    }
}

/// An argument of a [`Call`].
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A value.
    Value(Expr),
    /// `value AS name`.
    Named(Ident, Expr),
    /// A type, for functions that take a type (`FromBytes`, `Nothing`, `ListCreate`, ...).
    Type(TypeExpr),
    /// The `*` of `COUNT(*)`.
    Star,
}

/// The prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the operators' own")]
pub enum UnaryOp {
    Plus,
    Minus,
    BitNot,
    Not,
}

/// The infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators' own")]
pub enum BinaryOp {
    Or,
    Xor,
    And,
    Compare(CompareOp),
    IsDistinctFrom,
    IsNotDistinctFrom,
    /// `??`.
    Coalesce,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    RotateLeft,
    RotateRight,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    /// `||`.
    Concat,
}

impl BinaryOp {
    /// Returns `true` if this operator and the operator `left` before it belong to one [`Binary`](ExprKind::Binary)
    /// node.
    pub fn continues(self, left: Self) -> bool {
        match self {
            Self::Or | Self::Xor | Self::And | Self::Coalesce | Self::Concat => self == left,
            _ => self.is_arithmetic() && left.is_arithmetic(),
        }
    }

    /// Returns `true` if this operator computes a number from two numbers.
    pub const fn is_arithmetic(self) -> bool {
        use BinaryOp::{
            Add, BitAnd, BitOr, BitXor, Div, Mod, Mul, RotateLeft, RotateRight, ShiftLeft, ShiftRight, Sub,
        };
        matches!(
            self,
            Add | Sub | Mul | Div | Mod | BitAnd | BitOr | BitXor | ShiftLeft | ShiftRight | RotateLeft | RotateRight
        )
    }
}

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators' own")]
pub enum CompareOp {
    Eq,
    NotEq,
    Less,
    LessEq,
    Greater,
    GreaterEq,
}

impl CompareOp {
    /// Returns the operator as YQL's messages spell it.
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

    /// Returns the test that the order of the two sides must pass.
    pub const fn test(self) -> fn(Ordering) -> bool {
        match self {
            Self::Eq => Ordering::is_eq,
            Self::NotEq => Ordering::is_ne,
            Self::Less => Ordering::is_lt,
            Self::LessEq => Ordering::is_le,
            Self::Greater => Ordering::is_gt,
            Self::GreaterEq => Ordering::is_ge,
        }
    }

    /// Returns the operator that is true where this one is false: `<` becomes `>=`.
    pub const fn negated(self) -> Self {
        match self {
            Self::Eq => Self::NotEq,
            Self::NotEq => Self::Eq,
            Self::Less => Self::GreaterEq,
            Self::LessEq => Self::Greater,
            Self::Greater => Self::LessEq,
            Self::GreaterEq => Self::Less,
        }
    }

    /// Returns the operator for swapped sides: `<` becomes `>`.
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

/// A literal. An integer keeps its size for the typing rules; a string is unescaped.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `NULL`.
    Null,
    /// `TRUE`, `FALSE`.
    Bool(bool),
    /// Digits with an optional suffix that decides the type. Without a suffix, the size decides: Int32, Int64 or
    /// Uint64.
    Integer { value: u64, suffix: Option<IntegerSuffix> },
    /// `1.5`, `1e3` (Double) and `1.5f` (Float).
    Real { value: f64, float: bool },
    /// `'..'`, `".."` or `@@..@@` with its suffix.
    String { bytes: Arc<[u8]>, suffix: Option<StringSuffix> },
}

/// Suffixes of integer literals: `t`, `s`, `l` (8, 16, 64 bits) and `u`, `ut`, `us`, `ul`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the types' own")]
pub enum IntegerSuffix {
    Int8,
    Int16,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
}

/// Suffixes of string literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the types' own")]
pub enum StringSuffix {
    Utf8,
    Yson,
    Json,
    String,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeExpr {
    /// Line and column of the type's first token.
    pub at: Position,
    /// Kind of the type, with its contents.
    pub kind: TypeExprKind,
}

/// Kinds of written types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeExprKind {
    /// A name: `Int32`, `Text`, `Serial`.
    Name(Ident),
    /// `Decimal(p, s)`.
    Decimal { precision: Box<Expr>, scale: Box<Expr> },
    /// `T?` or `Optional<T>`.
    Optional(Box<TypeExpr>),
    /// `List<T>`.
    List(Box<TypeExpr>),
    /// `Tuple<A, B>`.
    Tuple(Vec<TypeExpr>),
    /// `Struct<a: A, b: B>`.
    Struct(Vec<(Ident, TypeExpr)>),
    /// `Dict<K, V>`.
    Dict(Box<TypeExpr>, Box<TypeExpr>),
}
