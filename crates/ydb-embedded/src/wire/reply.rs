//! What all answers have in common: a body or an error, in one of the protocol's three wrappings.

use prost::Message;
use ydb_grpc::google_proto_workaround::protobuf::Any;
use ydb_grpc::ydb_proto::issue::IssueMessage;
use ydb_grpc::ydb_proto::operations::Operation;
use ydb_grpc::ydb_proto::{auth, discovery, operations, query, scheme, table, topic};

use super::status::{SUCCESS, done, failed, refusal};
use crate::error::Error;

/// An answer of the protocol.
pub(crate) trait Reply: Sized {
    /// The body of a successful answer.
    type Body;

    /// The successful answer.
    fn good(body: Self::Body) -> Self;

    /// The answer with an error.
    fn bad(error: &Error) -> Self;
}

/// Answers that are operations, each with its result and the name of that, if it has one.
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
    /// The result and the warnings.
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

/// Answers with status and issues of their own; the successful answer is its own body.
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
