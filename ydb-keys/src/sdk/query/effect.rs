//! Whether a text of YQL writes, as far as its words say so.

use super::super::failure::Effect;
use super::words::{Word, words};

/// The words with which a statement begins that changes something.
const WRITES: [&str; 12] = [
    "INSERT", "UPSERT", "REPLACE", "UPDATE", "DELETE", "BATCH", "CREATE", "ALTER", "DROP", "TRUNCATE", "GRANT",
    "REVOKE",
];

/// The words with which a statement begins that changes nothing.
const READS: [&str; 10] =
    ["SELECT", "DISCARD", "FROM", "VALUES", "DECLARE", "PRAGMA", "RETURN", "EXPLAIN", "USE", "IMPORT"];

/// What a text does. Statements of a kind that is not known, such as those in an action, may write.
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

#[cfg(test)]
mod tests {
    use super::*;

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
