//! Tables, resolved from a struct and its attributes.

use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, GenericParam, Ident, LitStr, Path, Visibility, parse_quote};

use super::case::{self, Case};
use super::changefeed::{self, Changefeed};
use super::column::{Column, Field, Scope, Skipped, Store};
use super::index::{self, Beside, Index};
use super::instead::has_size;
use super::key::{self, Key};
use super::names::{self, Names, Used};
use super::partitioning::{self, Partitioning};
use super::setting::{self, Allowance, Family, Ttl};
use super::{check, value};
use crate::attr::column::ColumnAttrs;
use crate::attr::parse::Slot;
use crate::attr::table::TableAttrs;
use crate::diag::{Errors, did_you_mean};
use crate::words::{FieldWord, TableWord, Words as _};

/// Table, resolved. After errors it holds what could be resolved, so that the rules about types are checked as well.
pub(crate) struct Table {
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    pub(crate) krate: Path,
    pub(crate) name: String,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) columns: Vec<Column>,
    pub(crate) key: Key,
    /// `true` if the key columns are created as NOT NULL.
    pub(crate) key_not_null: bool,
    pub(crate) names: Names,
    pub(crate) store: Store,
    /// Positions of the columns of `partition_by_hash`.
    pub(crate) partition_by: Vec<usize>,
    /// Place where the partition key of a column table is named.
    pub(crate) partition_span: Option<Span>,
    pub(crate) partitioning: Option<Partitioning>,
    pub(crate) ttl: Option<Ttl>,
    pub(crate) indexes: Vec<Index>,
    /// Position of the column with the row's version.
    pub(crate) version: Option<usize>,
    pub(crate) families: Vec<Family>,
    pub(crate) changefeeds: Vec<Changefeed>,
    pub(crate) bloom_filter: bool,
    /// Variant of `ReadReplicas`, with its number.
    pub(crate) read_replicas: Option<(Ident, u32)>,
    pub(crate) allowances: Vec<Allowance>,
}

/// Resolves a struct; `None` if it is not a struct with named fields.
pub(crate) fn resolve(input: &DeriveInput, errors: &mut Errors) -> Option<Table> {
    let fields = named_fields(input, errors)?;
    let attrs = TableAttrs::parse(&input.attrs, None, errors);
    let store = store(&attrs, errors);
    let case = attrs.rename_all.get().and_then(|text| Case::parse(text, errors));
    let families = setting::families(&attrs, store, errors);
    let declared: Vec<String> = families.iter().map(|family| family.name.clone()).collect();
    let mut used_families = Vec::new();
    let key_on_field = fields.iter().any(|field| field.attrs.broken.names(TableWord::PrimaryKey.name()));
    let fields = fields.into_iter().map(|field| self::field(field, case, store, &mut used_families, errors)).collect();
    let (skipped, mut columns) = split(fields);
    let skipped_names: Vec<String> = skipped.iter().map(|field| field.ident.unraw().to_string()).collect();
    let hashes = key::hash_names(&attrs);
    let scope = Scope { columns: &columns, skipped: &skipped_names, hashes: &hashes };

    // Other errors may explain why there is no key.
    let explained = attrs.broken.meant(TableWord::PrimaryKey) || key_on_field;
    let key = key::resolve(&attrs, &input.ident, scope, explained, store, errors);
    for (ident, name, span) in used_families {
        let is_key = key.columns.iter().any(|(column, _)| columns[*column].ident == ident);
        check::family_of(&name, span, is_key, &declared, errors);
    }
    check::distinct_names(columns.iter(), "are stored in", errors);
    let version = check::version(&columns, &key, store, errors);
    check::store_settings(&attrs, store, errors);
    let (partition_by, partition_span) = partition_by(&attrs, &key, scope, store, errors);
    let ttl = setting::ttl(&attrs, scope, errors);
    let used = Used::by(&columns);
    let key_name = names::key_struct(&input.ident, attrs.key.get(), &used, errors);
    let beside = Beside { model: &input.ident, key: &key_name, used: &used };
    let indexes = index::resolve(&attrs, beside, &key, scope, store, errors);
    check::counts(&columns, &key, &indexes, store, input.ident.span(), errors);
    let changefeeds = changefeed::resolve(&attrs, &indexes, store, errors);
    let names = names::beside_model(&input.ident, key_name, indexes.iter().map(|index| &index.marker), &used);
    check::reserved_names(&mut columns, &key, &indexes, errors);
    Some(Table {
        ident: input.ident.clone(),
        visibility: input.vis.clone(),
        krate: krate(&attrs.krate),
        name: table_name(&attrs, &input.ident, errors),
        skipped,
        store,
        partition_by,
        partition_span,
        partitioning: partitioning::resolve(&attrs, &key, store, errors),
        ttl,
        indexes,
        version,
        families,
        changefeeds,
        bloom_filter: attrs.bloom_filter.is_set() && store == Store::Row,
        read_replicas: setting::read_replicas(&attrs, errors),
        allowances: setting::allowances(&attrs, errors),
        columns,
        key,
        key_not_null: attrs.key_not_null.get().is_none_or(|value| value.value),
        names,
    })
}

