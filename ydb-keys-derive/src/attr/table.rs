//! `#[ydb(...)]` on the struct of a table, and its `changefeed(...)`.

use proc_macro2::Span;
use syn::parse::{Parse as _, ParseStream};
use syn::{Attribute, Ident, LitBool, LitStr, Path, Result, Token};

use super::key::{KeyPartAttr, key_parts};
use super::parse::{Broken, Given, Slot, attrs, fields, inner, list_in_parens, nothing, number, sql_name, text, words};
use super::setting::{AllowAttr, FamilyAttr, IndexAttr, PartitioningAttr, TtlAttr};
use crate::diag::Errors;
use crate::words::{ChangefeedWord, TableWord, Words as _};

attrs! {
    /// Attributes of the struct of a table, `#[ydb(...)]`.
    TableAttrs on TableWord {
        table: LitStr = Table(text);
        primary_key: Vec<KeyPartAttr> = PrimaryKey(key_parts);
        key_not_null: LitBool = KeyNotNull(LitBool::parse);
        store: Ident = Store(Ident::parse);
        partition_by_hash: Vec<Ident> = PartitionByHash(fields);
        bloom_filter: () = BloomFilter(nothing);
        read_replicas: LitStr = ReadReplicas(text);
        rename_all: LitStr = RenameAll(text);
        /// Name of the generated key struct.
        key: Ident = Key(Ident::parse);
        krate: Path = Crate(Path::parse_mod_style);
        | Partitioning | Ttl | Index | Family | Changefeed | Allow => add_list;
    }
    partitioning: Option<(Span, PartitioningAttr)> = None;
    ttl: Slot<TtlAttr> = Slot::of(TableWord::Ttl);
    indexes: Vec<IndexAttr> = Vec::new();
    families: Vec<FamilyAttr> = Vec::new();
    changefeeds: Vec<ChangefeedAttr> = Vec::new();
    allowances: Vec<AllowAttr> = Vec::new();
}

impl TableAttrs {
    /// Adds a list of settings.
    fn add_list(&mut self, given: &Given<'_, TableWord>, errors: &mut Errors) -> Result<()> {
        let (span, input) = (given.span, given.input);
        match given.word {
            TableWord::Partitioning => {
                // Several `partitioning(...)` add up. A setting that is given twice has an error of its own.
                let (_, attr) = self.partitioning.get_or_insert_with(|| (span, PartitioningAttr::new()));
                list_in_parens(input, |input| attr.parse_item(input, errors))?;
            }
            TableWord::Ttl => {
                let mut attr = TtlAttr::new();
                list_in_parens(input, |input| attr.parse_item(input, errors))?;
                self.ttl.set(span, attr, errors);
            }
            TableWord::Index => {
                let mut attr = IndexAttr::new(span);
                list_in_parens(input, |input| attr.parse_item(input, errors))?;
                self.indexes.push(attr);
            }
            TableWord::Family => {
                let mut attr = FamilyAttr::new(span);
                list_in_parens(input, |input| attr.parse_item(input, errors))?;
                self.families.push(attr);
            }
            TableWord::Changefeed => {
                let mut attr = ChangefeedAttr::new(span);
                let result = list_in_parens(input, |input| attr.parse_item(input, errors));
                attr.whole = result.is_ok();
                self.changefeeds.push(attr);
                result?;
            }
            TableWord::Allow => {
                let mut attr = AllowAttr::new(span);
                let result = list_in_parens(input, |input| attr.parse_item(input, errors));
                attr.whole = result.is_ok();
                self.allowances.push(attr);
                result?;
            }
            // A slot holds the value.
            _ => {}
        }
        Ok(())
    }
}
attrs! {
    /// The attribute `changefeed(name, mode = updates, retention = "PT12H")`.
    ChangefeedAttr(span: Span) in ChangefeedWord {
        mode: Ident = Mode(Ident::parse);
        format: Ident = Format(Ident::parse);
        retention: LitStr = Retention(text);
        barriers: LitStr = Barriers(text);
        min_partitions: (Span, u32) = MinPartitions(number);
        | VirtualTimestamps | InitialScan | UserSids | TraceIds | AutoPartitioning => set_flag;
    }
    span: Span = span;
    name: Slot<LitStr> = Slot::called("the name");
    /// Words without a value.
    flags: Vec<(ChangefeedWord, Slot<()>)> = Vec::new();
    /// `true` if all of the attribute could be read.
    whole: bool = true;
}

impl ChangefeedAttr {
    /// Returns where a word without a value is written.
    pub(crate) fn flag(&self, word: ChangefeedWord) -> Option<Span> {
        self.flags.iter().find(|(other, _)| *other == word).and_then(|(_, slot)| slot.span())
    }

    pub(crate) fn parse_item(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        if !self.name.is_set() && !input.peek2(Token![=]) {
            let name = sql_name(input)?;
            self.name.set(name.span(), name, errors);
            return Ok(());
        }
        self.set(&inner(input)?, errors)
    }

    fn set_flag(&mut self, given: &Given<'_, ChangefeedWord>, errors: &mut Errors) -> Result<()> {
        let word = given.word;
        let at = self.flags.iter().position(|(other, _)| *other == word).unwrap_or_else(|| {
            self.flags.push((word, Slot::called(word.name())));
            self.flags.len() - 1
        });
        self.flags[at].1.set(given.span, (), errors);
        Ok(())
    }
}
