//! Topics: the changefeeds of tables, their consumers, and the assignment of partitions to readers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::Engine;
use super::descriptions::{EntryKind, SchemeEntry, describe};
use crate::catalog::{Catalog, Changefeed, Entry, Rights, Table, TableId, TopicAction, paths, refusal};
use crate::error::{Error, Result, Status};
use crate::exec::scanned;
use crate::storage::{Consumer, Direction, Feed, FeedSettings, Isolation, KeyRange, Record};
use crate::work::tick;

/// Time during which YDB tries to reach the tablet of a topic: 21 attempts in "near 1 min" (`RetryPolicyForPipes`).
const RECONNECTS: Duration = Duration::from_secs(60);

/// A changefeed as a topic.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Absolute path of the topic: the table's path, and the name of the changefeed.
    pub path: Arc<str>,
    pub feed: Changefeed,
}

/// The current state of a topic.
#[derive(Clone, Debug)]
pub struct TopicDescription {
    /// The topic's entry in the Scheme service.
    pub entry: SchemeEntry,
    pub topic: Topic,
    /// Partitions, consumers and records of the topic.
    pub records: Arc<Feed>,
}

impl Engine {
    /// Returns the topic at a path, if the caller has these rights on it.
    ///
    /// Fails with SCHEME_ERROR if there is no such topic.
    pub(super) fn topic(&self, catalog: &Catalog, path: &str, rights: Rights) -> Result<Topic> {
        let path = catalog.resolve(path)?;
        let missing =
            || refusal::scheme(format!("path '{path}' does not exist or you do not have access rights to it"));
        let table = catalog.table(paths::parent(&path)).map_err(|_| missing())?;
        self.require(catalog, &table.path, Rights::DESCRIBE_SCHEMA).map_err(|_| missing())?;
        self.require(catalog, &table.path, rights)?;
        let feed = table.changefeeds.iter().find(|feed| &*feed.name == paths::leaf(&path)).cloned();
        feed.map(|feed| Topic { feed, path: path.as_str().into() }).ok_or_else(missing)
    }

    /// Calls `visit` with the records of a changefeed, which it may read or change.
    pub(super) fn records<R>(&self, feed: TableId, visit: impl FnOnce(&mut Feed) -> R) -> Result<R> {
        self.storage.feed(feed, self.now_us(), visit).ok_or_else(gone)
    }

    /// Drops and adds consumers, all of them or none.
    ///
    /// Fails with SCHEME_ERROR if there is no such topic, NOT_FOUND if a consumer to drop does not exist, and
    /// ALREADY_EXISTS if a consumer to add exists.
    pub fn alter_topic(&self, path: &str, actions: Vec<TopicAction>) -> Result<()> {
        let catalog = self.change()?;
        let topic = self.topic(&catalog, path, Rights::ALTER_SCHEMA)?;
        let mut dropped = Vec::new();
        self.records(topic.feed.id, |feed| {
            let mut consumers = feed.consumers.clone();
            for action in actions {
                match action {
                    TopicAction::DropConsumer(name) => {
                        if consumers.remove(name.as_str()).is_none() {
                            let message = "some consumers in drop_consumers are missing already";
                            return Err(Error::new(Status::NotFound, message));
                        }
                        dropped.push(name);
                    }
                    // The texts of these refusals are UNVERIFIED.
                    TopicAction::AddConsumer(name, _) if name.is_empty() => {
                        return Err(Error::new(Status::BadRequest, "consumer with empty name is forbidden"));
                    }
                    TopicAction::AddConsumer(name, spec) => {
                        let consumer = Consumer { spec, committed: vec![0; feed.partitions()] };
                        if consumers.insert(name.as_str().into(), consumer).is_some() {
                            let message = format!("consumer '{name}' already exists");
                            return Err(Error::new(Status::AlreadyExists, message));
                        }
                    }
                }
            }
            feed.consumers = consumers;
            Ok(())
        })??;
        let end = ReaderOrder::Close(Error::new(Status::SchemeError, "The consumer was dropped"));
        let is_gone = |feed, consumer: &str| feed == topic.feed.id && dropped.iter().any(|name| name == consumer);
        self.readers.end(&end, is_gone);
        Ok(())
    }

