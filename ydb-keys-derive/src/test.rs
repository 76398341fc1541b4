//! `#[ydb_keys::test(..)]`: the attribute and its function as written, the checks of the function, and the generated
//! code.
//!
//! `syn` reads functions only with its feature `full`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{
    Attribute, Generics, Ident, LitInt, LitStr, Path, Result, ReturnType, Token, Type, Visibility, WhereClause,
    parenthesized, parse_quote,
};

use crate::diag::{Errors, did_you_mean};
use crate::private::private;

/// Rule for what is in the parentheses, except unknown words.
const MALFORMED: &str = "malformed_attribute";

const LIST: &str = "list the models whose tables the test needs: `#[ydb_keys::test(Order, Customer)]`";

const CLOCK: &str = "write `clock` alone: the test moves it with `Server::advance`";

/// Words in the parentheses that are not models.
const SETTINGS: [&str; 5] = ["clock", "crate", "faults", "order", "schedule"];

const SCHEDULE: &str = "write the number of seeds: `schedule = 1000`";

const FAULTS: &str = "write the largest number of faults under a seed: `schedule = 1000, faults = 2`";

const ORDER: &str = "write `order = \"strict\"`, or leave it out: the order is that of YDB";

/// Contents of the attribute's parentheses.
#[derive(Default)]
struct TestArgs {
    models: Vec<Type>,
    /// `true` if the engine has a clock that the test moves.
    clock: bool,
    /// Number of seeds under which the test runs, with its place.
    schedule: Option<LitInt>,
    /// Greatest number of faults under each seed.
    faults: Option<LitInt>,
    /// Place where the strict order is asked for.
    strict: Option<Span>,
    krate: Option<Path>,
}

impl TestArgs {
    fn parse(args: TokenStream, errors: &mut Errors) -> Self {
        let mut this = TestArgs::default();
        let read = |input: ParseStream<'_>| {
            while !input.is_empty() {
                this.one(input, errors)?;
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        };
        if let Err(error) = read.parse2(args) {
            errors.rule(error.span(), MALFORMED, &error, LIST);
        }
        this
    }

    fn one(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        if !is_setting(input) {
            self.models.push(input.parse().map_err(|error| syn::Error::new(error.span(), "expected a model"))?);
            return Ok(());
        }
        let name = Ident::parse_any(input)?;
        let has_value = input.parse::<Option<Token![=]>>()?.is_some();
        match (name.to_string().as_str(), has_value) {
            ("crate", true) => self.krate = Some(input.call(Path::parse_mod_style)?),
            ("clock", false) => self.clock = true,
            ("clock", true) => errors.rule(name.span(), MALFORMED, "`clock` takes no value", CLOCK),
            ("schedule", true) => number(input, SCHEDULE, errors, &mut self.schedule),
            ("faults", true) => number(input, FAULTS, errors, &mut self.faults),
            ("order", true) => match input.fork().parse::<LitStr>() {
                Ok(order) if order.value() == "strict" => self.strict = Some(name.span()),
                _ => {
                    errors.rule(input.span(), MALFORMED, "the only other order of transactions is `\"strict\"`", ORDER)
                }
            },
            ("order", false) => errors.rule(name.span(), MALFORMED, "`order` needs a value", ORDER),
            ("schedule", false) => errors.rule(name.span(), MALFORMED, "`schedule` needs a number", SCHEDULE),
            ("faults", false) => errors.rule(name.span(), MALFORMED, "`faults` needs a number", FAULTS),
            ("crate", false) => errors.rule(name.span(), MALFORMED, "`crate` needs a path", "write `crate = path`"),
            (other, _) => {
                let guess = did_you_mean(other, SETTINGS);
                let fault = format_args!("`{name}` is not a setting of a test{guess}");
                errors.rule(name.span(), MALFORMED, fault, LIST);
            }
        }
        while !input.is_empty() && !input.peek(Token![,]) {
            input.parse::<TokenTree>()?;
        }
        Ok(())
    }
}

