//! Parser of paths. It works by precedence, from `||` down to a value with its steps, like YDB's grammar.

use std::sync::Arc;

use super::{At, BinaryOperator, Method, Mistake, Path, PathExpr, PathStep, Primary, Unary};
use crate::expr::CompareOp;
use crate::expr::patterns::RegexpPattern;

/// Maximum depth of nested parentheses, brackets and filters. YDB's limit is UNVERIFIED.
const DEEPEST: usize = 64;

const METHODS: [(&str, Method); 7] = [
    ("abs", Method::Abs),
    ("floor", Method::Floor),
    ("ceiling", Method::Ceiling),
    ("double", Method::Double),
    ("type", Method::Type),
    ("size", Method::Size),
    ("keyvalue", Method::KeyValue),
];

pub(super) fn parse(text: &str) -> Result<Path, Mistake> {
    let mut parser = PathParser { tokens: tokens(text)?, next: 0, depth: 0 };
    let is_strict = parser.eat_word("strict");
    if !is_strict {
        parser.eat_word("lax");
    }
    let expr = parser.expr()?;
    match parser.peek() {
        PathToken::End => Ok(Path { is_strict, expr }),
        _ => Err(parser.unexpected()),
    }
}

struct PathParser {
    /// Tokens of the path; the last one is the end.
    tokens: Vec<(PathToken, At)>,
    next: usize,
    depth: usize,
}

impl PathParser {
    fn at(&self) -> At {
        self.tokens.get(self.next).map(|(_, at)| *at).unwrap_or_default()
    }

    fn peek_at(&self, ahead: usize) -> &PathToken {
        self.tokens.get(self.next + ahead).map_or(&PathToken::End, |(token, _)| token)
    }

    fn peek(&self) -> &PathToken {
        self.peek_at(0)
    }