    /// Describes a topic.
    ///
    /// Fails with SCHEME_ERROR if there is no such topic.
    pub fn describe_topic(&self, path: &str) -> Result<TopicDescription> {
        let catalog = self.catalog.read();
        let topic = self.topic(&catalog, path, Rights::DESCRIBE_SCHEMA)?;
        let table = catalog.table(paths::parent(&topic.path))?;
        let own = describe(&catalog, &table.path, topic.feed.name.to_string(), &Entry::Table(Arc::clone(&table)), true);
        let entry = SchemeEntry { kind: EntryKind::Topic, ..own };
        let records = self.storage.feed_now(topic.feed.id, self.now_us()).ok_or_else(gone)?;
        Ok(TopicDescription { entry, topic, records })
    }

    /// Sets the offset at which the next reader of a partition begins.
    ///
    /// Fails with BAD_REQUEST if there is no such consumer, partition or offset.
    pub fn commit_offset(&self, path: &str, consumer: &str, partition: u64, offset: u64) -> Result<()> {
        let topic = self.topic(&self.catalog.read(), path, Rights::SELECT_ROW)?;
        let partition = usize::try_from(partition).unwrap_or(usize::MAX);
        self.records(topic.feed.id, |feed| {
            if partition >= feed.partitions() || offset > feed.offsets(partition).end {
                return Err(Error::new(Status::BadRequest, format!("no offset {offset} in partition {partition}")));
            }
            let found = feed.consumers.get_mut(consumer).ok_or_else(|| no_consumer(consumer, &topic.path))?;
            found.committed[partition] = offset;
            Ok(())
        })?
    }

    /// Begins to record the changes of a table for a new changefeed. Records the existing rows if the changefeed asks
    /// for them. The caller holds the turn to write, so no row can change meanwhile.
    pub(super) fn open_feed(&self, table: &Arc<Table>, id: TableId) -> Result<()> {
        let Some(feed) = table.changefeeds.iter().find(|feed| feed.id == id) else { return Ok(()) };
        let mut rows: Vec<(u128, Record)> = Vec::new();
        if feed.is_on("INITIAL_SCAN") {
            let (mut after, mut tx) = (None::<Box<[u8]>>, self.storage.begin(Isolation::Snapshot));
            loop {
                let chunk = tx.scan(table.id, &KeyRange::all(), Direction::Forward, 1000, after.as_deref());
                for (key, stored) in &chunk.rows {
                    tick(1)?;
                    rows.push(scanned(table, feed, key, stored));
                }
                if chunk.done {
                    break;
                }
                after = chunk.after;
            }
        }
        // The changefeed has as many partitions as the table (`concepts/cdc.md`). YDB splits the partitions of
        // TOPIC_AUTO_PARTITIONING under a load that tests do not make.
        let partitions = feed.partitions().unwrap_or_else(|| self.storage.partitions(table.id).len());
        let settings = FeedSettings { partitions, retention_us: feed.retention_us(), barriers_us: feed.barriers_us() };
        self.storage.open_feed(id, settings, rows);
        Ok(())
    }

    /// Takes the partitions of a changefeed away from its readers and drops its records. The readers end when YDB gives
    /// up trying to reach the tablet.
    pub(super) fn drop_feed(&self, id: TableId) {
        let ends = self.clock().passed().saturating_add(RECONNECTS);
        self.readers.end(&ReaderOrder::Lose(id, ends), |feed, _| feed == id);
        self.storage.drop_feed(id);
    }
}

fn gone() -> Error {
    refusal::scheme("The changefeed was dropped")
}

/// Returns the error for a consumer that the topic does not have, in the words of `read_init_auth_actor.cpp`. The
/// newest releases have another status.
pub(super) fn no_consumer(consumer: &str, topic: &str) -> Error {
    let message = format!("no read rule provided for consumer '{consumer}' in topic '{topic}'");
    Error::new(Status::BadRequest, message)
}

/// Checks that the records of a changefeed can be read.
pub(super) fn check_readable(feed: &Changefeed) -> Result<()> {
    let format = feed.format();
    let others = ["SCHEMA_CHANGES", "USER_SIDS", "TRACE_IDS"].into_iter().find(|flag| feed.is_on(flag));
    match (&*format, others) {
        ("JSON", None) => Ok(()),
        ("JSON", Some(flag)) => Err(refusal::unsupported(format!("Records with {flag} are not supported"))),
        _ => Err(refusal::unsupported(format!("Records with FORMAT = '{format}' are not supported"))),
    }
}

