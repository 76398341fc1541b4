//! A table as it could be: a copy of a table to which changes of its key and its indexes are made.

use ydb_keys::YdbType;
use ydb_keys::schema::{HashFunction, IndexKind};
use ydb_keys::types::ColumnInfo;
use ydb_keys_core::schema::any::{ColumnDef, HashDef, IndexDef, Table};

/// Copy of a table. Positions stand for its columns, as in [`Table`].
#[derive(Clone, Debug)]
pub(super) struct Draft<'a> {
    pub(super) of: Table<'a>,
    pub(super) columns: Vec<ColumnDef<'a>>,
    pub(super) key: Vec<usize>,
    pub(super) hash: Option<DraftHash>,
    pub(super) indexes: Vec<DraftIndex>,
}

/// Computed column that leads a key.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DraftHash {
    pub(super) name: String,
    pub(super) function: HashFunction,
    pub(super) inputs: Vec<usize>,
    pub(super) buckets: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct DraftIndex {
    pub(super) name: String,
    pub(super) kind: IndexKind,
    pub(super) hash: Option<DraftHash>,
    pub(super) on: Vec<usize>,
    pub(super) cover: Vec<usize>,
}

/// Change of a table. Positions stand for columns of the draft that it is made to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// An index is made, gets other columns, or is dropped: its name if it is there, and the columns by which it is
    /// sorted and that it covers.
    Index { old: Option<String>, new: Option<(Vec<usize>, Vec<usize>)> },
    /// The table gets another primary key, which may begin with a computed column: its inputs, and its buckets.
    Key { hash: Option<(Vec<usize>, Option<u32>)>, key: Vec<usize> },
}

impl DraftHash {
    fn of(hash: &HashDef<'_>) -> Self {
        let HashDef { name, function, inputs, buckets } = *hash;
        DraftHash { name: name.to_owned(), function, inputs: inputs.to_vec(), buckets }
    }

    fn def(&self) -> HashDef<'_> {
        HashDef { name: &self.name, function: self.function, inputs: &self.inputs, buckets: self.buckets }
    }
}

impl DraftIndex {
    pub(super) fn def(&self) -> IndexDef<'_> {
        let DraftIndex { name, kind, hash, on, cover } = self;
        IndexDef { name, kind: *kind, hash: hash.as_ref().map(DraftHash::def), on, cover }
    }
}

