//! Draft of a model's struct: its fields, its attributes, and parts of the table that they do not declare.

use ydb_keys::schema::Store;
use ydb_keys_core::schema::allowance::Rule;

use super::attribute::Word;
use super::hash::Candidate;
use crate::live::LiveTable;

/// Names of number columns by the growth of their values. A description of a table does not contain it.
#[derive(Debug, Default)]
pub struct Growth {
    /// Columns whose later values are greater.
    pub monotonic: Vec<String>,
    /// Columns whose values are spread over their whole range.
    pub dispersed: Vec<String>,
}

/// Draft of a model's struct.
pub(super) struct Draft<'a> {
    pub(super) live: &'a LiveTable,
    /// Hash in the first key column, if it holds one; this column is then not a field.
    pub(super) hash: Option<&'a Candidate>,
    /// Computed columns of indexes, which are not fields either.
    pub(super) indexed: &'a [(String, Candidate)],
    pub(super) growth: &'a Growth,
    /// Name of the field for each column of the table, if the column has one.
    pub(super) fields: Vec<Option<String>>,
    /// Attributes of the struct in order, each with the remarks above it.
    pub(super) words: Vec<(Vec<String>, Word)>,
    /// Rules that the table breaks, each with a remark for the user to think about.
    pub(super) allowances: Vec<(Rule, String)>,
    /// Parts of the table that the struct does not declare.
    pub(super) missing: Vec<String>,
    remarks: Vec<String>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(
        live: &'a LiveTable,
        hash: Option<&'a Candidate>,
        indexed: &'a [(String, Candidate)],
        fields: Vec<Option<String>>,
        growth: &'a Growth,
    ) -> Self {
        let (words, allowances, missing, remarks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Draft { live, hash, indexed, growth, fields, words, allowances, missing, remarks }
    }

    /// Returns `true` if the model needs a key without NOT NULL, because the leading column or an input of the hash may
    /// be NULL.
    pub(super) fn key_is_nullable(&self) -> bool {
        let leading = self.live.primary_key.first().and_then(|name| self.live.column(name));
        let inputs = self.hash.iter().flat_map(|hash| &hash.inputs).map(|&input| &self.live.columns[input]);
        self.live.store == Store::Row && leading.into_iter().chain(inputs).any(|column| column.nullable)
    }

    pub(super) fn field(&self, column: &str) -> Option<&str> {
        let position = self.live.columns.iter().position(|other| other.name == column)?;
        self.fields[position].as_deref()
    }

    /// Returns the hash that is computed in an index's leading column with this name.
    pub(super) fn indexed(&self, column: &str) -> Option<&'a Candidate> {
        self.indexed.iter().find(|(name, _)| name == column).map(|(_, hash)| hash)
    }

    /// Adds a remark above the next attribute.
    pub(super) fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }

    pub(super) fn word(&mut self, word: Word) {
        self.words.push((std::mem::take(&mut self.remarks), word));
    }

    /// Adds an allowance. If a rule is allowed twice, the first reason is kept.
    pub(super) fn allow(&mut self, rule: Rule, why: impl Into<String>) {
        if self.allowances.iter().all(|(other, _)| *other != rule) {
            self.allowances.push((rule, why.into()));
        }
    }

    /// Adds a part of the table that the struct does not declare.
    pub(super) fn miss(&mut self, what: impl Into<String>) {
        self.missing.push(what.into());
    }
}
