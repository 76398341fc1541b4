//! A query in the text of a program, as the macro knows it.

use crate::queries::Query;

/// A text, and what was found in it.
pub(crate) struct Template {
    pub(crate) query: &'static Query<'static>,
    /// The text before, between and after the models, whose tables are those of the query.
    pub(crate) pieces: &'static [&'static str],
}
