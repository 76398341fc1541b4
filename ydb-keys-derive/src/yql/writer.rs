//! Code of what the program gives to a query: its models, and the values of its parameters.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use ydb_yql::Position;
use ydb_yql::ast::{self, TableName};
use ydb_yql::facts::code::Known;
use ydb_yql::facts::{Facts, Parameter, Purpose, Role, SourceKind};

use super::args::Value;
use super::holes::{Holes, Place};

/// Models of a query, and its facts.
pub(super) struct Writer<'w> {
    pub(super) span: Span,
    pub(super) places: &'w [Place],
    pub(super) found: &'w Holes,
    pub(super) facts: &'w Facts,
}

impl Writer<'_> {
    /// Returns the number of the model at a place of the text.
    fn hole(&self, at: Position) -> Option<usize> {
        self.found.holes.iter().position(|hole| hole.at == at)
    }

    /// Returns the model of this name, by its number, and the index that is read.
    pub(super) fn known(&self, name: &TableName) -> Option<Known> {
        let table = self.hole(name.path.at)?;
        let index = self.places[table].index.as_ref().map(|index| ast::Ident::new(index.to_string(), name.path.at));
        Some(Known::Table(table, index.or_else(|| name.view.clone())))
    }

    /// Returns the place of an index where rows are written or changed, with the name of the model. An index can only
    /// be read.
    pub(super) fn written_index(&self) -> Option<(Position, &str)> {
        let changed = self.facts.scopes.iter().filter(|scope| scope.purpose != Purpose::Select);
        let changed = changed.flat_map(|scope| &scope.sources).map(|source| source.at);
        let mut written = self.facts.targets.iter().map(|target| target.table.path.at).chain(changed);
        written.find_map(|at| {
            let hole = self.hole(at).filter(|&hole| self.places[hole].index.is_some())?;
            Some((at, &*self.found.holes[hole].label))
        })
    }

    /// Writes the models in the text.
    pub(super) fn holes(&self) -> impl Iterator<Item = TokenStream> {
        self.found.holes.iter().zip(self.places).map(|(hole, place)| {
            let (start, end) = (hole.start as u32, hole.end as u32);
            let index = option(place.index.as_ref().map(|index| {
                let index = index.to_string();
                quote!(#index)
            }));
            quote!(__yql::Hole(#start, #end, #index))
        })
    }

    /// Writes the value of a parameter, whose Rust type is that of the column; or the `Option` of it if pieces depend
    /// on it.
    pub(super) fn value(
        &self,
        number: usize,
        value: &Value,
        parameter: &Parameter<'_>,
        is_optional: bool,
    ) -> TokenStream {
        let (expr, uses) = (&value.expr, &parameter.uses);
        // An error about the type is reported where the value is.
        let span = super::located(expr);
        let given = |function: &str, types: TokenStream| {
            let function = format_ident!("{function}", span = span);
            let given = match is_optional {
                true => quote_spanned!(span=> __yql::optional(&(#expr))),
                false => quote_spanned!(span=> __yql::Some(&(#expr))),
            };
            quote_spanned!(span=> __yql::Given::#function #types (__QUERY, #number, #given))
        };
        if uses.iter().any(|one| matches!(one.role, Role::Rows)) {
            return given("rows", TokenStream::new());
        }
        let is_list = uses.iter().any(|one| matches!(one.role, Role::Compared { is_list: true, .. }));
        let is_written = uses.iter().any(|one| matches!(one.role, Role::Written { .. }));
        let column = match value.chosen {
            Some(_) => None,
            None => uses.iter().find_map(|one| self.rust_type(&one.role)),
        };
        let kind = if is_written { quote!(__yql::Written) } else { quote!(__yql::Compared) };
        match (column, is_list) {
            (Some(column), true) => given("list", quote_spanned!(span=> ::<#column, _, _>)),
            (Some(column), false) => given("one", quote_spanned!(span=> ::<#column, _, #kind, _>)),
            (None, true) => given("any_list", TokenStream::new()),
            (None, false) if value.chosen.is_none() && uses.iter().any(|one| matches!(one.role, Role::Count)) => {
                given("count", TokenStream::new())
            }
            (None, false) => given("any", TokenStream::new()),
        }
    }

    /// Returns the model and the position of the column that decides a parameter's type; `None` if other sources than
    /// models may have the column.
    fn rust_type(&self, role: &Role<'_>) -> Option<TokenStream> {
        let (holes, name) = match role {
            Role::Written { table, column } => (vec![self.hole(table.path.at)?], &*column.name),
            Role::Compared { scope, column, .. } if !column.doubtful => {
                let sources = &self.facts.scopes[*scope].sources;
                let own = match column.source {
                    Some(source) => std::slice::from_ref(&sources[source]),
                    None => &sources[..],
                };
                let mut holes = Vec::new();
                for source in own {
                    match &source.kind {
                        SourceKind::Table(table) => holes.push(self.hole(table.path.at)?),
                        SourceKind::Rows(Some(names)) if !names.contains(&column.name.name) => {}
                        SourceKind::Rows(_) | SourceKind::Altered(_) => return None,
                    }
                }
                (holes, &*column.name.name)
            }
            _ => return None,
        };
        let models: Vec<_> = holes.iter().map(|&hole| &self.places[hole].model).collect();
        let span = self.span;
        match models[..] {
            [model] => Some(quote_spanned! {span=>
                #model, { __yql::position(<#model as __yql::YdbTable>::TABLE, #name) }
            }),
            [_, _] | [_, _, _] | [_, _, _, _] => {
                let tables = quote!(&[#(<#models as __yql::YdbTable>::TABLE),*]);
                let found = quote!(__yql::found(#tables, #name));
                Some(quote_spanned! {span=>
                    <(#(#models,)*) as __yql::Nth<{ #found.0 }>>::Item, { #found.1 }
                })
            }
            _ => None,
        }
    }
}

pub(super) fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(__yql::Some(#value)),
        None => quote!(__yql::None),
    }
}
