//! The primary key: key columns in order, and the hash that leads them.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, Path};

use super::column::{Scope, Store};
use crate::attr::key::{HashAttr, KeyPartAttr};
use crate::attr::table::TableAttrs;
use crate::diag::{Errors, one_of};
use crate::words::HASH_FUNCTIONS;

/// Primary key of a table.
pub(crate) struct Key {
    /// Positions of the key columns, in key order, each with the place where it is named.
    pub(crate) columns: Vec<(usize, Span)>,
    pub(crate) hash: Option<Hash>,
    /// `true` if all parts that were written could be resolved. Rules of the whole key are checked only then.
    pub(crate) complete: bool,
}

/// Function that computes a hash column.
pub(crate) enum HashFn {
    /// Variant of `HashFunction`.
    Own(Ident),
    /// Module of a function of other programs.
    Foreign(Path),
}

/// Hash column of a key or an index.
pub(crate) struct Hash {
    pub(crate) name: String,
    pub(crate) function: HashFn,
    /// Positions of the inputs, each with the place where it is named.
    pub(crate) inputs: Vec<(usize, Span)>,
    /// Number of buckets, and where it is written.
    pub(crate) buckets: Option<(Span, u32)>,
}

/// Looks fields up. Reports unknown fields and second mentions, and leaves them out.
pub(crate) fn resolve_list<'a>(
    idents: impl IntoIterator<Item = &'a Ident>,
    what: &str,
    scope: Scope<'_>,
    errors: &mut Errors,
) -> Vec<(usize, Span)> {
    let mut found: Vec<(usize, Span)> = Vec::new();
    for ident in idents {
        match scope.position(ident) {
            None => scope.unknown(ident, errors),
            Some(column) if found.iter().any(|(other, _)| *other == column) => duplicate(ident, what, errors),
            Some(column) => found.push((column, ident.span())),
        }
    }
    found
}

fn duplicate(ident: &Ident, what: &str, errors: &mut Errors) {
    errors.rule(
        ident.span(),
        "duplicate_column",
        format_args!("`{ident}` is named twice in {what}"),
        "remove one of the two",
    );
}

/// Object that a hash leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leads {
    Key,
    Index,
}

/// Returns the names of the hash columns of the key and of the indexes.
pub(crate) fn hash_names(attrs: &TableAttrs) -> Vec<String> {
    let parts = attrs.primary_key.get().into_iter().chain(attrs.indexes.iter().filter_map(|index| index.on.get()));
    let names = parts.flatten().filter_map(|part| match part {
        KeyPartAttr::Hash(hash) => Some(hash.column.unraw().to_string()),
        KeyPartAttr::Field(_) => None,
    });
    names.collect()
}

/// Resolves `primary_key(...)`.
///
/// `explained` is `true` if another error explains why there is no key.
pub(crate) fn resolve(
    attrs: &TableAttrs,
    name: &Ident,
    scope: Scope<'_>,
    explained: bool,
    store: Store,
    errors: &mut Errors,
) -> Key {
    let mut key = Key { columns: Vec::new(), hash: None, complete: false };
    let Some(parts) = attrs.primary_key.get() else {
        if !explained {
            missing(name.span(), scope, errors);
        }
        return key;
    };
    if parts.is_empty() {
        missing(attrs.primary_key.span().unwrap_or(name.span()), scope, errors);
        return key;
    }
    let mut complete = true;
    for part in parts {
        if let KeyPartAttr::Field(ident) = part {
            match scope.position(ident) {
                None => scope.unknown(ident, errors),
                Some(column) if key.columns.iter().any(|(other, _)| *other == column) => {
                    duplicate(ident, "the primary key", errors);
                }
                Some(column) if scope.columns[column].json => errors.rule(
                    ident.span(),
                    "column_type",
                    format_args!("`{ident}` is stored as JSON, which YDB refuses in a key"),
                    "use another column as the key, or the parts of this one that identify a row",
                ),
                Some(column) => {
                    key.columns.push((column, ident.span()));
                    continue;
                }
            }
            complete = false;
        }
    }
    for (at, part) in parts.iter().enumerate() {
        if let KeyPartAttr::Hash(attr) = part {
            let column = &attr.column;
            if store == Store::Column {
                errors.rule(
                    column.span(),
                    "hash",
                    "a column table needs no hash prefix: YDB hashes its rows to partitions anyway",
                    "remove the hash column, and choose the hashed columns with `partition_by_hash(...)`",
                );
                complete = false;
            } else if at > 0 {
                errors.rule(
                    column.span(),
                    "hash",
                    format_args!(
                        "{} column `{column}` comes after another column of the key, where it spreads nothing",
                        attr.kind()
                    ),
                    "put it first; to hash several columns write them into one hash, `xxh3(a, b)`",
                );
                complete = false;
            } else {
                key.hash = resolve_hash(attr, Leads::Key, &key, scope, complete, errors);
                complete &= key.hash.is_some();
            }
        }
    }
    key.complete = complete;
    key
}

