//! StreamRead: the messages in both directions, and the task between them and the reader (`session/read_session.rs`).

use std::sync::Arc;

use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;
use ydb_grpc::ydb_proto::topic::stream_read_message::commit_offset_request::PartitionCommitOffset;
use ydb_grpc::ydb_proto::topic::stream_read_message::commit_offset_response::PartitionCommittedOffset;
use ydb_grpc::ydb_proto::topic::stream_read_message::from_client::ClientMessage;
use ydb_grpc::ydb_proto::topic::stream_read_message::from_server::ServerMessage;
use ydb_grpc::ydb_proto::topic::stream_read_message::read_response::{Batch, MessageData, PartitionData};
use ydb_grpc::ydb_proto::topic::stream_read_message::{
    CommitOffsetResponse, FromClient, FromServer, InitRequest, InitResponse, PartitionSession,
    PartitionSessionStatusResponse, ReadResponse, StartPartitionSessionRequest, StopPartitionSessionRequest,
};
use ydb_grpc::ydb_proto::topic::{Codec, OffsetsRange, UpdateTokenResponse};

use super::{micros, number, signed, timestamp};
use crate::error::Result;
use crate::session::{Delivery, Engine, ReadEvent, ReadSession, TopicSelection};
use crate::wire::faults::Call;
use crate::wire::gate::{Ending, Entered, Gate, broken, injected};
use crate::wire::reply::{Reply, bad, unsupported};

type Outgoing = std::result::Result<FromServer, tonic::Status>;

/// Serves a reader until either side ends the stream.
pub(super) fn serve(
    gate: Gate,
    engine: Arc<Engine>,
    incoming: Streaming<FromClient>,
    entered: Entered,
) -> ReceiverStream<Outgoing> {
    let (outgoing, stream) = channel(1);
    let (left, entered) = match entered {
        Ok(Some(Ending::BreakAfter(messages))) => (Some(messages), Ok(())),
        Ok(Some(Ending::Status(status))) => (None, Err(injected(status))),
        Ok(None) => (None, Ok(())),
        Err(error) => (None, Err(error)),
    };
    let mut connection = Connection { outgoing, left };
    tokio::spawn(async move {
        let ended = match entered {
            Ok(()) => connection.run(&engine, incoming).await,
            Err(error) => Err(error),
        };
        if let Err(error) = ended {
            gate.refused(Call::StreamRead, &error, None);
            connection.send_part(FromServer::bad(&error)).await;
        }
    });
    ReceiverStream::new(stream)
}

/// The sending side of the stream to the client.
struct Connection {
    outgoing: Sender<Outgoing>,
    /// Number of messages until an injected fault breaks the stream.
    left: Option<usize>,
}

impl Connection {
    async fn run(&mut self, engine: &Arc<Engine>, mut incoming: Streaming<FromClient>) -> Result<()> {
        let mut session = match next(&mut incoming).await {
            Some(ClientMessage::InitRequest(init)) => open(engine, init)?,
            Some(_) => return Err(bad("the first message of a read session must be an init request")),
            None => return Ok(()),
        };
        if !self.send(ServerMessage::InitResponse(InitResponse { session_id: session.id() })).await {
            return Ok(());
        }
        loop {
            let answer = tokio::select! {
                message = next(&mut incoming) => match message {
                    Some(message) => take(engine, &mut session, message)?,
                    None => return Ok(()),
                },
                event = session.next() => Some(shown(event?)),
            };
            if let Some(answer) = answer
                && !self.send(answer).await
            {
                return Ok(());
            }
        }
    }

    /// Sends a message. Returns `false` if the stream has ended.
    async fn send(&mut self, message: ServerMessage) -> bool {
        self.send_part(FromServer::good(FromServer { server_message: Some(message), ..Default::default() })).await
    }

    async fn send_part(&mut self, part: FromServer) -> bool {
        match &mut self.left {
            Some(0) => {
                // The client may have gone away on its own.
                self.outgoing.send(Err(broken())).await.ok();
                return false;
            }
            Some(left) => *left -= 1,
            None => {}
        }
        self.outgoing.send(Ok(part)).await.is_ok()
    }
}

/// Waits for the client's next message. Returns `None` at the end of the stream.
async fn next(incoming: &mut Streaming<FromClient>) -> Option<ClientMessage> {
    loop {
        match incoming.message().await {
            Ok(Some(FromClient { client_message: Some(message) })) => return Some(message),
            Ok(Some(FromClient { client_message: None })) => {}
            Ok(None) | Err(_) => return None,
        }
    }
}

