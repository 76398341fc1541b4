//! Rules across attributes, one function each. Rules about types are in the runtime crate, see `schema/rules`.

use proc_macro2::Span;
use syn::Path;

use super::column::{Column, Store};
use super::index::Index;
use super::key::Key;
use crate::attr::column::ColumnAttrs;
use crate::attr::parse::Slot;
use crate::attr::table::TableAttrs;
use crate::diag::{Errors, did_you_mean, list};

/// Most columns of a row table; the next constants are for column tables and for keys.
const MAX_COLUMNS: usize = 200;
const MAX_COLUMN_TABLE_COLUMNS: usize = 10_000;
const MAX_KEY_COLUMNS: usize = 30;

/// Checks the number of columns and of key columns by the rule `limits`.
pub(crate) fn counts(columns: &[Column], key: &Key, indexes: &[Index], store: Store, span: Span, errors: &mut Errors) {
    let hash = key.hash.is_some();
    let computed = usize::from(hash) + indexes.iter().filter(|index| index.hash.is_some()).count();
    let max = if store == Store::Row { MAX_COLUMNS } else { MAX_COLUMN_TABLE_COLUMNS };
    let count = columns.len() + computed;
    if count > max {
        let at = columns.get(max - computed).map_or(span, |column| column.ident.span());
        errors.rule(
            at,
            "limits",
            format_args!("a YDB table has at most {max} columns, this one has {count}"),
            "split the table, or keep rarely used values together in one `#[ydb(json)]` column",
        );
    }
    let keys = key.columns.len() + usize::from(hash);
    if keys > MAX_KEY_COLUMNS {
        let at = key.columns.get(MAX_KEY_COLUMNS - usize::from(hash)).map_or(span, |(_, span)| *span);
        errors.rule(
            at,
            "limits",
            format_args!("a YDB primary key has at most {MAX_KEY_COLUMNS} columns, this one has {keys}"),
            "keep the columns that identify a row, and move the others out of the key",
        );
    }
}

/// Reports two fields with the same SQL name by the rule `duplicate_column`.
pub(crate) fn distinct_names<'a>(columns: impl Iterator<Item = &'a Column> + Clone, verb: &str, errors: &mut Errors) {
    for (i, column) in columns.clone().enumerate() {
        if let Some(other) = columns.clone().take(i).find(|other| other.name == column.name) {
            errors.conflict(
                [other.ident.span(), column.ident.span()],
                "duplicate_column",
                &format!("two fields {verb} column `{}`", column.name),
                "give one of them another name with `rename = \"...\"`",
            );
        }
    }
}

/// Checks the column with the row's version by the rule `version`, and returns its position. There is at most one,
/// outside the key of a row table, and YDB does not fill it.
pub(crate) fn version(columns: &[Column], key: &Key, store: Store, errors: &mut Errors) -> Option<usize> {
    let mut versions = columns.iter().enumerate().filter_map(|(at, column)| column.version.map(|span| (at, span)));
    let (first, span) = versions.next()?;
    let before = errors.count();
    for (_, other) in versions {
        errors.conflict(
            [span, other],
            "version",
            "two columns are the version of a row",
            "keep `version` on one of them",
        );
    }
    let mut refuse = |fault: &str, help: &str| errors.rule(span, "version", fault, help);
    if key.columns.iter().any(|(column, _)| *column == first) {
        refuse(
            "a key column cannot be the version of a row, because every change increments it",
            "move `version` to a column outside the key",
        );
    }
    if columns[first].serial.is_some() || columns[first].default.is_some() {
        refuse(
            "the library writes the version of a row, so it has neither a sequence nor a default",
            "remove `serial` or `default`",
        );
    }
    if columns[first].json {
        refuse("a document cannot be the version of a row", "make the field an `i64` without `json`");
    }
    if store == Store::Column {
        refuse(
            "a column table has no version, because its statements do not say whether a row was changed",
            "remove `version`, or store the table by rows",
        );
    }
    (errors.count() == before).then_some(first)
}

