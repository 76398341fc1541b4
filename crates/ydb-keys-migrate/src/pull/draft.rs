//! The struct while it is being built: its fields, its attributes, and what they do not declare.

use ydb_keys::schema::Store;
use ydb_keys_core::schema::allowance::Rule;

use super::attribute::Word;
use super::hash::Candidate;
use crate::live::LiveTable;

/// What is known of the values of number columns, by name; a description of a table does not say it.
#[derive(Debug, Default)]
pub struct Growth {
    /// Later values are greater.
    pub monotonic: Vec<String>,
    /// Values are spread over their whole range.
    pub dispersed: Vec<String>,
}

/// The struct while it is being built.
pub(super) struct Draft<'a> {
    pub(super) live: &'a LiveTable,
    /// The hash in the first key column, if it is one; then this column is not a field.
    pub(super) hash: Option<&'a Candidate>,
    /// The computed columns of indexes, which are not fields either.
    pub(super) indexed: &'a [(String, Candidate)],
    pub(super) growth: &'a Growth,
    /// The name of the field for each column of the table, if it has one.
    pub(super) fields: Vec<Option<String>>,
    /// The attributes of the struct in order, each with the remarks above it.
    pub(super) words: Vec<(Vec<String>, Word)>,
    /// The rules that the table breaks, each with what the user should think about.
    pub(super) allowances: Vec<(Rule, String)>,
    /// What the struct does not declare of the table.
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

    /// Returns `true` if the model must be one of a key without NOT NULL: the leading column may be NULL, or an input
    /// of the hash.
    pub(super) fn key_is_nullable(&self) -> bool {
        let leading = self.live.primary_key.first().and_then(|name| self.live.column(name));
        let inputs = self.hash.iter().flat_map(|hash| &hash.inputs).map(|&input| &self.live.columns[input]);
        self.live.store == Store::Row && leading.into_iter().chain(inputs).any(|column| column.nullable)
    }

    pub(super) fn field(&self, column: &str) -> Option<&str> {
        let position = self.live.columns.iter().position(|other| other.name == column)?;
        self.fields[position].as_deref()
    }

    /// What is computed in front of an index, by the name of the column.
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

    /// Adds an allowance. If a rule is allowed twice, the first reason counts.
    pub(super) fn allow(&mut self, rule: Rule, why: impl Into<String>) {
        if self.allowances.iter().all(|(other, _)| *other != rule) {
            self.allowances.push((rule, why.into()));
        }
    }

    /// Adds something that the struct does not declare.
    pub(super) fn miss(&mut self, what: impl Into<String>) {
        self.missing.push(what.into());
    }
}
