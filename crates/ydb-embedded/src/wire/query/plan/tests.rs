//! Compares plans with those of YDB's own tests: `ydb/tests/functional/canonical` (the section `tables` of canondata)
//! and `kqp_explain_ut.cpp`. For tests that are older than YDB's sinks for writes, the types of writes are those of
//! `kqp_query_plan.cpp`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::sync::Arc;

use serde_json::{Value, json};

use super::plan_json;
use crate::session::{Config, Engine, ExecMode, QueryRequest, TxControl};

/// Creates a database with the tables of YDB's canonical tests.
fn canonical() -> Arc<Engine> {
    with_tables(&[
        "CREATE TABLE Input1 (Group Uint32, Name String, Amount Uint64, Comment String, PRIMARY KEY (Group, Name))",
        "CREATE TABLE Input2 (Key Uint32, Value1 String, Value2 String, PRIMARY KEY (Key))",
        "CREATE TABLE Input (key Uint32, subkey Uint32, value String, PRIMARY KEY (key, subkey))",
        "CREATE TABLE InputJoin1 (Key Int32, Fk21 Int32, Fk22 String, Value String, PRIMARY KEY (Key))",
        "CREATE TABLE InputJoin2 (Key1 Int32, Key2 String, Fk3 Int32, Value String, PRIMARY KEY (Key1, Key2))",
        "CREATE TABLE InputJoin3 (Key Int32, Value String, PRIMARY KEY (Key))",
        "CREATE TABLE InputJoinIndex2 (Key1 Int32, Key2 String, Fk2 Int32, Value String, PRIMARY KEY (Key1, Key2), \
         INDEX Index GLOBAL ON (Fk2))",
    ])
}

/// Creates a database with tables of `kqp_ut_common.cpp`.
fn common() -> Arc<Engine> {
    with_tables(&[
        "CREATE TABLE KeyValue (Key Uint64, Value String, PRIMARY KEY (Key))",
        "CREATE TABLE EightShard (Key Uint64, Text String, Data Int32, PRIMARY KEY (Key))",
        "CREATE TABLE TwoKeys (Key1 Int32, Key2 Int32, Value Int64, PRIMARY KEY (Key1, Key2))",
        "CREATE TABLE Logs (App Utf8, Ts Int64, Host Utf8, Message Utf8, PRIMARY KEY (App, Ts, Host))",
    ])
}

fn with_tables(statements: &[&str]) -> Arc<Engine> {
    let engine = Engine::new(Config::default());
    for text in statements {
        let mut execution = engine.execute(request(text, ExecMode::Execute)).unwrap();
        while execution.next().unwrap().is_some() {}
    }
    engine
}

fn request(text: &str, mode: ExecMode) -> QueryRequest {
    let (params, tx) = (Default::default(), TxControl::Implicit);
    QueryRequest { session: None, text: text.to_owned(), params, tx, mode }
}

fn plan(engine: &Arc<Engine>, text: &str) -> Value {
    let execution = engine.execute(request(text, ExecMode::Explain)).unwrap_or_else(|error| panic!("{text}\n{error}"));
    serde_json::from_str(&plan_json(&execution.planned())).unwrap()
}

/// Finds all objects of a plan that have this value.
fn find<'p>(plan: &'p Value, key: &str, value: &str) -> Vec<&'p Value> {
    let mut found = Vec::new();
    if plan[key] == value {
        found.push(plan);
    }
    let below: Box<dyn Iterator<Item = &Value>> = match plan {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(members) => Box::new(members.values()),
        _ => return found,
    };
    below.for_each(|below| found.extend(find(below, key, value)));
    found
}

/// Finds the only object in the section `Plan` that has this value.
#[track_caller]
fn only<'p>(plan: &'p Value, key: &str, value: &str) -> &'p Value {
    let found = find(&plan["Plan"], key, value);
    assert_eq!(found.len(), 1, "{key} = {value} in {plan:#}");
    found[0]
}

