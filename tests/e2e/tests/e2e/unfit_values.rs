//! Tests hand-written columns that encode NULL although they are not an `Option`, or a value of another type: every
//! write refuses the row, and none stores a zero or an empty string instead.

use e2e_tests::Database;
use ydb_keys::{Column, ErrorKind, Outcome, Value, ValueError, YdbTable, YdbType};
use ydb_keys_bulk::{Bulk as _, Format, LoadError};

/// Values that a hand-written Utf8 column encodes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Text {
    Good,
    Null,
    Number,
}

impl Column for Text {
    const INFO: ydb_keys::types::ColumnInfo = ydb_keys::types::ColumnInfo::new(&[YdbType::Utf8]);

    fn encode(&self, _: YdbType) -> Result<Value<'_>, ValueError> {
        Ok(match self {
            Text::Good => Value::Utf8("good".into()),
            Text::Null => Value::Null,
            Text::Number => Value::Uint64(7),
        })
    }

    fn decode(_: Value<'_>) -> Result<Self, ValueError> {
        Ok(Text::Good)
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/unfit", primary_key(hash = xxh3(id), id))]
struct InRows {
    id: Text,
    name: Text,
    count: u64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/unfit_columns", store = column, primary_key(id))]
struct InColumns {
    id: Text,
    name: Text,
    count: u64,
}

macro_rules! every_write_refuses {
    ($model:ident) => {
        let database = Database::with::<$model>().await;
        let connection = database.bulk().await;
        for (id, name, column, why) in [
            (Text::Good, Text::Null, "name", "unexpected NULL"),
            (Text::Good, Text::Number, "name", "expected Utf8, found Uint64"),
            (Text::Null, Text::Good, "id", "NULL"),
            (Text::Number, Text::Good, "id", "Uint64"),
        ] {
            let row = $model { id, name, count: 1 };
            let rows = [row.clone()];
            let check = |path: &str, error: &ydb_keys::Error| {
                let text = error.to_string();
                assert_eq!(
                    (error.kind(), error.outcome()),
                    (ErrorKind::InvalidValue, Outcome::NotWritten),
                    "{path}: {text}"
                );
                assert!(text.contains(&format!("`{column}`")) && text.contains(why), "{path}: {text}");
            };
            check("upsert", &row.upsert().exec(&mut database.q()).await.unwrap_err());
            check("insert", &row.insert().exec(&mut database.q()).await.unwrap_err());
            check("replace", &row.replace().exec(&mut database.q()).await.unwrap_err());
            check("upsert_many", &$model::upsert_many(&rows).exec(&mut database.q()).await.unwrap_err());
            check("bulk_upsert", &$model::bulk_upsert(&rows).exec(database.client()).await.unwrap_err());
            for format in [Format::Arrow, Format::Protobuf] {
                let mut loader = $model::loader(&connection).format(format);
                let LoadError::Rejected(rejected) = loader.push(row.clone()).await.unwrap_err() else { panic!() };
                assert_eq!(rejected.row, row);
                check(&format!("loader, {format}"), &rejected.source);
                assert_eq!(loader.finish().await.unwrap().rows, 0);
            }
            assert_eq!(database.count($model::TABLE).await, 0, "{row:?}");
        }
    };
}

#[tokio::test]
async fn a_row_table() {
    every_write_refuses!(InRows);
}

#[tokio::test]
async fn a_column_table() {
    every_write_refuses!(InColumns);
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/unfit_json", primary_key(hash = xxh3(id), id))]
struct Note {
    id: u64,
    #[ydb(type = "Json")]
    text: String,
    #[ydb(type = "JsonDocument")]
    document: Option<String>,
}

/// Tests one invalid JSON string among many rows: the error names the row, and a loader continues without it.
#[tokio::test]
async fn a_row_whose_json_is_invalid_is_named() {
    let database = Database::with::<Note>().await;
    let (client, connection) = (database.client(), database.bulk().await);
    let good = |id| Note { id, text: "{\"a\": [1, null]}".into(), document: Some("[]".into()) };
    for (wrong, column) in [
        (Note { text: "{\"a\": 1,}".into(), ..good(7) }, "text"),
        (Note { document: Some("{\"b\": 1,}".into()), ..good(7) }, "document"),
    ] {
        let rows: Vec<Note> = (0..9).map(|id| if id == 7 { wrong.clone() } else { good(id) }).collect();
        let check = |path: &str, error: &ydb_keys::Error| {
            let first =
                format!("table `ydb_keys_e2e/unfit_json`, column `{column}`: a string is not valid JSON: at byte 8\n");
            let text = error.to_string();
            assert!(text.starts_with(&first) && text.ends_with("it is in the row with key (7)"), "{path}: {text}");
            assert_eq!((error.kind(), error.key()), (ErrorKind::InvalidValue, Some("(7)")), "{path}");
        };
        check("upsert_many", &Note::upsert_many(&rows).exec(client).await.unwrap_err());
        check("bulk_upsert", &Note::bulk_upsert(&rows).exec(client).await.unwrap_err());
        let update = Note::update(7).text(wrong.text.clone()).document(wrong.document.clone());
        check("update", &update.exec(client).await.unwrap_err());
        for format in [Format::Arrow, Format::Protobuf] {
            let mut loader = Note::loader(&connection).format(format);
            for row in rows.clone() {
                let is_wrong = row.id == 7;
                match loader.push(row).await {
                    Err(LoadError::Rejected(rejected)) if is_wrong => check("loader", &rejected.source),
                    pushed => assert!(pushed.is_ok() && !is_wrong, "{format}"),
                }
            }
            assert_eq!(loader.finish().await.unwrap().rows, 8);
        }
    }
}
