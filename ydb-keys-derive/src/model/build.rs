//! Attributes to model: the only constructor of `Table`.

use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, LitStr, Path, parse_quote};

use super::case::Case;
use super::column::{Column, Field, Scope};
use super::key::{self, Key};
use super::table::{Allowance, Family, Store, Table, Ttl, split};
use super::{check, index, partitioning, value};
use crate::attr::column::ColumnAttrs;
use crate::attr::slot::Slot;
use crate::attr::table::TableAttrs;
use crate::diag::{Errors, did_you_mean, list, nearest};

/// Resolves a struct; `None` where there is no struct to speak of.
pub(crate) fn table(input: &DeriveInput, errors: &mut Errors) -> Option<Table> {
    let fields = named_fields(input, errors)?;
    let attrs = TableAttrs::parse(&input.attrs, errors);
    let store = store(&attrs, errors);
    let case = attrs.rename_all.get().and_then(|text| Case::parse(text, errors));
    let families = families(&attrs, store, errors);
    let declared: Vec<String> = families.iter().map(|family| family.name.clone()).collect();
    let mut used_families = Vec::new();
    let fields = fields.iter().map(|field| self::field(field, case, store, &mut used_families, errors)).collect();
    let (skipped, mut columns) = split(fields);
    let skipped_names: Vec<String> = skipped.iter().map(|ident| ident.unraw().to_string()).collect();
    let hash = attrs.primary_key.get().and_then(|parts| key::hash_name(parts));
    let scope = Scope { columns: &columns, skipped: &skipped_names, hash: hash.as_deref() };

    let key = key::resolve(&attrs, &input.ident, scope, store, errors);
    for (ident, name, span) in used_families {
        let is_key = key.columns.iter().any(|(column, _)| columns[*column].ident == ident);
        check::family_of(&name, span, is_key, &declared, errors);
    }
    check::distinct_names(&columns, errors);
    check::counts(&columns, &key, key.hash.is_some(), store, input.ident.span(), errors);
    check::store_settings(&attrs, store, errors);
    let (partition_by, partition_span) = partition_by(&attrs, &key, scope, store, errors);
    let ttl = ttl(&attrs, scope, errors);
    let indexes = index::resolve(&attrs, &key, scope, store, errors);
    check::reserved_names(&mut columns, &key, errors);
    Some(Table {
        ident: input.ident.clone(),
        visibility: input.vis.clone(),
        krate: krate(&attrs.krate),
        name: table_name(&attrs, &input.ident, errors),
        skipped,
        store,
        partition_by,
        partition_span,
        partitioning: partitioning::resolve(&attrs, store, errors),
        ttl,
        indexes,
        families,
        bloom_filter: attrs.bloom_filter.is_set() && store == Store::Row,
        read_replicas: read_replicas(&attrs, errors),
        allowances: allowances(&attrs, errors),
        columns,
        key,
    })
}

/// The runtime crate: `crate = path`, else `::ydb_keys`.
pub(crate) fn krate(slot: &Slot<Path>) -> Path {
    slot.get().cloned().unwrap_or_else(|| parse_quote!(::ydb_keys))
}

/// Generic parameters have no one table, and lifetimes no owned rows.
pub(crate) fn no_generics(input: &DeriveInput, what: &str, errors: &mut Errors) -> bool {
    if let Some(parameter) = input.generics.params.first() {
        errors.rule(
            parameter.span(),
            "generics",
            format_args!("{what} cannot be generic: its columns must be known when it is compiled"),
            "write the types out, one struct for each table; borrowed fields become owned ones (`String`, `Vec<u8>`)",
        );
    }
    input.generics.params.is_empty()
}

fn named_fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Option<&'a Fields> {
    let generics = no_generics(input, "a table", errors);
    let fields = match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Named(_)) => &data.fields,
        _ => {
            errors.rule(
                input.ident.span(),
                "not_a_table",
                "`YdbTable` can be derived for structs with named fields only: each field is a column",
                "for a newtype or a fieldless enum that is the type of a column, derive `YdbColumn`",
            );
            return None;
        }
    };
    generics.then_some(fields)
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
                "unknown_attribute",
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
            check::table_path(&text.value(), text.span(), errors);
            text.value()
        }
        None => Case::SNAKE.apply(&ident.unraw().to_string()),
    }
}

