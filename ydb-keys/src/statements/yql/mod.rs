//! Queries whose text the compiler checks: what the macro `yql!` makes.

mod compose;
mod given;
mod row;
mod site;
mod value;
mod writes;

use std::fmt;
use std::marker::PhantomData;

use compose::Input;
pub use given::Given;
pub(crate) use given::Values;
pub use row::SentRow;
pub use site::{Hole, Site};
pub use value::{Any, AnyParameter, ColumnAt, Compared, List, NO_FIELD, Nth, Written};

use super::model::YdbTable;
use super::table_at::TableAt;
use crate::error::{Detail, Error, Result, ValueError};
use crate::queries::{Access, Query, SourceKind, accesses};

/// A query whose text was checked when the program was compiled; from [`yql!`](crate::yql).
#[must_use = "nothing is sent until `.fetch(client).await` or `.exec(client).await`"]
pub struct Yql<Q> {
    site: &'static Site,
    places: Vec<Option<String>>,
    given: Vec<Given>,
    query: PhantomData<fn() -> Q>,
}

/// The query of a [`Yql`], as a type.
#[doc(hidden)]
pub trait Checked {
    const QUERY: &'static Query<'static>;
}

impl<Q> Clone for Yql<Q> {
    fn clone(&self) -> Self {
        Yql { site: self.site, places: self.places.clone(), given: self.given.clone(), query: PhantomData }
    }
}

/// Stands for a query that the macro refuses.
pub struct Refused;

impl Checked for Refused {
    const QUERY: &'static Query<'static> =
        &Query { text: "", file: None, scopes: &[], targets: &[], parameters: &[], full_scans: &[], results: None };
}

/// What the macro writes beside its error.
pub fn refused() -> Yql<Refused> {
    static SITE: Site = Site::new(Refused::QUERY, &[], &[], &[]);
    Yql::new(&SITE, [], [])
}

/// How a query finds the rows of one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceAccess {
    /// The path of the table in its model.
    pub table: &'static str,
    /// The index that is read.
    pub index: Option<&'static str>,
    /// How the rows are found.
    pub access: Access,
}

impl<Q: Checked> Yql<Q> {
    #[doc(hidden)]
    pub fn new(
        site: &'static Site,
        places: impl IntoIterator<Item = Option<String>>,
        given: impl IntoIterator<Item = Given>,
    ) -> Self {
        Yql { site, places: places.into_iter().collect(), given: given.into_iter().collect(), query: PhantomData }
    }

    /// The YQL that is sent, with its declarations: ready for any other tool.
    ///
    /// # Errors
    /// The value of a parameter that its type cannot hold.
    pub fn text(&self) -> Result<String> {
        let composed = self.site.composed(&self.places);
        let mut text = String::new();
        for given in &self.given {
            if let Err(error) = &given.values {
                return Err(error.clone());
            }
            if let Some(ty) = given.ty() {
                text.push_str(&format!("DECLARE ${} AS {ty};\n", given.name));
            }
        }
        for computed in &composed.computed {
            let is_list = computed.inputs.iter().any(|input| self.is_list(input));
            let (before, behind) = if is_list { ("List<", ">") } else { ("", "") };
            text.push_str(&format!("DECLARE ${} AS {before}{}{behind};\n", computed.name, computed.hash.ty()));
        }
        text.push_str(&composed.text);
        Ok(text)
    }

    fn is_list(&self, input: &Input) -> bool {
        let Input::Parameter(name) = input else { return false };
        self.given.iter().any(|given| given.name == name && matches!(given.values, Ok(Values::List(..))))
    }

    /// How the rows of each table are found, in the order of the text; tables that are written row by row are not among
    /// them. A query in the text that two others use counts twice.
    pub fn access(&self) -> Vec<SourceAccess> {
        let mut found = Vec::new();
        for scope in self.site.query.scopes {
            let of_scope = accesses(scope, true);
            for (number, source) in scope.sources.iter().enumerate() {
                if let SourceKind::Table(table, index) = source.kind {
                    let access = of_scope.get(number).copied().filter(|_| scope.is_understood);
                    found.push(SourceAccess { table: table.name, index, access: access.unwrap_or(Access::Unknown) });
                }
            }
        }
        found
    }

    /// The parameters by their names, those that are computed included.
    pub(crate) fn into_values(self) -> Result<Vec<(String, Values)>> {
        let composed = self.site.composed(&self.places);
        let mut all = Vec::with_capacity(self.given.len() + composed.computed.len());
        for given in self.given {
            all.push((given.name.to_owned(), given.values?));
        }
        for computed in &composed.computed {
            let values = computed.values(&all).ok_or_else(|| {
                let error = ValueError::invalid("the values beside it cannot be hashed");
                Error::from(Detail::Parameter { ty: computed.hash.ty().to_string(), source: error })
            })?;
            all.push((computed.name.clone(), values));
        }
        Ok(all)
    }
}

/// The text, and the values as comments below it.
impl<Q: Checked> fmt::Debug for Yql<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Yql").field("text", &self.text()).field("given", &self.given).finish()
    }
}

/// The path of a table, which must be one of the model.
pub fn place<T: YdbTable>(table: &TableAt<T>) -> String {
    table.path().to_owned()
}

/// The position of a column of this name among the fields of a model.
pub const fn position(table: &crate::schema::Table, name: &str) -> usize {
    let mut i = 0;
    while i < table.columns.len() {
        if crate::types::const_text::same(table.columns[i].name, name) {
            return i;
        }
        i += 1;
    }
    NO_FIELD
}

/// The number of the table that has a column of this name, and the column's position among its fields.
pub const fn found(tables: &[&crate::schema::Table], name: &str) -> (usize, usize) {
    let mut i = 0;
    while i < tables.len() {
        let position = position(tables[i], name);
        if position != NO_FIELD {
            return (i, position);
        }
        i += 1;
    }
    (0, NO_FIELD)
}

/// The type that a query says for a parameter.
pub const fn parameter_type(query: &Query<'_>, number: usize) -> Option<crate::types::YdbType> {
    crate::queries::ty(query.scopes, &query.parameters[number])
}
