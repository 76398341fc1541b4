//! Sides of a copy: the old table, and the model of the new one.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ydb_keys::schema::{ColumnDef, HashDef, HashFunction, Store};
use ydb_keys::{Layout, Table, YdbType};
use ydb_keys_core::ddl::{HashExpression, Name, Names};
use ydb_keys_core::schema::layout::{LayoutColumn, LayoutHash};
use ydb_keys_core::schema::path::TablePath;
use ydb_keys_core::schema::rules;

use crate::live::LiveTable;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paths {
    /// Path of the table. The new table gets this path at the end.
    pub(crate) path: TablePath,
    /// Path of the new table until the swap: `orders__ydb_keys_new`.
    pub(crate) new: TablePath,
    /// Path of the old table after the swap: `orders__ydb_keys_old`.
    pub(crate) kept: TablePath,
    /// Number of the change, which is at the end of the two other names.
    pub(crate) number: u32,
}

impl Paths {
    /// Returns the paths of the first change of a table's key.
    pub(crate) fn of(path: impl Into<TablePath>) -> Self {
        Self::numbered(path.into(), 1)
    }

    pub(crate) fn numbered(path: TablePath, number: u32) -> Self {
        Paths { new: path.copy(number), kept: path.kept(number), path, number }
    }

    /// Returns the paths of the change after this one.
    pub(crate) fn next(&self) -> Self {
        Self::numbered(self.path.clone(), self.number.saturating_add(1))
    }

    /// Returns the paths of the old and the new table while no table has the name.
    pub(crate) fn away(&self) -> Self {
        Paths { path: self.kept.clone(), ..self.clone() }
    }

    /// Returns the paths of the old and the new table after the swap.
    pub(crate) fn swapped(&self) -> Self {
        Paths { path: self.kept.clone(), new: self.path.clone(), ..self.clone() }
    }

    /// Returns the two paths between which a table is renamed to find out if the server can do it.
    pub(crate) fn trial(&self) -> [TablePath; 2] {
        ["__ydb_keys_try", "__ydb_keys_ok"].map(|suffix| self.path.with_suffix(suffix))
    }

    /// Writes a sentence about rights or attributes that differ between the kept table and the new one.
    pub(crate) fn unlike_kept(&self, lost: &str) -> String {
        format!("unlike `{}`, on `{}` {lost}", self.kept, self.path)
    }

    /// Returns the reason why these paths are impossible.
    pub(crate) fn obstacle(&self) -> Option<String> {
        const LONGEST: usize = TablePath::LONGEST_NAME;
        let name = self.new.name();
        (name.len() > LONGEST).then(|| {
            format!(
                "a copy needs the name `{name}`, which has {} characters, but YDB allows {LONGEST}: rename the table \
                 with ALTER TABLE ... RENAME TO, to a name that is {} shorter, and give the model that path",
                name.len(),
                name.len() - LONGEST
            )
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyColumn<'a> {
    pub(crate) name: &'a str,
    /// Type with which a parameter is declared; `None` for a type that the client does not support.
    pub(crate) ty: Option<YdbType>,
    pub(crate) nullable: bool,
}

impl KeyColumn<'static> {
    pub(super) const fn of(column: &ColumnDef) -> Self {
        KeyColumn { name: column.name, ty: Some(column.ty), nullable: column.is_nullable() }
    }
}

/// Table that is copied, with the model of the table into which it is copied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TablePair<'a> {
    pub(super) table: &'static Table,
    pub(super) old: &'a LiveTable,
    pub(super) paths: &'a Paths,
    /// `true` if the new table keeps columns that the model does not declare.
    pub(super) keeps: bool,
}

impl<'a> TablePair<'a> {
    pub(crate) fn new(table: &'static Table, old: &'a LiveTable, paths: &'a Paths) -> Self {
        TablePair { table, old, paths, keeps: true }
    }

    /// Sets whether the copy drops columns that the model does not declare.
    pub(crate) fn dropping(self, drops: bool) -> Self {
        TablePair { keeps: !drops, ..self }
    }

    pub(crate) fn at(self, paths: &'a Paths) -> Self {
        TablePair { paths, ..self }
    }

    pub(crate) const fn old(&self) -> &'a LiveTable {
        self.old
    }

