//! The program as a child process: an abort ends only the child, and its memory can be measured.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::process::{Child as Process, Command, Stdio};

use tonic::transport::Channel;
use ydb_grpc::ydb_proto::Value;
use ydb_grpc::ydb_proto::issue::IssueMessage;
use ydb_grpc::ydb_proto::query::execute_query_request::Query;
use ydb_grpc::ydb_proto::query::v1::query_service_client::QueryServiceClient;
use ydb_grpc::ydb_proto::query::{ExecMode, ExecuteQueryRequest, QueryContent, Syntax};

use crate::support::{SUCCESS, soon};

/// Largest memory in megabytes that the program may use.
const MEMORY: u64 = 500;

/// The running program with a connection to it.
pub(crate) struct Child {
    process: Process,
    queries: QueryServiceClient<Channel>,
}

/// An answer of the program.
pub(crate) struct Answer {
    /// The status; if it is not SUCCESS, its code and all messages.
    pub(crate) status: Result<(), (i32, String)>,
    pub(crate) rows: usize,
    /// First value of the last row.
    pub(crate) value: Option<Value>,
}

impl Child {
    pub(crate) async fn start() -> Self {
        // Another build of the program can be tested as well.
        let program = std::env::var_os("YDB_EMBEDDED").unwrap_or_else(|| env!("CARGO_BIN_EXE_ydb-embedded").into());
        // Not in strict mode, which refuses long statements by their length.
        let mut command = Command::new(program);
        command.args(["--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("grpc://").unwrap().split('/').next().unwrap().to_owned();
        let channel = Channel::from_shared(format!("http://{address}")).unwrap().connect().await.unwrap();
        let queries = QueryServiceClient::new(channel).max_decoding_message_size(64_000_000);
        Self { process, queries: queries.max_encoding_message_size(64_000_000) }
    }

    /// Runs a statement to its end. Panics if the program ends, hangs or uses too much memory.
    pub(crate) async fn ask(&mut self, name: &str, text: &str) -> Answer {
        println!("{name}");
        let answer = soon(self.answer(name, text)).await;
        if let Some(peak) = self.peak() {
            assert!(peak < MEMORY, "{name}: {peak} MB");
        }
        answer
    }

    async fn answer(&mut self, name: &str, text: &str) -> Answer {
        let request = ExecuteQueryRequest {
            exec_mode: ExecMode::Execute as i32,
            query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text: text.to_owned() })),
            ..Default::default()
        };
        let died = |error: &tonic::Status| format!("{name}: the program has ended: {error}");
        let stream = self.queries.execute_query(request).await;
        let mut stream = stream.unwrap_or_else(|error| panic!("{}", died(&error))).into_inner();
        let mut answer = Answer { status: Ok(()), rows: 0, value: None };
        while let Some(part) = stream.message().await.unwrap_or_else(|error| panic!("{}", died(&error))) {
            if part.status != SUCCESS {
                answer.status = Err((part.status, messages(&part.issues)));
            }
            if let Some(rows) = part.result_set.map(|set| set.rows) {
                answer.rows += rows.len();
                answer.value = rows.into_iter().next_back().and_then(|row| row.items.into_iter().next());
            }
        }
        answer
    }

    /// Returns the largest memory in megabytes that the program has used so far, if the system reports it.
    fn peak(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().unwrap() / 1024)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn messages(issues: &[IssueMessage]) -> String {
    let mut text = String::new();
    for issue in issues {
        write!(text, "{} ({})\n{}", issue.message, issue.issue_code, messages(&issue.issues)).unwrap();
    }
    text
}