fn field(
    field: &syn::Field,
    case: Option<Case>,
    store: Store,
    used_families: &mut Vec<(Ident, String, Span)>,
    errors: &mut Errors,
) -> Field {
    let attrs = ColumnAttrs::parse(&field.attrs, errors);
    check::field_conflicts(&attrs, store, errors);
    // Only structs with named fields come here.
    let ident = field.ident.clone().unwrap_or_else(|| format_ident!("unnamed"));
    if attrs.skip.is_set() {
        return Field::Skipped(ident);
    }
    let field_name = ident.unraw().to_string();
    let (name, name_span) = match attrs.rename.get() {
        Some(text) => (text.value(), text.span()),
        None => (case.map_or_else(|| field_name.clone(), |case| case.apply(&field_name)), ident.span()),
    };
    check::column_name(&name, name_span, errors);
    if let Some(text) = attrs.family.get() {
        used_families.push((ident.clone(), text.value(), text.span()));
    }
    let uncertain = attrs.broken || attrs.monotonic.is_set() && attrs.dispersed.is_set();
    let ydb_type = attrs.ty.get().and_then(|text| Some((text.span(), value::ydb_type(text, errors)?)));
    let default = attrs.default.get().filter(|_| !attrs.serial.is_set() && store == Store::Row);
    Field::Column(Box::new(Column {
        visibility: field.vis.clone(),
        ty: field.ty.clone(),
        ydb_type,
        json: attrs.json.is_set(),
        serial: attrs.serial.span().filter(|_| store == Store::Row),
        default: default
            .and_then(|literal| Some(((literal.span, literal.end), value::default_value(literal, errors)?))),
        family: attrs.family.get().map(|text| text.value()),
        monotonic: attrs.monotonic.is_set() && !uncertain,
        uncertain,
        reserved: false,
        dispersed: attrs.dispersed.span().filter(|_| !uncertain && !attrs.serial.is_set()),
        ident,
        field: field_name,
        name,
    }))
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

fn ttl(attrs: &TableAttrs, scope: Scope<'_>, errors: &mut Errors) -> Option<Ttl> {
    let (attr, span) = (attrs.ttl.get()?, attrs.ttl.span()?);
    let help = "write `ttl(column = created_at, after = \"P30D\")`";
    if !attr.column.is_set() {
        errors.rule(span, "ttl_column", "`ttl` names no column", help);
    }
    if !attr.after.is_set() {
        errors.rule(span, "ttl_interval", "`ttl` does not say how long a row lives", help);
    }
    let unit = attr.unit.get().and_then(|word| {
        let units = [
            ("seconds", "Seconds"),
            ("milliseconds", "Milliseconds"),
            ("microseconds", "Microseconds"),
            ("nanoseconds", "Nanoseconds"),
        ];
        let found = units.iter().find(|(name, _)| word == name);
        if found.is_none() {
            let name = word.to_string();
            let known = units.iter().map(|(name, _)| *name);
            errors.rule(
                word.span(),
                "ttl_unit",
                format_args!("unknown unit `{name}`{}", did_you_mean(&name, known.clone())),
                format_args!("expected one of {}", list(known)),
            );
        }
        found.map(|(_, variant)| (Ident::new(variant, Span::call_site()), word.span()))
    });
    let ident = attr.column.get()?;
    let Some(column) = scope.position(ident) else {
        scope.unknown(ident, errors);
        return None;
    };
    let after = attr.after.get()?;
    if attr.unit.is_set() && unit.is_none() {
        return None;
    }
    Some(Ttl { column: (column, ident.span()), after: (after.value(), after.span()), unit })
}

const FAMILY_FORMAT: &str = "the format is `family(cold, data = \"hdd\", compression = \"lz4\")`";

fn families(attrs: &TableAttrs, store: Store, errors: &mut Errors) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for attr in &attrs.families {
        let Some(name) = attr.name.get() else {
            errors.rule(attr.span, "malformed_attribute", "a family needs a name", FAMILY_FORMAT);
            continue;
        };
        check::column_name(&name.value(), name.span(), errors);
        if families.iter().any(|family| family.name == name.value()) {
            errors.rule(
                name.span(),
                "family_name",
                format_args!("family `{}` is declared twice", name.value()),
                "put its settings into one `family(...)`",
            );
        }
        if !attr.data.is_set() && !attr.compression.is_set() {
            errors.rule(
                name.span(),
                "family_settings",
                format_args!("family `{}` sets nothing that the default family does not", name.value()),
                FAMILY_FORMAT,
            );
        }
        if let (Some(span), Store::Column) = (attr.data.span(), store) {
            errors.rule(
                span,
                "store_setting",
                "YDB does not support `data` for families of column tables",
                "remove `data`, or store the table by rows",
            );
        }
        let compression = attr.compression.get().and_then(|text| {
            let known = [("off", "Off"), ("lz4", "Lz4"), ("zstd", "Zstd")];
            let value = text.value();
            let found = known.iter().find(|(name, _)| *name == value);
            if found.is_none() {
                errors.rule(
                    text.span(),
                    "family_compression",
                    format_args!("unknown compression {value:?}"),
                    "write `\"off\"`, `\"lz4\"` or `\"zstd\"`",
                );
            }
            found.map(|(_, variant)| Ident::new(variant, text.span()))
        });
        families.push(Family { name: name.value(), data: attr.data.get().map(|text| text.value()), compression });
    }
    families
}