// Assignment of a changefeed's partitions to readers.
//
// The readers of a consumer share the partitions of a topic: each partition has one reader. A new reader gets a fair
// share, and the partitions of a leaving reader go to the other readers:
//
// ```text
// Nobody ── Start ──> Reads(a) ── Stop, because b has at least two fewer ──> Leaves(a) ── a has stopped ──> Nobody
// ```
//
// A partition moves only after its reader has stopped, so two readers never have it at once. Nothing here blocks: each
// reader has an inbox, in which it finds its [`ReaderOrder`]s.

/// An order to a reader.
#[derive(Clone, Debug)]
pub(super) enum ReaderOrder {
    /// Begin to read a partition.
    Start(TableId, usize),
    /// Stop reading a partition, and say so.
    Stop(TableId, usize),
    Close(Error),
    /// Tell the client that the partitions of a changefeed are gone, and end when the clock has reached this time.
    Lose(TableId, Duration),
}

#[derive(Default)]
pub(super) struct Readers(Mutex<ReadersState>);

#[derive(Default)]
struct ReadersState {
    last: u64,
    inboxes: BTreeMap<u64, UnboundedSender<ReaderOrder>>,
    groups: HashMap<(TableId, Arc<str>), ReaderGroup>,
}

/// Readers of one consumer of a changefeed.
#[derive(Default)]
struct ReaderGroup {
    /// Readers, each with the partitions that it asks for; an empty set means all.
    readers: BTreeMap<u64, BTreeSet<usize>>,
    owners: Vec<Owner>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Nobody,
    Reads(u64),
    Leaves(u64),
}

/// A changefeed to read: its id, the number of its partitions, and the wanted partitions; an empty set means all.
pub(super) type Wanted = (TableId, usize, BTreeSet<usize>);

impl Readers {
    /// Adds a reader. Returns its number and its inbox.
    pub(super) fn join(&self, consumer: &Arc<str>, feeds: Vec<Wanted>) -> (u64, UnboundedReceiver<ReaderOrder>) {
        let mut guard = self.0.lock();
        let state = &mut *guard;
        state.last += 1;
        let (sender, inbox) = unbounded_channel();
        state.inboxes.insert(state.last, sender);
        for (feed, partitions, wanted) in feeds {
            let group = state.groups.entry((feed, Arc::clone(consumer))).or_default();
            group.owners.resize(partitions, Owner::Nobody);
            group.readers.insert(state.last, wanted);
            group.settle(feed, &state.inboxes);
        }
        (state.last, inbox)
    }

    pub(super) fn leave(&self, reader: u64) {
        let mut guard = self.0.lock();
        let state = &mut *guard;
        state.inboxes.remove(&reader);
        for ((feed, _), group) in &mut state.groups {
            if group.readers.remove(&reader).is_some() {
                let own = [Owner::Reads(reader), Owner::Leaves(reader)];
                group.owners.iter_mut().filter(|owner| own.contains(owner)).for_each(|owner| *owner = Owner::Nobody);
                group.settle(*feed, &state.inboxes);
            }
        }
        state.groups.retain(|_, group| !group.readers.is_empty());
    }

    /// Records that a reader has stopped reading a partition.
    pub(super) fn stopped(&self, reader: u64, feed: TableId, consumer: &Arc<str>, partition: usize) {
        let mut guard = self.0.lock();
        let state = &mut *guard;
        let Some(group) = state.groups.get_mut(&(feed, Arc::clone(consumer))) else { return };
        if let Some(owner) = group.owners.get_mut(partition).filter(|owner| **owner == Owner::Leaves(reader)) {
            *owner = Owner::Nobody;
            group.settle(feed, &state.inboxes);
        }
    }

    /// Tells all readers of the selected groups to end.
    pub(super) fn end(&self, order: &ReaderOrder, selected: impl Fn(TableId, &str) -> bool) {
        let state = self.0.lock();
        for ((feed, consumer), group) in &state.groups {
            if selected(*feed, consumer) {
                for reader in group.readers.keys() {
                    tell(&state.inboxes, *reader, order.clone());
                }
            }
        }
    }
}

