//! Combinations of a text's optional pieces: the facts of each, and the arguments that belong to it.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use ydb_yql::ast::Query;
use ydb_yql::facts::Facts;
use ydb_yql::pieces::{CHOSEN, Combination, Pieces};

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

    /// Returns the number of the combination: bits of the conditions that hold, and the number of the chosen parts.
    pub(super) fn id(&self, pieces: &Pieces) -> u64 {
        let chosen = pieces.choices().iter().zip(&self.combination.chosen);
        let number = chosen.fold(0, |number, (choice, part)| number * choice.parts() as u64 + *part as u64);
        self.combination.sent | number << CHOSEN
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
        let is_named = |other: &String| permission.without.iter().any(|name| name == other);
        for name in &permission.without {
            let own = pieces.conditions().iter().filter(|condition| condition.iter().any(|other| name == other));
            if let Some(other) = own.flatten().find(|other| !is_named(other)) {
                let fault = format!("a piece with `{name}` depends on `{other}`, too");
                let help =
                    format!("write `without({name}, {other})`: the piece is left out if one of them has no value");
                return Err(error(name.span(), "full_scan", fault, help));
            }
        }
    }
    for name in args.full_scans.iter().flat_map(|permission| &permission.without) {
        if !pieces.is_optional(&name.to_string()) {
            let fault = format!("`{name}` does not decide about any piece of the text");
            let help = "name parameters that stand only in `{? .. }`: the permission is for what is sent without them";
            return Err(error(name.span(), "full_scan", fault, help));
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
