//! Conversion of a live table into the form that the rules of models read.

use ydb_keys::schema::{IndexKind, Store};
use ydb_keys::types::ColumnInfo;
use ydb_keys::{Layout, Table as Model, YdbType};
use ydb_keys_core::schema::any::{ColumnDef, HashDef, IndexDef, Table};
use ydb_keys_core::schema::column::DefaultValue;
use ydb_keys_core::schema::settings::{ByLoad, BySize, Partitioning};
use ydb_keys_migrate::__internal::{
    Candidate, KeyFinding, LiveColumn, LiveDefault, LiveIndex, LiveIndexKind, LiveSettings, LiveTable,
    indexed_by_layout,
};

/// Description of a live table for the rules. Columns with types that no model has are left out, with their indexes.
#[derive(Debug)]
pub(crate) struct LiveShape<'a> {
    live: &'a LiveTable,
    columns: Vec<ColumnDef<'a>>,
    key: Vec<usize>,
    hash: Option<ShapeHash<'a>>,
    partition_by: Vec<usize>,
    indexes: Vec<ShapeIndex<'a>>,
    /// Source of the declaration of the hash that leads the key, if it is declared.
    pub(crate) declared: Option<Declared>,
}

/// Name of a computed column, and its hash. The hash has the positions of its inputs.
type ShapeHash<'a> = (&'a str, Candidate);

#[derive(Debug)]
struct ShapeIndex<'a> {
    name: &'a str,
    kind: IndexKind,
    hash: Option<ShapeHash<'a>>,
    on: Vec<usize>,
    cover: Vec<usize>,
}

/// Source of a hash declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    /// Layout attribute of the table.
    Layout,
    Model,
}

/// Converts a live table for the rules. `key` is the finding about the first key column, `None` if the rows could not
/// be read.
pub(crate) fn shape<'a>(live: &'a LiveTable, key: Option<&KeyFinding>, model: Option<&'static Model>) -> LiveShape<'a> {
    let (hash, declared) = leading(live, key, model);
    let hash_name = hash.as_ref().and(live.primary_key.first());
    let mut indexed = indexed_by_layout(live);
    if let Some(model) = model {
        let hashes = model.indexes.iter().filter_map(|index| index.hash);
        let there = hashes.filter(|hash| live.column(hash.name).is_some_and(|column| column.ty == Some(hash.ty())));
        indexed.extend(there.filter_map(|hash| Some((hash.name.to_owned(), candidate(live, model, &hash)?))));
    }
    let is_computed =
        |column: &LiveColumn| hash_name == Some(&column.name) || indexed.iter().any(|(name, _)| *name == column.name);
    let layout = live.attributes.get(Layout::ATTRIBUTE).and_then(|line| line.parse::<Layout>().ok());
    let never_null =
        layout.is_some_and(|layout| !layout.key_not_null()) || model.is_some_and(|model| !model.key_not_null);
    let mut columns: Vec<ColumnDef<'a>> = Vec::new();
    let mut positions: Vec<Option<usize>> = Vec::new();
    for column in &live.columns {
        let declaration = model.and_then(|model| model.columns.iter().find(|other| other.name == column.name));
        let mut kept =
            known_type(column).filter(|_| !is_computed(column)).map(|ty| definition(column, ty, declaration));
        // The key is nullable, but its model never has NULL in this column.
        if let (true, Some(kept)) = (never_null && live.primary_key.contains(&column.name), &mut kept) {
            kept.info.nullable &= declaration.is_some_and(|declared| declared.is_nullable());
        }
        positions.push(kept.map(|_| columns.len()));
        columns.extend(kept);
    }
    let position = |name: &String| {
        let at = live.columns.iter().position(|column| column.name == *name)?;
        positions[at]
    };
    let own_key = &live.primary_key[usize::from(hash.is_some()).min(live.primary_key.len())..];
    let key_columns: Vec<usize> = own_key.iter().filter_map(position).collect();
    if let (None, Some(&first)) = (&hash, key_columns.first()) {
        let may_be_number = matches!(columns[first].ty, YdbType::Uint64 | YdbType::Uint32);
        let is_unread = key.is_none() && may_be_number;
        columns[first].dispersed |=
            is_unread || live.column(columns[first].name).is_some_and(LiveColumn::is_called_hash);
    }
    let of = |candidate: &Candidate| {
        let inputs = candidate.inputs.iter().filter_map(|&input| positions[input]).collect();
        Candidate { inputs, ..candidate.clone() }
    };
    let index = |index: &'a LiveIndex| {
        let lead = index.on.first().and_then(|first| Some((first, indexed.iter().find(|(name, _)| name == first)?)));
        let on: Option<Vec<usize>> = index.on[usize::from(lead.is_some())..].iter().map(position).collect();
        let on = on.filter(|on| !on.is_empty())?;
        let hash = lead.map(|(name, (_, candidate))| (name.as_str(), of(candidate)));
        let cover = index.cover.iter().filter_map(position).collect();
        Some(ShapeIndex { name: &index.name, kind: kind(index)?, hash, on, cover })
    };
    let partition_by = live.settings.iter().flat_map(|settings| &settings.partition_by);
    LiveShape {
        live,
        key: key_columns,
        hash: hash.as_ref().zip(hash_name).map(|(hash, name)| (name.as_str(), of(hash))),
        partition_by: partition_by.filter_map(position).collect(),
        indexes: live.indexes.iter().filter_map(index).collect(),
        columns,
        declared,
    }
}

