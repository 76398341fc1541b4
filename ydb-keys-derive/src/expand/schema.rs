//! The schema as data: `const TABLE`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::codec;
use crate::model::case::Case;
use crate::model::changefeed::Changefeed;
use crate::model::column::Column;
use crate::model::column::Store;
use crate::model::index::Index;
use crate::model::key::{Hash, HashFn};
use crate::model::partitioning::Partitioning;
use crate::model::setting::{Allowance, Family, Ttl};
use crate::model::table::Table;

/// Returns the schema, a constant expression.
pub(super) fn table_schema(table: &Table) -> TokenStream {
    let name = &table.name;
    let columns = column_defs(table.columns.iter());
    let key = table.key.columns.iter().map(|(column, _)| column);
    let mut settings = TokenStream::new();
    if table.key.hash.is_some() {
        let hash = hash(table.key.hash.as_ref());
        settings.extend(quote!(hash: #hash,));
    }
    if !table.key_not_null && table.store == Store::Row {
        settings.extend(quote!(key_not_null: false,));
    }
    if table.store == Store::Column {
        let partition_by = &table.partition_by;
        settings.extend(quote!(store: __ydb::Store::Column, partition_by: &[#(#partition_by),*],));
    }
    settings.extend(table.partitioning.as_ref().map(partitioning));
    settings.extend(table.ttl.as_ref().map(ttl));
    if !table.indexes.is_empty() {
        let indexes = table.indexes.iter().map(index);
        settings.extend(quote!(indexes: &[#(#indexes),*],));
    }
    if let Some(version) = table.version {
        settings.extend(quote!(version: __ydb::Some(#version),));
    }
    if !table.families.is_empty() {
        let families = table.families.iter().map(family);
        settings.extend(quote!(families: &[#(#families),*],));
    }
    if !table.changefeeds.is_empty() {
        let changefeeds = table.changefeeds.iter().map(changefeed);
        settings.extend(quote!(changefeeds: &[#(#changefeeds),*],));
    }
    if table.bloom_filter {
        settings.extend(quote!(bloom_filter: true,));
    }
    if let Some((variant, count)) = &table.read_replicas {
        settings.extend(quote!(read_replicas: __ydb::Some(__ydb::ReadReplicas::#variant(#count)),));
    }
    if !table.allowances.is_empty() {
        let allowances = table.allowances.iter().map(allowance);
        settings.extend(quote!(allowances: &[#(#allowances),*],));
    }
    quote! {
        __ydb::Table { name: #name, columns: &#columns.0, key: &[#(#key),*], #settings ..__ydb::Table::EMPTY }
    }
}

/// Returns the constant with the foreign hash of the key, if it has one. Its function takes the stored values.
pub(super) fn foreign_hash(table: &Table) -> Option<TokenStream> {
    let hash = table.key.hash.as_ref()?;
    let HashFn::Foreign(module) = &hash.function else { return None };
    let columns: Vec<&Column> = hash.inputs.iter().map(|(column, _)| &table.columns[*column]).collect();
    let types: Vec<_> = columns.iter().map(|column| &column.ty).collect();
    let values: Vec<_> = (0..columns.len()).map(|at| format_ident!("__v{at}", span = module.span())).collect();
    let decode = columns.iter().map(|column| codec::decode(column));
    let places = 0..columns.len();
    let returned = format_ident!("returned{}", columns.len());
    let (constant, function) = (codec::of(module, "HASH"), codec::of(module, "hash"));
    // The code has the span of the module: there the compiler says if something is wrong with its items.
    let computed = quote_spanned! {module.span()=>
        #constant.computed(
            __ydb::#returned(|#(#values: &#types),*| #function(#(#values),*)),
            |__values| {
                #(let #values: #types = match __ydb::decoded(__values, #places, #decode) {
                    __ydb::Some(__value) => __value,
                    __ydb::None => return __ydb::None,
                };)*
                __ydb::hashed(#function(#(&#values),*))
            },
        )
    };
    Some(quote!(const __FOREIGN_HASH: &__ydb::ForeignHash = &#computed;))
}

/// Returns the columns of a struct, a constant expression of type `Columns`.
pub(super) fn column_defs<'a>(columns: impl Iterator<Item = &'a Column>) -> TokenStream {
    let (mut names, mut infos, mut changes) = (Vec::new(), Vec::new(), TokenStream::new());
    for (at, column) in columns.enumerate() {
        let (name, field) = (&column.name, &column.field);
        names.push(name);
        infos.push(codec::info(column));
        if name != field {
            changes.extend(quote!(.field(#at, #field)));
        }
        if let Some((_, ty)) = &column.ydb_type {
            changes.extend(quote!(.with_type(#at, __ydb::YdbType::#ty)));
        }
        if column.serial.is_some() {
            changes.extend(quote!(.serial(#at)));
        }
        if let Some((_, value)) = &column.default {
            changes.extend(quote!(.default_value(#at, __ydb::DefaultValue::#value)));
        }
        if let Some(family) = &column.family {
            changes.extend(quote!(.family(#at, #family)));
        }
        if column.monotonic {
            changes.extend(quote!(.monotonic(#at)));
        }
        if column.dispersed.is_some() || column.uncertain {
            changes.extend(quote!(.dispersed(#at)));
        }
    }
    quote!(__ydb::Columns::of([#(#names),*], [#(#infos),*])#changes)
}

fn partitioning(partitioning: &Partitioning) -> TokenStream {
    let (by_size, by_load) = (&partitioning.by_size, &partitioning.by_load);
    let mut settings = quote!(by_size: __ydb::BySize::#by_size, by_load: __ydb::ByLoad::#by_load,);
    let second = |number: Option<(Span, u32)>| number.map(|(_, number)| number);
    for (name, value) in
        [("min", partitioning.min), ("max", second(partitioning.max)), ("uniform", second(partitioning.uniform))]
    {
        if let Some(value) = value {
            let name = syn::Ident::new(name, Span::call_site());
            settings.extend(quote!(#name: __ydb::Some(#value),));
        }
    }
    let points = partitioning.at_keys.iter().map(|(_, values)| quote!(&[#(__ydb::KeyLiteral::#values),*]));
    let borders = (1..partitioning.buckets).map(|border| quote!(&[__ydb::KeyLiteral::Int(#border)]));
    let points: Vec<TokenStream> = points.chain(borders).collect();
    if !points.is_empty() {
        settings.extend(quote!(at_keys: &[#(#points),*],));
    }
    quote! {
        partitioning: __ydb::Some(__ydb::Partitioning { #settings ..__ydb::Partitioning::DEFAULT }),
    }
}

/// Makes the expression of an option.
pub(super) fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(__ydb::Some(#value)),
        None => quote!(__ydb::None),
    }
}

fn ttl(ttl: &Ttl) -> TokenStream {
    let (column, _) = ttl.column;
    let (after, _) = &ttl.after;
    let unit = option(ttl.unit.as_ref().map(|(unit, _)| quote!(__ydb::TtlUnit::#unit)));
    quote!(ttl: __ydb::Some(__ydb::Ttl { column: #column, after: #after, unit: #unit }),)
}

fn hash(hash: Option<&Hash>) -> TokenStream {
    let Some(hash) = hash else { return quote!(__ydb::None) };
    let name = &hash.name;
    let function = match &hash.function {
        HashFn::Own(function) => quote!(#function),
        HashFn::Foreign(_) => quote!(Foreign(__FOREIGN_HASH)),
    };
    let inputs = hash.inputs.iter().map(|(column, _)| column);
    let buckets = option(hash.buckets.map(|(_, buckets)| buckets));
    quote! {
        __ydb::Some(__ydb::HashDef {
            name: #name, function: __ydb::HashFunction::#function, inputs: &[#(#inputs),*], buckets: #buckets,
        })
    }
}

fn index(index: &Index) -> TokenStream {
    let (name, kind, cover, hash) = (&index.name, &index.kind, &index.cover, hash(index.hash.as_ref()));
    let on = index.on.iter().map(|(column, _)| column);
    quote! {
        __ydb::IndexDef {
            name: #name, kind: __ydb::IndexKind::#kind, hash: #hash, on: &[#(#on),*], cover: &[#(#cover),*],
        }
    }
}

fn family(family: &Family) -> TokenStream {
    let name = &family.name;
    let data = option(family.data.as_ref());
    let compression = option(family.compression.as_ref().map(|compression| quote!(__ydb::Compression::#compression)));
    quote!(__ydb::FamilyDef { name: #name, data: #data, compression: #compression })
}

fn changefeed(feed: &Changefeed) -> TokenStream {
    let Changefeed { name, mode, format, flags, .. } = feed;
    let mut settings = quote!(mode: __ydb::ChangefeedMode::#mode, format: __ydb::ChangefeedFormat::#format,);
    for flag in flags {
        settings.extend(quote!(#flag: true,));
    }
    for (setting, interval) in [("retention", &feed.retention), ("barriers", &feed.barriers)] {
        if let Some((text, _)) = interval {
            let setting = format_ident!("{setting}");
            settings.extend(quote!(#setting: __ydb::Some(#text),));
        }
    }
    if let Some((_, count)) = feed.min_partitions {
        settings.extend(quote!(min_partitions: __ydb::Some(#count),));
    }
    quote!(__ydb::ChangefeedDef { name: #name, #settings ..__ydb::ChangefeedDef::EMPTY })
}

fn allowance(allowance: &Allowance) -> TokenStream {
    let (rule, reason) = (format_ident!("{}", Case::Pascal.apply(allowance.rule)), &allowance.reason);
    quote!(__ydb::Allowance { rule: __ydb::Rule::#rule, reason: #reason })
}
