//! The syntax tree of a query, as written; names are not resolved and types not checked.

use std::sync::Arc;

pub use crate::error::Position;

/// A name at its place. Quoted and bare names are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name, unescaped.
    pub name: Arc<str>,
    /// Where it stands.
    pub at: Position,
}

/// A query: statements in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The statements; empty ones left out.
    pub statements: Vec<Statement>,
}

/// A statement with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Where it begins.
    pub at: Position,
    /// What it is.
    pub kind: StatementKind,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `PRAGMA name` with an optional value or arguments.
    Pragma { name: Vec<Ident>, values: Vec<Expr> },
    /// `DECLARE $name AS Type`; the name is without its sign, here and wherever `$name` stands.
    Declare { name: Ident, ty: TypeExpr },
    /// `$a, $b = value`; one name for all but tuples unpacked.
    Let { names: Vec<Ident>, value: Expr },
    /// A query that returns rows.
    Select(Box<SelectQuery>),
    /// INSERT, UPSERT or REPLACE.
    Insert(Box<Insert>),
    /// UPDATE.
    Update(Box<Update>),
    /// DELETE.
    Delete(Box<Delete>),
    /// CREATE TABLE.
    CreateTable(Box<CreateTable>),
    /// ALTER TABLE.
    AlterTable { table: TableName, actions: Vec<AlterAction> },
    /// DROP TABLE.
    DropTable { table: TableName, if_exists: bool },
    /// `ALTER SEQUENCE [IF EXISTS] path RESTART [[WITH] n]`.
    AlterSequence { path: Ident, if_exists: bool, restart: Option<(Position, u64)> },
    /// TRUNCATE TABLE.
    TruncateTable { table: TableName },
    /// SHOW CREATE TABLE.
    ShowCreate { table: TableName },
    /// COMMIT inside a query.
    Commit,
    /// ROLLBACK inside a query.
    Rollback,
}

/// A table as written: `` `dir/table` ``, with an optional `VIEW index` where reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableName {
    /// The path, as written.
    pub path: Ident,
    /// The index of `VIEW index`.
    pub view: Option<Ident>,
}

// ---------------------------------------------------------------------------------------------------------------- reading

/// A SELECT (or several joined by set operators) with its ORDER BY and LIMIT.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectQuery {
    /// Where it begins.
    pub at: Position,
    /// One core, or the operands of UNION [ALL] in order.
    pub body: SelectBody,
    /// `ORDER BY` of the whole.
    pub order_by: Vec<OrderItem>,
    /// `LIMIT`.
    pub limit: Option<Expr>,
    /// `OFFSET`.
    pub offset: Option<Expr>,
}

/// What stands before ORDER BY.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectBody {
    /// `SELECT ...`.
    Core(Box<SelectCore>),
    /// `left UNION [ALL] right`.
    Union { left: Box<SelectBody>, right: Box<SelectBody>, all: bool },
    /// `VALUES (..), (..)`.
    Values(Vec<Vec<Expr>>),
    /// A query in parentheses, with an ORDER BY and LIMIT of its own.
    Query(Box<SelectQuery>),
}

/// `SELECT ... FROM ... WHERE ... GROUP BY ... HAVING ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectCore {
    /// Where it begins.
    pub at: Position,
    /// `SELECT DISTINCT`.
    pub distinct: bool,
    /// What is selected.
    pub items: Vec<SelectItem>,
    /// `* WITHOUT a, b`.
    pub without: Vec<(Option<Ident>, Ident)>,
    /// Where rows come from; `None` without FROM.
    pub from: Option<From>,
    /// WHERE.
    pub filter: Option<Expr>,
    /// GROUP BY, each with its alias.
    pub group_by: Vec<(Expr, Option<Ident>)>,
    /// HAVING.
    pub having: Option<Expr>,
}

/// One item of a SELECT list.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectItem {
    /// `*` or `t.*`.
    Star { qualifier: Option<Ident>, at: Position },
    /// `expr [AS alias]`.
    Expr { expr: Expr, alias: Option<Ident> },
}

/// A source and what is joined to it, left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct From {
    /// The first source.
    pub source: Source,
    /// What is joined to it.
    pub joins: Vec<Join>,
}

/// A source of rows with its alias.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Where it begins.
    pub at: Position,
    /// What it is.
    pub kind: SourceKind,
    /// `AS alias`.
    pub alias: Option<Ident>,
}

/// The kinds of sources.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceKind {
    /// A table, or an index of it.
    Table(TableName),
    /// `AS_TABLE(expr)`.
    AsTable(Expr),
    /// `$name`: a named query.
    Named(Ident),
    /// `(SELECT ...)` or `(VALUES ...) AS t(a, b)`, with the column names of the latter.
    Query { query: Box<SelectQuery>, columns: Vec<Ident> },
}

/// A join.
#[derive(Clone, Debug, PartialEq)]
pub struct Join {
    /// Where it begins.
    pub at: Position,
    /// Its kind.
    pub kind: JoinKind,
    /// The right side.
    pub source: Source,
    /// ON or USING; `None` for CROSS.
    pub on: Option<JoinOn>,
}

