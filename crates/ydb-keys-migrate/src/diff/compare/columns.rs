//! Comparison of columns: missing and extra ones, types, NOT NULL, serials and families.

use ydb_keys::YdbType;
use ydb_keys::schema::{ColumnDef, Store};
use ydb_keys_core::ddl::{Change, Column, Name};
use ydb_keys_core::schema::rules::Nearest;

use super::findings::{StepTurn, TableFindings};
use super::{defaults, indexes};
use crate::diff::Difference;
use crate::live::{LiveColumn, LiveDefault};
use crate::rekey::extra_columns;

/// Family of columns that do not name one.
const DEFAULT_FAMILY: &str = "default";

pub(super) fn compare_columns(found: &mut TableFindings<'_>) {
    for (position, column) in found.table.columns.iter().enumerate() {
        match found.live.column(column.name) {
            Some(live) => both(found, column, found.table.is_key(position), live),
            None => missing(found, column, found.table.is_key(position)),
        }
    }
    hash_column(found);
    for live in &found.live.columns {
        let is_computed = found.table.computed().any(|hash| hash.name == live.name);
        if !is_computed && found.table.columns.iter().all(|column| column.name != live.name) {
            extra(found, live);
        }
    }
}

/// Reports a column that only the model has. For a key column, the comparison of keys adds the steps.
fn missing(found: &mut TableFindings<'_>, column: &'static ColumnDef, is_key: bool) {
    found
        .differences
        .push(Difference::MissingColumn { name: column.name.into(), column: Column::of(column).to_string() });
    if is_key {
        return;
    }
    let name = Name(column.name);
    if column.serial {
        found.by_hand.push(format!(
            "column {name}: YDB cannot add a serial column. Declare the field as an `Option` without `serial`, apply, \
             fill it with numbers in all rows, then declare it serial again, which copies the rows into a new table"
        ));
    } else if !column.is_nullable() && found.live.store == Store::Column {
        found.by_hand.push(format!(
            "column {name}: YDB adds only columns that can be NULL to a column table, and none with a default. Make the \
             field an `Option`; for NOT NULL create a table at another path and copy the rows"
        ));
    } else if !column.is_nullable() && column.default.is_none() {
        found.by_hand.push(format!(
            "column {name}: YDB adds a NOT NULL column only with a default. Give the field a default \
             (`#[ydb(default = ...)]`) or make it an `Option`. For NOT NULL without a default, make it an `Option`, \
             apply, fill it in all rows, then make it required again, which copies the rows into a new table"
        ));
    } else {
        let mut note = older_programs(column, found.live.store);
        if column.default.is_some() && found.live.settings.is_none() {
            note += "; YDB can add a column with a default since 26.1, and this server seems to be older";
        }
        found.noted(StepTurn::AddColumn, Change::AddColumn(column), note);
    }
}

/// Describes the effect of an added column on programs that do not know it. BulkUpsert needs every column of a column
/// table, every NOT NULL column of a row table ("Missing not null columns"), and since 25.2.1 every column with a
/// default (pull requests 27596 and 28238 of YDB).
fn older_programs(column: &ColumnDef, store: Store) -> String {
    let reset = match column.default {
        Some(_) => "`replace` sets it to its default",
        None => "`replace` sets it to NULL",
    };
    if store == Store::Column || !column.is_nullable() || column.default.is_some() {
        format!("programs without the column: bulk upserts and loaders fail, so stop those first; {reset}")
    } else {
        format!("programs without the column: {reset}")
    }
}

