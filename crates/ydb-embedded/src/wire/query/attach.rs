//! The stream that keeps a session alive: one message at the start, then none until either side ends the session.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio_stream::Stream;
use tonic::Status;
use ydb_grpc::ydb_proto::query::SessionState;

use crate::error::Error;
use crate::session::Attachment;
use crate::wire::gate::{Ending, broken, injected};
use crate::wire::reply::Reply;

/// The stream. When the client goes away it is dropped, and the attachment with it, which ends the session.
pub(crate) struct Attached {
    first: Option<SessionState>,
    closed: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    breaks: bool,
}

impl Attached {
    /// An attached session.
    pub(super) fn open(mut attachment: Attachment, ending: Option<Ending>) -> Self {
        if let Some(Ending::Status(status)) = ending {
            return Self::refused(&injected(status));
        }
        let closed = Box::pin(async move { attachment.closed().await });
        let breaks = matches!(ending, Some(Ending::BreakAfter(_)));
        Self { first: Some(SessionState::good(SessionState::default())), closed: Some(closed), breaks }
    }

    /// A session that cannot be attached to.
    pub(super) fn refused(error: &Error) -> Self {
        Self { first: Some(SessionState::bad(error)), closed: None, breaks: false }
    }
}

impl Stream for Attached {
    type Item = Result<SessionState, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        if std::mem::take(&mut self.breaks) {
            self.closed = None;
            return Poll::Ready(Some(Err(broken())));
        }
        match &mut self.closed {
            Some(closed) => {
                let ended = closed.as_mut().poll(cx).map(|()| None);
                if ended.is_ready() {
                    self.closed = None;
                }
                ended
            }
            None => Poll::Ready(None),
        }
    }
}