/// Splits the fields into the skipped ones and the columns, in the struct's order.
fn split(fields: Vec<Field>) -> (Vec<Skipped>, Vec<Column>) {
    let (mut skipped, mut columns) = (Vec::new(), Vec::new());
    for field in fields {
        match field {
            Field::Column(column) => columns.push(*column),
            Field::Skipped(field) => skipped.push(*field),
        }
    }
    (skipped, columns)
}

/// Returns the path of the runtime crate: that of `crate = path`, else `::ydb_keys`.
pub(crate) fn krate(slot: &Slot<Path>) -> Path {
    slot.get().cloned().unwrap_or_else(|| parse_quote!(::ydb_keys))
}

/// Reports generics; returns `true` if there are none. A generic struct has no single table, and a struct with a
/// lifetime does not own its rows.
pub(crate) fn no_generics(input: &DeriveInput, what: &str, errors: &mut Errors) -> bool {
    if let Some(parameter) = input.generics.params.first() {
        let (fault, help) = match parameter {
            GenericParam::Lifetime(_) => (
                "cannot borrow its values: a row that is read owns them",
                "write owned types, such as `String` and `Vec<u8>`, and remove the lifetime",
            ),
            _ => (
                "cannot be generic: its columns must be known when it is compiled",
                "write one struct with concrete types for each table",
            ),
        };
        errors.rule(parameter.span(), "unsupported_item", format_args!("{what} {fault}"), help);
    }
    input.generics.params.is_empty()
}

fn named_fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Option<Vec<Read<'a, ColumnAttrs>>> {
    let generics = no_generics(input, "a table", errors);
    let fields = match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Named(_)) => &data.fields,
        _ => {
            errors.rule(
                input.ident.span(),
                "unsupported_item",
                "`YdbTable` can be derived for structs with named fields only\nnote: each field is a column",
                "for a newtype or a fieldless enum that is the type of a column, derive `YdbColumn`",
            );
            return None;
        }
    };
    let fields = read_fields(fields, ColumnAttrs::parse, |attrs| attrs.broken.names(FieldWord::Skip.name()), errors);
    (no_packing(input, errors) && generics).then_some(fields?)
}

/// Field with its attributes, which are read once.
pub(super) struct Read<'a, A> {
    pub(super) field: &'a syn::Field,
    pub(super) attrs: A,
    /// Errors of the attributes.
    pub(super) errors: Errors,
}

/// Reads the attributes of all fields. Reports fields without a size that are not skipped, and then returns `None`.
pub(super) fn read_fields<'a, A>(
    fields: &'a Fields,
    parse: impl Fn(&[Attribute], Option<&Ident>, &mut Errors) -> A,
    is_skipped: impl Fn(&A) -> bool,
    errors: &mut Errors,
) -> Option<Vec<Read<'a, A>>> {
    let read = |field| {
        let mut errors = Errors::default();
        Read { field, attrs: parse(&field.attrs, field.ident.as_ref(), &mut errors), errors }
    };
    let fields: Vec<_> = fields.iter().map(read).collect();
    let columns = fields.iter().filter(|read| !is_skipped(&read.attrs));
    // `has_size` reports each of them.
    let unsized_columns = columns.filter(|read| !has_size(&read.field.ty, errors)).count();
    (unsized_columns == 0).then_some(fields)
}

/// Reports a packed struct; returns `true` for any other. Encoding borrows the fields, and those of a packed struct
/// cannot be borrowed.
pub(super) fn no_packing(input: &DeriveInput, errors: &mut Errors) -> bool {
    let mut packed = None;
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
        // The compiler reports other faults of the attribute.
        let _ = attr.parse_nested_meta(|meta| {
            packed = packed.or(meta.path.is_ident("packed").then(|| meta.path.span()));
            meta.input.parse::<Option<proc_macro2::Group>>().map(drop)
        });
    }
    if let Some(span) = packed {
        errors.rule(
            span,
            "unsupported_item",
            "the fields of a packed struct cannot be borrowed, so they cannot be encoded",
            "remove `packed`; copy the fields into a struct of that layout where it is needed",
        );
    }
    packed.is_none()
}

