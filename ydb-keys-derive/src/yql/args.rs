//! The arguments of the macro: the text, `name = value`, `name = match value { .. }`, and `full_scan(Model, reason =
//! "..")`.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, ExprAssign, ExprCast, ExprLit, Ident, Lit, LitStr, Member, Pat, Token, Type};

use crate::diag::{error, plain};
use crate::words::TYPES;

/// All arguments of the macro.
pub(super) struct Args {
    /// Path of the library, which the macro's front writes.
    pub(super) krate: TokenStream,
    pub(super) text: LitStr,
    pub(super) values: Vec<Value>,
    pub(super) choices: Vec<ChoiceValue>,
    pub(super) full_scans: Vec<FullScan>,
}

/// Value of a parameter: `since = since`, `since`, `since = value as Timestamp`.
pub(super) struct Value {
    pub(super) name: Ident,
    pub(super) expr: Expr,
    /// YDB type that the program chooses.
    pub(super) chosen: Option<Ident>,
}

/// Value of a choice: `order = match sort { Sort::Newest, Sort::Amount }`. It chooses the part at the place of its
/// pattern.
pub(super) struct ChoiceValue {
    pub(super) name: Ident,
    pub(super) value: Expr,
    pub(super) patterns: Vec<Pat>,
}

/// Permission to read all rows: `full_scan(Order, reason = "..")`, or `full_scan(Order, reason = "..", without(status,
/// since))`.
pub(super) struct FullScan {
    pub(super) model: Type,
    pub(super) reason: LitStr,
    /// Parameters that have no value in the permitted combinations; empty if all combinations are permitted.
    pub(super) without: Vec<Ident>,
}

/// Text of a query, and the file from which it comes.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) content: String,
    /// Name of the combination of optional pieces that the text is.
    pub(super) combination: String,
    /// Path as the program writes it.
    pub(super) file: Option<String>,
    /// Path for the compiler.
    pub(super) absolute: Option<String>,
}

impl Text {
    pub(super) fn literal(text: &LitStr) -> Self {
        Text { content: text.value(), combination: String::new(), file: None, absolute: None }
    }
}

/// Reads the text of a file. Its path begins in the folder with `Cargo.toml`.
pub(super) fn read(path: &LitStr) -> syn::Result<Text> {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let absolute = Path::new(&root).join(path.value());
    let content = std::fs::read(&absolute).map_err(|problem| {
        let fault = format!("the file `{}` cannot be read: {problem}", path.value());
        error(path.span(), "syntax", fault, "write a path relative to the `Cargo.toml` of this crate")
    })?;
    let content = ydb_yql::text(content).map_err(|why| {
        error(path.span(), "syntax", format!("the file `{}` is no text: {why}", path.value()), why.help())
    })?;
    let absolute = Some(absolute.display().to_string());
    Ok(Text { content, combination: String::new(), file: Some(path.value()), absolute })
}

/// Returns the path of the library, which is the first argument.
pub(super) fn krate(input: TokenStream) -> TokenStream {
    match input.into_iter().next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    }
}

impl Parse for Args {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let krate;
        syn::bracketed!(krate in input);
        let krate = krate.parse()?;
        let text: LitStr = input.parse().map_err(|problem| {
            let help = "write the query as a string literal, `yql!(r#\"SELECT ..\"#, id = id)`; a string that is made at run time \
                        goes to `ydb_keys::query(text)`";
            error(problem.span(), "syntax", "the first argument is not a string literal", help)
        })?;
        let mut args = Args { krate, text, values: Vec::new(), choices: Vec::new(), full_scans: Vec::new() };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            if input.peek(Ident) && input.peek2(syn::token::Paren) && input.fork().parse::<Ident>()? == "full_scan" {
                args.full_scans.push(input.parse()?);
            } else if input.peek(Ident) && input.peek2(Token![=]) && input.peek3(Token![match]) {
                let choice: ChoiceValue = input.parse()?;
                args.check_name(&choice.name)?;
                args.choices.push(choice);
            } else {
                let value: Value = input.parse()?;
                args.check_name(&value.name)?;
                args.values.push(value);
            }
        }
        // A permission for all that another one permits comes first: the other one is then not needed.
        args.full_scans.sort_by_key(|permission| permission.without.len());
        Ok(args)
    }
}

