//! Queries of the Table service: prepared, kept in the cache, and with their plans.

use std::collections::HashMap;

use prost::Message;
use tonic::transport::Channel;
use ydb_embedded::Server;
use ydb_grpc::ydb_proto::operations::Operation;
use ydb_grpc::ydb_proto::table::query_stats_collection::Mode;
use ydb_grpc::ydb_proto::table::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::table::v1::table_service_client::TableServiceClient;
use ydb_grpc::ydb_proto::table::{
    BeginTransactionRequest, BeginTransactionResult, CommitTransactionRequest, CreateSessionRequest,
    CreateSessionResult, ExecuteDataQueryRequest, ExecuteQueryResult, ExplainDataQueryRequest, ExplainQueryResult,
    OnlineModeSettings, PrepareDataQueryRequest, PrepareQueryResult, Query, QueryCachePolicy, SerializableModeSettings,
    StaleModeSettings, TransactionControl, TransactionSettings, query, transaction_settings,
};
use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId, Type as Kind};
use ydb_grpc::ydb_proto::value::Value as Field;
use ydb_grpc::ydb_proto::{Type, TypedValue, Value};

use crate::support::{channel, run, start};

/// A result, or the status and the first message of a refusal.
type Answer<T> = Result<T, (i32, String)>;

struct Session {
    tables: TableServiceClient<Channel>,
    id: String,
}

fn result<T: Message + Default>(operation: Option<Operation>) -> Answer<T> {
    let operation = operation.unwrap();
    match operation.status {
        400_000 => Ok(operation.result.map(|any| T::decode(&*any.value).unwrap()).unwrap_or_default()),
        status => Err((status, operation.issues[0].message.clone())),
    }
}

fn serializable() -> TransactionSettings {
    let mode = transaction_settings::TxMode::SerializableReadWrite(SerializableModeSettings {});
    TransactionSettings { tx_mode: Some(mode) }
}

fn begin(tx_settings: TransactionSettings, commit_tx: bool) -> Option<TransactionControl> {
    Some(TransactionControl { commit_tx, tx_selector: Some(TxSelector::BeginTx(tx_settings)) })
}

fn text(text: &str) -> Option<Query> {
    Some(Query { query: Some(query::Query::YqlText(text.to_owned())) })
}

fn by_id(id: &str) -> Option<Query> {
    Some(Query { query: Some(query::Query::Id(id.to_owned())) })
}

