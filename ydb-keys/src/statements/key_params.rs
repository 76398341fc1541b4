//! Keys with their hash as parameters of a statement of the user's own.

use std::fmt;
use std::sync::Arc;

use super::model::YdbTable;
use super::query::Query;
use super::read::{key_rows, key_values};
use super::statement::{Member, ParamValue, Params, Statement, Template};
use crate::error::Result;

/// One key, or a list of keys, as parameters of a hand-written query: the key columns and the hash column, which is
/// computed. From [`YdbTable::key_params`], [`YdbTable::prefix_params`], [`YdbTable::key_list`] and `scan().params()`.
pub struct KeyParams<T: YdbTable> {
    keys: Keys<T::Key>,
}

enum Keys<K> {
    One(K),
    Many(Vec<K>),
    /// Those that the scan reads.
    Scan(Box<Query>),
}

impl<T: YdbTable> KeyParams<T> {
    pub(super) fn one(key: T::Key) -> Self {
        KeyParams { keys: Keys::One(key) }
    }

    pub(super) fn many(keys: Vec<T::Key>) -> Self {
        KeyParams { keys: Keys::Many(keys) }
    }

    /// The values that the scan compares the columns of the key with; its filters and its limit are not among them.
    pub(super) fn scan(query: Query) -> Self {
        KeyParams { keys: Keys::Scan(Box::new(query.unfiltered())) }
    }

    /// The `DECLARE` of each parameter, a line each. The text is the same for every key.
    pub fn declarations(&self) -> String {
        self.template().text().to_owned()
    }

    /// The declarations and the values.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let values = match &self.keys {
            Keys::One(key) => key_values(key)?.into_iter().map(ParamValue::One).collect(),
            Keys::Many(keys) => vec![key_rows(keys)?],
            Keys::Scan(query) => query.values()?,
        };
        Ok(Statement::new(Arc::new(self.template()), values))
    }

    fn template(&self) -> Template {
        let (mut params, members) = (Params::default(), Member::key(T::TABLE));
        match &self.keys {
            Keys::One(_) => members.into_iter().for_each(|member| drop(params.one(member.name, member))),
            Keys::Many(_) => drop(params.rows("keys", members)),
            Keys::Scan(query) => drop(query.conditions(&mut params)),
        }
        params.declarations()
    }
}

impl<T: YdbTable> fmt::Debug for KeyParams<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KeyParams").field(&T::TABLE.name).finish()
    }
}
