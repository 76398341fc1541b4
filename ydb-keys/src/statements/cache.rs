//! The location of a table, and the statement texts for it, each built once.

use std::any::TypeId;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::change::ChangeShape;
use super::condition::Nulls;
use super::delete::DeleteShape;
use super::model::YdbTable;
use super::query::{Purpose, QueryShape};
use super::statement::Template;
use super::update::UpdateShape;
use super::write::Verb;
use crate::error::{BATCH_DELETE, BATCH_UPDATE, Detail, Result};
use ydb_keys_core::schema::{TEXT_LIMIT, Table};

/// The statement texts of a program's models, built on first use and kept: one for each shape of statement in
/// the program.
static TEMPLATES: LazyLock<RwLock<Templates>> = LazyLock::new(RwLock::default);

/// Templates by model and shape.
type Templates = HashMap<(TypeId, Shape), Arc<Template>, BuildHasherDefault<ShapeHasher>>;

/// The hash of a map's key that nobody outside of the program can choose: much cheaper than the standard one.
#[derive(Default)]
struct ShapeHasher(u64);

impl ShapeHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for ShapeHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.mix(byte.into()));
    }

    fn write_u8(&mut self, word: u8) {
        self.mix(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.mix(word as u64);
    }

    /// Turned, because the map looks at the lowest bits, and the product mixes the highest best.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// What the text of a statement depends on, apart from the table and its location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Write(Verb),
    WriteRows(Verb),
    Update(UpdateShape),
    UpdateRows,
    Delete(DeleteShape),
    DeleteRows,
    /// The row type that is read.
    Get(TypeId, Nulls),
    GetRows(TypeId),
    Exists(Nulls),
    /// The version of a row.
    Version(Nulls),
    Query(Purpose, QueryShape),
    BatchUpdate(Vec<(usize, ChangeShape)>, QueryShape),
}

impl Shape {
    /// Whether the text depends on which values are NULL.
    fn has_null(&self) -> bool {
        match self {
            Shape::Update(update) => update.nulls.any(),
            Shape::Delete(delete) => delete.nulls.any(),
            Shape::Get(_, nulls) | Shape::Exists(nulls) | Shape::Version(nulls) => nulls.any(),
            Shape::Query(_, query) | Shape::BatchUpdate(_, query) => query.has_null(),
            Shape::Write(_) | Shape::WriteRows(_) | Shape::UpdateRows | Shape::DeleteRows | Shape::GetRows(_) => false,
        }
    }

    /// The operation's name in errors, and what to do instead if its text is too long.
    fn named(&self) -> (&'static str, &'static str) {
        const NAMES: &str = "give the columns shorter names";
        const WRITE: &str = "`bulk_upsert` sends no text";
        const READ: &str = "read fewer columns with `select::<P>()`";
        const GET: &str = "read fewer columns with `select::<P>()`, or write `read_rows`, which sends no text";
        match self {
            Shape::Write(verb) => (verb.name(), WRITE),
            Shape::WriteRows(verb) => (verb.name_of_many(), WRITE),
            Shape::Update(_) => ("update", "set fewer columns at a time"),
            Shape::UpdateRows => ("update_many", WRITE),
            Shape::Delete(_) => ("delete", NAMES),
            Shape::DeleteRows => ("delete_many", NAMES),
            Shape::Get(..) => ("get", GET),
            Shape::GetRows(_) => ("get_many", GET),
            Shape::Exists(_) => ("exists", NAMES),
            Shape::Version(_) => ("upsert", NAMES),
            Shape::Query(Purpose::Rows(_), _) => ("scan", READ),
            Shape::Query(Purpose::Batch(_), _) => ("stream", READ),
            Shape::Query(Purpose::Page(_), _) => ("page", READ),
            Shape::Query(Purpose::Count, _) => ("count", NAMES),
            Shape::Query(Purpose::Exists, _) => ("exists", NAMES),
            Shape::Query(Purpose::Delete, _) => ("delete_range", NAMES),
            Shape::Query(Purpose::BatchDelete, _) => (BATCH_DELETE, NAMES),
            Shape::BatchUpdate(..) => (BATCH_UPDATE, "set fewer columns at a time"),
        }
    }
}

/// With this many texts for one location, those with a NULL are no longer kept: their number depends on the data, that
/// of the others on the program.
const KEPT: usize = 10_000;

/// The location of a statement's table: the model's own path, or another one that is known at run time.
///
/// Texts for the model's own path are kept, those for another location as long as a value refers to the
/// location.
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

    /// Another path.
    pub(super) fn at(path: String) -> Self {
        Location(Some(Arc::new(Elsewhere { path, templates: RwLock::default() })))
    }

    /// The path of the table of model `T` at this location.
    pub(crate) fn path<T: YdbTable>(&self) -> &str {
        self.path_or(T::TABLE.name)
    }

    /// The path of this location, or the model's own.
    pub(super) fn path_or<'a>(&'a self, own: &'a str) -> &'a str {
        self.0.as_ref().map_or(own, |elsewhere| &elsewhere.path)
    }

    /// The template of a shape of model `T`; `build` gets the table's path.
    ///
    /// # Errors
    /// [`TooLarge`](crate::ErrorKind::TooLarge).
    pub(super) fn template<T: YdbTable>(
        &self,
        shape: Shape,
        build: impl Fn(&str) -> Template,
    ) -> Result<Arc<Template>> {
        self.template_of(Model::of::<T>(), shape, &build)
    }

    /// The same once for all models, so that the compiler does not make it for each.
    pub(super) fn template_of(
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

/// A model as a value, for what is compiled once for all models.
#[derive(Clone, Copy)]
pub(super) struct Model {
    id: TypeId,
    pub(super) table: &'static Table,
}

impl Model {
    #[inline]
    pub(super) fn of<T: YdbTable>() -> Self {
        Model { id: TypeId::of::<T>(), table: T::TABLE }
    }
}

/// The template, or the error of one whose text YDB would not take.
pub(super) fn checked(template: Template, path: &str, shape: &Shape) -> Result<Template> {
    if !template.is_long() {
        return Ok(template);
    }
    let (operation, instead) = shape.named();
    Err(Detail::TextTooLong { table: path.to_owned(), operation, size: template.size(), limit: TEXT_LIMIT, instead }
        .into())
}
