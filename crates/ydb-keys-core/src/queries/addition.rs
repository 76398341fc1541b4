//! Additions to a conjunction: the condition on the computed column that leads a key.
//!
//! The law of additions (`docs/decisions/0031-additions.md`): an added condition stands in the same conjunction as the
//! comparisons from which it follows, and nowhere else. If the comparisons hold, the added condition holds. If they do
//! not, the conjunction does not hold either. Therefore no result changes, wherever the conjunction stands.
//!
//! The functions here decide what is added. The judgement of a query asks them what the added conditions fix, and the
//! composition of its text asks them what to write, so that both agree.

use ydb_yql::facts::code;

use super::List;
use super::access::{Addition, Lead, View};
use crate::schema::any::{HashDef, Table};
use crate::types::YdbType;
use crate::types::const_text::{any, find};

/// Comparison that gives an input of a hash its value.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// Number of the comparison in the conjunction.
    pub(super) number: usize,
    /// Kind of the value that the input equals, as `ydb_yql::facts::code` numbers it.
    value: u32,
    /// Source of the columns from which the value comes.
    by: Option<usize>,
}

/// Reason why no hash follows from the values that its inputs equal.
#[derive(Clone, Copy)]
pub(super) enum Reason {
    /// The value is in a list whose items are not known.
    List,
    /// The program chooses a type for a parameter, and the column may not have all values of that type. The number is
    /// that of the parameter's name.
    Parameter(usize),
    /// The condition stands outside of the query that reads the table, or within another expression.
    Outside,
    /// The value may not be one of the column's type.
    Value,
    /// The value is an expression, which may be NULL, and NULL has no bucket.
    Expression,
    /// The value is an expression, and only the program computes the hash.
    OnlyProgram,
    /// An input is in a list, and another input is in a list, too, or equals an expression.
    Lists,
}

/// Number that stands for a source whose columns are not known.
const OTHER_ROWS: usize = usize::MAX;

