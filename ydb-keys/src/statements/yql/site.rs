//! A query in the text of a program: what the macro knows of it, and its texts, each composed once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::compose::{Composed, compose};
use crate::queries::Query;
use crate::schema::Table;
use crate::types::YdbType;

/// A call of `yql!`.
pub struct Site {
    pub(crate) query: &'static Query<'static>,
    /// The text before, between and behind the models.
    pub(crate) pieces: &'static [&'static str],
    pub(crate) holes: &'static [Hole],
    /// The types of the parameters, as far as the text says them.
    pub(crate) types: &'static [Option<YdbType>],
    composed: LazyLock<RwLock<HashMap<Vec<Option<String>>, Arc<Composed>>>>,
}

/// A model in a text.
pub struct Hole {
    /// Its schema.
    pub table: &'static Table,
    /// The index that is read.
    pub index: Option<&'static str>,
    /// The name that the text needs for it.
    pub label: Option<&'static str>,
}

/// Texts of one query for this many places are kept; what is beyond is composed each time.
const KEPT: usize = 1000;

impl Site {
    /// What the macro writes.
    pub const fn new(
        query: &'static Query<'static>,
        pieces: &'static [&'static str],
        holes: &'static [Hole],
        types: &'static [Option<YdbType>],
    ) -> Self {
        Site { query, pieces, holes, types, composed: LazyLock::new(RwLock::default) }
    }

    /// The text with the tables at these places.
    pub(crate) fn composed(&self, places: &[Option<String>]) -> Arc<Composed> {
        // A panic cannot leave the map half-changed: it only ever gains finished texts.
        if let Some(composed) = self.composed.read().unwrap_or_else(PoisonError::into_inner).get(places) {
            return Arc::clone(composed);
        }
        let composed = Arc::new(compose(self, places));
        let mut kept = self.composed.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.insert(places.to_vec(), Arc::clone(&composed));
        }
        composed
    }
}
