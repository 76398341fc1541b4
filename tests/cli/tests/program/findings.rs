//! Tests findings in the formats of other programs: annotations, SARIF and the comment of a pull request, on a shop
//! whose models change. `fixtures/review` has its tables, its models and its queries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::Value;
use ydb_embedded::Server;

use crate::directory::Directory;

/// Server with the tables before the change, and two orders.
pub(crate) static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let server = Server::start_blocking().unwrap();
    let before = fs::read_to_string(fixture().join("before.sql")).unwrap();
    let rows = "UPSERT INTO `shop/orders` (order_hash, order_id, note) VALUES (Digest::NumericHash(1ul), 1ul, 'a'u), \
                (Digest::NumericHash(2ul), 2ul, 'b'u)";
    execute(&server, before.split_terminator(";\n").chain([rows]));
    server
});

/// Executes statements one by one.
pub(crate) fn execute<'t>(server: &Server, statements: impl IntoIterator<Item = &'t str>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let builder = ydb::ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
        let client = Box::pin(builder.build()).await.unwrap();
        // On a busy machine a session may take longer than the half second of the default.
        let sessions = ydb::SessionPoolSettings::default().with_session_create_timeout(Duration::from_secs(60));
        let client = client.with_session_pool(sessions).await.unwrap();
        for text in statements {
            let done = Box::pin(async { client.query_client().exec(text).await }).await;
            done.unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    });
}

pub(crate) fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/review")
}

/// Runs the program of the shop in its directory.
pub(crate) fn shop(args: &[&str]) -> Output {
    shop_on(&SERVER, args)
}

pub(crate) fn shop_on(server: &Server, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_review"));
    command.args(args).current_dir(fixture()).env("YDB_CONNECTION_STRING", server.connection_string());
    command.output().unwrap()
}

pub(crate) fn printed(args: &[&str], code: i32) -> String {
    let output = shop(args);
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {err}");
    String::from_utf8(output.stdout).unwrap()
}

const QUERIES: [&str; 2] = ["--queries", "queries"];

#[test]
fn annotations() {
    assert_snapshot!("github_lint", printed(&["lint", "--format", "github"], 1));
    assert_snapshot!("github_diff", printed(&[&["diff", "--format", "github"], &QUERIES[..]].concat(), 1));
    assert_snapshot!("github_queries", printed(&["queries", "check", "queries", "--format", "github"], 1));
}

#[test]
fn the_cost_of_a_plan() {
    assert_snapshot!("cost", printed(&[&["diff", "--cost"], &QUERIES[..]].concat(), 1));
    let json: Value =
        serde_json::from_str(&printed(&[&["plan", "--cost", "--json"], &QUERIES[..]].concat(), 1)).unwrap();
    let steps = json["tables"][1]["steps"].as_array().unwrap();
    let of = |kind: &str| steps.iter().find(|step| step["kind"] == kind).unwrap_or_else(|| panic!("{json:#}"));
    let (index, column) = (&of("add_index")["cost"], &of("drop_column")["cost"]);
    assert_eq!(
        (&index["rows"], &index["rate"]["measured"], &index["undoable"]),
        (&2.into(), &false.into(), &true.into())
    );
    assert_eq!(
        (&column["rows"], &column["old_programs"], &column["undoable"]),
        (&0.into(), &"fail".into(), &false.into())
    );
    let effects: Vec<&Value> = json["queries"].as_array().unwrap().iter().map(|query| &query["effect"]).collect();
    assert_eq!(effects, ["nothing", "breaks", "breaks", "becomes_scan"]);
    assert!(json["order"][0].is_string() && json["tables"][2]["rekey"]["cost"]["minutes"].is_number(), "{json:#}");
    // What is not wanted is not asked.
    let json: Value = serde_json::from_str(&printed(&["diff", "--json"], 1)).unwrap();
    assert!(json.get("order").is_none() && json["tables"][0]["steps"][0].get("cost").is_none(), "{json:#}");
}

/// Tests that a rehearsal measures the rates, and drops its table.
#[test]
fn a_rehearsal_measures() {
    let plan: Value = serde_json::from_str(&printed(&["diff", "--rehearse", "1000", "--json"], 1)).unwrap();
    let steps = plan["tables"][1]["steps"].as_array().unwrap();
    let index = &steps.iter().find(|step| step["kind"] == "add_index").unwrap()["cost"];
    assert_eq!(index["rate"]["measured"], true, "{plan:#}");
    assert!(index["rate"]["rows_per_second"].as_f64().unwrap() > 0.0);
    // An empty table has no rate.
    assert_eq!(plan["tables"][2]["rekey"]["cost"]["rate"]["measured"], false);
    let live = printed(&["lint", "--json"], 1);
    assert!(!live.contains("rehearsal"), "{live}");
}