/// Reports attributes of a field that contradict each other.
pub(crate) fn field_conflicts(attrs: &ColumnAttrs, store: Store, errors: &mut Errors) {
    if attrs.skip.is_set() {
        let others = [
            attrs.rename.given(),
            attrs.ty.given(),
            attrs.monotonic.given(),
            attrs.dispersed.given(),
            attrs.serial.given(),
            attrs.default.given(),
            attrs.json.given(),
            attrs.with.given(),
            attrs.family.given(),
            attrs.version.given(),
        ];
        return beside_skip(&others, errors);
    }
    json_and_with(&attrs.json, &attrs.with, errors);
    if let (Some(monotonic), Some(dispersed)) = (attrs.monotonic.span(), attrs.dispersed.span()) {
        errors.conflict(
            [monotonic, dispersed],
            "conflicting_attributes",
            "values that always grow are not spread over the whole range",
            "keep `monotonic` or `dispersed`",
        );
    }
    if let (Some(serial), Some(default)) = (attrs.serial.span(), attrs.default.span()) {
        errors.conflict(
            [serial, default],
            "serial",
            "a serial takes its values from a sequence, so it cannot have a default",
            "keep `serial` or `default`",
        );
    }
    if let (Some(_), Some(dispersed)) = (attrs.serial.span(), attrs.dispersed.span()) {
        errors.rule(
            dispersed,
            "conflicting_attributes",
            "a sequence always grows, so its values are not spread over the whole range",
            "remove `dispersed`",
        );
    }
    if let (Some(serial), Store::Column) = (attrs.serial.span(), store) {
        errors.rule(
            serial,
            "serial",
            "YDB has no serial columns in column tables",
            "assign the numbers in the application, or use a Uuid",
        );
    }
    if let (Some(default), Store::Column) = (attrs.default.span(), store) {
        errors.rule(
            default,
            "column_type",
            "YDB has no default values in column tables",
            "fill the column in the application",
        );
    }
}

/// Reports other attributes of a skipped field by the rule `conflicting_attributes`.
pub(crate) fn beside_skip(others: &[Option<(&str, Span)>], errors: &mut Errors) {
    for (name, span) in others.iter().flatten() {
        errors.rule(
            *span,
            "conflicting_attributes",
            format_args!("a skipped field is not a column, so `{name}` has no effect"),
            format_args!("remove `skip` or `{name}`"),
        );
    }
}

/// Reports a field that is to be stored in two ways.
pub(crate) fn json_and_with(json: &Slot<()>, with: &Slot<Path>, errors: &mut Errors) {
    if let (Some(json), Some(with)) = (json.span(), with.span()) {
        errors.conflict(
            [json, with],
            "conflicting_attributes",
            "a field is stored as JSON or by the functions of a module",
            "keep `json` or `with`",
        );
    }
}

/// Reports settings that a kind of table does not have.
pub(crate) fn store_settings(attrs: &TableAttrs, store: Store, errors: &mut Errors) {
    if store == Store::Row {
        if let Some(span) = attrs.partition_by_hash.span() {
            errors.rule(
                span,
                "column_partition_key",
                "a row table is partitioned by ranges of its primary key",
                "remove `partition_by_hash`; to spread the rows put a hash in front of the key, or write `store = column`",
            );
        }
        return;
    }
    if let (Some(value), Some(span)) = (attrs.key_not_null.get(), attrs.key_not_null.span())
        && !value.value
    {
        errors.rule(
            span,
            "store_setting",
            "YDB refuses a column table whose key columns lack NOT NULL",
            "remove `key_not_null`, or store the table by rows",
        );
    }
    for (name, span) in [attrs.bloom_filter.given(), attrs.read_replicas.given()].into_iter().flatten() {
        errors.rule(
            span,
            "store_setting",
            format_args!("YDB does not support `{name}` for column tables"),
            format_args!("remove `{name}`, or store the table by rows"),
        );
    }
}

/// Checks the family of a column by the rule `family`: it must be declared, and key columns stay in the default one.
pub(crate) fn family_of(name: &str, span: Span, is_key: bool, declared: &[String], errors: &mut Errors) {
    if is_key && name != "default" {
        errors.rule(
            span,
            "family",
            "YDB keeps key columns in the default family",
            "remove `family` from the key column; `family(default, ...)` on the struct configures the default one",
        );
    } else if name != "default" && !declared.iter().any(|known| known == name) {
        let known = declared.iter().map(String::as_str);
        errors.rule(
            span,
            "family",
            format_args!("there is no family `{name}`{}", did_you_mean(name, known.clone())),
            match declared.is_empty() {
                true => format!("declare it on the struct: `family({name}, data = \"ssd\")`"),
                false => format!("the families are {}", list(known)),
            },
        );
    }
}

