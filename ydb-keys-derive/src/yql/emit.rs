//! Code of a query: constants that the library judges, and the values of the parameters.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use ydb_yql::Position;
use ydb_yql::advice::{Advice, lookalike};
use ydb_yql::ast::{Query, StatementKind, TypeExprKind};
use ydb_yql::facts::{Parameter, Scope, UnknownSource, Values, code as encoded, unknown_sources};
use ydb_yql::pieces::Pieces;

use super::args::{Args, FullScan, Text, Value};
use super::holes::{Hole, Holes, Place};
use super::pieces::{self, Variant};
use super::writer::{Writer, option};
use crate::diag::error;
use crate::private::private;

/// Writes the code of a query, or of all queries that a text with optional pieces stands for. The first variant has all
/// pieces.
pub(super) fn code(args: &Args, text: &Text, pieces: &Pieces, variants: &[Variant]) -> syn::Result<TokenStream> {
    let span = super::located(&args.text);
    let Some(first) = variants.first() else { return Ok(TokenStream::new()) };
    let places = first.found.holes.iter().map(|hole| {
        let fault = |(fault, help): (String, &str)| text.fault(args.text.span(), hole.at, "syntax", &fault, help);
        hole.place(&args.text).map_err(fault)
    });
    let mut places = places.collect::<syn::Result<Vec<_>>>()?;
    // Each model gets one name, so that the compiler reports a missing type only once.
    let models = places.iter_mut().enumerate().map(|(number, place)| {
        let name = format_ident!("__Model{number}", span = span);
        let model = std::mem::replace(&mut place.model, syn::parse_quote!(#name));
        quote!(type #name = #model;)
    });
    let models: Vec<_> = models.collect();
    let emit = Emit { args, pieces, all: &first.found, places: &places };
    let queries = variants.iter().map(|variant| emit.query(variant)).collect::<syn::Result<Vec<_>>>()?;
    let krate = &args.krate;
    // Has the compiler read the file again when it changes.
    let tracked = text.absolute.as_ref().map(|path| {
        quote!(
            const _: &[::core::primitive::u8] = ::core::include_bytes!(#path);
        )
    });
    let placed = places.iter().map(|place| {
        let model = &place.model;
        match &place.at {
            Some(expr) => quote_spanned!(span=> __yql::Some(__yql::place::<#model>(&(#expr)))),
            None => quote!(__yql::None),
        }
    });
    let values = emit.values(first);
    let needed = emit.needed(variants);
    let (constants, associated, chosen) = match &queries[..] {
        [EmittedQuery { query, unknown, .. }] if pieces.conditions().is_empty() && pieces.choices().is_empty() => {
            let check = match unknown.is_empty() {
                true => quote_spanned!(span=> __yql::check(__QUERY)),
                false => quote_spanned!(span=> __yql::check_sources(__QUERY, &[#(#unknown),*])),
            };
            let constants = quote_spanned! {span=>
                const __QUERY: &__yql::Query<'static> = &#query;
                // With dozens of joined tables, this takes a while.
                #[allow(long_running_const_eval)]
                const _: () = #check;
            };
            (constants, TokenStream::new(), TokenStream::new())
        }
        _ => {
            let combinations = queries.iter().zip(variants).map(|(EmittedQuery { holes, query, unknown }, variant)| {
                let (id, order) = (pieces.id(&variant.combination), pieces.order(&text.content, &variant.combination));
                quote!(__yql::Combination {
                    id: #id,
                    order: #order,
                    holes: &[#(#holes),*],
                    unknown: &[#(#unknown),*],
                    query: #query,
                })
            });
            let conditions = pieces.conditions().iter().map(|names| {
                let numbers =
                    args.values.iter().enumerate().filter(|(_, value)| names.iter().any(|name| value.name == name));
                let numbers = numbers.map(|(number, _)| number);
                quote!(&[#(#numbers),*])
            });
            let constants = quote_spanned! {span=>
                const __COMBINATIONS: &[__yql::Combination<'static>] = &[#(#combinations),*];
                const __CONDITIONS: &[&[::core::primitive::usize]] = &[#(#conditions),*];
                const __QUERY: &__yql::Query<'static> = &__COMBINATIONS[0].query;
                #[allow(long_running_const_eval)]
                const _: () = __yql::check_combinations(__COMBINATIONS, __CONDITIONS);
            };
            let associated = quote! {
                const COMBINATIONS: &'static [__yql::Combination<'static>] = __COMBINATIONS;
                const CONDITIONS: &'static [&'static [::core::primitive::usize]] = __CONDITIONS;
            };
            let chosen = pieces::chosen(args, pieces);
            (constants, associated, quote!(.choosing([#(#chosen),*])))
        }
    };
    let private = private();
    Ok(quote_spanned! {span=> {
        use #krate::#private::yql as __yql;
        #tracked
        #(#models)*
        #constants
        #(#needed)*
        struct __Checked;
        impl __yql::Checked for __Checked {
            const QUERY: &'static __yql::Query<'static> = __QUERY;
            #associated
        }
        __yql::Yql::<__Checked>::new([#(#placed),*], [#(#values),*])#chosen
    }})
}

/// Code of the query that one combination of optional pieces makes, with the models in it.
struct EmittedQuery {
    /// Models of the query, by their numbers in the whole text.
    holes: Vec<usize>,
    query: TokenStream,
    /// Names before a dot that none of the query's sources has.
    unknown: Vec<TokenStream>,
}

/// Arguments of the macro, and models of the whole text.
struct Emit<'e> {
    args: &'e Args,
    pieces: &'e Pieces,
    all: &'e Holes,
    places: &'e [Place],
}

impl Emit<'_> {
    /// Writes the query of a combination.
    fn query(&self, variant: &Variant) -> syn::Result<EmittedQuery> {
        let Variant { text, found, tree, facts, .. } = variant;
        let (args, span) = (self.args, self.args.text.span());
        let holes: Vec<usize> = found.holes.iter().filter_map(|hole| self.number(hole)).collect();
        let places: Vec<Place> = holes.iter().map(|&number| self.places[number].clone()).collect();
        let writer = Writer { span: super::located(&args.text), places: &places, found, facts };
        if let Some((at, model)) = writer.written_index() {
            let help = format!("write `{{{model}}}`; a SELECT after ON finds its rows through an index");
            return Err(text.fault(span, at, "syntax", "an index is read, and not written", &help));
        }
        let mut values = tree.as_ref().map(|tree| Values::of(tree, facts)).unwrap_or_default();
        // The arguments of an action may have the name of a parameter.
        let has_arguments = |(_, construct): &(Position, String)| matches!(&**construct, "DEFINE ACTION" | "FOR");
        let is_whole = text.combination.is_empty();
        let is_understood = tree.as_ref().is_some_and(|tree| !tree.unsupported.iter().any(has_arguments));
        check_names(args, text, (&found.plain, tree.as_ref()), &values.parameters, is_understood && is_whole)?;
        // Puts the parameters into the order of the program's values.
        let own = args.values.iter().filter(|value| variant.has(self.pieces, &value.name.to_string()));
        values.parameters = own.map(|value| taken(value, &mut values.parameters)).collect();
        let code = encoded(&found.plain, facts, &values, &|name| writer.known(name));
        let numbers = numbers(&code.numbers)?;
        let names = code.names.iter().map(|name| &**name);
        let tables = places.iter().map(|Place { model, .. }| quote!(<#model as __yql::YdbTable>::TABLE));
        let chosen = args.values.iter().filter_map(|value| {
            let (name, ty) = (value.name.to_string(), value.chosen.as_ref()?);
            Some(quote!((#name, __yql::YdbType::#ty, false)))
        });
        let permitted = args.full_scans.iter().filter(|permission| variant.is_permitted(self.pieces, permission));
        let full_scans = permitted.map(|FullScan { model, reason, .. }| {
            quote!(__yql::FullScan { table: <#model as __yql::YdbTable>::TABLE, reason: #reason })
        });
        // Only the compiler knows which columns the models have.
        let unknown = unknown_sources(&found.plain, facts).into_iter();
        let unknown = unknown.map(|UnknownSource { start, fault, cure, .. }| {
            let start = start as usize;
            quote!((#start, #fault, #cure))
        });
        let (content, plain, written) = (&text.content, &found.plain, writer.holes());
        let has_pieces = !self.pieces.conditions().is_empty() || !self.pieces.choices().is_empty();
        let combination = option(has_pieces.then_some(&text.combination).map(|name| quote!(#name)));
        let file = option(text.file.as_ref().map(|file| quote!(#file)));
        let query = quote! {
            __yql::Query {
                text: #content,
                plain: #plain,
                holes: &[#(#written),*],
                file: #file,
                code: &[#numbers],
                names: &[#(#names),*],
                tables: &[#(#tables),*],
                chosen: &[#(#chosen),*],
                full_scans: &[#(#full_scans),*],
                combination: #combination,
            }
        };
        Ok(EmittedQuery { holes, query, unknown: unknown.collect() })
    }

    /// Returns the number of a model among those of the whole text.
    fn number(&self, hole: &Hole) -> Option<usize> {
        self.all.holes.iter().position(|other| other.start == hole.start)
    }

    /// Writes the values of the parameters, as they are used by the query with all pieces.
    fn values(&self, first: &Variant) -> Vec<TokenStream> {
        let Variant { found, tree, facts, .. } = first;
        let writer = Writer { span: super::located(&self.args.text), places: self.places, found, facts };
        let mut parameters = tree.as_ref().map(|tree| Values::of(tree, facts).parameters).unwrap_or_default();
        let values = self.args.values.iter().enumerate();
        let values = values.map(|(number, value)| {
            let is_optional = self.pieces.is_optional(&value.name.to_string());
            writer.value(number, value, &taken(value, &mut parameters), is_optional)
        });
        values.collect()
    }

    /// Writes the checks that permissions are needed; none if a text is not understood, because a permission may then
    /// be needed.
    fn needed(&self, variants: &[Variant]) -> Vec<TokenStream> {
        let is_understood =
            |variant: &Variant| variant.tree.is_some() && variant.facts.scopes.iter().all(Scope::is_understood);
        if !variants.iter().all(is_understood) {
            return Vec::new();
        }
        let permissions = &self.args.full_scans;
        let check = permissions.iter().enumerate().map(|(number, permission)| {
            let span = super::located(&permission.model);
            let check = match variants {
                [_] => quote_spanned!(span=> __yql::check_permission(__QUERY, #number)),
                _ => {
                    let of = variants.iter().enumerate().filter_map(|(at, variant)| {
                        let mut own = permissions.iter().filter(|own| variant.is_permitted(self.pieces, own));
                        let number = own.position(|own| std::ptr::eq(own, permission))?;
                        Some(quote!((&__COMBINATIONS[#at].query, #number)))
                    });
                    quote_spanned!(span=> __yql::check_permissions(&[#(#of),*]))
                }
            };
            quote_spanned!(span=>
                #[allow(long_running_const_eval)]
                const _: () = #check;
            )
        });
        check.collect()
    }
}

/// Returns the items of a list of numbers. To parse one text is faster than to make hundreds of tokens, and the
/// compiler parses it fastest. The compiler is missing in a test.
fn numbers(numbers: &[u32]) -> syn::Result<TokenStream> {
    let list = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    match proc_macro::is_available() {
        true => {
            list.parse::<proc_macro::TokenStream>().map(Into::into).map_err(|e| syn::Error::new(Span::call_site(), e))
        }
        false => Ok(list.parse()?),
    }
}

/// Takes the parameter of a value out of the list. If the text is not understood, nothing is known of the parameter.
fn taken<'q>(value: &Value, parameters: &mut Vec<Parameter<'q>>) -> Parameter<'q> {
    match parameters.iter().position(|parameter| value.name == *parameter.name) {
        Some(place) => parameters.swap_remove(place),
        None => Parameter { name: value.name.to_string().into(), uses: Vec::new() },
    }
}

/// Checks that each `$name` has a value, and each value a `$name`.
fn check_names(
    args: &Args,
    text: &Text,
    (plain, tree): (&str, Option<&Query>),
    parameters: &[Parameter<'_>],
    is_understood: bool,
) -> syn::Result<()> {
    let has = |name: &str| args.values.iter().any(|value| value.name == name);
    if let Some(missing) = parameters.iter().find(|parameter| !has(&parameter.name)) {
        let name = &missing.name;
        let fault = format!("the text has `${name}`, which has no value");
        let unused = args.values.iter().map(|value| value.name.to_string());
        let unused: Vec<String> = unused.filter(|value| !parameters.iter().any(|p| **value == *p.name)).collect();
        let help = match crate::diag::nearest(name, unused.iter().map(String::as_str)) {
            Some(nearest) => format!("write `${nearest}`, which has one; or `{name} = value` after the text"),
            None => format!("write `{name} = value` after the text, or only `{name}` if the variable has that name"),
        };
        return Err(text.fault(args.text.span(), named(plain, name), "parameter", &fault, &help));
    }
    for statement in tree.iter().flat_map(|tree| &tree.statements) {
        let StatementKind::Declare { name: declared, ty } = &statement.kind else { continue };
        let name = &declared.name;
        let help = match has(name) {
            true => "remove the `DECLARE`".to_owned(),
            // Without a value, YDB takes NULL for it.
            false if matches!(ty.kind, TypeExprKind::Optional(_)) => continue,
            // The declared parameter can have no value.
            false => format!("remove the `DECLARE`, and write `{name} = value` after the text"),
        };
        let fault = format!("the text declares `${name}`, which the library declares");
        return Err(text.fault(args.text.span(), declared.at, "parameter", &fault, &help));
    }
    let known = |value: &&Value| parameters.iter().any(|parameter| value.name == *parameter.name);
    if let Some(unused) = args.values.iter().find(|value| !known(value)).filter(|_| is_understood) {
        let name = &unused.name;
        if let Some(Advice { at, fault, cure }) = lookalike(plain, &name.to_string()) {
            return Err(text.fault(args.text.span(), at, "parameter", &fault, &cure));
        }
        let nearest = crate::diag::nearest(&name.to_string(), parameters.iter().map(|parameter| &*parameter.name));
        let help = match nearest {
            Some(nearest) => format!("write `{nearest} = ..`, or remove it"),
            None => format!("write `${name}` into the text, or remove the value"),
        };
        return Err(error(name.span(), "parameter", format_args!("the text has no `${name}`"), help));
    }
    Ok(())
}

/// Returns the first place of `$name`.
fn named(plain: &str, name: &str) -> Position {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_whole = |&at: &usize| !plain[at + 1 + name.len()..].starts_with(is_word);
    let places = plain.match_indices('$').map(|(at, _)| at).filter(|at| plain[at + 1..].starts_with(name));
    Position::of(plain, places.into_iter().find(is_whole).unwrap_or_default())
}
