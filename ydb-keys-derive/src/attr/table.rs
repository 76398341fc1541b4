//! `#[ydb(...)]` on the struct of a table.

use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitStr, Path, Result, Token};

use super::parse::{Broken, STRUCT, fields, list_in_parens, word, words};
use super::setting::{AllowAttr, FamilyAttr, IndexAttr, PartitioningAttr, TtlAttr};
use super::slot::Slot;
use crate::diag::Errors;

/// `#[ydb(...)]` on the struct of a table.
pub(crate) struct TableAttrs {
    pub(crate) table: Slot<LitStr>,
    pub(crate) primary_key: Slot<Vec<KeyPartAttr>>,
    pub(crate) store: Slot<Ident>,
    pub(crate) partition_by_hash: Slot<Vec<Ident>>,
    pub(crate) partitioning: Option<(Span, PartitioningAttr)>,
    pub(crate) ttl: Slot<TtlAttr>,
    pub(crate) indexes: Vec<IndexAttr>,
    pub(crate) families: Vec<FamilyAttr>,
    pub(crate) bloom_filter: Slot<()>,
    pub(crate) read_replicas: Slot<LitStr>,
    pub(crate) rename_all: Slot<LitStr>,
    /// The name of the generated key struct.
    pub(crate) key: Slot<Ident>,
    pub(crate) allowances: Vec<AllowAttr>,
    pub(crate) krate: Slot<Path>,
    /// The words that could not be read.
    pub(crate) broken: Broken,
}

/// One part of `primary_key(...)`.
pub(crate) enum KeyPartAttr {
    Field(Ident),
    /// `column = function(inputs)`
    Hash {
        column: Ident,
        function: Ident,
        inputs: Vec<Ident>,
    },
}

impl TableAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = TableAttrs {
            table: Slot::new("table"),
            primary_key: Slot::new("primary_key"),
            store: Slot::new("store"),
            partition_by_hash: Slot::new("partition_by_hash"),
            partitioning: None,
            ttl: Slot::new("ttl"),
            indexes: Vec::new(),
            families: Vec::new(),
            bloom_filter: Slot::new("bloom_filter"),
            read_replicas: Slot::new("read_replicas"),
            rename_all: Slot::new("rename_all"),
            key: Slot::new("key"),
            allowances: Vec::new(),
            krate: Slot::new("crate"),
            broken: Broken::default(),
        };
        this.broken = words(attrs, &STRUCT, errors, |word, errors| {
            let span = word.span;
            match word.name.as_str() {
                "table" => this.table.set(span, word.text()?, errors),
                "primary_key" => this.primary_key.set(span, word.list(key_part)?, errors),
                "store" => this.store.set(span, word.value()?, errors),
                "partition_by_hash" => this.partition_by_hash.set(span, fields(word.input)?, errors),
                "partitioning" => {
                    // Several `partitioning(...)` add up; a setting given twice is an error of its own.
                    let (_, attr) = this.partitioning.get_or_insert_with(|| (span, PartitioningAttr::new()));
                    word.list(|input| attr.parse_item(input, errors))?;
                }
                "ttl" => {
                    let mut attr = TtlAttr::new();
                    word.list(|input| attr.parse_item(input, errors))?;
                    this.ttl.set(span, attr, errors);
                }
                "index" => {
                    let mut attr = IndexAttr::new(span);
                    word.list(|input| attr.parse_item(input, errors))?;
                    this.indexes.push(attr);
                }
                "family" => {
                    let mut attr = FamilyAttr::new(span);
                    word.list(|input| attr.parse_item(input, errors))?;
                    this.families.push(attr);
                }
                "bloom_filter" => {
                    word.flag()?;
                    this.bloom_filter.set(span, (), errors);
                }
                "read_replicas" => this.read_replicas.set(span, word.text()?, errors),
                "rename_all" => this.rename_all.set(span, word.text()?, errors),
                "key" => this.key.set(span, word.value()?, errors),
                "allow" => {
                    let mut attr = AllowAttr::new(span);
                    let result = word.list(|input| attr.parse_item(input, errors));
                    attr.whole = result.is_ok();
                    this.allowances.push(attr);
                    result?;
                }
                // The only word left of `STRUCT`.
                _ => {
                    word.input.parse::<Token![=]>()?;
                    this.krate.set(span, word.input.call(Path::parse_mod_style)?, errors);
                }
            }
            Ok(())
        });
        this
    }
}

/// `field`, or `column = function(field, ...)`
fn key_part(input: ParseStream<'_>) -> Result<KeyPartAttr> {
    if input.peek(LitStr) {
        return Err(input.error("expected the name of a field, without quotes"));
    }
    let name = word(input)?;
    if !input.peek(Token![=]) {
        return Ok(KeyPartAttr::Field(name));
    }
    input.parse::<Token![=]>()?;
    let function = word(input)?;
    if !input.peek(syn::token::Paren) {
        return Err(syn::Error::new(function.span(), "expected hash inputs, e.g. `xxh3(userid)`"));
    }
    let inputs = list_in_parens(input, word)?;
    Ok(KeyPartAttr::Hash { column: name, function, inputs })
}