/// Methods of the generated scan type, beside those of the key columns.
const SCAN_METHODS: [&str; 17] = [
    "after",
    "batch_delete",
    "batch_update",
    "count",
    "delete",
    "descending",
    "exists",
    "fetch",
    "filter",
    "first",
    "full_scan",
    "limit",
    "page",
    "params",
    "select",
    "statement",
    "stream",
];
/// Methods of the generated update type, beside the setters of the other columns.
const UPDATE_METHODS: [&str; 5] = ["exec", "fetch", "fetch_statement", "statement", "when"];

/// Reports a field named like a generated method by the rule `reserved_name`. The field then gets no method of its own.
pub(crate) fn reserved_names(columns: &mut [Column], key: &Key, indexes: &[Index], errors: &mut Errors) {
    for (position, column) in columns.iter_mut().enumerate() {
        let name = column.field.as_str();
        let in_key = key.columns.iter().any(|(other, _)| *other == position);
        let index = indexes.iter().find(|index| index.on.iter().any(|(other, _)| *other == position));
        let of = match (in_key, index) {
            (true, _) if SCAN_METHODS.contains(&name) => "the table's scan".to_owned(),
            (false, _) if UPDATE_METHODS.contains(&name) => "the table's update".to_owned(),
            (_, Some(index)) if SCAN_METHODS.contains(&name) => format!("the scan of index `{}`", index.name),
            _ => String::new(),
        };
        column.reserved = !of.is_empty();
        if column.reserved {
            errors.rule(
                column.ident.span(),
                "reserved_name",
                format_args!("`{name}` is a method of {of}, which has a method for this column too"),
                format_args!(
                    "rename the field and keep the column's name, `#[ydb(rename = \"{name}\")] {name}_value: ...`"
                ),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Reads a file of another crate.
    fn source(file: &str) -> std::io::Result<String> {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file))
    }

    /// Returns the public methods in those blocks of a file that begin like this; hidden items are left out.
    fn methods(file: &str, begin: &str) -> std::io::Result<BTreeSet<String>> {
        let text = source(file)?;
        let blocks = text.split(begin).skip(1).filter_map(|block| block.split("\n}").next());
        let shown = blocks.flat_map(|block| block.split("\n\n")).filter(|item| !item.contains("#[doc(hidden)]"));
        let names = shown.filter_map(|item| item.split("pub fn ").nth(1)?.split(['(', '<']).next().map(str::to_owned));
        Ok(names.collect())
    }

    /// Compares with the library, whose types own the methods. `pull` writes models, whose fields must not be named
    /// like them either.
    #[test]
    fn knows_the_methods_that_the_library_has() -> std::io::Result<()> {
        let all = |parts: &[(&str, &str)]| -> std::io::Result<BTreeSet<String>> {
            parts.iter().try_fold(BTreeSet::new(), |mut all, (file, begin)| {
                all.extend(methods(file, begin)?);
                Ok(all)
            })
        };
        let any = "\nimpl<T: YdbTable, I: Sorted, S> Scan<T, I, S> {";
        // The scan of a whole table alone has the method `split`, and no column follows it.
        let scan = all(&[
            ("ydb-keys/src/statements/scan.rs", any),
            ("ydb-keys/src/statements/scan.rs", "\nimpl<T: YdbTable, I, S> Scan<T, I, S> {"),
            ("ydb-keys/src/statements/scan.rs", "\nimpl<T: YdbTable, S> Scan<T, T, S> {"),
            ("ydb-keys/src/statements/in_batches.rs", "\nimpl<T: YdbTable, S> Scan<T, T, S> {"),
            ("ydb-keys/src/sdk/scan.rs", any),
        ])?;
        let update = "\nimpl<T: YdbTable> Update<T> {";
        let update = all(&[
            ("ydb-keys/src/statements/update.rs", "\nimpl<T: YdbTable, R> Update<T, R> {"),
            ("ydb-keys/src/statements/update.rs", update),
            ("ydb-keys/src/sdk/change.rs", update),
        ])?;
        let pull = source("crates/ydb-keys-migrate/src/pull/name.rs")?;
        for (kind, known, owned) in [("SCAN", &SCAN_METHODS[..], scan), ("UPDATE", &UPDATE_METHODS[..], update)] {
            let known: BTreeSet<String> = known.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(known, owned, "{kind}");
            let list = pull.split(&format!("{kind}_METHODS: ")).nth(1).unwrap_or_default();
            let list = list.split(';').nth(1).unwrap_or_default();
            let written: BTreeSet<String> = list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
            assert_eq!(known, written, "{kind} in pull");
        }
        Ok(())
    }
}