impl<'a> Draft<'a> {
    pub(super) fn of(table: &Table<'a>) -> Self {
        let index = |index: &IndexDef<'_>| DraftIndex {
            name: index.name.to_owned(),
            kind: index.kind,
            hash: index.hash.as_ref().map(DraftHash::of),
            on: index.on.to_vec(),
            cover: index.cover.to_vec(),
        };
        Draft {
            of: *table,
            columns: table.columns.to_vec(),
            key: table.key.to_vec(),
            hash: table.hash.as_ref().map(DraftHash::of),
            indexes: table.indexes.iter().map(index).collect(),
        }
    }

    /// Returns the table with these indexes, which are those of the draft as definitions.
    pub(super) fn table<'s>(&'s self, indexes: &'s [IndexDef<'s>]) -> Table<'s> {
        let hash = self.hash.as_ref().map(DraftHash::def);
        Table { columns: &self.columns, key: &self.key, hash, indexes, ..self.of }
    }

    pub(super) fn path(&self) -> &'a str {
        self.of.name
    }

    /// Returns the computed columns, whose positions come after those of the others.
    pub(super) fn hashes(&self) -> impl Iterator<Item = &DraftHash> {
        self.hash.iter().chain(self.indexes.iter().filter_map(|index| index.hash.as_ref()))
    }

    pub(super) fn column(&self, position: usize) -> &str {
        match self.columns.get(position) {
            Some(column) => column.name,
            None => {
                let hash = self.hashes().nth(position - self.columns.len());
                hash.map_or("", |hash| &hash.name)
            }
        }
    }

    pub(super) fn names(&self, positions: &[usize]) -> String {
        positions.iter().map(|&position| self.column(position)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn index(&self, name: &str) -> Option<&DraftIndex> {
        self.indexes.iter().find(|index| index.name == name)
    }

    /// Returns the draft with a change. The index of the change is the last one.
    pub(super) fn with(&self, change: &Change) -> Self {
        let mut draft = self.clone();
        match change {
            Change::Index { old, new } => {
                let at = old.as_ref().and_then(|old| self.indexes.iter().position(|index| index.name == *old));
                let old = at.map(|at| draft.indexes.remove(at));
                draft.indexes.extend(new.clone().map(|(on, cover)| {
                    let hash = old.as_ref().filter(|old| old.on == on).and_then(|old| old.hash.clone());
                    let kind = old.as_ref().map_or(IndexKind::Sync, |old| old.kind);
                    let name = old.map_or_else(|| self.index_name(&on), |old| old.name);
                    DraftIndex { name, kind, hash, on, cover }
                }));
            }
            Change::Key { hash, key } => draft.set_key(hash.as_ref(), key),
        }
        draft
    }

    fn set_key(&mut self, hash: Option<&(Vec<usize>, Option<u32>)>, key: &[usize]) {
        let is_same =
            |old: &DraftHash| hash.is_some_and(|(inputs, buckets)| *inputs == old.inputs && *buckets == old.buckets);
        let old = self.hash.take();
        key.clone_into(&mut self.key);
        self.hash = match (old, hash) {
            (Some(old), _) if is_same(&old) => Some(old),
            (old, hash) => {
                // Queries name the former hash; it remains as a column that finds nothing.
                if let (Some(_), Some(former)) = (&old, self.of.hash) {
                    let info = ColumnInfo { ty: former.ty(), ..ColumnInfo::new(&[YdbType::Uint64]) };
                    self.columns.push(ColumnDef::new(former.name, info));
                }
                hash.map(|(inputs, buckets)| DraftHash {
                    name: self.hash_name(inputs, *buckets),
                    function: self.function(inputs),
                    inputs: inputs.clone(),
                    buckets: *buckets,
                })
            }
        };
    }

    /// Returns the function for a hash of these columns: that of the table's own hash, or else the one that the guide
    /// advises.
    fn function(&self, inputs: &[usize]) -> HashFunction {
        let is_number = |&input: &usize| self.columns[input].ty.is_integer();
        match self.of.hash {
            Some(hash) if hash.foreign().is_none() && hash.function != HashFunction::NumericHash => hash.function,
            _ if inputs.len() == 1 && inputs.iter().all(is_number) => HashFunction::NumericHash,
            _ => HashFunction::Xxh3,
        }
    }

    fn hash_name(&self, inputs: &[usize], buckets: Option<u32>) -> String {
        let first = inputs.first().map_or("key", |&input| self.column(input));
        let stem = first.strip_suffix("_id").unwrap_or(first);
        let name = if buckets.is_some() { "bucket".to_owned() } else { format!("{stem}_hash") };
        self.free(&name, |name| self.columns.iter().all(|column| column.name != name))
    }

    fn index_name(&self, on: &[usize]) -> String {
        let names: Vec<&str> = on.iter().map(|&column| self.column(column)).collect();
        self.free(&format!("by_{}", names.join("_and_")), |name| self.index(name).is_none())
    }

    /// Returns the name, or the name with the first number that makes it free.
    fn free(&self, name: &str, is_free: impl Fn(&str) -> bool) -> String {
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        std::iter::once(name.to_owned()).chain(numbered).find(|name| is_free(name)).unwrap_or_default()
    }

    /// Returns the columns of the sort order of the table or of an index, without computed columns.
    pub(super) fn sorted_by(&self, index: Option<&DraftIndex>) -> Vec<usize> {
        let mut all = index.map_or_else(Vec::new, |index| index.on.clone());
        all.extend(self.key.iter().filter(|key| !index.is_some_and(|index| index.on.contains(key))));
        all
    }

    pub(super) fn has_own_key(&self) -> bool {
        self.key == self.of.key && self.hash.as_ref().map(DraftHash::def) == self.of.hash
    }

    /// Returns `true` if a column can be in the primary key.
    pub(super) fn may_be_key(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| column.ty.is_row_key() && !column.is_nullable())
    }

    /// Writes a change in one line: `index orders on (status, placed_at) cover (cents)`.
    pub(super) fn line(&self, change: &Change) -> String {
        let table = self.path();
        let covering = |cover: &[usize]| match cover {
            [] => String::new(),
            cover => format!(" cover ({})", self.names(cover)),
        };
        match change {
            Change::Index { old: None, new: Some((on, cover)) } => {
                format!("index {table} on ({}){}", self.names(on), covering(cover))
            }
            Change::Index { old: Some(index), new: Some((on, cover)) } => {
                let old = self.index(index);
                let (is_sorted, kept) = old.map_or((false, &[][..]), |old| (old.on == *on, &old.cover));
                // An index keeps what it covers; the others are new.
                let new: Vec<usize> = cover.iter().copied().filter(|column| !kept.contains(column)).collect();
                match is_sorted {
                    true => format!("cover {table}.{index} ({})", self.names(&new)),
                    false => format!("reorder {table}.{index} on ({}){}", self.names(on), covering(&new)),
                }
            }
            Change::Index { old, .. } => format!("drop {table}.{}", old.as_deref().unwrap_or_default()),
            Change::Key { hash, key } => {
                let lead = hash.as_ref().map(|(inputs, buckets)| {
                    let word = if buckets.is_some() { "bucket" } else { "hash" };
                    format!("{word}({}), ", self.names(inputs))
                });
                format!("key {table} ({}{})", lead.unwrap_or_default(), self.names(key))
            }
        }
    }

    /// Returns the attribute of the draft's key, as a model has it.
    pub(super) fn key_attribute(&self) -> String {
        let hash = self.hash.as_ref().map(|hash| {
            let buckets = hash.buckets.map(|buckets| format!(" % {buckets}")).unwrap_or_default();
            let function = hash.function.to_string();
            format!("{} = {function}({}){buckets}, ", hash.name, self.names(&hash.inputs))
        });
        format!("primary_key({}{})", hash.unwrap_or_default(), self.names(&self.key))
    }

    /// Returns the attribute of an index, as a model has it.
    pub(super) fn index_attribute(&self, index: &DraftIndex) -> String {
        let kind = match index.kind {
            IndexKind::Sync => "",
            IndexKind::Async => ", async",
            IndexKind::Unique => ", unique",
        };
        let cover = match index.cover.as_slice() {
            [] => String::new(),
            cover => format!(", cover({})", self.names(cover)),
        };
        format!("index({}, on({}){cover}{kind})", index.name, self.names(&index.on))
    }
}
