//! Tests with a sample of each error: no first line is too long, and each message says what failed before it says what
//! to do.

use ydb::{YdbError, YdbIssue, YdbStatusError};

use super::failure::Failure;
use super::{Detail, Done, Error, ErrorKind, Outcome, PageTokenError, PartlyWritten, ValueError, status};

const TABLE: &str = "shop/user_events";
const COLUMN: &str = "placed_at";

fn refused(operation_status: i32, message: &str) -> YdbError {
    let mut issue = YdbIssue::default();
    (issue.issue_code, issue.message) = (1030, message.to_owned());
    let mut answer = YdbStatusError::default();
    (answer.operation_status, answer.issues) = (operation_status, vec![issue]);
    YdbError::YdbStatusError(answer)
}

fn failure(operation_status: i32, message: &str) -> Failure {
    Failure::of(TABLE, "upsert_many", refused(operation_status, message), false)
}

fn long() -> String {
    "Type annotation: At function: KiWriteTable!: ".repeat(5)
}

fn samples() -> Vec<Detail> {
    let (table, column, key) = (TABLE, COLUMN, || "(42, \"alice\")".to_owned());
    let (owned, operation) = (|| TABLE.to_owned(), "upsert_many");
    let exists = || failure(status::PRECONDITION_FAILED, &long());
    let rows = PartlyWritten {
        written: 0..10_000,
        failed: 10_000..20_000,
        total: 25_000,
        cause: Detail::Ydb(exists()).into(),
    };
    let value = |error| Detail::Value { table, column, decoded: true, error };
    vec![
        Detail::Ydb(failure(status::SCHEME_ERROR, &format!("Cannot find table {}", long()))),
        Detail::Ydb(failure(status::OVERLOADED, "busy")),
        Detail::AlreadyExists { key: Some(key()), earlier: false, unique: vec![], failure: exists() },
        Detail::AlreadyExists { key: None, earlier: true, unique: vec!["by_number"], failure: exists() },
        Detail::PartlyWritten { table: owned(), operation, unknown: true, rows },
        Detail::ExportStopped { after: Some(key()), failure: exists() },
        Detail::Parameter { name: String::new(), ty: "Timestamp".to_owned(), source: ValueError::Null },
        Detail::Parameter { name: "since".to_owned(), ty: "Timestamp".to_owned(), source: ValueError::Null },
        value(ValueError::Null),
        value(ValueError::OutOfRange { value: "-1 s since 1970-01-01".to_owned(), ty: "Timestamp" }),
        value(ValueError::Mismatch { expected: "Timestamp64", found: "Interval64" }),
        Detail::MissingColumn { table, column, found: vec!["a".to_owned(), "b".to_owned()] },
        Detail::KeyTooLarge { table, key: key(), size: 2049, limit: 2048 },
        Detail::RowTooLarge { table, key: key(), size: 8_388_609, limit: 8_388_608 },
        Detail::CellTooLarge { table, column, key: key(), size: 16_777_217, limit: 16_777_216 },
        Detail::InexactNumber { table, column, number: "12345678901234567.89".to_owned() },
        Detail::TimeOrderedUuid { table, column, version: 7, uuid: "018bcfe5-6800-7000-8000-000000000000".to_owned() },
        Detail::AsyncIndex { table, index: "by_receiver" },
        Detail::RelativePath { table: owned(), operation: "bulk_upsert" },
        Detail::AfterOtherRows { table, column, after: "(5)".to_owned(), scan: "(0)".to_owned() },
        Detail::LimitedDelete { table },
        Detail::PageToken(PageTokenError::Malformed),
        Detail::PageToken(PageTokenError::Damaged),
        Detail::PageToken(PageTokenError::Version { found: 2, expected: 1 }),
        Detail::PageToken(PageTokenError::OtherScan { table }),
        Detail::PageToken(PageTokenError::OtherRows { table, column, token: "1".to_owned(), scan: "0".to_owned() }),
        Detail::LimitedPage { table },
        Detail::LimitedSplit { table },
        Detail::NotSplittable { table, column, cure: "help: read it with one stream".to_owned() },
        Detail::TextTooLong { table: owned(), operation, size: 10_001, limit: 10_000, instead: "write less" },
        Detail::Conflict { table: owned(), operation: "replace", key: "(1)".to_owned(), expected: 1, found: Some(2) },
        Detail::NotRepeatable { table: owned(), operation: "update" },
        Detail::RepeatedKey { table, operation, key: "(1001)".to_owned(), first: 4, second: 10_050 },
        Detail::NoReturning { table, operation: "update" },
        Detail::NotDualWritten { table, column, ty: "Timestamp64?".to_owned() },
        Detail::KeyChanged { table, key: "(1)".to_owned(), changed: "(2)".to_owned() },
        Detail::EmptyUpdate { table },
        Detail::NoRows { table, what: "a page of 0 rows" },
        Detail::InvalidJson { table, column, key: key(), at: 1_234 },
        Detail::Unread {
            table: owned(),
            operation,
            done: Done::InTransaction,
            source: Detail::MissingColumn { table, column, found: vec![] }.into(),
        },
        Detail::OtherKey {
            table,
            found: "v1: a Uint64".to_owned(),
            old: "v1: b Utf8".to_owned(),
            new: "v1: c Uint64".to_owned(),
        },
        Detail::NoVersion { table, column },
        Detail::NotCertain { table: owned(), operation, cure: "remove it" },
        Detail::InDoubt { id: "payment 4711".to_owned(), source: Detail::Ydb(exists()).into() },
        Detail::Place { row: "(alloc::string::String, u64)", at: 1, error: ValueError::Null },
        Detail::OtherColumns { row: "u64", takes: 1, found: vec!["a".to_owned(), "b".to_owned()] },
        Detail::NotOneRow { found: 3 },
        Detail::Kept { id: "payment 4711".to_owned(), source: ValueError::invalid("expected a string") },
        Detail::StaleRead { table: owned(), operation: "get_many" },
        Detail::LimitedBatch { table, operation: "batch_update" },
        Detail::NotIdempotent { table, column, read: column },
        Detail::ColumnBatch { table, operation: "batch_delete" },
        Detail::NotComposed { reason: "`300` is not a value of column `id`, a Uint8".to_owned() },
        Detail::UnknownFormat("release 9.0.0 writes format 2".to_owned()),
        Detail::Forgotten { unknown: true, source: Detail::Ydb(exists()).into() },
        Detail::NullInKey { table, column, query: format!("SELECT * FROM `{table}` WHERE `{column}` IS NULL") },
    ]
}

