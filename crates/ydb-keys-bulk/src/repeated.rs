//! Requests with one answer, repeated as long as they may succeed.

use std::time::Duration;

use prost::Message;
use ydb::YdbError;

use crate::connection::{Answer, Connection};
use crate::retry::{Backoff, is_retried};

/// One request with one answer, repeated for as long as `timeout` says.
pub(crate) async fn repeated<Q, A>(
    connection: &Connection,
    path: &'static str,
    request: Q,
    timeout: Option<Duration>,
) -> Result<A, YdbError>
where
    Q: Message + Clone + 'static,
    A: Answer,
{
    let mut backoff = Backoff::new(timeout);
    loop {
        match connection.unary(path, request.clone(), timeout).await {
            Err(error) if is_retried(&error) && backoff.wait().await => {}
            answer => return answer,
        }
    }
}