    fn unexpected(&self) -> Mistake {
        let what = match self.peek() {
            PathToken::Word(word) => format!("'{word}'"),
            PathToken::Variable(name) => format!("'${name}'"),
            PathToken::Number(number) => format!("'{number}'"),
            PathToken::Text(text, _) => format!("\"{text}\""),
            PathToken::Sign(sign) => format!("'{sign}'"),
            PathToken::End => "the end".to_owned(),
        };
        mistake(self.at(), format!("Unexpected {what}"))
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), PathToken::Word(found) if &**found == word);
        self.next += usize::from(found);
        found
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(0, sign);
        self.next += usize::from(found);
        found
    }

    fn is(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.peek_at(ahead), PathToken::Sign(found) if *found == sign)
    }

    fn expect(&mut self, sign: &str) -> Result<(), Mistake> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// Takes the next token if it is one of these signs. Returns the sign's meaning with its place.
    fn eat_one<T: Copy>(&mut self, signs: &[(&str, T)]) -> Option<(T, At)> {
        let at = self.at();
        let (_, found) = signs.iter().find(|(sign, _)| self.is(0, sign))?;
        self.next += 1;
        Some((*found, at))
    }

    fn expr(&mut self) -> Result<PathExpr, Mistake> {
        if self.depth == DEEPEST {
            return Err(mistake(self.at(), "The path is nested too deeply"));
        }
        self.depth += 1;
        let expr = self.or();
        self.depth -= 1;
        expr
    }

    fn or(&mut self) -> Result<PathExpr, Mistake> {
        let first = self.and()?;
        let rest = self.chain(&first, "||", Self::and)?;
        Ok(if rest.is_empty() { first } else { PathExpr::Or(Box::new(first), rest) })
    }

    fn and(&mut self) -> Result<PathExpr, Mistake> {
        let first = self.equality()?;
        let rest = self.chain(&first, "&&", Self::equality)?;
        Ok(if rest.is_empty() { first } else { PathExpr::And(Box::new(first), rest) })
    }

    /// Parses the operands after the first one. All operands must be conditions.
    fn chain(
        &mut self,
        first: &PathExpr,
        sign: &str,
        mut operand: impl FnMut(&mut Self) -> Result<PathExpr, Mistake>,
    ) -> Result<Vec<(At, PathExpr)>, Mistake> {
        let mut rest = Vec::new();
        while self.is(0, sign) {
            let at = self.at();
            self.next += 1;
            let operand = operand(self)?;
            if rest.is_empty() && !first.is_condition() {
                return Err(mistake(first.at(), "Left argument of logical operation needs to be boolean"));
            }
            if !operand.is_condition() {
                return Err(mistake(operand.at(), "Right argument of logical operation needs to be boolean"));
            }
            rest.push((at, operand));
        }
        Ok(rest)
    }

    fn equality(&mut self) -> Result<PathExpr, Mistake> {
        let left = self.comparison()?;
        let signs = [("==", CompareOp::Eq), ("!=", CompareOp::NotEq), ("<>", CompareOp::NotEq)];
        match self.eat_one(&signs) {
            Some((compare, at)) => Ok(PathExpr::Compare(compare, at, Box::new([left, self.comparison()?]))),
            None => Ok(left),
        }
    }

    fn comparison(&mut self) -> Result<PathExpr, Mistake> {
        let left = self.sum()?;
        let signs = [
            ("<", CompareOp::Less),
            ("<=", CompareOp::LessEq),
            (">", CompareOp::Greater),
            (">=", CompareOp::GreaterEq),
        ];
        match self.eat_one(&signs) {
            Some((compare, at)) => Ok(PathExpr::Compare(compare, at, Box::new([left, self.sum()?]))),
            None => Ok(left),
        }
    }

    fn sum(&mut self) -> Result<PathExpr, Mistake> {
        self.arithmetic(&[("+", BinaryOperator::Add), ("-", BinaryOperator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Result<PathExpr, Mistake> {
        let signs = [("*", BinaryOperator::Multiply), ("/", BinaryOperator::Divide), ("%", BinaryOperator::Modulo)];
        self.arithmetic(&signs, Self::unary)
    }

    fn arithmetic(
        &mut self,
        signs: &[(&str, BinaryOperator)],
        mut operand: impl FnMut(&mut Self) -> Result<PathExpr, Mistake>,
    ) -> Result<PathExpr, Mistake> {
        let first = operand(self)?;
        let mut rest = Vec::new();
        while let Some((operator, at)) = self.eat_one(signs) {
            rest.push((operator, at, operand(self)?));
        }
        Ok(if rest.is_empty() { first } else { PathExpr::Arithmetic(Box::new(first), rest) })
    }

    fn unary(&mut self) -> Result<PathExpr, Mistake> {
        let Some((unary, at)) = self.eat_one(&[("+", Unary::Plus), ("-", Unary::Minus), ("!", Unary::Not)]) else {
            return self.predicate();
        };
        let operand = self.predicate()?;
        if unary == Unary::Not && !operand.is_condition() {
            return Err(mistake(operand.at(), "Logical not needs boolean argument"));
        }
        Ok(PathExpr::Unary(unary, at, Box::new(operand)))
    }

    fn predicate(&mut self) -> Result<PathExpr, Mistake> {
        let at = self.at();
        if self.eat_word("exists") {
            self.expect("(")?;
            let inner = self.expr()?;
            self.expect(")")?;
            return Ok(PathExpr::Exists(at, Box::new(inner)));
        }
        let input = self.steps()?;
        let at = self.at();
        if self.eat_word("starts") {
            if !self.eat_word("with") {
                return Err(self.unexpected());
            }
            return Ok(PathExpr::StartsWith(at, Box::new([input, self.steps()?])));
        }
        if self.eat_word("like_regex") {
            let place = self.at();
            let regex = self.text()?;
            let mut is_caseless = false;
            if self.eat_word("flag") {
                let place = self.at();
                for flag in self.text()?.chars() {
                    match flag {
                        'i' => is_caseless = true,
                        other => return Err(mistake(place, format!("Unsupported regex flag '{other}'"))),
                    }
                }
            }
            let regex = if is_caseless { format!("(?i){regex}") } else { regex.to_string() };
            let pattern = RegexpPattern::new(regex.as_bytes(), false).map_err(|reason| mistake(place, reason))?;
            return Ok(PathExpr::LikeRegex(at, Box::new(input), Arc::new(pattern)));
        }
        Ok(input)
    }

    /// Parses a string in double quotes.
    fn text(&mut self) -> Result<Arc<str>, Mistake> {
        match self.peek().clone() {
            PathToken::Text(text, true) => {
                self.next += 1;
                Ok(text)
            }
            PathToken::Text(_, false) => Err(mistake(self.at(), "Only double quoted strings allowed")),
            _ => Err(self.unexpected()),
        }
    }

    fn steps(&mut self) -> Result<PathExpr, Mistake> {
        let (mut at, start) = (self.at(), self.next);
        let primary = self.primary()?;
        if matches!(primary, Primary::IsUnknown(_)) {
            // The place of the expression is that of `is`, the token before `unknown`.
            at = self.tokens.get(self.next.saturating_sub(2).max(start)).map_or(at, |(_, at)| *at);
        }
        let mut steps = Vec::new();
        loop {
            let begin = self.at();
            if self.eat("[") {
                steps.push((self.items()?, begin));
            } else if self.eat("?") {
                let begin = self.at();
                self.expect("(")?;
                let condition = self.expr()?;
                if !condition.is_condition() {
                    return Err(mistake(condition.at(), "Filter must return boolean value"));
                }
                self.expect(")")?;
                steps.push((PathStep::Filter(Box::new(condition)), begin));
            } else if self.eat(".") {
                let name = self.at();
                let step = self.after_dot()?;
                let begin = if matches!(step, PathStep::Member(_)) { begin } else { name };
                steps.push((step, begin));
            } else {
                return Ok(PathExpr::Steps(primary, at, steps));
            }
        }
    }

    fn after_dot(&mut self) -> Result<PathStep, Mistake> {
        if self.eat("*") {
            return Ok(PathStep::Members);
        }
        let name = match self.peek() {
            PathToken::Word(name) | PathToken::Text(name, _) => Arc::clone(name),
            _ => return Err(self.unexpected()),
        };
        let is_word = matches!(self.peek(), PathToken::Word(_));
        self.next += 1;
        if is_word && self.is(0, "(") {
            let Some((_, method)) = METHODS.iter().find(|(known, _)| **known == *name) else {
                return Err(self.unexpected());
            };
            self.next += 1;
            self.expect(")")?;
            return Ok(PathStep::Method(*method));
        }
        Ok(PathStep::Member(name))
    }

    /// Parses the subscripts of an array, after the `[`.
    fn items(&mut self) -> Result<PathStep, Mistake> {
        if self.is(0, "*") && self.is(1, "]") {
            self.next += 2;
            return Ok(PathStep::AllItems);
        }
        let mut subscripts = Vec::new();
        loop {
            let from = self.expr()?;
            let to = if self.eat_word("to") { Some(self.expr()?) } else { None };
            subscripts.push((from, to));
            if !self.eat(",") {
                self.expect("]")?;
                return Ok(PathStep::Items(subscripts));
            }
        }
    }

    fn primary(&mut self) -> Result<Primary, Mistake> {
        if self.eat("(") {
            let inner = Box::new(self.expr()?);
            self.expect(")")?;
            if !self.eat_word("is") {
                return Ok(Primary::Parentheses(inner));
            }
            if !self.eat_word("unknown") {
                return Err(self.unexpected());
            }
            return if inner.is_condition() {
                Ok(Primary::IsUnknown(inner))
            } else {
                Err(mistake(inner.at(), "is unknown predicate expectes boolean argument"))
            };
        }
        let primary = match self.peek() {
            PathToken::Number(number) => Primary::Number(*number),
            PathToken::Text(..) => return self.text().map(Primary::Text),
            PathToken::Variable(name) => Primary::Variable(Arc::clone(name)),
            PathToken::Sign("$") => Primary::Whole,
            PathToken::Sign("@") => Primary::Filtered,
            PathToken::Word(word) => match &**word {
                "last" => Primary::Last,
                "true" => Primary::Bool(true),
                "false" => Primary::Bool(false),
                "null" => Primary::Null,
                _ => return Err(self.unexpected()),
            },
            PathToken::Sign(_) | PathToken::End => return Err(self.unexpected()),
        };
        self.next += 1;
        Ok(primary)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum PathToken {
    /// Name or keyword.
    Word(Arc<str>),
    /// Variable, written as `$name`.
    Variable(Arc<str>),
    /// Number literal, which consists of digits.
    Number(f64),
    /// String without its quotes, and `true` if they are double quotes.
    Text(Arc<str>, bool),
    /// Operator or punctuation.
    Sign(&'static str),
    End,
}

/// Signs, with longer ones first, because the first sign that fits is taken.
const SIGNS: [&str; 24] = [
    "&&", "||", "==", "!=", "<>", "<=", ">=", "<", ">", "!", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ".",
    "?", "@", "$",
];

/// Splits a text into tokens with their places. The last token is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<(PathToken, At)>, Mistake> {
    let mut found = Vec::new();
    let (mut rest, mut at) = (text, At { line: 1, column: 0 });
    loop {
        let blank = rest.len() - rest.trim_start_matches([' ', '\r', '\t', '\n', '\u{c}']).len();
        pass(&mut rest, blank, &mut at);
        let Some(first) = rest.chars().next() else {
            found.push((PathToken::End, at));
            return Ok(found);
        };
        let (token, length) = match first {
            'a'..='z' | 'A'..='Z' | '_' => {
                let length = name_length(rest);
                (PathToken::Word(rest[..length].into()), length)
            }
            '0'..='9' => number(rest, at)?,
            '$' if name_length(&rest[1..]) > 0 => {
                let length = 1 + name_length(&rest[1..]);
                (PathToken::Variable(rest[1..length].into()), length)
            }
            '"' | '\'' => string(rest, first, at)?,
            _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (PathToken::Sign(sign), sign.len()),
                None => return Err(mistake(at, format!("Unexpected character '{first}'"))),
            },
        };
        found.push((token, at));
        pass(&mut rest, length, &mut at);
    }
}

pub(super) fn mistake(at: At, message: impl Into<String>) -> Mistake {
    Mistake { line: at.line, column: at.column, message: message.into() }
}

/// Moves forward by `length` bytes.
fn pass(rest: &mut &str, length: usize, at: &mut At) {
    let (passed, after) = rest.split_at(length);
    for letter in passed.chars() {
        match letter {
            '\n' => *at = At { line: at.line + 1, column: 0 },
            _ => at.column += 1,
        }
    }
    *rest = after;
}

fn name_length(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')).count()
}

/// Parses a number: digits, then a fraction and an exponent if there are any.
fn number(text: &str, at: At) -> Result<(PathToken, usize), Mistake> {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(0);
    if text[length..].starts_with('.') && digits(length + 1) > 0 {
        length += 1 + digits(length + 1);
    }
    if text[length..].starts_with(['e', 'E']) {
        let sign = usize::from(text[length + 1..].starts_with(['+', '-']));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    // Text of this form is always a number.
    let number: f64 = text[..length].parse().unwrap_or(f64::INFINITY);
    if number.is_finite() {
        Ok((PathToken::Number(number), length))
    } else {
        Err(mistake(at, "Number literal is infinity"))
    }
}

/// Parses a string in quotes. A backslash stands before a character that is meant literally, or before an escape letter
/// as in C.
fn string(text: &str, quote: char, at: At) -> Result<(PathToken, usize), Mistake> {
    let mut letters = text.char_indices().skip(1);
    let mut content = Vec::new();
    while let Some((place, letter)) = letters.next() {
        if letter == quote {
            let Ok(content) = String::from_utf8(content) else {
                return Err(mistake(at, "A string is not valid UTF-8"));
            };
            return Ok((PathToken::Text(content.into(), quote == '"'), place + 1));
        }
        if letter != '\\' {
            content.extend(letter.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        let Some((_, escaped)) = letters.next() else { break };
        let mut hexadecimal = |count: usize| {
            let digits: Option<Vec<u32>> = letters.by_ref().take(count).map(|(_, digit)| digit.to_digit(16)).collect();
            digits
                .filter(|digits| digits.len() == count)
                .map(|digits| digits.iter().fold(0, |sum, digit| sum * 16 + digit))
        };
        match escaped {
            'n' => content.push(b'\n'),
            't' => content.push(b'\t'),
            'r' => content.push(b'\r'),
            'b' => content.push(8),
            'f' => content.push(12),
            'a' => content.push(7),
            'v' => content.push(11),
            'x' => match hexadecimal(2).and_then(|byte| u8::try_from(byte).ok()) {
                Some(byte) => content.push(byte),
                None => return Err(mistake(at, "Invalid hexadecimal value")),
            },
            'u' | 'U' => match hexadecimal(if escaped == 'u' { 4 } else { 8 }).and_then(char::from_u32) {
                Some(letter) => content.extend(letter.encode_utf8(&mut [0; 4]).bytes()),
                None => return Err(mistake(at, "Invalid unicode value")),
            },
            other => content.extend(other.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    Err(mistake(at, "A string is not closed"))
}
