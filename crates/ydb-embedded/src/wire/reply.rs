//! Answers: a body or an error in one of the protocol's three wrappings. Also status codes, trees of issues, and the
//! errors for requests with wrong or unsupported fields.

use prost::Message;
use ydb_grpc::google_proto_workaround::protobuf::Any;
use ydb_grpc::ydb_proto::issue::{IssueMessage, issue_message};
use ydb_grpc::ydb_proto::operations::Operation;
use ydb_grpc::ydb_proto::{auth, discovery, operations, query, scheme, table, topic};

use crate::error::{Error, Issue, Position, Status, codes};
use crate::types::Primitive;

pub(crate) trait Reply: Sized {
    type Body;

    fn good(body: Self::Body) -> Self;

    fn bad(error: &Error) -> Self;
}

/// Implements [`Reply`] for answers that are operations, each with the type and the name of its result, if it has one.
macro_rules! operations {
    ($($answer:path $(=> $result:path, $name:literal)?;)*) => { $(operations!(@one $answer $(=> $result, $name)?);)* };
    (@one $answer:path) => {
        impl Reply for $answer {
            type Body = ();

            fn good((): ()) -> Self {
                Self { operation: Some(done(None)) }
            }

            fn bad(error: &Error) -> Self {
                Self { operation: Some(failed(error)) }
            }
        }
    };
    (@one $answer:path => $result:path, $name:literal) => {
        impl Reply for $answer {
            type Body = $result;

            fn good(body: $result) -> Self {
                let type_url = concat!("type.googleapis.com/", $name).to_owned();
                Self { operation: Some(done(Some(Any { type_url, value: body.encode_to_vec() }))) }
            }

            fn bad(error: &Error) -> Self {
                Self { operation: Some(failed(error)) }
            }
        }
    };
}

operations! {
    auth::LoginResponse => auth::LoginResult, "Ydb.Auth.LoginResult";
    discovery::ListEndpointsResponse => discovery::ListEndpointsResult, "Ydb.Discovery.ListEndpointsResult";
    discovery::WhoAmIResponse => discovery::WhoAmIResult, "Ydb.Discovery.WhoAmIResult";
    scheme::MakeDirectoryResponse;
    scheme::RemoveDirectoryResponse;
    scheme::ListDirectoryResponse => scheme::ListDirectoryResult, "Ydb.Scheme.ListDirectoryResult";
    scheme::DescribePathResponse => scheme::DescribePathResult, "Ydb.Scheme.DescribePathResult";
    scheme::ModifyPermissionsResponse;
    table::CreateSessionResponse => table::CreateSessionResult, "Ydb.Table.CreateSessionResult";
    table::DeleteSessionResponse;
    table::KeepAliveResponse => table::KeepAliveResult, "Ydb.Table.KeepAliveResult";
    table::CreateTableResponse;
    table::DropTableResponse;
    table::AlterTableResponse;
    table::CopyTableResponse;
    table::CopyTablesResponse;
    table::RenameTablesResponse;
    table::DescribeTableResponse => table::DescribeTableResult, "Ydb.Table.DescribeTableResult";
    table::DescribeTableOptionsResponse => table::DescribeTableOptionsResult, "Ydb.Table.DescribeTableOptionsResult";
    table::ExplainDataQueryResponse => table::ExplainQueryResult, "Ydb.Table.ExplainQueryResult";
    table::PrepareDataQueryResponse => table::PrepareQueryResult, "Ydb.Table.PrepareQueryResult";
    table::ExecuteSchemeQueryResponse;
    table::BeginTransactionResponse => table::BeginTransactionResult, "Ydb.Table.BeginTransactionResult";
    table::CommitTransactionResponse => table::CommitTransactionResult, "Ydb.Table.CommitTransactionResult";
    table::RollbackTransactionResponse;
    table::BulkUpsertResponse => table::BulkUpsertResult, "Ydb.Table.BulkUpsertResult";
    operations::GetOperationResponse;
    topic::AlterTopicResponse;
    topic::DescribeTopicResponse => topic::DescribeTopicResult, "Ydb.Topic.DescribeTopicResult";
    topic::DescribeConsumerResponse => topic::DescribeConsumerResult, "Ydb.Topic.DescribeConsumerResult";
    topic::CommitOffsetResponse;
}

impl Reply for table::ExecuteDataQueryResponse {
    type Body = (table::ExecuteQueryResult, Vec<IssueMessage>);

