//! Parts of results that the SDK does not show: types of columns, tuples, plans, statistics, positions of errors.

use ydb_grpc::ydb_proto::query::{ExecMode, ExecuteQueryResponsePart, StatsMode};
use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId as Id, Type as Kind};
use ydb_grpc::ydb_proto::value::Value as Content;
use ydb_grpc::ydb_proto::{Type, TypedValue, Value};

use crate::support::{parts, request, run, start};

fn primitive(id: Id) -> Type {
    Type { r#type: Some(Kind::TypeId(id as i32)) }
}

fn optional(of: Type) -> Type {
    let item = Some(Box::new(of));
    Type { r#type: Some(Kind::OptionalType(Box::new(ydb_grpc::ydb_proto::OptionalType { item }))) }
}

fn bare(content: Content) -> Value {
    Value { value: Some(content), ..Default::default() }
}

fn columns(parts: &[ExecuteQueryResponsePart]) -> Vec<(String, Type)> {
    let columns = &parts[0].result_set.as_ref().unwrap().columns;
    columns.iter().map(|column| (column.name.clone(), column.r#type.clone().unwrap())).collect()
}

fn values(parts: &[ExecuteQueryResponsePart]) -> Vec<Value> {
    parts[0].result_set.as_ref().unwrap().rows[0].items.clone()
}

#[tokio::test]
async fn columns_have_their_types() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Uint64 NOT NULL, v Utf8, d Decimal(10, 2), PRIMARY KEY (k))").await;
    let reply = parts(&server, request("SELECT v, k, d, 1 AS one, k = 1 AS same, v = 'x'u AS x FROM t", &[])).await;
    let decimal = Kind::DecimalType(ydb_grpc::ydb_proto::DecimalType { precision: 10, scale: 2 });
    let wanted = [
        ("v", optional(primitive(Id::Utf8))),
        ("k", primitive(Id::Uint64)),
        ("d", optional(Type { r#type: Some(decimal) })),
        ("one", primitive(Id::Int32)),
        ("same", primitive(Id::Bool)),
        ("x", optional(primitive(Id::Bool))),
    ];
    assert_eq!(columns(&reply), wanted.map(|(name, ty)| (name.to_owned(), ty)));
    assert!(reply[0].result_set.as_ref().unwrap().rows.is_empty());
}

#[tokio::test]
async fn a_star_is_in_the_order_of_the_names() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (c Uint64 NOT NULL, a Utf8, b Int32, PRIMARY KEY (c))").await;
    let names =
        |reply: &[ExecuteQueryResponsePart]| columns(reply).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(&parts(&server, request("SELECT * FROM t", &[])).await), ["a", "b", "c"]);
    assert_eq!(names(&parts(&server, request("SELECT b, 1, a FROM t", &[])).await), ["b", "column1", "a"]);
}

#[tokio::test]
async fn tuples_and_nulls() {
    let (server, _client) = start().await;
    let reply =
        parts(&server, request("SELECT AsTuple(1, 'x', NULL) AS t, NULL AS n, Nothing(Int32?) AS o", &[])).await;
    let int = || bare(Content::Int32Value(1));
    let null = || bare(Content::NullFlagValue(0));
    let items = vec![int(), bare(Content::BytesValue(b"x".to_vec())), null()];
    assert_eq!(values(&reply), [Value { items, ..Default::default() }, null(), null()]);
    let tuple = match &columns(&reply)[0].1.r#type {
        Some(Kind::TupleType(tuple)) => tuple.elements.clone(),
        other => panic!("{other:?}"),
    };
    let null = Type { r#type: Some(Kind::NullType(0)) };
    assert_eq!(tuple, [primitive(Id::Int32), primitive(Id::String), null]);
}

#[tokio::test]
async fn tuples_are_parameters() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (a Int32 NOT NULL, b Utf8 NOT NULL, PRIMARY KEY (a, b))").await;
    run(&client, "UPSERT INTO t (a, b) VALUES (1, 'a'u), (1, 'b'u), (2, 'a'u)").await;
    let elements = vec![primitive(Id::Int32), primitive(Id::Utf8)];
    let ty = Type { r#type: Some(Kind::TupleType(ydb_grpc::ydb_proto::TupleType { elements })) };
    let items = vec![bare(Content::Int32Value(1)), bare(Content::TextValue("a".into()))];
    let after = TypedValue { r#type: Some(ty), value: Some(Value { items, ..Default::default() }) };
    let text = "DECLARE $after AS Tuple<Int32, Utf8>; SELECT a, b FROM t WHERE (a, b) > $after ORDER BY a, b LIMIT 1";
    let reply = parts(&server, request(text, &[("$after", after)])).await;
    assert_eq!(values(&reply), [bare(Content::Int32Value(1)), bare(Content::TextValue("b".into()))]);
}

#[tokio::test]
async fn dynumbers_travel_as_text() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k DyNumber, PRIMARY KEY (k))").await;
    let sent =
        TypedValue { r#type: Some(primitive(Id::Dynumber)), value: Some(bare(Content::TextValue("-12.5".into()))) };
    let upsert = parts(&server, request("UPSERT INTO t (k) VALUES ($k)", &[("$k", sent)])).await;
    assert!(upsert.iter().all(|part| part.status == 400_000), "{upsert:?}");
    let reply = parts(&server, request("SELECT CAST(k AS Utf8) AS text, k FROM t", &[])).await;
    // YDB writes the mantissa first: -.125e2 is -0.125 times 10^2.
    assert_eq!(
        values(&reply),
        [bare(Content::TextValue("-.125e2".into())), bare(Content::TextValue("-.125e2".into()))]
    );
}

#[tokio::test]
async fn dynumbers_sort_as_numbers_in_a_key() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k DyNumber, PRIMARY KEY (k))").await;
    for text in ["10", "-9", "9", "0", "-10"] {
        let content = Some(bare(Content::TextValue(text.into())));
        let sent = TypedValue { r#type: Some(primitive(Id::Dynumber)), value: content };
        parts(&server, request("UPSERT INTO t (k) VALUES ($k)", &[("$k", sent)])).await;
    }
    let reply = parts(&server, request("SELECT k FROM t ORDER BY k", &[])).await;
    let rows = reply[0].result_set.clone().unwrap().rows.into_iter().map(|row| row.items[0].value.clone().unwrap());
    let wanted = ["-.1e2", "-.9e1", "0", ".9e1", ".1e2"].map(|text| Content::TextValue(text.into()));
    assert_eq!(rows.collect::<Vec<_>>(), wanted);
}

#[tokio::test]
async fn a_plan_is_explained_and_not_run() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let explain = |text| {
        let mut request = request(text, &[]);
        request.exec_mode = ExecMode::Explain as i32;
        request
    };
    let reply = parts(&server, explain("UPSERT INTO t (k) VALUES (1); SELECT * FROM t")).await;
    let stats = reply.last().unwrap().exec_stats.clone().unwrap();
    let types = [r#""type":"FullScan""#, r#""type":"MultiUpsert""#];
    assert!(types.iter().all(|kind| stats.query_plan.contains(kind)), "{}", stats.query_plan);
    // YDB's syntax tree is an s-expression, too.
    assert!(stats.query_ast.starts_with("(\n") && stats.query_ast.ends_with(")\n"), "{}", stats.query_ast);
    assert!(reply.iter().all(|part| part.status == 400_000 && part.result_set.is_none()));
    let count = parts(&server, request("SELECT COUNT(*) FROM t", &[])).await;
    assert_eq!(values(&count), [bare(Content::Uint64Value(0))]);
    let unknown = parts(&server, explain("SELECT * FROM nothing")).await;
    assert_eq!(unknown[0].status, 400_070);
}

#[tokio::test]
async fn statistics_count_rows_per_table() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    run(&client, "UPSERT INTO t (k) VALUES (1), (2), (3)").await;
    let mut wanted = request("SELECT * FROM t WHERE k > 1", &[]);
    wanted.stats_mode = StatsMode::Basic as i32;
    let reply = parts(&server, wanted).await;
    let stats = reply.last().unwrap().exec_stats.clone().unwrap();
    let access: Vec<_> = stats.query_phases.iter().flat_map(|phase| &phase.table_access).collect();
    let reads: Vec<_> = access.iter().map(|table| (table.name.as_str(), table.reads.map(|reads| reads.rows))).collect();
    assert_eq!(reads, [("/local/t", Some(2))]);
}

#[tokio::test]
async fn errors_tell_their_place() {
    let (server, _client) = start().await;
    let reply = parts(&server, request("SELECT 1;\nSELECT 1 form Wat", &[])).await;
    let last = reply.last().unwrap();
    let position = last.issues.iter().find_map(deepest).unwrap();
    // Lines count from 1, columns from 0.
    assert_eq!((last.status, position), (400_080, (2, 14)));
}

#[tokio::test]
async fn a_query_that_runs_may_have_warnings() {
    let (server, _client) = start().await;
    // `TestIssue1872QueryWarning` of the Go SDK.
    let reply = parts(&server, request("DECLARE $x AS String; SELECT 42; SELECT 43;", &[])).await;
    let warnings: Vec<_> = reply.iter().flat_map(|part| &part.issues).collect();
    assert!(reply.iter().all(|part| part.status == 400_000));
    assert_eq!((warnings.len(), warnings[0].message.as_str()), (1, "Symbol $x is not used"));
    assert_eq!((warnings[0].issue_code, warnings[0].severity), (4527, 2));
    let silent = parts(&server, request("SELECT 42; SELECT 43;", &[])).await;
    assert!(silent.iter().all(|part| part.issues.is_empty()));
}

fn deepest(issue: &ydb_grpc::ydb_proto::issue::IssueMessage) -> Option<(u32, u32)> {
    let below = issue.issues.iter().find_map(deepest);
    below.or_else(|| issue.position.as_ref().map(|at| (at.row, at.column)))
}
