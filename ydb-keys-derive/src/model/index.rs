//! Secondary indexes of a table, resolved.

use proc_macro2::Span;
use syn::Ident;
use syn::ext::IdentExt;

use super::case::Case;
use super::column::{Scope, Store};
use super::key::{Hash, Key, Leads, resolve_hash, resolve_list};
use super::names::Used;
use crate::attr::key::KeyPartAttr;
use crate::attr::setting::IndexAttr;
use crate::attr::table::TableAttrs;
use crate::diag::Errors;

/// Most indexes that a table can have.
const MAX_INDEXES: usize = 20;

/// Secondary index with its resolved attributes.
pub(crate) struct Index {
    pub(crate) name: String,
    /// Variant of `IndexKind`.
    pub(crate) kind: Ident,
    /// Bucket or hash that leads the index.
    pub(crate) hash: Option<Hash>,
    /// Positions of the indexed columns, each with the place where it is named.
    pub(crate) on: Vec<(usize, Span)>,
    pub(crate) cover: Vec<usize>,
    /// Marker type beside the model: `OrderByCustomer`, or the name of `as = ..`.
    pub(crate) marker: Ident,
}

/// Names that the type of an index must not have.
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
                    "give each index its own name",
                );
                // A second index of the same name gets no marker. The rules about types look at both.
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

/// Returns the name of the type to read an index through, made of the names of the model and the index.
fn marker(model: &Ident, name: &str, span: Span) -> Ident {
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    Ident::new(&format!("{}{}", model.unraw(), Case::Pascal.apply(&word)), span)
}

/// Returns the name that a marker would share with another generated type, and a description of that type.
fn taken(index: &Index, beside: Beside<'_>, indexes: &[Index]) -> Option<(String, String)> {
    let (marker, model) = (index.marker.unraw(), beside.model.unraw());
    let own = [
        (model.to_string(), "the model itself".to_owned()),
        (beside.key.unraw().to_string(), "the model's key".to_owned()),
        (format!("{model}Scan"), "the model's scan".to_owned()),
        (format!("{model}Update"), "the model's update".to_owned()),
    ];
    let others =
        indexes.iter().map(|other| (other.marker.unraw().to_string(), format!("the type of index `{}`", other.name)));
    own.into_iter().chain(others).find(|(name, _)| marker == name)
}

fn resolve_one(
    attr: &IndexAttr,
    beside: Beside<'_>,
    key: &Key,
    scope: Scope<'_>,
    errors: &mut Errors,
) -> Option<Index> {
    let index = Named::resolve(attr, key, scope, errors)?;
    if !(index.check_hash(scope, errors) && index.check_unique(errors) && index.check_columns(errors)) {
        return None;
    }
    index.check_key_prefix(key, errors);
    index.check_cover(key, scope, errors);
    index.with_types(beside, errors)
}

/// Index as it is written, with its columns resolved.
struct Named<'a> {
    attr: &'a IndexAttr,
    name: String,
    span: Span,
    /// `true` if YDB accepts the name.
    is_name: bool,
    hash: Option<Hash>,
    on: Vec<(usize, Span)>,
    cover: Vec<(usize, Span)>,
}

impl<'a> Named<'a> {
    fn resolve(attr: &'a IndexAttr, key: &Key, scope: Scope<'_>, errors: &mut Errors) -> Option<Self> {
        let example = "write `index(by_customer, on(customer_id))`";
        let Some(name) = attr.name.get() else {
            errors.rule(attr.span, "index", "an index needs a name", example);
            return None;
        };
        let (name, span) = (name.value(), name.span());
        let is_name = super::case::column_name(&name, span, errors);
        let Some(parts) = attr.on.get().filter(|parts| !parts.is_empty()) else {
            let on = attr.on.span().unwrap_or(span);
            errors.rule(on, "index", format_args!("index `{name}` has no columns"), example);
            return None;
        };
        let (hash, is_whole) = leading_hash(parts, key, scope, errors);
        let idents: Vec<&Ident> = parts.iter().filter_map(KeyPartAttr::field).collect();
        let on = resolve_list(idents.iter().copied(), "the index", scope, errors);
        let cover = attr.cover.get().map(Vec::as_slice).unwrap_or_default();
        let cover = resolve_list(cover, "the covered columns", scope, errors);
        (on.len() == idents.len() && is_whole).then_some(Self { attr, name, span, is_name, hash, on, cover })
    }

