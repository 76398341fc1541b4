//! Tests values that are refused before they are sent: large keys and rows, times out of range, UUIDs that grow with
//! time, numbers that a JsonDocument would change.

use std::time::{Duration, SystemTime};

use crate::refusal::is;
use serde_json::json;
use uuid::Uuid;
use ydb_keys::{Error, ErrorKind, YdbTable};

#[derive(YdbTable)]
#[ydb(table = "files", primary_key(path))]
struct File {
    path: String,
    content: Vec<u8>,
    more: Option<Vec<u8>>,
}

fn file(path: usize, content: usize) -> File {
    File { path: "p".repeat(path), content: vec![0; content], more: None }
}

const MB: usize = 1024 * 1024;

#[test]
fn a_key_has_2_kb() {
    assert!(file(2048, 0).upsert().statement().is_ok());
    let error = file(2049, 0).upsert().statement().unwrap_err();
    assert!(is(&error, ErrorKind::TooLarge, &["table `files`", "has 2049 bytes", "more than 2048"]), "{error}");
    let key = error.key().unwrap();
    assert!(key.starts_with("(\"ppp") && key.ends_with('…') && key.len() < 300, "{key}");
    assert!(error.to_string().starts_with("table `files`: the key (\"ppp"), "{error}");
}

#[test]
fn the_hash_column_counts() {
    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(path), path))]
    struct Hashed {
        path: String,
    }
    assert!(Hashed { path: "p".repeat(2040) }.insert().statement().is_ok());
    let error = Hashed { path: "p".repeat(2041) }.insert().statement().unwrap_err();
    assert!(is(&error, ErrorKind::TooLarge, &["the key ", "has 2049 bytes"]), "{error}");
}

/// Tests that computed columns count for the size of a row: the hash of the key and the bucket of the index have 8 and
/// 4 bytes, the id and the owner 8 each.
#[test]
fn the_hashes_of_indexes_count_in_a_row() {
    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id), index(by_owner, on(owner_shard = xxh3(id) % 4, owner)))]
    struct Owned {
        id: u64,
        owner: u64,
        content: Vec<u8>,
    }
    let row = |content: usize| Owned { id: 1, owner: 2, content: vec![0; content] };
    assert!(row(8 * MB - 28).insert().statement().is_ok());
    let error = row(8 * MB - 27).insert().statement().unwrap_err();
    assert!(is(&error, ErrorKind::TooLarge, &["has 8388609 bytes"]), "{error}");
}

#[test]
fn a_row_has_8_mb() {
    assert!(file(1, 8 * MB - 1).upsert().statement().is_ok());
    let error = file(1, 8 * MB).upsert().statement().unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `files`: the row with key (\"p\") has 8388609 bytes, more than 8388608\nhelp: keep large values elsewhere, or split them over rows"
    );
    let rows = [file(1, 0), file(2, 8 * MB)];
    assert!(is(
        &File::upsert_many(&rows).statement(),
        ErrorKind::TooLarge,
        &["the row with key ", "has 8388610 bytes"]
    ));
    assert!(is(&File::update_many(&rows).statement(), ErrorKind::TooLarge, &["the row with key "]));
}

#[test]
fn allowances_raise_the_limits_to_those_of_ydb() {
    #[derive(YdbTable)]
    #[ydb(table = "blobs", primary_key(path))]
    #[ydb(allow(large_key, reason = "paths of archives"), allow(large_row, reason = "whole files"))]
    struct Blob {
        path: String,
        a: Vec<u8>,
        b: Vec<u8>,
    }
    let blob = |path: usize, a: usize, b: usize| Blob { path: "p".repeat(path), a: vec![0; a], b: vec![0; b] };
    assert!(blob(MB + 1024, 16 * MB, 16 * MB).replace().statement().is_ok());
    assert!(is(&blob(MB + 1025, 0, 0).replace().statement(), ErrorKind::TooLarge, &["the key ", "more than 1049600"]));
    let error = blob(1, 0, 16 * MB + 1).replace().statement().unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `blobs`, column `b`: a value has 16777217 bytes, more than the 16777216 that YDB can store\nhelp: split the value, or keep it in an object store; it is in the row with key (\"p\")"
    );
}

