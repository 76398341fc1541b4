//! Topics: the changefeeds of tables, and their consumers.

use std::sync::Arc;
use std::time::Duration;

use super::descriptions::{EntryKind, SchemeEntry, describe};
use super::engine::Engine;
use super::readers::Order;
use crate::catalog::{Catalog, Changefeed, Entry, Rights, Table, TableId, TopicAction, paths, refusal};
use crate::error::{Error, Result, Status};
use crate::exec::scanned;
use crate::storage::{Consumer, Direction, Feed, FeedSettings, Isolation, KeyRange, Record};
use crate::work::tick;

/// How long YDB tries to reach the tablet of a topic: 21 times in "near 1 min" (`RetryPolicyForPipes`).
const RECONNECTS: Duration = Duration::from_secs(60);

/// A changefeed as a topic.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Its absolute path: that of the table, and the name of the changefeed.
    pub path: Arc<str>,
    /// The changefeed.
    pub feed: Changefeed,
}

/// A topic as it is now.
#[derive(Clone, Debug)]
pub struct TopicDescription {
    /// Its entry in the Scheme service.
    pub entry: SchemeEntry,
    /// The topic.
    pub topic: Topic,
    /// Its partitions, consumers and records.
    pub records: Arc<Feed>,
}

impl Engine {
    /// The topic at a path, if the caller has these rights on it.
    ///
    /// Fails with SCHEME_ERROR if there is none.
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

    /// Looks at the records of a changefeed, or changes its consumers.
    pub(super) fn records<R>(&self, feed: TableId, visit: impl FnOnce(&mut Feed) -> R) -> Result<R> {
        self.storage.feed(feed, self.now_us(), visit).ok_or_else(gone)
    }

    /// Drops and adds consumers, all or none.
    ///
    /// Fails with SCHEME_ERROR if there is no such topic, NOT_FOUND for a consumer to drop, ALREADY_EXISTS for one to
    /// add.
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
        let end = Order::Close(Error::new(Status::SchemeError, "The consumer was dropped"));
        let is_gone = |feed, consumer: &str| feed == topic.feed.id && dropped.iter().any(|name| name == consumer);
        self.readers.end(&end, is_gone);
        Ok(())
    }

    /// Describes a topic.
    ///
    /// Fails with SCHEME_ERROR if there is none.
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

    /// Begins to record the changes of a table for a new changefeed, and records the rows that are there, if it wants
    /// them. No row can change meanwhile.
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
        // As many partitions as the table has (`concepts/cdc.md`). YDB splits those of TOPIC_AUTO_PARTITIONING under a
        // load that no test makes.
        let partitions = feed.partitions().unwrap_or_else(|| self.storage.partitions(table.id).len());
        let settings = FeedSettings { partitions, retention_us: feed.retention_us(), barriers_us: feed.barriers_us() };
        self.storage.open_feed(id, settings, rows);
        Ok(())
    }

    /// Takes the partitions of a changefeed away from its readers, and drops the records. The readers end when YDB gives
    /// up to reach the tablet.
    pub(super) fn drop_feed(&self, id: TableId) {
        let ends = self.clock().passed().saturating_add(RECONNECTS);
        self.readers.end(&Order::Lose(id, ends), |feed, _| feed == id);
        self.storage.drop_feed(id);
    }
}

fn gone() -> Error {
    refusal::scheme("The changefeed was dropped")
}

/// The refusal of a consumer that the topic does not have, in the words of `read_init_auth_actor.cpp`. The newest
/// releases have another status.
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
