//! Optional pieces of a query's text, and the texts that result from sending or leaving out each piece.
//!
//! `{? AND status = $status }` is a piece: it is sent if `$status` has a value. `{order: amount | placed_at DESC}`
//! after ORDER BY is a choice: the program selects one of its parts. Each combination is a text as long as the whole
//! text. Blanks replace all that is not sent, so every position stays valid:
//!
//! ```text
//! WHERE customer = $customer {? AND status = $status } ORDER BY {order: amount | placed_at DESC}
//! WHERE customer = $customer    AND status = $status   ORDER BY         amount
//! WHERE customer = $customer                           ORDER BY                  placed_at DESC
//! ```

mod scan;

use std::ops::Range;

use crate::error::Position;
use crate::lexer::{Kind, tokens};
pub use scan::{Choice, PieceFault, Pieces};
use scan::{MARK, Piece, Scan};

/// Most conditions of a text. A condition is a distinct set of parameters that decides about pieces.
pub const MOST_CONDITIONS: usize = 6;

/// First bit of the number of the chosen parts in the id of a combination; a bit before it stands for a condition.
pub const CHOSEN: u32 = 8;

/// Most combinations of a text. A combination says which pieces are sent and which parts are chosen.
pub const MOST_COMBINATIONS: usize = 1 << MOST_CONDITIONS;

/// Selection of the pieces that are sent, and of one part of each choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// Bit set of conditions: a bit is set if the pieces of its condition are sent.
    pub sent: u64,
    /// Index of the chosen part, for each choice.
    pub chosen: Vec<usize>,
}

/// Cause of a fault that some combinations have: conditions whose pieces are sent, conditions whose pieces are left out,
/// both as bits, and the chosen parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    pub sent: u64,
    pub left_out: u64,
    /// `true` if the chosen parts of the first combination belong to it.
    pub is_chosen: bool,
}

impl Cause {
    /// Returns the cause of a fault: of the first failing combination, only so much that each combination with as much
    /// fails. `failing` has a bit for each combination with the fault. The cause of a fault of all combinations is empty.
    pub const fn of(ids: &[u64], failing: u64) -> Self {
        let (conditions, first) = ((1 << CHOSEN) - 1, ids[failing.trailing_zeros() as usize]);
        let mut cause = Cause { sent: first & conditions, left_out: ids[0] & conditions & !first, is_chosen: true };
        // Everything is left out of the cause that it does not need.
        let mut bit = 0;
        while bit <= 2 * CHOSEN {
            let less = match bit {
                0 => Cause { is_chosen: false, ..cause },
                1..=CHOSEN => Cause { sent: cause.sent & !(1 << (bit - 1)), ..cause },
                _ => Cause { left_out: cause.left_out & !(1 << (bit - 1 - CHOSEN)), ..cause },
            };
            if less.is_enough(ids, failing, first) {
                cause = less;
            }
            bit += 1;
        }
        cause
    }

    /// Returns `true` if each combination that has all of this fails.
    const fn is_enough(&self, ids: &[u64], failing: u64, first: u64) -> bool {
        let mut i = 0;
        while i < ids.len() {
            let is_chosen = !self.is_chosen || ids[i] >> CHOSEN == first >> CHOSEN;
            let has_all = is_chosen && ids[i] & self.sent == self.sent && ids[i] & self.left_out == 0;
            if has_all && failing >> i & 1 == 0 {
                return false;
            }
            i += 1;
        }
        true
    }
}

impl Pieces {
    /// Finds the pieces of a text; `None` if it has none. `is_parameter` returns `true` if the program gives a value to
    /// a `$name`.
    ///
    /// # Errors
    /// Fails on
    /// - a piece within another piece, without an end, or without a parameter,
    /// - a parameter of a piece that the text needs outside of pieces as well,
    /// - a choice of one part,
    /// - more conditions than [`MOST_CONDITIONS`], or more combinations than [`MOST_COMBINATIONS`].
    pub fn of(text: &str, is_parameter: &dyn Fn(&str) -> bool) -> Result<Option<Self>, PieceFault> {
        // A text with invalid tokens has no pieces: the parser reports the error.
        let Ok(tokens) = tokens(text, false, &mut || true) else { return Ok(None) };
        let mut scan = Scan::new(text, &tokens, is_parameter);
        scan.read()?;
        let pieces = scan.pieces;
        if pieces.pieces.is_empty() && pieces.choices.is_empty() {
            return Ok(None);
        }
        let (conditions, combinations) = (pieces.conditions.len(), pieces.combinations().len());
        if conditions <= MOST_CONDITIONS && combinations <= MOST_COMBINATIONS {
            return Ok(Some(pieces));
        }
        let piece = pieces.pieces.last().map(|piece| Position::of(text, piece.whole.start));
        let at = piece.or(pieces.choices.last().map(|choice| choice.at)).unwrap_or_default();
        let fault = if conditions > MOST_CONDITIONS {
            format!("the pieces depend on {conditions} conditions")
        } else {
            format!("the text stands for {combinations} queries")
        };
        let cure = format!(
            "write at most {MOST_CONDITIONS} conditions and {MOST_COMBINATIONS} combinations: let several pieces depend on the same \
             parameters, or write two queries"
        );
        Err(PieceFault::new(at, fault, cure))
    }

    /// Returns the parameters that decide about pieces, one list for each condition. The text uses them only within
    /// pieces.
    pub fn conditions(&self) -> &[Vec<String>] {
        &self.conditions
    }

    /// Returns the choices, in the order of the text.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Returns `true` if this parameter decides about a piece.
    pub fn is_optional(&self, parameter: &str) -> bool {
        self.conditions.iter().flatten().any(|name| name == parameter)
    }