fn read_replicas(attrs: &TableAttrs, errors: &mut Errors) -> Option<(Ident, u32)> {
    let text = attrs.read_replicas.get()?;
    let value = text.value();
    let parsed = value.split_once(':').and_then(|(place, count)| {
        let variant = match place {
            "PER_AZ" => "PerAz",
            "ANY_AZ" => "AnyAz",
            _ => return None,
        };
        Some((Ident::new(variant, text.span()), count.parse().ok()?))
    });
    if parsed.is_none() {
        errors.rule(
            text.span(),
            "store_setting",
            format_args!("{value:?} is no setting of read replicas"),
            "write `\"PER_AZ:1\"` for one in each availability zone, or `\"ANY_AZ:1\"` for one in all",
        );
    }
    parsed
}

fn allowances(attrs: &TableAttrs, errors: &mut Errors) -> Vec<Allowance> {
    let mut allowances: Vec<Allowance> = Vec::new();
    let all = || value::ALLOWABLE.iter().map(|(id, _)| *id);
    for attr in &attrs.allowances {
        let Some(rule) = attr.rule.get() else {
            if !attr.whole {
                continue;
            }
            errors.rule(
                attr.span,
                "allowance",
                "`allow` names no rule",
                format_args!("the rules that can be allowed are {}", list(all())),
            );
            continue;
        };
        let id = rule.to_string();
        let known = value::ALLOWABLE.iter().find(|(known, _)| *known == id);
        if known.is_none() {
            let fault = match value::FIRM.contains(&id.as_str()) {
                true => format!("the rule `{id}` cannot be allowed: what breaks it can only be mended"),
                false => format!("there is no rule `{id}`{}", did_you_mean(&id, all())),
            };
            errors.rule(
                rule.span(),
                "allowance",
                fault,
                format_args!("the rules that can be allowed are {}", list(all())),
            );
        }
        let reason = attr.reason.get().filter(|text| !text.value().trim().is_empty());
        if known.is_some() && reason.is_none() && attr.whole {
            errors.rule(
                attr.reason.get().map_or(rule.span(), LitStr::span),
                "allowance",
                format_args!("allowing `{id}` needs a reason, for whoever meets what it prevents"),
                format_args!("write `allow({id}, reason = \"why it does no harm to this table\")`"),
            );
        }
        // What was probably meant still counts, so that a mistake in the allowance is the one error.
        let meant = nearest(&id, all()).and_then(|meant| value::ALLOWABLE.iter().find(|(known, _)| *known == meant));
        let Some((_, variant)) = known.or(meant) else { continue };
        let variant = Ident::new(variant, Span::call_site());
        if allowances.iter().any(|other| other.rule.0 == variant) {
            errors.rule(rule.span(), "allowance", format_args!("`{id}` is allowed twice"), "keep one of the two");
            continue;
        }
        allowances.push(Allowance {
            rule: (variant, rule.span()),
            reason: reason.map(LitStr::value).unwrap_or_default(),
            whole: known.is_some() && attr.whole,
        });
    }
    allowances
}
