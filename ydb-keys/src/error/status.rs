//! Codes that the library looks at, by name: YDB's statuses and issues, and gRPC's codes.

#![allow(missing_docs, reason = "the names are YDB's and gRPC's")]

use std::error::Error;

use ydb::{YdbError, YdbIssue};

pub const BAD_REQUEST: i32 = 400_010;
pub const UNAUTHORIZED: i32 = 400_020;
pub const INTERNAL_ERROR: i32 = 400_030;
pub const ABORTED: i32 = 400_040;
pub const UNAVAILABLE: i32 = 400_050;
pub const OVERLOADED: i32 = 400_060;
pub const SCHEME_ERROR: i32 = 400_070;
pub const GENERIC_ERROR: i32 = 400_080;
pub const TIMEOUT: i32 = 400_090;
pub const BAD_SESSION: i32 = 400_100;
pub const PRECONDITION_FAILED: i32 = 400_120;
pub const NOT_FOUND: i32 = 400_140;
pub const SESSION_EXPIRED: i32 = 400_150;
pub const CANCELLED: i32 = 400_160;
pub const UNDETERMINED: i32 = 400_170;
pub const UNSUPPORTED: i32 = 400_180;
pub const SESSION_BUSY: i32 = 400_190;

/// Codes of issues, from YDB's `issue_id.proto`.
pub mod issue {
    /// KIKIMR_CONSTRAINT_VIOLATION: a key, or the values of a unique index, already exist.
    pub const CONSTRAINT_VIOLATION: u32 = 2012;
    /// KIKIMR_PRECONDITION_FAILED: the error of `CONSTRAINT_VIOLATION` or another one, depending on the message.
    pub const PRECONDITION_FAILED: u32 = 2029;
}

/// Codes of gRPC, which come from the connection and not from YDB.
pub mod grpc {
    pub const CANCELLED: i32 = 1;
    pub const UNKNOWN: i32 = 2;
    pub const DEADLINE_EXCEEDED: i32 = 4;
    pub const PERMISSION_DENIED: i32 = 7;
    pub const RESOURCE_EXHAUSTED: i32 = 8;
    pub const ABORTED: i32 = 10;
    pub const OUT_OF_RANGE: i32 = 11;
    pub const INTERNAL: i32 = 13;
    pub const UNAVAILABLE: i32 = 14;
    pub const DATA_LOSS: i32 = 15;
    pub const UNAUTHENTICATED: i32 = 16;
}

/// Returns `true` if YDB answered with one of these statuses.
pub fn has_status(error: &YdbError, statuses: &[i32]) -> bool {
    matches!(error, YdbError::YdbStatusError(status) if statuses.contains(&status.operation_status))
}

/// Returns `true` if gRPC answered with one of these codes.
pub fn has_grpc_code(error: &YdbError, codes: &[i32]) -> bool {
    matches!(error, YdbError::TransportGRPCStatus(status) if codes.contains(&(status.code() as i32)))
}

/// YDB's message for an existing key, and for existing values of a unique index.
const EXISTS: &str = "Conflict with existing key";

/// Returns `true` if a write conflicts with an existing key, or with existing values of a unique index.
///
/// YDB reports such a conflict with issue 2012, or with issue 2029 and a message. Issue 2029 with another message, such
/// as "Missing key column", is a different error (kqp_buffer_lookup_actor.cpp).
pub fn is_conflict(error: &YdbError) -> bool {
    fn exists(issue: &YdbIssue) -> bool {
        issue.message.contains(EXISTS) || issue.issues.iter().any(exists)
    }
    fn conflicts(issue: &YdbIssue) -> bool {
        match issue.issue_code {
            issue::CONSTRAINT_VIOLATION => true,
            issue::PRECONDITION_FAILED if exists(issue) => true,
            _ => issue.issues.iter().any(conflicts),
        }
    }
    matches!(error, YdbError::YdbStatusError(status)
        if status.operation_status == PRECONDITION_FAILED && status.issues.iter().any(conflicts))
}

/// Part of YDB's message when a rule of an administrator (a resource pool classifier with `ACTION="reject"`) refuses a
/// query: `Request is rejected by classifier 'NAME' (rank=100)`.
const REJECTED: &str = "is rejected by classifier";

