//! Fuzz target of the protocol: decodes bytes as a message and executes the message.

use std::sync::Arc;

use prost::Message;
use tokio_stream::StreamExt;
use tonic::Request;
use ydb_grpc::ydb_proto::TypedValue;

use super::arrow::Arrow;
use super::convert;
use super::faults::Faults;
use super::gate::Gate;
use super::query::Query;
use super::services::stubs::query_service_server::QueryService;
use super::services::stubs::table_service_server::TableService;
use super::table::Tables;
use crate::error::Status;
use crate::session::Engine;

/// Decodes bytes as a message of a kind and executes it.
pub(crate) fn fuzz(engine: Arc<Engine>, kind: u8, bytes: &[u8]) {
    let gate = Gate {
        #[cfg(feature = "simulation")]
        turns: None,
        engine,
        faults: Faults::default(),
        on_refused: None,
        address: ("127.0.0.1".to_owned(), 1),
        is_encrypted: false,
    };
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() else { return };
    runtime.block_on(answer(gate, kind, bytes));
}

/// Loads bytes as a schema and a batch.
pub(crate) fn fuzz_arrow(engine: &Engine, schema: &[u8], data: Vec<u8>) {
    if let Ok(arrow) = Arrow::new(schema, data, &engine.config().behavior)
        && let Err(error) = engine.upload("all_types", &arrow)
    {
        assert_ne!(error.status, Status::InternalError, "{error}");
    }
}

async fn answer(gate: Gate, kind: u8, bytes: &[u8]) {
    match kind % 7 {
        0 => round_trip(bytes),
        1 => {
            let Some(request) = request(bytes) else { return };
            if let Ok(parts) = Query(gate).execute_query(request).await {
                let mut parts = parts.into_inner();
                while let Some(Ok(_)) = parts.next().await {}
            }
        }
        2 => drop(call(bytes, async |request| Tables(gate).bulk_upsert(request).await).await),
        3 => drop(call(bytes, async |request| Tables(gate).create_table(request).await).await),
        4 => drop(call(bytes, async |request| Tables(gate).alter_table(request).await).await),
        5 => drop(call(bytes, async |request| Tables(gate).read_rows(request).await).await),
        _ => drop(call(bytes, async |request| Tables(gate).describe_table(request).await).await),
    }
}

/// Checks that an accepted value is the same after it was sent to the client and back.
fn round_trip(bytes: &[u8]) {
    let Ok((ty, value)) =
        TypedValue::decode(bytes).map_err(drop).and_then(|sent| convert::typed(Some(sent)).map_err(drop))
    else {
        return;
    };
    let reply = convert::typed_to(&value, &ty);
    let again = convert::typed(Some(reply.clone())).map(|(ty, value)| convert::typed_to(&value, &ty));
    // Compared as bytes, because NaN is not equal to itself.
    assert_eq!(again.ok().map(|again| again.encode_to_vec()), Some(reply.encode_to_vec()));
}

fn request<M: Message + Default>(bytes: &[u8]) -> Option<Request<M>> {
    M::decode(bytes).ok().map(Request::new)
}

async fn call<M: Message + Default, R>(bytes: &[u8], with: impl AsyncFnOnce(Request<M>) -> R) -> Option<R> {
    match request(bytes) {
        Some(request) => Some(with(request).await),
        None => None,
    }
}