#[derive(YdbTable)]
#[ydb(table = "sessions", primary_key(id))]
struct Session {
    id: Uuid,
}

#[test]
fn a_uuid_that_grows_with_time_does_not_lead_a_key() {
    let id = |version: &str| Uuid::parse_str(&format!("f81d4fae-7dec-{version}1d0-a765-00a0c91e6bf6")).unwrap();
    for version in ["2", "3", "4", "5", "8"] {
        assert!(Session { id: id(version) }.upsert().statement().is_ok(), "{version}");
    }
    for (version, number) in [("1", 1), ("6", 6), ("7", 7)] {
        let session = Session { id: id(version) };
        let error = session.upsert().statement().unwrap_err();
        assert!(is(&error, ErrorKind::InvalidValue, &[&format!("it has version {number}")]), "{error}");
        assert!(error.to_string().contains(&session.id.to_string()), "{error}");
        assert!(Session::insert_many(&[session]).statement().is_err());
        // A row that exists all the same can be read and deleted.
        assert!(Session::get(id(version)).statement().is_ok());
        assert!(Session::delete(id(version)).statement().is_ok());
    }
}

#[test]
fn a_uuid_that_grows_may_stand_behind_a_hash_or_be_allowed() {
    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(id), id))]
    struct Hashed {
        id: Uuid,
    }
    #[derive(YdbTable)]
    #[ydb(primary_key(id), allow(monotonic_leading_key, reason = "ten rows a day"))]
    struct Allowed {
        id: Uuid,
    }
    #[derive(YdbTable)]
    #[ydb(primary_key(name, id))]
    struct Behind {
        name: String,
        id: Uuid,
    }
    let id = Uuid::parse_str("f81d4fae-7dec-71d0-a765-00a0c91e6bf6").unwrap();
    assert!(Hashed { id }.insert().statement().is_ok());
    assert!(Allowed { id }.insert().statement().is_ok());
    assert!(Behind { name: "a".to_owned(), id }.insert().statement().is_ok());
}

#[test]
fn a_time_out_of_range_is_refused_everywhere() {
    #[derive(YdbTable)]
    #[ydb(table = "events", primary_key(userid, at))]
    struct Event {
        #[ydb(dispersed)]
        userid: u64,
        at: SystemTime,
        #[ydb(type = "Date")]
        day: SystemTime,
        length: Option<Duration>,
    }
    let early = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    let good = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    let event = |at, day, length| Event { userid: 1, at, day, length };
    let message = "table `events`, column `at`: -1 s since 1970-01-01 is outside the range of Timestamp";
    assert_eq!(event(early, good, None).upsert().statement().unwrap_err().to_string(), message);
    assert_eq!(Event::get((1, early)).statement().unwrap_err().to_string(), message);
    assert_eq!(Event::delete((1, early)).statement().unwrap_err().to_string(), message);
    assert_eq!(Event::scan().userid(1).at(early..).statement().unwrap_err().to_string(), message);
    assert_eq!(event(early, good, None).key().unwrap_err().to_string(), message);
    assert!(is(
        &event(good, early, None).upsert().statement(),
        ErrorKind::InvalidValue,
        &["column `day`: ", "is outside the range of "]
    ));
    assert!(is(
        &Event::update((1, good)).length(Some(Duration::MAX)).statement(),
        ErrorKind::InvalidValue,
        &["column `length`: ", "is outside the range of Interval"]
    ));
}

#[test]
fn an_update_that_sets_nothing_is_refused() {
    let error = File::update("p".to_owned()).statement().unwrap_err();
    assert!(is(&error, ErrorKind::Usage, &["table `files`", "the update sets no column"]), "{error}");
}

#[test]
fn an_update_has_8_mb_too() {
    let update = |size: usize| File::update("p".to_owned()).content(vec![0; size]).statement().map(drop);
    assert!(update(8 * MB).is_ok());
    let error = update(8 * MB + 1).unwrap_err();
    assert!(
        is(&error, ErrorKind::TooLarge, &["the row with key ", "has 8388609 bytes", "more than 8388608"]),
        "{error}"
    );
}