    fn good((result, issues): Self::Body) -> Self {
        let type_url = "type.googleapis.com/Ydb.Table.ExecuteQueryResult".to_owned();
        let operation = done(Some(Any { type_url, value: result.encode_to_vec() }));
        Self { operation: Some(Operation { issues, ..operation }) }
    }

    fn bad(error: &Error) -> Self {
        Self { operation: Some(failed(error)) }
    }
}

/// Implements [`Reply`] for answers with their own status and issues; a successful answer is its own body.
macro_rules! statuses {
    ($($answer:path;)*) => { $(
        impl Reply for $answer {
            type Body = Self;

            fn good(mut body: Self) -> Self {
                body.status = SUCCESS;
                body
            }

            fn bad(error: &Error) -> Self {
                let mut answer = Self::default();
                (answer.status, answer.issues) = refusal(error);
                answer
            }
        }
    )* };
}

statuses! {
    query::CreateSessionResponse;
    query::DeleteSessionResponse;
    query::SessionState;
    query::BeginTransactionResponse;
    query::CommitTransactionResponse;
    query::RollbackTransactionResponse;
    query::ExecuteQueryResponsePart;
    table::ReadRowsResponse;
    operations::CancelOperationResponse;
    operations::ForgetOperationResponse;
    operations::ListOperationsResponse;
    topic::stream_read_message::FromServer;
}

pub(crate) const SUCCESS: i32 = Status::Success as i32;

pub(crate) fn refusal(error: &Error) -> (i32, Vec<IssueMessage>) {
    (error.status as i32, issues(&error.issues, codes::S_ERROR))
}

pub(crate) fn warnings(of: &[Issue]) -> Vec<IssueMessage> {
    issues(of, codes::S_WARNING)
}

fn issues(of: &[Issue], severity: u32) -> Vec<IssueMessage> {
    of.iter().map(|of| issue(of, severity)).collect()
}

pub(crate) fn done(result: Option<Any>) -> Operation {
    Operation { ready: true, status: SUCCESS, result, ..Default::default() }
}

pub(crate) fn failed(error: &Error) -> Operation {
    let (status, issues) = refusal(error);
    Operation { ready: true, status, issues, ..Default::default() }
}

fn issue(issue: &Issue, severity: u32) -> IssueMessage {
    let at =
        issue.at.map(|Position { line, column }| issue_message::Position { row: line, column, file: String::new() });
    IssueMessage {
        position: at.clone(),
        message: issue.message.clone(),
        end_position: at,
        issue_code: issue.code,
        severity,
        issues: issues(&issue.issues, severity),
    }
}

/// Returns the error for a field of a request that has a wrong value.
pub(super) fn bad(message: impl Into<String>) -> Error {
    Error::new(Status::BadRequest, message)
}

/// Returns the error for a field or a type that YDB has and this engine lacks.
pub(super) fn unsupported(what: &str) -> Error {
    Error::new(Status::Unsupported, format!("{what} is not supported by the embedded engine"))
}

/// Adds the subject of an error in front of its first message.
pub(super) fn within(mut error: Error, what: &str) -> Error {
    if let Some(first) = error.issues.first_mut() {
        first.message.insert_str(0, &format!("{what}: "));
    }
    error
}

/// Returns the error for text or bytes that are not a value of the type.
pub(super) fn invalid(primitive: Primitive) -> Error {
    match primitive {
        Primitive::JsonDocument => bad("Invalid JSON for JsonDocument provided"),
        Primitive::DyNumber => bad("Invalid DyNumber string representation"),
        other => bad(format!("Invalid {other} value")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_becomes_a_tree_of_issues() {
        let at = Position { line: 2, column: 7 };
        let (status, issues) = refusal(&Error::type_annotation(at, "no such column"));
        assert_eq!(status, 400_080);
        assert_eq!(issues.len(), 1);
        assert_eq!(
            (issues[0].issue_code, issues[0].severity, issues[0].message.as_str()),
            (1030, 1, "Type annotation")
        );
        assert_eq!(issues[0].position, None);
        let inner = &issues[0].issues[0];
        assert_eq!(inner.message, "no such column");
        assert_eq!(inner.position, Some(issue_message::Position { row: 2, column: 7, file: String::new() }));
        assert_eq!(inner.end_position, inner.position);
    }

    #[test]
    fn a_failed_operation_is_ready_and_without_result() {
        let operation = failed(&Error::new(Status::NotFound, "gone"));
        assert!(operation.ready);
        assert_eq!(operation.status, 400_140);
        assert_eq!(operation.result, None);
    }
}