fn primitive(id: PrimitiveTypeId) -> Type {
    Type { r#type: Some(Kind::TypeId(id as i32)) }
}

impl Session {
    async fn open(server: &Server) -> Self {
        let mut tables = TableServiceClient::new(channel(server).await);
        let created = tables.create_session(CreateSessionRequest::default()).await.unwrap().into_inner();
        Self { tables, id: result::<CreateSessionResult>(created.operation).unwrap().session_id }
    }

    async fn prepare(&mut self, yql_text: &str) -> Answer<PrepareQueryResult> {
        let (session_id, yql_text) = (self.id.clone(), yql_text.to_owned());
        let request = PrepareDataQueryRequest { session_id, yql_text, ..Default::default() };
        result(self.tables.prepare_data_query(request).await.unwrap().into_inner().operation)
    }

    /// Runs a query in a transaction of its own, unless the request has another transaction.
    async fn execute(&mut self, query: Option<Query>, with: ExecuteDataQueryRequest) -> Answer<ExecuteQueryResult> {
        let tx_control = with.tx_control.clone().or_else(|| begin(serializable(), true));
        let request = ExecuteDataQueryRequest { session_id: self.id.clone(), query, tx_control, ..with };
        result(self.tables.execute_data_query(request).await.unwrap().into_inner().operation)
    }
}

fn number(n: i32) -> ExecuteDataQueryRequest {
    let value = Value { value: Some(Field::Int32Value(n)), ..Default::default() };
    let typed = TypedValue { r#type: Some(primitive(PrimitiveTypeId::Int32)), value: Some(value) };
    ExecuteDataQueryRequest { parameters: HashMap::from([("$n".to_owned(), typed)]), ..Default::default() }
}

fn first(result: &ExecuteQueryResult) -> Option<Field> {
    result.result_sets[0].rows[0].items[0].value.clone()
}

const SUM: &str = "DECLARE $n AS Int32; DECLARE $t AS Utf8?; SELECT $n + 1, $t";

#[tokio::test]
async fn a_prepared_query_is_run_by_its_id_in_every_session() {
    let (server, _client) = start().await;
    let mut session = Session::open(&server).await;
    let prepared = session.prepare(SUM).await.unwrap();
    assert!(prepared.query_id.starts_with("ydb://preparedqueryid/4?id="), "{}", prepared.query_id);
    let optional = |item| ydb_grpc::ydb_proto::OptionalType { item: Some(Box::new(item)) };
    let text = Type { r#type: Some(Kind::OptionalType(Box::new(optional(primitive(PrimitiveTypeId::Utf8))))) };
    let types = [("$n".to_owned(), primitive(PrimitiveTypeId::Int32)), ("$t".to_owned(), text)];
    assert_eq!(prepared.parameters_types, HashMap::from(types));
    let mut other = Session::open(&server).await;
    for session in [&mut session, &mut other] {
        let answer = session.execute(by_id(&prepared.query_id), number(4)).await.unwrap();
        assert_eq!((first(&answer), answer.query_meta), (Some(Field::Int32Value(5)), None));
    }
    let again = other.prepare(SUM).await.unwrap();
    assert_eq!(again.query_id, prepared.query_id);
}

#[tokio::test]
async fn a_prepared_query_outlives_a_change_of_its_table() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let mut session = Session::open(&server).await;
    let id = session.prepare("SELECT * FROM t").await.unwrap().query_id;
    run(&client, "ALTER TABLE t ADD COLUMN v Utf8").await;
    let answer = session.execute(by_id(&id), Default::default()).await.unwrap();
    assert_eq!(answer.result_sets[0].columns.len(), 2);
    run(&client, "DROP TABLE t").await;
    assert_eq!(session.execute(by_id(&id), Default::default()).await.unwrap_err().0, 400_070);
}

#[tokio::test]
async fn ids_that_nobody_prepared() {
    let (server, _client) = start().await;
    let mut session = Session::open(&server).await;
    let unknown = "ydb://preparedqueryid/4?id=53d9a1c3-c3d5e4c7-8c8d5b83-8b8d5b83";
    let begun = BeginTransactionRequest {
        session_id: session.id.clone(),
        tx_settings: Some(serializable()),
        ..Default::default()
    };
    let begun = session.tables.begin_transaction(begun).await.unwrap().into_inner().operation;
    let tx_id = result::<BeginTransactionResult>(begun).unwrap().tx_meta.unwrap().id;
    let within = TransactionControl { commit_tx: false, tx_selector: Some(TxSelector::TxId(tx_id.clone())) };
    let within = ExecuteDataQueryRequest { tx_control: Some(within), ..Default::default() };
    let message = "Query not found: 53d9a1c3-c3d5e4c7-8c8d5b83-8b8d5b83".to_owned();
    assert_eq!(session.execute(by_id(unknown), within).await, Err((400_140, message)));
    // The error has ended the transaction, like every error of a query.
    let commit = CommitTransactionRequest { session_id: session.id.clone(), tx_id, ..Default::default() };
    let commit = session.tables.commit_transaction(commit).await.unwrap().into_inner().operation.unwrap();
    assert_eq!(commit.status, 400_140);

    let bad = session.execute(by_id("53d9a1c3"), Default::default()).await;
    assert_eq!(bad, Err((400_010, "Unable to parse input string".to_owned())));
    let empty = session.execute(by_id(""), Default::default()).await;
    assert_eq!(empty, Err((400_010, "Empty query id".to_owned())));
}

#[tokio::test]
async fn what_cannot_be_prepared() {
    let (server, _client) = start().await;
    let mut session = Session::open(&server).await;
    assert_eq!(session.prepare("").await, Err((400_010, "Empty query text".to_owned())));
    assert_eq!(session.prepare("SELECT * FROM nowhere").await.unwrap_err().0, 400_070);
    assert_eq!(session.prepare("SELECT $undeclared").await.unwrap_err().0, 400_080);
    let create = "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))";
    let message = "Operation 'CreateTable' can't be performed in data query".to_owned();
    assert_eq!(session.prepare(create).await, Err((400_080, message.clone())));
    assert_eq!(session.execute(text(create), Default::default()).await, Err((400_080, message)));
    session.id = "ydb://session/3?node_id=1&id=gone".into();
    assert_eq!(session.prepare("SELECT 1").await.unwrap_err().0, 400_100);
    session.id.clear();
    assert_eq!(session.prepare("SELECT 1").await, Err((400_010, "Empty session id".to_owned())));
}

#[tokio::test]
async fn a_query_that_is_kept_has_an_id_and_types() {
    let (server, _client) = start().await;
    let mut session = Session::open(&server).await;
    let keep =
        ExecuteDataQueryRequest { query_cache_policy: Some(QueryCachePolicy { keep_in_cache: true }), ..number(1) };
    let meta = session.execute(text(SUM), keep).await.unwrap().query_meta.unwrap();
    assert_eq!(meta.parameters_types["$n"], primitive(PrimitiveTypeId::Int32));
    assert_eq!(first(&session.execute(by_id(&meta.id), number(8)).await.unwrap()), Some(Field::Int32Value(9)));
    assert_eq!(session.execute(text(SUM), number(1)).await.unwrap().query_meta, None);
}

#[tokio::test]
async fn warnings_come_with_the_result() {
    let (server, _client) = start().await;
    let mut session = Session::open(&server).await;
    let request = ExecuteDataQueryRequest {
        session_id: session.id.clone(),
        query: text("DECLARE $x AS String; SELECT 42;"),
        tx_control: begin(serializable(), true),
        ..Default::default()
    };
    let answer = session.tables.execute_data_query(request).await.unwrap().into_inner().operation.unwrap();
    assert_eq!((answer.status, answer.issues[0].message.as_str()), (400_000, "Symbol $x is not used"));
    assert_eq!((answer.issues.len(), answer.issues[0].severity), (1, 2));
    assert_eq!(first(&result(Some(answer)).unwrap()), Some(Field::Int32Value(42)));
}

#[tokio::test]
async fn full_statistics_have_the_plan() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let mut session = Session::open(&server).await;
    let measured = |mode: Mode| ExecuteDataQueryRequest { collect_stats: mode as i32, ..Default::default() };
    for (mode, planned) in
        [(Mode::StatsCollectionBasic, false), (Mode::StatsCollectionFull, true), (Mode::StatsCollectionProfile, true)]
    {
        let answer = session.execute(text("SELECT k FROM t WHERE k = 5"), measured(mode)).await.unwrap();
        let stats = answer.query_stats.unwrap();
        let plan = stats.query_plan;
        let is_lookup = plan.contains(r#""name":"/local/t""#) && plan.contains(r#""Iterator":"[{k: 5}]""#);
        assert_eq!(is_lookup, planned, "{plan}");
        assert_eq!(stats.query_ast.starts_with('('), planned, "{}", stats.query_ast);
    }
    let none = session.execute(text("SELECT 1"), measured(Mode::StatsCollectionNone)).await.unwrap();
    assert_eq!(none.query_stats, None);
}

#[tokio::test]
async fn a_query_is_explained_without_the_values_of_its_parameters() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let mut session = Session::open(&server).await;
    let yql_text = "DECLARE $n AS Int32; SELECT k FROM t WHERE k > $n".to_owned();
    let request = ExplainDataQueryRequest { session_id: session.id.clone(), yql_text, ..Default::default() };
    let explained = session.tables.explain_data_query(request).await.unwrap().into_inner().operation;
    let ExplainQueryResult { query_plan: plan, query_ast, .. } = result(explained).unwrap();
    assert!(query_ast.starts_with('('), "{query_ast}");
    assert!(plan.contains(r#""Name":"TableRangeScan""#) && plan.contains(r#""ReadRange":["k ($n, +∞)"]"#), "{plan}");
    let missing = session.execute(text(SUM), Default::default()).await;
    assert_eq!(missing, Err((400_010, "Missing value for parameter: $n".to_owned())));
}

#[tokio::test]
async fn online_and_stale_queries_must_commit() {
    let (server, _client) = start().await;
    let mut session = Session::open(&server).await;
    let online = transaction_settings::TxMode::OnlineReadOnly(OnlineModeSettings { allow_inconsistent_reads: false });
    let stale = transaction_settings::TxMode::StaleReadOnly(StaleModeSettings {});
    for (mode, name) in [(online, "OnlineReadOnly"), (stale, "StaleReadOnly")] {
        let settings = TransactionSettings { tx_mode: Some(mode) };
        let open = ExecuteDataQueryRequest { tx_control: begin(settings, false), ..Default::default() };
        let (status, message) = session.execute(text("SELECT 1"), open).await.unwrap_err();
        assert!(status == 400_010 && message.contains(&format!("transaction mode: {name}")), "{status} {message}");
        let single = ExecuteDataQueryRequest { tx_control: begin(settings, true), ..Default::default() };
        assert_eq!(first(&session.execute(text("SELECT 1"), single).await.unwrap()), Some(Field::Int32Value(1)));
    }
}
