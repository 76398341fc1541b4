//! Rules about types: one constant each, spanned at the token to change.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, Ident, PathArguments, Type};

use super::codec::item;
use crate::model::column::Store;
use crate::model::instead::Instead;
use crate::model::key::HashFn;
use crate::model::table::Table;

pub(super) fn checks(table: &Table) -> TokenStream {
    let mut checks = Checks::new(quote!(__TABLE));
    key_checks(table, &mut checks);
    column_checks(table, &mut checks);
    setting_checks(table, &mut checks);
    let together = &checks.together;
    if !together.is_empty() {
        checks.out.extend(quote!(const _: () = { #together };));
    }
    // If a part of the key is missing, it is unknown whether the table breaks the rule.
    if table.key.complete {
        for (at, allowance) in table.allowances.iter().enumerate().filter(|(_, allowance)| allowance.whole) {
            let (breaks, schema) = (format_ident!("breaks_{}", allowance.rule), &checks.schema);
            let broken = quote!(__ydb::rules::#breaks(#schema));
            checks.add(allowance.span, "allowance", quote!(, #at, #broken));
        }
    }
    checks.out
}

/// Beginning and end of a piece of syntax.
pub(super) struct SpanRange {
    start: Span,
    end: Span,
}

impl From<Span> for SpanRange {
    fn from(span: Span) -> Self {
        SpanRange { start: span, end: span }
    }
}

impl From<(Span, Span)> for SpanRange {
    fn from((start, end): (Span, Span)) -> Self {
        SpanRange { start, end }
    }
}

/// Returns the first and the last token of a type. A stable compiler cannot join the spans of its tokens.
impl From<&Type> for SpanRange {
    fn from(ty: &Type) -> Self {
        let mut spans = ty.to_token_stream().into_iter().map(|token| token.span());
        let start = spans.next().unwrap_or_else(Span::call_site);
        SpanRange { start, end: spans.last().unwrap_or(start) }
    }
}

pub(super) struct Checks {
    /// First argument of every rule.
    schema: TokenStream,
    pub(super) out: TokenStream,
    /// Calls that share a constant.
    together: TokenStream,
}

impl Checks {
    pub(super) fn new(schema: TokenStream) -> Self {
        Checks { schema, out: TokenStream::new(), together: TokenStream::new() }
    }

    /// Adds a constant that calls a rule. If the rule is broken, the compiler marks the call from its first to its last
    /// token.
    pub(super) fn add(&mut self, at: impl Into<SpanRange>, rule: &str, arguments: TokenStream) {
        let call = self.call(at, rule, arguments);
        self.out.extend(quote!(const _: () = #call));
    }

    /// Adds the error of a type that no column has.
    pub(super) fn no_column(&mut self, ty: &Type, instead: Option<&Instead>) {
        let Some(Instead { written, help, .. }) = instead else { return };
        let SpanRange { start, end } = ty.into();
        let is_column = item(ty, instead, "IS_COLUMN");
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#is_column, #written, #help));
        arguments.set_span(end);
        let path = quote_spanned!(start=> __ydb::rules::no_column);
        self.out.extend(quote!(const _: () = #path #arguments;));
    }

    /// Adds the call of a rule to a constant that several calls share, because each constant costs the compiler as much
    /// as a small function. This is for rules that are hardly ever broken: only the first broken one is shown.
    fn add_rare(&mut self, at: impl Into<SpanRange>, rule: &str, arguments: TokenStream) {
        let call = self.call(at, rule, arguments);
        self.together.extend(call);
    }

    /// Returns the call of a rule: `rule(schema, arguments);`.
    fn call(&self, at: impl Into<SpanRange>, rule: &str, arguments: TokenStream) -> TokenStream {
        let SpanRange { start, end } = at.into();
        let (rule, schema) = (Ident::new(rule, start), &self.schema);
        let path = quote_spanned!(start=> __ydb::rules::#rule);
        let mut call = Group::new(Delimiter::Parenthesis, quote!(#schema #arguments));
        call.set_span(end);
        quote!(#path #call;)
    }
}

fn key_checks(table: &Table, checks: &mut Checks) {
    if table.key.complete {
        for (position, (column, _)) in table.key.columns.iter().enumerate() {
            let ty = &table.columns[*column].ty;
            let leads = position == 0 && table.key.hash.is_none();
            match !leads && is_plain_key(ty) {
                true => checks.add_rare(ty, "key_column", quote!(, #position)),
                false => checks.add(ty, "key_column", quote!(, #position)),
            }
        }
    }
    for (position, (column, span)) in table.key.hash.iter().flat_map(|hash| &hash.inputs).enumerate() {
        match is_plain_key(&table.columns[*column].ty) {
            true => checks.add_rare(*span, "hash_input", quote!(, #position)),
            false => checks.add(*span, "hash_input", quote!(, #position)),
        }
    }
    if let Some(HashFn::Foreign(module)) = table.key.hash.as_ref().map(|hash| &hash.function) {
        checks.add(module.span(), "foreign_hash", TokenStream::new());
    }
    if let Some((span, _)) = table.key.hash.as_ref().and_then(|hash| hash.buckets).filter(|_| table.key.complete) {
        checks.add(span, "bucket", TokenStream::new());
    }
}

fn column_checks(table: &Table, checks: &mut Checks) {
    let mut plain = Vec::new();
    for (position, column) in table.columns.iter().enumerate() {
        checks.no_column(&column.ty, column.instead());
        match &column.ydb_type {
            Some((span, _)) => checks.add(*span, "column_type", quote!(, #position)),
            None if is_plain(&column.ty) && table.store == Store::Row => plain.push(position),
            None => checks.add(&column.ty, "column_type", quote!(, #position)),
        }
        if let Some((place, _)) = &column.default {
            checks.add(*place, "default_value", quote!(, #position));
        }
        if let Some(span) = column.dispersed {
            checks.add(span, "dispersed", quote!(, #position));
        }
        if let Some(span) = column.serial {
            checks.add(span, "serial", quote!(, #position));
        }
        if let Some(span) = column.version.filter(|_| table.version == Some(position)) {
            checks.add(span, "version", quote!(, #position));
        }
    }
    if !plain.is_empty() {
        checks.add_rare(table.ident.span(), "plain_types", quote!(, &[#(#plain),*]));
    }
}

/// Names of types that can be in any key, and are never NULL.
const KEYS: [&str; 9] = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "String"];
/// Names of further types that every row table can hold.
const VALUES: [&str; 5] = ["bool", "f32", "f64", "SystemTime", "Duration"];

/// Returns `true` if the type has the name of one that can be in any key, and that is never NULL.
fn is_plain_key(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| KEYS.iter().any(|key| name == key)))
}

/// Returns `true` if the type has the name of one that every row table can hold. It need not be that type: `type u64 =
/// Decimal<50, 60>` is possible.
fn is_plain(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    match &last.arguments {
        PathArguments::None => KEYS.iter().chain(&VALUES).any(|name| last.ident == name),
        PathArguments::AngleBracketed(arguments) if last.ident == "Option" || last.ident == "Vec" => {
            arguments.args.iter().all(|argument| matches!(argument, GenericArgument::Type(ty) if is_plain(ty)))
        }
        _ => false,
    }
}

fn setting_checks(table: &Table, checks: &mut Checks) {
    for (position, index) in table.indexes.iter().enumerate() {
        for (at, (_, span)) in index.on.iter().enumerate() {
            checks.add(*span, "index_column", quote!(, #position, #at));
        }
        for (at, (_, span)) in index.hash.iter().flat_map(|hash| &hash.inputs).enumerate() {
            checks.add(*span, "index_hash_input", quote!(, #position, #at));
        }
        if let Some((span, _)) = index.hash.as_ref().and_then(|hash| hash.buckets).filter(|_| table.key.complete) {
            checks.add(span, "index_bucket", quote!(, #position));
        }
    }
    if let Some(span) = table.partitioning.as_ref().and_then(|partitioning| partitioning.splitting) {
        checks.add(span, "by_load", TokenStream::new());
    }
    if let Some(ttl) = &table.ttl {
        checks.add(ttl.column.1, "ttl_column", TokenStream::new());
        checks.add(ttl.after.1, "ttl_interval", TokenStream::new());
        if let Some((_, span)) = ttl.unit {
            checks.add(span, "ttl_unit", TokenStream::new());
        }
    }
    for (position, feed) in table.changefeeds.iter().enumerate() {
        for (rule, interval) in [("changefeed_retention", &feed.retention), ("changefeed_barriers", &feed.barriers)] {
            if let Some((_, span)) = interval {
                checks.add(*span, rule, quote!(, #position));
            }
        }
    }
    if !table.key.complete {
        return;
    }
    for (position, feed) in table.changefeeds.iter().enumerate() {
        if let Some((span, _)) = feed.min_partitions {
            checks.add(span, "changefeed_partitions", quote!(, #position));
        }
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