impl Args {
    /// Refuses a second value of one name.
    fn check_name(&self, name: &Ident) -> syn::Result<()> {
        let mut names =
            self.values.iter().map(|value| &value.name).chain(self.choices.iter().map(|choice| &choice.name));
        if names.any(|other| other == name) {
            return Err(error(name.span(), "parameter", format_args!("`{name}` is given twice"), "remove one of them"));
        }
        Ok(())
    }
}

impl Parse for Value {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let whole = input.fork();
        let name = input.call(Ident::parse_any).map_err(|_| unnamed(&whole))?;
        if input.is_empty() || input.peek(Token![,]) {
            let path = syn::Path::from(variable(&name));
            let expr = Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path });
            return Ok(Value { name: name.unraw(), expr, chosen: None });
        }
        if !input.peek(Token![=]) || input.peek(Token![==]) {
            return Err(unnamed(&whole));
        }
        let name = name.unraw();
        input.parse::<Token![=]>()?;
        let (expr, chosen) = match input.parse::<Expr>()? {
            Expr::Cast(ExprCast { expr, ty, .. }) if ydb_type(&ty).is_some() => (*expr, ydb_type(&ty)),
            expr => (expr, None),
        };
        if !input.is_empty() && !input.peek(Token![,]) {
            let fault = format!("the value of `{name}` ends here, and something follows it");
            return Err(error(input.span(), "parameter", fault, "write `,` between two values"));
        }
        Ok(Value { name, expr, chosen })
    }
}

impl Parse for ChoiceValue {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        input.parse::<Token![=]>()?;
        input.parse::<Token![match]>()?;
        let value = Expr::parse_without_eager_brace(input)?;
        let content;
        syn::braced!(content in input);
        let patterns = content.parse_terminated(Pat::parse_multi, Token![,]).map_err(|problem| {
            let help = format!(
                "write a pattern for each part of the choice: `{name} = match sort {{ Sort::Newest, Sort::Amount }}`"
            );
            error(problem.span(), "parameter", "this is not a list of patterns", help)
        })?;
        Ok(ChoiceValue { name, value, patterns: patterns.into_iter().collect() })
    }
}

/// Returns the error of a value without a name.
fn unnamed(input: ParseStream<'_>) -> syn::Error {
    let span = input.span();
    // Form `$id = id`.
    let is_dollar = input.peek(Token![$]) && input.parse::<Token![$]>().is_ok();
    let (name, value) = match input.parse::<Expr>() {
        // Form `id: id`.
        Ok(name) if input.peek(Token![:]) && input.parse::<Token![:]>().is_ok() => (name, input.parse().ok()),
        Ok(Expr::Assign(ExprAssign { left, right, .. })) => (*left, Some(*right)),
        Ok(value) if is_dollar => (value, None),
        Ok(value) => (value.clone(), Some(value)),
        Err(_) => (Expr::Verbatim(TokenStream::new()), None),
    };
    let fault = "this is neither a value with a name nor `full_scan(..)`";
    let value = value.as_ref().and_then(shown).unwrap_or_else(|| "..".to_owned());
    let help = match named(&name) {
        Some(name) if name == value => format!("write `{name}`, which gives the variable to the `${name}` of the text"),
        Some(name) => format!("write `{name} = {value}` for the `${name}` of the text"),
        None => {
            format!("write `name = {value}` for each `$name` of the text, or only `name` if the variable has that name")
        }
    };
    error(span, "parameter", fault, help)
}

