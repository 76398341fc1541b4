//! Conditions for the rows after, before or up to a key, in YDB's key order.
//!
//! Keys are compared column by column, and the first difference decides, so the rows after `(a, b)` are
//!
//! ```text
//! a > $a OR (a = $a AND b > $b)
//! ```
//!
//! YDB reads such a condition as a range of its table, and it knows a shorter spelling, range by range the same:
//! `(a, b) > ($a, $b)` (`ExpandTupleBinOp` in yql/essentials/core/extract_predicate). Columns that are never NULL take
//! it.
//!
//! NULL sorts before all values, but no comparison is ever true of it. So whether a value is NULL is said in the text,
//! and never asked of a parameter, else YDB would read the whole table:
//!
//! | rows | the value is not NULL | the value is NULL |
//! |---|---|---|
//! | after | `a > $a` | `a IS NOT NULL` |
//! | before | `a < $a OR a IS NULL` | none |
//! | equal | `a = $a` | `a IS NULL` |

use crate::ddl::Name;

/// A column of a key, and the parameter that it is compared with.
pub struct Side<'a> {
    /// The name of the column.
    pub name: &'a str,
    /// Whether the column takes NULL.
    pub nullable: bool,
    /// `None` where the value is NULL.
    pub param: Option<String>,
}

/// Which rows, seen from a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Those after the row with the key.
    After,
    /// Those before it.
    Before,
    /// The row with the key, and those after it.
    From,
    /// Those before it, and the row with the key.
    UpTo,
}

impl Side<'_> {
    /// `a = $a`, or `a IS NULL`.
    pub fn equal(&self) -> String {
        let column = Name(self.name);
        match &self.param {
            Some(param) => format!("{column} = {param}"),
            None => format!("{column} IS NULL"),
        }
    }

    /// The ways in which the column is after or before the value.
    fn different(&self, rows: Rows) -> Vec<String> {
        let column = Name(self.name);
        match (&self.param, rows) {
            (Some(param), Rows::After | Rows::From) => vec![format!("{column} > {param}")],
            (Some(param), _) if self.nullable => vec![format!("{column} < {param}"), format!("{column} IS NULL")],
            (Some(param), _) => vec![format!("{column} < {param}")],
            (None, Rows::After | Rows::From) => vec![format!("{column} IS NOT NULL")],
            (None, _) => Vec::new(),
        }
    }
}

/// The condition for rows, seen from the key that the sides are compared with.
pub fn condition(sides: &[Side<'_>], rows: Rows) -> String {
    match &ways(sides, rows)[..] {
        [] => "false".to_owned(),
        [way] => way.clone(),
        ways => format!("({})", ways.join(" OR ")),
    }
}

/// The ways in which columns are after or before a key.
fn ways(sides: &[Side<'_>], rows: Rows) -> Vec<String> {
    let Some((first, rest)) = sides.split_first() else { return Vec::new() };
    if let Some(params) = required(sides) {
        return vec![compared(sides, &params, rows)];
    }
    let mut ways = first.different(rows);
    match &self::ways(rest, rows)[..] {
        [] if rest.is_empty() && matches!(rows, Rows::From | Rows::UpTo) => ways.push(first.equal()),
        [] => {}
        [way] => ways.push(format!("({} AND {way})", first.equal())),
        rest => ways.push(format!("({} AND ({}))", first.equal(), rest.join(" OR "))),
    }
    ways
}

/// The parameters of columns that are never NULL.
fn required<'s>(sides: &'s [Side<'_>]) -> Option<Vec<&'s str>> {
    sides.iter().map(|side| side.param.as_deref().filter(|_| !side.nullable)).collect()
}

/// `a > $a`, or `(a, b) > ($a, $b)`.
fn compared(sides: &[Side<'_>], params: &[&str], rows: Rows) -> String {
    let sign = match rows {
        Rows::After => ">",
        Rows::Before => "<",
        Rows::From => ">=",
        Rows::UpTo => "<=",
    };
    let columns: Vec<String> = sides.iter().map(|side| Name(side.name).to_string()).collect();
    match (&columns[..], params) {
        ([column], [param]) => format!("{column} {sign} {param}"),
        _ => format!("({}) {sign} ({})", columns.join(", "), params.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns `a`, `b`, ..: `?` nullable, `0` nullable and NULL here, `!` never NULL.
    fn text(columns: &str, rows: Rows) -> String {
        let names = ["a", "b", "c"];
        let side = |(name, kind): (&&'static str, char)| Side {
            name,
            nullable: kind != '!',
            param: (kind != '0').then(|| format!("${name}")),
        };
        condition(&names.iter().zip(columns.chars()).map(side).collect::<Vec<_>>(), rows)
    }

    #[test]
    fn columns_that_are_never_null() {
        assert_eq!(text("!", Rows::After), "`a` > $a");
        assert_eq!(text("!!", Rows::After), "(`a`, `b`) > ($a, $b)");
        assert_eq!(text("!!", Rows::Before), "(`a`, `b`) < ($a, $b)");
        assert_eq!(text("!!!", Rows::UpTo), "(`a`, `b`, `c`) <= ($a, $b, $c)");
        assert_eq!(text("!!", Rows::From), "(`a`, `b`) >= ($a, $b)");
    }

    #[test]
    fn nullable_columns() {
        assert_eq!(text("?", Rows::After), "`a` > $a");
        assert_eq!(text("?", Rows::Before), "(`a` < $a OR `a` IS NULL)");
        assert_eq!(text("?", Rows::UpTo), "(`a` < $a OR `a` IS NULL OR `a` = $a)");
        assert_eq!(text("!?", Rows::Before), "(`a` < $a OR (`a` = $a AND (`b` < $b OR `b` IS NULL)))");
        assert_eq!(text("?", Rows::From), "(`a` > $a OR `a` = $a)");
        assert_eq!(text("!?", Rows::From), "(`a` > $a OR (`a` = $a AND (`b` > $b OR `b` = $b)))");
        assert_eq!(text("?!!", Rows::After), "(`a` > $a OR (`a` = $a AND (`b`, `c`) > ($b, $c)))");
    }

    #[test]
    fn null_is_before_all_values() {
        assert_eq!(text("0", Rows::After), "`a` IS NOT NULL");
        assert_eq!(text("0", Rows::Before), "false");
        assert_eq!(text("0", Rows::UpTo), "`a` IS NULL");
        assert_eq!(text("0", Rows::From), "(`a` IS NOT NULL OR `a` IS NULL)");
        assert_eq!(text("0!", Rows::From), "(`a` IS NOT NULL OR (`a` IS NULL AND `b` >= $b))");
        assert_eq!(text("0!", Rows::After), "(`a` IS NOT NULL OR (`a` IS NULL AND `b` > $b))");
        assert_eq!(text("00", Rows::Before), "false");
        assert_eq!(text("?0!", Rows::UpTo), "(`a` < $a OR `a` IS NULL OR (`a` = $a AND (`b` IS NULL AND `c` <= $c)))");
    }
}
