//! The DECLAREs of a query: those that the text has, and those of its other parameters.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::given::Given;
use super::words::{is_part, settings, words};
use ydb_keys_core::ddl::Name;

/// The text with a DECLARE for each parameter that it does not declare.
///
/// They go before the first statement and after the settings, in the line that follows them: so each line of the
/// text keeps its number.
pub(super) fn with_declarations<'t>(text: &'t str, params: &BTreeMap<String, Given>) -> Cow<'t, str> {
    if params.is_empty() {
        return Cow::Borrowed(text);
    }
    let declared = declared(text);
    let mut added = String::new();
    for (name, Given { ty, .. }) in params {
        let bare = name.trim_start_matches('$');
        let Some(ty) = ty.as_ref().filter(|_| !declared.contains(&bare)) else { continue };
        // A `String` takes all that is written.
        let _ = match bare.chars().all(is_part) {
            true => write!(added, "DECLARE ${bare} AS {ty}; "),
            false => write!(added, "DECLARE ${} AS {ty}; ", Name(bare)),
        };
    }
    let (settings, statements) = text.split_at(settings(text));
    match added.is_empty() {
        true => Cow::Borrowed(text),
        false if settings.is_empty() || settings.ends_with('\n') => format!("{settings}{added}{statements}").into(),
        false => format!("{settings}\n{added}{statements}").into(),
    }
}

/// The names of the parameters that a text declares.
fn declared(text: &str) -> Vec<&str> {
    let words = words(text);
    let declared =
        words.windows(3).filter(|words| words[0].text.eq_ignore_ascii_case("DECLARE") && words[1].text == "$");
    declared.map(|words| words[2].name()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared_in(text: &str, params: &[(&str, Option<&str>)]) -> String {
        let given = |ty: Option<&str>| Given { ty: ty.map(str::to_owned), value: ydb::Value::Null };
        let params = params.iter().map(|(name, ty)| ((*name).to_owned(), given(*ty))).collect();
        with_declarations(text, &params).into_owned()
    }

    #[test]
    fn each_parameter_is_declared_once() {
        let params = [("$a", Some("Uint64")), ("$b", Some("Utf8?"))];
        let both = "DECLARE $a AS Uint64; DECLARE $b AS Utf8?; ";
        assert_eq!(declared_in("SELECT $a, $b", &params), format!("{both}SELECT $a, $b"));
        for text in [
            "declare $a as Uint32;\nSELECT $b",
            "DECLARE /* no */ $`a` AS Uint64; SELECT 1",
            "PRAGMA x; DECLARE $ a AS Uint64;",
        ] {
            assert_eq!(declared_in(text, &params), format!("DECLARE $b AS Utf8?; {text}"));
        }
        for text in [
            "-- DECLARE $a AS Uint64;\nSELECT $a",
            "SELECT 'DECLARE $a AS Uint64', DECLARE",
            "SELECT /* DECLARE $a */ $a",
        ] {
            assert_eq!(declared_in(text, &params), format!("{both}{text}"));
        }
        let text = "DECLARE $a AS Uint64; DECLARE $b AS Utf8?; SELECT 1";
        assert_eq!(declared_in(text, &params), text);
        assert_eq!(declared_in("SELECT 1", &[]), "SELECT 1");
    }

    /// YDB reads settings only at the beginning of a text.
    #[test]
    fn settings_stay_in_front_and_lines_keep_their_numbers() {
        let params = [("$a", Some("Uint64"))];
        assert_eq!(
            declared_in("\n--!syntax_v1\n\n  PRAGMA x;\nSELECT $a", &params),
            "\n--!syntax_v1\n\nDECLARE $a AS Uint64;   PRAGMA x;\nSELECT $a"
        );
        assert_eq!(declared_in("--!syntax_v1", &params), "--!syntax_v1\nDECLARE $a AS Uint64; ");
    }

    #[test]
    fn names_that_need_quotes_have_them() {
        assert_eq!(declared_in("SELECT $`a b`", &[("$a b", Some("Bool"))]), "DECLARE $`a b` AS Bool; SELECT $`a b`");
    }

    #[test]
    fn a_value_of_unknown_type_is_not_declared() {
        assert_eq!(declared_in("SELECT $a", &[("$a", None)]), "SELECT $a");
    }
}
