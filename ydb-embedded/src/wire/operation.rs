//! `Ydb.Operation.V1.OperationService`: nothing runs longer than its call here, so there are no operations.

use tonic::{Request, async_trait};
use ydb_grpc::ydb_proto::operations::{
    CancelOperationRequest, CancelOperationResponse, ForgetOperationRequest, ForgetOperationResponse,
    GetOperationRequest, GetOperationResponse, ListOperationsRequest, ListOperationsResponse,
};

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::stubs::operation_service_server::OperationService;
use crate::error::{Error, Status};

/// The service.
#[derive(Clone, Debug)]
pub(crate) struct Operations(pub(crate) Gate);

fn unknown(id: &str) -> Error {
    Error::new(Status::NotFound, format!("Operation not found: {id}"))
}

#[async_trait]
impl OperationService for Operations {
    async fn get_operation(&self, request: Request<GetOperationRequest>) -> Answer<GetOperationResponse> {
        self.0.unary(Call::GetOperation, request, |_, request| Err(unknown(&request.id))).await
    }

    async fn cancel_operation(&self, request: Request<CancelOperationRequest>) -> Answer<CancelOperationResponse> {
        self.0.unary(Call::CancelOperation, request, |_, request| Err(unknown(&request.id))).await
    }

    async fn forget_operation(&self, request: Request<ForgetOperationRequest>) -> Answer<ForgetOperationResponse> {
        self.0.unary(Call::ForgetOperation, request, |_, request| Err(unknown(&request.id))).await
    }

    async fn list_operations(&self, request: Request<ListOperationsRequest>) -> Answer<ListOperationsResponse> {
        self.0.unary(Call::ListOperations, request, |_, _| Ok(ListOperationsResponse::default())).await
    }
}
