//! The struct while it is put together: its fields, its attributes and what they leave unsaid.

use super::attribute::Word;
use super::hash::Candidate;
use crate::migrate::live::LiveTable;
use crate::schema::Rule;

/// The struct while it is put together.
pub(super) struct Draft<'a> {
    pub(super) live: &'a LiveTable,
    /// The hash of the leading column, which is then no field.
    pub(super) hash: Option<&'a Candidate>,
    /// For each column of the table the field that it is.
    pub(super) fields: Vec<Option<String>>,
    /// Attributes of the struct in their order, each with the remarks above it.
    pub(super) words: Vec<(Vec<String>, Word)>,
    /// Rules that the table breaks, with what is to be thought about.
    pub(super) allowances: Vec<(Rule, String)>,
    /// What the struct does not say of the table.
    pub(super) missing: Vec<String>,
    remarks: Vec<String>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(live: &'a LiveTable, hash: Option<&'a Candidate>, fields: Vec<Option<String>>) -> Self {
        let (words, allowances, missing, remarks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Draft { live, hash, fields, words, allowances, missing, remarks }
    }

    /// The field of a column, unless it has none.
    pub(super) fn field(&self, column: &str) -> Option<&str> {
        let position = self.live.columns.iter().position(|other| other.name == column)?;
        self.fields[position].as_deref()
    }

    /// A remark above the next attribute.
    pub(super) fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }

    /// An attribute of the struct.
    pub(super) fn word(&mut self, word: Word) {
        self.words.push((std::mem::take(&mut self.remarks), word));
    }

    /// An allowance; of one rule the first reason counts.
    pub(super) fn allow(&mut self, rule: Rule, why: impl Into<String>) {
        if self.allowances.iter().all(|(other, _)| *other != rule) {
            self.allowances.push((rule, why.into()));
        }
    }

    /// Something of the table that the struct does not say.
    pub(super) fn miss(&mut self, what: impl Into<String>) {
        self.missing.push(what.into());
    }
}