fn open(engine: &Arc<Engine>, init: InitRequest) -> Result<ReadSession> {
    if init.direct_read {
        return Err(unsupported("direct_read"));
    }
    let topics = init.topics_read_settings.into_iter().map(|sent| {
        let partitions = sent.partition_ids.iter().map(|&id| number(id)).collect::<Result<_>>()?;
        let lag = |lag: &ydb_grpc::google_proto_workaround::protobuf::Duration| {
            u64::try_from(lag.seconds).unwrap_or_default().saturating_mul(1_000_000)
        };
        let read_from_us = sent.read_from.as_ref().map_or(0, micros);
        Ok(TopicSelection { path: sent.path, partitions, max_lag_us: sent.max_lag.as_ref().map(lag), read_from_us })
    });
    let topics = topics.collect::<Result<_>>()?;
    engine.read_topics(&init.consumer, topics)
}

/// Handles a message of the client. Returns the answer, if there is one.
fn take(engine: &Engine, session: &mut ReadSession, message: ClientMessage) -> Result<Option<ServerMessage>> {
    Ok(match message {
        ClientMessage::ReadRequest(request) => {
            session.allow(request.bytes_size)?;
            None
        }
        ClientMessage::CommitOffsetRequest(request) => {
            let mut committed = Vec::new();
            for PartitionCommitOffset { partition_session_id, offsets } in request.commit_offsets {
                let range = |range: &OffsetsRange| Ok((number(range.start)?, number(range.end)?));
                let ranges = offsets.iter().map(range).collect::<Result<Vec<_>>>()?;
                let offset = session.commit(partition_session_id, &ranges)?;
                let committed_offset =
                    |offset| PartitionCommittedOffset { partition_session_id, committed_offset: signed(offset) };
                committed.extend(offset.map(committed_offset));
            }
            let answer = CommitOffsetResponse { partitions_committed_offsets: committed };
            Some(ServerMessage::CommitOffsetResponse(answer))
        }
        ClientMessage::StartPartitionSessionResponse(started) => {
            let (from, commit) = (started.read_offset.map(number), started.commit_offset.map(number));
            session.started(started.partition_session_id, from.transpose()?, commit.transpose()?)?;
            None
        }
        ClientMessage::StopPartitionSessionResponse(stopped) => {
            session.stopped(stopped.partition_session_id);
            None
        }
        ClientMessage::PartitionSessionStatusRequest(request) => {
            let partition_session_id = request.partition_session_id;
            session.status(partition_session_id).map(|(offsets, committed, next)| {
                ServerMessage::PartitionSessionStatusResponse(PartitionSessionStatusResponse {
                    partition_session_id,
                    partition_offsets: Some(OffsetsRange { start: signed(offsets.start), end: signed(offsets.end) }),
                    committed_offset: signed(committed),
                    read_offset: signed(next),
                    ..Default::default()
                })
            })
        }
        ClientMessage::UpdateTokenRequest(request) => {
            engine.user_of(&request.token)?;
            Some(ServerMessage::UpdateTokenResponse(UpdateTokenResponse {}))
        }
        ClientMessage::InitRequest(_) => return Err(bad("a read session has one init request")),
        ClientMessage::DirectReadAck(_) => return Err(unsupported("direct_read")),
    })
}

fn shown(event: ReadEvent) -> ServerMessage {
    match event {
        ReadEvent::Start { id, path, partition, committed, end } => {
            ServerMessage::StartPartitionSessionRequest(StartPartitionSessionRequest {
                partition_session: Some(PartitionSession {
                    partition_session_id: id,
                    path: path.to_string(),
                    partition_id: partition as i64,
                }),
                committed_offset: signed(committed),
                partition_offsets: Some(OffsetsRange { start: signed(committed), end: signed(end) }),
                ..Default::default()
            })
        }
        ReadEvent::Messages { id, messages, bytes } => {
            let message = |Delivery { offset, written_us, text }: &Delivery| MessageData {
                offset: signed(*offset),
                seq_no: signed(offset + 1),
                created_at: Some(timestamp(*written_us)),
                uncompressed_size: text.len() as i64,
                data: text.clone().into_bytes(),
                ..Default::default()
            };
            let batch = |messages: &[Delivery]| Batch {
                codec: Codec::Raw as i32,
                written_at: messages.first().map(|first| timestamp(first.written_us)),
                message_data: messages.iter().map(message).collect(),
                ..Default::default()
            };
            let batches = messages.chunk_by(|a, b| a.written_us == b.written_us).map(batch).collect();
            let partition_data = vec![PartitionData { partition_session_id: id, batches }];
            ServerMessage::ReadResponse(ReadResponse { partition_data, bytes_size: bytes })
        }
        ReadEvent::Stop { id, committed, graceful } => {
            ServerMessage::StopPartitionSessionRequest(StopPartitionSessionRequest {
                partition_session_id: id,
                graceful,
                committed_offset: signed(committed),
                ..Default::default()
            })
        }
    }
}