/// Returns the rule that refuses the query, and would refuse it again: `'NAME' (rank=100)`. The text is empty if YDB
/// does not name the rule.
///
/// The status is PRECONDITION_FAILED in YDB's source (`query_classifier.cpp`) and its tests. Builds before the feature
/// was complete answered ABORTED, which asks to repeat. Therefore the message decides, not the status.
pub fn rejection(error: &YdbError) -> Option<&str> {
    after(error, REJECTED).map(str::trim)
}

/// Returns the text after these words in the first issue of YDB that contains them.
pub(super) fn after<'e>(error: &'e YdbError, words: &str) -> Option<&'e str> {
    fn find<'e>(issues: &'e [YdbIssue], words: &str) -> Option<&'e str> {
        let own = |issue: &'e YdbIssue| issue.message.split_once(words).map(|(_, rest)| rest);
        issues.iter().find_map(|issue| own(issue).or_else(|| find(&issue.issues, words)))
    }
    let YdbError::YdbStatusError(answer) = error else { return None };
    find(&answer.issues, words)
}

/// Returns `true` if YDB has no `BATCH`. A grammar before 25.4 stops at the word (`mismatched input 'BATCH'`;
/// UNVERIFIED: what else such a server says). Later releases may have it switched off (`kqp_session_actor.cpp`,
/// `ExecutePartitioned`).
pub fn is_no_batch(error: &YdbError) -> bool {
    says(error, &["input 'BATCH'", "BATCH operations are not supported at the current time"])
}

/// Returns `true` if YDB refused a `BATCH` before its first transaction, because of its text, its tables or its user.
pub fn is_refused_batch(error: &YdbError) -> bool {
    has_status(error, &[GENERIC_ERROR, BAD_REQUEST, SCHEME_ERROR, UNAUTHORIZED, UNSUPPORTED])
        || says(error, &["BATCH operation"])
}

/// Returns `true` if an issue of YDB contains one of these texts.
pub(super) fn says(error: &YdbError, words: &[&str]) -> bool {
    words.iter().any(|word| after(error, word).is_some())
}

/// Returns `true` if YDB, or the connection to it, cannot take requests now, or did not answer in time.
pub fn is_overload(error: &YdbError) -> bool {
    has_status(error, &[OVERLOADED, UNAVAILABLE, TIMEOUT])
        || has_grpc_code(error, &[grpc::RESOURCE_EXHAUSTED, grpc::UNAVAILABLE, grpc::DEADLINE_EXCEEDED])
        || matches!(error, YdbError::Transport(_) | YdbError::DeadlineExceeded)
}

/// Beginning of the client's message for an error of its transport.
pub(super) const OF_CLIENT: &str = "interceptor transport error: ";

