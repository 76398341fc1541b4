//! Expressions, literals and types.

use std::sync::Arc;

use super::name::Ident;
use super::select::{Over, SelectQuery};
use crate::error::{Position, Span};

/// An expression with the position of its operator or first token, as YDB counts it.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Where.
    pub at: Position,
    /// Its text, with the parentheses around it.
    pub span: Span,
    /// What.
    pub kind: ExprKind,
}

impl Expr {
    /// An expression that is in no text; a place of the text stands for it.
    pub fn new(at: Position, kind: ExprKind) -> Self {
        Self { at, span: Span::default(), kind }
    }

    /// The sides of `a = b`.
    pub fn equality(&self) -> Option<(&Self, &Self)> {
        let ExprKind::Binary { first, rest } = &self.kind else { return None };
        match &rest[..] {
            [Operand { op: BinaryOp::Compare(CompareOp::Eq), expr, .. }] => Some((first, expr)),
            _ => None,
        }
    }
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// `name` or `qualifier.name`: a column, or a member of a column's struct.
    Column { qualifier: Option<Ident>, name: Ident },
    /// `$name`.
    Named(Ident),
    /// A prefix operator.
    Unary { op: UnaryOp, expr: Box<Expr> },
    /// Infix operators of one kind, applied from left to right: `a + b - c` is one node, so a long chain is not a deep
    /// tree. A comparison has one right operand.
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
    /// `(a, b)`, `(a,)`, `AsTuple` is a call.
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `<|a: 1, b: 2|>`.
    Struct(Vec<(Ident, Expr)>),
    /// `{k: v, ..}` (pairs) or `{k, ..}` (a set).
    Dict(Vec<(Expr, Option<Expr>)>),
    /// `($x, $y) -> (expr)`.
    Lambda { params: Vec<Ident>, body: Box<Expr> },
    /// The body of a lambda with statements: `$a = value; $b, $c = value; RETURN body`, each of which sees those before.
    Let { locals: Vec<(Vec<Ident>, Expr)>, body: Box<Expr> },
    /// `expr.name`, `expr.0`.
    Member { expr: Box<Expr>, name: Ident },
    /// `expr[index]`.
    Index { expr: Box<Expr>, index: Box<Expr> },
}

/// An infix operator with its right operand.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// The operator's position.
    pub at: Position,
    /// The operator.
    pub op: BinaryOp,
    /// The right operand.
    pub expr: Expr,
}

/// The right side of IN.
#[derive(Clone, Debug, PartialEq)]
pub enum InSet {
    /// `(a, b, c)`: one item or more.
    Items(Vec<Expr>),
    /// `$name`, `AsList(..)` or another expression that is a list, a tuple, a set or a named query.
    Expr(Expr),
    /// `(SELECT ..)`.
    Query(SelectQuery),
}

/// `JSON_VALUE(json, path PASSING .. RETURNING .. ON EMPTY .. ON ERROR)` and its sisters.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonCall {
    /// Which of them.
    pub function: JsonFunction,
    /// The JSON.
    pub json: Expr,
    /// The path: a literal string.
    pub path: Expr,
    /// `PASSING value AS name`.
    pub passing: Vec<(Ident, Expr)>,
    /// `RETURNING type`.
    pub returning: Option<TypeExpr>,
    /// `WITH WRAPPER`.
    pub wrapper: JsonWrapper,
    /// What stands before `ON EMPTY`.
    pub on_empty: Option<JsonCase>,
    /// What stands before `ON ERROR`.
    pub on_error: Option<JsonCase>,
}

impl JsonCall {
    /// The expressions in it.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let cases = [&self.on_empty, &self.on_error].into_iter().flatten().filter_map(|case| match case {
            JsonCase::Default(expr) => Some(&**expr),
            _ => None,
        });
        [&self.json, &self.path].into_iter().chain(self.passing.iter().map(|(_, value)| value)).chain(cases)
    }
}

/// The functions of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum JsonFunction {
    Value,
    Exists,
    Query,
}

impl JsonFunction {
    /// Its keyword.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "JSON_VALUE",
            Self::Exists => "JSON_EXISTS",
            Self::Query => "JSON_QUERY",
        }
    }
}

/// Whether JSON_QUERY puts what it finds into an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JsonWrapper {
    /// `WITHOUT [ARRAY] WRAPPER`.
    #[default]
    Without,
    /// `WITH CONDITIONAL [ARRAY] WRAPPER`: unless it is one array or object.
    Conditional,
    /// `WITH [UNCONDITIONAL] [ARRAY] WRAPPER`.
    Unconditional,
}

/// What a function of JSON gives where there is nothing, or an error.
#[derive(Clone, Debug, PartialEq)]
pub enum JsonCase {
    /// `ERROR`: the query ends.
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
    /// The module before `::`.
    pub module: Option<Ident>,
    /// The function's name.
    pub name: Ident,
    /// `f(DISTINCT x)`.
    pub distinct: bool,
    /// The arguments in order.
    pub args: Vec<Arg>,
    /// `IGNORE NULLS`, which only functions with a window have.
    pub ignore_nulls: bool,
    /// `OVER ..`: the window of a window function.
    pub over: Option<Over>,
}

impl Call {
    /// Returns `true` if this call returns a function of one argument: `DateTime::Format(format)` is one of a point in
    /// time.
    pub fn returns_function(&self) -> bool {
        let Some(module) = &self.module else { return false };
        match module.name.to_ascii_lowercase().as_str() {
            "datetime" => matches!(&*self.name.name, "Format" | "Parse" | "Parse64"),
            "re2" => matches!(&*self.name.name, "Match" | "Grep" | "Count"),
            _ => false,
        }
    }

    /// The call of the function that this call returns: the later arguments come first.
    pub fn applied(self, mut args: Vec<Arg>) -> Self {
        args.extend(self.args);
        Self { args, ..self }
    }

    /// The function that this call returns, as the parameters and the body of a lambda.
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
    /// A type, for functions that take one (`FromBytes`, `Nothing`, `ListCreate`, ...).
    Type(TypeExpr),
    /// `*` of `COUNT(*)`.
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
    /// Returns `true` if this operator is of one kind with the one before it.
    pub fn continues(self, left: Self) -> bool {
        match self {
            Self::Or | Self::Xor | Self::And | Self::Coalesce | Self::Concat => self == left,
            _ => self.is_arithmetic() && left.is_arithmetic(),
        }
    }

    /// Returns `true` if it computes a number of numbers.
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

/// The comparisons.
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
    /// The operator as YQL's messages spell it.
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

    /// The operator with its sides swapped.
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

/// A literal. Integers keep their size for the typing rules; strings are unescaped.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `NULL`.
    Null,
    /// `TRUE`, `FALSE`.
    Bool(bool),
    /// Digits with an optional suffix that decides the type. Without one the type is Int32, Int64 or Uint64, by size.
    Integer { value: u64, suffix: Option<IntegerSuffix> },
    /// `1.5`, `1e3` (Double) and `1.5f` (Float).
    Real { value: f64, float: bool },
    /// `'..'`, `".."` or `@@..@@` with its suffix.
    String { bytes: Arc<[u8]>, suffix: Option<StringSuffix> },
}

/// The suffixes of integer literals: t s l (8, 16, 64 bits) and u ut us ul.
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

/// The suffixes of string literals.
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
    /// Where it begins.
    pub at: Position,
    /// What it is.
    pub kind: TypeExprKind,
}

/// The kinds of written types.
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