fn missing(span: Span, scope: Scope<'_>, errors: &mut Errors) {
    let help = match scope.columns.first().map(|column| &column.field) {
        Some(first) => format!(
            "write `#[ydb(primary_key({first}_hash = xxh3({first}), {first}))]`, or `#[ydb(primary_key({first}))]` if its values are spread"
        ),
        None => "add the fields that identify a row, and name them in `#[ydb(primary_key(...))]`".to_owned(),
    };
    errors.rule(span, "missing_key", "a table needs a primary key, and its order decides how the table scales", help);
}

/// Resolves the hash of a key or of an index; `None` if a part of it is wrong.
pub(crate) fn resolve_hash(
    attr: &HashAttr,
    leads: Leads,
    key: &Key,
    scope: Scope<'_>,
    key_complete: bool,
    errors: &mut Errors,
) -> Option<Hash> {
    let name = hash_name(attr, scope, errors);
    let inputs = hash_inputs(attr, leads, key, scope, key_complete, errors);
    if let Some(with) = &attr.with {
        let is_right = check_foreign(attr, leads, errors);
        return Some(Hash { name: name?, function: HashFn::Foreign(with.clone()), inputs: inputs?, buckets: None })
            .filter(|_| is_right);
    }
    let function = hash_function(&attr.function, errors);
    let is_fed = check_input_count(attr, function, errors);
    let buckets = buckets(attr, errors);
    let function = HashFn::Own(Ident::new(function?, Span::call_site()));
    Some(Hash { name: name?, function, inputs: inputs?, buckets: buckets? }).filter(|_| is_fed)
}

/// Checks a function of other programs: it must lead the key, compute the whole value, and have one to eight inputs.
fn check_foreign(attr: &HashAttr, leads: Leads, errors: &mut Errors) -> bool {
    let (fault, help) = match (leads, &attr.buckets, attr.inputs.len()) {
        (Leads::Index, ..) => (
            "a hash of other programs leads no index\nnote: it is there for tables whose key has it already",
            "hash with `xxh3(..)` in front of an index",
        ),
        (_, Some(_), _) => (
            "a hash of other programs has no number of buckets",
            "have the function return the bucket, and remove the `%`",
        ),
        (.., 1..=8) => return true,
        _ => ("a hash of other programs has one to eight inputs", "name the key columns that the function takes"),
    };
    errors.rule(attr.function.span(), "hash", fault, help);
    false
}

/// Returns the name of the hash column; `None` if a field or another computed column has the name.
fn hash_name(attr: &HashAttr, scope: Scope<'_>, errors: &mut Errors) -> Option<String> {
    let (column, kind) = (&attr.column, attr.kind());
    let name = column.unraw().to_string();
    let field = scope.columns.iter().find(|other| other.name == name || other.field == name);
    if let Some(field) = field {
        errors.conflict(
            [column.span(), field.ident.span()],
            "duplicate_column",
            &format!(
                "`{name}` is both the {kind} column and a field; a {kind} column is computed, so it is not a field"
            ),
            &format!("remove the field, or rename the {kind} column"),
        );
    }
    let is_twice = scope.hashes.iter().filter(|other| **other == name).count() > 1;
    if is_twice {
        errors.rule(
            column.span(),
            "duplicate_column",
            format_args!("two computed columns are called `{name}`"),
            "give each its own name; a key and an index, or two indexes, do not share such a column",
        );
    }
    super::case::column_name(&name, column.span(), errors);
    (field.is_none() && !is_twice).then_some(name)
}

