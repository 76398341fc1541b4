//! The shape of a condition, which its text depends on, and the text.

use crate::statements::statement::{Member, Params};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::Table;

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::statements) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::statements) enum Connective {
    And,
    Or,
}

/// What the text of a condition depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::statements) enum ConditionShape {
    /// A column and an operand, which is a column or a parameter.
    Compare(usize, Comparison, Option<usize>),
    Null(usize, bool),
    Not(Box<ConditionShape>),
    Both(Connective, Box<ConditionShape>, Box<ConditionShape>),
}

impl ConditionShape {
    /// The column has a value.
    pub(in crate::statements) fn equal(column: usize) -> Self {
        ConditionShape::Compare(column, Comparison::Equal, None)
    }

    /// The condition, in parentheses where it has parts.
    pub(in crate::statements) fn yql(&self, table: &'static Table, params: &mut Params) -> String {
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
                let word = match connective {
                    Connective::And => "AND",
                    Connective::Or => "OR",
                };
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