/// Returns `true` if no connection could be opened, so that nothing was sent.
pub fn is_not_connected(error: &YdbError) -> bool {
    /// Messages of the client's HTTP connector, whose error type is private, and of the system.
    const TEXTS: [&str; 3] = ["tcp connect error", "dns error", "Connection refused"];
    let mut cause: Option<&(dyn Error + 'static)> = match error {
        YdbError::TransportDial(_) => return true,
        // The client keeps the text of a failed connect, but not its source.
        YdbError::TransportGRPCStatus(status) if status.message().starts_with(OF_CLIENT) => {
            return status.message().contains("ConnectError(");
        }
        YdbError::TransportGRPCStatus(status) => status.source(),
        _ => None,
    };
    while let Some(error) = cause {
        let text = error.to_string();
        if TEXTS.iter().any(|begin| text.starts_with(begin)) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Returns `true` if YDB may have run the statement although the client got an error.
pub fn is_unknown(error: &YdbError) -> bool {
    use grpc::{DATA_LOSS, DEADLINE_EXCEEDED, INTERNAL, UNKNOWN};
    if is_not_connected(error) {
        return false;
    }
    has_status(error, &[INTERNAL_ERROR, TIMEOUT, CANCELLED, UNDETERMINED])
        || has_grpc_code(error, &[grpc::CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, INTERNAL, grpc::UNAVAILABLE, DATA_LOSS])
        || matches!(error, YdbError::Transport(_) | YdbError::DeadlineExceeded)
}

/// Returns `true` if the client makes this error after a successful answer, so that everything is done: the answer has
/// no result or several, or values that the client cannot read.
pub fn is_of_answer(error: &YdbError) -> bool {
    const RESULTS: [&str; 3] = ["expected 1 result set, got ", "decode protobuf error: ", "raw custom error: "];
    /// Parts of messages that begin alike, but that the client makes before it sends anything: about its session and
    /// its credentials.
    const BEFORE: [&str; 4] = ["attach session stream", "shutdown hint", "BeginTransaction", "bad db name"];
    match error {
        YdbError::Convert(_) | YdbError::NoRows => true,
        YdbError::Custom(text) => {
            RESULTS.iter().any(|begin| text.starts_with(begin)) && !BEFORE.iter().any(|part| text.contains(part))
        }
        _ => false,
    }
}

/// Returns `true` if the outcome of an `exactly_once` call is unknown, because the call could not find it out in time.
pub fn is_in_doubt(error: &YdbError) -> bool {
    matches!(error, YdbError::DeadlineExceeded) || has_status(error, &[UNDETERMINED])
}

/// Returns `true` if the answer to a commit proves that the commit was not done and never will be.
///
/// UNAVAILABLE is no proof: YDB also answers it after it lost the node that works on the request.
pub fn is_refusal(error: &YdbError) -> bool {
    const REFUSALS: [i32; 9] = [
        ABORTED,
        OVERLOADED,
        PRECONDITION_FAILED,
        BAD_REQUEST,
        SCHEME_ERROR,
        GENERIC_ERROR,
        UNAUTHORIZED,
        NOT_FOUND,
        UNSUPPORTED,
    ];
    is_not_connected(error) || has_status(error, &REFUSALS)
}

#[cfg(test)]
mod tests {
    use ydb::YdbStatusError;

    use super::*;

    fn issue(issue_code: u32, message: &str, issues: Vec<YdbIssue>) -> YdbIssue {
        let mut issue = YdbIssue::default();
        (issue.issue_code, issue.message, issue.issues) = (issue_code, message.to_owned(), issues);
        issue
    }

    fn refused(operation_status: i32, issues: Vec<YdbIssue>) -> YdbError {
        let mut status = YdbStatusError::default();
        (status.operation_status, status.issues) = (operation_status, issues);
        YdbError::YdbStatusError(status)
    }

    /// Issues of kqp_worker_common.cpp for an INSERT, and of kqp_buffer_lookup_actor.cpp for a unique index.
    #[test]
    fn a_conflict_is_said_in_several_ways() {
        let text = || issue(0, "Conflict with existing key.", vec![]);
        let insert = issue(2012, "Constraint violated. Table: `/local/orders`.", vec![text()]);
        let unique = issue(2029, "Conflict with existing key.", vec![]);
        let nested = issue(0, "Execution", vec![issue(2029, "Precondition failed", vec![text()])]);
        let twice = issue(2012, "Duplicated keys found.", vec![]);
        for conflict in [insert, unique, nested, twice] {
            assert!(is_conflict(&refused(PRECONDITION_FAILED, vec![conflict.clone()])), "{conflict:?}");
            assert!(!is_conflict(&refused(GENERIC_ERROR, vec![conflict])));
        }
    }

    /// Messages of `query_classifier.cpp`, and of the review of its first edition.
    #[test]
    fn a_rule_that_rejects_is_named() {
        let text = "Request is rejected by classifier 'cl_scan' (rank=100)";
        let nested = issue(0, "Query failed", vec![issue(0, text, vec![])]);
        assert_eq!(rejection(&refused(PRECONDITION_FAILED, vec![nested])), Some("'cl_scan' (rank=100)"));
        let first = issue(0, "Query is rejected by classifier", vec![]);
        assert_eq!(rejection(&refused(ABORTED, vec![first])), Some(""));
        let other = issue(2001, "Transaction locks invalidated.", vec![]);
        assert_eq!(rejection(&refused(ABORTED, vec![other])), None);
        assert_eq!(rejection(&YdbError::DeadlineExceeded), None);
    }

    #[test]
    fn other_preconditions_are_none() {
        let missing = issue(2029, "Missing key column in input: id for table: /local/orders", vec![]);
        // The same message under another code is a different error.
        let other = issue(1030, "Type annotation", vec![issue(1030, "Conflict with existing key.", vec![])]);
        for issues in [vec![missing], vec![other], vec![]] {
            assert!(!is_conflict(&refused(PRECONDITION_FAILED, issues.clone())), "{issues:?}");
        }
        assert!(!is_conflict(&YdbError::DeadlineExceeded));
    }
}
