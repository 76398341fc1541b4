//! Where a table lies, and the statement texts for that place, each built once.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::model::YdbTable;
use super::query::{Purpose, QueryShape};
use super::statement::Template;
use super::write::Verb;

/// The statement texts of a program's models, built on first use and kept: there are as many as the program has shapes of statements.
static TEMPLATES: LazyLock<RwLock<Templates>> = LazyLock::new(RwLock::default);

/// Templates by model and shape.
type Templates = HashMap<(TypeId, Shape), Arc<Template>>;

/// What a statement's text depends on, besides the table and its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Write(Verb),
    WriteRows(Verb),
    /// The positions of the columns that are set.
    Update(Vec<usize>),
    UpdateRows,
    Delete,
    DeleteRows,
    /// The row type that is read.
    Get(TypeId),
    GetRows(TypeId),
    Exists,
    Query(Purpose, QueryShape),
}

/// Where a statement's table lies: at the model's own path, or below a directory that is known at run time.
///
/// Texts for the model's own path are kept for ever, those for another place as long as anything that names the place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place(Option<Arc<Elsewhere>>);

#[derive(Debug)]
struct Elsewhere {
    path: String,
    templates: RwLock<Templates>,
}

impl Place {
    pub(super) fn at(path: String) -> Self {
        Place(Some(Arc::new(Elsewhere { path, templates: RwLock::default() })))
    }

    /// The path of the table of model `T` at this place.
    pub(crate) fn path<T: YdbTable>(&self) -> &str {
        self.path_or(T::TABLE.name)
    }

    /// The path of this place, or the model's own.
    pub(super) fn path_or<'a>(&'a self, own: &'a str) -> &'a str {
        self.0.as_ref().map_or(own, |elsewhere| &elsewhere.path)
    }

    /// The template of a shape of model `T`; `build` is given the table's path.
    pub(super) fn template<T: YdbTable>(&self, shape: Shape, build: impl FnOnce(&str) -> Template) -> Arc<Template> {
        let key = (TypeId::of::<T>(), shape);
        let templates = self.0.as_ref().map_or(&*TEMPLATES, |elsewhere| &elsewhere.templates);
        // A panic cannot leave the map half-changed: it only ever gains finished templates.
        if let Some(template) = templates.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return template.clone();
        }
        let template = Arc::new(build(self.path::<T>()));
        templates.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(template).clone()
    }
}
