//! The texts of all tables, each built once.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::scan::ScanShape;
use super::statement::Template;
use super::write::Verb;

/// The statement texts of a program's models, built on first use and kept: there are as many as the program has shapes of statements.
static TEMPLATES: LazyLock<RwLock<Templates>> = LazyLock::new(RwLock::default);

/// Templates by model and shape.
type Templates = HashMap<(TypeId, Shape), Arc<Template>>;

/// What a statement's text depends on, besides the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

/// The template of a shape of model `T`.
pub(super) fn template<T: 'static>(shape: Shape, build: impl FnOnce() -> Template) -> Arc<Template> {
    let key = (TypeId::of::<T>(), shape);
    // A panic cannot leave the map half-changed: it only ever gains finished templates.
    if let Some(template) = TEMPLATES.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return template.clone();
    }
    let template = Arc::new(build());
    TEMPLATES.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(template).clone()
}
