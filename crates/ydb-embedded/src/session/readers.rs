//! Who reads which partition of a changefeed.
//!
//! The readers of a consumer share the partitions of a topic: each is read by one of them. A new reader gets a fair
//! share, and one that leaves gives its partitions to the others:
//!
//! ```text
//! Nobody ── Start ──> Reads(a) ── Stop, because b has at least two fewer ──> Leaves(a) ── a has stopped ──> Nobody
//! ```
//!
//! A partition moves only after its reader has stopped, so that two readers never have it at once. Nobody waits here:
//! every reader has an inbox, in which it finds its [`Order`]s.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::catalog::TableId;
use crate::error::Error;

/// What a reader has to do.
#[derive(Clone, Debug)]
pub(super) enum Order {
    /// Begin to read a partition.
    Start(TableId, usize),
    /// Stop reading a partition, and say so.
    Stop(TableId, usize),
    /// End with this error.
    Close(Error),
    /// Tell the client that the partitions of a changefeed are gone, and end when so much time has passed on the clock.
    Lose(TableId, Duration),
}

/// All readers.
#[derive(Default)]
pub(super) struct Readers(Mutex<State>);

#[derive(Default)]
struct State {
    last: u64,
    inboxes: BTreeMap<u64, UnboundedSender<Order>>,
    groups: HashMap<(TableId, Arc<str>), Group>,
}

/// The readers of a consumer of a changefeed.
#[derive(Default)]
struct Group {
    /// Each with the partitions that it asks for; none means all.
    readers: BTreeMap<u64, BTreeSet<usize>>,
    owners: Vec<Owner>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Nobody,
    Reads(u64),
    Leaves(u64),
}

/// A changefeed to read: its id, the number of its partitions, and those that are wanted; none means all.
pub(super) type Wanted = (TableId, usize, BTreeSet<usize>);

impl Readers {
    /// A new reader: its number and its inbox.
    pub(super) fn join(&self, consumer: &Arc<str>, feeds: Vec<Wanted>) -> (u64, UnboundedReceiver<Order>) {
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

    /// A reader has gone.
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

    /// A reader has stopped reading a partition.
    pub(super) fn stopped(&self, reader: u64, feed: TableId, consumer: &Arc<str>, partition: usize) {
        let mut guard = self.0.lock();
        let state = &mut *guard;
        let Some(group) = state.groups.get_mut(&(feed, Arc::clone(consumer))) else { return };
        if let Some(owner) = group.owners.get_mut(partition).filter(|owner| **owner == Owner::Leaves(reader)) {
            *owner = Owner::Nobody;
            group.settle(feed, &state.inboxes);
        }
    }

    /// Tells the readers of those groups to end that a condition selects.
    pub(super) fn end(&self, order: &Order, selected: impl Fn(TableId, &str) -> bool) {
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

/// A reader whose inbox is closed is about to leave.
fn tell(inboxes: &BTreeMap<u64, UnboundedSender<Order>>, reader: u64, order: Order) {
    if let Some(inbox) = inboxes.get(&reader) {
        inbox.send(order).ok();
    }
}

impl Group {
    /// Gives away the partitions that nobody reads, and asks for those that would be better elsewhere.
    fn settle(&mut self, feed: TableId, inboxes: &BTreeMap<u64, UnboundedSender<Order>>) {
        let Self { readers, owners } = self;
        // The number of partitions that each has, or will have when the others have stopped.
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
                tell(inboxes, reader, Order::Start(feed, partition));
            }
        }
        for (partition, owner) in owners.iter_mut().enumerate() {
            let (Owner::Reads(reader), Some(other)) = (*owner, idlest(&load, partition)) else { continue };
            if load.get(&reader) > load.get(&other).map(|count| count + 1).as_ref() {
                *load.entry(reader).or_default() -= 1;
                *load.entry(other).or_default() += 1;
                *owner = Owner::Leaves(reader);
                tell(inboxes, reader, Order::Stop(feed, partition));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEED: TableId = TableId(7);

    fn orders(inbox: &mut UnboundedReceiver<Order>) -> Vec<String> {
        let mut all = Vec::new();
        while let Ok(order) = inbox.try_recv() {
            all.push(match order {
                Order::Start(_, partition) => format!("+{partition}"),
                Order::Stop(_, partition) => format!("-{partition}"),
                Order::Close(error) => error.to_string(),
                Order::Lose(..) => "lost".to_owned(),
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
        // Only when the first reader has stopped does the second one begin.
        assert!(orders(&mut of_b).is_empty());
        readers.stopped(a, FEED, &consumer, 0);
        readers.stopped(a, FEED, &consumer, 0);
        assert_eq!(orders(&mut of_b), ["+0"]);
        // One that has asked for a partition waits for it, however few partitions others have.
        let (_, mut of_c) = readers.join(&consumer, vec![(FEED, 4, BTreeSet::from([3]))]);
        assert_eq!(orders(&mut of_a), ["-3"]);
        readers.leave(b);
        assert_eq!(orders(&mut of_a), ["+0"]);
        readers.leave(a);
        assert_eq!(orders(&mut of_c), ["+3"]);
        let other: Arc<str> = "d".into();
        let (_, mut of_d) = readers.join(&other, all());
        assert_eq!(orders(&mut of_d).len(), 4);
        let gone = Order::Close(Error::new(crate::error::Status::Unavailable, "gone"));
        readers.end(&gone, |_, consumer| consumer == "d");
        assert_eq!((orders(&mut of_c).len(), orders(&mut of_d).len()), (0, 1));
    }
}
