//! Shapes of statements: everything that a text depends on, apart from the table and its location.
//!
//! Two statements of a model with the same shape have the same text, so texts are kept by their shapes.

use super::{Member, Nulls, Params};
use crate::error::OperationName;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::Table;
use ydb_keys_core::types::YdbType;

/// Kind of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Verb {
    /// Refused if the key already exists.
    Insert,
    /// Written whether or not the key exists. YDB keeps columns that the model does not have.
    Upsert,
    /// Written whether or not the key exists. YDB resets columns that the model does not have.
    Replace,
}

impl Verb {
    /// Returns the word in YQL, and the names of the operations for one row and for many.
    fn names(self) -> (&'static str, OperationName, OperationName) {
        match self {
            Verb::Insert => ("INSERT", OperationName::Insert, OperationName::InsertMany),
            Verb::Upsert => ("UPSERT", OperationName::Upsert, OperationName::UpsertMany),
            Verb::Replace => ("REPLACE", OperationName::Replace, OperationName::ReplaceMany),
        }
    }

    pub(super) fn yql(self) -> &'static str {
        self.names().0
    }

    pub(crate) fn operation(self) -> OperationName {
        self.names().1
    }

    pub(crate) fn operation_of_many(self) -> OperationName {
        self.names().2
    }

    /// Returns `true` if a write sends a column: an insert leaves serial columns to their sequences.
    pub(super) fn sends(self, table: &Table, column: usize) -> bool {
        self != Verb::Insert || !table.columns[column].serial
    }

    /// Returns the positions of the key's values among the sent values; `None` if the server chooses one of them.
    pub(super) fn sent_key(self, table: &Table) -> Option<Vec<usize>> {
        let hash = table.computed().count();
        let sent = |column: usize| self.sends(table, column);
        let position = |&column: &usize| sent(column).then(|| hash + (0..column).filter(|&other| sent(other)).count());
        table.key.iter().map(position).collect()
    }

    /// Returns the columns whose values the server chooses.
    pub(crate) fn serials(self, table: &Table) -> Vec<usize> {
        (0..table.columns.len()).filter(|&column| !self.sends(table, column)).collect()
    }

    /// Writes ` RETURNING` with the key and the serial columns of an insert, if the server chooses the values of serial
    /// columns.
    pub(super) fn returning(self, table: &Table) -> String {
        if self != Verb::Insert || !table.columns.iter().any(|column| column.serial) {
            return String::new();
        }
        let returned = table.columns.iter().enumerate().filter(|(i, column)| column.serial || table.is_key(*i));
        let names: Vec<String> = returned.map(|(_, column)| Name(column.name).to_string()).collect();
        format!("\nRETURNING {}", names.join(", "))
    }
}

/// Shape of an update or a deletion of a row: everything that its text depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct RowShape {
    /// Columns that are set, by their positions; empty for a deletion.
    pub(super) set: Vec<(usize, ChangeShape)>,
    /// NULLs among the values of the key.
    pub(super) nulls: Nulls,
    pub(super) condition: Option<ConditionShape>,
    pub(super) returning: Returning,
}

/// Columns that a statement returns of a changed row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Returning {
    Nothing,
    /// The column at this position, only to show that the row was changed.
    Column(usize),
    Row,
}

/// Operation on the stored value and an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    /// The operand alone, which is a column.
    Copy,
    Add,
    Subtract,
    Append,
    Coalesce,
}

/// Shape of a column's change: everything that its text depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ChangeShape {
    Set,
    /// An operation. The operand is the column at this position, or a parameter.
    Of(Op, Option<usize>),
    Now,
}

impl ChangeShape {
    /// Returns `true` if the new value depends on the stored row or on the clock, so that a repeated update would
    /// change it again.
    pub(super) fn depends(&self) -> bool {
        *self != ChangeShape::Set
    }

    /// Returns the columns whose stored values are read when `column` is set.
    pub(super) fn reads(&self, column: usize) -> impl Iterator<Item = usize> {
        let (own, other) = match self {
            ChangeShape::Of(op, operand) => ((*op != Op::Copy).then_some(column), *operand),
            ChangeShape::Set | ChangeShape::Now => (None, None),
        };
        own.into_iter().chain(other)
    }

    /// Writes the right side of an assignment to the column.
    pub(super) fn yql(&self, table: &'static Table, column: usize, params: &mut Params) -> String {
        let member = Member::column(&table.columns[column]);
        let (name, present) = (Name(member.name), Member { optional: false, ..member });
        match self {
            ChangeShape::Set => params.one(member.name, member),
            ChangeShape::Now => now_of(member.ty).to_owned(),
            ChangeShape::Of(op, operand) => {
                let operand = match operand {
                    Some(column) => Name(table.columns[*column].name).to_string(),
                    None => params.one(member.name, present),
                };
                match op {
                    Op::Copy => operand,
                    Op::Add => format!("{name} + {operand}"),
                    Op::Subtract => format!("{name} - {operand}"),
                    Op::Append => format!("{name} || {operand}"),
                    Op::Coalesce => format!("COALESCE({name}, {operand})"),
                }
            }
        }
    }
}

/// Returns YDB's clock as a value of the type, never optional. The 64-bit types hold every value of the narrower ones.
fn now_of(ty: YdbType) -> &'static str {
    match ty {
        YdbType::Date => "CurrentUtcDate()",
        YdbType::Datetime => "CurrentUtcDatetime()",
        YdbType::Date32 => "CAST(CurrentUtcDate() AS Date32)",
        YdbType::Datetime64 => "CAST(CurrentUtcDatetime() AS Datetime64)",
        YdbType::Timestamp64 => "CAST(CurrentUtcTimestamp() AS Timestamp64)",
        _ => "CurrentUtcTimestamp()",
    }
}

/// Comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Connective {
    And,
    Or,
}

/// Shape of a condition: everything that its text depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ConditionShape {
    /// Compares a column with an operand, which is the column at this position, or a parameter.
    Compare(usize, Comparison, Option<usize>),
    Null(usize, bool),
    Not(Box<ConditionShape>),
    Both(Connective, Box<ConditionShape>, Box<ConditionShape>),
}

impl ConditionShape {
    /// Makes the condition that the column has a value.
    pub(super) fn equal(column: usize) -> Self {
        ConditionShape::Compare(column, Comparison::Equal, None)
    }

    /// Writes the condition, in parentheses if it has parts.
    pub(super) fn yql(&self, table: &'static Table, params: &mut Params) -> String {
        let name = |column: usize| Name(table.columns[column].name);
        match self {
            ConditionShape::Compare(column, comparison, operand) => {
                let member = Member { optional: false, ..Member::column(&table.columns[*column]) };
                let operand = match operand {
                    Some(other) => name(*other).to_string(),
                    None => params.one(&format!("when_{}", member.name), member),
                };
                format!("{} {} {operand}", name(*column), comparison.yql())
            }
            ConditionShape::Null(column, true) => format!("{} IS NULL", name(*column)),
            ConditionShape::Null(column, false) => format!("{} IS NOT NULL", name(*column)),
            ConditionShape::Not(node) => format!("NOT ({})", node.yql(table, params)),
            ConditionShape::Both(connective, left, right) => {
                let word = if *connective == Connective::And { "AND" } else { "OR" };
                let left = left.yql(table, params);
                format!("({left} {word} {})", right.yql(table, params))
            }
        }
    }
}

impl Comparison {
    fn yql(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }
}