/// Sends an order to a reader. If the reader's inbox is closed, the reader is about to leave.
fn tell(inboxes: &BTreeMap<u64, UnboundedSender<ReaderOrder>>, reader: u64, order: ReaderOrder) {
    if let Some(inbox) = inboxes.get(&reader) {
        inbox.send(order).ok();
    }
}

impl ReaderGroup {
    /// Assigns the partitions that have no reader, and asks readers to stop partitions that another reader should have.
    fn settle(&mut self, feed: TableId, inboxes: &BTreeMap<u64, UnboundedSender<ReaderOrder>>) {
        let Self { readers, owners } = self;
        // Number of partitions that each reader has, or will have after the other readers have stopped.
        let mut load: BTreeMap<u64, usize> = readers.keys().map(|&reader| (reader, 0)).collect();
        for owner in owners.iter() {
            if let Owner::Reads(reader) = owner {
                *load.entry(*reader).or_default() += 1;
            }
        }
        let idlest = |load: &BTreeMap<u64, usize>, partition: usize| {
            let takes = readers.iter().filter(|(_, wanted)| wanted.is_empty() || wanted.contains(&partition));
            takes.map(|(&reader, _)| reader).min_by_key(|reader| load.get(reader).copied())
        };
        for (partition, owner) in owners.iter_mut().enumerate().filter(|(_, owner)| !matches!(owner, Owner::Reads(_))) {
            let Some(reader) = idlest(&load, partition) else { continue };
            *load.entry(reader).or_default() += 1;
            if *owner == Owner::Nobody {
                *owner = Owner::Reads(reader);
                tell(inboxes, reader, ReaderOrder::Start(feed, partition));
            }
        }
        for (partition, owner) in owners.iter_mut().enumerate() {
            let (Owner::Reads(reader), Some(other)) = (*owner, idlest(&load, partition)) else { continue };
            if load.get(&reader) > load.get(&other).map(|count| count + 1).as_ref() {
                *load.entry(reader).or_default() -= 1;
                *load.entry(other).or_default() += 1;
                *owner = Owner::Leaves(reader);
                tell(inboxes, reader, ReaderOrder::Stop(feed, partition));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEED: TableId = TableId(7);

    fn orders(inbox: &mut UnboundedReceiver<ReaderOrder>) -> Vec<String> {
        let mut all = Vec::new();
        while let Ok(order) = inbox.try_recv() {
            all.push(match order {
                ReaderOrder::Start(_, partition) => format!("+{partition}"),
                ReaderOrder::Stop(_, partition) => format!("-{partition}"),
                ReaderOrder::Close(error) => error.to_string(),
                ReaderOrder::Lose(..) => "lost".to_owned(),
            });
        }
        all
    }

    #[test]
    fn readers_share_the_partitions() {
        let readers = Readers::default();
        let consumer: Arc<str> = "c".into();
        let all = || vec![(FEED, 4, BTreeSet::new())];
        let (a, mut of_a) = readers.join(&consumer, all());
        assert_eq!(orders(&mut of_a), ["+0", "+1", "+2", "+3"]);
        let (b, mut of_b) = readers.join(&consumer, all());
        assert_eq!(orders(&mut of_a), ["-0", "-1"]);
        // The second reader begins only after the first reader has stopped.
        assert!(orders(&mut of_b).is_empty());
        readers.stopped(a, FEED, &consumer, 0);
        readers.stopped(a, FEED, &consumer, 0);
        assert_eq!(orders(&mut of_b), ["+0"]);
        // A reader that asked for one partition waits for it, however few partitions the other readers have.
        let (_, mut of_c) = readers.join(&consumer, vec![(FEED, 4, BTreeSet::from([3]))]);
        assert_eq!(orders(&mut of_a), ["-3"]);
        readers.leave(b);
        assert_eq!(orders(&mut of_a), ["+0"]);
        readers.leave(a);
        assert_eq!(orders(&mut of_c), ["+3"]);
        let other: Arc<str> = "d".into();
        let (_, mut of_d) = readers.join(&other, all());
        assert_eq!(orders(&mut of_d).len(), 4);
        let gone = ReaderOrder::Close(Error::new(Status::Unavailable, "gone"));
        readers.end(&gone, |_, consumer| consumer == "d");
        assert_eq!((orders(&mut of_c).len(), orders(&mut of_d).len()), (0, 1));
    }
}
