//! The facts of a query as code: constants that the library judges, and the values of the parameters.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use ydb_yql::Position;
use ydb_yql::ast::{Query, TableName};
use ydb_yql::facts::{
    ColumnRef, Comparison, Condition, Distinct, Facts, Met, Node, Scope, Source, SourceKind, Target, Verb,
};

use super::args::{Args, FullScan, Text, Value};
use super::holes::{Holes, Place, position};
use super::parameters::{Beside, Parameter, Use, parameters};
use super::results::{Origin, Results, results};
use crate::diag::error;

/// The code of a query.
pub(super) fn code(args: &Args, text: &Text, found: &Holes, tree: Option<&Query>) -> syn::Result<TokenStream> {
    let span = super::located(&args.text);
    let places = found.holes.iter().map(|hole| {
        let fault = |(fault, help): (String, &str)| text.fault(args.text.span(), hole.at, "syntax", &fault, help);
        hole.place(&args.text).map_err(fault)
    });
    let mut places = places.collect::<syn::Result<Vec<_>>>()?;
    // Each under one name, so that the compiler says once that a type does not exist.
    let models = places.iter_mut().enumerate().map(|(number, place)| {
        let name = format_ident!("__Model{number}", span = span);
        let model = std::mem::replace(&mut place.model, syn::parse_quote!(#name));
        quote!(type #name = #model;)
    });
    let models: Vec<_> = models.collect();
    let scanned = |number: usize, model: &syn::Type| format_ident!("__Scanned{number}", span = super::located(model));
    let scans = args.full_scans.iter().enumerate().map(|(number, FullScan { model, .. })| {
        let name = scanned(number, model);
        quote!(type #name = #model;)
    });
    let facts = tree.map(Facts::of).unwrap_or_default();
    let (parameters, literals) = tree.map(|tree| parameters(tree, &facts)).unwrap_or_default();
    let columns = facts.scopes.iter().map(Scope::distinct).collect();
    let writer = Writer { span, places: &places, found, facts: &facts, columns };
    check_names(args, text, &found.plain, &parameters, tree.is_some())?;
    let krate = &args.krate;
    let results = option(tree.and_then(|tree| results(tree, &facts)).map(|results| writer.results(&results)));
    let scopes = (0..facts.scopes.len()).map(|number| writer.scope(number));
    let targets = facts.targets.iter().filter_map(|target| writer.target(target));
    let typed = args.values.iter().map(|value| writer.parameter(value, &parameters));
    let literals = literals.iter().filter_map(|literal| {
        let (beside, at) = (writer.beside(&literal.beside)?, place(literal.at));
        let kind = option(literal.kind.map(|kind| {
            let kind = Ident::new(kind, Span::call_site());
            quote!(__yql::Kind::#kind)
        }));
        Some(quote!(__yql::Literal { beside: #beside, kind: #kind, at: #at }))
    });
    let full_scans = args.full_scans.iter().enumerate().map(|(number, FullScan { model, reason })| {
        let model = scanned(number, model);
        quote!(__yql::FullScan { table: <#model as __yql::YdbTable>::TABLE, reason: #reason })
    });
    // Where something is not understood, a permission may be needed.
    let is_understood = tree.is_some() && facts.scopes.iter().all(Scope::is_understood);
    let needed = args.full_scans.iter().enumerate().filter(|_| is_understood).map(|(number, permission)| {
        let span = super::located(&permission.model);
        quote_spanned!(span=>
            #[allow(long_running_const_eval)]
            const _: () = __yql::check_permission(__QUERY, #number);
        )
    });
    let content = &text.content;
    let file = option(text.file.as_ref().map(|file| quote!(#file)));
    // So that the compiler reads the file again when it changes.
    let tracked = text.absolute.as_ref().map(|path| {
        quote!(
            const _: &[::core::primitive::u8] = ::core::include_bytes!(#path);
        )
    });
    let pieces = writer.pieces(&text.content);
    let holes = places.iter().map(|Place { model, index, .. }| {
        let index = option(index.as_ref().map(ToString::to_string).map(|index| quote!(#index)));
        quote!(__yql::Hole { table: <#model as __yql::YdbTable>::TABLE, index: #index })
    });
    let placed = places.iter().map(|place| {
        let model = &place.model;
        match &place.at {
            Some(expr) => quote_spanned!(span=> __yql::Some(__yql::place::<#model>(&(#expr)))),
            None => quote!(__yql::None),
        }
    });
    let numbers = 0..args.values.len();
    let types = quote!(&[#(__yql::parameter_type(__QUERY, #numbers)),*]);
    let values = args.values.iter().enumerate().map(|(number, value)| {
        let parameter = parameters.iter().find(|parameter| value.name == *parameter.name);
        writer.value(number, value, parameter)
    });
    Ok(quote_spanned! {span=> {
        use #krate::__private::yql as __yql;
        #tracked
        #(#models)*
        #(#scans)*
        const __QUERY: &__yql::Query<'static> = &__yql::Query {
            text: #content,
            file: #file,
            scopes: &[#(#scopes),*],
            targets: &[#(#targets),*],
            parameters: &[#(#typed),*],
            literals: &[#(#literals),*],
            full_scans: &[#(#full_scans),*],
            results: #results,
        };
        // Of dozens of joined tables, this takes a while.
        #[allow(long_running_const_eval)]
        const _: () = __yql::check(__QUERY);
        #(#needed)*
        static __SITE: __yql::Site = __yql::Site::new(__QUERY, &[#(#pieces),*], &[#(#holes),*], #types);
        struct __Checked;
        impl __yql::Checked for __Checked {
            const QUERY: &'static __yql::Query<'static> = __QUERY;
        }
        __yql::Yql::<__Checked>::new(&__SITE, [#(#placed),*], [#(#values),*])
    }})
}

/// Each `$name` has a value, and each value a `$name`.
fn check_names(
    args: &Args,
    text: &Text,
    plain: &str,
    parameters: &[Parameter<'_>],
    is_understood: bool,
) -> syn::Result<()> {
    let has = |name: &str| args.values.iter().any(|value| value.name == name);
    if let Some(missing) = parameters.iter().find(|parameter| !has(&parameter.name)) {
        let name = &missing.name;
        let fault = format!("the text has `${name}`, which has no value");
        let help = format!("write `{name} = value` after the text, or only `{name}` if the variable has that name");
        return Err(text.fault(args.text.span(), named(plain, name), "parameter", &fault, &help));
    }
    let known = |value: &&Value| parameters.iter().any(|parameter| value.name == *parameter.name);
    if let Some(unused) = args.values.iter().find(|value| !known(value)).filter(|_| is_understood) {
        let name = &unused.name;
        let nearest = crate::diag::nearest(&name.to_string(), parameters.iter().map(|parameter| &*parameter.name));
        let help = match nearest {
            Some(nearest) => format!("write `{nearest} = ..`, or remove it"),
            None => format!("write `${name}` into the text, or remove the value"),
        };
        return Err(error(name.span(), "parameter", format_args!("the text has no `${name}`"), help));
    }
    Ok(())
}

/// The first place of `$name`.
fn named(plain: &str, name: &str) -> Position {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_whole = |&at: &usize| !plain[at + 1 + name.len()..].starts_with(is_word);
    let places = plain.match_indices('$').map(|(at, _)| at).filter(|at| plain[at + 1..].starts_with(name));
    position(plain, places.into_iter().find(is_whole).unwrap_or_default())
}

struct Writer<'w> {
    span: Span,
    places: &'w [Place],
    found: &'w Holes,
    facts: &'w Facts,
    /// The columns of each scope.
    columns: Vec<Distinct<'w>>,
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
    fn pieces(&self, text: &str) -> Vec<String> {
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

    /// The alias that a model needs: the model's number, and the byte behind it.
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

    fn scope(&self, number: usize) -> TokenStream {
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

    fn target(&self, target: &Target) -> Option<TokenStream> {
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

    /// A parameter with the columns that it stands beside.
    fn parameter(&self, value: &Value, parameters: &[Parameter<'_>]) -> TokenStream {
        let name = value.name.to_string();
        let chosen = option(value.chosen.as_ref().map(|ty| quote!(__yql::YdbType::#ty)));
        let uses = parameters.iter().filter(|parameter| value.name == *parameter.name).flat_map(|found| &found.uses);
        let uses = uses.filter_map(|Use { at, beside }| {
            let beside = self.beside(beside)?;
            let at = place(*at);
            Some(quote!(__yql::Use { at: #at, beside: #beside }))
        });
        quote!(__yql::Parameter { name: #name, chosen: #chosen, uses: &[#(#uses),*] })
    }

    fn beside(&self, beside: &Beside<'_>) -> Option<TokenStream> {
        Some(match beside {
            Beside::Compared { scope, column, .. } => {
                let column = self.number(*scope, column)?;
                quote!(__yql::Beside::Compared(#scope, #column))
            }
            Beside::Written { table, column } => {
                let (table, column) = (self.table(table)?, &*column.name);
                quote!(__yql::Beside::Written(#table, #column))
            }
            Beside::Count => quote!(__yql::Beside::Rows),
            Beside::Rows { .. } => return None,
        })
    }

    fn results(&self, results: &Results) -> TokenStream {
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
    fn value(&self, number: usize, value: &Value, parameter: Option<&Parameter<'_>>) -> TokenStream {
        let (expr, uses) = (&value.expr, parameter.map_or(&[][..], |parameter| &parameter.uses));
        // Where the value is, an error of its type is.
        let span = super::located(expr);
        if let Some(target) = uses.iter().find_map(|one| match one.beside {
            Beside::Rows { target } => Some(target),
            _ => None,
        }) {
            let target = option(target.and_then(|table| self.table(table)));
            return quote_spanned!(span=> __yql::Given::rows(&__SITE, #number, #target, &(#expr)));
        }
        let is_list = uses.iter().any(|one| matches!(one.beside, Beside::Compared { is_list: true, .. }));
        let is_written = uses.iter().any(|one| matches!(one.beside, Beside::Written { .. }));
        let column = match value.chosen {
            Some(_) => None,
            None => uses.iter().find_map(|one| self.rust_type(&one.beside)),
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

    /// The model and the position of the column that a parameter stands beside, if only models can have it.
    fn rust_type(&self, beside: &Beside<'_>) -> Option<TokenStream> {
        let (holes, name) = match beside {
            Beside::Written { table, column } => (vec![self.hole(table.path.at)?], &*column.name),
            Beside::Compared { scope, column, .. } if !column.doubtful => {
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

fn place(at: Position) -> TokenStream {
    let Position { line, column } = at;
    quote!(__yql::Place { line: #line, column: #column })
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(__yql::Some(#value)),
        None => quote!(__yql::None),
    }
}
