//! The rules by id. Their page is the list: a rule has a section there, and the page's table says whether it can be
//! allowed.

/// The chapter of the guide that has all rules.
const PAGE: &str = include_str!("../../rules.md");

// Where symbolic links are not checked out, it is a path.
const _: () =
    assert!(PAGE.len() > 100, "ydb-keys-derive/rules.md must be the page guide/src/rules.md, or a link to it");

/// Whether there is such a rule; what only a live database can break is not one.
pub(super) fn exists(id: &str) -> bool {
    let rules = PAGE.split("\n# In a live database").next().unwrap_or_default();
    rules.lines().any(|line| line.strip_prefix("## `").and_then(|rest| rest.strip_suffix('`')) == Some(id))
}

/// The rules that `allow` can switch off: those with "yes" in the last column, by the name that is written there if
/// there is one.
pub(super) fn allowable() -> impl Iterator<Item = &'static str> + Clone {
    PAGE.lines().filter_map(|line| {
        let (id, rest) = line.strip_prefix("| [`")?.split_once('`')?;
        let (_, last) = rest.strip_suffix(" |")?.rsplit_once(" | ")?;
        let condition = last.strip_prefix("yes")?;
        let name = condition.strip_prefix(", as `").and_then(|rest| rest.split('`').next());
        Some(name.unwrap_or(id))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use ydb_keys::schema::Rule;

    use super::*;
    use crate::model::case::Case;

    #[test]
    fn the_page_allows_what_the_library_allows() {
        let mut page: Vec<String> = allowable().map(|id| format!("{id} {}", Case::Pascal.apply(id))).collect();
        let mut library: Vec<String> = Rule::ALL.iter().map(|rule| format!("{} {rule:?}", rule.id())).collect();
        page.sort();
        library.sort();
        assert_eq!(page, library);
    }

    /// The derive names it by the rule's id.
    #[test]
    fn the_library_can_say_whether_a_table_breaks_an_allowable_rule() -> std::io::Result<()> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ydb-keys/src/schema/rules");
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
        assert!(exists("nullable_key") && exists("key_type") && exists("unbounded_scan"));
        assert!(!exists("large_key") && !exists("KeyTooLarge") && !exists(""));
    }
}