#[test]
fn tables_are_those_of_the_canonical_plans() {
    let engine = canonical();
    let read = |read: Value, name: &str| json!([{ "name": format!("/local/{name}"), "reads": [read] }]);
    let all = json!(["Amount", "Comment", "Group", "Name"]);
    let cases = [
        // pk_predicate_point
        (
            "SELECT * FROM Input1 WHERE Group = 1 LIMIT 1001",
            read(
                json!({ "type": "Scan", "columns": all, "limit": "1001", "lookup_by": ["Group (1)"], "scan_by": ["Name (-∞, +∞)"] }),
                "Input1",
            ),
        ),
        // pk_predicate_equi_multi_rp
        (
            "SELECT * FROM Input1 WHERE Group = 1 AND Name = 'Name1' OR Group = 4 AND Name = 'Name4'",
            read(
                json!({
                    "type": "Scan",
                    "columns": all,
                    "scan_by": ["Group [1, 1]", "Name [Name1, Name1]", "Group [4, 4]", "Name [Name4, Name4]"],
                }),
                "Input1",
            ),
        ),
        // pk_predicate_in
        (
            "SELECT * FROM Input2 WHERE Key IN (1, 3, 7, 9, 11) LIMIT 1001",
            read(
                json!({
                    "type": "Scan",
                    "columns": ["Key", "Value1", "Value2"],
                    "limit": "1001",
                    "scan_by": ["Key [1, 1]", "Key [3, 3]", "Key [7, 7]", "Key [9, 9]", "Key [11, 11]"],
                }),
                "Input2",
            ),
        ),
        // index_predicate_point. A lookup names its columns since it is a stream.
        (
            "SELECT * FROM InputJoinIndex2 VIEW Index WHERE Fk2 = 105 LIMIT 1001",
            json!([
                {
                    "name": "/local/InputJoinIndex2",
                    "reads": [{
                        "type": "Lookup",
                        "columns": ["Fk2", "Key1", "Key2", "Value"],
                        "lookup_by": ["Key1", "Key2"],
                    }],
                },
                {
                    "name": "/local/InputJoinIndex2/Index/indexImplTable",
                    "reads": [{
                        "type": "Scan",
                        "columns": ["Key1", "Key2"],
                        "limit": "1001",
                        "lookup_by": ["Fk2 (105)"],
                        "scan_by": ["Key1 (-∞, +∞)", "Key2 (-∞, +∞)"],
                    }],
                },
            ]),
        ),
        // join_to_idx_lookup_inner
        (
            "SELECT t1.Value, t3.Value AS v FROM InputJoin1 AS t1 JOIN InputJoin2 AS t2 ON t1.Fk21 = t2.Key1 AND \
             t1.Fk22 = t2.Key2 JOIN InputJoin3 AS t3 ON t2.Fk3 = t3.Key",
            json!([
                {
                    "name": "/local/InputJoin1",
                    "reads": [{ "type": "FullScan", "columns": ["Fk21", "Fk22", "Value"], "scan_by": ["Key (-∞, +∞)"] }],
                },
                {
                    "name": "/local/InputJoin2",
                    "reads": [{ "type": "Lookup", "columns": ["Fk3", "Key1", "Key2"], "lookup_by": ["Key1", "Key2"] }],
                },
                {
                    "name": "/local/InputJoin3",
                    "reads": [{ "type": "Lookup", "columns": ["Key", "Value"], "lookup_by": ["Key"] }],
                },
            ]),
        ),
        // write_update
        (
            "UPDATE Input1 SET Amount = -Amount WHERE Group = 1",
            json!([{
                "name": "/local/Input1",
                "reads": [{
                    "type": "Scan",
                    "columns": ["Amount", "Group", "Name"],
                    "lookup_by": ["Group (1)"],
                    "scan_by": ["Name (-∞, +∞)"],
                }],
                "writes": [{ "type": "MultiUpdate", "columns": ["Amount", "Group", "Name"] }],
            }]),
        ),
        // write_delete_on
        (
            "DELETE FROM Input ON SELECT * FROM Input",
            json!([{
                "name": "/local/Input",
                "reads": [{
                    "type": "FullScan",
                    "columns": ["key", "subkey", "value"],
                    "scan_by": ["key (-∞, +∞)", "subkey (-∞, +∞)"],
                }],
                "writes": [{ "type": "MultiErase" }],
            }]),
        ),
        // write_replace: columns without values are written, too.
        (
            "REPLACE INTO Input1 (Group, Name) VALUES (1u, 'x')",
            json!([{
                "name": "/local/Input1",
                "writes": [{ "type": "MultiReplace", "columns": all }],
            }]),
        ),
        // write_insert
        (
            "INSERT INTO Input (key, subkey, value) VALUES (3u, 3u, 'three'); UPSERT INTO Input2 (Key) VALUES (1u)",
            json!([
                {
                    "name": "/local/Input",
                    "writes": [{ "type": "MultiInsert", "columns": ["key", "subkey", "value"] }],
                },
                { "name": "/local/Input2", "writes": [{ "type": "MultiUpsert", "columns": ["Key"] }] },
            ]),
        ),
        // explain.script: a change of the schema has no plan.
        ("CREATE TABLE New (Key Uint64, PRIMARY KEY (Key))", json!([])),
    ];
    for (text, expected) in cases {
        assert_eq!(plan(&engine, text)["tables"], expected, "{text}");
    }
}

