//! Tests queries that a resource pool classifier with `ACTION="reject"` refuses: the error names it, and they are never
//! repeated.

use e2e_tests::Database;
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::{ErrorKind, YdbTable, query, transact};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/rejected", primary_key(id_hash = xxh3(id), id))]
struct Row {
    id: u64,
    n: i64,
}

/// Message of YDB's `query_classifier.cpp`.
const TEXT: &str = "Request is rejected by classifier 'cl_scan' (rank=100)";

/// Makes the server refuse the next two queries.
fn refuse(database: &Database, status: Status) {
    database.faults().fail_next(2, Call::ExecuteQuery, Fault::Status(status, TEXT.into()));
}

/// Checks an error, and that exactly one query was sent.
fn check(database: &Database, error: &ydb_keys::Error, begins: &str) {
    assert_eq!(database.faults().pending(), 1, "{error}");
    database.faults().clear();
    let shown = error.to_string();
    assert!(shown.starts_with(begins), "{shown}");
    assert!(shown.contains(TEXT) && shown.contains("help: the rule 'cl_scan' (rank=100) of the "), "{shown}");
    assert!(shown.lines().next().unwrap().len() <= 120, "{shown}");
    assert_eq!((error.kind(), error.is_retryable(), error.is_unavailable()), (ErrorKind::Database, false, false));
}

#[tokio::test]
async fn a_query_is_named_and_not_repeated() {
    let database = Database::embedded_with::<Row>().await;
    let client = database.client();
    refuse(&database, Status::PreconditionFailed);
    let error = Row::scan().full_scan().count().fetch(client).await.unwrap_err();
    check(&database, &error, "table `ydb_keys_e2e/rejected`: count failed: PRECONDITION_FAILED");

    refuse(&database, Status::PreconditionFailed);
    let text = "DECLARE $n AS Int64;\n\nSELECT COUNT(*) FROM `ydb_keys_e2e/rejected`\nWHERE n > $n";
    let error = query(text).param("n", &7_i64).fetch_one::<u64>(client).await.unwrap_err();
    check(&database, &error, "query failed: PRECONDITION_FAILED");
    assert!(error.to_string().contains("\n  SELECT COUNT(*) FROM `ydb_keys_e2e/rejected`\nhelp: "), "{error}");
}

/// Tests a transaction, also with a status that allows repeating.
#[tokio::test]
async fn a_transaction_does_not_begin_again() {
    let database = Database::embedded_with::<Row>().await;
    for status in [Status::PreconditionFailed, Status::Aborted] {
        refuse(&database, status);
        let error =
            transact(database.client(), async |tx| Row::scan().full_scan().count().fetch(&tx).await).await.unwrap_err();
        check(&database, &error, "table `ydb_keys_e2e/rejected`: count failed: ");
    }
}
