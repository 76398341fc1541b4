//! Settings of a table as they are written: partitioning, TTL, indexes, families, allowances.

use proc_macro2::{Span, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, Lit, LitStr, Result, Token, UnOp};

use super::key::{KeyPartAttr, key_parts};
use super::parse::{Given, Slot, attrs, fields, inner, list_in_parens, nothing, number, sql_name, text, word};
use crate::diag::{Errors, error, plain};
use crate::words::{AllowWord, FamilyWord, IndexWord, PartitioningWord, TtlWord, Words};

attrs! {
    /// The attribute `partitioning(...)`.
    PartitioningAttr() in PartitioningWord {
        by_load: bool = ByLoad(by_load);
        min: (Span, u32) = Min(number);
        max: (Span, u32) = Max(number);
        uniform: (Span, u32) = Uniform(number);
        nodes: (Span, u32) = Nodes(number);
        at_keys: Vec<SplitPointAttr> = AtKeys(split_points);
        | BySize => set_by_size;
    }
    by_size: Slot<BySizeAttr> = Slot::of(PartitioningWord::BySize);
    /// `true` if `by_size` is off and also has a size, which is an error.
    contradictory: bool = false;
}

pub(crate) enum BySizeAttr {
    On,
    Off,
    Megabytes(Span, u32),
}

/// Split point, and where it is written.
pub(crate) struct SplitPointAttr {
    pub(crate) start: Span,
    pub(crate) end: Span,
    pub(crate) values: Vec<Lit>,
}

impl PartitioningAttr {
    /// Parses a setting of the list.
    pub(crate) fn parse_item(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        self.set(&inner(input)?, errors)
    }

    /// Sets `by_size`. Reports a size beside `off` as a contradiction, which says more than "given twice".
    fn set_by_size(&mut self, given: &Given<'_, PartitioningWord>, errors: &mut Errors) -> Result<()> {
        let (span, input) = (given.span, given.input);
        let value = match is_off(input)? {
            Some(true) => BySizeAttr::Off,
            Some(false) => {
                input.parse::<Token![=]>()?;
                let (span, megabytes) = number(input)?;
                BySizeAttr::Megabytes(span, megabytes)
            }
            None => BySizeAttr::On,
        };
        match (self.by_size.get(), self.by_size.span(), &value) {
            (Some(BySizeAttr::Off), Some(other), BySizeAttr::Megabytes(..))
            | (Some(BySizeAttr::Megabytes(..)), Some(other), BySizeAttr::Off) => {
                self.contradictory = true;
                errors.conflict(
                    [other, span],
                    "partitioning",
                    "a partition size is set while splitting by size is off",
                    "keep `by_size = off` or the size",
                );
            }
            _ => self.by_size.set(span, value, errors),
        }
        Ok(())
    }
}

/// Reads the `off` after `by_load`, if there is one.
fn by_load(input: ParseStream<'_>) -> Result<bool> {
    match is_off(input)? {
        Some(false) => Err(input.error("expected `by_load` or `by_load = off`")),
        off => Ok(off.is_none()),
    }
}

/// Reads `= off` and returns `Some(true)`; returns `Some(false)` for another value, which it does not read; `None`
/// without `=`.
fn is_off(input: ParseStream<'_>) -> Result<Option<bool>> {
    if !input.peek(Token![=]) {
        return Ok(None);
    }
    let fork = input.fork();
    fork.parse::<Token![=]>()?;
    if !fork.peek(Ident) || fork.parse::<Ident>()? != "off" {
        return Ok(Some(false));
    }
    input.parse::<Token![=]>()?;
    input.parse::<Ident>()?;
    Ok(Some(true))
}

fn split_points(input: ParseStream<'_>) -> Result<Vec<SplitPointAttr>> {
    list_in_parens(input, split_point)
}