/// Tests the properties that GitHub's code scanning needs, by its page on SARIF:
/// <https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support>.
#[test]
fn sarif_has_what_github_needs() {
    let commands: [(&str, &[&str], i32); 4] = [
        ("lint", &["lint"], 1),
        ("hot", &["hot", "--seconds", "1"], 0),
        ("queries check", &["queries", "check", "queries"], 1),
        ("diff", &["diff", "--queries", "queries"], 1),
    ];
    for (name, args, code) in commands {
        let text = printed(&[args, &["--format", "sarif"]].concat(), code);
        let log: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&log["version"], log["runs"].as_array().unwrap().len()), (&"2.1.0".into(), 1), "{name}");
        assert!(log["$schema"].as_str().unwrap().ends_with("sarif-2.1.0.json"));
        let run = &log["runs"][0];
        assert_eq!(run["automationDetails"]["id"], format!("ydb-keys/{name}/"));
        let driver = &run["tool"]["driver"];
        assert_eq!(driver["name"], "ydb-keys");
        let rules = driver["rules"].as_array().unwrap();
        for rule in rules {
            assert!(rule["id"].is_string() && rule["shortDescription"]["text"].is_string(), "{name}: {rule}");
        }
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.is_empty(), code == 0, "{name}");
        for result in results {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(result["ruleId"], rules[index]["id"], "{name}");
            assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()), "{name}: {result}");
            assert!(!result["message"]["text"].as_str().unwrap().is_empty(), "{name}: {result}");
            let location = &result["locations"][0]["physicalLocation"];
            let uri = location["artifactLocation"]["uri"].as_str().unwrap();
            assert!(!uri.starts_with('/') && !uri.contains([' ', '\\']), "{name}: {uri}");
            let region = &location["region"];
            assert!(region["startLine"].as_u64() > Some(0) && region["startColumn"].as_u64() > Some(0), "{name}");
        }
    }
}

/// Tests that each finding is at the line of the model, of its field or index, or of the query.
#[test]
fn findings_are_at_their_lines() {
    let text = printed(&["diff", "--queries", "queries", "--format", "sarif"], 1);
    let log: Value = serde_json::from_str(&text).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let line_of = |rule: &str, part: &str| {
        let is_it =
            |result: &&Value| result["ruleId"] == rule && result["message"]["text"].as_str().unwrap().contains(part);
        let found = results.iter().find(is_it).unwrap_or_else(|| panic!("{rule} {part}: {text}"));
        let place = &found["locations"][0]["physicalLocation"];
        let file = fixture().join(place["artifactLocation"]["uri"].as_str().unwrap());
        let number = usize::try_from(place["region"]["startLine"].as_u64().unwrap()).unwrap();
        fs::read_to_string(file).unwrap().lines().nth(number - 1).unwrap().trim().to_owned()
    };
    assert_eq!(line_of("missing_column", "currency"), "paid_in: String,");
    assert_eq!(line_of("missing_index", "by_region"), "#[ydb(index(by_region, on(region, order_id)))]");
    assert_eq!(line_of("destructive_step", "note"), "pub(crate) struct Order {");
    assert_eq!(line_of("primary_key", "shard"), "pub(crate) struct Visit {");
    assert!(line_of("index", "by_customer").starts_with("SELECT order_id FROM `shop/orders` VIEW by_customer"));
}

/// Tests that one run prints one format and writes other formats into files.
#[test]
fn one_run_for_several_formats() {
    let directory = Directory::with(&[]);
    let [json, markdown] =
        ["lint.json", "lint.md"].map(|name| directory.path().join(name).to_str().unwrap().to_owned());
    let also = [format!("json={json}"), format!("markdown={markdown}")];
    // A table that nobody reads, so that its counters stay.
    let lint = |options: &[&str]| printed(&[&["lint", "--table", "shop/clicks"], options].concat(), 1);
    assert_eq!(lint(&["--also", &also[0], "--also", &also[1]]), lint(&[]));
    assert_eq!(directory.read("lint.json"), lint(&["--json"]));
    assert_eq!(directory.read("lint.md"), lint(&["--format", "markdown"]));
    assert_eq!(directory.names(), ["lint.json", "lint.md"]);
}