impl View<'_> {
    /// Returns the nodes of the conjunction here, which may be a single node.
    pub(super) const fn conjunction(&self, at: usize) -> List {
        match self.scope.query.code[at] {
            code::ALL => List { left: self.scope.query.number(at + 1), at: at + 3 },
            _ => List { left: 1, at },
        }
    }

    /// Returns `true` if the comparison here finds rows of a source, so that a condition may follow from it. A
    /// comparison that may hold for NULL also holds for rows of a join that have no row of the source. Such rows have
    /// no hash and no bucket.
    pub(super) const fn finds(&self, at: usize, source: usize) -> bool {
        !(matches!(self.scope.query.code[at], code::SAME) && self.scope.is_outer(source))
    }

    /// Returns the condition that the library adds to the conjunction here for a source. The conjunction does not fix
    /// the computed column itself.
    pub(super) const fn addition(&self, at: usize, source: usize, lead: &Lead<'_>) -> Option<Addition> {
        let Some((table, hash)) = &lead.hash else { return None };
        let nodes = self.conjunction(at);
        if self.can_compute(nodes, source, table, hash) {
            return Some(Addition::Hash);
        }
        if hash.buckets.is_none() {
            return None;
        }
        match self.finding(nodes, source, lead.after) {
            Some(number) => Some(Addition::Buckets(number)),
            None => None,
        }
    }

    /// Returns `true` if a conjunction gives values to all inputs of a hash from which the hash can be computed. At
    /// most one of the values may be a list, and then none may be an expression. Columns must come from one other
    /// source. A bucket takes no expressions at all, because they may be NULL, and NULL has no bucket.
    const fn can_compute(&self, nodes: List, source: usize, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        let (mut lists, mut expressions, mut of, mut i) = (0, 0, None, 0);
        while i < hash.inputs.len() {
            let Some(choice) = self.choice(nodes, source, table, hash.inputs[i]) else { return false };
            match choice.value {
                code::PARAMETER | code::LITERAL => {}
                code::LIST | code::ITEMS => lists += 1,
                code::EXPRESSIONS | code::OTHER_EXPRESSIONS if hash.takes_expressions() => lists += 1,
                code::EXPRESSIONS | code::OTHER_EXPRESSIONS => return false,
                _ => expressions += 1,
            }
            match (of, choice.by) {
                (Some(one), Some(other)) if one != other => return false,
                (None, by) => of = by,
                _ => {}
            }
            i += 1;
        }
        lists <= 1 && (expressions == 0 || lists == 0 && hash.takes_expressions())
    }

    /// Returns the comparison that gives a column its value. A comparison with one value comes first, because it finds
    /// rows by itself. A comparison with a column of a join is the last choice.
    pub(super) const fn choice(
        &self,
        mut nodes: List,
        source: usize,
        table: &Table<'_>,
        position: usize,
    ) -> Option<Choice> {
        let code = self.scope.query.code;
        let (mut best, mut best_rank, mut number) = (None, u8::MAX, 0);
        while nodes.left > 0 {
            let at = nodes.at;
            if let (code::FIXED | code::SAME, 1) = (code[at], code[at + 1])
                && self.finds(at, source)
                && self.columns.is(code[at + 2] as usize, source, position)
            {
                let by = List { left: code[at + 3] as usize, at: at + 4 };
                let (value, name) = (code[by.at + by.left], code[by.at + by.left + 1] as usize);
                let rank = match value {
                    code::LITERAL => return Some(Choice { number, value, by: None }),
                    code::PARAMETER if matches!(self.scope.query.chosen, []) => {
                        return Some(Choice { number, value, by: None });
                    }
                    code::PARAMETER => 0,
                    code::EXACT | code::OTHER_VALUE if by.left == 0 => 1,
                    code::LIST | code::ITEMS | code::EXPRESSIONS | code::OTHER_EXPRESSIONS => 2,
                    _ => 3,
                };
                if rank < best_rank
                    && (by.left == 0 || self.are_placed(by, source))
                    && self.is_kept(table.columns[position].ty, (value, name), by)
                    && let Some(of) = self.only_source(by)
                {
                    (best, best_rank) = (Some(Choice { number, value, by: of }), rank);
                }
            }
            nodes = nodes.after(self.end(at));
            number += 1;
        }
        best
    }

    /// Returns the reason why no hash follows from the values that its inputs equal, if the text shows it; with the
    /// position of the input.
    pub(super) const fn reason(&self, source: usize, table: &Table<'_>, hash: &HashDef<'_>) -> Option<(usize, Reason)> {
        let (mut lists, mut values, mut expression, mut inputs) = (0, 0, None, hash.inputs);
        while let [input, rest @ ..] = inputs {
            if let Some((value, name, is_kept)) = self.compared(source, table, *input) {
                let reason = match value {
                    code::COMPUTED => Some(Reason::List),
                    code::NONE | code::SHARED => Some(Reason::Outside),
                    code::PLACED => None,
                    code::PARAMETER | code::LIST if !is_kept => Some(Reason::Parameter(name)),
                    code::EXACT | code::COLUMN_VALUE | code::EXPRESSIONS if !is_kept => {
                        match self.not_kept(table.columns[*input].ty, name) {
                            Some(name) => Some(Reason::Parameter(name)),
                            None => Some(Reason::Value),
                        }
                    }
                    _ if !is_kept => Some(Reason::Value),
                    _ => None,
                };
                if let Some(reason) = reason {
                    return Some((*input, reason));
                }
                if let code::LIST | code::ITEMS | code::EXPRESSIONS | code::OTHER_EXPRESSIONS = value {
                    lists += 1;
                }
                if let code::EXACT
                | code::COLUMN_VALUE
                | code::OTHER_VALUE
                | code::EXPRESSIONS
                | code::OTHER_EXPRESSIONS = value
                {
                    expression = Some(*input);
                }
                if let code::EXACT | code::COLUMN_VALUE | code::OTHER_VALUE = value {
                    values += 1;
                }
            }
            inputs = rest;
        }
        match (lists, expression) {
            (_, Some(input)) if hash.buckets.is_some() => Some((input, Reason::Expression)),
            (_, Some(input)) if !hash.takes_expressions() => Some((input, Reason::OnlyProgram)),
            (1.., _) if lists + values > 1 => Some((hash.inputs[0], Reason::Lists)),
            _ => None,
        }
    }

    /// Returns the value that a column equals by a condition: its kind, its name or list, and whether the column keeps
    /// the value.
    const fn compared(&self, source: usize, table: &Table<'_>, position: usize) -> Option<(u32, usize, bool)> {
        let (code, mut conditions) = (self.scope.query.code, self.scope.conditions());
        while conditions.left > 0 {
            let mut nodes = self.conjunction(conditions.at + 3);
            while nodes.left > 0 {
                let at = nodes.at;
                if let (code::FIXED | code::SAME, 1) = (code[at], code[at + 1])
                    && self.columns.is(code[at + 2] as usize, source, position)
                {
                    let by = List { left: code[at + 3] as usize, at: at + 4 };
                    let (value, name) = (code[by.at + by.left], code[by.at + by.left + 1] as usize);
                    return Some((value, name, self.is_kept(table.columns[position].ty, (value, name), by)));
                }
                nodes = nodes.after(self.end(at));
            }
            conditions = conditions.after(conditions.at + code[conditions.at] as usize);
        }
        None
    }

    /// Returns the source of all of these columns; `Some(None)` without columns, `None` if they come from several
    /// sources.
    const fn only_source(&self, columns: List) -> Option<Option<usize>> {
        let (mut only, mut i) = (None, 0);
        while i < columns.left {
            let of = match self.columns.source(self.scope.query.number(columns.at + i)) {
                Some(source) => source,
                None => OTHER_ROWS,
            };
            match only {
                Some(other) if other != of => return None,
                _ => only = Some(of),
            }
            i += 1;
        }
        Some(only)
    }

    /// Returns `true` if a value that equals a column is, converted to the column's type, the value of the column. A
    /// Double is not, because it may equal several integers.
    const fn is_kept(&self, ty: YdbType, (value, name): (u32, usize), by: List) -> bool {
        let query = self.scope.query;
        match value {
            code::NONE | code::PLACED | code::COMPUTED | code::FRACTION | code::SHARED => false,
            code::LITERAL | code::ITEMS => true,
            code::PARAMETER | code::LIST if matches!(query.chosen, []) => true,
            code::PARAMETER | code::LIST => match query.chosen_type(query.names[name]) {
                Some((chosen, _)) => ty.keeps(chosen),
                None => true,
            },
            code::OTHER_VALUE | code::OTHER_EXPRESSIONS => !ty.is_integer(),
            code::EXACT | code::COLUMN_VALUE | code::EXPRESSIONS if ty.is_integer() => {
                let is_other = any!(
                    i < by.left,
                    match self.columns.ty(self.scope, query.number(by.at + i)) {
                        Some(of) => !ty.keeps(of),
                        None => false,
                    }
                );
                !is_other && self.not_kept(ty, name).is_none()
            }
            _ => true,
        }
    }

    /// Returns the name of a parameter in an expression if the type that is chosen for it has values that a column
    /// cannot have. The list of the expression's parameters begins before offset `list`.
    const fn not_kept(&self, ty: YdbType, list: usize) -> Option<usize> {
        let query = self.scope.query;
        if list == 0 || matches!(query.chosen, []) {
            return None;
        }
        let found = find!(
            i < query.number(list - 1),
            match query.chosen_type(query.names[query.number(list + i)]) {
                Some((chosen, _)) => !ty.keeps(chosen),
                None => false,
            }
        );
        match found {
            Some(i) => Some(query.number(list + i)),
            None => None,
        }
    }

    /// Returns the number of the first comparison of a conjunction that fixes or bounds a column.
    const fn finding(&self, mut nodes: List, source: usize, position: usize) -> Option<usize> {
        let code = self.scope.query.code;
        let mut number = 0;
        while nodes.left > 0 {
            let (at, kind) = (nodes.at, code[nodes.at]);
            if let code::FIXED | code::SAME | code::BOUNDED = kind {
                let (columns, by) = (List { left: code[at + 1] as usize, at: at + 2 }, at + 2 + code[at + 1] as usize);
                let by = List { left: code[by] as usize, at: by + 1 };
                // Some values do not stand in the text, and some bounds have no place.
                let has_place = match kind {
                    code::BOUNDED => code[by.at + by.left] == code::HAS_PLACE,
                    _ => !matches!(code[by.at + by.left], code::NONE | code::SHARED),
                };
                let found = match kind {
                    code::FIXED | code::SAME => columns,
                    _ => List { left: 1, ..columns },
                };
                if has_place
                    && self.finds(at, source)
                    && columns.left > 0
                    && self.columns.bits(code, found, source) & (1 << position) != 0
                    && self.are_placed(by, source)
                {
                    return Some(number);
                }
            }
            nodes = nodes.after(self.end(at));
            number += 1;
        }
        None
    }
}