fn extra(found: &mut TableFindings<'_>, live: &LiveColumn) {
    let ttl = found.settings().and_then(|settings| settings.ttl.as_ref()).filter(|ttl| ttl.is_foreign());
    let is_of_ttl = ttl.is_some_and(|ttl| ttl.column == live.name);
    if (live.is_foreign() || is_of_ttl) && !found.live.primary_key.contains(&live.name) {
        return found.left_alone(format!("column {}", text(live)));
    }
    let renamed_to = renamed(found, live).map(|field| field.field.to_owned());
    found.differences.push(Difference::ExtraColumn { name: live.name.clone(), column: text(live), renamed_to });
    let name = Name(&live.name);
    if !extra_columns(found.table, found.live).any(|column| column.name == live.name) {
        found.not_copied.push(format!("column {name}, which is computed from others"));
    } else if live.can_be_kept() {
        let null = if live.nullable || live.stays_not_null() { "" } else { ", where it can be NULL" };
        found.carried.push(format!("column {name}{null}, unless `--allow-destructive` drops it"));
    } else {
        found.not_copied.push(format!("column {name}, so the copy needs `--allow-destructive`"));
    }
    if found.live.primary_key.contains(&live.name) {
        return;
    }
    // An index of a kind that models can declare is dropped or replaced in an earlier step than its column.
    let foreign = found
        .live
        .indexes
        .iter()
        .filter(|index| index.on.iter().chain(&index.cover).any(|column| *column == live.name))
        .find(|index| indexes::unsaid(found, index).is_some());
    match foreign {
        Some(index) => found.by_hand.push(format!(
            "column {name}: index {} uses it, and a model cannot declare that index. Drop the index first, \
             or add the column to the model",
            Name(&index.name)
        )),
        None => {
            let note = format!("all values of {name} are lost");
            found.destructive(StepTurn::DropColumn, Change::DropColumn(&live.name), note);
        }
    }
}

