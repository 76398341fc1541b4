//! Secondary indexes.

use proc_macro2::Span;
use syn::Ident;
use syn::ext::IdentExt;

use super::case::Case;
use super::column::Scope;
use super::key::{Key, resolve_list};
use super::table::Store;
use crate::attr::setting::IndexAttr;
use crate::attr::table::TableAttrs;
use crate::diag::Errors;

/// The most indexes a table can have.
const MAX_INDEXES: usize = 20;

/// A secondary index.
pub(crate) struct Index {
    pub(crate) name: String,
    /// The variant of `IndexKind`.
    pub(crate) kind: Ident,
    /// Positions of the indexed columns, each with the place where it is named.
    pub(crate) on: Vec<(usize, Span)>,
    pub(crate) cover: Vec<usize>,
    /// The marker type beside the model: `OrderByCustomer`.
    pub(crate) marker: Ident,
}

/// Resolves all `index(...)`.
pub(crate) fn resolve(
    attrs: &TableAttrs,
    model: &Ident,
    key: &Key,
    scope: Scope<'_>,
    store: Store,
    errors: &mut Errors,
) -> Vec<Index> {
    let mut indexes: Vec<Index> = Vec::new();
    for (at, attr) in attrs.indexes.iter().enumerate() {
        if store == Store::Column {
            errors.rule(
                attr.span,
                "index_on_column_table",
                "YDB has no global secondary indexes on column tables",
                "remove the index, or store the table by rows",
            );
            continue;
        }
        if at == MAX_INDEXES {
            errors.rule(
                attr.span,
                "index_limit",
                format_args!("a YDB table has at most {MAX_INDEXES} indexes, this one has {}", attrs.indexes.len()),
                "remove the indexes that no query needs",
            );
        }
        if let Some(index) = resolve_one(attr, model, key, scope, errors) {
            if indexes.iter().any(|other| other.name == index.name) {
                errors.rule(
                    attr.name.span().unwrap_or(attr.span),
                    "index_name",
                    format_args!("two indexes are called `{}`", index.name),
                    "give each index a name of its own",
                );
                // One marker is enough; the rules about types look at both.
                continue;
            }
            if let Some((name, owner)) = taken(&index.marker, model, &indexes) {
                errors.rule(
                    attr.name.span().unwrap_or(attr.span),
                    "index_name",
                    format_args!("index `{}` would be read through a type `{name}`, which is {owner}", index.name),
                    "give the index another name",
                );
                continue;
            }
            indexes.push(index);
        }
    }
    indexes
}

/// The type of an index to read through, called like the model and the index.
fn marker(model: &Ident, name: &str, span: Span) -> Ident {
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    Ident::new(&format!("{}{}", model.unraw(), Case::PASCAL.apply(&word)), span)
}

/// The name that a marker or its scan would share with another generated type, and what that is.
fn taken(marker: &Ident, model: &Ident, indexes: &[Index]) -> Option<(String, String)> {
    let (marker, model) = (marker.to_string(), model.unraw());
    let scan = format!("{marker}Scan");
    let own = [
        ("", "the model itself"),
        ("Key", "the model's key"),
        ("Scan", "the model's scan"),
        ("Update", "the model's update"),
    ];
    let own = own.into_iter().map(|(suffix, what)| (format!("{model}{suffix}"), what.to_owned()));
    let others = indexes.iter().flat_map(|other| {
        let (theirs, name) = (&other.marker, &other.name);
        [
            (theirs.to_string(), format!("the type of index `{name}`")),
            (format!("{theirs}Scan"), format!("the scan of index `{name}`")),
        ]
    });
    own.chain(others).find(|(name, _)| *name == marker || *name == scan)
}

fn resolve_one(attr: &IndexAttr, model: &Ident, key: &Key, scope: Scope<'_>, errors: &mut Errors) -> Option<Index> {
    let example = "write `index(by_customer, on(customer_id))`";
    let Some(name) = attr.name.get() else {
        errors.rule(attr.span, "index_name", "an index needs a name", example);
        return None;
    };
    super::check::column_name(&name.value(), name.span(), errors);
    let Some(idents) = attr.on.get().filter(|idents| !idents.is_empty()) else {
        let span = attr.on.span().unwrap_or(name.span());
        errors.rule(span, "index_columns", format_args!("index `{}` names no column", name.value()), example);
        return None;
    };
    let on = resolve_list(idents, "the index", scope, errors);
    let cover_idents = attr.cover.get().map(Vec::as_slice).unwrap_or_default();
    let cover = resolve_list(cover_idents, "the covered columns", scope, errors);
    if on.len() < idents.len() {
        return None;
    }
    if key.complete
        && key.hash.is_none()
        && on.iter().map(|(column, _)| column).eq(key.columns.iter().map(|(column, _)| column).take(on.len()))
    {
        errors.rule(
            name.span(),
            "index_key_prefix",
            format_args!(
                "index `{}` is on the first columns of the primary key, by which the table is sorted already",
                name.value()
            ),
            "remove the index: a scan by the same columns reads the table itself",
        );
    }
    for (column, span) in &cover {
        let indexed = on.iter().any(|(other, _)| other == column);
        if indexed || key.columns.iter().any(|(other, _)| other == column) {
            let why = if indexed { "is indexed" } else { "belongs to the primary key" };
            errors.rule(
                *span,
                "index_columns",
                format_args!("`{}` {why}, so the index holds it anyway", scope.columns[*column].field),
                "remove it from `cover(...)`",
            );
        }
    }
    let kind = kind(attr, errors);
    let marker = marker(model, &name.value(), name.span());
    Some(Index { name: name.value(), kind, on, cover: cover.into_iter().map(|(column, _)| column).collect(), marker })
}

fn kind(attr: &IndexAttr, errors: &mut Errors) -> Ident {
    let variant = match (attr.asynchronous.span(), attr.unique.span(), attr.sync.span()) {
        (Some(asynchronous), Some(unique), _) => {
            errors.conflict(
                [asynchronous, unique],
                "index_unique_async",
                "a unique index cannot be asynchronous: it could not refuse a second row in time",
                "remove `async` or `unique`",
            );
            "Unique"
        }
        (Some(asynchronous), None, Some(sync)) => {
            errors.conflict(
                [asynchronous, sync],
                "conflicting_attributes",
                "an index is either `sync` or `async`",
                "remove one of the two",
            );
            "Sync"
        }
        (Some(_), None, None) => "Async",
        (None, Some(_), _) => "Unique",
        (None, None, _) => "Sync",
    };
    Ident::new(variant, Span::call_site())
}