/// `explain.script` of the canonical tests, without the parts that divide the aggregation among nodes.
#[test]
fn an_aggregation_over_a_full_scan() {
    let plan = plan(&canonical(), "SELECT COUNT(*) FROM Input2");
    let scan = json!({
        "Name": "TableFullScan",
        "Inputs": [],
        "ReadColumns": null,
        "ReadRanges": ["Key (-∞, +∞)"],
        "ReadRangesPointPrefixLen": "0",
        "Table": "Input2",
        "Path": "/local/Input2",
    });
    let scan = json!({ "Node Type": "TableFullScan", "PlanNodeId": 1, "Tables": ["Input2"], "Operators": [scan] });
    let aggregate = json!({
        "Node Type": "Aggregate",
        "PlanNodeId": 2,
        "Operators": [{ "Name": "Aggregate", "Inputs": [{ "ExternalPlanNodeId": 1 }] }],
        "Plans": [scan],
    });
    let result =
        json!({ "Node Type": "ResultSet", "PlanNodeType": "ResultSet", "PlanNodeId": 3, "Plans": [aggregate] });
    assert_eq!(plan["meta"], json!({ "type": "query", "version": "0.2" }));
    assert_eq!(plan["Plan"], json!({ "Node Type": "Query", "PlanNodeType": "Query", "Plans": [result] }));
    // `TQueryPlanReconstructor`: operators without their inputs.
    let simplified = &plan["SimplifiedPlan"]["Plans"][0]["Plans"][0];
    assert_eq!(simplified["Operators"], json!([{ "Name": "Aggregate" }]));
    assert_eq!(simplified["Plans"][0]["Node Type"], "TableFullScan");
    assert_eq!(simplified["Plans"][0]["Operators"][0].get("Inputs"), None);
}

/// `Predicates` of `kqp_explain_ut.cpp`.
#[test]
fn predicates_have_the_texts_of_ydb() {
    let engine = common();
    for (condition, expected) in [
        ("Value > 5 And Value <= 10", "item.Value > 5 And item.Value <= 10"),
        ("Key2 < 100 Or Value == 5", "item.Key2 < 100 Or item.Value == 5"),
        ("Key2 < 100 And Key2 >= 10 And Value != 5", "item.Key2 < 100 And item.Key2 >= 10 And item.Value != 5"),
        ("Key2 < 10 Or Cast(Key2 As Int64) < Value", "item.Key2 < 10 Or item.Key2 < item.Value"),
        // Conditions that the ranges imply are not checked again (`PrunedLambda`).
        ("Key1 = 1 AND Value = 5", "item.Value == 5"),
        ("Key1 > 1 AND Key2 = 5", "item.Key2 == 5"),
        // `PrettyExprStr`
        (
            "(Value + 1) * 2 - 3 > Key2 AND Value IS NOT NULL",
            "(item.Value + 1) * 2 - 3 > item.Key2 And Exist(item.Value)",
        ),
    ] {
        let plan = plan(&engine, &format!("SELECT * FROM TwoKeys WHERE {condition}"));
        assert_eq!(only(&plan, "Name", "Filter")["Predicate"], *expected, "{condition}");
    }
    for implied in
        ["Key1 = 1", "Key1 IN (1, 2) AND Key2 > 5", "(Key1, Key2) > (1, 2)", "Key1 != 5", "Key1 = 1 OR Key1 > 5"]
    {
        let plan = plan(&engine, &format!("SELECT * FROM TwoKeys WHERE {implied}"));
        assert_eq!(find(&plan, "Name", "Filter"), Vec::<&Value>::new(), "{implied}");
    }
}