/// The kinds of joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum JoinKind {
    Inner,
    Left,
    Right,
    Full,
    LeftSemi,
    RightSemi,
    LeftOnly,
    RightOnly,
    Exclusion,
    Cross,
}

/// What a join compares.
#[derive(Clone, Debug, PartialEq)]
pub enum JoinOn {
    /// `ON expr`.
    On(Expr),
    /// `USING (a, b)`.
    Using(Vec<Ident>),
}

/// One item of ORDER BY.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderItem {
    /// What is compared.
    pub expr: Expr,
    /// DESC.
    pub descending: bool,
}

// ---------------------------------------------------------------------------------------------------------------- writing

/// INSERT, UPSERT or REPLACE.
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    /// Which of the three.
    pub verb: InsertVerb,
    /// The table.
    pub table: TableName,
    /// The columns, where written.
    pub columns: Option<Vec<Ident>>,
    /// The rows: `VALUES ...` is the query body of the same name.
    pub source: SelectQuery,
    /// RETURNING.
    pub returning: Option<Returning>,
}

/// The verbs of [`Insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertVerb {
    /// INSERT: an existing key is an error.
    Insert,
    /// UPSERT: unmentioned columns keep their values.
    Upsert,
    /// REPLACE: unmentioned columns are reset.
    Replace,
}

/// UPDATE.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The table.
    pub table: TableName,
    /// What is written.
    pub kind: UpdateKind,
    /// RETURNING.
    pub returning: Option<Returning>,
    /// `BATCH UPDATE`.
    pub batch: bool,
}

/// The forms of UPDATE.
#[derive(Clone, Debug, PartialEq)]
pub enum UpdateKind {
    /// `SET a = expr, ... WHERE filter`.
    Set { assignments: Vec<(Ident, Expr)>, filter: Option<Expr> },
    /// `ON [(columns)] SELECT | VALUES`.
    On { columns: Option<Vec<Ident>>, source: SelectQuery },
}

/// DELETE.
#[derive(Clone, Debug, PartialEq)]
pub struct Delete {
    /// The table.
    pub table: TableName,
    /// Which rows.
    pub kind: DeleteKind,
    /// RETURNING.
    pub returning: Option<Returning>,
    /// `BATCH DELETE`.
    pub batch: bool,
}

/// The forms of DELETE.
#[derive(Clone, Debug, PartialEq)]
pub enum DeleteKind {
    /// `WHERE filter`, or all rows.
    Where(Option<Expr>),
    /// `ON [(columns)] SELECT | VALUES`.
    On { columns: Option<Vec<Ident>>, source: SelectQuery },
}

/// What RETURNING names.
#[derive(Clone, Debug, PartialEq)]
pub enum Returning {
    /// `*`.
    All,
    /// Columns by name.
    Columns(Vec<Ident>),
}

// ---------------------------------------------------------------------------------------------------------------- defining

/// CREATE TABLE.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateTable {
    /// The table.
    pub table: TableName,
    /// `IF NOT EXISTS`.
    pub if_not_exists: bool,
    /// Columns, in the order of the text.
    pub columns: Vec<ColumnSpec>,
    /// PRIMARY KEY; `None` where the text has none.
    pub primary_key: Option<Vec<Ident>>,
    /// Indexes.
    pub indexes: Vec<IndexSpec>,
    /// Families.
    pub families: Vec<FamilySpec>,
    /// `CHANGEFEED` entries: parsed, and refused by the rules of CREATE TABLE.
    pub changefeeds: Vec<ChangefeedSpec>,
    /// `PARTITION BY HASH (..)`.
    pub partition_by_hash: Option<Vec<Ident>>,
    /// `WITH (..)`.
    pub settings: Vec<Setting>,
}

/// A column's definition.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSpec {
    /// Its name.
    pub name: Ident,
    /// Its type; serial types are names like others here.
    pub ty: TypeExpr,
    /// FAMILY.
    pub family: Option<Ident>,
    /// `NOT NULL` (true), `NULL` (false), or neither.
    pub not_null: Option<bool>,
    /// DEFAULT.
    pub default: Option<Expr>,
    /// COMPRESSION(..).
    pub compression: Option<Vec<Setting>>,
}

/// An index's definition.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexSpec {
    /// Its name.
    pub name: Ident,
    /// `LOCAL` instead of `GLOBAL`.
    pub local: bool,
    /// `UNIQUE`.
    pub unique: bool,
    /// `ASYNC` (true), `SYNC` (false), or neither.
    pub is_async: Option<bool>,
    /// `USING subtype`.
    pub using: Option<Ident>,
    /// ON.
    pub columns: Vec<Ident>,
    /// COVER.
    pub cover: Vec<Ident>,
    /// WITH.
    pub settings: Vec<Setting>,
}

/// A family's definition.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilySpec {
    /// Its name.
    pub name: Ident,
    /// Its settings.
    pub settings: Vec<Setting>,
}

