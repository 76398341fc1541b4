//! A query in the text of a program, as the macro knows it.

use crate::queries::Query;
use crate::schema::Table;
use crate::types::YdbType;

/// A text, and what was found in it.
pub(crate) struct Template {
    pub(crate) query: &'static Query<'static>,
    /// The text before, between and after the models.
    pub(crate) pieces: &'static [&'static str],
    pub(crate) holes: &'static [Hole],
    /// The types of the parameters, as far as the text says them.
    pub(crate) types: &'static [Option<YdbType>],
}

/// A model in a text.
pub struct Hole {
    /// The table of the model.
    pub table: &'static Table,
    /// The index that is read.
    pub index: Option<&'static str>,
}