/// Reads a number of at least one, and reports anything else.
fn number(input: ParseStream<'_>, cure: &str, errors: &mut Errors, number: &mut Option<LitInt>) {
    let read = input.fork();
    match read.parse::<LitInt>() {
        Ok(literal) if literal.base10_parse::<u32>().is_ok_and(|value| value > 0) => *number = Some(literal),
        _ => errors.rule(input.span(), MALFORMED, "expected a number of at least one", cure),
    }
    // The caller skips the rest, up to the next comma.
}

/// Returns `true` if a setting is next: `name = value`, or one word in small letters. No model has such a name.
fn is_setting(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let Ok(name) = Ident::parse_any(&ahead) else { return false };
    let is_small = name.to_string().starts_with(|letter: char| letter.is_lowercase());
    ahead.peek(Token![=]) || is_small && (ahead.is_empty() || ahead.peek(Token![,]))
}

/// Parts of a function that a test must know.
struct Function {
    attrs: Vec<Attribute>,
    vis: Visibility,
    is_async: bool,
    /// Words before `fn` that a test cannot have: `const`, `unsafe`, `extern`.
    qualifiers: Vec<TokenTree>,
    fn_span: Span,
    ident: Ident,
    generics: Generics,
    params: Vec<Param>,
    output: ReturnType,
    body: TokenTree,
}

/// Parameter of a function; `self` has no type.
struct Param {
    pattern: TokenStream,
    ty: Option<Type>,
}

impl Function {
    /// Returns the function; reports any other item, and returns `None`.
    fn read(item: TokenStream, errors: &mut Errors) -> Option<Self> {
        let span = item.clone().into_iter().next().map_or_else(Span::call_site, |first| first.span());
        let read = syn::parse2(item);
        if read.is_err() {
            errors.rule(
                span,
                "unsupported_item",
                "this is not a function with a body",
                "write the attribute above an `async fn name(client: ydb::Client) { .. }`",
            );
        }
        read.ok()
    }
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let (mut is_async, mut qualifiers) = (false, Vec::new());
        while !input.peek(Token![fn]) {
            match input.parse::<Option<Token![async]>>()? {
                Some(_) => is_async = true,
                None => qualifiers.push(input.parse()?),
            }
        }
        let fn_span = input.parse::<Token![fn]>()?.span;
        let ident = input.parse()?;
        let generics = input.parse()?;
        let content;
        parenthesized!(content in input);
        let params = content.parse_terminated(Param::parse, Token![,])?.into_iter().collect();
        let output = input.parse()?;
        input.parse::<Option<WhereClause>>()?;
        let body: TokenTree = input.parse()?;
        match &body {
            TokenTree::Group(_) => {
                Ok(Self { attrs, vis, is_async, qualifiers, fn_span, ident, generics, params, output, body })
            }
            _ => Err(input.error("expected a body")),
        }
    }
}

impl Parse for Param {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut pattern = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            if input.peek(Token![:]) && !input.peek(Token![::]) {
                input.parse::<Token![:]>()?;
                return Ok(Self { pattern, ty: Some(input.parse()?) });
            }
            input.parse::<TokenTree>()?.to_tokens(&mut pattern);
        }
        Ok(Self { pattern, ty: None })
    }
}

/// Rule for the function.
const UNSUPPORTED: &str = "unsupported_item";

/// Function that can be made a test.
pub(crate) struct Test {
    pub(crate) krate: Path,
    pub(crate) models: Vec<Type>,
    pub(crate) clock: bool,
    pub(crate) schedule: Option<LitInt>,
    pub(crate) faults: Option<LitInt>,
    /// `true` if transactions have the strict order.
    pub(crate) strict: bool,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) params: Vec<(TokenStream, Type)>,
    pub(crate) output: ReturnType,
    pub(crate) body: TokenTree,
}

