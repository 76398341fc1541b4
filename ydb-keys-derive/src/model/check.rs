//! Rules across attributes, one function each. Rules about types live in the runtime crate, see `schema/rules`.

use proc_macro2::Span;

use super::column::Column;
use super::index::Index;
use super::key::Key;
use super::table::Store;
use crate::attr::column::ColumnAttrs;
use crate::attr::table::TableAttrs;
use crate::diag::{Errors, did_you_mean, list};

/// The most columns of a row table, and the most key columns.
const MAX_COLUMNS: usize = 200;
const MAX_COLUMN_TABLE_COLUMNS: usize = 10_000;
const MAX_KEY_COLUMNS: usize = 30;
/// The longest name of a column, an index or a path element, and the deepest path.
const MAX_NAME: usize = 255;
const MAX_DEPTH: usize = 32;

/// `limits`: a name of a column or an index.
///
/// Whether it is a name.
pub(crate) fn column_name(name: &str, span: Span, errors: &mut Errors) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let fault = if name.is_empty() {
        "a name cannot be empty".to_owned()
    } else if name.chars().count() > MAX_NAME {
        format!("a name has at most {MAX_NAME} characters, this one has {}", name.chars().count())
    } else if let Some(bad) = name.chars().find(|c| !legal(*c)) {
        format!("`{name}` has the character {bad:?}, which YDB refuses in a name")
    } else if name.starts_with("__ydb_") {
        format!("`{name}` starts with `__ydb_`, which YDB keeps for itself")
    } else {
        return true;
    };
    errors.rule(
        span,
        "limits",
        fault,
        "use letters, digits, `_` and `-`; for a field, `rename = \"...\"` gives another name in the database",
    );
    false
}

/// `limits`: the path of a table.
pub(crate) fn table_path(path: &str, span: Span, errors: &mut Errors) {
    let elements: Vec<&str> = path.split('/').collect();
    let fault = if path.starts_with('/') {
        format!("{path:?} is an absolute path; a model's path is relative to the database")
    } else if elements.iter().any(|element| element.is_empty()) {
        format!("{path:?} has an empty element")
    } else if elements.iter().any(|element| matches!(*element, "." | "..")) || elements[0] == ".sys" {
        format!("{path:?} is not a place for a table: `.` and `..` are not names, and `.sys` is YDB's own")
    } else if let Some(long) = elements.iter().find(|element| element.len() > MAX_NAME) {
        format!("an element of a path has at most {MAX_NAME} bytes, this one has {}", long.len())
    } else if elements.len() > MAX_DEPTH {
        format!("a path has at most {MAX_DEPTH} elements, this one has {}", elements.len())
    } else {
        return;
    };
    errors.rule(span, "limits", fault, "write `table = \"name\"` or `table = \"dir/name\"`");
}

/// `limits`: the number of columns and of key columns.
pub(crate) fn counts(columns: &[Column], key: &Key, hash: bool, store: Store, span: Span, errors: &mut Errors) {
    let max = if store == Store::Row { MAX_COLUMNS } else { MAX_COLUMN_TABLE_COLUMNS };
    let count = columns.len() + usize::from(hash);
    if count > max {
        let at = columns.get(max - usize::from(hash)).map_or(span, |column| column.ident.span());
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
            "keep the columns that tell rows apart, and move the others out of the key",
        );
    }
}

/// `duplicate_column`: two fields of one SQL name.
pub(crate) fn distinct_names(columns: &[Column], verb: &str, errors: &mut Errors) {
    for (i, column) in columns.iter().enumerate() {
        if let Some(other) = columns.iter().take(i).find(|other| other.name == column.name) {
            errors.conflict(
                [other.ident.span(), column.ident.span()],
                "duplicate_column",
                &format!("two fields {verb} column `{}`", column.name),
                "give one of them another name with `rename = \"...\"`",
            );
        }
    }
}

/// Attributes of one field that contradict each other.
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
            attrs.family.given(),
        ];
        return beside_skip(&others, errors);
    }
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
            "serial_default",
            "a serial takes its values from a sequence, so it has no default",
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
            "serial_store",
            "YDB has no serial columns in column tables",
            "give the numbers out in the application, or use a Uuid",
        );
    }
    if let (Some(default), Store::Column) = (attrs.default.span(), store) {
        errors.rule(
            default,
            "default_type",
            "YDB has no default values in column tables",
            "fill the column in the application",
        );
    }
}

/// `conflicting_attributes`: what else is said of a skipped field.
pub(crate) fn beside_skip(others: &[Option<(&str, Span)>], errors: &mut Errors) {
    for (name, span) in others.iter().flatten() {
        errors.rule(
            *span,
            "conflicting_attributes",
            format_args!("a skipped field is not a column, so `{name}` means nothing"),
            format_args!("remove `skip` or `{name}`"),
        );
    }
}

/// Settings that a column table does not have.
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
    for (name, span) in [attrs.bloom_filter.given(), attrs.read_replicas.given()].into_iter().flatten() {
        errors.rule(
            span,
            "store_setting",
            format_args!("YDB does not support `{name}` for column tables"),
            format_args!("remove `{name}`, or store the table by rows"),
        );
    }
}

/// `family_*`: families that are used exist, and key columns stay in the default one.
pub(crate) fn family_of(name: &str, span: Span, is_key: bool, declared: &[String], errors: &mut Errors) {
    if is_key && name != "default" {
        errors.rule(
            span,
            "family_key",
            "YDB keeps key columns in the default family",
            "remove `family` from the key column; `family(default, ...)` on the struct configures the default one",
        );
    } else if name != "default" && !declared.iter().any(|known| known == name) {
        let known = declared.iter().map(String::as_str);
        errors.rule(
            span,
            "family_unknown",
            format_args!("there is no family `{name}`{}", did_you_mean(name, known.clone())),
            match declared.is_empty() {
                true => format!("declare it on the struct: `family({name}, data = \"ssd\")`"),
                false => format!("the families are {}", list(known)),
            },
        );
    }
}

/// Methods of the generated scan type, which has one for each key column too; some are kept for operations to come.
const SCAN_METHODS: [&str; 13] = [
    "after",
    "count",
    "delete",
    "descending",
    "exists",
    "fetch",
    "first",
    "full_scan",
    "limit",
    "page",
    "select",
    "statement",
    "stream",
];
/// Methods of the generated update type, which has a setter for each other column too.
const UPDATE_METHODS: [&str; 2] = ["exec", "statement"];

/// `reserved_name`: a field called like a method beside its own, which it then does not get.
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
