//! Answers of YDB's services: turns their statuses into errors of the crate `ydb`, and decodes the results of
//! operations.

use prost::Message;
use ydb::{YdbError, YdbIssue, YdbStatusError};
use ydb_grpc::ydb_proto::discovery::ListEndpointsResponse;
use ydb_grpc::ydb_proto::issue::IssueMessage;
use ydb_grpc::ydb_proto::operations::Operation;
use ydb_grpc::ydb_proto::query::{CreateSessionResponse, DeleteSessionResponse, ExecuteQueryResponsePart};
use ydb_grpc::ydb_proto::scheme::{DescribePathResponse, ModifyPermissionsResponse};
use ydb_grpc::ydb_proto::status_ids::StatusCode;
use ydb_grpc::ydb_proto::table::{BulkUpsertResponse, CopyTablesResponse, DescribeTableResponse, DropTableResponse};

/// An answer of YDB that has a status.
pub(crate) trait Answer: Message + Default + 'static {
    /// Returns the status and its issues; `None` if the answer has neither.
    fn status(&self) -> Option<(i32, &[IssueMessage])>;
}

/// Implements [`Answer`] for messages that have their status in an operation.
macro_rules! operations {
    ($($answer:ty),+ $(,)?) => {$(
        impl Answer for $answer {
            fn status(&self) -> Option<(i32, &[IssueMessage])> {
                self.operation.as_ref().map(|operation| (operation.status, operation.issues.as_slice()))
            }
        }
    )+};
}

/// Implements [`Answer`] for messages that have a status of their own.
macro_rules! statuses {
    ($($answer:ty),+ $(,)?) => {$(
        impl Answer for $answer {
            fn status(&self) -> Option<(i32, &[IssueMessage])> {
                Some((self.status, self.issues.as_slice()))
            }
        }
    )+};
}

operations!(
    BulkUpsertResponse,
    CopyTablesResponse,
    DescribePathResponse,
    DescribeTableResponse,
    DropTableResponse,
    ListEndpointsResponse,
    ModifyPermissionsResponse,
);
statuses!(CreateSessionResponse, DeleteSessionResponse, ExecuteQueryResponsePart);

/// Returns the answer if its status is SUCCESS, or else the error that it reports.
pub(super) fn checked<A: Answer>(answer: A) -> Result<A, YdbError> {
    let (status, issues) =
        answer.status().ok_or_else(|| YdbError::Custom("YDB's answer contains no operation".to_owned()))?;
    if status == StatusCode::Success as i32 {
        return Ok(answer);
    }
    let mut error = YdbStatusError::default();
    error.operation_status = status;
    error.issues = issues.iter().map(issue).collect();
    Err(YdbError::YdbStatusError(error))
}

fn issue(message: &IssueMessage) -> YdbIssue {
    let mut issue = YdbIssue::default();
    issue.issue_code = message.issue_code;
    issue.message.clone_from(&message.message);
    issue.severity = message.severity.into();
    issue.issues = message.issues.iter().map(self::issue).collect();
    issue
}

/// Returns `true` if an issue of the error, or an issue in it, has a text in its message.
pub(crate) fn names(error: &YdbError, text: &str) -> bool {
    fn of(issue: &YdbIssue, text: &str) -> bool {
        issue.message.contains(text) || issue.issues.iter().any(|inner| of(inner, text))
    }
    matches!(error, YdbError::YdbStatusError(status) if status.issues.iter().any(|issue| of(issue, text)))
}

/// Returns the result of an operation that succeeded.
pub(crate) fn operation_result<M: Message + Default>(operation: Option<Operation>) -> Result<M, YdbError> {
    let result = operation.and_then(|operation| operation.result);
    let result = result.ok_or_else(|| YdbError::Custom("YDB's answer contains no result".to_owned()))?;
    M::decode(result.value.as_slice())
        .map_err(|error| YdbError::Custom(format!("YDB's answer cannot be read: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_status(status: StatusCode) -> BulkUpsertResponse {
        let inner = IssueMessage { message: "inner".to_owned(), issue_code: 2003, severity: 1, ..Default::default() };
        let outer = IssueMessage { message: "outer".to_owned(), issues: vec![inner], ..Default::default() };
        let operation = Operation { ready: true, status: status as i32, issues: vec![outer], ..Default::default() };
        BulkUpsertResponse { operation: Some(operation) }
    }

    #[test]
    fn a_status_is_the_clients_error() {
        assert!(checked(with_status(StatusCode::Success)).is_ok());
        let Err(YdbError::YdbStatusError(error)) = checked(with_status(StatusCode::SchemeError)) else { panic!() };
        assert_eq!(error.operation_status, 400_070);
        assert_eq!((error.issues[0].message.as_str(), error.issues[0].issue_code), ("outer", 0));
        let inner = &error.issues[0].issues[0];
        assert_eq!((inner.message.as_str(), inner.issue_code, u32::from(inner.severity)), ("inner", 2003, 1));
    }

    #[test]
    fn an_answer_without_an_operation_is_an_error() {
        assert!(matches!(checked(BulkUpsertResponse::default()), Err(YdbError::Custom(_))));
        assert!(operation_result::<BulkUpsertResponse>(None).is_err());
    }
}
