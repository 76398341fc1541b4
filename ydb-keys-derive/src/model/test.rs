//! A test with its own database: what its function must be.

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, LitInt, Path, ReturnType, Type, Visibility, parse_quote};

use crate::attr::test::{Function, TestArgs};
use crate::diag::Errors;

/// The rule about the function.
const RULE: &str = "unsupported_item";

/// A function that can be made a test.
pub(crate) struct Test {
    pub(crate) krate: Path,
    pub(crate) models: Vec<Type>,
    pub(crate) clock: bool,
    pub(crate) schedule: Option<LitInt>,
    pub(crate) faults: Option<LitInt>,
    /// Whether transactions have the strict order.
    pub(crate) strict: bool,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) params: Vec<(TokenStream, Type)>,
    pub(crate) output: ReturnType,
    pub(crate) body: TokenTree,
}

/// The test of an attribute and the item below it; `None` if there are errors.
pub(crate) fn test(args: TokenStream, item: TokenStream, errors: &mut Errors) -> Option<Test> {
    let args = TestArgs::parse(args, errors);
    let function = Function::read(item, errors)?;
    check(&function, errors);
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

fn check(function: &Function, errors: &mut Errors) {
    let ident = &function.ident;
    let form = format!("write `async fn {ident}(client: ydb::Client)`");
    if !function.is_async {
        errors.rule(function.fn_span, RULE, format_args!("`{ident}` is not async"), &form);
    }
    if let Some(word) = function.qualifiers.first() {
        errors.rule(word.span(), RULE, format_args!("a test cannot be `{word}`"), &form);
    }
    if !function.generics.params.is_empty() {
        let fault = "a test cannot be generic: nothing says for which types it runs";
        errors.rule(function.generics.params.span(), RULE, fault, &form);
    }
    if function.params.is_empty() {
        let fault = format_args!("`{ident}` has no parameter, so it cannot reach its database");
        errors.rule(ident.span(), RULE, fault, &form);
    }
    for param in function.params.iter().filter(|param| param.ty.is_none()) {
        errors.rule(param.pattern.span(), RULE, "a test is not a method", &form);
    }
    for attr in &function.attrs {
        if attr.path().segments.last().is_some_and(|last| last.ident == "test") {
            errors.rule(
                attr.span(),
                RULE,
                "the function would be two tests",
                "remove this attribute: `#[ydb_keys::test]` needs no other",
            );
        }
    }
}
