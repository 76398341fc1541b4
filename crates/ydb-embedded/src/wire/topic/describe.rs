//! Descriptions of topics and consumers.

use ydb_grpc::ydb_proto::topic::describe_consumer_result::{
    PartitionConsumerStats, PartitionInfo as ConsumerPartition,
};
use ydb_grpc::ydb_proto::topic::describe_topic_result::{PartitionInfo, TopicStats};
use ydb_grpc::ydb_proto::topic::{
    AutoPartitioningSettings, AutoPartitioningStrategy, AutoPartitioningWriteSpeedStrategy, Consumer as Described,
    DescribeConsumerResult, DescribeTopicResult, MultipleWindowsStat, OffsetsRange, PartitionStats,
    PartitioningSettings, SupportedCodecs,
};

use super::{duration, signed, timestamp};
use crate::error::{Error, Result, Status};
use crate::session::TopicDescription;
use crate::storage::{Consumer, Feed};
use crate::wire::scheme::entry;

/// A topic.
pub(super) fn topic(of: &TopicDescription, with_stats: bool) -> DescribeTopicResult {
    let count = of.records.partitions();
    let partition = |partition| PartitionInfo {
        partition_id: partition as i64,
        active: true,
        partition_stats: with_stats.then(|| stats(&of.records, partition)),
        ..Default::default()
    };
    // Bytes are not counted.
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

/// A consumer of a topic.
///
/// Fails with SCHEME_ERROR if there is none. UNVERIFIED: this status.
pub(super) fn consumer(of: &TopicDescription, name: &str, with_stats: bool) -> Result<DescribeConsumerResult> {
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
