//! Entries of a printed table: columns, indexes and families.

use ydb_keys::YdbType;
use ydb_yql::ast::{ColumnSpec, FamilySpec, IndexPart, IndexSpec, TypeExprKind};

use super::PrintedParts;
use super::settings::text;
use crate::live::{LiveFamily, LiveIndex, LiveIndexKind};

/// Column as `SHOW CREATE TABLE` prints it.
#[derive(Debug, PartialEq)]
pub(super) struct ShownColumn {
    pub(super) name: String,
    pub(super) ty: Option<YdbType>,
    pub(super) type_text: String,
    pub(super) family: Option<String>,
    pub(super) not_null: bool,
    pub(super) serial: bool,
    pub(super) default: Option<String>,
    /// `true` if the server computes the value.
    pub(super) generated: bool,
}

pub(super) fn column(spec: &ColumnSpec, printed: &mut PrintedParts<'_>) -> ShownColumn {
    let shown_type = match &spec.ty.kind {
        TypeExprKind::Name(name) => name.name.to_string(),
        _ => String::new(),
    };
    let (ty, serial) = column_type(&shown_type);
    if let Some(settings) = &spec.compression {
        let settings: Vec<&str> = settings.iter().map(|setting| printed.of(setting.span)).collect();
        let text = format!("{} COMPRESSION ({})", printed.of(spec.name.span), settings.join(", "));
        printed.keep(spec.name.span, text);
    }
    ShownColumn {
        name: spec.name.name.to_string(),
        ty,
        type_text: ty.map_or(shown_type, |ty| ty.to_string()),
        family: spec.family.as_ref().map(|family| family.name.to_string()),
        not_null: spec.not_null == Some(true) || serial,
        serial,
        default: spec.default.as_ref().map(|value| printed.of(value.span).to_owned()),
        generated: spec.generated,
    }
}

/// Parses a type. The second value is `true` for a serial type.
fn column_type(text: &str) -> (Option<YdbType>, bool) {
    let serial = match text.to_ascii_lowercase().as_str() {
        "serial2" | "smallserial" => Some(YdbType::Int16),
        "serial4" | "serial" => Some(YdbType::Int32),
        "serial8" | "bigserial" => Some(YdbType::Int64),
        _ => None,
    };
    (serial.or_else(|| YdbType::from_text(text)), serial.is_some())
}

pub(super) fn index(spec: &IndexSpec, printed: &mut PrintedParts<'_>) -> LiveIndex {
    let index = LiveIndex::of(spec);
    if index.kind == LiveIndexKind::Other || spec.unread.is_some() || !spec.settings.is_empty() {
        printed.keep(spec.span, printed.of(spec.span));
    }
    index
}

impl LiveIndex {
    /// Makes an index from its definition.
    #[doc(hidden)]
    pub fn of(spec: &IndexSpec) -> Self {
        let kind = match (spec.unique, spec.is_async) {
            _ if spec.local || spec.using.is_some() || spec.unread == Some(IndexPart::Kind) => LiveIndexKind::Other,
            (true, Some(true)) => LiveIndexKind::Other,
            (true, _) => LiveIndexKind::Unique,
            (false, Some(true)) => LiveIndexKind::Async,
            (false, _) => LiveIndexKind::Sync,
        };
        let names = |of: &[ydb_yql::ast::Ident]| of.iter().map(|name| name.name.to_string()).collect();
        LiveIndex {
            name: spec.name.name.to_string(),
            kind,
            on: names(&spec.columns),
            cover: names(&spec.cover),
            ready: true,
        }
    }
}

