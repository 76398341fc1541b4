//! Combinations of a text's optional pieces: the facts of each, and the arguments that belong to it.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use ydb_yql::ast::Query;
use ydb_yql::facts::Facts;
use ydb_yql::pieces::{Combination, Pieces};

use super::args::{Args, ChoiceValue, FullScan, Text};
use super::holes::Holes;
use crate::diag::error;

/// Query that the text stands for, with one combination of its pieces.
pub(super) struct Variant {
    /// Text of the query, as long as the whole text.
    pub(super) text: Text,
    pub(super) combination: Combination,
    pub(super) found: Holes,
    /// Syntax tree; `None` if the text is not understood.
    pub(super) tree: Option<Query>,
    pub(super) facts: Facts,
}

impl Variant {
    /// Returns `true` if the query has the pieces of this condition.
    fn sends(&self, condition: usize) -> bool {
        self.combination.sent >> condition & 1 == 1
    }

    /// Returns `true` if the query has this parameter: outside of all pieces, or in a piece that is sent.
    pub(super) fn has(&self, pieces: &Pieces, parameter: &str) -> bool {
        let mut conditions = pieces.conditions().iter().enumerate();
        !pieces.is_optional(parameter)
            || conditions.any(|(number, names)| self.sends(number) && names.iter().any(|name| name == parameter))
    }

    /// Returns `true` if a permission holds for this combination.
    pub(super) fn is_permitted(&self, pieces: &Pieces, permission: &FullScan) -> bool {
        !permission.without.iter().any(|name| self.has(pieces, &name.to_string()))
    }
}

/// Checks that each choice has its value, and that each `without(..)` names optional parameters.
pub(super) fn check_arguments(args: &Args, text: &Text, pieces: &Pieces) -> syn::Result<()> {
    for choice in pieces.choices() {
        let name = &choice.name;
        let Some(value) = args.choices.iter().find(|value| value.name == *name) else {
            let fault = format!("nothing chooses a part of `{name}`");
            let help = format!(
                "write `{name} = match sort {{ Sort::Newest, Sort::Amount }}` after the text, a pattern for each part"
            );
            return Err(text.fault(args.text.span(), choice.at, "parameter", &fault, &help));
        };
        if value.patterns.len() != choice.parts() {
            let (patterns, parts) = (value.patterns.len(), choice.parts());
            let fault = format!("`{name}` has {parts} parts, and {patterns} patterns choose one of them");
            return Err(error(
                value.name.span(),
                "parameter",
                fault,
                "write a pattern for each part, in the order of the text",
            ));
        }
    }
    for ChoiceValue { name, .. } in &args.choices {
        if !pieces.choices().iter().any(|choice| *name == choice.name) {
            let help = format!("write `ORDER BY {{{name}: .. | ..}}` into the text, or remove the value");
            return Err(error(name.span(), "parameter", format_args!("the text has no choice `{name}`"), help));
        }
    }
    for permission in &args.full_scans {
        check_without(permission, pieces)?;
    }
    Ok(())
}

/// Checks that `without(..)` names all parameters that decide about a piece, and no others.
fn check_without(permission: &FullScan, pieces: &Pieces) -> syn::Result<()> {
    let is_named = |other: &String| permission.without.iter().any(|name| name == other);
    for (place, name) in permission.without.iter().enumerate() {
        let refused = |fault: String, help: String| Err(error(name.span(), "full_scan", fault, help));
        if permission.without[..place].contains(name) {
            return refused(format!("`{name}` is named twice"), "remove one of them".to_owned());
        }
        let has = |condition: &Vec<String>| condition.iter().any(|other| name == other);
        if !pieces.conditions().iter().any(has) {
            let optional = pieces.conditions().iter().flatten().map(String::as_str);
            let help = match crate::diag::nearest(&name.to_string(), optional) {
                Some(nearest) => format!("write `{nearest}`"),
                None => "name parameters that stand only in `{? .. }`: the permission is for what is sent without them"
                    .to_owned(),
            };
            return refused(format!("`{name}` does not decide about any piece of the text"), help);
        }
        // A parameter that has a piece without this one does not decide alone.
        let decides = |other: &&String| !pieces.conditions().iter().any(|of| of.contains(other) && !has(of));
        let others = pieces.conditions().iter().filter(|condition| has(condition)).flatten();
        if let Some(other) = others.filter(decides).find(|other| !is_named(other)) {
            let fault = format!("a piece with `{name}` depends on `{other}`, too");
            let help = format!("write `without({name}, {other})`: the piece is left out if one of them has no value");
            return refused(fault, help);
        }
    }
    Ok(())
}

/// Writes the number of the part that the value of each choice selects.
pub(super) fn chosen(args: &Args, pieces: &Pieces) -> impl Iterator<Item = TokenStream> {
    pieces.choices().iter().filter_map(|choice| {
        let ChoiceValue { value, patterns, .. } = args.choices.iter().find(|value| value.name == choice.name)?;
        let span = super::located(value);
        let arms = patterns.iter().enumerate().map(|(number, pattern)| quote_spanned!(span=> #pattern => #number));
        let parts = choice.parts();
        Some(quote_spanned!(span=> (#parts, match #value { #(#arms),* })))
    })
}