impl LiveShape<'_> {
    /// Gives a default to each column that may have one; older servers do not report defaults. The rules do not see the
    /// literal, because it is unknown.
    pub(crate) fn with_defaults(self) -> Self {
        self.filled_where(|default| !matches!(default, LiveDefault::None))
    }

    /// Gives a default to each column that is known to have one. The literal is unknown.
    pub(crate) fn with_known_defaults(self) -> Self {
        self.filled_where(|default| matches!(default, LiveDefault::Literal(_)))
    }

    fn filled_where(mut self, is_filled: impl Fn(&LiveDefault) -> bool) -> Self {
        for column in &mut self.columns {
            let live = self.live.columns.iter().find(|live| live.name == column.name);
            let filled = live.is_some_and(|live| is_filled(&live.default));
            column.default = filled.then_some(DefaultValue::Text(""));
        }
        self
    }

    pub(crate) fn path(&self) -> &str {
        &self.live.path
    }

    /// Returns the indexes that a model could declare.
    pub(crate) fn indexes(&self) -> Vec<IndexDef<'_>> {
        self.indexes.iter().map(ShapeIndex::def).collect()
    }

    /// Returns the table with its [indexes](Self::indexes) and without allowances.
    pub(crate) fn table<'a>(&'a self, indexes: &'a [IndexDef<'a>]) -> Table<'a> {
        let settings = self.live.settings.as_ref();
        Table {
            name: &self.live.path,
            columns: &self.columns,
            key: &self.key,
            hash: self.hash.as_ref().map(def),
            key_not_null: !self.live.primary_key.iter().any(|name| self.live.column(name).is_some_and(|c| c.nullable)),
            store: self.live.store,
            partition_by: &self.partition_by,
            partitioning: settings.filter(|_| self.live.store == Store::Row).map(partitioning),
            indexes,
            ..Table::EMPTY
        }
    }
}

impl ShapeIndex<'_> {
    fn def(&self) -> IndexDef<'_> {
        let ShapeIndex { name, kind, hash, on, cover } = self;
        IndexDef { name, kind: *kind, hash: hash.as_ref().map(def), on, cover }
    }
}

fn def<'a>((name, hash): &'a ShapeHash<'_>) -> HashDef<'a> {
    HashDef { name, function: hash.function, inputs: &hash.inputs, buckets: hash.buckets }
}