/// A changefeed's definition.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangefeedSpec {
    /// Its name.
    pub name: Ident,
    /// Its settings.
    pub settings: Vec<Setting>,
}

/// `KEY = value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The key, as written.
    pub key: Ident,
    /// The value.
    pub value: SettingValue,
}

/// The value of a [`Setting`].
#[derive(Clone, Debug, PartialEq)]
pub enum SettingValue {
    /// A bare word: `ENABLED`, `COLUMN`.
    Word(Ident),
    /// A literal or another expression: `4`, `'zstd'`, `Interval("PT1H")`.
    Expr(Expr),
    /// `PARTITION_AT_KEYS = (1, 2)` or `((1), (2, "a"))`: split points, a prefix of the key each.
    Keys(Vec<Vec<Expr>>),
    /// `TTL = interval ON column [AS unit]`, or with tiers.
    Ttl { tiers: Vec<TtlTier>, column: Ident, unit: Option<Ident> },
    /// A flag without value (`VIRTUAL_TIMESTAMPS`).
    None,
}

/// One tier of a TTL: after how long, and what happens.
#[derive(Clone, Debug, PartialEq)]
pub struct TtlTier {
    /// After how long.
    pub interval: Expr,
    /// `TO EXTERNAL DATA SOURCE path`; `None` is DELETE.
    pub storage: Option<Ident>,
}

/// One action of ALTER TABLE.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterAction {
    /// Where it begins.
    pub at: Position,
    /// What it is.
    pub kind: AlterKind,
}

/// The actions of ALTER TABLE.
#[derive(Clone, Debug, PartialEq)]
pub enum AlterKind {
    /// `ADD [COLUMN] ..`.
    AddColumn(ColumnSpec),
    /// `DROP [COLUMN] ..`.
    DropColumn(Ident),
    /// `ALTER COLUMN c SET FAMILY f`.
    SetFamily { column: Ident, family: Ident },
    /// `ALTER COLUMN c DROP NOT NULL`.
    DropNotNull(Ident),
    /// `ALTER COLUMN c SET NOT NULL`.
    SetNotNull(Ident),
    /// `ALTER COLUMN c SET DEFAULT e`.
    SetDefault { column: Ident, value: Expr },
    /// `ALTER COLUMN c DROP DEFAULT`.
    DropDefault(Ident),
    /// `ALTER COLUMN c SET COMPRESSION(..)`.
    SetCompression { column: Ident, settings: Vec<Setting> },
    /// `ADD FAMILY f (..)`.
    AddFamily(FamilySpec),
    /// `ALTER FAMILY f SET key value`.
    AlterFamily(FamilySpec),
    /// `SET (..)`.
    Set(Vec<Setting>),
    /// `RESET (..)`.
    Reset(Vec<Ident>),
    /// `ADD INDEX ..`.
    AddIndex(IndexSpec),
    /// `DROP INDEX i`.
    DropIndex(Ident),
    /// `RENAME INDEX a TO b`.
    RenameIndex { from: Ident, to: Ident },
    /// `ALTER INDEX i SET (..)`.
    AlterIndexSet { index: Ident, settings: Vec<Setting> },
    /// `ALTER INDEX i RESET (..)`.
    AlterIndexReset { index: Ident, settings: Vec<Ident> },
    /// `RENAME TO path`.
    RenameTo(Ident),
    /// `ADD CHANGEFEED ..`.
    AddChangefeed(ChangefeedSpec),
    /// `ALTER CHANGEFEED f SET (..)` / `DISABLE`.
    AlterChangefeed(ChangefeedSpec),
    /// `DROP CHANGEFEED f`.
    DropChangefeed(Ident),
    /// `COMPACT`.
    Compact,
}

// ---------------------------------------------------------------------------------------------------------------- types

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

// ---------------------------------------------------------------------------------------------------------------- expressions

/// An expression at its place (that of its operator or first token, as YDB counts).
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Where.
    pub at: Position,
    /// What.
    pub kind: ExprKind,
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
    /// An infix operator.
    Binary { op: BinaryOp, left: Box<Expr>, right: Box<Expr> },
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
    /// `expr.name`, `expr.0`.
    Member { expr: Box<Expr>, name: Ident },
    /// `expr[index]`.
    Index { expr: Box<Expr>, index: Box<Expr> },
}

/// What stands behind IN.
#[derive(Clone, Debug, PartialEq)]
pub enum InSet {
    /// `(a, b, c)`: one item or more.
    Items(Vec<Expr>),
    /// `$name`, `AsList(..)` or another expression that is a list, a tuple, a set or a named query.
    Expr(Expr),
    /// `(SELECT ..)`.
    Query(SelectQuery),
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
    /// `f(x) OVER ..` was written: a window function.
    pub over: bool,
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
    Eq,
    NotEq,
    Less,
    LessEq,
    Greater,
    GreaterEq,
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

/// A literal. Integers keep their size for the typing rules; strings are unescaped.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `NULL`.
    Null,
    /// `TRUE`, `FALSE`.
    Bool(bool),
    /// Digits with an optional suffix, which decides the type; without one it is Int32, Int64 or Uint64 by size.
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
