//! Arrow batches in BulkUpsert: the batches of `tests/arrow/golden.py`, made by pyarrow, and the rows they give.

use std::collections::HashMap;

use ydb_embedded::{Behavior, Server};
use ydb_grpc::ydb_proto::formats::ArrowBatchSettings;
use ydb_grpc::ydb_proto::query::ExecuteQueryResponsePart;
use ydb_grpc::ydb_proto::table::BulkUpsertRequest;
use ydb_grpc::ydb_proto::table::bulk_upsert_request::DataFormat;
use ydb_grpc::ydb_proto::table::v1::table_service_client::TableServiceClient;
use ydb_grpc::ydb_proto::r#type::Type as Kind;
use ydb_grpc::ydb_proto::value::Value as Field;
use ydb_grpc::ydb_proto::{Type, Value};

use crate::support::{channel, parts, request};

const SUCCESS: i32 = 400_000;

/// A batch of `batches.txt`.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// Columns and key of its table.
    pub(crate) table: &'static str,
    pub(crate) schema: Vec<u8>,
    pub(crate) data: Vec<u8>,
    /// Columns that are found after the batch was loaded, with their values.
    found: Vec<(&'static str, &'static str)>,
    /// Status and text of the refusal, if the batch is refused.
    pub(crate) refused: Option<(&'static str, &'static str)>,
}

/// Returns all batches.
pub(crate) fn cases() -> Vec<Case> {
    let text = include_str!("../arrow/batches.txt");
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap();
        if word == "==" {
            let (table, schema, data) = ("", Vec::new(), Vec::new());
            cases.push(Case { name: rest, table, schema, data, found: Vec::new(), refused: None });
            continue;
        }
        let case = cases.last_mut().unwrap();
        match word {
            "table" => case.table = rest,
            "schema" => case.schema = bytes(rest),
            "batch" => case.data = bytes(rest),
            // A column of a table without rows has a name and no values after it.
            "found" => case.found.push(rest.split_once(' ').unwrap_or((rest, ""))),
            "refused" => case.refused = rest.split_once(' '),
            other => panic!("{other}"),
        }
    }
    cases
}

fn bytes(hex: &str) -> Vec<u8> {
    hex.as_bytes().chunks(2).map(|two| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap()).collect()
}

/// Returns the batch with this name.
fn case(name: &str) -> Case {
    cases().into_iter().find(|case| case.name == name).unwrap()
}

/// Runs a statement that must succeed. Returns its answer.
pub(crate) async fn query(server: &Server, text: &str) -> Vec<ExecuteQueryResponsePart> {
    let parts = parts(server, request(text, &[])).await;
    parts.iter().for_each(|part| assert_eq!(part.status, SUCCESS, "{text}: {:?}", part.issues));
    parts
}

/// Upserts a batch. Returns the status and the first message.
pub(crate) async fn upload(server: &Server, table: &str, schema: &[u8], data: &[u8]) -> (i32, String) {
    let settings = ArrowBatchSettings { schema: schema.to_vec() };
    let request = BulkUpsertRequest {
        table: table.to_owned(),
        data: data.to_vec(),
        data_format: Some(DataFormat::ArrowBatchSettings(settings)),
        ..Default::default()
    };
    let answer = TableServiceClient::new(channel(server).await).bulk_upsert(request).await.unwrap().into_inner();
    let operation = answer.operation.unwrap();
    (operation.status, operation.issues.first().map(|issue| issue.message.clone()).unwrap_or_default())
}

