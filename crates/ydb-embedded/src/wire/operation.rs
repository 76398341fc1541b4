//! `Ydb.Operation.V1.OperationService`: nothing runs longer than its call here, so there are no operations.

use ydb_grpc::ydb_proto::operations::{
    CancelOperationRequest, CancelOperationResponse, ForgetOperationRequest, ForgetOperationResponse,
    GetOperationRequest, GetOperationResponse, ListOperationsRequest, ListOperationsResponse,
};

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::service::service;
use super::stubs::operation_service_server::OperationService;
use crate::error::{Error, Status};

/// The service.
#[derive(Clone)]
pub(crate) struct Operations(pub(crate) Gate);

fn unknown(id: &str) -> Error {
    Error::new(Status::NotFound, format!("Operation not found: {id}"))
}

service! { OperationService for Operations:
    unary get_operation: GetOperation(GetOperationRequest) -> GetOperationResponse =
        |_, request| Err(unknown(&request.id));
    unary cancel_operation: CancelOperation(CancelOperationRequest) -> CancelOperationResponse =
        |_, request| Err(unknown(&request.id));
    unary forget_operation: ForgetOperation(ForgetOperationRequest) -> ForgetOperationResponse =
        |_, request| Err(unknown(&request.id));
    unary list_operations: ListOperations(ListOperationsRequest) -> ListOperationsResponse =
        |_, _| Ok(ListOperationsResponse::default());
}
