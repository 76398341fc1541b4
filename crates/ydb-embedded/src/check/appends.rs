//! Checker of transactions that append to lists and read them. It looks for an order in which they can have run one by
//! one.
//!
//! The idea is Elle's (Kingsbury and Alvaro, "Elle: Inferring Isolation Anomalies from Experimental Observations", VLDB
//! 2020): a read of a list shows the order of its writes. Each value is appended once, so a list of values is a list of
//! transactions, and the final list of a key gives their order. The edges between transactions follow from this order:
//!
//! ```text
//! ww   T1 appended a value, and T2 the one after it
//! wr   T1 appended the last value that T2 read
//! rw   T1 read a list, and T2 appended the value after its last one
//! ```
//!
//! If the edges have a cycle, no order explains the reads. A read that contradicts another read, or that returns a
//! refused value, is a fault by itself.

use std::collections::BTreeMap;

use super::{Told, Violation};

/// Operation of a transaction on the list of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Append to the list of a key: the key, and a value that no other operation appends to any list.
    Append(u64, u64),
    /// Read of the list of a key: the key, and the values that were read.
    Read(u64, Vec<u64>),
}

/// Transactions of a history.
///
/// ```
/// use ydb_embedded::check::{Appends, Op, Told};
///
/// let mut appends = Appends::default();
/// // Each of them read before the other one wrote.
/// appends.add(vec![Op::Read(1, vec![]), Op::Append(2, 10)], Told::Done);
/// appends.add(vec![Op::Read(2, vec![]), Op::Append(1, 20)], Told::Done);
/// let finally = [(1, vec![20]), (2, vec![10])];
/// assert_eq!(appends.check(finally).unwrap_err().to_string(), "a cycle: #0 -rw-> #1 -rw-> #0");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Appends(Vec<(Vec<Op>, Told)>);

/// Edges between transactions: for each transaction, the transactions after it with the kind of the edge.
type Edges = BTreeMap<usize, BTreeMap<usize, &'static str>>;

impl Appends {
    /// Records a transaction. A transaction with an unknown outcome counts only as far as other transactions read its
    /// values.
    pub fn add(&mut self, ops: Vec<Op>, told: Told) {
        self.0.push((ops, told));
    }

    /// Looks for an order in which the transactions can have run one by one. `finally` contains all lists as they are
    /// after the last transaction.
    ///
    /// # Errors
    ///
    /// [`Violation`] if there is no such order, if reads contradict one another, or if an acknowledged value is missing
    /// in the end.
    pub fn check(&self, finally: impl IntoIterator<Item = (u64, Vec<u64>)>) -> Result<(), Violation> {
        let writers = self.writers();
        let orders = self.orders(&writers, finally.into_iter().collect())?;
        let mut edges = Edges::new();
        for order in orders.values() {
            for (before, after) in order.iter().zip(order.iter().skip(1)) {
                join(&mut edges, writers.get(before), writers.get(after), "ww");
            }
        }
        for (number, (ops, _)) in self.0.iter().enumerate().filter(|(_, (_, told))| *told == Told::Done) {
            for (key, list) in ops.iter().filter_map(read) {
                // The values that the transaction has appended itself give no edge.
                let others: Vec<&u64> = list.iter().filter(|value| writers.get(value) != Some(&number)).collect();
                join(&mut edges, others.last().and_then(|value| writers.get(*value)), Some(&number), "wr");
                let order = orders.get(&key).map(Vec::as_slice).unwrap_or_default();
                join(&mut edges, Some(&number), order.get(list.len()).and_then(|value| writers.get(value)), "rw");
            }
        }
        cycle(&edges).map_or(Ok(()), |text| Err(Violation(format!("a cycle: {text}"))))
    }

    /// Returns the number of the transaction that appended each value.
    fn writers(&self) -> BTreeMap<u64, usize> {
        let ops = self.0.iter().enumerate().flat_map(|(number, (ops, _))| ops.iter().map(move |op| (number, op)));
        let append = |(number, op): (usize, &Op)| match op {
            Op::Append(_, value) => Some((*value, number)),
            Op::Read(..) => None,
        };
        ops.filter_map(append).collect()
    }

    /// Checks the final lists, and returns them. Every list that was read must be the beginning of a final list.
    fn orders(
        &self,
        writers: &BTreeMap<u64, usize>,
        finally: BTreeMap<u64, Vec<u64>>,
    ) -> Result<BTreeMap<u64, Vec<u64>>, Violation> {
        let told = |value: &u64| writers.get(value).and_then(|writer| self.0.get(*writer)).map(|(_, told)| *told);
        for (key, list) in &finally {
            for value in list {
                let fault = match told(value) {
                    None => format!("unexpected: {value} of list {key} was never appended"),
                    Some(Told::Refused) => format!("unexpected: {value} of list {key} was refused, but is present"),
                    Some(_) => continue,
                };
                return Err(Violation(fault));
            }
        }
        let none = Vec::new();
        for (ops, _) in self.0.iter().filter(|(_, told)| *told == Told::Done) {
            for op in ops {
                let (Op::Append(key, _) | Op::Read(key, _)) = op;
                let list = finally.get(key).unwrap_or(&none);
                let fault = match op {
                    Op::Append(_, value) if !list.contains(value) => {
                        format!("lost: {value} of list {key} was acknowledged, but is missing")
                    }
                    Op::Read(_, seen) if !list.starts_with(seen) => {
                        format!("list {key} was read as {seen:?}, and is {list:?}")
                    }
                    _ => continue,
                };
                return Err(Violation(fault));
            }
        }
        Ok(finally)
    }
}

