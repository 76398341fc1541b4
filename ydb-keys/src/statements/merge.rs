//! The rows of several buckets in one order: what the order is, as bytes that sort like it.

use super::query::Query;
use super::sorting::Part;
use ydb_keys_core::keys::append_ordered;
use ydb_keys_core::schema::HashDef;
use ydb_keys_core::types::Value;

/// The order of a scan that reads several buckets: the columns after the bucket.
#[derive(Debug)]
pub(crate) struct MergeOrder {
    columns: Vec<Sorted>,
    descending: bool,
}

/// One of the columns, by positions in [`Query::position_columns`].
#[derive(Debug)]
enum Sorted {
    Column(usize),
    /// The hash of the primary key, which an index is sorted by too.
    Hash(HashDef, Vec<usize>),
}

impl Query {
    /// The order in which its buckets are merged.
    pub(crate) fn merge_order(&self) -> MergeOrder {
        let ordering = self.sorting.ordering();
        let columns: Vec<Part> = ordering.iter().copied().filter(|part| matches!(part, Part::Column(_))).collect();
        let place = |column: usize| columns.iter().position(|part| *part == Part::Column(column));
        let sorted = |part: &Part| match (*part, self.sorting.hash(*part)) {
            (Part::Column(column), _) => place(column).map(Sorted::Column),
            (_, hash) => {
                hash.map(|hash| Sorted::Hash(hash, hash.inputs.iter().filter_map(|&input| place(input)).collect()))
            }
        };
        let columns = match self.buckets() {
            // One run is in order by itself.
            None => Vec::new(),
            Some(_) => ordering.iter().skip(1).filter_map(sorted).collect(),
        };
        MergeOrder { columns, descending: self.descending }
    }

    fn of_bucket(&self, bucket: u32) -> Query {
        let mut query = self.clone();
        query.bucket = Some(bucket);
        query
    }

    /// The same scan of each bucket that it reads; only itself if it reads one range.
    pub(super) fn runs(&self) -> Vec<Query> {
        match self.buckets() {
            None => vec![self.clone()],
            Some((_, buckets)) => (0..buckets).map(|bucket| self.of_bucket(bucket)).collect(),
        }
    }
}

impl MergeOrder {
    /// Writes the position of a row as bytes: the row whose bytes are less comes first.
    pub(crate) fn put(&self, position: &[Value<'_>], bytes: &mut Vec<u8>) {
        bytes.clear();
        for column in &self.columns {
            match column {
                Sorted::Column(at) => append_ordered(&position[*at], bytes),
                Sorted::Hash(hash, inputs) => {
                    // NULL is not in a key that is hashed.
                    let value = hash.of(inputs.iter().map(|&at| &position[at])).unwrap_or(Value::Null);
                    append_ordered(&value, bytes);
                }
            }
        }
        // No position's bytes begin with those of another one, so inverted bytes sort the other way round.
        if self.descending {
            bytes.iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
}