/// Reads a family: `FAMILY name (DATA = 'ssd', COMPRESSION = 'lz4', ..)`.
pub(super) fn family(spec: &FamilySpec, printed: &mut PrintedParts<'_>) -> Result<LiveFamily, String> {
    let mut family = LiveFamily { name: spec.name.name.to_string(), data: None, compression: None, cache_mode: None };
    for setting in &spec.settings {
        let mut is_known = !setting.has_more;
        match setting.key.name.to_ascii_uppercase().as_str() {
            "DATA" => family.data = Some(text(setting, printed)?),
            "COMPRESSION" => family.compression = Some(text(setting, printed)?.to_ascii_lowercase()),
            "CACHE_MODE" => family.cache_mode = Some(text(setting, printed)?),
            _ => is_known = false,
        }
        if !is_known {
            let text = format!("FAMILY {} ({})", printed.of(spec.name.span), printed.of(setting.span));
            printed.keep(setting.span, text);
        }
    }
    Ok(family)
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    /// Returns the only column of a table with this entry, and the parts that are kept as printed.
    fn shown(entry: &str) -> (ShownColumn, Vec<String>) {
        let mut shown = read(&format!("CREATE TABLE `t` ({entry}, PRIMARY KEY (`k`));")).unwrap();
        assert_eq!(shown.columns.len(), 1);
        (shown.columns.remove(0), shown.settings.other)
    }

    fn plain(name: &str, ty: YdbType) -> ShownColumn {
        ShownColumn {
            name: name.to_owned(),
            ty: Some(ty),
            type_text: ty.to_string(),
            family: None,
            not_null: false,
            serial: false,
            default: None,
            generated: false,
        }
    }

    #[test]
    fn types() {
        for ty in YdbType::PLAIN {
            assert_eq!(shown(&format!("`c` {}", ty.name())).0, plain("c", ty));
        }
        let decimal = YdbType::Decimal { precision: 22, scale: 9 };
        assert_eq!(shown("`d` Decimal(22, 9)").0, plain("d", decimal));
        for (name, ty) in [("Serial2", YdbType::Int16), ("Serial4", YdbType::Int32), ("BigSerial", YdbType::Int64)] {
            let serial = ShownColumn { not_null: true, serial: true, ..plain("n", ty) };
            assert_eq!(shown(&format!("`n` {name} NOT NULL")).0, serial);
        }
        let foreign = ShownColumn { ty: None, type_text: "pgnumeric(5)".into(), ..plain("p", YdbType::Bool) };
        assert_eq!(shown("`p` pgnumeric(5)").0, foreign);
    }

    #[test]
    fn options() {
        let (column, other) = shown("`my-col` Utf8 FAMILY `cold` NOT NULL DEFAULT 'it\\'s, (x'");
        let expected = ShownColumn {
            family: Some("cold".into()),
            not_null: true,
            default: Some("'it\\'s, (x'".into()),
            ..plain("my-col", YdbType::Utf8)
        };
        assert_eq!((column, other), (expected, vec![]));
    }

    #[test]
    fn defaults_are_kept_as_printed() {
        let default = |text: &str| shown(&format!("`c` Int64 {text}")).0.default;
        assert_eq!(default("DEFAULT -5000000000").as_deref(), Some("-5000000000"));
        assert_eq!(default("DEFAULT TRUE").as_deref(), Some("TRUE"));
        assert_eq!(default("DEFAULT NULL").as_deref(), Some("NULL"));
        assert_eq!(
            default("DEFAULT CAST('11.11' AS Decimal(22, 9))").as_deref(),
            Some("CAST('11.11' AS Decimal(22, 9))")
        );
        assert_eq!(default("DEFAULT -1.5 COMPRESSION (algorithm = lz4)").as_deref(), Some("-1.5"));
        assert_eq!(default(""), None);
    }

    /// A word that follows a value starts an option, known or not.
    #[test]
    fn options_after_those_of_a_later_release() {
        let (column, other) =
            shown("`c` Int64 MASKED (1, 'x') FAMILY `f` VISIBLE NOT NULL DEFAULT -5 ON UPDATE x NULL");
        let expected = ShownColumn {
            family: Some("f".into()),
            not_null: true,
            default: Some("-5".into()),
            ..plain("c", YdbType::Int64)
        };
        assert_eq!(
            (column, other),
            (expected, vec!["`c` MASKED (1, 'x')".to_owned(), "`c` VISIBLE".into(), "`c` ON UPDATE x".into()])
        );
        for default in ["5ul", "'a b'u", "Interval ('PT1S')", "1e+21", "CAST('1 AS' AS Decimal(22, 9))", "NULL"] {
            let (column, other) = shown(&format!("`c` Int64 DEFAULT {default} LATER 5"));
            assert_eq!((column.default.as_deref(), other), (Some(default), vec!["`c` LATER 5".to_owned()]));
        }
    }

    #[test]
    fn unknown_options_are_kept() {
        let (column, other) = shown("`v` Int16 COMPRESSION (algorithm = zstd, level = 1) NOT NULL");
        assert!(column.not_null);
        assert_eq!(other, ["`v` COMPRESSION (algorithm = zstd, level = 1)"]);
        let (column, other) = shown("`g` Int32 GENERATED ALWAYS AS (`a` + 1) STORED");
        assert!(column.generated);
        assert_eq!(other, ["`g` GENERATED ALWAYS AS (`a` + 1) STORED"]);
    }

    /// Returns the only index of a table with this entry, and the parts that are kept as printed.
    fn read_index(entry: &str) -> (LiveIndex, Vec<String>) {
        let mut shown = read(&format!("CREATE TABLE `t` ({entry}, PRIMARY KEY (`k`));")).unwrap();
        assert_eq!(shown.indexes.len(), 1);
        (shown.indexes.remove(0), shown.settings.other)
    }

    fn by_a_and_b(kind: LiveIndexKind, cover: &[&str]) -> LiveIndex {
        let cover = cover.iter().map(|&name| name.to_owned()).collect();
        LiveIndex { name: "my_index".into(), kind, on: vec!["a".into(), "b".into()], cover, ready: true }
    }

    #[test]
    fn kinds() {
        let cases = [
            ("GLOBAL SYNC", LiveIndexKind::Sync),
            ("GLOBAL", LiveIndexKind::Sync),
            ("GLOBAL ASYNC", LiveIndexKind::Async),
            ("GLOBAL UNIQUE SYNC", LiveIndexKind::Unique),
        ];
        for (words, kind) in cases {
            let (index, other) = read_index(&format!("INDEX `my_index` {words} ON (`a`, `b`)"));
            assert_eq!((index, other), (by_a_and_b(kind, &[]), vec![]), "{words}");
        }
        let (index, other) = read_index("INDEX `my_index` GLOBAL ASYNC ON (`a`, `b`) COVER (`c`, `d`)");
        assert_eq!((index, other), (by_a_and_b(LiveIndexKind::Async, &["c", "d"]), vec![]));
    }

    #[test]
    fn other_kinds_are_kept_as_printed() {
        for text in [
            "INDEX `my_index` GLOBAL USING json ON (`a`, `b`)",
            "INDEX `my_index` GLOBAL USING fulltext_relevance ON (`a`, `b`) WITH (tokenizer=standard, \
             language=\"en,ru\")",
            "INDEX `my_index` LOCAL USING min_max ON (`a`, `b`)",
            "INDEX `my_index` LOCAL USING bloom_ngram_filter ON (`a`, `b`) WITH (ngram_size=3, case_sensitive=FALSE)",
            "INDEX `my_index` GLOBAL SYNC ON (`a` DESC, `b`)",
            "INDEX `my_index` NEARBY (3, 'x') ON (`a`, `b`) COVER (`c`) LATER",
            "INDEX `my_index` GLOBAL SYNC USING vector_kmeans_tree ON (`a`, `b`) COVER (`c`) WITH (distance=cosine, \
             levels=2)",
            "INDEX `my_index` LOCAL USING bloom_filter ON (`a`, `b`)",
        ] {
            let (index, other) = read_index(text);
            let cover: &[&str] = if text.contains("COVER") { &["c"] } else { &[] };
            assert_eq!(index, by_a_and_b(LiveIndexKind::Other, cover));
            assert_eq!(other, [text]);
        }
    }

    #[test]
    fn settings_of_an_index_are_kept_as_printed() {
        let text = "INDEX `my_index` GLOBAL SYNC ON (`a`, `b`) WITH (x = 1)";
        assert_eq!(read_index(text), (by_a_and_b(LiveIndexKind::Sync, &[]), vec![text.to_owned()]));
    }
}