/// `FewEffects` of `kqp_explain_ut.cpp`, with sinks.
#[test]
fn a_few_effects() {
    let plan = plan(
        &common(),
        "UPDATE EightShard SET Data = Data + 1; UPDATE EightShard SET Data = Data - 1 WHERE Key IN (100, 200, 300); \
         DELETE FROM EightShard WHERE Key > 350",
    );
    assert_eq!(find(&plan["Plan"], "Name", "Update").len(), 2);
    assert_eq!(find(&plan["Plan"], "Name", "Delete").len(), 1);
    assert_eq!(find(&plan["Plan"], "SinkType", "KqpTableSink").len(), 3);
    assert_eq!(find(&plan["Plan"], "Name", "TableFullScan").len(), 1);
    assert_eq!(find(&plan["Plan"], "Name", "TableRangeScan").len(), 2);
    let tables = &plan["tables"][0];
    assert_eq!(tables["name"], "/local/EightShard");
    let types =
        |uses: &str| -> Vec<&Value> { tables[uses].as_array().unwrap().iter().map(|one| &one["type"]).collect() };
    assert_eq!(types("reads"), ["FullScan", "Scan", "Scan"]);
    assert_eq!(types("writes"), ["MultiUpdate", "MultiUpdate", "MultiErase"]);
}

/// `ReadTableRanges`, `PrecomputeRange`, `LimitOffset` and `ExplainDataQuery` of `kqp_explain_ut.cpp`.
#[test]
fn reads_have_the_properties_of_ydb() {
    let engine = common();
    let ranges = plan(&engine, "SELECT * FROM KeyValue WHERE Key >= 2000 OR Key < 99 + 1");
    let read = only(&ranges, "Name", "TableRangeScan");
    assert_eq!(read["ReadRangesKeys"], json!(["Key"]));
    assert_eq!(read["ReadRangesExpectedSize"], "2");
    let sorted = plan(&engine, "SELECT * FROM EightShard WHERE Key BETWEEN 149 + 1 AND 266 ORDER BY Data LIMIT 4");
    assert_eq!(only(&sorted, "Node Type", "Limit-TopSort")["Operators"][1]["Limit"], "4");
    assert_eq!(only(&sorted, "Name", "TableRangeScan")["ReadRange"], json!(["Key [150, 266]"]));
    let limited = plan(&engine, "SELECT * FROM EightShard ORDER BY Text LIMIT 10 OFFSET 15");
    assert_eq!(find(&limited["Plan"], "Limit", "10").len(), 1);
    assert_eq!(find(&limited["Plan"], "Offset", "15").len(), 1);
    let grouped = plan(
        &engine,
        "SELECT MIN(Message), MAX(Message) FROM Logs WHERE Ts > 1 AND Ts <= 4 OR App = 'ydb' GROUP BY App",
    );
    assert_eq!(only(&grouped, "Name", "Aggregate")["GroupBy"], "item.App");
    let reversed = plan(&engine, "SELECT Key FROM KeyValue ORDER BY Key DESC LIMIT 2");
    let read = only(&reversed, "Name", "TableFullScan");
    assert_eq!((&read["Reverse"], &read["ReadLimit"]), (&json!(true), &json!("2")));
    assert_eq!(reversed["tables"][0]["reads"][0]["reverse"], true);
    // A key of literals and parameters is looked up: `TKqlLookupTable` with an iterator over one struct.
    let point = plan(&engine, "DECLARE $k AS Int32; SELECT * FROM TwoKeys WHERE Key1 = 5 AND Key2 = $k");
    let stage = only(&point, "Node Type", "TablePointLookup-ConstantExpr");
    assert_eq!(stage["Operators"][0]["Inputs"], json!([{ "InternalOperatorId": 1 }]));
    assert_eq!(stage["Operators"][1]["Iterator"], "[{Key1: 5,Key2: $k}]");
    assert_eq!(point["tables"][0]["reads"], json!([{ "type": "Lookup", "columns": ["Key1", "Key2", "Value"] }]));
}

