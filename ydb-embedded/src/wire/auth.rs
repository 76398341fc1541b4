//! `Ydb.Auth.V1.AuthService`: a token for a name and a password.

use std::sync::Arc;
use tonic::{Request, async_trait};
use ydb_grpc::ydb_proto::auth::{LoginRequest, LoginResponse, LoginResult};

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::stubs::auth_service_server::AuthService;

/// The service.
#[derive(Clone, Debug)]
pub(crate) struct Auth(pub(crate) Gate);

#[async_trait]
impl AuthService for Auth {
    async fn login(&self, request: Request<LoginRequest>) -> Answer<LoginResponse> {
        let login = |engine: &Arc<crate::session::Engine>, request: LoginRequest| {
            Ok(LoginResult { token: engine.login(&request.user, &request.password)? })
        };
        self.0.unary(Call::Login, request, login).await
    }
}
