//! Errors as the protocol's messages: status codes and trees of issues.

use ydb_grpc::google_proto_workaround::protobuf::Any;
use ydb_grpc::ydb_proto::issue::IssueMessage;
use ydb_grpc::ydb_proto::issue::issue_message;
use ydb_grpc::ydb_proto::operations::Operation;

use crate::error::{Error, Issue, Position, Status, codes};

/// The code of SUCCESS.
pub(crate) const SUCCESS: i32 = Status::Success as i32;

/// An error's status code and issues.
pub(crate) fn refusal(error: &Error) -> (i32, Vec<IssueMessage>) {
    (error.status as i32, issues(&error.issues, codes::S_ERROR))
}

/// The warnings of a query.
pub(crate) fn warnings(of: &[Issue]) -> Vec<IssueMessage> {
    issues(of, codes::S_WARNING)
}

fn issues(of: &[Issue], severity: u32) -> Vec<IssueMessage> {
    of.iter().map(|of| issue(of, severity)).collect()
}

/// A finished operation with this result.
pub(crate) fn done(result: Option<Any>) -> Operation {
    Operation { ready: true, status: SUCCESS, result, ..Default::default() }
}

/// A finished operation that failed.
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