fn store(attrs: &TableAttrs, errors: &mut Errors) -> Store {
    match attrs.store.get() {
        None => Store::Row,
        Some(word) if word == "row" => Store::Row,
        Some(word) if word == "column" => Store::Column,
        Some(word) => {
            let name = word.to_string();
            errors.rule(
                word.span(),
                "malformed_attribute",
                format_args!("unknown store `{name}`{}", did_you_mean(&name, ["row", "column"])),
                "write `store = row` or `store = column`",
            );
            Store::Row
        }
    }
}

fn table_name(attrs: &TableAttrs, ident: &Ident, errors: &mut Errors) -> String {
    match attrs.table.get() {
        Some(text) => {
            case::table_path(&text.value(), text.span(), errors);
            text.value()
        }
        None => {
            let name = Case::Snake.apply(&ident.unraw().to_string());
            case::table_path(&name, ident.span(), errors);
            name
        }
    }
}

fn field(
    Read { field, attrs, errors: of_attrs }: Read<'_, ColumnAttrs>,
    case: Option<Case>,
    store: Store,
    used_families: &mut Vec<(Ident, String, Span)>,
    errors: &mut Errors,
) -> Field {
    errors.append(of_attrs);
    check::field_conflicts(&attrs, store, errors);
    let ident = field_ident(field);
    if attrs.skip.is_set() {
        return Field::Skipped(Box::new(Skipped { ident, ty: field.ty.clone() }));
    }
    let (name, name_span) = sql_name(&ident, attrs.rename.get(), case);
    case::column_name(&name, name_span, errors);
    if let Some(text) = attrs.family.get() {
        used_families.push((ident.clone(), text.value(), text.span()));
    }
    let uncertain = attrs.broken.any || attrs.monotonic.is_set() && attrs.dispersed.is_set();
    let ydb_type = attrs.ty.get().and_then(|text| Some((text.span(), value::ydb_type(text, errors)?)));
    let default = attrs.default.get().filter(|_| !attrs.serial.is_set() && store == Store::Row);
    Field::Column(Box::new(Column {
        ydb_type,
        json: attrs.json.is_set(),
        with: attrs.with.get().cloned(),
        serial: attrs.serial.span().filter(|_| store == Store::Row),
        default: default
            .and_then(|literal| Some(((literal.span, literal.end), value::default_value(literal, errors)?))),
        family: attrs.family.get().map(|text| text.value()),
        monotonic: attrs.monotonic.is_set() && !uncertain,
        uncertain,
        version: attrs.version.span(),
        dispersed: attrs.dispersed.span().filter(|_| !uncertain && !attrs.serial.is_set()),
        ..Column::new(field, ident, name)
    }))
}

pub(super) fn field_ident(field: &syn::Field) -> Ident {
    // Callers pass only fields of structs with named fields.
    field.ident.clone().unwrap_or_else(|| format_ident!("unnamed"))
}

/// Returns the SQL name of a field's column, and where it is written.
pub(super) fn sql_name(ident: &Ident, rename: Option<&LitStr>, case: Option<Case>) -> (String, Span) {
    let field = ident.unraw().to_string();
    match rename {
        Some(text) => (text.value(), text.span()),
        None => (case.map_or_else(|| field.clone(), |case| case.apply(&field)), ident.span()),
    }
}

fn partition_by(
    attrs: &TableAttrs,
    key: &Key,
    scope: Scope<'_>,
    store: Store,
    errors: &mut Errors,
) -> (Vec<usize>, Option<Span>) {
    if store == Store::Row {
        return (Vec::new(), None);
    }
    let Some(idents) = attrs.partition_by_hash.get() else {
        // By default YDB hashes all key columns.
        return (Vec::new(), attrs.primary_key.span().filter(|_| key.complete));
    };
    let span = attrs.partition_by_hash.span();
    if idents.is_empty() {
        errors.rule(
            span.unwrap_or_else(Span::call_site),
            "column_partition_key",
            "a partition key needs at least one column",
            "name one or more columns of the primary key, or remove `partition_by_hash`: YDB then takes all of them",
        );
        return (Vec::new(), None);
    }
    let found = key::resolve_list(idents, "the partition key", scope, errors);
    let mut complete = key.complete && found.len() == idents.len();
    for (column, at) in &found {
        if key.complete && !key.columns.iter().any(|(other, _)| other == column) {
            complete = false;
            errors.rule(
                *at,
                "column_partition_key",
                format_args!(
                    "`{}` is not in the primary key, and a partition key must be a part of it",
                    scope.columns[*column].field
                ),
                format_args!(
                    "add `{}` to `primary_key(...)`, or partition by another column",
                    scope.columns[*column].field
                ),
            );
        }
    }
    (found.into_iter().map(|(column, _)| column).collect(), span.filter(|_| complete))
}
