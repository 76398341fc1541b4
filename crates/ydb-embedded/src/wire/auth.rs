//! `Ydb.Auth.V1.AuthService`: a token for a name and a password.

use ydb_grpc::ydb_proto::auth::{LoginRequest, LoginResponse, LoginResult};

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::service::service;
use super::stubs::auth_service_server::AuthService;

/// The service.
#[derive(Clone)]
pub(crate) struct Auth(pub(crate) Gate);

service! { AuthService for Auth:
    unary login: Login(LoginRequest) -> LoginResponse =
        |engine, request| Ok(LoginResult { token: engine.login(&request.user, &request.password)? });
}