/// Finds the field that may be this column under another name: the only missing field of its type, or among several the
/// one with the most similar name.
fn renamed(found: &TableFindings<'_>, live: &LiveColumn) -> Option<&'static ColumnDef> {
    let is_key = found.live.primary_key.contains(&live.name);
    let columns = found.table.columns.iter().enumerate();
    let missing = columns.filter(|(_, column)| found.live.column(column.name).is_none());
    let same = missing.filter(|&(at, column)| {
        live.ty == Some(column.ty) && live.nullable == column.is_nullable() && is_key == found.table.is_key(at)
    });
    let fields: Vec<&'static ColumnDef> = same.map(|(_, column)| column).collect();
    match *fields {
        [only] => Some(only),
        _ => {
            let nearest = fields.iter().map(|field| field.field).fold(Nearest::to(&live.name), Nearest::or).name()?;
            fields.into_iter().find(|field| field.field == nearest)
        }
    }
}

fn both(found: &mut TableFindings<'_>, column: &'static ColumnDef, is_key: bool, live: &LiveColumn) {
    // For Decimal and DyNumber, the client reports only the name of the type.
    let same_type = if live.ty.is_none() && live.type_text == YdbType::name(column.ty) {
        half_known(found, column, is_key, live);
        false
    } else {
        compare_null(found, column, is_key, live);
        compare_type(found, column, is_key, live)
    };
    if let Some(serial) = live.serial.filter(|&serial| serial != column.serial) {
        found.differences.push(Difference::Serial { name: live.name.clone(), model: column.serial, live: serial });
        let name = Name(column.name);
        found.reasons.push(if column.serial {
            format!("column {name}: YDB cannot add a sequence to an existing column")
        } else {
            format!("column {name}: YDB cannot remove the sequence of a column")
        });
    } else if same_type && !column.serial {
        defaults::compare_default(found, column, live);
    }
    if !is_key {
        compare_family(found, column, live);
    }
}

fn half_known(found: &mut TableFindings<'_>, column: &ColumnDef, is_key: bool, live: &LiveColumn) {
    let name = Name(column.name);
    match column.ty {
        YdbType::Decimal { .. } => {
            found.not_compared(format!("precision and scale of {name}"), "the server does not report them");
            compare_null(found, column, is_key, live);
        }
        _ => found.not_compared(format!("NOT NULL of {name}"), "the client does not report it for this type"),
    }
}

/// Returns `true` if the types are the same.
fn compare_type(found: &mut TableFindings<'_>, column: &ColumnDef, is_key: bool, live: &LiveColumn) -> bool {
    if live.ty == Some(column.ty) {
        return true;
    }
    found.differences.push(Difference::ColumnType {
        name: live.name.clone(),
        model: column.ty.to_string(),
        live: live.type_text.clone(),
    });
    found.by_hand.push(other_type(column, is_key, live));
    false
}

/// Describes the manual steps for a type that cannot change.
fn other_type(column: &ColumnDef, is_key: bool, live: &LiveColumn) -> String {
    let (name, model, there) = (Name(column.name), column.ty, &live.type_text);
    match (is_key, live.ty) {
        (true, _) => format!(
            "key column {name}: YDB cannot change the type of a column, and the copy into a new table does not convert \
             values. Give the model another path (`#[ydb(table = \"..\")]`), apply, and copy the rows with a program \
             that converts them"
        ),
        (false, Some(_)) => format!(
            "column {name}: YDB cannot change the type of a column. Keep it as {there} in the model, add an optional \
             field of type {model} under another name, apply, fill the new column, move readers and writers to it, \
             then remove {name} from the model"
        ),
        (false, None) => format!(
            "column {name}: a model cannot have a column of type {there}, and YDB cannot change the type of a column. \
             Give the field another name, add that column with ALTER TABLE and fill it. Then {name} is only in the \
             table, and `apply` leaves it alone: drop it when nothing reads it"
        ),
    }
}

/// Compares NOT NULL. A model with `key_not_null = false` accepts key columns with and without NOT NULL, because it
/// never writes NULL into them.
fn compare_null(found: &mut TableFindings<'_>, column: &ColumnDef, is_key: bool, live: &LiveColumn) {
    let (model, not_null) = (!column.is_nullable(), !live.nullable);
    if model == not_null || is_key && model && !found.table.key_not_null {
        return;
    }
    found.differences.push(Difference::NotNull { name: live.name.clone(), model, live: not_null });
    match model {
        true if is_key => found.reasons.push(tightened_key(column.name)),
        true => found.reasons.push(tightened(column.name)),
        false => found.step(StepTurn::AlterColumn, Change::DropNotNull(column.name)),
    }
}

fn tightened(column: &str) -> String {
    let name = Name(column);
    format!(
        "column {name}: YDB cannot add NOT NULL to an existing column. Before the copy, fill {name} in the rows where \
         it is NULL"
    )
}

fn tightened_key(column: &str) -> String {
    let name = Name(column);
    format!(
        "key column {name}: YDB cannot add NOT NULL to an existing column. To keep the table as it is, write \
         `key_not_null = false` into the model. Before the copy, write the rows where {name} is NULL with a whole key, and \
         delete them"
    )
}

/// Compares the hash column, which is not a field of the model. A copy computes its values again, from any type.
fn hash_column(found: &mut TableFindings<'_>) {
    let Some(hash) = found.table.hash else { return };
    let Some(live) = found.live.column(hash.name) else { return };
    let name = Name(hash.name);
    if live.ty != Some(hash.ty()) {
        let (model, live_type) = (hash.ty().to_string(), live.type_text.clone());
        found.differences.push(Difference::ColumnType { name: live.name.clone(), model, live: live_type });
        let what = if hash.buckets.is_some() { "bucket" } else { "hash" };
        found.reasons.push(format!(
            "{what} column {name}: a {what} is a {}, and YDB cannot change the type of a column",
            hash.ty()
        ));
    }
    if live.nullable && found.table.key_not_null {
        found.differences.push(Difference::NotNull { name: live.name.clone(), model: true, live: false });
        let keep = if live.ty == Some(hash.ty()) {
            ". To keep the table as it is, write `key_not_null = false` into the model"
        } else {
            ""
        };
        found.reasons.push(format!("hash column {name}: YDB cannot add NOT NULL to an existing column{keep}"));
    }
}

fn compare_family(found: &mut TableFindings<'_>, column: &'static ColumnDef, live: &LiveColumn) {
    let model = column.family.unwrap_or(DEFAULT_FAMILY);
    let there = live.family.as_deref().unwrap_or(DEFAULT_FAMILY);
    if model == there {
        return;
    }
    // Neither DescribeTable nor SHOW CREATE TABLE reports the families of a column table's columns. A family that does
    // not exist yet cannot have a column.
    let is_new = found.settings().is_some_and(|settings| settings.families.iter().all(|family| family.name != model));
    if found.live.store == Store::Column && live.family.is_none() && (!is_new || model == DEFAULT_FAMILY) {
        found.not_compared(
            format!("family of {}", Name(column.name)),
            "the server does not report it for column tables",
        );
        return;
    }
    found.differences.push(Difference::ColumnFamily {
        name: live.name.clone(),
        model: model.into(),
        live: there.into(),
    });
    found.step(StepTurn::AlterColumn, Change::SetFamily { column: column.name, family: model });
}

/// Formats a live column like the DDL.
fn text(live: &LiveColumn) -> String {
    let mut text = format!("{} {}", Name(&live.name), live.type_text);
    if let Some(family) = &live.family {
        text.push_str(&format!(" FAMILY {}", Name(family)));
    }
    if !live.nullable {
        text.push_str(" NOT NULL");
    }
    if let LiveDefault::Literal(literal) = &live.default {
        text.push_str(&format!(" DEFAULT {literal}"));
    }
    text
}