/// Returns the variant of `HashFunction` for a function's name.
fn hash_function(function: &Ident, errors: &mut Errors) -> Option<&'static str> {
    let name = function.to_string();
    one_of((&name, function.span()), HASH_FUNCTIONS, "hash", format_args!("unknown hash function `{name}`"), errors)
}

/// Returns the columns that are hashed; `None` if one is named twice, or is not in the primary key.
fn hash_inputs(
    attr: &HashAttr,
    leads: Leads,
    key: &Key,
    scope: Scope<'_>,
    key_complete: bool,
    errors: &mut Errors,
) -> Option<Vec<(usize, Span)>> {
    let mut found: Vec<(usize, Span)> = Vec::new();
    for ident in &attr.inputs {
        match scope.position(ident) {
            None => scope.unknown(ident, errors),
            Some(input) if found.iter().any(|(other, _)| *other == input) => duplicate(ident, "the hash", errors),
            Some(input) if key.columns.iter().any(|(other, _)| *other == input) => {
                found.push((input, ident.span()));
            }
            // The key has errors of its own, and they may explain this column.
            Some(_) if !key_complete => {}
            Some(_) => not_in_key(ident, attr.kind(), leads, errors),
        }
    }
    (found.len() == attr.inputs.len()).then_some(found)
}

fn not_in_key(input: &Ident, kind: &str, leads: Leads, errors: &mut Errors) {
    let (why, help) = match leads {
        Leads::Key => (
            format!("a read by key could not compute the {kind}"),
            format!("add `{input}` after the {kind} column, or do not hash it"),
        ),
        Leads::Index => (
            format!("an update could change the {kind} of a row, and writes of other columns could not compute it"),
            "hash columns of the primary key, which no update changes".to_owned(),
        ),
    };
    errors.rule(
        input.span(),
        "hash",
        format_args!("`{input}` is hashed but is not in the primary key\nnote: {why}"),
        help,
    );
}

fn check_input_count(attr: &HashAttr, variant: Option<&str>, errors: &mut Errors) -> bool {
    let HashAttr { function, inputs, .. } = attr;
    let is_numeric = variant.is_some_and(|variant| variant != "Xxh3");
    let is_right = !inputs.is_empty() && (!is_numeric || inputs.len() == 1);
    if !is_right {
        let takes = if is_numeric { "exactly one integer or time" } else { "one or more key columns" };
        errors.rule(
            function.span(),
            "hash",
            format_args!("`{function}` takes {takes}"),
            "hash several columns, or a string, with `xxh3(a, b)`",
        );
    }
    is_right
}

/// Returns `Some(None)` without buckets, and `None` if their number is wrong. Another rule checks that the statements
/// have room for so many buckets.
fn buckets(attr: &HashAttr, errors: &mut Errors) -> Option<Option<(Span, u32)>> {
    let Some(given) = &attr.buckets else { return Some(None) };
    let HashAttr { column, function, .. } = attr;
    let fault = match given.number {
        None => format!("the number of buckets of `{column}` is not a positive integer literal"),
        Some(0) => format!("`{column}` has no buckets"),
        Some(1) => format!("`{column}` has one bucket, which spreads nothing"),
        Some(number) => match u32::try_from(number) {
            Ok(number) => return Some(Some((given.span, number))),
            Err(_) => format!("`{column}` has more buckets than its type `Uint32` can number"),
        },
    };
    let help = format!(
        "write the number of ranges that take writes at the same time, `{column} = {function}(..) % 16`; it becomes a part \
         of every stored key, so it is written here and not in a constant"
    );
    errors.rule(given.span, "hash", fault, help);
    None
}
