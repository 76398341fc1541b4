//! A reader of topics: its partitions, its credit for messages, and the offsets that its client has committed.
//!
//! ```text
//! client                                server
//!   read request: 1000 bytes  ──────>     credit 1000
//!          <──────  start partition       its part of the partitions (`readers.rs`)
//!   started  ──────>
//!          <──────  messages: 300 bytes   credit 700, next offset 3
//!   commit 0..3  ──────>
//!          <──────  committed: 3
//! ```
//!
//! Messages are sent as long as there is credit; the last one may overdraw it. A commit names ranges of offsets. The
//! committed offset moves to the end of a range only if there is no gap before the range, so a client may commit in any
//! order.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;

use super::Engine;
use super::topics::{ReaderOrder, Topic, Wanted, check_readable, no_consumer};
use crate::catalog::{Rights, TableId, refusal};
use crate::error::{Error, Result, Status};
use crate::exec::text;

/// Limits of one answer: bytes of messages, and number of messages.
const MAX_BYTES: i64 = 1 << 20;
const MAX_MESSAGES: usize = 1000;

/// A topic to read.
#[derive(Clone, Debug, Default)]
pub struct TopicSelection {
    pub path: String,
    /// Partitions to read; an empty list means all.
    pub partitions: Vec<u64>,
    /// Largest age of messages in microseconds; older messages are not read.
    pub max_lag_us: Option<u64>,
    /// Time in microseconds since 1970; messages written before it are not read.
    pub read_from_us: u64,
}

/// A message for the client.
#[derive(Debug)]
pub struct Delivery {
    pub offset: u64,
    /// Time of the write in microseconds since 1970.
    pub written_us: u64,
    pub text: String,
}

/// The next event for the client. Partition ids are valid in this session only.
#[derive(Debug)]
pub enum ReadEvent {
    /// A new partition, which is read after the client has answered.
    Start { id: i64, path: Arc<str>, partition: usize, committed: u64, end: u64 },
    /// Messages of a partition; they use up `bytes` of the credit.
    Messages { id: i64, messages: Vec<Delivery>, bytes: i64 },
    /// A partition that is not read any more. If `graceful`, another reader gets it after the client has answered;
    /// otherwise it is gone already.
    Stop { id: i64, committed: u64, graceful: bool },
}

pub struct ReadSession {
    engine: Arc<Engine>,
    reader: u64,
    consumer: Arc<str>,
    topics: HashMap<TableId, (Topic, TopicSelection)>,
    orders: UnboundedReceiver<ReaderOrder>,
    news: watch::Receiver<()>,
    credit: i64,
    open: BTreeMap<i64, Open>,
    last: i64,
    /// Id of the partition that was served last; the other partitions come first next time.
    served: i64,
    /// Time on the clock at which the session ends because a changefeed was dropped.
    ends: Duration,
}

/// Phase of a partition, which decides whether its messages may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartitionPhase {
    /// No messages yet: the client has not answered the start.
    Starting,
    Flowing,
    /// No more messages: the client is asked to stop, even if its answer to the start is still to come.
    Stopping,
    /// The changefeed was dropped, and the client has not been told yet.
    Lost,
}

/// A partition that this session reads.
struct Open {
    feed: TableId,
    partition: usize,
    next: u64,
    phase: PartitionPhase,
    committed: u64,
    /// Committed ranges after a gap, as ends by starts.
    later: BTreeMap<u64, u64>,
}

impl Engine {
    /// Begins to read topics as a consumer.
    ///
    /// Fails with SCHEME_ERROR if a topic does not exist, and with BAD_REQUEST if a topic does not have the consumer.
    pub fn read_topics(self: &Arc<Self>, consumer: &str, selections: Vec<TopicSelection>) -> Result<ReadSession> {
        if selections.is_empty() {
            return Err(Error::new(Status::BadRequest, "no topics in init request"));
        }
        if consumer.is_empty() {
            return Err(refusal::unsupported("Reading without a consumer is not supported"));
        }
        let consumer: Arc<str> = consumer.into();
        let era = self.era.load(Ordering::SeqCst);
        let catalog = self.catalog.read();
        let (mut topics, mut wanted) = (HashMap::new(), Vec::<Wanted>::new());
        for selection in selections {
            let topic = self.topic(&catalog, &selection.path, Rights::SELECT_ROW)?;
            check_readable(&topic.feed)?;
            let (count, known) =
                self.records(topic.feed.id, |feed| (feed.partitions(), feed.consumers.contains_key(&consumer)))?;
            if !known {
                return Err(no_consumer(&consumer, &topic.path));
            }
            let partitions = selection.partitions.iter().map(|&partition| {
                let known = usize::try_from(partition).ok().filter(|&partition| partition < count);
                let message = format!("topic {} has no partition {partition}", topic.path);
                known.ok_or_else(|| Error::new(Status::BadRequest, message))
            });
            wanted.push((topic.feed.id, count, partitions.collect::<Result<_>>()?));
            topics.insert(topic.feed.id, (topic, selection));
        }
        let news = self.storage.new_messages();
        let feeds: Vec<TableId> = topics.keys().copied().collect();
        let (reader, orders) = self.readers.join(&consumer, wanted);
        let (engine, open) = (Arc::clone(self), BTreeMap::new());
        let (credit, last, served, ends) = (0, 0, 0, Duration::MAX);
        let session = ReadSession { engine, reader, consumer, topics, orders, news, credit, open, last, served, ends };
        // A changefeed that was dropped or reset meanwhile has not notified this reader.
        feeds.into_iter().try_for_each(|feed| self.records(feed, |_| ()))?;
        self.check_era(era)?;
        Ok(session)
    }
}