    /// Returns the combinations that values can make; the first one sends all pieces.
    ///
    /// With two conditions `a` and `a, b`, the second one never holds without the first one.
    pub fn combinations(&self) -> Vec<Combination> {
        let count = self.conditions.len().min(MOST_CONDITIONS + 1);
        let all = (1_u64 << count) - 1;
        let sets: Vec<u64> = (0..=all).rev().filter(|&sent| self.is_possible(sent)).collect();
        let mut combinations = vec![Combination { sent: 0, chosen: Vec::new() }];
        for choice in &self.choices {
            let longer = |of: &Combination, part| {
                let chosen = of.chosen.iter().copied().chain([part]).collect();
                Combination { sent: 0, chosen }
            };
            combinations =
                combinations.iter().flat_map(|of| (0..choice.parts()).map(move |part| longer(of, part))).collect();
            combinations.truncate(2 * MOST_COMBINATIONS);
        }
        let with = |chosen: &Combination, &sent: &u64| Combination { sent, ..chosen.clone() };
        combinations.iter().flat_map(|chosen| sets.iter().map(move |sent| with(chosen, sent))).collect()
    }

    /// Returns `true` if some values make exactly these conditions hold. `sent` has a bit for each condition.
    fn is_possible(&self, sent: u64) -> bool {
        let holds = |number: usize| sent >> number & 1 == 1;
        let of = |number: usize| self.conditions.get(number).into_iter().flatten();
        let given: Vec<&String> = (0..self.conditions.len()).filter(|&number| holds(number)).flat_map(of).collect();
        (0..self.conditions.len()).all(|number| holds(number) || of(number).any(|name| !given.contains(&name)))
    }

    /// Returns the number of a combination: bits of the conditions that hold, and the number of the chosen parts.
    pub fn id(&self, combination: &Combination) -> u64 {
        let chosen = self.choices.iter().zip(&combination.chosen);
        let number = chosen.fold(0, |number, (choice, part)| number * choice.parts() as u64 + *part as u64);
        combination.sent | number << CHOSEN
    }

    /// Describes what a combination leaves out, sends and chooses: "without `since` and with `status`". Empty for the
    /// first combination, which sends all pieces.
    pub fn name(&self, whole: &str, combination: &Combination) -> String {
        let left_out = ((1 << self.conditions.len()) - 1) & !combination.sent;
        let is_first = left_out == 0 && combination.chosen.iter().all(|&part| part == 0);
        let sent = if left_out == 0 { 0 } else { combination.sent };
        self.cause(whole, Cause { sent, left_out, is_chosen: !is_first }, combination)
    }

    /// Describes the cause of a fault, of which `first` is the first failing combination.
    pub fn cause(&self, whole: &str, cause: Cause, first: &Combination) -> String {
        let list = |conditions: u64, others: &[&String]| {
            let mut names: Vec<&String> = Vec::new();
            for name in
                self.conditions.iter().enumerate().filter(|(at, _)| conditions >> at & 1 == 1).flat_map(|of| of.1)
            {
                if !others.contains(&name) && !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        };
        let with = list(cause.sent, &[]);
        let without = list(cause.left_out, &with);
        let shown = |word: &str, names: Vec<&String>| {
            let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
            (!names.is_empty()).then(|| format!("{word} {}", names.join(", ")))
        };
        let chosen = cause.is_chosen.then(|| self.order(whole, first)).filter(|order| !order.is_empty());
        let parts = [shown("without", without), shown("with", with), chosen];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }

    /// Describes the chosen parts of a combination; empty if the text has no choice.
    pub fn order(&self, whole: &str, combination: &Combination) -> String {
        let parts = self.choices.iter().zip(&combination.chosen).map(|(choice, &part)| {
            let part = whole[choice.parts[part].clone()].trim();
            match self.choices.len() {
                1 => format!("ordered by `{part}`"),
                _ => format!("`{}` = `{part}`", choice.name),
            }
        });
        parts.collect::<Vec<_>>().join(" and ")
    }

    /// Returns the text of a combination. It is as long as `whole`, with blanks in place of all that is not sent.
    pub fn text(&self, whole: &str, combination: &Combination) -> String {
        let mut out = whole.as_bytes().to_vec();
        let mut blank = |range: Range<usize>| {
            let bytes = out[range].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r'));
            bytes.for_each(|byte| *byte = b' ');
        };
        for Piece { whole, condition } in &self.pieces {
            if combination.sent >> condition & 1 == 1 {
                blank(whole.start..whole.start + MARK.len());
                blank(whole.end - 1..whole.end);
            } else {
                blank(whole.clone());
            }
        }
        for (Choice { whole, parts, .. }, &chosen) in self.choices.iter().zip(&combination.chosen) {
            blank(whole.start..parts[chosen].start);
            blank(parts[chosen].end..whole.end);
        }
        // Only whole tokens became blanks, so the bytes are still UTF-8.
        String::from_utf8(out).unwrap_or_default()
    }
}

/// Replaces each run of blanks in a combination's text by one blank, or by none before `)`, `,`, `;` and the end.
/// Lines, comments and literals stay as they are.
pub fn squeeze(text: &str) -> String {
    let Ok(tokens) = tokens(text, false, &mut || true) else { return text.to_owned() };
    let (mut out, mut copied) = (String::with_capacity(text.len()), 0);
    for token in tokens {
        let between = &text[copied..token.start];
        let is_blank = !between.is_empty() && between.bytes().all(|byte| byte == b' ');
        out += match token.kind {
            Kind::End | Kind::RightParen | Kind::Comma | Kind::Semicolon if is_blank => "",
            _ if is_blank && copied > 0 => " ",
            _ => between,
        };
        out += &text[token.start..token.end];
        copied = token.end;
    }
    out
}
