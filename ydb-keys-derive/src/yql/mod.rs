//! The macro `yql!`: a query's text to its facts, as constants beside the tables that it names.
//!
//! The text is parsed once, here; no table is known. `holes` finds the `{Model}`s, `args` reads what stands behind the
//! text, `parameters` finds what each `$name` stands beside, and `emit` writes all of it down for the library, which
//! judges it while the program compiles and composes the text when it runs.

mod args;
mod emit;
mod holes;
mod parameters;
mod results;

use proc_macro2::{Span, TokenStream};
use syn::LitStr;
use ydb_yql::{ErrorKind, Position};

use crate::diag::error;
use args::{Args, Text};

/// The code of a call of `yql!` or `yql_file!`.
pub(crate) fn query(input: TokenStream, is_file: bool) -> TokenStream {
    match syn::parse2::<Args>(input).and_then(|args| checked(&args, is_file)) {
        Ok(code) => code,
        // So that nothing else is said of the call's type.
        Err(error) => {
            let error = error.into_compile_error();
            quote::quote!({ #error ::core::unimplemented!() })
        }
    }
}

fn checked(args: &Args, is_file: bool) -> syn::Result<TokenStream> {
    let text = if is_file { args::read(&args.text)? } else { Text::literal(&args.text) };
    let span = args.text.span();
    let found = holes::holes(&text.content).map_err(|(at, fault, help)| text.fault(span, at, "syntax", fault, help))?;
    let tree = match ydb_yql::parse(&found.plain) {
        Ok(tree) => Some(tree),
        // What YDB may understand is sent as it is, and judged by YDB.
        Err(error) if matches!(error.kind, ErrorKind::Unsupported | ErrorKind::Stopped) => None,
        Err(error) => {
            let help = "`{Model}` stands after FROM, JOIN, INTO, UPDATE and DELETE FROM; the rest is YQL";
            return Err(text.fault(span, error.at, "syntax", &error.message, help));
        }
    };
    emit::code(args, &text, &found, tree.as_ref())
}

impl Text {
    /// A fault at a place of the text, with the line.
    fn fault(&self, span: Span, at: Position, rule: &str, fault: &str, help: &str) -> syn::Error {
        let line = self.content.lines().nth(at.line.saturating_sub(1) as usize).unwrap_or_default();
        let indent = line.chars().take_while(|c| *c == ' ').count().min(at.column.saturating_sub(1) as usize);
        let (shown, caret) = (&line[indent..], " ".repeat((at.column as usize).saturating_sub(indent + 1)));
        let place = match &self.file {
            Some(file) => format!("{file}:{}:{}", at.line, at.column),
            None => format!("line {}, column {}", at.line, at.column),
        };
        error(span, rule, format_args!("{fault}\n--> {place}\n  | {shown}\n  | {caret}^"), help)
    }
}

/// The place of a literal as a span for code that stands for the text.
fn at(text: &LitStr) -> Span {
    text.span()
}
