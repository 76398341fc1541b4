//! Tests page tokens of buckets: a token for 16 buckets continues with 32, and a token of another bucket function is
//! refused.

use e2e_tests::{Database, is};
use ydb_keys::{ErrorKind, PageToken, YdbTable};

const COPY: &str = "ydb_keys_e2e/bucket_tokens_new";

/// Declares models of one table with different buckets, and the conversion of a row between two of them.
macro_rules! models {
    ($($model:ident: $function:ident($($input:ident),+) % $n:tt),+ $(,)?) => {$(
        #[derive(YdbTable, Clone, Debug, PartialEq)]
        #[ydb(table = "ydb_keys_e2e/bucket_tokens", primary_key(shard = $function($($input),+) % $n, at, event_id))]
        struct $model {
            at: u64,
            event_id: u64,
            note: Option<String>,
        }

        impl From<&Old> for $model {
            fn from(row: &Old) -> Self {
                $model { at: row.at, event_id: row.event_id, note: row.note.clone() }
            }
        }
    )+};
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_tokens", primary_key(shard = xxh3(event_id) % 16, at, event_id))]
struct Old {
    at: u64,
    event_id: u64,
    note: Option<String>,
}

models! {
    New: xxh3(event_id) % 32,
    OtherFunction: numeric_hash(event_id) % 16,
    OtherInputs: xxh3(at, event_id) % 16,
}

/// Writes 200 rows with 16 buckets, and returns them in the order of the key.
async fn old_rows(database: &Database) -> Vec<Old> {
    let rows: Vec<Old> =
        (0..200).map(|id| Old { at: id / 4, event_id: id, note: (id % 2 > 0).then(|| format!("n{id}")) }).collect();
    Old::upsert_many(&rows).exec(database.client()).await.unwrap();
    rows
}

/// Tests a reader that starts anew with the new program and its old token, after the rows were copied.
#[tokio::test]
async fn a_token_goes_on_in_the_copy_with_more_buckets() {
    for descending in [false, true] {
        let database = Database::with::<Old>().await;
        let client = database.client();
        let rows = old_rows(&database).await;
        let scan = || {
            let scan = Old::scan().at(2..);
            if descending { scan.descending() } else { scan }
        };
        let mut seen = Vec::new();
        let mut token: Option<PageToken> = None;
        for _ in 0..3 {
            let page = scan().page(17, token.as_ref()).fetch(client).await.unwrap();
            seen.extend(page.rows.iter().map(New::from));
            token = page.next;
        }

        let copy: Vec<New> = rows.iter().map(New::from).collect();
        database.create_at(COPY, New::at_path(COPY).create_table().to_string()).await;
        New::at_path(COPY).upsert_many(&copy).exec(client).await.unwrap();

        let mut token: Option<PageToken> = token.map(|token| token.to_string().parse().unwrap());
        assert_eq!(seen.len(), 51);
        while let Some(next) = token {
            let scan = New::at_path(COPY).scan().at(2..);
            let scan = if descending { scan.descending() } else { scan };
            let page = scan.page(17, Some(&next)).fetch(client).await.unwrap();
            seen.extend(page.rows);
            token = page.next;
        }
        let mut expected = copy[8..].to_vec();
        if descending {
            expected.reverse();
        }
        assert_eq!(seen, expected);
    }
}

#[tokio::test]
async fn a_token_of_another_bucket_is_refused() {
    let database = Database::with::<Old>().await;
    let client = database.client();
    old_rows(&database).await;
    let token = Old::scan().full_scan().page(10, None).fetch(client).await.unwrap().next.unwrap();
    macro_rules! refused {
        ($model:ty) => {{
            let error = <$model>::scan().full_scan().page(10, Some(&token)).fetch(client).await.unwrap_err();
            let other = "table `ydb_keys_e2e/bucket_tokens`: the page token belongs to another table or scan\n";
            assert!(is(&error, ErrorKind::PageToken, &[other]), "{error}");
        }};
    }
    refused!(OtherFunction);
    refused!(OtherInputs);
}
