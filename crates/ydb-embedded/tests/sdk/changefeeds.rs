//! Changefeeds read with the SDK's reader and with the bare protocol.

use std::collections::BTreeMap;
use std::time::Duration;

use prost::Message;
use tokio::sync::mpsc::UnboundedSender;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::Streaming;
use ydb::{
    AlterTopicOptionsBuilder, Client, Consumer, ConsumerBuilder, DescribeConsumerOptionsBuilder,
    DescribeTopicOptionsBuilder, TopicReader, TopicReaderBatch,
};
use ydb_embedded::{Call, Clock, Fault, Server, Status, Thresholds};
use ydb_grpc::ydb_proto::scheme::entry::Type;
use ydb_grpc::ydb_proto::scheme::v1::scheme_service_client::SchemeServiceClient;
use ydb_grpc::ydb_proto::scheme::{DescribePathRequest, DescribePathResult};
use ydb_grpc::ydb_proto::topic::stream_read_message::from_client::ClientMessage;
use ydb_grpc::ydb_proto::topic::stream_read_message::from_server::ServerMessage;
use ydb_grpc::ydb_proto::topic::stream_read_message::init_request::TopicReadSettings;
use ydb_grpc::ydb_proto::topic::stream_read_message::{
    CommitOffsetRequest, FromClient, FromServer, InitRequest, PartitionSessionStatusRequest, ReadRequest,
    StartPartitionSessionResponse, StopPartitionSessionResponse, commit_offset_request,
};
use ydb_grpc::ydb_proto::topic::v1::topic_service_client::TopicServiceClient;
use ydb_grpc::ydb_proto::topic::{
    AlterTopicRequest, AutoPartitioningStrategy, CommitOffsetRequest as CommitOffset, DescribeTopicRequest,
    DescribeTopicResult, OffsetsRange, UpdateTokenRequest,
};

use crate::support::{channel, connect, one, refusal, refused, run, start};

const TABLE: &str = "CREATE TABLE t (k Uint64 NOT NULL, v Uint64, PRIMARY KEY (k)) WITH (UNIFORM_PARTITIONS = 4, \
                     AUTO_PARTITIONING_PARTITION_SIZE_MB = 1)";

/// Creates a table with four partitions, and a changefeed with a consumer.
async fn table(client: &Client) {
    run(client, TABLE).await;
    run(client, "ALTER TABLE t ADD CHANGEFEED feed WITH (MODE = 'UPDATES', FORMAT = 'JSON')").await;
    run(client, "ALTER TOPIC `t/feed` ADD CONSUMER c").await;
}

/// Time during which YDB tries to reach the tablet of a dropped topic: 21 attempts in "near 1 min"
/// (`RetryPolicyForPipes` of `read_session_actor.h`).
const RECONNECTS: Duration = Duration::from_secs(60);

/// Starts a server whose clock stands still.
async fn stopped_clock() -> (Server, Client) {
    let server = Server::builder().clock(Clock::manual()).start().await.unwrap();
    let client = connect(&server).await;
    (server, client)
}

async fn reader(client: &Client) -> TopicReader {
    client.topic_client().create_reader("c", "t/feed".to_owned()).await.unwrap()
}

/// Returns the keys and values of a batch, in order.
async fn changes(batch: &mut TopicReaderBatch) -> Vec<(u64, u64)> {
    let mut changes = Vec::new();
    for message in &mut batch.messages {
        let text = String::from_utf8(message.read_and_take().await.unwrap().unwrap()).unwrap();
        // The message is `{"update":{"v":7},"key":[1]}`.
        let numbers: Vec<u64> = text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        changes.push((numbers[1], numbers[0]));
    }
    changes
}