impl ReadSession {
    pub fn id(&self) -> String {
        format!("{}_1_{}_v1", self.consumer, self.reader)
    }

    /// Waits for the next event for the client. The future may be dropped; the next call continues.
    ///
    /// Fails when the session ends.
    pub async fn next(&mut self) -> Result<ReadEvent> {
        let gone = || Error::new(Status::Unavailable, "The server is shutting down");
        loop {
            let lost = self.open.iter().find(|(_, open)| open.phase == PartitionPhase::Lost).map(|(&id, _)| id);
            if let Some((id, open)) = lost.and_then(|id| self.open.remove_entry(&id)) {
                return Ok(ReadEvent::Stop { id, committed: open.committed, graceful: false });
            }
            self.news.mark_unchanged();
            let order = match self.orders.try_recv() {
                Ok(order) => order,
                Err(_) if self.engine.clock().passed() >= self.ends => {
                    return Err(Error::new(Status::Unavailable, "unable to connect to one of topics"));
                }
                Err(_) => match self.messages()? {
                    Some(messages) => return Ok(messages),
                    None => tokio::select! {
                        order = self.orders.recv() => order.ok_or_else(gone)?,
                        changed = self.news.changed() => {
                            changed.map_err(|_| gone())?;
                            continue;
                        }
                        () = self.engine.clock().reach(self.ends) => continue,
                    },
                },
            };
            if let Some(event) = self.obey(order)? {
                return Ok(event);
            }
        }
    }

    fn obey(&mut self, order: ReaderOrder) -> Result<Option<ReadEvent>> {
        match order {
            ReaderOrder::Close(error) => Err(error),
            ReaderOrder::Lose(lost, ends) => {
                self.ends = ends.min(self.ends);
                self.open
                    .values_mut()
                    .filter(|open| open.feed == lost)
                    .for_each(|open| open.phase = PartitionPhase::Lost);
                Ok(None)
            }
            ReaderOrder::Start(feed, partition) => {
                let Some((topic, _)) = self.topics.get(&feed) else { return Ok(None) };
                let found = self.engine.records(feed, |feed| {
                    (feed.consumers.get(&self.consumer).map(|of| of.committed[partition]), feed.offsets(partition))
                });
                // If the changefeed is gone, the order to lose it is already on its way.
                let Ok((committed, offsets)) = found else { return Ok(None) };
                let committed = committed.ok_or_else(|| no_consumer(&self.consumer, &topic.path))?;
                self.last += 1;
                let (next, phase, later) = (committed, PartitionPhase::Starting, BTreeMap::new());
                self.open.insert(self.last, Open { feed, partition, next, phase, committed, later });
                let (id, path, end) = (self.last, Arc::clone(&topic.path), offsets.end);
                Ok(Some(ReadEvent::Start { id, path, partition, committed, end }))
            }
            ReaderOrder::Stop(feed, partition) => {
                let mut open = self.open.iter_mut();
                Ok(open.find(|(_, open)| (open.feed, open.partition) == (feed, partition)).map(|(&id, open)| {
                    open.phase = PartitionPhase::Stopping;
                    ReadEvent::Stop { id, committed: open.committed, graceful: true }
                }))
            }
        }
    }

