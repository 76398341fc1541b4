//! The macro `yql!`: from a query's text to its facts, as numbers and the tables that they name.
//!
//! The text is parsed here, once for each combination of its optional pieces (`pieces`), without knowledge of any
//! table. `holes` finds the `{Model}`s, and `args` reads the arguments after the text. `emit` writes all of it down:
//! the facts of the text as `ydb_yql::facts::code` explains, its models and values by `writer`. The library judges the
//! result while the program compiles, and composes the text when it runs.

mod args;
mod emit;
mod holes;
mod pieces;
mod writer;

use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;
use ydb_yql::advice::{Advice, advice};
use ydb_yql::facts::{Facts, PathPrefix, path_prefix};
use ydb_yql::pieces::{Cause, Combination, PieceFault, Pieces};
use ydb_yql::{ErrorKind, Position};

use crate::diag::error;
use crate::private::private;
use args::{Args, Text};
use pieces::Variant;

/// Returns the code of a call of `yql!` or `yql_file!`.
pub(crate) fn query(input: TokenStream, is_file: bool) -> TokenStream {
    let whole = input.clone();
    match syn::parse2::<Args>(input) {
        Ok(args) => checked(&args, is_file).unwrap_or_else(|error| refused(&args.krate, error)),
        Err(error) => refused(&args::krate(whole), error),
    }
}

