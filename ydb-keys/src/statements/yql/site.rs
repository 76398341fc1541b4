//! A call of `yql!` and its texts, each composed once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::compose::{Composed, compose};
use super::template::Template;
use crate::queries::Query;

/// Texts by the places of their tables.
type Texts = HashMap<Vec<Option<String>>, Arc<Composed>>;

/// A call of `yql!`.
pub struct Site {
    pub(crate) template: Template,
    composed: LazyLock<RwLock<Texts>>,
}

/// Texts of one query for this many places are kept; what is beyond is composed each time.
const KEPT: usize = 1000;

impl Site {
    /// What the macro writes.
    pub const fn new(query: &'static Query<'static>, pieces: &'static [&'static str]) -> Self {
        Site { template: Template { query, pieces }, composed: LazyLock::new(RwLock::default) }
    }

    /// The text with the tables at these places.
    pub(crate) fn composed(&self, places: &[Option<String>]) -> Arc<Composed> {
        // A panic cannot leave the map half-changed: it only ever gains finished texts.
        if let Some(composed) = self.composed.read().unwrap_or_else(PoisonError::into_inner).get(places) {
            return Arc::clone(composed);
        }
        let composed = Arc::new(compose(&self.template, places));
        let mut kept = self.composed.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.insert(places.to_vec(), Arc::clone(&composed));
        }
        composed
    }
}
