//! YQL's keywords, and the positions where each keyword may be a name (the `keyword_*` and `id_*` rules of the
//! grammar).
//!
//! A word belongs to one group, and each position of a name excludes some groups. An example: SELECT may be an alias
//! after AS, but not a column in an expression. INDEX may be either.

/// Group of a word. It decides where the grammar lets the word be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// A word that is not a keyword.
    Plain,
    /// A keyword that is a name everywhere, even as an alias without AS.
    Alias,
    /// A keyword that is a name everywhere except as an alias without AS.
    Name,
    /// A keyword that is not a name in expressions.
    Expr,
    /// A keyword that is not a name where a schema names a table or a column.
    Table,
    /// A keyword that is not a name in a SELECT list.
    Select,
    /// The keyword `COLUMN`.
    Alter,
    /// The keyword `COMPACT`.
    In,
    /// Words of window frames.
    Window,
    /// Words of table hints.
    Hint,
    /// The keyword `WATERMARK`: a hint that may be an alias.
    Watermark,
    /// Name of a type: a name only where types are allowed too.
    Type,
    /// A keyword that is never a name.
    Reserved,
}

/// Position of a name. Each position is a rule of the grammar, and each rule excludes other groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameRule {
    /// `id`: aliases after AS, columns in lists, settings.
    Any,
    /// `id_or_type`: members, functions of modules, paths.
    AnyOrType,
    /// `id_schema`: columns and indexes in definitions.
    Schema,
    /// `id_expr`: columns and functions in expressions.
    Expr,
    /// `id_expr_in`: columns and functions in expressions, directly after IN.
    ExprIn,
    /// `id_table_or_type`: tables.
    Table,
    /// `id_without`: columns after WITHOUT.
    Without,
    /// `id_window`: windows.
    Window,
    /// `id_as_compat`: aliases without AS.
    Alias,
    /// `id_pure`: names of simple types.
    Pure,
}

impl Group {
    /// Returns the group of a word; ignores case.
    pub(super) fn of(word: &str) -> Self {
        let found = KEYWORDS.binary_search_by(|(keyword, _)| {
            let lowered = word.bytes().map(|byte| byte.to_ascii_uppercase());
            keyword.bytes().cmp(lowered)
        });
        found.map_or(Self::Plain, |at| KEYWORDS[at].1)
    }

    /// Returns `true` if a word of this group may be a name in this position.
    pub(super) fn fits(self, rule: NameRule) -> bool {
        use Group::{Alias, Alter, Expr, In, Plain, Reserved, Select, Table, Type, Watermark};
        match rule {
            _ if self == Plain => true,
            _ if self == Reserved => false,
            NameRule::Any => self != Type,
            NameRule::AnyOrType => true,
            NameRule::Schema => !matches!(self, Type | Table | Alter),
            NameRule::Expr => !matches!(self, Type | Expr | Table | Select),
            NameRule::ExprIn => !matches!(self, Type | Expr | Table | Select | In),
            NameRule::Table => !matches!(self, Table | Alter),
            NameRule::Without => !matches!(self, Type | Expr | Select),
            NameRule::Window => !matches!(self, Type | Group::Window),
            NameRule::Alias => matches!(self, Alias | Watermark),
            NameRule::Pure => false,
        }
    }
}

/// Returns `true` if a name needs no backticks as a table, as a column in an expression, and after a dot.
pub fn is_name(name: &str) -> bool {
    let group = Group::of(name);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && [NameRule::Expr, NameRule::Table, NameRule::AnyOrType].into_iter().all(|rule| group.fits(rule))
}