/// Returns the error with a query of the right type, so that the compiler reports nothing else about the call.
fn refused(krate: &TokenStream, error: syn::Error) -> TokenStream {
    let error = error.into_compile_error();
    let private = private();
    quote::quote!({ #error #krate::#private::yql::refused() })
}

fn checked(args: &Args, is_file: bool) -> syn::Result<TokenStream> {
    let text = if is_file { args::read(&args.text)? } else { Text::literal(&args.text) };
    let has_value = |name: &str| args.values.iter().any(|value| value.name == name);
    let fault = |fault: PieceFault| text.fault(args.text.span(), fault.at, "syntax", &fault.fault, &fault.cure);
    let pieces = Pieces::of(&text.content, &has_value).map_err(fault)?.unwrap_or_default();
    pieces::check_arguments(args, &text, &pieces)?;
    let combinations = pieces.combinations();
    let names = combinations.iter().map(|combination| pieces.name(&text.content, combination));
    let read = |(combination, name)| Variant::read(args, &text, &pieces, combination, name);
    let variants: Vec<_> = combinations.iter().zip(names).map(read).collect();
    let failing = (0..variants.len()).filter(|&at| variants[at].is_err());
    if let Some(first) = failing.clone().next() {
        let ids: Vec<u64> = combinations.iter().map(|combination| pieces.id(combination)).collect();
        let cause = Cause::of(&ids, failing.map(|at| 1 << at).sum());
        let name = pieces.cause(&text.content, cause, &combinations[first]);
        Variant::read(args, &text, &pieces, &combinations[first], name)?;
    }
    let variants = variants.into_iter().collect::<syn::Result<Vec<_>>>()?;
    emit::code(args, &text, &pieces, &variants)
}

impl Variant {
    /// Reads the text of a combination. Its errors have this name.
    fn read(args: &Args, whole: &Text, pieces: &Pieces, of: &Combination, name: String) -> syn::Result<Self> {
        let text = Text { content: pieces.text(&whole.content, of), combination: name, ..whole.clone() };
        let span = args.text.span();
        let found =
            holes::holes(&text.content).map_err(|(at, fault, help)| text.fault(span, at, "syntax", fault, help))?;
        let tree = match ydb_yql::parse(&found.plain) {
            Ok(tree) => Some(tree),
            // A text that YDB may understand is sent as it is, and YDB judges it.
            Err(error) if matches!(error.kind, ErrorKind::Unsupported | ErrorKind::Stopped) => None,
            Err(error) => return Err(unparsed(args, &text, &found.plain, &error)),
        };
        let facts = tree.as_ref().map(Facts::of).unwrap_or_default();
        if let Some(mistake) = facts.mistakes.first() {
            return Err(text.fault(span, mistake.at, "syntax", &mistake.fault, &mistake.cure));
        }
        let mut statements = tree.iter().flat_map(|tree| &tree.statements);
        if !found.holes.is_empty()
            && let Some(PathPrefix { at, .. }) = statements.find_map(|statement| path_prefix(&statement.kind))
        {
            let fault = "`PRAGMA TablePathPrefix` would move the tables of the models";
            let help =
                "remove it: a model says where its table is below the database, `#[ydb(table = \"dir/orders\")]`";
            return Err(text.fault(span, at, "syntax", fault, help));
        }
        Ok(Variant { text, combination: of.clone(), found, tree, facts })
    }
}

/// Returns the error of a text that is not YQL.
fn unparsed(args: &Args, text: &Text, plain: &str, error: &ydb_yql::Error) -> syn::Error {
    let (span, rule) = (args.text.span(), "syntax");
    let given: Vec<String> = args.values.iter().map(|value| value.name.to_string()).collect();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let advice = advice(plain, error, &given);
    let help = match (text.at(error.at), advice) {
        (Some('{'), advice) if advice.as_ref().is_none_or(|advice| advice.at == error.at) => {
            "a model, as in `{Order}`, is written after FROM, JOIN, INTO and UPDATE only"
        }
        (_, Some(Advice { at, fault, cure })) => return text.fault(span, at, rule, &fault, &cure),
        (_, None) => "correct the text; if YDB accepts it as it is, send it with `ydb_keys::query(text)`",
    };
    // The list of what could be there instead gets a line of its own.
    match error.message.split_once(" expecting {") {
        Some((fault, rest)) if error.message.len() + text.combination.len() > LONG => {
            text.fault(span, error.at, rule, fault, &format!("{help}\nnote: expected {{{rest}"))
        }
        _ => text.fault(span, error.at, rule, &error.message, help),
    }
}

/// Most characters of a line that are shown before a place, and after it.
const BEFORE: usize = 60;
const AFTER: usize = 60;

/// Longest fault that stays in one line, in bytes.
const LONG: usize = 100;

impl Text {
    /// Returns the character at a place.
    fn at(&self, at: Position) -> Option<char> {
        let line = self.content.lines().nth(at.line.checked_sub(1)? as usize)?;
        line.chars().nth(at.column.checked_sub(1)? as usize)
    }

    /// Returns the error at a place of the text, with the line.
    fn fault(&self, span: Span, at: Position, rule: &str, fault: &str, help: &str) -> syn::Error {
        let line = self.content.lines().nth(at.line.saturating_sub(1) as usize).unwrap_or_default();
        let line: Vec<char> = line.chars().collect();
        let place = (at.column.saturating_sub(1) as usize).min(line.len());
        let indent = line[..place].iter().take_while(|c| c.is_whitespace()).count();
        let (from, dots) = if place - indent > BEFORE { (place - BEFORE, "..") } else { (indent, "") };
        let to = line.len().min(place + AFTER);
        let rest = if to < line.len() { ".." } else { "" };
        let shown: String = line[from..to].iter().collect();
        let space = |c: &char| if *c == '\t' { '\t' } else { ' ' };
        let before: String = dots.chars().map(|_| ' ').chain(line[from..place].iter().map(space)).collect();
        let located = match &self.file {
            Some(file) => format!("{file}:{}:{}", at.line, at.column),
            None => format!("line {}, column {}", at.line, at.column),
        };
        let of = if self.combination.is_empty() { String::new() } else { format!("{}, ", self.combination) };
        error(span, rule, format_args!("{of}{fault}\n--> {located}\n  | {dots}{shown}{rest}\n  | {before}^"), help)
    }
}

/// Returns the span of tokens for code of the macro. The program's lints do not apply to such code.
fn located(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}