/// Returns the test of an attribute and the item below it; `None` if there are errors.
pub(crate) fn resolve(args: TokenStream, item: TokenStream, errors: &mut Errors) -> Option<Test> {
    let args = TestArgs::parse(args, errors);
    let function = Function::read(item, errors)?;
    check_function(&function, errors);
    if let (Some(faults), None) = (&args.faults, &args.schedule) {
        let cure = "write `schedule = 1000` as well, or queue faults on the test's `&Server`";
        errors.rule(faults.span(), "malformed_attribute", "`faults` has no effect without `schedule`", cure);
    }
    if let (Some(order), None) = (args.strict, &args.schedule) {
        let cure = "write `schedule = 1000` as well: without it the order is strict";
        errors.rule(order, "malformed_attribute", "`order` has no effect without `schedule`", cure);
    }
    if !errors.is_empty() {
        return None;
    }
    let Function { attrs, vis, ident, params, output, body, .. } = function;
    let params = params.into_iter().filter_map(|param| Some((param.pattern, param.ty?))).collect();
    let krate = args.krate.clone().unwrap_or_else(|| parse_quote!(::ydb_keys));
    let TestArgs { models, clock, schedule, faults, strict, .. } = args;
    let strict = strict.is_some();
    Some(Test { krate, models, clock, schedule, faults, strict, attrs, vis, ident, params, output, body })
}

fn check_function(function: &Function, errors: &mut Errors) {
    let ident = &function.ident;
    let form = format!("write `async fn {ident}(client: ydb::Client)`");
    if !function.is_async {
        errors.rule(function.fn_span, UNSUPPORTED, format_args!("`{ident}` is not async"), &form);
    }
    if let Some(word) = function.qualifiers.first() {
        errors.rule(word.span(), UNSUPPORTED, format_args!("a test cannot be `{word}`"), &form);
    }
    if !function.generics.params.is_empty() {
        let fault = "a test cannot be generic: nothing says for which types it runs";
        errors.rule(function.generics.params.span(), UNSUPPORTED, fault, &form);
    }
    if function.params.is_empty() {
        let fault = format_args!("`{ident}` has no parameter, so it cannot reach its database");
        errors.rule(ident.span(), UNSUPPORTED, fault, &form);
    }
    for param in function.params.iter().filter(|param| param.ty.is_none()) {
        errors.rule(param.pattern.span(), UNSUPPORTED, "a test is not a method", &form);
    }
    for attr in &function.attrs {
        if attr.path().segments.last().is_some_and(|last| last.ident == "test") {
            errors.rule(
                attr.span(),
                UNSUPPORTED,
                "the function would be two tests",
                "remove this attribute: `#[ydb_keys::test]` needs no other",
            );
        }
    }
}

/// Returns the code of `#[ydb_keys::test]`: a test function with the user's function within it. There the user's
/// function sees the names of its module, and lints see it once.
pub(crate) fn code(test: &Test) -> TokenStream {
    let Test { krate, models, clock, schedule, faults, strict, attrs, vis, ident, params, output, body } = test;
    let private = private();
    let (patterns, types): (Vec<_>, Vec<_>) = params.iter().map(|(pattern, ty)| (pattern, ty)).unzip();
    let parameters: Vec<_> =
        types.iter().map(|ty| quote_spanned!(ty.span()=> <#ty as #krate::#private::testing::Parameter<'_>>)).collect();
    let clock = clock.then(|| quote!(.clock()));
    let run = if schedule.is_some() { quote!(explore) } else { quote!(run) };
    let schedule = schedule.as_ref().map(|seeds| quote!(.schedule(#seeds)));
    let faults = faults.as_ref().map(|most| quote!(.faults(#most)));
    let strict = strict.then(|| quote!(.strict()));
    quote! {
        #(#attrs)*
        #[::core::prelude::v1::test]
        #vis fn #ident() #output {
            async fn #ident(#(#patterns: #types),*) #output #body
            #krate::#private::testing::#run(
                ::core::concat!(::core::module_path!(), "::", ::core::stringify!(#ident)),
                #krate::schema![#(#models),*],
                #krate::#private::testing::Setup::new(&[#(#parameters::EMBEDDED),*]) #clock #schedule #faults #strict,
                async |__database: &#krate::#private::testing::Database| #ident(#(#parameters::of(__database)),*).await,
            )
        }
    }
}