/// `isFullPk` of `kqp_query_plan.cpp`: a range of one key is a point lookup that names its range.
#[test]
fn a_range_of_one_key_is_a_lookup() {
    let plan = plan(&common(), "SELECT Value FROM KeyValue WHERE Key >= 5 AND Key <= 5");
    let read = only(&plan, "Node Type", "TablePointLookup");
    assert_eq!(read["Operators"][0]["ReadRange"], json!(["Key (5)"]));
    assert_eq!(
        plan["tables"][0]["reads"],
        json!([{ "type": "Lookup", "columns": ["Key", "Value"], "lookup_by": ["Key (5)"] }])
    );
}

/// `FillConnectionPlanNode` and `TQueryPlanReconstructor` of `kqp_query_plan.cpp`.
#[test]
fn lookups_connect_stages() {
    let engine = common();
    let plan = plan(
        &engine,
        "SELECT t.Text AS v, kv.Value AS w FROM EightShard AS t JOIN KeyValue AS kv ON t.Key = kv.Key LEFT JOIN \
         (SELECT DISTINCT Data AS d, Text AS v FROM EightShard) AS t2 ON t.Data = t2.d",
    );
    let lookup = only(&plan, "Node Type", "TableLookupJoin");
    assert_eq!(lookup["PlanNodeType"], "Connection");
    assert_eq!(lookup["Table"], "KeyValue");
    assert_eq!(lookup["Path"], "/local/KeyValue");
    assert_eq!(lookup["Columns"], json!(["Key", "Value"]));
    assert_eq!(lookup["LookupKeyColumns"], json!(["Key"]));
    let join = only(&plan, "Name", "LeftJoin (MapJoin)");
    assert_eq!(join["Condition"], "t.Data = t2.d");
    let inputs = join["Inputs"].as_array().unwrap();
    assert_eq!(inputs[0]["ExternalPlanNodeId"], lookup["PlanNodeId"]);
    let simplified = find(&plan["SimplifiedPlan"], "Node Type", "LookupJoin");
    assert_eq!(simplified[0]["Operators"], json!([{ "Name": "LookupJoin", "LookupKeyColumns": ["Key"] }]));
    let right = &simplified[0]["Plans"][1];
    assert_eq!((&right["Node Type"], &right["PlanNodeType"]), (&json!("TableLookup"), &json!("TableLookup")));
    assert_eq!(right["Operators"][0]["Table"], "KeyValue");
}

/// `ValidatePlanNodeIds` of `kqp_explain_ut.cpp`; the names are those of `TxPlanSerializer`.
#[test]
fn nodes_have_different_numbers_and_subqueries_a_phase() {
    let engine = common();
    let text = "SELECT * FROM KeyValue WHERE Key IN (SELECT Key FROM EightShard WHERE Data = 5); SELECT 1 AS x; \
                UPSERT INTO KeyValue (Key) VALUES (1ul)";
    let plan = plan(&engine, text);
    let mut ids = Vec::new();
    fn collect(plan: &Value, ids: &mut Vec<u64>) {
        ids.extend(plan["PlanNodeId"].as_u64());
        plan["Plans"].as_array().into_iter().flatten().for_each(|below| collect(below, ids));
    }
    collect(&plan["Plan"], &mut ids);
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "{plan:#}");
    let plans = plan["Plan"]["Plans"].as_array().unwrap();
    let types: Vec<&Value> = plans.iter().map(|plan| &plan["Node Type"]).collect();
    assert_eq!(types, ["ResultSet_1_0", "ResultSet_1_1", "Sink", "Precompute_0"]);
    assert_eq!(plans[3]["Subplan Name"], "CTE precompute_0_0");
    assert_eq!(plans[3]["Parent Relationship"], "InitPlan");
    assert_eq!(plans[3]["PlanNodeType"], "Materialize");
    assert_eq!(
        plans[1]["Plans"][0]["Operators"],
        json!([{ "Name": "Iterator", "Iterator": "[{x: 1}]", "Inputs": [] }])
    );
    assert_eq!(plans[2]["Plans"][0]["Node Type"], "ConstantExpr-Sink");
}