/// Returns the number of an error's variant. A new variant does not compile without a number, and a test fails without
/// its sample.
fn number(detail: &Detail) -> usize {
    match detail {
        Detail::Ydb(_) => 0,
        Detail::AlreadyExists { .. } => 1,
        Detail::PartlyWritten { .. } => 2,
        Detail::ExportStopped { .. } => 3,
        Detail::Parameter { .. } => 4,
        Detail::Value { .. } => 5,
        Detail::MissingColumn { .. } => 6,
        Detail::KeyTooLarge { .. } => 7,
        Detail::RowTooLarge { .. } => 8,
        Detail::CellTooLarge { .. } => 9,
        Detail::InexactNumber { .. } => 10,
        Detail::TimeOrderedUuid { .. } => 11,
        Detail::AsyncIndex { .. } => 12,
        Detail::RelativePath { .. } => 13,
        Detail::AfterOtherRows { .. } => 14,
        Detail::LimitedDelete { .. } => 15,
        Detail::PageToken(_) => 16,
        Detail::LimitedPage { .. } => 17,
        Detail::LimitedSplit { .. } => 18,
        Detail::NotSplittable { .. } => 19,
        Detail::TextTooLong { .. } => 20,
        Detail::Conflict { .. } => 21,
        Detail::NotRepeatable { .. } => 22,
        Detail::RepeatedKey { .. } => 23,
        Detail::NoReturning { .. } => 24,
        Detail::NotDualWritten { .. } => 25,
        Detail::KeyChanged { .. } => 26,
        Detail::EmptyUpdate { .. } => 27,
        Detail::NoRows { .. } => 28,
        Detail::InvalidJson { .. } => 29,
        Detail::Unread { .. } => 30,
        Detail::OtherKey { .. } => 31,
        Detail::NoVersion { .. } => 32,
        Detail::NotCertain { .. } => 33,
        Detail::InDoubt { .. } => 34,
        Detail::Place { .. } => 35,
        Detail::OtherColumns { .. } => 36,
        Detail::NotOneRow { .. } => 37,
        Detail::Kept { .. } => 38,
        Detail::StaleRead { .. } => 39,
        Detail::LimitedBatch { .. } => 40,
        Detail::NotIdempotent { .. } => 41,
        Detail::ColumnBatch { .. } => 42,
        Detail::NotComposed { .. } => 43,
        Detail::UnknownFormat(_) => 44,
        Detail::Forgotten { .. } => 45,
        Detail::NullInKey { .. } => 46,
    }
}

#[test]
fn first_lines_are_short() {
    let mut numbers: Vec<usize> = samples().iter().map(number).collect();
    numbers.dedup();
    assert_eq!(numbers, (0..47).collect::<Vec<_>>(), "each error has a sample");
    for detail in samples() {
        let error = Error::from(detail);
        let text = error.to_string();
        let first = text.lines().next().unwrap();
        assert!(first.chars().count() <= 120, "{}: {first}", first.chars().count());
        assert!(!first.starts_with("help:") && !first.ends_with(['.', ';', ':']), "{text}");
        assert!(text.lines().all(|line| line.trim() == line && !line.is_empty()), "{text}");
        assert!(text.matches("\nhelp: ").count() < 2, "{text}");
    }
}

