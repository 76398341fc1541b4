//! What is drawn, whatever it is drawn with.

use ydb_keys::schema::{IndexKind, Store};
use ydb_keys_core::schema::any::{HashDef, IndexDef, Table};

/// Tables and the references between them.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) tables: Vec<Drawn>,
    pub(crate) references: Vec<Reference>,
}

#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) path: String,
    pub(crate) is_column_store: bool,
    /// The columns, those of the key first.
    pub(crate) columns: Vec<Row>,
    /// `by_customer (customer_id), async`
    pub(crate) indexes: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// `Utf8`, or `Utf8?` where it may be NULL.
    pub(crate) ty: String,
    pub(crate) mark: Mark,
    /// How it is computed: `numeric_hash(order_id)`.
    pub(crate) computed: Option<String>,
}

/// What a column is to the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Hash,
    Bucket,
    Key,
    None,
}

/// A column that holds the key of another table, as their newtype says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// The table and its column, by position.
    pub(crate) from: (usize, usize),
    pub(crate) to: usize,
    pub(crate) newtype: String,
}

impl Drawing {
    /// Draws tables. `newtype` is the newtype of a table's column, if it is known to be one.
    pub(crate) fn of<'t>(tables: &[Table<'_>], newtype: impl Fn(&str, &str) -> Option<&'t str>) -> Self {
        let owned = |table: &Table<'_>| match &table.key_columns().map(|key| key.name).collect::<Vec<_>>()[..] {
            [only] => newtype(table.name, only),
            _ => None,
        };
        let owners: Vec<Option<&str>> = tables.iter().map(owned).collect();
        let drawn: Vec<Drawn> = tables.iter().map(drawn).collect();
        let mut references = Vec::new();
        for (at, table) in drawn.iter().enumerate() {
            for (column, row) in table.columns.iter().enumerate() {
                let Some(newtype) = newtype(&table.path, &row.name) else { continue };
                let mut owners = (0..tables.len()).filter(|&owner| owners[owner] == Some(newtype));
                // If two tables have the same key, the newtype does not say which of them is meant.
                let (Some(to), None) = (owners.next(), owners.next()) else { continue };
                if to != at || row.mark == Mark::None {
                    references.push(Reference { from: (at, column), to, newtype: newtype.to_owned() });
                }
            }
        }
        Drawing { tables: drawn, references }
    }
}

fn drawn(table: &Table<'_>) -> Drawn {
    let computed = |hash: HashDef<'_>, is_key: bool| Row {
        name: hash.name.to_owned(),
        ty: format!("{}{}", hash.ty(), if is_key && table.hash_may_be_null() { "?" } else { "" }),
        mark: match (is_key, hash.buckets) {
            (false, _) => Mark::None,
            (true, None) => Mark::Hash,
            (true, Some(_)) => Mark::Bucket,
        },
        computed: Some(expression(table, &hash)),
    };
    let column = |at: usize, mark| {
        let column = &table.columns[at];
        let ty = format!("{}{}", column.ty, if table.may_be_null(at) { "?" } else { "" });
        Row { name: column.name.to_owned(), ty, mark, computed: None }
    };
    let key = table.key.iter().map(|&at| column(at, Mark::Key));
    let others = (0..table.columns.len()).filter(|&at| !table.is_key(at)).map(|at| column(at, Mark::None));
    let of_indexes = table.indexes.iter().filter_map(|index| index.hash).map(|hash| computed(hash, false));
    Drawn {
        path: table.name.to_owned(),
        is_column_store: table.store == Store::Column,
        columns: table
            .hash
            .map(|hash| computed(hash, true))
            .into_iter()
            .chain(key)
            .chain(others)
            .chain(of_indexes)
            .collect(),
        indexes: table.indexes.iter().map(|index| self::index(table, index)).collect(),
    }
}

/// `numeric_hash(order_id)`, `xxh3(event_id) % 16`
fn expression(table: &Table<'_>, hash: &HashDef<'_>) -> String {
    let inputs: Vec<&str> = hash.inputs.iter().map(|&at| table.columns[at].name).collect();
    let buckets = hash.buckets.map_or_else(String::new, |buckets| format!(" % {buckets}"));
    format!("{}({}){buckets}", hash.function, inputs.join(", "))
}

fn index(table: &Table<'_>, index: &IndexDef<'_>) -> String {
    let names = |at: &[usize]| at.iter().map(|&at| table.columns[at].name).collect::<Vec<_>>();
    let on: Vec<&str> = index.hash.iter().map(|hash| hash.name).chain(names(index.on)).collect();
    let cover = names(index.cover);
    let cover = if cover.is_empty() { String::new() } else { format!(" cover ({})", cover.join(", ")) };
    let kind = match index.kind {
        IndexKind::Sync => "",
        IndexKind::Async => ", async",
        IndexKind::Unique => ", unique",
    };
    format!("{} ({}){cover}{kind}", index.name, on.join(", "))
}