/// All keywords with their groups, sorted by keyword.
#[rustfmt::skip]
const KEYWORDS: &[(&str, Group)] = {
    use Group::*;
    &[
        ("ABORT", Alias), ("ACTION", Alias), ("ADD", Alias), ("AFTER", Alias), ("ALL", Select), ("ALTER", Alias),
        ("ALWAYS", Alias), ("ANALYZE", Alias), ("AND", Alias), ("ANSI", Alias), ("ANY", Table), ("ARRAY", Alias),
        ("AS", Select), ("ASC", Alias), ("ASSUME", Select), ("ASYMMETRIC", Expr), ("ASYNC", Alias), ("AT", Alias),
        ("ATTACH", Alias), ("ATTRIBUTES", Alias), ("AUTOINCREMENT", Alias), ("AUTOMAP", Reserved), ("BACKUP", Alias),
        ("BATCH", Alias), ("BEFORE", Alias), ("BEGIN", Alias), ("BERNOULLI", Alias), ("BETWEEN", Expr),
        ("BITCAST", Expr), ("BY", Alias), ("CALLABLE", Type), ("CASCADE", Alias), ("CASE", Expr), ("CAST", Expr),
        ("CHANGEFEED", Alias), ("CHECK", Alias), ("CLASSIFIER", Alias), ("COLLATE", Name), ("COLLECTION", Alias),
        ("COLUMN", Alter), ("COLUMNS", Hint), ("COMBINE", Alias), ("COMMIT", Alias), ("COMPACT", In),
        ("COMPRESSION", Alias), ("CONDITIONAL", Alias), ("CONFLICT", Alias), ("CONNECT", Alias),
        ("CONSTRAINT", Alias), ("CONSUMER", Alias), ("COVER", Alias), ("CREATE", Alias), ("CROSS", Name),
        ("CUBE", Expr), ("CURRENT", Alias), ("CURRENT_DATE", Expr), ("CURRENT_TIME", Expr),
        ("CURRENT_TIMESTAMP", Expr), ("DATA", Alias), ("DATABASE", Alias), ("DECIMAL", Alias), ("DECLARE", Alias),
        ("DEFAULT", Alias), ("DEFERRABLE", Alias), ("DEFERRED", Alias), ("DEFINE", Name), ("DELETE", Alias),
        ("DESC", Alias), ("DESCRIBE", Alias), ("DETACH", Alias), ("DICT", Type), ("DIRECTORY", Alias),
        ("DISABLE", Alias), ("DISCARD", Alias), ("DISTINCT", Select), ("DO", Name), ("DROP", Alias),
        ("DYNAMICLINEAR", Alias), ("EACH", Alias), ("ELSE", Alias), ("EMPTY", Alias), ("EMPTY_ACTION", Expr),
        ("ENCODING", Alias), ("ENCRYPTED", Alias), ("END", Alias), ("ENUM", Type), ("ERASE", Table), ("ERROR", Alias),
        ("ESCAPE", Alias), ("EVALUATE", Alias), ("EXCEPT", Select), ("EXCLUDE", Alias), ("EXCLUSION", Name),
        ("EXCLUSIVE", Alias), ("EXISTS", Expr), ("EXPLAIN", Alias), ("EXPORT", Alias), ("EXTERNAL", Alias),
        ("FAIL", Alias), ("FALSE", Reserved), ("FAMILY", Alias), ("FILTER", Alias), ("FIRST", Alias),
        ("FLATTEN", Alias), ("FLOW", Type), ("FOLLOWING", Alias), ("FOR", Alias), ("FOREIGN", Alias), ("FROM", Expr),
        ("FULL", Expr), ("FUNCTION", Alias), ("GENERATED", Alias), ("GLOB", Alias), ("GLOBAL", Alias),
        ("GRANT", Alias), ("GROUP", Alias), ("GROUPING", Alias), ("GROUPS", Window), ("HASH", Alias),
        ("HAVING", Select), ("HOP", Expr), ("IF", Alias), ("IGNORE", Alias), ("ILIKE", Alias), ("IMMEDIATE", Alias),
        ("IMPORT", Alias), ("IN", Alias), ("INCREMENT", Alias), ("INCREMENTAL", Alias), ("INDEX", Alias),
        ("INDEXED", Alias), ("INHERITS", Alias), ("INITIAL", Alias), ("INITIALLY", Alias), ("INNER", Name),
        ("INSERT", Alias), ("INSTEAD", Alias), ("INTERSECT", Select), ("INTO", Alias), ("IS", Alias),
        ("ISNULL", Name), ("JOIN", Name), ("JSON_EXISTS", Expr), ("JSON_QUERY", Expr), ("JSON_VALUE", Expr),
        ("KEY", Name), ("KILL", Alias), ("LAST", Alias), ("LEFT", Name), ("LEGACY", Alias), ("LIKE", Alias),
        ("LIMIT", Select), ("LINEAR", Alias), ("LIST", Type), ("LOCAL", Alias), ("LOGIN", Alias), ("MANAGE", Alias),
        ("MATCH", Alias), ("MATCHES", Alias), ("MATCH_RECOGNIZE", Alias), ("MATERIALIZE", Alias), ("MEASURES", Alias),
        ("MICROSECONDS", Alias), ("MILLISECONDS", Alias), ("MODIFY", Alias), ("NANOSECONDS", Alias),
        ("NATURAL", Name), ("NEXT", Alias), ("NO", Alias), ("NOLOGIN", Alias), ("NOT", Expr), ("NOTNULL", Name),
        ("NULL", Expr), ("NULLS", Alias), ("OBJECT", Alias), ("OF", Alias), ("OFFSET", Alias), ("OMIT", Alias),
        ("ON", Name), ("ONE", Alias), ("ONLY", Alias), ("OPTION", Alias), ("OPTIONAL", Type), ("OR", Alias),
        ("ORDER", Alias), ("OTHERS", Alias), ("OUTER", Name), ("OVER", Name), ("OWNER", Alias), ("PARALLEL", Alias),
        ("PARTITION", Alias), ("PASSING", Alias), ("PASSWORD", Alias), ("PAST", Alias), ("PATTERN", Alias),
        ("PER", Alias), ("PERMUTE", Alias), ("PLAN", Alias), ("POOL", Alias), ("PRAGMA", Alias), ("PRECEDING", Alias),
        ("PRESORT", Name), ("PRIMARY", Alias), ("PRIVILEGES", Alias), ("PROCESS", Expr), ("QUERY", Alias),
        ("QUEUE", Alias), ("RAISE", Alias), ("RANGE", Window), ("REBUILD", Alias), ("RECURSIVE", Alias),
        ("REDUCE", Expr), ("REFERENCES", Alias), ("REGEXP", Alias), ("REINDEX", Alias), ("RELEASE", Alias),
        ("REMOVE", Alias), ("RENAME", Alias), ("REPEATABLE", Reserved), ("REPLACE", Alias), ("REPLICATION", Alias),
        ("RESET", Alias), ("RESOURCE", Type), ("RESPECT", Alias), ("RESTART", Alias), ("RESTORE", Alias),
        ("RESTRICT", Alias), ("RESULT", Name), ("RETURN", Expr), ("RETURNING", Expr), ("REVERT", Alias),
        ("REVOKE", Alias), ("RIGHT", Name), ("RLIKE", Alias), ("ROLLBACK", Alias), ("ROLLUP", Expr), ("ROW", Alias),
        ("ROWS", Window), ("SAMPLE", Name), ("SAVEPOINT", Alias), ("SCHEMA", Hint), ("SECONDS", Alias),
        ("SECRET", Alias), ("SEEK", Alias), ("SELECT", Expr), ("SEMI", Name), ("SEQUENCE", Alias), ("SESSION", Alias),
        ("SET", Type), ("SETS", Alias), ("SHOW", Alias), ("SKIP", Alias), ("SOURCE", Alias), ("START", Alias),
        ("STATISTICS", Alias), ("STORED", Alias), ("STREAM", Table), ("STREAMING", Alias), ("STRUCT", Type),
        ("SUBQUERY", Alias), ("SUBSET", Alias), ("SYMBOLS", Alias), ("SYMLINK", Alias), ("SYMMETRIC", Expr),
        ("SYNC", Alias), ("SYSTEM", Alias), ("TABLE", Alias), ("TABLES", Alias), ("TABLESAMPLE", Alias),
        ("TABLESTORE", Alias), ("TAGGED", Type), ("TEMP", Alias), ("TEMPORARY", Alias), ("THEN", Alias),
        ("TIES", Alias), ("TO", Alias), ("TOPIC", Alias), ("TRANSACTION", Alias), ("TRANSFER", Alias),
        ("TRIGGER", Alias), ("TRUE", Reserved), ("TRUNCATE", Alias), ("TUPLE", Type), ("TYPE", Alias),
        ("UNBOUNDED", Expr), ("UNCONDITIONAL", Alias), ("UNION", Select), ("UNIQUE", Alias), ("UNKNOWN", Alias),
        ("UNMATCHED", Alias), ("UPDATE", Alias), ("UPSERT", Alias), ("USE", Alias), ("USER", Alias), ("USING", Name),
        ("VACUUM", Alias), ("VALUES", Alias), ("VARIANT", Type), ("VIEW", Name), ("VIRTUAL", Alias),
        ("WATERMARK", Watermark), ("WHEN", Expr), ("WHERE", Expr), ("WINDOW", Select), ("WITH", Name),
        ("WITHOUT", Select), ("WRAPPER", Alias), ("XOR", Alias),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Facts, Scope, Source, SourceKind};
    use crate::parse;

    /// Returns `true` if the grammar accepts a name without backticks, as a table and as a column. `CURRENT_DATE = 1`
    /// parses, but compares no column.
    fn parses(name: &str) -> bool {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_word = name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty();
        let Ok(query) = parse(&format!("SELECT t.{name} FROM {name} AS t WHERE {name} = 1")) else { return false };
        let facts = Facts::of(&query);
        let [Scope { sources, columns, .. }] = &facts.scopes[..] else { return false };
        let is_table =
            matches!(&sources[..], [Source { kind: SourceKind::Table(table), .. }] if &*table.path.name == name);
        let has = |source| columns.iter().any(|column| column.source == source && &*column.name.name == name);
        is_word && is_table && has(None) && has(Some(0))
    }

    #[test]
    fn a_name_is_what_the_grammar_takes_as_one() {
        for (keyword, _) in KEYWORDS {
            for word in [(*keyword).to_owned(), keyword.to_lowercase(), format!("{keyword}_"), format!("_{keyword}")] {
                assert_eq!(is_name(&word), parses(&word), "{word}");
            }
        }
        for letter in (0_u8..128).map(char::from).chain(['é', 'ы', '日', '\u{200b}']) {
            for name in [format!("{letter}"), format!("a{letter}"), format!("{letter}a"), format!("a{letter}b")] {
                assert_eq!(is_name(&name), parses(&name), "{name:?}");
            }
        }
    }

    #[test]
    fn what_needs_backquotes() {
        for name in ["id", "_", "a1", "Order_Id", "index", "table", "key", "data"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "1", "1a", "a-b", "a b", "a.b", "a`b", "a'b", "\"a\"", "$a", "имя", "aé", "NULL", "null"] {
            assert!(!is_name(name), "{name}");
        }
        for name in ["CURRENT_DATE", "CURRENT_TIMESTAMP", "true", "False", "select", "from", "any", "list", "struct"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