#[test]
fn an_error_is_a_pointer() {
    fn is_shared<T: Send + Sync + Clone + std::error::Error + 'static>() {}
    is_shared::<Error>();
    assert_eq!(size_of::<super::Result<()>>(), size_of::<usize>());
}

#[test]
fn the_client_says_what_kind_it_is() {
    for (error, kind) in [
        (refused(status::UNAVAILABLE, ""), ErrorKind::Unavailable),
        (refused(status::SESSION_EXPIRED, ""), ErrorKind::Unavailable),
        (YdbError::Transport("reset".to_owned()), ErrorKind::Unavailable),
        (refused(status::OVERLOADED, ""), ErrorKind::Overloaded),
        (refused(status::TIMEOUT, ""), ErrorKind::Timeout),
        (YdbError::DeadlineExceeded, ErrorKind::Timeout),
        (refused(status::ABORTED, ""), ErrorKind::Conflict),
        (refused(status::SCHEME_ERROR, ""), ErrorKind::Schema),
        (refused(status::UNAUTHORIZED, ""), ErrorKind::AccessDenied),
        (refused(status::GENERIC_ERROR, ""), ErrorKind::Database),
        (YdbError::Custom("text".to_owned()), ErrorKind::Database),
    ] {
        let text = format!("{error:?}");
        let error = Error::from(Detail::Ydb(Failure::of(TABLE, "get", error, false)));
        assert_eq!(error.kind(), kind, "{text}");
        let away = matches!(kind, ErrorKind::Unavailable | ErrorKind::Overloaded | ErrorKind::Timeout);
        assert_eq!((error.is_unavailable(), error.is_overloaded()), (away, kind == ErrorKind::Overloaded), "{text}");
        assert_eq!(error.is_retryable(), away || kind == ErrorKind::Conflict, "{text}");
        assert!(std::error::Error::source(&error).unwrap().is::<YdbError>(), "{text}");
    }
}

/// An error of many rows answers questions with the properties of its cause.
#[test]
fn a_part_that_is_written_has_a_cause() {
    let cause = || Error::from(Detail::Ydb(failure(status::OVERLOADED, "busy")));
    for (unknown, outcome) in [(false, Outcome::PartlyWritten), (true, Outcome::Unknown)] {
        let rows = PartlyWritten { written: 0..1, failed: 1..2, total: 3, cause: cause() };
        let error =
            Error::from(Detail::PartlyWritten { table: TABLE.to_owned(), operation: "upsert_many", unknown, rows });
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::PartlyWritten, outcome));
        assert!(error.is_overloaded() && error.is_retryable() && error.ydb_error().is_some());
        assert!(std::error::Error::source(&error).unwrap().is::<Error>());
    }
}

/// Advice that a reader cannot know from YDB's message.
#[test]
fn cures_of_what_ydb_says() {
    let error = Detail::Ydb(failure(status::GENERIC_ERROR, "Unknown name: $chat"));
    assert!(error.to_string().ends_with("\nhelp: give the parameter its value: `.param(\"chat\", &value)`"));
    let error = Detail::Ydb(failure(status::SCHEME_ERROR, "Cannot find table 'db.[/local/shop/user_events]'"));
    let text = error.to_string();
    assert!(text.contains("`apply`") && text.contains("#[ydb_keys::test(Model)]"), "{text}");
    let unknown = Detail::Ydb(failure(status::SCHEME_ERROR, "Unknown table '/local/shop/user_events'")).to_string();
    assert!(unknown.contains("\nhelp: create `shop/user_events` with `apply`"), "{unknown}");
    let unfilled = |operation| {
        let said = refused(status::SCHEME_ERROR, "Missing default columns: state, opt");
        Failure::of(TABLE, operation, said, false).to_string()
    };
    for operation in ["bulk_upsert", "load"] {
        let text = unfilled(operation);
        let help = "\nhelp: YDB's BulkUpsert fills in no DEFAULT, and `shop/user_events` has `state`, `opt` with one: add it to the \
                    model, or write the rows with statements, such as `upsert_many`";
        assert!(text.ends_with(help), "{text}");
    }
    let exists = refused(status::GENERIC_ERROR, "Check failed: path: '/local/shop/user_events', error: path exist");
    let exists = Failure::of(TABLE, "create_table", exists, false).to_string();
    assert!(exists.ends_with("\nhelp: write `.if_not_exists()` to keep the table; `apply` changes it to the model"));
    let total = Detail::Value {
        table: "struct Total",
        column: "n",
        decoded: true,
        error: ValueError::Mismatch { expected: "Int64", found: "Uint64" },
    };
    let text = "struct `Total`, column `n`: expected Int64, found Uint64\nhelp: make the field `u64`, or `CAST` the expression";
    assert_eq!(total.to_string(), text);
    let missing = Detail::MissingColumn { table: "struct Total", column: "n", found: vec!["column0".to_owned()] };
    let text = "struct `Total`: the result has no column `n`\nit has `column0`\nhelp: name the expression: `AS n`";
    assert_eq!(missing.to_string(), text);
}

