//! Tests the Grafana dashboard beside the chapters: it is JSON, and shows the metrics of the chapter on production.

use std::collections::BTreeSet;
use std::fs;

use guide_tests::chapters;
use rooms_tests::source_dir;
use serde_json::Value;

/// Returns the names in the reporting source's macro calls, e.g. `histogram!("name"`.
fn reported() -> BTreeSet<String> {
    let source = fs::read_to_string(source_dir("ydb-keys/src/sdk/observe.rs")).unwrap();
    let calls = source.split("metrics::").skip(1);
    let name = |call: &str| Some(call.split_once("!(\"")?.1.split_once('"')?.0.to_owned());
    calls.filter_map(name).collect()
}

#[test]
fn the_board_shows_each_metric_and_no_other() {
    let chapters = chapters();
    let chapter = chapters.iter().find(|chapter| chapter.file == "production.md").unwrap();
    let board = fs::read_to_string(source_dir("docs/guide/src").join("grafana.json")).unwrap();
    let board: Value = serde_json::from_str(&board).unwrap();
    let panels = board["panels"].as_array().unwrap();
    let mut shown = BTreeSet::new();
    for panel in panels {
        assert!(panel["title"].is_string() && panel["gridPos"]["w"].is_u64(), "{panel}");
        assert_eq!(panel["datasource"]["uid"], "${source}");
        for target in panel["targets"].as_array().unwrap() {
            let words = target["expr"].as_str().unwrap().split(|c: char| !c.is_alphanumeric() && c != '_');
            let is_metric = |word: &&str| word.starts_with("ydb_keys_") || word.starts_with("db_client_");
            shown.extend(words.filter(is_metric).map(str::to_owned));
        }
    }
    let reported = reported();
    assert!(reported.len() >= 6, "{reported:?}");
    // Prometheus adds a suffix to the series of a histogram.
    let plain = |name: &String| {
        let name = name.trim_end_matches("_bucket").trim_end_matches("_sum");
        reported.iter().find(|metric| metric.replace('.', "_") == name).cloned()
    };
    let named: BTreeSet<String> = shown.iter().map(|name| plain(name).unwrap_or_else(|| panic!("{name}"))).collect();
    assert_eq!(named, reported);
    for name in &reported {
        assert!(chapter.text.contains(&format!("| `{name}` |")), "{name} is not in the table");
    }
}
