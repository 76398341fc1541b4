//! The texts of queries, each composed once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::compose::{Composed, compose};
use crate::error::Result;
use ydb_keys_core::queries::Query;

/// Texts by the places of their tables.
type Texts = HashMap<Vec<Option<String>>, Result<Arc<Composed>>>;

/// The texts of queries by their addresses. There is one map for all of them: a static for each is another item that the
/// compiler checks, and nothing else of a query needs one.
static COMPOSED: LazyLock<RwLock<HashMap<usize, Texts>>> = LazyLock::new(RwLock::default);

/// Texts of one query for this many places are kept; what is beyond is composed each time.
const KEPT: usize = 1000;

/// The text with the tables at these places.
pub(super) fn composed(query: &'static Query<'static>, places: &[Option<String>]) -> Result<Arc<Composed>> {
    let address = std::ptr::from_ref(query).addr();
    // A panic cannot leave the map half-changed: it only ever gains finished texts.
    let all = COMPOSED.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(composed) = all.get(&address).and_then(|texts| texts.get(places)) {
        return composed.clone();
    }
    drop(all);
    let composed = compose(query, places).map(Arc::new);
    let mut all = COMPOSED.write().unwrap_or_else(PoisonError::into_inner);
    let texts = all.entry(address).or_default();
    if texts.len() < KEPT {
        texts.insert(places.to_vec(), composed.clone());
    }
    composed
}
