//! Locations of tables, and the statement texts for each, which are built only once.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use rustc_hash::FxBuildHasher;

use super::condition::Nulls;
use super::query::{Purpose, QueryShape};
use super::shape::{ChangeShape, RowShape, Verb};
use super::statement::Template;
use crate::error::{Detail, OperationName, Result};
use ydb_keys_core::schema::{TEXT_LIMIT, Table};

/// Statement texts of a program's models: one for each shape of statement in the program, built on first use and kept.
static TEMPLATES: LazyLock<RwLock<Templates>> = LazyLock::new(RwLock::default);

/// Templates by model and shape. The program alone decides about these keys, so a fast hasher is safe.
type Templates = HashMap<(TypeId, Shape), Arc<Template>, FxBuildHasher>;

/// Shape of a statement: everything that its text depends on, apart from the table and its location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Write(Verb),
    WriteRows(Verb),
    Update(RowShape),
    UpdateRows,
    Delete(RowShape),
    DeleteRows,
    /// Columns of a row by key. The `TypeId` is the row type that is read.
    Get(TypeId, Nulls),
    GetRows(TypeId),
    Exists(Nulls),
    /// Version of a row.
    Version(Nulls),
    Query(Purpose, QueryShape),
    BatchUpdate(Vec<(usize, ChangeShape)>, QueryShape),
}

impl Shape {
    /// Returns `true` if the text depends on which values are NULL.
    fn has_null(&self) -> bool {
        match self {
            Shape::Update(row) | Shape::Delete(row) => row.nulls.any(),
            Shape::Get(_, nulls) | Shape::Exists(nulls) | Shape::Version(nulls) => nulls.any(),
            Shape::Query(_, query) | Shape::BatchUpdate(_, query) => query.has_null(),
            Shape::Write(_) | Shape::WriteRows(_) | Shape::UpdateRows | Shape::DeleteRows | Shape::GetRows(_) => false,
        }
    }

    /// Returns the operation that sends the statement.
    fn operation(&self) -> OperationName {
        match self {
            Shape::Write(verb) => verb.operation(),
            Shape::WriteRows(verb) => verb.operation_of_many(),
            Shape::Update(_) => OperationName::Update,
            Shape::UpdateRows => OperationName::UpdateMany,
            Shape::Delete(_) => OperationName::Delete,
            Shape::DeleteRows => OperationName::DeleteMany,
            Shape::Get(..) => OperationName::Get,
            Shape::GetRows(_) => OperationName::GetMany,
            Shape::Exists(_) | Shape::Query(Purpose::Exists, _) => OperationName::Exists,
            Shape::Version(_) => OperationName::Upsert,
            Shape::Query(Purpose::Rows(_), _) => OperationName::Scan,
            Shape::Query(Purpose::Batch(_), _) => OperationName::Stream,
            Shape::Query(Purpose::Page(_), _) => OperationName::Page,
            Shape::Query(Purpose::Count, _) => OperationName::Count,
            Shape::Query(Purpose::Delete, _) => OperationName::DeleteRange,
            Shape::Query(Purpose::BatchDelete, _) => OperationName::BatchDelete,
            Shape::BatchUpdate(..) => OperationName::BatchUpdate,
        }
    }

    /// Returns advice for a text that is too long.
    fn shorter(&self) -> &'static str {
        match self {
            Shape::Write(_) | Shape::WriteRows(_) | Shape::UpdateRows => "`bulk_upsert` sends no text",
            Shape::Update(_) | Shape::BatchUpdate(..) => "set fewer columns at a time",
            Shape::Get(..) | Shape::GetRows(_) => {
                "read fewer columns with `select::<P>()`, or write `read_rows`, which sends no text"
            }
            Shape::Query(Purpose::Rows(_) | Purpose::Batch(_) | Purpose::Page(_), _) => {
                "read fewer columns with `select::<P>()`"
            }
            Shape::Delete(_) | Shape::DeleteRows | Shape::Exists(_) | Shape::Version(_) | Shape::Query(..) => {
                "give the columns shorter names"
            }
        }
    }
}

/// Number of texts for one location from which texts with a NULL are no longer kept. The number of these depends on the
/// data, while the number of other texts depends on the program.
const KEPT: usize = 10_000;

/// Location of a statement's table: the model's own path, or another one that is known at run time.
///
/// Texts for the model's own path are kept for ever. Texts for another location are kept as long as a value refers to
/// the location.
#[derive(Clone, Debug)]
pub(crate) struct Location(Option<Arc<Elsewhere>>);

#[derive(Debug)]
struct Elsewhere {
    path: String,
    templates: RwLock<Templates>,
}

impl Location {
    /// The model's own path.
    pub(super) const OWN: Self = Location(None);

    /// Makes a location of another path.
    pub(super) fn at(path: String) -> Self {
        Location(Some(Arc::new(Elsewhere { path, templates: RwLock::default() })))
    }

    /// Returns the path of this location, or the model's own path.
    pub(crate) fn path_or<'a>(&'a self, own: &'a str) -> &'a str {
        self.0.as_ref().map_or(own, |elsewhere| &elsewhere.path)
    }

    /// Returns the template of a shape of a model. `build` makes it from the table's path if it is not known yet. Not
    /// generic, so that it is compiled once for all models.
    ///
    /// # Errors
    /// [`TooLarge`](crate::ErrorKind::TooLarge) if the text is too long.
    pub(super) fn template(
        &self,
        model: Model,
        shape: Shape,
        build: &dyn Fn(&str) -> Template,
    ) -> Result<Arc<Template>> {
        let key = (model.id, shape);
        let templates = self.0.as_ref().map_or(&*TEMPLATES, |elsewhere| &elsewhere.templates);
        // A panic cannot leave the map half-changed: it only ever gains finished templates.
        if let Some(template) = templates.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(template.clone());
        }
        let path = self.path_or(model.table.name);
        let template = Arc::new(checked(build(path), path, &key.1)?);
        let mut templates = templates.write().unwrap_or_else(PoisonError::into_inner);
        if templates.len() < KEPT || !key.1.has_null() {
            templates.insert(key, template.clone());
        }
        Ok(template)
    }
}

/// Model as a value, for code that is compiled once for all models.
#[derive(Clone, Copy)]
pub(super) struct Model {
    pub(super) id: TypeId,
    pub(super) table: &'static Table,
}

/// Returns the template, or an error if YDB would refuse its text as too long.
pub(super) fn checked(template: Template, path: &str, shape: &Shape) -> Result<Template> {
    if !template.is_long() {
        return Ok(template);
    }
    let (operation, instead) = (shape.operation().as_str(), shape.shorter());
    Err(Detail::TextTooLong { table: path.to_owned(), operation, size: template.size(), limit: TEXT_LIMIT, instead }
        .into())
}