fn read(op: &Op) -> Option<(u64, &Vec<u64>)> {
    match op {
        Op::Read(key, list) => Some((*key, list)),
        Op::Append(..) => None,
    }
}

fn join(edges: &mut Edges, from: Option<&usize>, to: Option<&usize>, kind: &'static str) {
    if let (Some(from), Some(to)) = (from, to)
        && from != to
    {
        edges.entry(*from).or_default().entry(*to).or_insert(kind);
    }
}

/// Returns a cycle of the edges as text: the shortest cycle from the first transaction that has one.
fn cycle(edges: &Edges) -> Option<String> {
    edges.keys().find_map(|start| {
        // The search is breadth first. `from` contains the predecessor of each transaction that was reached.
        let mut from: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
        let mut reached = vec![*start];
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            next += 1;
            for (to, kind) in edges.get(&at).into_iter().flatten() {
                if to == start {
                    let mut text = format!("#{at} -{kind}-> #{start}");
                    let mut step = at;
                    while let Some((before, kind)) = from.get(&step) {
                        text.insert_str(0, &format!("#{before} -{kind}-> "));
                        step = *before;
                    }
                    return Some(text);
                }
                if !from.contains_key(to) {
                    from.insert(*to, (at, kind));
                    reached.push(*to);
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Op::{Append, Read};

    fn fault(transactions: &[(&[Op], Told)], finally: &[(u64, &[u64])]) -> Option<String> {
        let mut appends = Appends::default();
        transactions.iter().for_each(|(ops, told)| appends.add(ops.to_vec(), *told));
        let finally = finally.iter().map(|(key, list)| (*key, list.to_vec()));
        appends.check(finally).err().map(|violation| violation.0)
    }

    #[test]
    fn transactions_one_by_one_have_an_order() {
        let first: &[Op] = &[Read(1, vec![]), Append(1, 10)];
        let second: &[Op] = &[Read(1, vec![10]), Append(1, 20), Read(1, vec![10, 20])];
        assert_eq!(fault(&[(first, Told::Done), (second, Told::Done)], &[(1, &[10, 20])]), None);
        // The values of a transaction with an unknown outcome may be present.
        assert_eq!(fault(&[(first, Told::Unknown), (second, Told::Done)], &[(1, &[10, 20])]), None);
        // A read may return the list from before a transaction that has already ended.
        let old: &[Op] = &[Read(1, vec![])];
        assert_eq!(fault(&[(first, Told::Done), (old, Told::Done)], &[(1, &[10])]), None);
    }

    /// The histories are Adya's G1c, G-single (read skew) and G0, made by hand.
    #[test]
    fn cycles_are_found() {
        let circular: [&[Op]; 2] = [&[Append(1, 10), Read(2, vec![20])], &[Append(2, 20), Read(1, vec![10])]];
        let found = fault(&circular.map(|ops| (ops, Told::Done)), &[(1, &[10]), (2, &[20])]);
        assert_eq!(found.unwrap(), "a cycle: #0 -wr-> #1 -wr-> #0");
        let skewed: [&[Op]; 2] = [&[Read(1, vec![]), Read(2, vec![20])], &[Append(1, 10), Append(2, 20)]];
        let found = fault(&skewed.map(|ops| (ops, Told::Done)), &[(1, &[10]), (2, &[20])]);
        assert_eq!(found.unwrap(), "a cycle: #0 -rw-> #1 -wr-> #0");
        let dirty: [&[Op]; 2] = [&[Append(1, 10), Append(2, 11)], &[Append(1, 20), Append(2, 21)]];
        let found = fault(&dirty.map(|ops| (ops, Told::Done)), &[(1, &[10, 20]), (2, &[21, 11])]);
        assert_eq!(found.unwrap(), "a cycle: #0 -ww-> #1 -ww-> #0");
    }

    #[test]
    fn a_lost_update_is_a_cycle() {
        let one: [&[Op]; 2] = [&[Read(1, vec![]), Append(1, 10)], &[Read(1, vec![]), Append(1, 20)]];
        let found = fault(&one.map(|ops| (ops, Told::Done)), &[(1, &[10, 20])]);
        assert_eq!(found.unwrap(), "a cycle: #0 -ww-> #1 -rw-> #0");
    }

    #[test]
    fn lists_that_cannot_be_are_faults() {
        let append: &[Op] = &[Append(1, 10)];
        let undead = fault(&[(append, Told::Refused)], &[(1, &[10])]);
        assert_eq!(undead.unwrap(), "unexpected: 10 of list 1 was refused, but is present");
        assert_eq!(fault(&[], &[(1, &[10])]).unwrap(), "unexpected: 10 of list 1 was never appended");
        assert_eq!(fault(&[(append, Told::Done)], &[]).unwrap(), "lost: 10 of list 1 was acknowledged, but is missing");
        assert_eq!(fault(&[(append, Told::Unknown)], &[]), None);
        let other: &[Op] = &[Append(1, 20), Read(1, vec![20])];
        let found = fault(&[(append, Told::Done), (other, Told::Done)], &[(1, &[10, 20])]);
        assert_eq!(found.unwrap(), "list 1 was read as [20], and is [10, 20]");
    }
}