/// Parses a split point: `(10, "abc")`, or `10` alone.
fn split_point(input: ParseStream<'_>) -> Result<SplitPointAttr> {
    let start = input.span();
    let end = input.fork().parse::<TokenTree>().map_or(start, |token| match token {
        TokenTree::Group(group) => group.span_close(),
        token => token.span(),
    });
    let value = |input: ParseStream<'_>| {
        if input.peek(Token![-]) {
            return Err(error(
                input.span(),
                "partitioning",
                "YQL does not accept negative numbers in split points",
                "split the non-negative range only, or put a hash in front and use `uniform`",
            ));
        }
        input.parse::<Lit>()
    };
    let values = if input.peek(syn::token::Paren) { list_in_parens(input, value)? } else { vec![value(input)?] };
    Ok(SplitPointAttr { start, end, values })
}

attrs! {
    /// The attribute `ttl(column = c, after = "P30D", unit = seconds)`.
    TtlAttr() in TtlWord {
        column: Ident = Column(word);
        after: LitStr = After(text);
        unit: Ident = Unit(word);
    }
}

impl TtlAttr {
    pub(crate) fn parse_item(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        if !input.peek2(Token![=]) {
            return Err(unnamed(input));
        }
        self.set(&inner(input)?, errors)
    }
}

/// Returns the error of `ttl(c, "P30D")`. Reads the list to its end, so that there is only one error.
fn unnamed(input: ParseStream<'_>) -> syn::Error {
    let span = input.span();
    let (mut column, mut after) = ("created_at".to_owned(), "\"P30D\"".to_owned());
    while let Ok(token) = input.parse::<TokenTree>() {
        match token {
            TokenTree::Ident(ident) if TtlWord::parse(&ident.to_string()).is_none() => column = ident.to_string(),
            TokenTree::Literal(literal) => after = literal.to_string(),
            _ => {}
        }
    }
    let help = format!("write `ttl(column = {column}, after = {after})`");
    error(span, "malformed_attribute", "each setting of `ttl` has a name", help)
}

attrs! {
    /// The attribute `index(name, on(a, b), cover(c), async)`.
    IndexAttr(span: Span) in IndexWord {
        on: Vec<KeyPartAttr> = On(key_parts);
        cover: Vec<Ident> = Cover(fields);
        sync: () = Sync(nothing);
        asynchronous: () = Async(nothing);
        unique: () = Unique(nothing);
        /// Name of the type to read through the index.
        marker: Ident = As(Ident::parse);
    }
    span: Span = span;
    name: Slot<LitStr> = Slot::called("the name");
}

impl IndexAttr {
    pub(crate) fn parse_item(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        if !self.name.is_set() {
            let name = sql_name(input)?;
            self.name.set(name.span(), name, errors);
            if input.peek(syn::token::Paren) {
                return Err(input.error("expected the name of the index first"));
            }
            return Ok(());
        }
        self.set(&inner(input)?, errors)
    }
}

attrs! {
    /// The attribute `family(name, data = "ssd", compression = "lz4")`.
    FamilyAttr(span: Span) in FamilyWord {
        data: LitStr = Data(text);
        compression: LitStr = Compression(text);
    }
    span: Span = span;
    name: Slot<LitStr> = Slot::called("the name");
}

impl FamilyAttr {
    pub(crate) fn parse_item(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        if !self.name.is_set() && !input.peek2(Token![=]) {
            let name = sql_name(input)?;
            self.name.set(name.span(), name, errors);
            return Ok(());
        }
        self.set(&inner(input)?, errors)
    }
}

/// The attribute `allow(rule, reason = "...")`.
pub(crate) struct AllowAttr {
    pub(crate) span: Span,
    pub(crate) rule: Slot<Ident>,
    pub(crate) reason: Slot<LitStr>,
    /// `true` if all of the attribute could be read.
    pub(crate) whole: bool,
}

impl AllowAttr {
    pub(crate) fn new(span: Span) -> Self {
        AllowAttr { span, rule: Slot::called("the rule"), reason: Slot::of(AllowWord::Reason), whole: true }
    }