    fn has(&self, column: usize) -> bool {
        self.on.iter().any(|(other, _)| *other == column)
    }

    /// Checks that the inputs of a hash are columns of the index. There are no buckets to go through.
    fn check_hash(&self, scope: Scope<'_>, errors: &mut Errors) -> bool {
        let Some(hash) = self.hash.as_ref().filter(|hash| hash.buckets.is_none()) else { return true };
        let Some((input, span)) = hash.inputs.iter().find(|(input, _)| !self.has(*input)) else { return true };
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
        false
    }

    /// Checks that the bucket of a unique index follows from the index's columns.
    fn check_unique(&self, errors: &mut Errors) -> bool {
        let (Some(unique), Some(hash)) = (self.attr.unique.span(), &self.hash) else { return true };
        let Some((buckets, _)) = hash.buckets else { return true };
        if hash.inputs.iter().all(|(input, _)| self.has(*input)) {
            return true;
        }
        errors.conflict(
            [unique, buckets],
            "hash",
            &format!(
                "index `{}` is unique within each bucket only: a second row with the same values can be in another one",
                self.name
            ),
            "remove `unique` or the bucket, or compute the bucket from indexed columns only",
        );
        false
    }

    fn check_columns(&self, errors: &mut Errors) -> bool {
        if self.on.is_empty() {
            errors.rule(
                self.span,
                "index",
                format_args!("index `{}` has no columns after its bucket", self.name),
                "name the columns that it is sorted by within each bucket, `on(shard = xxh3(order_id) % 16, placed_at)`",
            );
        }
        !self.on.is_empty()
    }

    fn check_key_prefix(&self, key: &Key, errors: &mut Errors) {
        let on = self.on.iter().map(|(column, _)| column);
        let leading = key.columns.iter().map(|(column, _)| column).take(self.on.len());
        if key.complete && key.hash.is_none() && self.hash.is_none() && on.eq(leading) {
            errors.rule(
                self.span,
                "index",
                format_args!(
                    "index `{}` is on the first columns of the primary key, by which the table is sorted already",
                    self.name
                ),
                "remove the index: a scan by the same columns reads the table itself",
            );
        }
    }

    fn check_cover(&self, key: &Key, scope: Scope<'_>, errors: &mut Errors) {
        for (column, span) in &self.cover {
            let why = match (self.has(*column), key.columns.iter().any(|(other, _)| other == column)) {
                (true, _) => "is indexed",
                (false, true) => "belongs to the primary key",
                (false, false) => continue,
            };
            errors.rule(
                *span,
                "index",
                format_args!("`{}` {why}, so the index already contains it", scope.columns[*column].field),
                "remove it from `cover(...)`",
            );
        }
    }

    /// Returns the index with the names of its types.
    fn with_types(self, beside: Beside<'_>, errors: &mut Errors) -> Option<Index> {
        let Self { attr, name, span, is_name, hash, on, cover } = self;
        let kind = kind(attr, errors);
        if !is_name && attr.marker.get().is_none() {
            // Without a valid name, the name of the type does not matter.
            return None;
        }
        let default = marker(beside.model, &name, span);
        let marker = attr.marker.get().cloned().unwrap_or_else(|| default.clone());
        let what = format!("the type to read index `{name}` through");
        let help = format!("write `index({name}, .., as = ..)` with another name for it");
        let marker = beside.used.distinct(marker, &default, &what, &help, errors);
        let cover = cover.into_iter().map(|(column, _)| column).collect();
        Some(Index { name, kind, hash, on, cover, marker })
    }
}

/// Returns the bucket or hash in front of an index, and `true` if all of it could be resolved. Its inputs belong to the
/// primary key, so that no update changes it.
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
        hash = resolve_hash(attr, Leads::Index, key, scope, key.complete, errors);
        is_whole &= hash.is_some();
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