/// Returns the columns of the first result set, each with its values as `golden.py` writes them.
pub(crate) fn columns(parts: &[ExecuteQueryResponsePart]) -> HashMap<String, String> {
    let sets: Vec<_> = parts.iter().filter_map(|part| part.result_set.as_ref()).collect();
    let columns = sets[0].columns.iter().enumerate().map(|(place, column)| {
        let rows = sets.iter().flat_map(|set| &set.rows);
        let values: Vec<String> = rows.map(|row| shown(&row.items[place], column.r#type.as_ref().unwrap())).collect();
        (column.name.clone(), values.join(" "))
    });
    columns.collect()
}

/// Returns a value as `golden.py` writes it.
fn shown(value: &Value, ty: &Type) -> String {
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() };
    let all = |values: &[Value], types: &[&Type]| {
        let values = values.iter().zip(types.iter().cycle());
        values.map(|(value, ty)| shown(value, ty)).collect::<Vec<_>>().join(";")
    };
    let kind = ty.r#type.as_ref().unwrap();
    if let (Kind::OptionalType(optional), false) = (kind, value.value == Some(Field::NullFlagValue(0))) {
        return shown(value, optional.item.as_ref().unwrap());
    }
    match (&value.value, kind) {
        (Some(Field::NullFlagValue(_)), _) => "null".to_owned(),
        (Some(Field::BoolValue(bit)), _) => u8::from(*bit).to_string(),
        (Some(Field::Int32Value(number)), _) => number.to_string(),
        (Some(Field::Int64Value(number)), _) => number.to_string(),
        (Some(Field::Uint32Value(number)), _) => number.to_string(),
        (Some(Field::Uint64Value(number)), _) => number.to_string(),
        (Some(Field::FloatValue(number)), _) => hex(&number.to_be_bytes()),
        (Some(Field::DoubleValue(number)), _) => hex(&number.to_be_bytes()),
        (Some(Field::TextValue(text)), _) => format!("x{}", hex(text.as_bytes())),
        (Some(Field::BytesValue(bytes)), _) => format!("x{}", hex(bytes)),
        (Some(Field::Low128(low)), _) => format!("x{}{}", hex(&low.to_le_bytes()), hex(&value.high_128.to_le_bytes())),
        (None, Kind::ListType(list)) => format!("[{}]", all(&value.items, &[list.item.as_ref().unwrap()])),
        (None, Kind::TupleType(tuple)) => {
            format!("{{{}}}", all(&value.items, &tuple.elements.iter().collect::<Vec<_>>()))
        }
        (None, Kind::StructType(of)) => {
            let types: Vec<&Type> = of.members.iter().map(|member| member.r#type.as_ref().unwrap()).collect();
            format!("{{{}}}", all(&value.items, &types))
        }
        (None, Kind::VoidType(_) | Kind::EmptyListType(_) | Kind::EmptyDictType(_)) => "{}".to_owned(),
        other => panic!("{other:?}"),
    }
}

/// Loads each batch into a table of its own and compares the found values with the values that pyarrow sent.
async fn load_all(with: &str, behavior: Behavior, only: impl Fn(&Case) -> bool) {
    let server = Server::builder().behavior(behavior).start().await.unwrap();
    let mut wrong = Vec::new();
    for case in cases().iter().filter(|case| case.refused.is_none() && only(case)) {
        query(&server, &format!("CREATE TABLE t ({}){with}", case.table)).await;
        let (status, message) = upload(&server, "/local/t", &case.schema, &case.data).await;
        assert_eq!((status, message.as_str()), (SUCCESS, ""), "{}", case.name);
        let names: Vec<&str> = case.found.iter().map(|(name, _)| *name).collect();
        let key = case.table.split_once("PRIMARY KEY (").unwrap().1.trim_end_matches(')');
        let parts = query(&server, &format!("SELECT {} FROM t ORDER BY {key}", names.join(", "))).await;
        let columns = columns(&parts);
        for (name, values) in &case.found {
            if columns[*name] != *values {
                wrong.push(format!("{}: {name}\n  sent  {values}\n  found {}", case.name, columns[*name]));
            }
        }
        query(&server, "DROP TABLE t").await;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn batches_of_pyarrow_are_found_by_queries() {
    let mut behavior = Behavior::default();
    behavior.arrow_keeps_empty_strings = true;
    load_all("", behavior, |_| true).await;
}

#[tokio::test]
async fn column_tables_take_them_too() {
    // Column tables have no intervals, no DyNumber, no Uuid, and no NULL in keys.
    let names = ["numbers", "many", "many in lz4", "many in zstd", "all NULL", "a slice", "no rows", "empty strings"];
    load_all(" WITH (STORE = COLUMN)", Behavior::strict(), |case| names.contains(&case.name)).await;
}

#[tokio::test]
async fn column_tables_want_every_column() {
    let server = Server::start().await.unwrap();
    let case = case("without a column");
    query(&server, &format!("CREATE TABLE t ({}) WITH (STORE = COLUMN)", case.table)).await;
    let refused = upload(&server, "/local/t", &case.schema, &case.data).await;
    let message = "All columns are required during BulkUpsert for column table. Missing columns: u";
    assert_eq!(refused, (400_070, message.to_owned()));
}

#[tokio::test]
async fn what_is_left_out_stays_and_what_is_sent_replaces() {
    let server = Server::start().await.unwrap();
    let some = case("without a column");
    query(&server, &format!("CREATE TABLE t ({})", some.table)).await;
    query(&server, "UPSERT INTO t (k, u) VALUES (0, 'kept'u), (1, 'too'u)").await;
    assert_eq!(upload(&server, "/local/t", &some.schema, &some.data).await.0, SUCCESS);
    let found = columns(&query(&server, "SELECT u FROM t ORDER BY k").await);
    assert_eq!(found["u"], "x6b657074 x746f6f");
    let all = case("a slice");
    assert_eq!(upload(&server, "/local/t", &all.schema, &all.data).await.0, SUCCESS);
    assert_eq!(columns(&query(&server, "SELECT u FROM t ORDER BY k").await)["u"], "x61 x62");
}

#[tokio::test]
async fn asynchronous_indexes_follow() {
    let server = Server::start().await.unwrap();
    let case = case("a slice");
    let index = "INDEX by_u GLOBAL ASYNC ON (u)";
    query(&server, &format!("CREATE TABLE t ({index}, {})", case.table)).await;
    assert_eq!(upload(&server, "/local/t", &case.schema, &case.data).await.0, SUCCESS);
    assert_eq!(columns(&query(&server, "SELECT k, u FROM `t/by_u/indexImplTable` ORDER BY k").await)["u"], "x61 x62");
}

/// YDB's issue 36331.
#[tokio::test]
async fn empty_strings_at_the_end_of_a_row_table_become_null() {
    let server = Server::start().await.unwrap();
    let case = case("empty strings");
    query(&server, &format!("CREATE TABLE t ({})", case.table)).await;
    assert_eq!(upload(&server, "/local/t", &case.schema, &case.data).await.0, SUCCESS);
    let found = columns(&query(&server, "SELECT u, s FROM t ORDER BY k").await);
    // The first 32 of the 35 rows fill a block.
    let expected = format!("x null {} x null null null", vec!["x78"; 29].join(" "));
    assert_eq!((&found["u"], &found["s"]), (&expected, &expected));
}

#[tokio::test]
async fn batches_come_in_while_the_table_changes() {
    let server = Server::start().await.unwrap();
    let case = case("many");
    query(&server, &format!("CREATE TABLE t ({})", case.table)).await;
    let load = async {
        for _ in 0..100 {
            assert_eq!(upload(&server, "/local/t", &case.schema, &case.data).await, (SUCCESS, String::new()));
        }
    };
    let change = async {
        for _ in 0..25 {
            query(&server, "ALTER TABLE t ADD COLUMN x Int32").await;
            query(&server, "ALTER TABLE t DROP COLUMN x").await;
        }
    };
    tokio::join!(load, change);
    assert_eq!(columns(&query(&server, "SELECT COUNT(*) AS n, SUM(i) AS i FROM t").await)["n"], "70");
}
