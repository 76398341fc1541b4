//! Each fact of a query as an expression of the library's types.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use ydb_yql::Position;
use ydb_yql::ast::TableName;
use ydb_yql::facts::{ColumnRef, Comparison, Condition, Distinct, Facts, Met, Node, Source, SourceKind, Target, Verb};

use super::args::Value;
use super::holes::{Holes, Place};
use super::parameters::{Parameter, Role, Use};
use super::results::{Origin, Results};

/// The models of a query, and its facts.
pub(super) struct Writer<'w> {
    pub(super) span: Span,
    pub(super) places: &'w [Place],
    pub(super) found: &'w Holes,
    pub(super) facts: &'w Facts,
    /// The columns of each scope.
    pub(super) columns: Vec<Distinct<'w>>,
}

impl Writer<'_> {
    /// The number of the model at a place of the text.
    fn hole(&self, at: Position) -> Option<usize> {
        self.found.holes.iter().position(|hole| hole.at == at)
    }

    /// The schema of a table that is a model.
    fn table(&self, name: &TableName) -> Option<TokenStream> {
        let model = &self.places[self.hole(name.path.at)?].model;
        Some(quote!(<#model as __yql::YdbTable>::TABLE))
    }

    /// The text between the models. Where it gives one no alias, its name becomes that: the path is another name.
    pub(super) fn pieces(&self, text: &str) -> Vec<String> {
        let (mut pieces, mut from) = (Vec::new(), 0);
        for hole in &self.found.holes {
            pieces.push(text[from..hole.start].to_owned());
            from = hole.end;
        }
        pieces.push(text[from..].to_owned());
        let sources = self.facts.scopes.iter().flat_map(|scope| &scope.sources);
        // A named query is read wherever it is used.
        let mut aliases: Vec<_> = sources.filter_map(|source| self.alias(source)).collect();
        aliases.sort();
        aliases.dedup();
        // From the end, so that the places before stay.
        for (hole, place, alias) in aliases.into_iter().rev() {
            pieces[hole + 1].insert_str(place, &format!(" AS `{alias}`"));
        }
        pieces
    }

    /// The alias that a model needs: the model's number, and the byte after it.
    fn alias(&self, source: &Source) -> Option<(usize, usize, &str)> {
        let (SourceKind::Table(name) | SourceKind::Altered(name)) = &source.kind else { return None };
        let number = self.hole(name.path.at)?;
        let hole = &self.found.holes[number];
        // The quoted name is followed by spaces, up to the closing brace.
        let place = (source.unnamed? as usize).saturating_sub(hole.end);
        Some((number, place, &hole.label))
    }

    /// The place of a column among those of a scope.
    fn number(&self, scope: usize, column: &ColumnRef) -> Option<u16> {
        self.columns[scope].place(column)
    }

    pub(super) fn scope(&self, number: usize) -> TokenStream {
        let scope = &self.facts.scopes[number];
        let Distinct { columns, named, .. } = &self.columns[number];
        let is_understood = scope.is_understood();
        let sources = scope.sources.iter().map(|source| self.source(source));
        let conditions = scope.conditions.iter().filter(|condition| !matches!(condition.node, Node::Nothing));
        let conditions = conditions.map(|Condition { bounds, node }| {
            let node = self.node(number, node);
            quote!(__yql::Condition { bounds: #bounds, node: #node })
        });
        let columns = columns.iter().map(|column| self.column(column));
        let set = scope.set.iter().map(|column| {
            let (name, Position { line, column }) = (&*column.name, column.at);
            quote!(__yql::Column::of(__yql::None, #name, #line, #column))
        });
        let chains = chains(&scope.compared).into_iter().map(|chain| {
            let chain = chain.into_iter().filter_map(|(column, with)| {
                let (place, with) = (self.number(number, column)?, Ident::new(with, Span::call_site()));
                Some(quote!((#place, __yql::With::#with)))
            });
            quote!(&[#(#chain),*])
        });
        quote!(__yql::Scope {
            sources: &[#(#sources),*],
            columns: &[#(#columns),*],
            named: #named,
            conditions: &[#(#conditions),*],
            set: &[#(#set),*],
            is_understood: #is_understood,
            chains: __yql::Some(&[#(#chains),*]),
        })
    }

    fn source(&self, source: &Source) -> TokenStream {
        let at = place(source.at);
        let kind = match &source.kind {
            SourceKind::Table(name) => self.hole(name.path.at).map(|hole| {
                let Place { model, index, .. } = &self.places[hole];
                let index = index
                    .as_ref()
                    .map(Ident::to_string)
                    .or_else(|| name.view.as_ref().map(|view| view.name.to_string()));
                let index = option(index.map(|index| quote!(#index)));
                quote!(__yql::SourceKind::Table(<#model as __yql::YdbTable>::TABLE, #index))
            }),
            SourceKind::Rows(Some(names)) => {
                let names = names.iter().map(|name| &**name);
                Some(quote!(__yql::SourceKind::Rows(__yql::Some(&[#(#names),*]))))
            }
            SourceKind::Rows(None) | SourceKind::Altered(_) => None,
        };
        let kind = kind.unwrap_or_else(|| quote!(__yql::SourceKind::Rows(__yql::None)));
        quote!(__yql::Source { at: #at, kind: #kind })
    }

    fn node(&self, scope: usize, node: &Node) -> TokenStream {
        let nodes = |nodes: &[Node]| {
            let nodes = nodes.iter().filter(|node| !matches!(node, Node::Nothing)).map(|node| self.node(scope, node));
            quote!(&[#(#nodes),*])
        };
        let all = |nodes: &[Node]| {
            let nodes = nodes.iter().map(|node| self.node(scope, node));
            quote!(&[#(#nodes),*])
        };
        let places = |columns: &[ColumnRef]| {
            let places = columns.iter().filter_map(|column| self.number(scope, column));
            quote!(&[#(#places),*])
        };
        match node {
            Node::All(of) => {
                let of = nodes(of);
                quote!(__yql::Node::All(#of))
            }
            Node::Any(of) => {
                let of = all(of);
                quote!(__yql::Node::Any(#of))
            }
            Node::Fixed { columns, by } => {
                let (columns, by) = (places(columns), places(by));
                quote!(__yql::Node::Fixed(#columns, #by))
            }
            Node::Bounded { columns, by } => {
                let (columns, by) = (places(columns), places(by));
                quote!(__yql::Node::Bounded(#columns, #by))
            }
            Node::Nothing => quote!(__yql::Node::Nothing),
            Node::Unknown(some) => {
                let some = places(some);
                quote!(__yql::Node::Unknown(#some))
            }
        }
    }

    fn column(&self, column: &ColumnRef) -> TokenStream {
        let (name, Position { line, column: at }) = (&*column.name.name, column.name.at);
        let source = option(column.source.map(|source| quote!(#source)));
        match column.doubtful {
            false => quote!(__yql::Column::of(#source, #name, #line, #at)),
            true => {
                let at = place(column.name.at);
                quote!(__yql::Column { source: #source, name: #name, at: #at, doubtful: true })
            }
        }
    }

    pub(super) fn target(&self, target: &Target) -> Option<TokenStream> {
        let (table, at) = (self.table(&target.table)?, place(target.table.path.at));
        let inserts = matches!(target.verb, Verb::Insert(_));
        let columns = target.columns.as_ref().map(|columns| {
            let columns = columns.iter().map(|column| {
                let (name, Position { line, column }) = (&*column.name, column.at);
                quote!(__yql::Column::of(__yql::None, #name, #line, #column))
            });
            quote!(&[#(#columns),*])
        });
        let columns = option(columns);
        Some(quote!(__yql::Target { table: #table, at: #at, inserts: #inserts, columns: #columns }))
    }

    /// A parameter with its roles.
    pub(super) fn parameter(&self, value: &Value, parameters: &[Parameter<'_>]) -> TokenStream {
        let name = value.name.to_string();
        let chosen = option(value.chosen.as_ref().map(|ty| quote!(__yql::YdbType::#ty)));
        let uses = parameters.iter().filter(|parameter| value.name == *parameter.name).flat_map(|found| &found.uses);
        let uses = uses.filter_map(|Use { at, role }| {
            let role = self.role(role)?;
            let at = place(*at);
            Some(quote!(__yql::Use { at: #at, role: #role }))
        });
        quote!(__yql::Parameter { name: #name, chosen: #chosen, uses: &[#(#uses),*] })
    }

    pub(super) fn role(&self, role: &Role<'_>) -> Option<TokenStream> {
        Some(match role {
            Role::Compared { scope, column, .. } => {
                let column = self.number(*scope, column)?;
                quote!(__yql::Role::Compared(#scope, #column))
            }
            Role::Written { table, column } => {
                let (table, column) = (self.table(table)?, &*column.name);
                quote!(__yql::Role::Written(#table, #column))
            }
            Role::Count => quote!(__yql::Role::Rows),
            Role::Rows { .. } => return None,
        })
    }

    pub(super) fn results(&self, results: &Results) -> TokenStream {
        let columns = results.columns.iter().map(|column| {
            let (name, at) = (&*column.name.name, place(column.name.at));
            let origin = match &column.origin {
                Origin::Column { scope, column, is_outer } => match self.number(*scope, column) {
                    Some(column) => {
                        quote!(__yql::Origin::Column { scope: #scope, column: #column, is_outer: #is_outer })
                    }
                    None => quote!(__yql::Origin::Unknown),
                },
                Origin::Count => quote!(__yql::Origin::Count),
                Origin::Unknown => quote!(__yql::Origin::Unknown),
            };
            quote!(__yql::ResultColumn { name: #name, at: #at, origin: #origin })
        });
        let are_all = results.are_all;
        quote!(__yql::Results { columns: &[#(#columns),*], are_all: #are_all })
    }

    /// The value of a parameter, whose Rust type is that of the column.
    pub(super) fn value(&self, number: usize, value: &Value, parameter: Option<&Parameter<'_>>) -> TokenStream {
        let (expr, uses) = (&value.expr, parameter.map_or(&[][..], |parameter| &parameter.uses));
        // Where the value is, an error of its type is.
        let span = super::located(expr);
        if let Some(target) = uses.iter().find_map(|one| match one.role {
            Role::Rows { target } => Some(target),
            _ => None,
        }) {
            let target = option(target.and_then(|table| self.table(table)));
            return quote_spanned!(span=> __yql::Given::rows(&__SITE, #number, #target, &(#expr)));
        }
        let is_list = uses.iter().any(|one| matches!(one.role, Role::Compared { is_list: true, .. }));
        let is_written = uses.iter().any(|one| matches!(one.role, Role::Written { .. }));
        let column = match value.chosen {
            Some(_) => None,
            None => uses.iter().find_map(|one| self.rust_type(&one.role)),
        };
        let kind = if is_written { quote!(__yql::Written) } else { quote!(__yql::Compared) };
        match (column, is_list) {
            (Some(column), true) => {
                quote_spanned!(span=> __yql::Given::list::<#column, _, _>(&__SITE, #number, &(#expr)))
            }
            (Some(column), false) => {
                quote_spanned!(span=> __yql::Given::one::<#column, _, #kind, _>(&__SITE, #number, &(#expr)))
            }
            (None, true) => quote_spanned!(span=> __yql::Given::any_list(&__SITE, #number, &(#expr))),
            (None, false) => quote_spanned!(span=> __yql::Given::any(&__SITE, #number, &(#expr))),
        }
    }

    /// The model and the position of the column that decides a parameter's type, if only models can have it.
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

/// What each chain of ANDs compares, as far as a hash can be computed of it.
fn chains(compared: &[Comparison]) -> Vec<Vec<(&ColumnRef, &'static str)>> {
    let mut chains: BTreeMap<u32, Vec<_>> = BTreeMap::new();
    for Comparison { column, value, by, group, .. } in compared {
        let with = match value {
            Met::Literal(_) | Met::Named(_) => "Value",
            Met::List(_) => "List",
            Met::Items(_) => "Items",
            Met::Cast(_) | Met::Column | Met::Other => "Expression",
        };
        if let (Some(group), Some(_)) = (group, by) {
            chains.entry(*group).or_default().push((column, with));
        }
    }
    chains.into_values().collect()
}

pub(super) fn place(at: Position) -> TokenStream {
    let Position { line, column } = at;
    quote!(__yql::Place { line: #line, column: #column })
}

pub(super) fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(__yql::Some(#value)),
        None => quote!(__yql::None),
    }
}