    /// Lists the obstacles to a copy with their cures, one sentence each.
    pub(crate) fn obstacles(&self) -> Vec<String> {
        let mut obstacles: Vec<String> = self.paths.obstacle().into_iter().collect();
        for column in self.table.key_columns().filter(|column| self.old.column(column.name).is_none()) {
            obstacles.push(format!(
                "the table has no column `{}`, which is a key column of the model: add it to the table and fill it \
                 first",
                column.name
            ));
        }
        let required = |column: &&ColumnDef| {
            !column.is_nullable()
                && !column.serial
                && column.default.is_none()
                && !self.table.key_columns().any(|key| key.name == column.name)
        };
        for column in self.table.columns.iter().filter(required).filter(|c| self.old.column(c.name).is_none()) {
            let cure = match self.table.store {
                Store::Row => "give it a default or make it an `Option`",
                Store::Column => "make it an `Option`",
            };
            let name = column.name;
            obstacles.push(format!("the table has no column `{name}`, which is NOT NULL without a default: {cure}"));
        }
        for column in self.not_kept() {
            obstacles.push(format!(
                "the copy cannot have the table's column `{}`, a {} that the model does not declare: declare it, or \
                 drop it with `--allow-destructive`",
                column.name, column.type_text
            ));
        }
        obstacles.extend(self.ttl_obstacle());
        let keys = self.old.primary_key.iter().filter_map(|name| self.old.column(name));
        for column in keys.filter(|column| column.ty.is_none_or(|ty| ty == YdbType::DyNumber)) {
            obstacles.push(format!(
                "the table's key column `{}` is a {}, which YDB's Rust client does not support: copy the table by hand \
                 with INSERT INTO ... SELECT",
                column.name, column.type_text
            ));
        }
        for hash in self.table.computed().filter(|hash| hash.yql(self.table).is_none()) {
            obstacles.push(format!(
                "the server computes `{}` of the rows that it copies, and `{}` has no expression in YQL: give it one with \
                 `ForeignHash::yql`, or lead the new key with a hash of this library, `xxh3(..)`",
                hash.name, hash.function
            ));
        }
        obstacles.extend(recomputed(self.table, self.old));
        obstacles
    }

    /// Returns the columns that both tables have, in the order of the model.
    pub(super) fn shared(&self) -> impl Iterator<Item = &'static ColumnDef> + Clone + use<'a> {
        let old = self.old;
        self.table.columns.iter().filter(move |column| old.column(column.name).is_some())
    }

    /// Returns the columns that are compared: the computed ones, and those that both tables have. The copy does not
    /// write other columns of the model; these have their defaults, or values from other writers of the new table.
    pub(super) fn compared(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let shared = self.shared().map(|column| column.name);
        self.table.computed().map(|hash| hash.name).chain(shared).chain(self.kept().map(|column| &*column.name))
    }

    /// Returns the columns that become NOT NULL. A NULL in the old table cannot be copied into them.
    pub(crate) fn tightened(&self) -> impl Iterator<Item = &'static ColumnDef> + Clone + use<'a> {
        let old = self.old;
        self.shared()
            .filter(move |column| !column.is_nullable() && old.column(column.name).is_some_and(|live| live.nullable))
    }

    pub(super) fn old_key(&self) -> impl ExactSizeIterator<Item = KeyColumn<'a>> + Clone + use<'a> {
        let old = self.old;
        old.primary_key.iter().map(|name| {
            let column = old.column(name);
            KeyColumn { name, ty: column.and_then(|live| live.ty), nullable: column.is_none_or(|live| live.nullable) }
        })
    }

    /// Returns the number of hash columns in the new key: zero or one.
    pub(crate) fn hash_columns(&self) -> usize {
        usize::from(self.table.hash.is_some())
    }

    pub(crate) fn old_key_names(&self) -> impl ExactSizeIterator<Item = &'a str> + Clone + use<'a> {
        self.old.primary_key.iter().map(String::as_str)
    }

    /// Returns `true` if two rows of the old table may have the same new key. This is possible if the old key has a
    /// column that the new key lacks, unless the column is known to be a hash of other columns.
    pub(crate) fn may_collide(&self) -> bool {
        let hash = self.layout_hash().map(|hash| hash.name);
        let is_hash = |name: &str| hash.as_deref() == Some(name);
        !self.old_key_names().all(|name| self.table.key_columns().any(|key| key.name == name) || is_hash(name))
    }

    /// Writes `SELECT ... FROM old`, which selects the picked columns of the old table's rows in the form of the new
    /// table.
    pub(super) fn rows(&self, picked: impl Fn(&str) -> bool, condition: &str) -> String {
        let there = self.shared().map(|column| column.name).chain(self.kept().map(|column| &*column.name));
        let picked: Vec<&str> = there.filter(|name| picked(name)).collect();
        let mut names: Vec<String> = picked.iter().map(|name| Name(name).to_string()).collect();
        // A hash without an expression is an obstacle; the table is then not copied.
        let computed =
            self.table.computed().filter_map(|hash| Some(format!("{} AS {}", hash.yql(self.table)?, Name(hash.name))));
        names.splice(0..0, computed.collect::<Vec<_>>());
        let mut out = format!("SELECT {}\nFROM ", names.join(", "));
        let tightened: Vec<&str> = self.tightened().map(|column| column.name).collect();
        let source = Name(&self.paths.path);
        // Writing to a String cannot fail.
        let _ = if picked.iter().any(|name| tightened.contains(name)) {
            let inner: Vec<String> = picked
                .iter()
                .map(|name| {
                    if tightened.contains(name) {
                        format!(
                            "Unwrap({0}, 'NULL in column {name}, which is NOT NULL in the new table') AS {0}",
                            Name(name),
                        )
                    } else {
                        Name(name).to_string()
                    }
                })
                .collect();
            write!(out, "(SELECT {} FROM {source}{condition})", inner.join(", "))
        } else {
            write!(out, "{source}{condition}")
        };
        out
    }
}