    pub(crate) fn parse_item(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        let key = word(input)?;
        if !input.peek(Token![=]) && !self.rule.is_set() {
            self.rule.set(key.span(), key, errors);
            return Ok(());
        }
        match AllowWord::parse(&key.to_string()) {
            Some((AllowWord::Reason, _)) => {
                input.parse::<Token![=]>()?;
                self.reason.set(key.span(), input.parse()?, errors);
                Ok(())
            }
            None => Err(syn::Error::new(key.span(), "expected `reason = \"...\"`; write one `allow` for each rule")),
        }
    }
}

/// Returns the error of a default that is an expression and not a literal.
fn not_a_literal(input: ParseStream<'_>) -> syn::Error {
    let span = input.span();
    let help = match input.parse::<Expr>() {
        Ok(Expr::Path(path)) if path.path.segments.last().is_some_and(|name| is_null(&name.ident)) => {
            "remove it: a column that may be NULL is NULL unless a value is written".to_owned()
        }
        Ok(expr) => match literal_in(&expr) {
            Some(literal) => format!("write `{literal}`"),
            None => "write the value itself: a number, a string in quotes, bytes `b\"...\"`, `true` or `false`; what must be \
                     computed is written by the program"
                .to_owned(),
        },
        Err(_) => "write a number, a string in quotes, bytes `b\"...\"`, `true` or `false`".to_owned(),
    };
    error(span, "malformed_attribute", "a default is a literal, and this is not one", help)
}

fn is_null(name: &Ident) -> bool {
    name == "None" || name.to_string().eq_ignore_ascii_case("null")
}

/// Returns the literal that has the value of an expression: `"x"` for `"x".to_owned()`, `Some("x")` and `("x")`. For a
/// variant of an enum it is the variant's name as a string.
fn literal_in(expr: &Expr) -> Option<String> {
    const SAME: [&str; 4] = ["to_owned", "to_string", "into", "clone"];
    match expr {
        Expr::Lit(lit) => Some(plain(lit)),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match literal_in(&unary.expr)? {
            number if number.starts_with(|c: char| c.is_ascii_digit()) => Some(format!("-{number}")),
            _ => None,
        },
        Expr::Paren(paren) => literal_in(&paren.expr),
        Expr::Group(group) => literal_in(&group.expr),
        Expr::Cast(cast) => literal_in(&cast.expr),
        Expr::Reference(reference) => literal_in(&reference.expr),
        Expr::MethodCall(call) if call.args.is_empty() && SAME.iter().any(|same| call.method == same) => {
            literal_in(&call.receiver)
        }
        Expr::Call(call) => match (&*call.func, call.args.len()) {
            (Expr::Path(path), 1) => {
                let name = path.path.segments.last()?.ident.to_string();
                if matches!(&*name, "Some" | "from" | "new") { literal_in(&call.args[0]) } else { None }
            }
            (Expr::Path(path), 0) if plain(path) == "String::new" => Some("\"\"".to_owned()),
            _ => None,
        },
        // A variant of an enum. Constants are spelled in other cases.
        Expr::Path(path) if path.path.segments.len() > 1 => {
            let name = path.path.segments.last()?.ident.to_string();
            let is_variant = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
            is_variant.then(|| format!("{name:?}"))
        }
        _ => None,
    }
}

/// Literal of `default = ...`, with its sign.
pub(crate) struct Literal {
    pub(crate) span: Span,
    pub(crate) end: Span,
    pub(crate) negative: bool,
    pub(crate) literal: Lit,
}

impl Parse for Literal {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (start, whole) = (input.span(), input.fork());
        let negative = input.parse::<Option<Token![-]>>()?.is_some();
        if input.is_empty() || input.peek(Token![,]) {
            return Err(input.error("expected a literal"));
        }
        if negative && input.peek(Token![-]) || !input.peek(Lit) {
            return Err(not_a_literal(&whole));
        }
        let literal: Lit = input.parse()?;
        if !input.is_empty() && !input.peek(Token![,]) {
            return Err(not_a_literal(&whole));
        }
        let end = literal.span();
        Ok(Literal { span: if negative { start } else { end }, end, negative, literal })
    }
}
