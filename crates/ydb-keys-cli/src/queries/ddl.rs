//! Reads DDL into tables: CREATE TABLE, ALTER TABLE and DROP TABLE one after the other. Statements that YDB would
//! refuse are refused here with their place; otherwise queries would be judged by a table that cannot exist.

use std::collections::BTreeMap;
use std::sync::Arc;

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::queries::added::named_type;
use ydb_keys_migrate::__internal::{LiveColumn, LiveDefault, LiveIndex, LiveTable};
use ydb_yql::Position;
use ydb_yql::ast::{
    AlterAction, AlterKind, ColumnSpec, CreateTable, Ident, IndexSpec, SettingValue, StatementKind, TypeExpr,
    TypeExprKind,
};
use ydb_yql::facts::{PathPrefix, path_prefix};

/// Reason and place for which YDB would refuse a statement.
pub(super) struct RefusedStatement {
    pub(super) at: Position,
    pub(super) message: String,
}

/// Types that a table can have and a model cannot.
const OTHER_TYPES: [&str; 7] =
    ["yson", "tzdate", "tzdatetime", "tztimestamp", "tzdate32", "tzdatetime64", "tztimestamp64"];

/// Applies a statement to the tables. `prefix` is the directory of `PRAGMA TablePathPrefix` in this file. `others` has
/// the names of objects that are not understood; nothing is known of them.
pub(super) fn apply(
    mut statement: StatementKind,
    prefix: &mut Option<Arc<str>>,
    tables: &mut Vec<LiveTable>,
    others: &[String],
) -> Result<(), RefusedStatement> {
    if let Some(PathPrefix { directory, .. }) = path_prefix(&statement) {
        *prefix = directory;
    }
    // A table's path is relative to the database and does not begin with a slash.
    let place = |path: &mut Ident| {
        if prefix.is_some() && !path.name.starts_with('/') {
            path.name = PathPrefix::place(prefix.as_ref(), &path.name).trim_start_matches('/').into();
        }
    };
    match &mut statement {
        StatementKind::CreateTable(create) => place(&mut create.table.path),
        StatementKind::DropTable { table, .. } => place(&mut table.path),
        StatementKind::AlterTable { table, actions } => {
            place(&mut table.path);
            for action in actions {
                if let AlterKind::RenameTo(to) = &mut action.kind {
                    place(to);
                }
            }
        }
        _ => {}
    }
    match statement {
        StatementKind::CreateTable(create) => {
            let path = &create.table.path;
            let exists = tables.iter().any(|table| is_same(&table.path, &path.name));
            match exists {
                true if create.if_not_exists => {}
                true => return Err(refused(path, format!("table `{}` exists already", path.name))),
                false => tables.push(created(&create)?),
            }
        }
        StatementKind::DropTable { table, if_exists } => {
            let before = tables.len();
            tables.retain(|other| !is_same(&other.path, &table.path.name));
            if before == tables.len() && !if_exists && !is_known(others, &table.path.name) {
                return Err(absent(&table.path));
            }
        }
        StatementKind::AlterTable { table, actions } => {
            let Some(number) = tables.iter().position(|other| is_same(&other.path, &table.path.name)) else {
                return if is_known(others, &table.path.name) { Ok(()) } else { Err(absent(&table.path)) };
            };
            for action in actions {
                if let AlterKind::RenameTo(to) = &action.kind
                    && tables.iter().any(|other| is_same(&other.path, &to.name))
                {
                    return Err(refused(to, format!("table `{}` exists already", to.name)));
                }
                alter(&mut tables[number], action)?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn refused(at: &Ident, message: String) -> RefusedStatement {
    RefusedStatement { at: at.at, message }
}

fn absent(path: &Ident) -> RefusedStatement {
    let message = format!(
        "there is no table `{0}` yet: create it in an earlier file, or name the tool whose order the files have, \
         `--migrations`",
        path.name
    );
    refused(path, message)
}

/// Returns `true` if two paths name the same table. One of them may be absolute and the other relative to the database.
fn is_same(one: &str, other: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.starts_with('/')
            && !short.starts_with('/')
            && long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'))
    };
    one == other || ends(one, other) || ends(other, one)
}

fn is_known(others: &[String], path: &str) -> bool {
    others.iter().any(|other| is_same(other, path))
}

/// Finds the first name that occurs a second time.
fn twice<'i>(names: impl IntoIterator<Item = &'i Ident>) -> Option<&'i Ident> {
    let mut seen = Vec::new();
    names.into_iter().find(|name| {
        let is_known = seen.contains(&&name.name);
        seen.push(&name.name);
        is_known
    })
}

fn created(create: &CreateTable) -> Result<LiveTable, RefusedStatement> {
    let is_column_store = create.settings.iter().any(|setting| {
        setting.key.name.eq_ignore_ascii_case("STORE")
            && matches!(&setting.value, SettingValue::Word(word) if word.name.eq_ignore_ascii_case("COLUMN"))
    });
    let table = &create.table.path;
    if let Some(name) = twice(create.columns.iter().map(|column| &column.name)) {
        return Err(refused(name, format!("table `{}` has two columns `{}`", table.name, name.name)));
    }
    let key = create.primary_key.as_deref().unwrap_or_default();
    if key.is_empty() {
        return Err(refused(table, format!("table `{}` has no PRIMARY KEY", table.name)));
    }
    if let Some(name) = twice(key) {
        return Err(refused(name, format!("the primary key has column `{}` twice", name.name)));
    }
    let mut live = LiveTable {
        path: table.name.to_string(),
        columns: create.columns.iter().map(column).collect::<Result<_, _>>()?,
        primary_key: key.iter().map(|column| column.name.to_string()).collect(),
        store: if is_column_store { Store::Column } else { Store::Row },
        indexes: Vec::new(),
        attributes: BTreeMap::new(),
        settings: None,
        hash_sample: None,
        index_samples: BTreeMap::new(),
        rights: None,
    };
    key.iter().try_for_each(|name| has_column(&live, name))?;
    create.indexes.iter().try_for_each(|spec| add_index(&mut live, spec))?;
    Ok(live)
}

fn has_column(live: &LiveTable, name: &Ident) -> Result<(), RefusedStatement> {
    match live.column(&name.name) {
        Some(_) => Ok(()),
        None => Err(refused(name, format!("table `{}` has no column `{}`", live.path, name.name))),
    }
}

fn has_index(live: &LiveTable, name: &Ident) -> Result<(), RefusedStatement> {
    if live.indexes.iter().any(|index| index.name == *name.name) {
        Ok(())
    } else {
        Err(refused(name, format!("table `{}` has no index `{}`", live.path, name.name)))
    }
}

fn add_index(live: &mut LiveTable, spec: &IndexSpec) -> Result<(), RefusedStatement> {
    if live.indexes.iter().any(|index| index.name == *spec.name.name) {
        return Err(refused(&spec.name, format!("table `{}` has an index `{}` already", live.path, spec.name.name)));
    }
    spec.columns.iter().chain(&spec.cover).try_for_each(|name| has_column(live, name))?;
    live.indexes.push(LiveIndex::of(spec));
    Ok(())
}

fn alter(live: &mut LiveTable, action: AlterAction) -> Result<(), RefusedStatement> {
    match action.kind {
        AlterKind::AddColumn(spec) => {
            if live.column(&spec.name.name).is_some() {
                let message = format!("table `{}` has a column `{}` already", live.path, spec.name.name);
                return Err(refused(&spec.name, message));
            }
            live.columns.push(column(&spec)?);
        }
        AlterKind::DropColumn(name) => {
            has_column(live, &name)?;
            if live.primary_key.iter().any(|key| *key == *name.name) {
                return Err(refused(&name, format!("column `{}` belongs to the primary key", name.name)));
            }
            if let Some(index) = live.indexes.iter().find(|index| index.on.iter().any(|on| *on == *name.name)) {
                let message = format!("index `{}` has column `{}`: drop the index first", index.name, name.name);
                return Err(refused(&name, message));
            }
            live.columns.retain(|column| column.name != *name.name);
        }
        AlterKind::RenameColumn { from, to } => rename_column(live, &from, &to)?,
        AlterKind::DropNotNull(name) => of_column(live, &name, |column| column.nullable = true)?,
        AlterKind::SetNotNull(name) => of_column(live, &name, |column| column.nullable = false)?,
        AlterKind::SetDefault { column, .. } => {
            of_column(live, &column, |column| column.default = LiveDefault::Literal(String::new()))?;
        }
        AlterKind::DropDefault(name) => of_column(live, &name, |column| column.default = LiveDefault::None)?,
        AlterKind::AddIndex(spec) => add_index(live, &spec)?,
        AlterKind::DropIndex(name) => {
            has_index(live, &name)?;
            live.indexes.retain(|index| index.name != *name.name);
        }
        // The renamed index replaces an index with the new name.
        AlterKind::RenameIndex { from, to } => {
            has_index(live, &from)?;
            live.indexes.retain(|index| index.name != *to.name);
            if let Some(index) = live.indexes.iter_mut().find(|index| index.name == *from.name) {
                index.name = to.name.to_string();
            }
        }
        AlterKind::RenameTo(path) => live.path = path.name.to_string(),
        _ => {}
    }
    Ok(())
}

/// Renames a column, also in the key and in indexes, like YDB.
fn rename_column(live: &mut LiveTable, from: &Ident, to: &Ident) -> Result<(), RefusedStatement> {
    if live.column(&to.name).is_some() {
        return Err(refused(to, format!("table `{}` has a column `{}` already", live.path, to.name)));
    }
    of_column(live, from, |column| column.name = to.name.to_string())?;
    let in_indexes = live.indexes.iter_mut().flat_map(|index| index.on.iter_mut().chain(&mut index.cover));
    for name in in_indexes.chain(&mut live.primary_key).filter(|name| **name == *from.name) {
        *name = to.name.to_string();
    }
    Ok(())
}

fn of_column(live: &mut LiveTable, name: &Ident, change: impl FnOnce(&mut LiveColumn)) -> Result<(), RefusedStatement> {
    has_column(live, name)?;
    if let Some(column) = live.columns.iter_mut().find(|column| column.name == *name.name) {
        change(column);
    }
    Ok(())
}

fn column(spec: &ColumnSpec) -> Result<LiveColumn, RefusedStatement> {
    let (name, optional) = type_name(&spec.ty);
    let lower = name.to_ascii_lowercase();
    let is_known = named_type(&name).is_some() || OTHER_TYPES.contains(&&*lower) || lower.starts_with("pg");
    if !name.is_empty() && !is_known {
        return Err(refused(&spec.name, format!("column `{}`: there is no type `{name}`", spec.name.name)));
    }
    let serial = lower.contains("serial");
    Ok(LiveColumn {
        name: spec.name.name.to_string(),
        // Yson stands for all types that no model has: no rule applies to it.
        ty: Some(named_type(&name).unwrap_or(YdbType::Yson)),
        type_text: name,
        // A serial column is always NOT NULL.
        nullable: (spec.not_null != Some(true) || optional) && !serial,
        family: None,
        serial: Some(serial),
        default: match &spec.default {
            _ if spec.generated => LiveDefault::Generated,
            // Queries only need to know that there is a default.
            Some(_) => LiveDefault::Literal(String::new()),
            None => LiveDefault::None,
        },
    })
}

fn type_name(ty: &TypeExpr) -> (String, bool) {
    match &ty.kind {
        TypeExprKind::Name(name) => (name.name.to_string(), false),
        TypeExprKind::Optional(inner) => (type_name(inner).0, true),
        TypeExprKind::Decimal { .. } => ("Decimal".to_owned(), false),
        _ => (String::new(), false),
    }
}
