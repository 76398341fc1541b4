//! `Ydb.Discovery.V1.DiscoveryService`: the only endpoint, at the address by which the client reached it.

use std::sync::Arc;
use tonic::Request;
use ydb_grpc::ydb_proto::discovery::{
    EndpointInfo, ListEndpointsRequest, ListEndpointsResponse, ListEndpointsResult, WhoAmIRequest, WhoAmIResponse,
    WhoAmIResult,
};

use super::caller::{Authority, is_database};
use super::faults::Call;
use super::gate::{Answer, Gate};
use super::service::service;
use super::stubs::discovery_service_server::DiscoveryService;
use crate::error::{Error, Status};

/// The service.
#[derive(Clone)]
pub(crate) struct Discovery(pub(crate) Gate);

service! { DiscoveryService for Discovery:
    // UNVERIFIED: what YDB answers without a user. A fresh one names its built-in administrator.
    unary who_am_i: WhoAmI(WhoAmIRequest) -> WhoAmIResponse =
        |engine, _| Ok(WhoAmIResult { user: engine.user().to_string(), groups: Vec::new() });
    {
        async fn list_endpoints(&self, request: Request<ListEndpointsRequest>) -> Answer<ListEndpointsResponse> {
            let reached = request.extensions().get::<Authority>().and_then(|authority| split(&authority.0));
            let (address, port) = reached.unwrap_or_else(|| self.0.address.clone());
            let ssl = self.0.is_encrypted;
            let list = move |engine: &Arc<crate::session::Engine>, request: ListEndpointsRequest| {
                if !is_database(&request.database, &engine.config().database) {
                    return Err(Error::new(Status::NotFound, "Requested database not exists"));
                }
                let location = "embedded".to_owned();
                let endpoint = EndpointInfo {
                    address,
                    port: port.into(),
                    location: location.clone(),
                    node_id: 1,
                    ssl,
                    ..Default::default()
                };
                Ok(ListEndpointsResult { endpoints: vec![endpoint], self_location: location })
            };
            self.0.unary(Call::ListEndpoints, request, list).await
        }
    }
}

/// The host and port of an authority, if it has both.
fn split(authority: &str) -> Option<(String, u16)> {
    let (host, port) = authority.rsplit_once(':')?;
    Some((host.to_owned(), port.parse().ok()?)).filter(|_| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn an_authority_is_a_host_and_a_port() {
        assert_eq!(split("localhost:2136"), Some(("localhost".into(), 2136)));
        assert_eq!(split("[::1]:2136"), Some(("[::1]".into(), 2136)));
        assert_eq!(split("localhost"), None);
        assert_eq!(split(":2136"), None);
        assert_eq!(split("[::1]"), None);
    }
}
