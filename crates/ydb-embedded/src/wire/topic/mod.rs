//! `Ydb.Topic.V1.TopicService` for consumers of changefeeds. Other topics do not exist here.

mod read;

use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Streaming};
use ydb_grpc::google_proto_workaround::protobuf::{Duration, Timestamp};
use ydb_grpc::ydb_proto::topic::describe_consumer_result::{
    PartitionConsumerStats, PartitionInfo as ConsumerPartition,
};
use ydb_grpc::ydb_proto::topic::describe_topic_result::{PartitionInfo, TopicStats};
use ydb_grpc::ydb_proto::topic::stream_read_message::{FromClient, FromServer};
use ydb_grpc::ydb_proto::topic::{
    self, AlterTopicRequest, AutoPartitioningSettings, AutoPartitioningStrategy, AutoPartitioningWriteSpeedStrategy,
    Consumer as Sent, Consumer as Described, DescribeConsumerResult, DescribeTopicResult, MultipleWindowsStat,
    OffsetsRange, PartitionStats, PartitioningSettings, SupportedCodecs,
};

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::reply::{bad, unsupported};
use super::services::stubs::topic_service_server::TopicService;
use super::services::{entry, service};
use crate::catalog::{ConsumerSpec, TopicAction};
use crate::error::{Error, Result, Status};
use crate::session::{Engine, TopicDescription};
use crate::storage::{Consumer, Feed};

#[derive(Clone)]
pub(crate) struct Topics(pub(crate) Gate);

