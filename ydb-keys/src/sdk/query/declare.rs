//! Parameters of a query of the user's: their DECLAREs and values. Also finds out whether the query writes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use ydb::Value as SdkValue;

use super::super::failure::Effect;
use super::super::params::Request;
use super::place::{Word, is_part, settings, words};
use super::value_type::type_of;
use crate::error::Result;
use crate::statements::{KeyParams, YdbTable};
use ydb_keys_core::ddl::Name;

/// Adds to the text a DECLARE for each parameter that it does not declare.
///
/// The declarations are inserted after the settings and before the first statement, in the same line as that statement.
/// So each line of the text keeps its number.
pub(super) fn with_declarations<'t>(text: &'t str, params: &BTreeMap<String, Given>) -> Cow<'t, str> {
    if params.is_empty() {
        return Cow::Borrowed(text);
    }
    let declared = declared(text);
    let mut added = String::new();
    for (name, Given { ty, .. }) in params {
        let bare = name.trim_start_matches('$');
        let Some(ty) = ty.as_ref().filter(|_| !declared.contains(&bare)) else { continue };
        let quoted = if bare.chars().all(is_part) { bare.to_owned() } else { Name(bare).to_string() };
        added += &format!("DECLARE ${quoted} AS {ty}; ");
    }
    if added.is_empty() {
        return Cow::Borrowed(text);
    }
    let (settings, statements) = text.split_at(settings(text));
    let line = if settings.is_empty() || settings.ends_with('\n') { "" } else { "\n" };
    format!("{settings}{line}{added}{statements}").into()
}

fn declared(text: &str) -> Vec<&str> {
    let words = words(text);
    let declared =
        words.windows(3).filter(|words| words[0].text.eq_ignore_ascii_case("DECLARE") && words[1].text == "$");
    declared.map(|words| words[2].name()).collect()
}

/// First words of statements that change something.
const WRITES: [&str; 12] = [
    "INSERT", "UPSERT", "REPLACE", "UPDATE", "DELETE", "BATCH", "CREATE", "ALTER", "DROP", "TRUNCATE", "GRANT",
    "REVOKE",
];

/// First words of statements that change nothing.
const READS: [&str; 10] =
    ["SELECT", "DISCARD", "FROM", "VALUES", "DECLARE", "PRAGMA", "RETURN", "EXPLAIN", "USE", "IMPORT"];

/// Returns the effect of a text. Statements of an unknown kind, such as those in an action, may write.
pub(super) fn effect(text: &str) -> Effect {
    let words = words(text);
    let is_one_of = |word: &Word<'_>, known: &[&str]| known.iter().any(|known| word.text.eq_ignore_ascii_case(known));
    let mut effect = Effect::Reads;
    for statement in words.split(|word| word.text == ";") {
        // A SELECT may be in parentheses, and the body of a lambda has statements of its own.
        let Some(first) = statement.iter().find(|word| !["(", "}"].contains(&word.text)) else { continue };
        if is_one_of(first, &WRITES) {
            return Effect::Writes;
        }
        if first.text != "$" && !is_one_of(first, &READS) {
            effect = Effect::Unclear;
        }
    }
    effect
}

/// Value of a parameter, with its type.
#[derive(Clone, Debug)]
pub struct Given {
    /// Type to declare, if it is known.
    pub(in crate::sdk) ty: Option<String>,
    pub(in crate::sdk) value: SdkValue,
}

impl From<SdkValue> for Given {
    fn from(value: SdkValue) -> Self {
        Given { ty: type_of(&value), value }
    }
}

/// Parameters with their values: of a key, of its first columns, or any others by their names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give parameters of a query",
    label = "expected `KeyParams`, an array of names with values, or a map of them",
    note = "write `.param(\"name\", &value)` for one value, `.params([(\"ids\", param_list(&ids)?)])` for values that are made already"
)]
pub trait IntoParams {
    #[doc(hidden)]
    fn given(self) -> Result<Vec<(String, Given)>>;
}

impl IntoParams for HashMap<String, SdkValue> {
    fn given(self) -> Result<Vec<(String, Given)>> {
        Ok(self.into_iter().map(|(name, value)| (name, value.into())).collect())
    }
}

impl<N: Into<String>, const COUNT: usize> IntoParams for [(N, SdkValue); COUNT] {
    fn given(self) -> Result<Vec<(String, Given)>> {
        Ok(self.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

impl<T: YdbTable> IntoParams for &KeyParams<T> {
    fn given(self) -> Result<Vec<(String, Given)>> {
        let typed = Request::new(T::TABLE.name, self.statement()?)?.into_typed_params();
        Ok(typed.map(|(name, ty, value)| (name, Given { ty: Some(ty), value })).collect())
    }
}

impl<T: YdbTable> IntoParams for KeyParams<T> {
    fn given(self) -> Result<Vec<(String, Given)>> {
        (&self).given()
    }
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

    #[test]
    fn statements_that_only_read() {
        for text in [
            "",
            "SELECT 1",
            "-- UPSERT INTO t\nPRAGMA a; DECLARE $x AS Uint64; select update, 'delete; DELETE FROM t' FROM t;",
            "$rows = (SELECT * FROM t); (SELECT * FROM $rows) UNION ALL (SELECT * FROM u);",
            "$f = ($x) -> { $y = $x + 1; RETURN $y; }; SELECT $f(1)",
            "SELECT `a;UPSERT` FROM t",
        ] {
            assert_eq!(effect(text), Effect::Reads, "{text}");
        }
    }

    #[test]
    fn statements_that_write() {
        for text in [
            "UPSERT INTO t (a) VALUES (1); SELECT 'x' AS a",
            "SELECT 1; delete FROM t",
            "DECLARE $x AS Uint64;\n/* why */ Insert INTO t SELECT * FROM u RETURNING *",
            "BATCH UPDATE t SET a = 1",
            "DO $a(); DROP TABLE t",
        ] {
            assert_eq!(effect(text), Effect::Writes, "{text}");
        }
    }

    #[test]
    fn what_is_not_known_may_write() {
        for text in ["DEFINE ACTION $a() AS UPSERT INTO t (a) VALUES (1); END DEFINE; DO $a()", "NEWWORD t", "DO $a()"]
        {
            assert_ne!(effect(text), Effect::Reads, "{text}");
        }
    }
}