/// Returns a warning if statements of programs with the old key fit the new table, too: they then store other rows
/// after the swap. All other writes of such programs fail, because they lack a column of the new key, or name one that
/// is gone.
pub(crate) fn old_programs(table: &'static Table, live: &LiveTable) -> Option<String> {
    let computed: BTreeSet<&str> = table.computed().map(|hash| hash.name).collect();
    let old: BTreeSet<&str> =
        live.primary_key.iter().map(|name| &**name).filter(|name| !computed.contains(name)).collect();
    let new: BTreeSet<&str> = table.key_columns().map(|column| column.name).collect();
    // The old statements name all columns of their key. They fit if the new table has these, and if they write all of
    // the new key.
    let has = |name: &&str| table.columns.iter().any(|column| column.name == *name);
    let is_written = |name: &str| live.column(name).is_some();
    let fits = old.iter().all(has)
        && new.iter().all(|name| is_written(name))
        && table.hash.is_none_or(|hash| is_written(hash.name));
    (fits && old != new).then(|| {
        let moved: Vec<&str> = old.symmetric_difference(&new).copied().collect();
        format!(
            "programs that know only the old key do not fail at the swap: what they write fits the new table too, and is another \
             row there if {} differs. Stop them before the swap, and do not start them again",
            Names(moved.into_iter())
        )
    })
}

/// Returns an obstacle for each computed column that the table and the model compute in different ways. Statements of
/// programs from before the swap would fit the new table, but write the old values.
pub(crate) fn recomputed(table: &'static Table, live: &LiveTable) -> Vec<String> {
    let written = live.attributes.get(Layout::ATTRIBUTE).and_then(|line| line.parse::<Layout>().ok());
    let model = Layout::of(table);
    let differs = |hash: &HashDef| {
        let (written, model) = (written.as_ref()?.computed(hash.name)?, model.computed(hash.name)?);
        (written != model).then(|| {
            format!(
                "the table has the column `{written}`, the model has `{model}`, and programs from before the swap would go on \
                 writing the former: {}",
                under_another_name(table, hash)
            )
        })
    };
    table.computed().filter_map(|hash| differs(&hash)).collect()
}

/// Returns a warning for each computed column of a table without a layout: it is unknown how the table computes the
/// column.
pub(crate) fn may_be_recomputed(table: &'static Table, live: &LiveTable) -> Vec<String> {
    let is_known = live.attributes.contains_key(Layout::ATTRIBUTE)
        || live.hash_sample.as_ref().is_some_and(|sample| sample.rows > 0 && sample.differing == 0);
    let unknown = table.computed().filter(|hash| !is_known && live.column(hash.name).is_some());
    let text = |hash: HashDef| {
        format!(
            "nothing says how the table computes the column {}. Programs that compute it in another way than the model would \
             go on writing after the swap; if there are any, {}",
            Name(hash.name),
            under_another_name(table, &hash)
        )
    };
    unknown.map(text).collect()
}

fn under_another_name(table: &'static Table, hash: &HashDef) -> String {
    rules::recomputed(table, hash).parts().cure
}

/// Hash at the start of the old key.
#[derive(Debug)]
pub(super) struct OldHash {
    pub(super) name: String,
    pub(super) function: HashFunction,
    pub(super) inputs: Vec<(&'static str, YdbType)>,
    pub(super) buckets: Option<u32>,
}

impl OldHash {
    /// Returns the expression that computes the hash from a row of the new table.
    pub(super) fn expression(&self) -> HashExpression<Name<'_>> {
        let inputs = self.inputs.iter().map(|&(name, ty)| (Name(name), ty)).collect();
        HashExpression { function: self.function, inputs, buckets: self.buckets, optional: false }
    }

    pub(super) fn column(&self) -> KeyColumn<'_> {
        let ty = if self.buckets.is_some() { YdbType::Uint32 } else { YdbType::Uint64 };
        KeyColumn { name: &self.name, ty: Some(ty), nullable: false }
    }
}

impl TablePair<'_> {
    /// Returns the hash at the start of the old key from the table's layout, if the new table has all of its inputs.
    pub(super) fn old_hash(&self) -> Option<OldHash> {
        let LayoutHash { name, function, inputs, buckets } = self.layout_hash()?;
        let function = function.own()?;
        let input = |LayoutColumn { name, ty }: LayoutColumn| {
            let column = self.shared().find(|column| column.name == name)?;
            (!column.is_nullable() && column.ty == ty).then_some((column.name, ty))
        };
        let inputs = inputs.into_iter().map(input).collect::<Option<Vec<_>>>()?;
        self.old_key_names().any(|key| key == name).then_some(OldHash { name, function, inputs, buckets })
    }

    /// Returns the hash in the old table's layout.
    fn layout_hash(&self) -> Option<LayoutHash> {
        self.old.attributes.get(Layout::ATTRIBUTE)?.parse::<Layout>().ok()?.into_parts().0
    }
}