service! { TopicService for Topics:
    lengthy alter_topic: AlterTopic(AlterTopicRequest) -> topic::AlterTopicResponse =
        |engine, request| alter_topic(engine, request);
    lengthy describe_topic: DescribeTopic(topic::DescribeTopicRequest) -> topic::DescribeTopicResponse =
        |engine, request| Ok(topic_result(&engine.describe_topic(&request.path)?, request.include_stats));
    lengthy describe_consumer: DescribeConsumer(topic::DescribeConsumerRequest) -> topic::DescribeConsumerResponse =
        |engine, request| {
            consumer_result(&engine.describe_topic(&request.path)?, &request.consumer, request.include_stats)
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

/// Converts a signed number of the protocol. Fails with BAD_REQUEST if it is negative.
fn number(sent: i64) -> Result<u64> {
    u64::try_from(sent).map_err(|_| bad(format!("a negative number: {sent}")))
}

/// Converts a number to the signed number of the protocol.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn timestamp(us: u64) -> Timestamp {
    // Less than a million, times a thousand: fits into an i32.
    Timestamp { seconds: signed(us / 1_000_000), nanos: (us % 1_000_000 * 1000) as i32 }
}

fn micros(at: &Timestamp) -> u64 {
    u64::try_from(at.seconds).unwrap_or_default() * 1_000_000 + u64::try_from(at.nanos).unwrap_or_default() / 1000
}

fn duration(us: u64) -> Duration {
    Duration { seconds: signed(us / 1_000_000), nanos: (us % 1_000_000 * 1000) as i32 }
}

/// Drops and adds consumers of a topic.
///
/// Fails with BAD_REQUEST for any other change, as in YDB (`AlterViaTopicService` of
/// `datashard_ut_change_exchange.cpp`).
fn alter_topic(engine: &Engine, request: AlterTopicRequest) -> Result<()> {
    let AlterTopicRequest { operation_params, path, add_consumers, drop_consumers, alter_consumers, .. } =
        request.clone();
    let rest = AlterTopicRequest {
        operation_params,
        path,
        add_consumers,
        drop_consumers,
        alter_consumers,
        ..Default::default()
    };
    // Some clients send this message without any field.
    let alter_partitioning_settings = request.alter_partitioning_settings.filter(|sent| *sent != Default::default());
    if (AlterTopicRequest { alter_partitioning_settings, ..request }) != rest {
        return Err(bad("Full alter of cdc stream is forbidden"));
    }
    if !rest.alter_consumers.is_empty() {
        return Err(unsupported("alter_consumers"));
    }
    let add = rest.add_consumers.into_iter().map(added_consumer);
    let drop = rest.drop_consumers.into_iter().map(|name| Ok(TopicAction::DropConsumer(name)));
    engine.alter_topic(&rest.path, drop.chain(add).collect::<Result<_>>()?)
}

fn added_consumer(sent: Sent) -> Result<TopicAction> {
    if !sent.attributes.is_empty() {
        return Err(unsupported("add_consumers.attributes"));
    }
    if sent.availability_period.is_some() {
        return Err(unsupported("add_consumers.availability_period"));
    }
    let codecs = sent.supported_codecs.map(|sent| sent.codecs).unwrap_or_default();
    let read_from_us = sent.read_from.as_ref().map_or(0, micros);
    Ok(TopicAction::AddConsumer(sent.name, ConsumerSpec { important: sent.important, read_from_us, codecs }))
}

fn topic_result(of: &TopicDescription, with_stats: bool) -> DescribeTopicResult {
    let count = of.records.partitions();
    let partition = |partition| PartitionInfo {
        partition_id: partition as i64,
        active: true,
        partition_stats: with_stats.then(|| stats(&of.records, partition)),
        ..Default::default()
    };
    // Written bytes are not counted.
    let topic_stats = with_stats.then(|| TopicStats {
        min_last_write_time: Some(timestamp((0..count).map(|at| of.records.last_write_us(at)).min().unwrap_or(0))),
        max_write_time_lag: Some(duration(0)),
        bytes_written: Some(MultipleWindowsStat::default()),
        ..Default::default()
    });
    DescribeTopicResult {
        self_: Some(entry(&of.entry)),
        partitioning_settings: Some(PartitioningSettings {
            min_active_partitions: count as i64,
            auto_partitioning_settings: Some(AutoPartitioningSettings {
                strategy: AutoPartitioningStrategy::Disabled as i32,
                partition_write_speed: Some(AutoPartitioningWriteSpeedStrategy::default()),
            }),
            ..Default::default()
        }),
        partitions: (0..count).map(partition).collect(),
        retention_period: Some(duration(of.topic.feed.retention_us())),
        consumers: of.records.consumers.iter().map(|(name, of)| described(name, of)).collect(),
        topic_stats,
        ..Default::default()
    }
}

/// Describes a consumer of a topic.
///
/// Fails with SCHEME_ERROR if there is no such consumer. UNVERIFIED: this status.
fn consumer_result(of: &TopicDescription, name: &str, with_stats: bool) -> Result<DescribeConsumerResult> {
    let missing = || Error::new(Status::SchemeError, format!("no consumer '{name}' in topic"));
    let found = of.records.consumers.get(name).ok_or_else(missing)?;
    let partition = |(partition, committed): (usize, &u64)| ConsumerPartition {
        partition_id: partition as i64,
        active: true,
        partition_stats: with_stats.then(|| stats(&of.records, partition)),
        partition_consumer_stats: with_stats
            .then(|| PartitionConsumerStats { committed_offset: signed(*committed), ..Default::default() }),
        ..Default::default()
    };
    Ok(DescribeConsumerResult {
        self_: Some(entry(&of.entry)),
        consumer: Some(described(name, found)),
        partitions: found.committed.iter().enumerate().map(partition).collect(),
    })
}

fn described(name: &str, of: &Consumer) -> Described {
    Described {
        name: name.to_owned(),
        important: of.spec.important,
        read_from: Some(timestamp(of.spec.read_from_us)),
        supported_codecs: Some(SupportedCodecs { codecs: of.spec.codecs.clone() }),
        ..Default::default()
    }
}

fn stats(of: &Feed, partition: usize) -> PartitionStats {
    let offsets = of.offsets(partition);
    PartitionStats {
        partition_offsets: Some(OffsetsRange { start: signed(offsets.start), end: signed(offsets.end) }),
        last_write_time: Some(timestamp(of.last_write_us(partition))),
        max_write_time_lag: Some(duration(0)),
        bytes_written: Some(MultipleWindowsStat::default()),
        ..Default::default()
    }
}
