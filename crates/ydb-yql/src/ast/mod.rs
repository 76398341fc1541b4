//! Syntax tree of a query, as written: names are not resolved and types are not checked.

mod define;
mod expr;
mod name;
mod select;
mod statement;
mod walk;

pub use define::{
    AlterAction, AlterKind, ChangefeedSpec, ColumnSpec, CreateTable, FamilySpec, IndexPart, IndexSpec, Setting,
    SettingValue, TopicAction, TtlTier,
};
pub use expr::{
    Arg, BinaryOp, Call, CompareOp, Expr, ExprKind, InSet, IntegerSuffix, JsonCall, JsonCase, JsonFunction,
    JsonWrapper, Literal, Operand, StringSuffix, TypeExpr, TypeExprKind, UnaryOp,
};
pub use name::{Ident, TableName};
pub use select::{
    Flatten, FlattenKind, Frame, FrameBound, FrameUnit, From, Grouping, Join, JoinKind, JoinOn, OrderItem, Over,
    SelectBody, SelectCore, SelectItem, SelectQuery, Source, SourceKind, Window,
};
pub use statement::{
    ChangeAccess, Delete, DeleteKind, Insert, InsertVerb, PermissionName, Query, Returning, Statement, StatementKind,
    Update, UpdateKind,
};
pub use walk::{children, descendants};