/// Tests that a row with a large key, which another writer may have written, can be read and deleted.
#[test]
fn a_large_key_can_be_reached() {
    assert!(File::get("p".repeat(2049)).statement().is_ok());
    assert!(File::delete("p".repeat(MB + 1024)).statement().is_ok());
    let too_large = "p".repeat(MB + 1025);
    assert!(is(&File::get(too_large.clone()).statement(), ErrorKind::TooLarge, &["the key ", "more than 1049600"]));
    assert!(is(&File::get_many([too_large]).statement(), ErrorKind::TooLarge, &["the key "]));
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Counts {
    seen: u64,
    share: f64,
}

/// Raw JSON text.
#[derive(ydb_keys::YdbColumn)]
#[ydb(type = "JsonDocument")]
struct Raw(String);

#[derive(YdbTable)]
#[ydb(table = "pages", primary_key(id))]
struct Page {
    id: String,
    #[ydb(json, type = "JsonDocument")]
    counts: Counts,
    #[ydb(type = "JsonDocument")]
    any: serde_json::Value,
    raw: Option<Raw>,
    #[ydb(json)]
    exact: Counts,
}

fn page(seen: u64, any: serde_json::Value, raw: &str) -> Page {
    Page {
        id: "a".into(),
        counts: Counts { seen, share: 0.1 + 0.2 },
        any,
        raw: Some(Raw(raw.into())),
        exact: Counts { seen: u64::MAX, share: 1e300 },
    }
}

/// Tests 2^53 + 1, the first whole number that a double does not hold. A `Json` keeps its text, so it accepts the
/// number.
#[test]
fn a_number_that_a_json_document_would_change_is_refused_by_every_write() {
    const SAFE: u64 = 9_007_199_254_740_992;
    let fine = page(SAFE, json!([0.1, -9_007_199_254_740_992_i64]), "{\"9007199254740993\": \"9007199254740993\"}");
    assert!(fine.upsert().statement().is_ok());
    let wrong = |column: &str, number: &str, error: Error| {
        assert_eq!((error.table(), error.column()), (Some("pages"), Some(column)));
        let text = format!("a JsonDocument would change the number {number}\n");
        assert!(is(&error, ErrorKind::InvalidValue, &[&text]), "{error}");
    };
    for (page, column, number) in [
        (page(SAFE + 1, json!(1), "1"), "counts", "9007199254740993"),
        (page(1, json!({"a": [u64::MAX]}), "1"), "any", "18446744073709551615"),
        (page(1, json!(1), "[1, 12345678901234567.89]"), "raw", "12345678901234567.89"),
    ] {
        wrong(column, number, page.insert().statement().unwrap_err());
        wrong(column, number, page.upsert().statement().unwrap_err());
        wrong(column, number, page.replace().statement().unwrap_err());
        let rows = [page];
        wrong(column, number, Page::insert_many(&rows).statement().unwrap_err());
        wrong(column, number, Page::upsert_many(&rows).statement().unwrap_err());
        wrong(column, number, Page::replace_many(&rows).statement().unwrap_err());
        wrong(column, number, Page::update_many(&rows).statement().unwrap_err());
        wrong(column, number, ydb_keys::statements::BulkUpsert::<Page>::values(&rows[0]).unwrap_err());
    }
    let update = || Page::update("a".to_owned());
    wrong(
        "counts",
        "9007199254740993",
        update().counts(Counts { seen: SAFE + 1, share: 0.5 }).statement().unwrap_err(),
    );
    wrong(
        "raw",
        "12345678901234567890",
        update().raw(Some(Raw("12345678901234567890".into()))).statement().unwrap_err(),
    );
    assert!(update().raw(None).exact(Counts { seen: u64::MAX, share: 0.5 }).statement().is_ok());
}

#[test]
fn the_message_names_the_number_and_the_cure() {
    let error = page(u64::MAX, json!(1), "1").upsert().statement().unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `pages`, column `counts`: a JsonDocument would change the number 18446744073709551615\n\
         help: store the number as a string, or make the column `Json` (`#[ydb(type = \"Json\")]`), which keeps the \
         text; a JsonDocument stores numbers as doubles"
    );
}
