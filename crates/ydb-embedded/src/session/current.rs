//! The catalog of the moment, which anyone may read at any time. `change.rs` replaces it.

use std::sync::Arc;

use parking_lot::RwLock;

use crate::catalog::Catalog;

pub(super) struct Current(RwLock<Arc<Catalog>>);

impl Current {
    pub(super) fn new(catalog: Catalog) -> Self {
        Self(RwLock::new(Arc::new(catalog)))
    }

    pub(super) fn read(&self) -> Arc<Catalog> {
        Arc::clone(&self.0.read())
    }

    pub(super) fn replace(&self, catalog: Arc<Catalog>) {
        *self.0.write() = catalog;
    }
}