/// Writes the values 1 to `last` to each key, one after another; the table splits meanwhile.
async fn write(client: &Client, keys: u64, last: u64) {
    for v in 1..=last {
        for k in 0..keys {
            let k = k.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            run(client, &format!("UPSERT INTO t (k, v) VALUES ({k}, {v})")).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_is_seen_in_order_by_readers_that_die() {
    let small = Thresholds { bytes_per_mb: 50, ..Thresholds::default() };
    let server = Server::builder().thresholds(small).start().await.unwrap();
    let client = connect(&server).await;
    table(&client).await;
    let (keys, last) = (25, 8);
    let writing = tokio::spawn({
        let client = connect(&server).await;
        async move { write(&client, keys, last).await }
    });
    let mut seen: BTreeMap<u64, u64> = BTreeMap::new();
    let mut batches = 0;
    let mut reading = reader(&client).await;
    while seen.len() < keys as usize || seen.values().any(|v| *v < last) {
        let mut batch = reading.read_batch().await.unwrap();
        let marker = batch.get_commit_marker();
        for (k, v) in changes(&mut batch).await {
            let before = seen.entry(k).or_default();
            // A value may come again if it was not committed. Otherwise the next value must come: none is left out.
            assert!(v <= *before + 1, "{k}: {v} after {before}");
            *before = v.max(*before);
        }
        // Some readers end before they commit.
        batches += 1;
        if batches % 4 == 0 {
            drop(reading);
            reading = reader(&client).await;
        } else {
            reading.commit_with_ack(marker).await.unwrap();
        }
    }
    writing.await.unwrap();
    assert!(server.partition_stats("t").unwrap().len() > 4, "the table did not split");
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM t WHERE v = 8").await, keys);
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_streams_lose_nothing() {
    let (server, client) = start().await;
    table(&client).await;
    write(&client, 10, 1).await;
    for messages in [0, 1, 2, 4, 6] {
        server.faults().fail_next(1, Call::StreamRead, Fault::BreakStreamAfter(messages));
    }
    server.faults().fail_next(1, Call::StreamRead, Fault::Status(Status::Unavailable, "later".into()));
    let mut reading = reader(&client).await;
    let mut seen = BTreeMap::new();
    while seen.len() < 10 || server.faults().pending() > 0 {
        let mut batch = reading.read_batch().await.unwrap();
        seen.extend(changes(&mut batch).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_share_the_partitions() {
    let (server, client) = stopped_clock().await;
    table(&client).await;
    let (mut first, mut second) = (reader(&client).await, reader(&client).await);
    let mut of_first = tokio::spawn(async move {
        let mut partitions = Vec::new();
        while let Ok(batch) = first.read_batch().await {
            partitions.push(batch.partition_id());
            first.commit(batch.get_commit_marker()).ok();
        }
        partitions
    });
    // The second reader gets its share as soon as the first one has stopped.
    let mut v = 0;
    let batch = loop {
        v += 1;
        write(&client, 20, 1).await;
        tokio::select! {
            batch = second.read_batch() => break batch.unwrap(),
            () = tokio::task::yield_now() => assert!(v < 1000),
            _ = &mut of_first => panic!("the first reader has ended"),
        }
    };
    let partition = batch.partition_id();
    assert!((0..4).contains(&partition));
    // When the second reader goes, the first one gets all of its partitions back, from the committed offsets on.
    drop((batch, second));
    run(&client, "ALTER TABLE t DROP CHANGEFEED feed").await;
    server.advance(RECONNECTS).unwrap();
    let seen = tokio::time::timeout(Duration::from_secs(60), of_first).await.unwrap().unwrap();
    assert!(seen.iter().all(|partition| (0..4).contains(partition)));
}

#[tokio::test]
async fn consumers_are_added_described_and_dropped() {
    let (server, client) = start().await;
    table(&client).await;
    let mut topics = client.topic_client();
    let consumer: Consumer = ConsumerBuilder::default().name("d".to_owned()).important(true).build().unwrap();
    let alter = AlterTopicOptionsBuilder::default().add_consumers(vec![consumer]).build().unwrap();
    topics.alter_topic("t/feed".into(), alter).await.unwrap();
    let all = DescribeTopicOptionsBuilder::default().include_stats(true).build().unwrap();
    let topic = topics.describe_topic("/local/t/feed".into(), all).await.unwrap();
    let names: Vec<_> = topic.consumers.iter().map(|consumer| (&*consumer.name, consumer.important)).collect();
    assert_eq!(names, [("c", false), ("d", true)]);
    assert_eq!((topic.path.as_str(), topic.partitions.len()), ("feed", 4));
    assert_eq!(topic.retention_period, Duration::from_secs(86_400));
    // The Go SDK does not read a topic without them.
    let request = DescribeTopicRequest { path: "t/feed".into(), ..Default::default() };
    let mut bare = TopicServiceClient::new(channel(&server).await);
    let operation = bare.describe_topic(request).await.unwrap().into_inner().operation.unwrap();
    let described = DescribeTopicResult::decode(&*operation.result.unwrap().value).unwrap();
    let settings = described.partitioning_settings.unwrap().auto_partitioning_settings.unwrap();
    assert_eq!(settings.strategy(), AutoPartitioningStrategy::Disabled);
    write(&client, 20, 1).await;
    let stats = || DescribeConsumerOptionsBuilder::default().include_stats(true).build().unwrap();
    let of = topics.describe_consumer("t/feed".into(), "d".into(), stats()).await.unwrap();
    let ends = of.partitions.iter().map(|of| of.stats.end_offset);
    assert_eq!(ends.sum::<i64>(), 20);
    let drop = AlterTopicOptionsBuilder::default().drop_consumers(vec!["d".to_owned()]).build().unwrap();
    topics.alter_topic("t/feed".into(), drop).await.unwrap();
    let gone = topics.describe_consumer("t/feed".into(), "d".into(), stats()).await;
    refused(gone, Status::SchemeError, "no consumer 'd'");
    // `AlterViaTopicService` of YDB's `datashard_ut_change_exchange.cpp`.
    let hours = Duration::from_secs(48 * 3600);
    for alter in [
        AlterTopicOptionsBuilder::default().set_min_active_partitions(5).set_partition_count_limit(5).build().unwrap(),
        AlterTopicOptionsBuilder::default().set_retention_period(hours).build().unwrap(),
        AlterTopicOptionsBuilder::default().set_retention_storage_mb(1).build().unwrap(),
        AlterTopicOptionsBuilder::default().set_partition_write_speed_bytes_per_second(1 << 20).build().unwrap(),
        AlterTopicOptionsBuilder::default().set_partition_write_burst_bytes(1 << 20).build().unwrap(),
        AlterTopicOptionsBuilder::default().alter_attributes([("key".into(), "value".into())].into()).build().unwrap(),
    ] {
        refused(
            topics.alter_topic("t/feed".into(), alter).await,
            Status::BadRequest,
            "Full alter of cdc stream is forbidden",
        );
    }
    let missing = AlterTopicRequest { path: "t".into(), drop_consumers: vec!["x".into()], ..Default::default() };
    let operation = bare.alter_topic(missing).await.unwrap().into_inner().operation.unwrap();
    assert_eq!(operation.status, Status::SchemeError as i32);
    let commit = CommitOffset { path: "t/feed".into(), consumer: "c".into(), partition_id: 9, ..Default::default() };
    let operation = bare.commit_offset(commit).await.unwrap().into_inner().operation.unwrap();
    assert_eq!(operation.status, Status::BadRequest as i32);
}

#[tokio::test]
async fn a_reader_ends_with_its_changefeed() {
    let (server, client) = stopped_clock().await;
    table(&client).await;
    let mut unknown = client.topic_client().create_reader("nobody", "t/feed".to_owned()).await.unwrap();
    refused(unknown.read_batch().await.map(drop), Status::BadRequest, "no read rule provided for consumer 'nobody'");
    let mut reading = reader(&client).await;
    write(&client, 3, 1).await;
    reading.read_batch().await.unwrap();
    run(&client, "ALTER TABLE t DROP CHANGEFEED feed").await;
    // The reader connects again and finds no topic.
    server.advance(RECONNECTS).unwrap();
    let error = loop {
        match reading.read_batch().await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_eq!(refusal(&error).0, Status::SchemeError as i32);
    for (settings, what) in [
        ("FORMAT = 'DEBEZIUM_JSON'", "Records with FORMAT = 'DEBEZIUM_JSON' are not supported"),
        ("FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION = 'r'", "Records with FORMAT = 'DYNAMODB_STREAMS_JSON'"),
        ("FORMAT = 'JSON', USER_SIDS = TRUE", "Records with USER_SIDS are not supported"),
    ] {
        run(&client, &format!("ALTER TABLE t ADD CHANGEFEED feed WITH (MODE = 'UPDATES', {settings})")).await;
        run(&client, "ALTER TOPIC `t/feed` ADD CONSUMER c").await;
        refused(reader(&client).await.read_batch().await.map(drop), Status::Unsupported, what);
        run(&client, "ALTER TABLE t DROP CHANGEFEED feed").await;
    }
    drop(server);
}

/// A reader without an SDK.
struct Bare {
    sender: UnboundedSender<FromClient>,
    answers: Streaming<FromServer>,
}

impl Bare {
    async fn open(server: &Server, partitions: Vec<i64>) -> Self {
        let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
        let settings =
            TopicReadSettings { path: "/local/t/feed".into(), partition_ids: partitions, ..Default::default() };
        let init = InitRequest { topics_read_settings: vec![settings], consumer: "c".into(), ..Default::default() };
        sender.send(FromClient { client_message: Some(ClientMessage::InitRequest(init)) }).unwrap();
        let mut client = TopicServiceClient::new(channel(server).await);
        let answers = client.stream_read(UnboundedReceiverStream::new(receiver)).await.unwrap().into_inner();
        let mut bare = Self { sender, answers };
        assert!(matches!(bare.next().await, ServerMessage::InitResponse(_)));
        bare
    }

    fn send(&self, message: ClientMessage) {
        self.sender.send(FromClient { client_message: Some(message) }).unwrap();
    }

    async fn next(&mut self) -> ServerMessage {
        let answer = self.answers.message().await.unwrap().unwrap();
        assert_eq!(answer.status, Status::Success as i32, "{answer:?}");
        answer.server_message.unwrap()
    }

    fn read(&self, bytes_size: i64) {
        self.send(ClientMessage::ReadRequest(ReadRequest { bytes_size }));
    }

    /// Takes the start of a partition. Returns the partition's id in this session and its committed offset.
    async fn started(&mut self, read_offset: Option<i64>) -> (i64, i64) {
        let ServerMessage::StartPartitionSessionRequest(start) = self.next().await else { panic!("no start") };
        let partition_session_id = start.partition_session.unwrap().partition_session_id;
        let answer = StartPartitionSessionResponse { partition_session_id, read_offset, commit_offset: None };
        self.send(ClientMessage::StartPartitionSessionResponse(answer));
        (partition_session_id, start.committed_offset)
    }

    /// Returns the offsets of the next messages and their cost in bytes.
    async fn offsets(&mut self) -> (Vec<i64>, i64) {
        let ServerMessage::ReadResponse(read) = self.next().await else { panic!("no messages") };
        let messages = read.partition_data.iter().flat_map(|of| &of.batches).flat_map(|batch| &batch.message_data);
        (messages.map(|message| message.offset).collect(), read.bytes_size)
    }

    async fn commit(&mut self, partition_session_id: i64, start: i64, end: i64) -> i64 {
        let offsets = vec![OffsetsRange { start, end }];
        let of = commit_offset_request::PartitionCommitOffset { partition_session_id, offsets };
        self.send(ClientMessage::CommitOffsetRequest(CommitOffsetRequest { commit_offsets: vec![of] }));
        let ServerMessage::CommitOffsetResponse(committed) = self.next().await else { panic!("no commit") };
        committed.partitions_committed_offsets[0].committed_offset
    }

    /// Takes the stop of a partition. Returns `true` if the client is asked first.
    async fn stopped(&mut self) -> bool {
        let ServerMessage::StopPartitionSessionRequest(stop) = self.next().await else { panic!("no stop") };
        stop.graceful
    }

    async fn ends_with(&mut self, status: Status) {
        let answer = self.answers.message().await.unwrap().unwrap();
        assert_eq!(answer.status, status as i32, "{answer:?}");
        assert!(self.answers.message().await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_dropped_changefeed_takes_its_partitions_away() {
    let (server, client) = stopped_clock().await;
    table(&client).await;
    let mut bare = Bare::open(&server, vec![0, 1]).await;
    let mut schemes = SchemeServiceClient::new(channel(&server).await);
    let request = DescribePathRequest { path: "/local/t/feed".into(), ..Default::default() };
    let operation = schemes.describe_path(request).await.unwrap().into_inner().operation.unwrap();
    let described = DescribePathResult::decode(&*operation.result.unwrap().value).unwrap().self_.unwrap();
    assert_eq!((described.r#type(), described.name.as_str()), (Type::Topic, "feed"));
    let (id, _) = bare.started(None).await;
    bare.started(None).await;
    run(&client, "ALTER TABLE t DROP CHANGEFEED feed").await;
    assert_eq!((bare.stopped().await, bare.stopped().await), (false, false));
    // YDB gives up trying to reach the topic only later (`ProcessBalancerDead` of `read_session_actor.cpp`). Until
    // then, the client is not told that the partitions are gone.
    server.advance(RECONNECTS - Duration::from_micros(1)).unwrap();
    let status = PartitionSessionStatusRequest { partition_session_id: id };
    bare.send(ClientMessage::PartitionSessionStatusRequest(status));
    let started = StartPartitionSessionResponse { partition_session_id: id, ..Default::default() };
    bare.send(ClientMessage::StartPartitionSessionResponse(started));
    bare.send(ClientMessage::UpdateTokenRequest(UpdateTokenRequest { token: "root@builtin".into() }));
    assert!(matches!(bare.next().await, ServerMessage::UpdateTokenResponse(_)));
    server.advance(Duration::from_micros(1)).unwrap();
    bare.ends_with(Status::Unavailable).await;
}

#[tokio::test]
async fn messages_cost_credit_and_commits_have_no_gaps() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Uint64 NOT NULL, v Uint64, PRIMARY KEY (k))").await;
    run(&client, "ALTER TABLE t ADD CHANGEFEED feed WITH (MODE = 'UPDATES', FORMAT = 'JSON')").await;
    run(&client, "ALTER TOPIC `t/feed` ADD CONSUMER c").await;
    write(&client, 1, 6).await;
    let mut bare = Bare::open(&server, vec![0]).await;
    let (id, committed) = bare.started(None).await;
    assert_eq!(committed, 0);
    // The message is `{"update":{"v":1},"key":[0]}`.
    bare.read(1);
    assert_eq!(bare.offsets().await, (vec![0], 28));
    // The first message has overdrawn the credit by 27 bytes.
    bare.read(27);
    let status = PartitionSessionStatusRequest { partition_session_id: id };
    bare.send(ClientMessage::PartitionSessionStatusRequest(status));
    let ServerMessage::PartitionSessionStatusResponse(status) = bare.next().await else { panic!("no status") };
    assert_eq!((status.read_offset, status.committed_offset), (1, 0));
    assert_eq!(status.partition_offsets, Some(OffsetsRange { start: 0, end: 6 }));
    bare.read(29);
    assert_eq!(bare.offsets().await, (vec![1, 2], 56));
    assert_eq!(bare.commit(id, 1, 3).await, 0);
    assert_eq!(bare.commit(id, 0, 1).await, 3);
    assert_eq!(bare.commit(id, 0, 2).await, 3);
    bare.send(ClientMessage::UpdateTokenRequest(UpdateTokenRequest { token: "root@builtin".into() }));
    assert!(matches!(bare.next().await, ServerMessage::UpdateTokenResponse(_)));

    // A reader that asks for the same partition gets it after the first reader has gone.
    let mut other = Bare::open(&server, Vec::new()).await;
    drop(bare);
    let (id, committed) = other.started(Some(4)).await;
    assert_eq!(committed, 3);
    other.read(1000);
    assert_eq!(other.offsets().await.0, [4, 5]);
    // No client has seen this offset.
    let offsets = vec![OffsetsRange { start: 3, end: 7 }];
    let of = commit_offset_request::PartitionCommitOffset { partition_session_id: id, offsets };
    other.send(ClientMessage::CommitOffsetRequest(CommitOffsetRequest { commit_offsets: vec![of] }));
    other.ends_with(Status::BadRequest).await;
}

#[tokio::test]
async fn partitions_move_when_their_reader_has_stopped() {
    let (server, client) = start().await;
    table(&client).await;
    let mut first = Bare::open(&server, Vec::new()).await;
    for _ in 0..4 {
        first.started(None).await;
    }
    let mut second = Bare::open(&server, Vec::new()).await;
    let mut stops = Vec::new();
    for _ in 0..2 {
        let ServerMessage::StopPartitionSessionRequest(stop) = first.next().await else { panic!("no stop") };
        assert!(stop.graceful);
        stops.push(stop.partition_session_id);
    }
    // The first reader can still commit partitions that it was asked to stop; after that they begin for the second
    // reader.
    write(&client, 20, 1).await;
    assert_eq!(first.commit(stops[0], 0, 0).await, 0);
    for partition_session_id in stops {
        let stopped = StopPartitionSessionResponse { partition_session_id, ..Default::default() };
        first.send(ClientMessage::StopPartitionSessionResponse(stopped));
        second.started(None).await;
    }
    // A reset to a saved state ends all readers, and their clients connect again.
    server.reset(&server.snapshot()).unwrap();
    first.ends_with(Status::Unavailable).await;
    second.ends_with(Status::Unavailable).await;
}

/// The answer to a start and a stop may cross.
#[tokio::test]
async fn a_partition_that_stops_before_it_has_started_gets_no_messages() {
    let (server, client) = start().await;
    table(&client).await;
    write(&client, 20, 1).await;
    let mut first = Bare::open(&server, Vec::new()).await;
    first.read(1 << 20);
    let mut starts = Vec::new();
    for _ in 0..4 {
        let ServerMessage::StartPartitionSessionRequest(start) = first.next().await else { panic!("no start") };
        starts.push(start.partition_session.unwrap().partition_session_id);
    }
    let _second = Bare::open(&server, Vec::new()).await;
    let mut stops = Vec::new();
    for _ in 0..2 {
        let ServerMessage::StopPartitionSessionRequest(stop) = first.next().await else { panic!("no stop") };
        stops.push(stop.partition_session_id);
    }
    for &partition_session_id in &starts {
        let started = StartPartitionSessionResponse { partition_session_id, ..Default::default() };
        first.send(ClientMessage::StartPartitionSessionResponse(started));
    }
    let mut read = Vec::new();
    for _ in 0..2 {
        let ServerMessage::ReadResponse(messages) = first.next().await else { panic!("no messages") };
        read.extend(messages.partition_data.iter().map(|of| of.partition_session_id));
    }
    assert!(read.iter().all(|id| starts.contains(id) && !stops.contains(id)), "{read:?} after {stops:?}");
}
