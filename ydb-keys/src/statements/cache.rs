//! The texts of one table, each built once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::scan::ScanShape;
use super::statement::Template;
use super::write::Verb;

/// The statement texts of one table, built on first use and kept. The derive makes one for each table.
pub struct Texts(Mutex<BTreeMap<Shape, Arc<Template>>>);

/// What a statement's text depends on, besides the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    Write(Verb),
    WriteRows(Verb),
    /// The positions of the columns that are set.
    Update(Vec<usize>),
    UpdateRows,
    Delete,
    DeleteRows,
    Get,
    GetRows,
    Select(ScanShape),
    DeleteRange(ScanShape),
}

impl Texts {
    #[doc(hidden)]
    #[allow(clippy::new_without_default, reason = "made by the derive only, in a static")]
    pub const fn new() -> Self {
        Texts(Mutex::new(BTreeMap::new()))
    }

    pub(super) fn get(&self, shape: Shape, build: impl FnOnce() -> Template) -> Arc<Template> {
        // A panic cannot leave the map half-changed: it only ever gains finished templates.
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.entry(shape).or_insert_with(|| Arc::new(build())).clone()
    }
}
