//! `Ydb.Topic.V1.TopicService`: what the consumers of a table's changefeed need. Other topics do not exist here.

mod alter;
mod describe;
mod read;

use std::sync::Arc;

use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Streaming, async_trait};
use ydb_grpc::google_proto_workaround::protobuf::{Duration, Timestamp};
use ydb_grpc::ydb_proto::topic;
use ydb_grpc::ydb_proto::topic::stream_read_message::{FromClient, FromServer};

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::refusal::bad;
use super::stubs::topic_service_server::TopicService;
use crate::error::Result;
use crate::session::Engine;

/// The service.
#[derive(Clone, Debug)]
pub(crate) struct Topics(pub(crate) Gate);

#[async_trait]
impl TopicService for Topics {
    type StreamReadStream = ReceiverStream<std::result::Result<FromServer, tonic::Status>>;

    async fn alter_topic(&self, request: Request<topic::AlterTopicRequest>) -> Answer<topic::AlterTopicResponse> {
        let alter = |engine: &Arc<Engine>, request| alter::run(engine, request);
        self.0.lengthy(Call::AlterTopic, request, alter).await
    }

    async fn describe_topic(
        &self,
        request: Request<topic::DescribeTopicRequest>,
    ) -> Answer<topic::DescribeTopicResponse> {
        let describe = |engine: &Arc<Engine>, request: topic::DescribeTopicRequest| {
            Ok(describe::topic(&engine.describe_topic(&request.path)?, request.include_stats))
        };
        self.0.lengthy(Call::DescribeTopic, request, describe).await
    }

    async fn describe_consumer(
        &self,
        request: Request<topic::DescribeConsumerRequest>,
    ) -> Answer<topic::DescribeConsumerResponse> {
        let describe = |engine: &Arc<Engine>, request: topic::DescribeConsumerRequest| {
            describe::consumer(&engine.describe_topic(&request.path)?, &request.consumer, request.include_stats)
        };
        self.0.lengthy(Call::DescribeConsumer, request, describe).await
    }

    async fn commit_offset(&self, request: Request<topic::CommitOffsetRequest>) -> Answer<topic::CommitOffsetResponse> {
        let commit = |engine: &Arc<Engine>, request: topic::CommitOffsetRequest| {
            let (partition, offset) = (number(request.partition_id)?, number(request.offset)?);
            engine.commit_offset(&request.path, &request.consumer, partition, offset)
        };
        self.0.lengthy(Call::CommitOffset, request, commit).await
    }

    async fn stream_read(&self, request: Request<Streaming<FromClient>>) -> Answer<Self::StreamReadStream> {
        let entered = self.0.enter(Call::StreamRead, request.extensions()).await?;
        let engine = self.0.engine_of(request.extensions());
        Ok(Response::new(read::serve(self.0.clone(), engine, request.into_inner(), entered)))
    }
}

/// A number that the protocol has as a signed one.
fn number(sent: i64) -> Result<u64> {
    u64::try_from(sent).map_err(|_| bad(format!("a negative number: {sent}")))
}

/// A number as the protocol has it.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn timestamp(us: u64) -> Timestamp {
    // A remainder of a million, times a thousand, is an i32.
    Timestamp { seconds: signed(us / 1_000_000), nanos: (us % 1_000_000 * 1000) as i32 }
}

fn micros(at: &Timestamp) -> u64 {
    u64::try_from(at.seconds).unwrap_or_default() * 1_000_000 + u64::try_from(at.nanos).unwrap_or_default() / 1000
}

fn duration(us: u64) -> Duration {
    Duration { seconds: signed(us / 1_000_000), nanos: (us % 1_000_000 * 1000) as i32 }
}
