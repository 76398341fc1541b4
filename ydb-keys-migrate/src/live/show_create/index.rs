//! The entry of an index.

use super::cursor::Cursor;
use crate::live::{LiveIndex, LiveIndexKind};

/// `INDEX name (GLOBAL [UNIQUE] [SYNC|ASYNC] | LOCAL) [USING kind] ON (..) [COVER (..)] [WITH (..)]`
pub(super) fn index(cursor: &mut Cursor<'_>, other: &mut Vec<String>) -> Result<LiveIndex, String> {
    let start = cursor.position();
    cursor.expect_word("INDEX")?;
    let name = cursor.name()?;
    let global = cursor.eat_word("GLOBAL");
    let unique = cursor.eat_word("UNIQUE");
    let in_background = cursor.eat_word("ASYNC");
    if !in_background {
        cursor.eat_word("SYNC");
    }
    let kind = match (global, unique, in_background) {
        (true, true, false) => LiveIndexKind::Unique,
        (true, false, true) => LiveIndexKind::Async,
        (true, false, false) => LiveIndexKind::Sync,
        _ => LiveIndexKind::Other,
    };
    let before_columns = cursor.skip_until(|at| at.is_word("ON"))?;
    cursor.expect_word("ON")?;
    let (on, is_plain) = cursor.names()?;
    let (mut cover, mut has_more) = (Vec::new(), !is_plain);
    loop {
        let start = cursor.position();
        if cursor.eat_word("COVER") {
            let (names, is_plain) = cursor.names()?;
            (cover, has_more) = (names, has_more || !is_plain);
        } else if !cursor.skip_until(|at| at.position() > start && at.is_word("COVER"))?.is_empty() {
            has_more = true;
        } else {
            break;
        }
    }
    let kind = if before_columns.is_empty() && is_plain { kind } else { LiveIndexKind::Other };
    if kind == LiveIndexKind::Other || has_more {
        other.push(cursor.between(start).to_owned());
    }
    Ok(LiveIndex { name, kind, on, cover, ready: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (LiveIndex, Vec<String>) {
        let entry = format!("{text},");
        let mut other = Vec::new();
        let index = index(&mut Cursor::new(&entry).unwrap(), &mut other).unwrap();
        (index, other)
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
            let (index, other) = read(&format!("INDEX `my_index` {words} ON (`a`, `b`)"));
            assert_eq!((index, other), (by_a_and_b(kind, &[]), vec![]), "{words}");
        }
        let (index, other) = read("INDEX `my_index` GLOBAL ASYNC ON (`a`, `b`) COVER (`c`, `d`)");
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
            let (index, other) = read(text);
            let cover: &[&str] = if text.contains("COVER") { &["c"] } else { &[] };
            assert_eq!(index, by_a_and_b(LiveIndexKind::Other, cover));
            assert_eq!(other, [text]);
        }
    }

    #[test]
    fn settings_of_an_index_are_kept_as_printed() {
        let text = "INDEX `my_index` GLOBAL SYNC ON (`a`, `b`) WITH (x = 1)";
        assert_eq!(read(text), (by_a_and_b(LiveIndexKind::Sync, &[]), vec![text.to_owned()]));
    }
}