    /// Returns the next messages of a partition. The partitions take turns.
    fn messages(&mut self) -> Result<Option<ReadEvent>> {
        if self.credit <= 0 {
            return Ok(None);
        }
        let now_us = self.engine.now_us();
        let turns: Vec<i64> =
            self.open.range(self.served + 1..).chain(self.open.range(..=self.served)).map(|(&id, _)| id).collect();
        for id in turns {
            let Some(open) = self.open.get_mut(&id).filter(|open| open.phase == PartitionPhase::Flowing) else {
                continue;
            };
            let Some((topic, selection)) = self.topics.get(&open.feed) else { continue };
            let since = selection.max_lag_us.map_or(0, |lag| now_us.saturating_sub(lag)).max(selection.read_from_us);
            let found = self.engine.records(open.feed, |feed| {
                let since = feed.consumers.get(&self.consumer).map_or(0, |of| of.spec.read_from_us).max(since);
                let messages = feed.read(open.partition, open.next, since).take(MAX_MESSAGES);
                messages.map(|(offset, message)| (offset, message.clone())).collect::<Vec<_>>()
            });
            let Ok(found) = found else { continue };
            let (mut messages, mut bytes) = (Vec::new(), 0);
            for (offset, message) in found {
                let text = text(&topic.feed, &message)?;
                bytes += i64::try_from(text.len()).unwrap_or(i64::MAX);
                open.next = offset + 1;
                messages.push(Delivery { offset, written_us: message.written_us, text });
                if bytes >= MAX_BYTES.min(self.credit) {
                    break;
                }
            }
            if !messages.is_empty() {
                self.credit -= bytes;
                self.served = id;
                return Ok(Some(ReadEvent::Messages { id, messages, bytes }));
            }
        }
        Ok(None)
    }

    /// Adds bytes to the credit.
    ///
    /// Fails with BAD_REQUEST if `bytes` is not positive.
    pub fn allow(&mut self, bytes: i64) -> Result<()> {
        if bytes <= 0 {
            return Err(Error::new(Status::BadRequest, format!("invalid bytes_size {bytes} in read request")));
        }
        self.credit = self.credit.saturating_add(bytes);
        Ok(())
    }

    /// Marks a partition as ready: the client has answered its start. The client may say at which offset to begin, and
    /// up to which offset it has committed.
    pub fn started(&mut self, id: i64, from: Option<u64>, commit: Option<u64>) -> Result<()> {
        // The partition may have been taken away meanwhile.
        let Some(open) = self.open.get_mut(&id) else { return Ok(()) };
        if open.phase == PartitionPhase::Starting {
            open.phase = PartitionPhase::Flowing;
        }
        open.next = from.or(commit).unwrap_or(open.next);
        match commit.filter(|commit| *commit > open.committed) {
            Some(commit) => self.commit(id, &[(0, commit)]).map(drop),
            None => Ok(()),
        }
    }

    /// Gives up a partition: the client has stopped reading it.
    pub fn stopped(&mut self, id: i64) {
        // The client may answer twice.
        if let Some(open) = self.open.remove(&id) {
            self.engine.readers.stopped(self.reader, open.feed, &self.consumer, open.partition);
        }
    }

    /// Commits ranges of offsets of a partition. Returns the committed offset; `None` if the session no longer has the
    /// partition.
    ///
    /// Fails with BAD_REQUEST for offsets that the client cannot have seen.
    pub fn commit(&mut self, id: i64, ranges: &[(u64, u64)]) -> Result<Option<u64>> {
        let Some(open) = self.open.get_mut(&id) else { return Ok(None) };
        let (partition, consumer) = (open.partition, &self.consumer);
        let committed = self.engine.records(open.feed, |feed| {
            let end = feed.offsets(partition).end;
            for &(from, to) in ranges {
                if from > to || to > end {
                    let message = format!("invalid range {from}..{to} in commit request; the partition ends at {end}");
                    return Err(Error::new(Status::BadRequest, message));
                }
                let longest = open.later.entry(from).or_default();
                *longest = to.max(*longest);
            }
            while let Some((from, to)) = open.later.pop_first() {
                if from > open.committed {
                    open.later.insert(from, to);
                    break;
                }
                open.committed = to.max(open.committed);
            }
            if let Some(consumer) = feed.consumers.get_mut(consumer) {
                consumer.committed[partition] = open.committed;
            }
            Ok(open.committed)
        });
        committed.ok().transpose()
    }

    /// Returns the offsets of a partition, the committed offset, and the offset that is sent next; `None` if the
    /// session no longer has the partition.
    pub fn status(&self, id: i64) -> Option<(std::ops::Range<u64>, u64, u64)> {
        let open = self.open.get(&id)?;
        let offsets = self.engine.records(open.feed, |feed| feed.offsets(open.partition)).ok()?;
        Some((offsets, open.committed, open.next))
    }
}

impl Drop for ReadSession {
    fn drop(&mut self) {
        self.engine.readers.leave(self.reader);
    }
}
