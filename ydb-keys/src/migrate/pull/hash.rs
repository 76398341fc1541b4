//! Which hash the leading column of a key may hold, and the statement that tells.

use super::name::identifier;
use crate::ddl::Name;
use crate::hash::Expression;
use crate::migrate::live::{LiveColumn, LiveTable};
use crate::schema::{HashFunction, Store};
use crate::types::YdbType;

/// Key columns of which every combination in every order is tried, and in the order of the key.
const ANY_ORDER: usize = 4;
const KEY_ORDER: usize = 6;

/// A hash that the leading column of a key may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) function: HashFunction,
    /// Positions of the hashed columns in [`LiveTable::columns`], in the order they are hashed.
    pub(crate) inputs: Vec<usize>,
}

/// What is known of the leading column of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// It can be no hash.
    NoHash,
    /// The table's layout attribute says how it is computed, or that it is no hash.
    Layout(Option<Candidate>),
    /// So many rows were looked at, and these candidates give the column's value in all of them.
    Sampled { rows: u64, fits: Vec<Candidate> },
}

impl Finding {
    /// The hash, if there is one: the first that fits, which is the simplest.
    pub(super) fn hash(&self) -> Option<&Candidate> {
        match self {
            Finding::NoHash => None,
            Finding::Layout(hash) => hash.as_ref(),
            Finding::Sampled { fits, .. } => fits.first(),
        }
    }
}

impl Candidate {
    /// The hash as `primary_key(...)` spells it, with names of columns: `xxh3(site, user)`.
    pub(super) fn call<'a>(&self, name: impl Fn(usize) -> &'a str) -> String {
        let inputs: Vec<&str> = self.inputs.iter().map(|&input| name(input)).collect();
        format!("{}({})", self.function, inputs.join(", "))
    }
}

/// Whether the leading column can be a hash of a model: Uint64, NOT NULL, and called so that Rust can name it.
pub(super) fn may_be_hash(live: &LiveTable) -> Option<&LiveColumn> {
    let column = live.column(live.primary_key.first()?)?;
    let fits = live.store == Store::Row
        && live.primary_key.len() > 1
        && column.ty == Some(YdbType::Uint64)
        && !column.nullable
        && identifier(&column.name).is_some();
    fits.then_some(column)
}

/// All hashes that a model could declare for the leading column, the simplest first; not more than some dozens.
pub(crate) fn candidates(live: &LiveTable) -> Vec<Candidate> {
    if may_be_hash(live).is_none() {
        return Vec::new();
    }
    let position = |name: &String| live.columns.iter().position(|column| column.name == *name);
    let inputs: Vec<usize> = live.primary_key.iter().skip(1).filter_map(position).collect();
    let hashable = |&input: &usize| {
        let column = &live.columns[input];
        column.ty.is_some_and(YdbType::is_hashable) && !column.nullable && column.serial != Some(true)
    };
    let inputs: Vec<usize> = inputs.into_iter().filter(hashable).collect();
    let mut found = Vec::new();
    for list in lists(&inputs) {
        let numbers = [HashFunction::NumericHash, HashFunction::IntHash64];
        let number = matches!(*list, [input] if live.columns[input].ty.is_some_and(is_number));
        let functions = numbers.into_iter().filter(|_| number).chain([HashFunction::Xxh3]);
        found.extend(functions.map(|function| Candidate { function, inputs: list.clone() }));
    }
    found
}

/// What `numeric_hash` and `int_hash64` take.
fn is_number(ty: YdbType) -> bool {
    ty.is_integer() || ty.is_time() || matches!(ty, YdbType::Interval | YdbType::Interval64)
}

/// Lists of inputs to try, short ones first: of few columns all, of many the beginnings of the key, single columns and pairs.
fn lists(inputs: &[usize]) -> Vec<Vec<usize>> {
    let mut lists: Vec<Vec<usize>> = Vec::new();
    let mut longer: Vec<Vec<usize>> = vec![Vec::new()];
    for length in 1..=inputs.len() {
        if length > 2 && inputs.len() > KEY_ORDER {
            lists.push(inputs[..length].to_vec());
            continue;
        }
        let next = |list: &Vec<usize>| {
            let behind = |input: &&usize| match inputs.len() <= ANY_ORDER {
                true => !list.contains(input),
                false => list.last().is_none_or(|last| place(inputs, last) < place(inputs, input)),
            };
            inputs.iter().filter(behind).map(|&input| [list.as_slice(), &[input]].concat()).collect::<Vec<_>>()
        };
        longer = longer.iter().flat_map(next).collect();
        // Those in the order of the key before the others.
        longer.sort_by_key(|list| !list.is_sorted_by_key(|input| place(inputs, input)));
        lists.extend(longer.iter().cloned());
    }
    lists
}

fn place(inputs: &[usize], input: &usize) -> Option<usize> {
    inputs.iter().position(|other| other == input)
}

/// The statements that compare candidates with rows: the positions of the candidates, and a text that selects one row of counts, of the rows and of
/// those that each of these candidates fits. No text has more bytes than the limit; a candidate that is too long by itself is in none.
pub(crate) fn statements(
    live: &LiveTable,
    candidates: &[Candidate],
    rows: u64,
    limit: usize,
) -> Vec<(Vec<usize>, String)> {
    let Some(hash) = may_be_hash(live) else { return Vec::new() };
    let head = "SELECT COUNT(*) AS `rows`";
    let key: Vec<String> = live.primary_key.iter().map(|name| Name(name).to_string()).collect();
    let tail = format!("\nFROM (SELECT {} FROM {} LIMIT {rows})", key.join(", "), Name(&live.path));
    let mut statements: Vec<(Vec<usize>, String)> = Vec::new();
    for (i, candidate) in candidates.iter().enumerate() {
        let columns = candidate.inputs.iter().map(|&input| &live.columns[input]);
        let inputs = columns.filter_map(|column| Some((&*column.name, column.ty?))).collect();
        let twin = Expression { function: candidate.function, inputs };
        let count = format!(",\n    COUNT_IF({} = {twin}) AS `fits{i}`", Name(&hash.name));
        match statements.last_mut() {
            Some((covered, text)) if text.len() + count.len() + tail.len() <= limit => {
                covered.push(i);
                text.push_str(&count);
            }
            _ if head.len() + count.len() + tail.len() <= limit => {
                statements.push((vec![i], format!("{head}{count}")));
            }
            _ => {}
        }
    }
    statements.iter_mut().for_each(|(_, text)| text.push_str(&tail));
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_few_columns_every_order_is_tried() {
        assert_eq!(lists(&[7]), [vec![7]]);
        assert_eq!(lists(&[7, 3]), [vec![7], vec![3], vec![7, 3], vec![3, 7]]);
        // 4 + 4 * 3 + 4 * 3 * 2 + 4 * 3 * 2 * 1
        assert_eq!(lists(&[1, 2, 3, 4]).len(), 64);
    }

    #[test]
    fn of_many_columns_the_order_is_that_of_the_key() {
        assert_eq!(lists(&[1, 2, 3, 4, 5, 6]).len(), 63);
        // 7 columns, 7 * 6 / 2 pairs, and the beginnings of 3 to 7.
        assert_eq!(lists(&[1, 2, 3, 4, 5, 6, 7]).len(), 7 + 21 + 5);
        assert!(lists(&[1, 2, 3, 4, 5, 6, 7]).contains(&vec![1, 2, 3, 4, 5]));
    }
}