/// YDB has several statuses for a table that differs from its model. The query of a user may have any mistake.
#[test]
fn a_table_that_lacks_a_column() {
    for (status, said) in [
        (status::GENERIC_ERROR, "At function: KiWriteTable!: No such column: note, table: db.[/local/orders]"),
        (status::GENERIC_ERROR, "Member not found: note. Did you mean name?"),
        (status::BAD_REQUEST, "Missing not null column in input: status. All not null columns should be initialized"),
        (status::SCHEME_ERROR, "Unknown column: note"),
        (status::SCHEME_ERROR, "Required global index not found, index name: by_customer"),
    ] {
        let error = Error::from(Detail::Ydb(failure(status, said)));
        assert_eq!(error.kind(), ErrorKind::Schema, "{said}");
        let help = "\nhelp: compare the model with the table: the command `diff`; `apply` changes the table";
        assert!(error.to_string().ends_with(help), "{error}");
    }
    let query = Failure::of("", "query", refused(status::GENERIC_ERROR, "Member not found: note"), false);
    let error = Error::from(Detail::Ydb(query));
    assert_eq!(error.kind(), ErrorKind::Database);
    assert!(!error.to_string().contains("help:"), "{error}");
}

/// Errors of rows that are read by the positions of their columns.
#[test]
fn values_without_names() {
    let place = |row, error| Detail::Place { row, at: 1, error }.to_string();
    let mismatch = || ValueError::Mismatch { expected: "Int64", found: "Uint64" };
    assert_eq!(
        place("(core::option::Option<alloc::vec::Vec<u8>>, i64)", mismatch()),
        "`(Option<Vec<u8>>, i64)`, value 2: expected Int64, found Uint64\nhelp: make it `u64`, or `CAST` the expression"
    );
    assert_eq!(
        place("alloc::string::String", ValueError::Null),
        "`String`: unexpected NULL\nhelp: make it an `Option` if the column may hold NULL"
    );
    let columns = Detail::OtherColumns { row: "u64", takes: 1, found: vec!["a".to_owned(), "b".to_owned()] };
    assert_eq!(
        columns.to_string(),
        "`u64` takes 1 column, the result has 2 columns\nit has `a`, `b`\n\
         help: select as many columns, or read them by name into a struct with `#[derive(YdbRow)]`"
    );
    let none = "the query has returned no row, not one\nhelp: write `first`, which returns an `Option`";
    assert_eq!(Detail::NotOneRow { found: 0 }.to_string(), none);
}

/// Errors of writes whose result cannot be read, and what to do.
#[test]
fn what_is_done_and_cannot_be_read() {
    let source =
        || Detail::Place { row: "i32", at: 0, error: ValueError::Mismatch { expected: "Int32", found: "Utf8" } };
    let unread = |table: &str, operation, done| Detail::Unread {
        table: table.to_owned(),
        operation,
        done,
        source: source().into(),
    };
    for (done, outcome, text) in [
        (Done::Written, Outcome::Written, "the query is done, but its result cannot be read\nhelp: do not repeat it; "),
        (
            Done::Perhaps,
            Outcome::Unknown,
            "the query is done and may have written, but its result cannot be read\n\
             help: look at what is stored before you repeat it; ",
        ),
        (
            Done::InTransaction,
            Outcome::Unknown,
            "the query is a part of the transaction, but its result cannot be read\n\
             help: return the error, so that the transaction is rolled back; ",
        ),
    ] {
        let error = Error::from(unread("", "query", done));
        assert_eq!((error.kind(), error.outcome(), error.table()), (ErrorKind::Decode, outcome, None));
        let cause = "make it `String`, or `CAST` the expression\ncause: `i32`: expected Int32, found Utf8";
        assert_eq!(error.to_string(), format!("{text}{cause}"));
    }
    let of_table = unread("orders", "update", Done::Written).to_string();
    assert!(of_table.starts_with("table `orders`: the update is done, but the row that it returned cannot be read\n"));
    assert!(of_table.contains("\nhelp: do not repeat it; correct the model and read the row\ncause: "), "{of_table}");
}
