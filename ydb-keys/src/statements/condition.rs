//! Conditions on key columns that keep YDB's key order, NULL included.

use std::fmt::Write as _;

use super::statement::{Member, Params};
use crate::ddl::Name;

/// `column = $value`, true also when both are NULL.
pub(super) fn equal(member: Member, param: &str) -> String {
    let column = Name(member.name);
    match member.optional {
        false => format!("{column} = {param}"),
        true => format!("({column} = {param} OR ({column} IS NULL AND {param} IS NULL))"),
    }
}

/// `a = $a AND b = $b` over the given columns, with a parameter for each.
pub(super) fn all_equal(members: &[Member], params: &mut Params) -> String {
    let parts: Vec<String> = members
        .iter()
        .map(|member| {
            let param = params.one(member.name, *member);
            equal(*member, &param)
        })
        .collect();
    parts.join(" AND ")
}

/// `column > $value` in key order, in which NULL comes first.
fn greater(member: Member, param: &str) -> String {
    let column = Name(member.name);
    match member.optional {
        false => format!("{column} > {param}"),
        true => format!("({column} > {param} OR ({column} IS NOT NULL AND {param} IS NULL))"),
    }
}

/// `column < $value` in key order.
fn less(member: Member, param: &str) -> String {
    let column = Name(member.name);
    match member.optional {
        false => format!("{column} < {param}"),
        true => format!("({column} < {param} OR ({column} IS NULL AND {param} IS NOT NULL))"),
    }
}

/// The rows behind a key in key order, or in front of it when descending.
///
/// YDB turns a comparison of tuples in key order into a range read; NULL forces the spelled-out form.
pub(super) fn behind(members: &[Member], descending: bool, params: &mut Params) -> String {
    let names: Vec<String> =
        members.iter().map(|member| params.one(&format!("after_{}", member.name), *member)).collect();
    let further = |member: Member, param: &str| match descending {
        false => greater(member, param),
        true => less(member, param),
    };
    if let ([member], [name]) = (members, &names[..]) {
        return further(*member, name);
    }
    if members.iter().all(|member| !member.optional) {
        let columns: Vec<String> = members.iter().map(|member| Name(member.name).to_string()).collect();
        let sign = if descending { '<' } else { '>' };
        return format!("({}) {sign} ({})", columns.join(", "), names.join(", "));
    }
    let mut out = String::from("(");
    for (i, (member, name)) in members.iter().zip(&names).enumerate() {
        out.push_str(if i == 0 { "(" } else { " OR (" });
        for (before, name) in members.iter().zip(&names).take(i) {
            // Writing to a String cannot fail.
            let _ = write!(out, "{} AND ", equal(*before, name));
        }
        let _ = write!(out, "{})", further(*member, name));
    }
    out.push(')');
    out
}
