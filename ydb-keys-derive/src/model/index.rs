//! Secondary indexes.

use proc_macro2::Span;
use syn::Ident;
use syn::ext::IdentExt;

use super::case::Case;
use super::column::Scope;
use super::key::{Hash, Key, Leads, resolve_hash, resolve_list};
use super::store::Store;
use super::used::Used;
use crate::attr::key::KeyPartAttr;
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
    /// The bucket or hash that leads the index.
    pub(crate) hash: Option<Hash>,
    /// Positions of the indexed columns, each with the place where it is named.
    pub(crate) on: Vec<(usize, Span)>,
    pub(crate) cover: Vec<usize>,
    /// The marker type beside the model: `OrderByCustomer`, or as `as = ..` says.
    pub(crate) marker: Ident,
    /// The scan of the index; only the compiler names it.
    pub(crate) scan: Ident,
}

/// The names that an index's type must not have.
#[derive(Clone, Copy)]
pub(crate) struct Beside<'a> {
    pub(crate) model: &'a Ident,
    pub(crate) key: &'a Ident,
    pub(crate) used: &'a Used,
}

/// Resolves all `index(...)`.
pub(crate) fn resolve(
    attrs: &TableAttrs,
    beside: Beside<'_>,
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
                "index",
                "YDB has no global secondary indexes on column tables",
                "remove the index, or store the table by rows",
            );
            continue;
        }
        if at == MAX_INDEXES {
            errors.rule(
                attr.span,
                "index",
                format_args!("a YDB table has at most {MAX_INDEXES} indexes, this one has {}", attrs.indexes.len()),
                "remove the indexes that no query needs",
            );
        }
        if let Some(index) = resolve_one(attr, beside, key, scope, errors) {
            if indexes.iter().any(|other| other.name == index.name) {
                errors.rule(
                    attr.name.span().unwrap_or(attr.span),
                    "index",
                    format_args!("two indexes are called `{}`", index.name),
                    "give each index a name of its own",
                );
                // One marker is enough; the rules about types look at both.
                continue;
            }
            if let Some((name, owner)) = taken(&index, beside, &indexes) {
                errors.rule(
                    attr.name.span().unwrap_or(attr.span),
                    "index",
                    format_args!("index `{}` would be read through a type `{name}`, which is {owner}", index.name),
                    "give the index another name, or its type: `index(.., as = ..)`",
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
    Ident::new(&format!("{}{}", model.unraw(), Case::Pascal.apply(&word)), span)
}

/// The name that a marker or its scan would share with another generated type, and what that is.
fn taken(index: &Index, beside: Beside<'_>, indexes: &[Index]) -> Option<(String, String)> {
    let (marker, scan, model) = (index.marker.unraw(), &index.scan, beside.model.unraw());
    let own = [
        (model.to_string(), "the model itself".to_owned()),
        (beside.key.unraw().to_string(), "the model's key".to_owned()),
        (format!("{model}Scan"), "the model's scan".to_owned()),
        (format!("{model}Update"), "the model's update".to_owned()),
    ];
    let others = indexes.iter().flat_map(|other| {
        let name = &other.name;
        [
            (other.marker.unraw().to_string(), format!("the type of index `{name}`")),
            (other.scan.to_string(), format!("the scan of index `{name}`")),
        ]
    });
    own.into_iter().chain(others).find(|(name, _)| marker == name || scan == name)
}

fn resolve_one(
    attr: &IndexAttr,
    beside: Beside<'_>,
    key: &Key,
    scope: Scope<'_>,
    errors: &mut Errors,
) -> Option<Index> {
    let example = "write `index(by_customer, on(customer_id))`";
    let Some(name) = attr.name.get() else {
        errors.rule(attr.span, "index", "an index needs a name", example);
        return None;
    };
    let is_name = super::limits::column_name(&name.value(), name.span(), errors);
    let Some(parts) = attr.on.get().filter(|parts| !parts.is_empty()) else {
        let span = attr.on.span().unwrap_or(name.span());
        errors.rule(span, "index", format_args!("index `{}` has no columns", name.value()), example);
        return None;
    };
    let (hash, is_whole) = leading_hash(parts, key, scope, errors);
    let idents: Vec<&Ident> = parts.iter().filter_map(KeyPartAttr::field).collect();
    let on = resolve_list(idents.iter().copied(), "the index", scope, errors);
    let cover_idents = attr.cover.get().map(Vec::as_slice).unwrap_or_default();
    let cover = resolve_list(cover_idents, "the covered columns", scope, errors);
    if on.len() < idents.len() || !is_whole {
        return None;
    }
    if let Some(hash) = hash.as_ref().filter(|hash| hash.buckets.is_none())
        && let Some((input, span)) = hash.inputs.iter().find(|(input, _)| !on.iter().any(|(column, _)| column == input))
    {
        let field = &scope.columns[*input].field;
        errors.rule(
            *span,
            "hash",
            format_args!(
                "`{field}` is hashed but does not follow in the index, so no scan of it could compute the hash"
            ),
            format_args!(
                "write the hash modulo a number of buckets, `{} = .. % 16`, or add `{field}` to `on(...)`",
                hash.name
            ),
        );
        return None;
    }
    if let (Some(unique), Some(hash)) = (attr.unique.span(), &hash)
        && let Some((buckets, _)) = hash.buckets
        && hash.inputs.iter().any(|(input, _)| !on.iter().any(|(column, _)| column == input))
    {
        errors.conflict(
            [unique, buckets],
            "bucket",
            &format!(
                "index `{}` is unique within each bucket only: a second row with the same values can be in another one",
                name.value()
            ),
            "remove `unique` or the bucket, or compute the bucket from indexed columns only",
        );
        return None;
    }
    if on.is_empty() {
        errors.rule(
            name.span(),
            "index",
            format_args!("index `{}` has no columns after its bucket", name.value()),
            "name the columns that it is sorted by within each bucket, `on(shard = xxh3(order_id) % 16, placed_at)`",
        );
        return None;
    }
    if key.complete
        && key.hash.is_none()
        && hash.is_none()
        && on.iter().map(|(column, _)| column).eq(key.columns.iter().map(|(column, _)| column).take(on.len()))
    {
        errors.rule(
            name.span(),
            "index",
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
                "index",
                format_args!("`{}` {why}, so the index already contains it", scope.columns[*column].field),
                "remove it from `cover(...)`",
            );
        }
    }
    let kind = kind(attr, errors);
    let default = marker(beside.model, &name.value(), name.span());
    let marker = attr.marker.get().cloned().unwrap_or_else(|| default.clone());
    let what = format!("the type through which index `{}` is read", name.value());
    let help = format!("write `index({}, .., as = ..)` with another name for it", name.value());
    if !is_name && attr.marker.get().is_none() {
        // The name of the type does not matter then.
        return None;
    }
    let marker = beside.used.distinct(marker, &default, &what, &help, errors);
    let scan = beside.used.free(format!("{}Scan", marker.unraw()), &[]);
    let cover = cover.into_iter().map(|(column, _)| column).collect();
    Some(Index { name: name.value(), kind, hash, on, cover, marker, scan })
}

/// The bucket or hash in front of an index, and whether all of it could be resolved. Its inputs belong to the primary key,
/// so no update changes it.
fn leading_hash(parts: &[KeyPartAttr], key: &Key, scope: Scope<'_>, errors: &mut Errors) -> (Option<Hash>, bool) {
    let (mut hash, mut is_whole) = (None, true);
    for (at, part) in parts.iter().enumerate() {
        let KeyPartAttr::Hash(attr) = part else { continue };
        if at > 0 {
            errors.rule(
                attr.column.span(),
                "hash",
                format_args!(
                    "{} column `{}` comes after another column of the index, where it spreads nothing",
                    attr.kind(),
                    attr.column
                ),
                "put it first",
            );
            is_whole = false;
            continue;
        }
        let (resolved, resolved_whole) = resolve_hash(attr, Leads::Index, key, scope, key.complete, errors);
        is_whole &= resolved_whole;
        hash = resolved;
    }
    (hash, is_whole)
}

fn kind(attr: &IndexAttr, errors: &mut Errors) -> Ident {
    let variant = match (attr.asynchronous.span(), attr.unique.span(), attr.sync.span()) {
        (Some(asynchronous), Some(unique), _) => {
            errors.conflict(
                [asynchronous, unique],
                "index",
                "an async index is updated after the commit, too late to reject a duplicate",
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