#[test]
fn wrong_options() {
    let refused = |args: &[&str]| {
        let output = shop(args);
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_snapshot!("also_without_a_file", refused(&["lint", "--also", "sarif"]));
    assert_snapshot!("also_of_no_format", refused(&["lint", "--also", "html=a.html"]));
    assert_snapshot!("also_nowhere", refused(&["lint", "--also", "json=none/lint.json"]));
    assert_snapshot!("models_nowhere", refused(&["lint", "--format", "github", "--models", "none"]));
    assert_snapshot!("files_are_not_printed", refused(&["diff", "--format", "goose"]));
    assert_snapshot!("print_is_not_a_file", refused(&["diff", "--format", "sarif", "--out", "migrations"]));
    assert_snapshot!("queries_nowhere", refused(&["diff", "--queries", "none.sql"]));
}

/// Directory to run the action's script in, with a stand-in for `gh` that has the comments of a pull request.
struct Action(Directory);

impl Action {
    /// Creates the directory. `comments` is the answer of `gh` about comments: the id of the action's comment, if there
    /// is one.
    fn new(comments: &str) -> Self {
        let directory = Directory::with(&[]);
        let gh = directory.path().join("gh");
        let script = format!(
            "#!/bin/sh\necho \"$@\" >> '{0}/calls'\ncase \"$*\" in *--jq*) printf '{comments}';; esac\n",
            directory.path().to_str().unwrap()
        );
        fs::write(&gh, script).unwrap();
        let made = Command::new("chmod").arg("+x").arg(&gh).status().unwrap();
        assert!(made.success());
        Action(directory)
    }

    fn run(&self, commands: &str, options: &[(&str, &str)]) -> Output {
        let root = self.0.path().to_str().unwrap();
        let path = format!("{root}:{}", std::env::var("PATH").unwrap());
        let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.github/pull-request"));
        command.current_dir(fixture()).env("PATH", path).env("COMMANDS", commands);
        command
            .env("PROGRAM", env!("CARGO_BIN_EXE_review"))
            .env("RUNNER_TEMP", root)
            .env("GITHUB_REPOSITORY", "me/shop");
        command.env("PULL_REQUEST", "7").env("YDB_CONNECTION_STRING", SERVER.connection_string());
        command.env("GITHUB_OUTPUT", self.0.path().join("output"));
        command.envs(options.iter().copied()).output().unwrap()
    }

    /// Returns the requests to GitHub, except the request for the comments.
    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.0.path().join("calls")).unwrap_or_default();
        let root = self.0.path().to_str().unwrap();
        calls.lines().filter(|call| !call.contains("--jq")).map(|call| call.replace(root, "TEMP")).collect()
    }
}

const COMMANDS: &str = "queries check queries\nlint --severity medium\n\ndiff --cost --queries queries\n";

#[test]
fn the_comment_of_a_pull_request() {
    let action = Action::new("");
    let output = action.run(COMMANDS, &[]);
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    let post = "api --silent --method POST repos/me/shop/issues/7/comments -F body=@TEMP/ydb-keys/comment.md";
    assert_eq!(action.calls(), [post]);
    assert_snapshot!("comment", action.0.read("ydb-keys/comment.md"));
    let annotations = String::from_utf8(output.stdout).unwrap();
    for command in
        [&["queries", "check", "queries"][..], &["lint", "--severity", "medium"], &["diff", "--queries", "queries"]]
    {
        let printed = printed(&[command, &["--format", "github"]].concat(), 1);
        assert!(annotations.contains(&printed), "{annotations}");
    }
    let sarif = format!("{}/ydb-keys/sarif", action.0.path().to_str().unwrap());
    assert_eq!(action.0.read("output"), format!("sarif={sarif}\n"));
    for name in ["1.sarif", "2.sarif", "3.sarif"] {
        let log: Value = serde_json::from_str(&action.0.read(&format!("ydb-keys/sarif/{name}"))).unwrap();
        assert_eq!(log["version"], "2.1.0");
    }
}

#[test]
fn one_comment_is_kept_up_to_date() {
    let action = Action::new("41\\n42\\n");
    let output = action.run("lint --table shop/orders --severity high", &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let patch = "api --silent --method PATCH repos/me/shop/issues/comments/41 -F body=@TEMP/ydb-keys/comment.md";
    assert_eq!(action.calls(), [patch]);
    assert!(action.0.read("ydb-keys/comment.md").contains("`ydb-keys lint`: nothing found"));
}

#[test]
fn without_findings_or_pull_request_there_is_no_comment() {
    let action = Action::new("");
    assert_eq!(action.run("lint --table shop/orders --severity high", &[]).status.code(), Some(0));
    assert_eq!(action.run("lint", &[("PULL_REQUEST", ""), ("FAIL_ON_FINDINGS", "false")]).status.code(), Some(0));
    assert_eq!(action.run("lint", &[("COMMENT", "false")]).status.code(), Some(1));
    assert_eq!(action.calls(), Vec::<String>::new());
}

/// Tests that a command that cannot run fails the step, however findings are treated, and the comment gives the reason.
#[test]
fn an_error_is_not_silence() {
    let action = Action::new("");
    let output =
        action.run("lint --table none\nlint --table shop/orders --severity high", &[("FAIL_ON_FINDINGS", "false")]);
    assert_eq!(output.status.code(), Some(2));
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.starts_with("::error title=ydb-keys::error: there is no table `none`"), "{out}");
    let comment = action.0.read("ydb-keys/comment.md");
    assert!(comment.contains("### `ydb-keys lint`: failed\n\n```text\nerror: there is no table `none`"), "{comment}");
    assert!(comment.contains("`ydb-keys lint`: nothing found"), "{comment}");
    assert_eq!(action.calls().len(), 1);
}
