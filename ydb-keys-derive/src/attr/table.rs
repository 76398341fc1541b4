//! `#[ydb(...)]` on the struct of a table, and its `changefeed(...)`.

use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitBool, LitStr, Path, Result, Token};

use super::key::{KeyPartAttr, key_part};
use super::parse::{Broken, Slot, fields, inner, sql_name, words};
use super::setting::{AllowAttr, FamilyAttr, IndexAttr, PartitioningAttr, TtlAttr};
use crate::diag::Errors;
use crate::words::{ChangefeedWord, TableWord, Words as _};

/// Attributes of the struct of a table, `#[ydb(...)]`.
pub(crate) struct TableAttrs {
    pub(crate) table: Slot<LitStr>,
    pub(crate) primary_key: Slot<Vec<KeyPartAttr>>,
    pub(crate) key_not_null: Slot<LitBool>,
    pub(crate) store: Slot<Ident>,
    pub(crate) partition_by_hash: Slot<Vec<Ident>>,
    pub(crate) partitioning: Option<(Span, PartitioningAttr)>,
    pub(crate) ttl: Slot<TtlAttr>,
    pub(crate) indexes: Vec<IndexAttr>,
    pub(crate) families: Vec<FamilyAttr>,
    pub(crate) changefeeds: Vec<ChangefeedAttr>,
    pub(crate) bloom_filter: Slot<()>,
    pub(crate) read_replicas: Slot<LitStr>,
    pub(crate) rename_all: Slot<LitStr>,
    /// Name of the generated key struct.
    pub(crate) key: Slot<Ident>,
    pub(crate) allowances: Vec<AllowAttr>,
    pub(crate) krate: Slot<Path>,
    /// Words that could not be read.
    pub(crate) broken: Broken<TableWord>,
}

impl TableAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = TableAttrs {
            table: Slot::of(TableWord::Table),
            primary_key: Slot::of(TableWord::PrimaryKey),
            key_not_null: Slot::of(TableWord::KeyNotNull),
            store: Slot::of(TableWord::Store),
            partition_by_hash: Slot::of(TableWord::PartitionByHash),
            partitioning: None,
            ttl: Slot::of(TableWord::Ttl),
            indexes: Vec::new(),
            families: Vec::new(),
            changefeeds: Vec::new(),
            bloom_filter: Slot::of(TableWord::BloomFilter),
            read_replicas: Slot::of(TableWord::ReadReplicas),
            rename_all: Slot::of(TableWord::RenameAll),
            key: Slot::of(TableWord::Key),
            allowances: Vec::new(),
            krate: Slot::of(TableWord::Crate),
            broken: Broken::none(),
        };
        this.broken = words(attrs, errors, |given, errors| {
            let span = given.span;
            match given.word {
                TableWord::Table => this.table.set(span, given.text()?, errors),
                TableWord::PrimaryKey => this.primary_key.set(span, given.list(key_part)?, errors),
                TableWord::KeyNotNull => this.key_not_null.set(span, given.value()?, errors),
                TableWord::Store => this.store.set(span, given.value()?, errors),
                TableWord::PartitionByHash => this.partition_by_hash.set(span, fields(given.input)?, errors),
                TableWord::Partitioning => {
                    // Several `partitioning(...)` add up. A setting that is given twice has an error of its own.
                    let (_, attr) = this.partitioning.get_or_insert_with(|| (span, PartitioningAttr::new()));
                    given.list(|input| attr.parse_item(input, errors))?;
                }
                TableWord::Ttl => {
                    let mut attr = TtlAttr::new();
                    given.list(|input| attr.parse_item(input, errors))?;
                    this.ttl.set(span, attr, errors);
                }
                TableWord::Index => {
                    let mut attr = IndexAttr::new(span);
                    given.list(|input| attr.parse_item(input, errors))?;
                    this.indexes.push(attr);
                }
                TableWord::Family => {
                    let mut attr = FamilyAttr::new(span);
                    given.list(|input| attr.parse_item(input, errors))?;
                    this.families.push(attr);
                }
                TableWord::Changefeed => {
                    let mut attr = ChangefeedAttr::new(span);
                    let result = given.list(|input| attr.parse_item(input, errors));
                    attr.whole = result.is_ok();
                    this.changefeeds.push(attr);
                    result?;
                }
                TableWord::BloomFilter => this.bloom_filter.set(span, (), errors),
                TableWord::ReadReplicas => this.read_replicas.set(span, given.text()?, errors),
                TableWord::RenameAll => this.rename_all.set(span, given.text()?, errors),
                TableWord::Key => this.key.set(span, given.value()?, errors),
                TableWord::Allow => {
                    let mut attr = AllowAttr::new(span);
                    let result = given.list(|input| attr.parse_item(input, errors));
                    attr.whole = result.is_ok();
                    this.allowances.push(attr);
                    result?;
                }
                TableWord::Crate => this.krate.set(span, given.path()?, errors),
            }
            Ok(())
        });
        this
    }
}

/// The attribute `changefeed(name, mode = updates, retention = "PT12H")`.
pub(crate) struct ChangefeedAttr {
    pub(crate) span: Span,
    pub(crate) name: Slot<LitStr>,
    pub(crate) mode: Slot<Ident>,
    pub(crate) format: Slot<Ident>,
    pub(crate) retention: Slot<LitStr>,
    pub(crate) barriers: Slot<LitStr>,
    pub(crate) min_partitions: Slot<(Span, u32)>,
    /// Words without a value.
    pub(crate) flags: Vec<(ChangefeedWord, Slot<()>)>,
    /// `true` if all of the attribute could be read.
    pub(crate) whole: bool,
}

impl ChangefeedAttr {
    pub(crate) fn new(span: Span) -> Self {
        ChangefeedAttr {
            span,
            name: Slot::called("the name"),
            mode: Slot::of(ChangefeedWord::Mode),
            format: Slot::of(ChangefeedWord::Format),
            retention: Slot::of(ChangefeedWord::Retention),
            barriers: Slot::of(ChangefeedWord::Barriers),
            min_partitions: Slot::of(ChangefeedWord::MinPartitions),
            flags: Vec::new(),
            whole: true,
        }
    }

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
        let given = inner(input)?;
        let span = given.span;
        match given.word {
            ChangefeedWord::Mode => self.mode.set(span, given.value()?, errors),
            ChangefeedWord::Format => self.format.set(span, given.value()?, errors),
            ChangefeedWord::Retention => self.retention.set(span, given.text()?, errors),
            ChangefeedWord::Barriers => self.barriers.set(span, given.text()?, errors),
            ChangefeedWord::MinPartitions => self.min_partitions.set(span, given.number()?, errors),
            word @ (ChangefeedWord::VirtualTimestamps
            | ChangefeedWord::InitialScan
            | ChangefeedWord::UserSids
            | ChangefeedWord::TraceIds
            | ChangefeedWord::AutoPartitioning) => self.set_flag(word, span, errors),
        }
        Ok(())
    }

    fn set_flag(&mut self, word: ChangefeedWord, span: Span, errors: &mut Errors) {
        let at = self.flags.iter().position(|(other, _)| *other == word).unwrap_or_else(|| {
            self.flags.push((word, Slot::called(word.name())));
            self.flags.len() - 1
        });
        self.flags[at].1.set(span, (), errors);
    }
}
