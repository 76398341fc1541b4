//! Prepared queries: texts that a client names by an id.
//!
//! YDB gives an id to each query that is prepared, or kept in its cache of compiled queries. The id is good in every
//! session until the cache loses the query; the client prepares it again then.

use std::collections::HashMap;
use std::sync::Arc;

use md5::{Digest, Md5};
use parking_lot::Mutex;
use uuid::Uuid;

use crate::error::{Error, Result, Status};

/// What all ids begin with.
const PREFIX: &str = "ydb://preparedqueryid/4?id=";
/// The cache is emptied when it holds this many queries, which is the size of YDB's.
const MAX_QUERIES: usize = 1000;

/// The texts by the last part of their ids.
#[derive(Default)]
pub(super) struct Prepared(Mutex<HashMap<String, Arc<str>>>);

impl Prepared {
    /// Keeps a text and returns its id. Equal texts have equal ids.
    pub(super) fn keep(&self, text: &str) -> String {
        let own = Uuid::from_bytes(Md5::digest(text).into()).simple().to_string();
        let id = format!("{PREFIX}{own}");
        let mut known = self.0.lock();
        if known.len() >= MAX_QUERIES && !known.contains_key(&own) {
            known.clear();
        }
        known.entry(own).or_insert_with(|| text.into());
        id
    }

    /// The text of a query that was kept.
    pub(super) fn text(&self, id: &str) -> Result<String> {
        let own = id.strip_prefix(PREFIX).filter(|own| !own.is_empty());
        let own = own.ok_or_else(|| Error::new(Status::BadRequest, "Unable to parse input string"))?;
        let text = self.0.lock().get(own).map(|text| String::from(&**text));
        text.ok_or_else(|| Error::new(Status::NotFound, format!("Query not found: {own}")))
    }
}
