//! `Ydb.Topic.V1.TopicService`: what the consumers of a table's changefeed need. Other topics do not exist here.

mod alter;
mod describe;
mod read;

use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Streaming};
use ydb_grpc::google_proto_workaround::protobuf::{Duration, Timestamp};
use ydb_grpc::ydb_proto::topic;
use ydb_grpc::ydb_proto::topic::stream_read_message::{FromClient, FromServer};

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::refusal::bad;
use super::service::service;
use super::stubs::topic_service_server::TopicService;
use crate::error::Result;

/// The service.
#[derive(Clone)]
pub(crate) struct Topics(pub(crate) Gate);

service! { TopicService for Topics:
    lengthy alter_topic: AlterTopic(topic::AlterTopicRequest) -> topic::AlterTopicResponse =
        |engine, request| alter::run(engine, request);
    lengthy describe_topic: DescribeTopic(topic::DescribeTopicRequest) -> topic::DescribeTopicResponse =
        |engine, request| Ok(describe::topic(&engine.describe_topic(&request.path)?, request.include_stats));
    lengthy describe_consumer: DescribeConsumer(topic::DescribeConsumerRequest) -> topic::DescribeConsumerResponse =
        |engine, request| {
            describe::consumer(&engine.describe_topic(&request.path)?, &request.consumer, request.include_stats)
        };
    lengthy commit_offset: CommitOffset(topic::CommitOffsetRequest) -> topic::CommitOffsetResponse = |engine, request| {
        let (partition, offset) = (number(request.partition_id)?, number(request.offset)?);
        engine.commit_offset(&request.path, &request.consumer, partition, offset)
    };
    {
        type StreamReadStream = ReceiverStream<std::result::Result<FromServer, tonic::Status>>;

        async fn stream_read(&self, request: Request<Streaming<FromClient>>) -> Answer<Self::StreamReadStream> {
            let entered = self.0.enter(Call::StreamRead, request.extensions()).await?;
            let engine = self.0.engine_of(request.extensions());
            Ok(Response::new(read::serve(self.0.clone(), engine, request.into_inner(), entered)))
        }
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
