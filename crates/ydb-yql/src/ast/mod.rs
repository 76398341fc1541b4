//! The syntax tree of a query, as written; names are not resolved and types not checked.

mod access;
mod define;
mod expr;
mod name;
mod select;
mod statement;
mod types;
mod window;
mod write;

pub use access::{ChangeAccess, PermissionName};
pub use define::{
    AlterAction, AlterKind, ChangefeedSpec, ColumnSpec, CreateTable, FamilySpec, IndexPart, IndexSpec, Setting,
    SettingValue, TopicAction, TtlTier,
};
pub use expr::{
    Arg, BinaryOp, Call, CompareOp, Expr, ExprKind, InSet, IntegerSuffix, JsonCall, JsonCase, JsonFunction,
    JsonWrapper, Literal, Operand, StringSuffix, UnaryOp,
};
pub use name::{Ident, TableName};
pub use select::{
    Flatten, FlattenKind, From, Grouping, Join, JoinKind, JoinOn, OrderItem, SelectBody, SelectCore, SelectItem,
    SelectQuery, Source, SourceKind,
};
pub use statement::{Query, Statement, StatementKind};
pub use types::{TypeExpr, TypeExprKind};
pub use window::{Frame, FrameBound, FrameUnit, Over, Window};
pub use write::{Delete, DeleteKind, Insert, InsertVerb, Returning, Update, UpdateKind};