/// Returns the hash that leads the key, and the source of its declaration. The layout attribute comes first, then the
/// model, then the rows.
fn leading(
    live: &LiveTable,
    key: Option<&KeyFinding>,
    model: Option<&'static Model>,
) -> (Option<Candidate>, Option<Declared>) {
    let of_model = || {
        let model = model.filter(|model| model.primary_key().eq(live.primary_key.iter().map(String::as_str)))?;
        candidate(live, model, &model.hash?)
    };
    match key {
        Some(KeyFinding::Layout(hash)) => (hash.clone(), hash.as_ref().map(|_| Declared::Layout)),
        found => match of_model() {
            Some(hash) => (Some(hash), Some(Declared::Model)),
            None => (found.and_then(KeyFinding::hash).cloned(), None),
        },
    }
}

/// Converts a hash of a model to positions of the live table's columns.
fn candidate(live: &LiveTable, model: &Model, hash: &HashDef<'_>) -> Option<Candidate> {
    let position = |&input: &usize| live.columns.iter().position(|column| column.name == model.columns[input].name);
    let inputs = hash.inputs.iter().map(position).collect::<Option<Vec<_>>>()?;
    Some(Candidate { function: hash.function, inputs, buckets: hash.buckets })
}

/// Converts a live column without a model's declarations; `None` for a type that no model has.
pub(crate) fn plain(column: &LiveColumn) -> Option<ColumnDef<'_>> {
    known_type(column).map(|ty| definition(column, ty, None))
}

/// Returns the column's type if a model can have it. `None` for a decimal: the client does not report its precision and
/// scale.
fn known_type(column: &LiveColumn) -> Option<YdbType> {
    match (column.ty, column.type_text.as_str()) {
        (Some(ty), _) => Some(ty),
        (None, "DyNumber") => Some(YdbType::DyNumber),
        (None, text) if text.starts_with("Decimal") => Some(YdbType::Decimal { precision: 22, scale: 9 }),
        (None, _) => None,
    }
}

/// Describes a column, with the declarations of its model about the values.
fn definition<'a>(column: &'a LiveColumn, ty: YdbType, model: Option<&ColumnDef<'static>>) -> ColumnDef<'a> {
    let name = column.name.as_str();
    let info = ColumnInfo {
        ty,
        carries: &[],
        nullable: column.nullable,
        monotonic: false,
        dispersed: false,
        low_cardinality: ty == YdbType::Bool || model.is_some_and(|model| model.info.low_cardinality),
        texts: &[],
        codes: &[],
    };
    ColumnDef {
        field: model.map_or(name, |model| model.field),
        serial: column.serial == Some(true),
        monotonic: model.is_some_and(|model| model.monotonic),
        dispersed: model.is_some_and(|model| model.dispersed),
        ..ColumnDef::new(name, info)
    }
}

/// Returns the kind of an index if a model can declare it.
fn kind(index: &LiveIndex) -> Option<IndexKind> {
    match index.kind {
        _ if index.is_foreign() => None,
        LiveIndexKind::Sync => Some(IndexKind::Sync),
        LiveIndexKind::Async => Some(IndexKind::Async),
        LiveIndexKind::Unique => Some(IndexKind::Unique),
        LiveIndexKind::Other => None,
    }
}

/// Converts the partitioning of a row table. A minimum of 1 is YDB's default and is left out.
fn partitioning(settings: &LiveSettings) -> Partitioning {
    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    Partitioning {
        by_size: match (settings.by_size, settings.size_mb) {
            (Some(false), _) => BySize::Off,
            (_, Some(megabytes)) => BySize::Megabytes(small(megabytes)),
            (_, None) => BySize::Default,
        },
        // SHOW CREATE TABLE does not print the setting if it is off.
        by_load: if settings.by_load == Some(true) { ByLoad::On } else { ByLoad::Off },
        min: Some(small(fewest(settings))).filter(|&min| min > 1),
        max: settings.max.map(small),
        ..Partitioning::DEFAULT
    }
}

/// Returns the least number of partitions. SHOW CREATE TABLE omits it if the table has exactly as many now.
pub(super) fn fewest(settings: &LiveSettings) -> u64 {
    settings.min.unwrap_or(settings.split_points.len() as u64 + 1)
}
