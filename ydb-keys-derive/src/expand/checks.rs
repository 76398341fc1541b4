//! The rules about types: one constant each, spanned at the token to change.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use crate::model::table::{Store, Table};

pub(super) fn checks(table: &Table) -> TokenStream {
    let mut checks = Checks { schema: schema(table), out: TokenStream::new() };
    keys(table, &mut checks);
    columns(table, &mut checks);
    settings(table, &mut checks);
    // What an allowance silences cannot be told while the key is not known.
    if table.key.complete {
        for (at, allowance) in table.allowances.iter().enumerate() {
            checks.add(allowance.rule.1, "allowance", quote!(, #at));
        }
    }
    checks.out
}

fn schema(table: &Table) -> TokenStream {
    let ident = &table.ident;
    quote!(<#ident as __ydb::YdbTable>::TABLE)
}

struct Checks {
    schema: TokenStream,
    out: TokenStream,
}

impl Checks {
    /// Every token of the call carries the span: the compiler shows a failed evaluation where the whole call stands.
    fn add(&mut self, span: Span, rule: &str, arguments: TokenStream) {
        let (rule, schema) = (Ident::new(rule, span), &self.schema);
        self.out.extend(quote_spanned!(span=> const _: () = __ydb::rules::#rule(#schema #arguments);));
    }
}

fn keys(table: &Table, checks: &mut Checks) {
    if table.key.complete {
        for (position, (column, _)) in table.key.columns.iter().enumerate() {
            checks.add(table.columns[*column].ty.span(), "key_column", quote!(, #position));
        }
    }
    for (position, (_, span)) in table.key.hash.iter().flat_map(|hash| &hash.inputs).enumerate() {
        checks.add(*span, "hash_input", quote!(, #position));
    }
}

fn columns(table: &Table, checks: &mut Checks) {
    for (position, column) in table.columns.iter().enumerate() {
        if let Some((span, _)) = &column.ydb_type {
            checks.add(*span, "carried", quote!(, #position));
        }
        if let Some((span, _)) = &column.default {
            checks.add(*span, "default_value", quote!(, #position));
        }
        if let Some(span) = column.dispersed {
            checks.add(span, "dispersed", quote!(, #position));
        }
        if let Some(span) = column.serial {
            checks.add(span, "serial", quote!(, #position));
        }
        if table.store == Store::Column {
            checks.add(column.ty.span(), "stored", quote!(, #position));
        }
    }
}

fn settings(table: &Table, checks: &mut Checks) {
    for (position, index) in table.indexes.iter().enumerate() {
        for (at, (_, span)) in index.on.iter().enumerate() {
            checks.add(*span, "index_column", quote!(, #position, #at));
        }
    }
    if let Some(ttl) = &table.ttl {
        checks.add(ttl.column.1, "ttl_column", TokenStream::new());
        checks.add(ttl.after.1, "ttl_interval", TokenStream::new());
        if let Some((_, span)) = ttl.unit {
            checks.add(span, "ttl_unit", TokenStream::new());
        }
    }
    if !table.key.complete {
        return;
    }
    if let Some(partitioning) = &table.partitioning {
        if let Some((span, _)) = partitioning.uniform {
            checks.add(span, "uniform", TokenStream::new());
        }
        for (position, (span, _)) in partitioning.at_keys.iter().enumerate() {
            checks.add(*span, "split_point", quote!(, #position));
        }
    }
    if let Some(span) = table.partition_span {
        checks.add(span, "partition_key", TokenStream::new());
    }
}