/// Returns a name for a value: that of its variable, its field or its method.
fn named(value: &Expr) -> Option<String> {
    /// Methods that return the same value.
    const SAME: [&str; 9] = ["as_ref", "as_slice", "as_str", "clone", "copied", "cloned", "iter", "to_owned", "to_vec"];
    match value {
        Expr::Path(path) => path.path.get_ident().filter(|name| *name != "self").map(|name| name.unraw().to_string()),
        Expr::Field(field) => match &field.member {
            Member::Named(name) => Some(name.unraw().to_string()),
            Member::Unnamed(_) => None,
        },
        Expr::Lit(ExprLit { lit: Lit::Str(name), .. }) => {
            Some(name.value().trim_start_matches('$').to_owned()).filter(|name| syn::parse_str::<Ident>(name).is_ok())
        }
        Expr::Reference(reference) => named(&reference.expr),
        Expr::Unary(unary) => named(&unary.expr),
        Expr::Paren(paren) => named(&paren.expr),
        Expr::Index(index) => named(&index.expr),
        Expr::Try(tried) => named(&tried.expr),
        Expr::MethodCall(call) if SAME.iter().any(|method| call.method == method) => named(&call.receiver),
        Expr::MethodCall(call) => Some(call.method.unraw().to_string()),
        _ => None,
    }
}

/// Returns a short value as it is written; `None` for a long one.
fn shown(value: &Expr) -> Option<String> {
    /// The most letters that are shown.
    const MOST: usize = 40;
    let text = plain(value);
    (!text.is_empty() && text.len() <= MOST).then_some(text)
}

/// Returns the variable of this name. If the name is a keyword, it is raw: `$type` takes `r#type`.
fn variable(name: &Ident) -> Ident {
    const NEVER_RAW: [&str; 5] = ["self", "Self", "super", "crate", "_"];
    let is_keyword = syn::parse2::<Ident>(quote::quote!(#name)).is_err();
    if is_keyword && !NEVER_RAW.iter().any(|never| name == never) {
        return Ident::new_raw(&name.to_string(), name.span());
    }
    name.clone()
}

impl Parse for FullScan {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let word: Ident = input.parse()?;
        let content;
        syn::parenthesized!(content in input);
        let wrong = |problem: syn::Error| {
            let help = "write `full_scan(Order, reason = \"a nightly report\")`";
            error(problem.span(), "full_scan", "this is not a permission to read all rows", help)
        };
        let model = content.parse::<Type>().map_err(wrong)?;
        content.parse::<Token![,]>().map_err(wrong)?;
        let key: Ident = content.parse().map_err(wrong)?;
        content.parse::<Token![=]>().map_err(wrong)?;
        let reason: LitStr = content.parse().map_err(wrong)?;
        let mut without = Vec::new();
        if content.peek(Token![,]) && !content.peek2(syn::parse::End) {
            content.parse::<Token![,]>()?;
            without = names_left_out(&content).map_err(|problem| {
                let help = "write `full_scan(Order, reason = \"a report\", without(status))` for what is sent without `status`";
                error(problem.span(), "full_scan", "this is not a permission to read all rows", help)
            })?;
        }
        if key == "reason" && reason.value().trim().is_empty() {
            let model = quote::quote!(#model);
            let fault = format!("the reason to read all rows of `{model}` is empty");
            let help = format!("write why, as in `full_scan({model}, reason = \"a nightly report\")`");
            return Err(error(reason.span(), "full_scan", fault, help));
        }
        if key != "reason" || !content.is_empty() {
            return Err(wrong(syn::Error::new(word.span(), "")));
        }
        Ok(FullScan { model, reason, without })
    }
}

/// Reads the end of a permission, `without(status, since)`.
fn names_left_out(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let word: Ident = input.parse()?;
    let content;
    syn::parenthesized!(content in input);
    let names = content.parse_terminated(Ident::parse_any, Token![,])?;
    if word != "without" || names.is_empty() || !input.is_empty() {
        return Err(syn::Error::new(word.span(), ""));
    }
    Ok(names.into_iter().collect())
}

/// Returns the name of a YDB type, as a variant of `YdbType`.
fn ydb_type(ty: &Type) -> Option<Ident> {
    let Type::Path(path) = ty else { return None };
    let ident = path.path.get_ident()?;
    let name = match &*ident.to_string() {
        "Text" => "Utf8",
        "Bytes" => "String",
        // The precision and the scale of a decimal would be missing.
        "Decimal" => return None,
        name => TYPES.iter().find(|known| name == **known)?,
    };
    Some(Ident::new(name, ident.span()))
}
