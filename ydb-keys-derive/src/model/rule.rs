//! Rules by id, as `allow` names them.

use crate::rules::{Kind, RULES, Rule};

/// Whether the compiler checks a rule of this id.
pub(super) fn exists(id: &str) -> bool {
    let compiled = |kind| matches!(kind, Kind::Refused | Kind::Allowable(_) | Kind::Unless(_));
    RULES.iter().any(|rule| rule.id == id && compiled(rule.kind))
}

/// The names of the rules that `allow` can switch off.
pub(super) fn allowable() -> impl Iterator<Item = &'static str> + Clone {
    RULES.iter().flat_map(names)
}

fn names(rule: &'static Rule) -> impl Iterator<Item = &'static str> + Clone {
    let (own, parts) = match rule.kind {
        Kind::Allowable(_) => (Some(rule.id), &[][..]),
        Kind::Error(parts) => (None, parts),
        _ => (None, &[][..]),
    };
    own.into_iter().chain(parts.iter().map(|(name, _)| *name))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use ydb_keys_core::schema::allowance::Rule;

    use super::*;
    use crate::model::case::Case;

    #[test]
    fn the_table_allows_what_the_library_allows() {
        let mut table: Vec<String> = allowable().map(|id| format!("{id} {}", Case::Pascal.apply(id))).collect();
        let mut library: Vec<String> = Rule::ALL.iter().map(|rule| format!("{} {rule:?}", rule.id())).collect();
        table.sort();
        library.sort();
        assert_eq!(table, library);
    }

    /// The derive names it by the rule's id.
    #[test]
    fn the_library_can_say_whether_a_table_breaks_an_allowable_rule() -> std::io::Result<()> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/ydb-keys-core/src/schema/rules");
        let mut code = String::new();
        for file in fs::read_dir(dir)? {
            code += &fs::read_to_string(file?.path())?;
        }
        for id in allowable() {
            assert!(code.contains(&format!("pub const fn breaks_{id}(")), "no function `breaks_{id}`");
        }
        Ok(())
    }

    #[test]
    fn knows_the_rules() {
        assert!(exists("nullable_key") && exists("column_type") && exists("full_scan"));
        assert!(!exists("large_key") && !exists("too_large") && !exists("hash_differs") && !exists(""));
    }
}
