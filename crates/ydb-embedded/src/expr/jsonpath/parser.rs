//! The parser of paths: by precedence, from `||` down to a value with its steps, as the grammar has it.

use std::sync::Arc;

use super::Mistake;
use super::lexer::{Token, mistake, tokens};
use super::tree::{At, BinaryOperator, Compare, Expr, Method, Path, Primary, Step, Unary};
use crate::expr::regexp::Pattern;

/// How deep parentheses, brackets and filters may be nested. YDB's limit is UNVERIFIED.
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
    let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0 };
    let is_strict = parser.eat_word("strict");
    if !is_strict {
        parser.eat_word("lax");
    }
    let expr = parser.expr()?;
    match parser.peek() {
        Token::End => Ok(Path { is_strict, expr }),
        _ => Err(parser.unexpected()),
    }
}

struct Parser {
    /// The last one is the end.
    tokens: Vec<(Token, At)>,
    next: usize,
    depth: usize,
}

impl Parser {
    fn at(&self) -> At {
        self.tokens.get(self.next).map(|(_, at)| *at).unwrap_or_default()
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        self.tokens.get(self.next + ahead).map_or(&Token::End, |(token, _)| token)
    }

    fn peek(&self) -> &Token {
        self.peek_at(0)
    }

    fn unexpected(&self) -> Mistake {
        let what = match self.peek() {
            Token::Word(word) => format!("'{word}'"),
            Token::Variable(name) => format!("'${name}'"),
            Token::Number(number) => format!("'{number}'"),
            Token::Text(text, _) => format!("\"{text}\""),
            Token::Sign(sign) => format!("'{sign}'"),
            Token::End => "the end".to_owned(),
        };
        mistake(self.at(), format!("Unexpected {what}"))
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(found) if &**found == word);
        self.next += usize::from(found);
        found
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(0, sign);
        self.next += usize::from(found);
        found
    }

    fn is(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.peek_at(ahead), Token::Sign(found) if *found == sign)
    }

    fn expect(&mut self, sign: &str) -> Result<(), Mistake> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// The first of these signs that stands here, with its place.
    fn eat_one<T: Copy>(&mut self, signs: &[(&str, T)]) -> Option<(T, At)> {
        let at = self.at();
        let (_, found) = signs.iter().find(|(sign, _)| self.is(0, sign))?;
        self.next += 1;
        Some((*found, at))
    }

    fn expr(&mut self) -> Result<Expr, Mistake> {
        if self.depth == DEEPEST {
            return Err(mistake(self.at(), "The path is nested too deeply"));
        }
        self.depth += 1;
        let expr = self.or();
        self.depth -= 1;
        expr
    }

    fn or(&mut self) -> Result<Expr, Mistake> {
        let first = self.and()?;
        let rest = self.chain(&first, "||", Self::and)?;
        Ok(if rest.is_empty() { first } else { Expr::Or(Box::new(first), rest) })
    }

    fn and(&mut self) -> Result<Expr, Mistake> {
        let first = self.equality()?;
        let rest = self.chain(&first, "&&", Self::equality)?;
        Ok(if rest.is_empty() { first } else { Expr::And(Box::new(first), rest) })
    }

    /// The operands after the first one, all of which must be conditions.
    fn chain(
        &mut self,
        first: &Expr,
        sign: &str,
        mut operand: impl FnMut(&mut Self) -> Result<Expr, Mistake>,
    ) -> Result<Vec<(At, Expr)>, Mistake> {
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

    fn equality(&mut self) -> Result<Expr, Mistake> {
        let left = self.comparison()?;
        let signs = [("==", Compare::Equal), ("!=", Compare::NotEqual), ("<>", Compare::NotEqual)];
        match self.eat_one(&signs) {
            Some((compare, at)) => Ok(Expr::Compare(compare, at, Box::new([left, self.comparison()?]))),
            None => Ok(left),
        }
    }

    fn comparison(&mut self) -> Result<Expr, Mistake> {
        let left = self.sum()?;
        let signs =
            [("<", Compare::Less), ("<=", Compare::LessEqual), (">", Compare::Greater), (">=", Compare::GreaterEqual)];
        match self.eat_one(&signs) {
            Some((compare, at)) => Ok(Expr::Compare(compare, at, Box::new([left, self.sum()?]))),
            None => Ok(left),
        }
    }

    fn sum(&mut self) -> Result<Expr, Mistake> {
        self.arithmetic(&[("+", BinaryOperator::Add), ("-", BinaryOperator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Result<Expr, Mistake> {
        let signs = [("*", BinaryOperator::Multiply), ("/", BinaryOperator::Divide), ("%", BinaryOperator::Modulo)];
        self.arithmetic(&signs, Self::unary)
    }

    fn arithmetic(
        &mut self,
        signs: &[(&str, BinaryOperator)],
        mut operand: impl FnMut(&mut Self) -> Result<Expr, Mistake>,
    ) -> Result<Expr, Mistake> {
        let first = operand(self)?;
        let mut rest = Vec::new();
        while let Some((operator, at)) = self.eat_one(signs) {
            rest.push((operator, at, operand(self)?));
        }
        Ok(if rest.is_empty() { first } else { Expr::Arithmetic(Box::new(first), rest) })
    }

    fn unary(&mut self) -> Result<Expr, Mistake> {
        let Some((unary, at)) = self.eat_one(&[("+", Unary::Plus), ("-", Unary::Minus), ("!", Unary::Not)]) else {
            return self.predicate();
        };
        let operand = self.predicate()?;
        if unary == Unary::Not && !operand.is_condition() {
            return Err(mistake(operand.at(), "Logical not needs boolean argument"));
        }
        Ok(Expr::Unary(unary, at, Box::new(operand)))
    }

    fn predicate(&mut self) -> Result<Expr, Mistake> {
        let at = self.at();
        if self.eat_word("exists") {
            self.expect("(")?;
            let inner = self.expr()?;
            self.expect(")")?;
            return Ok(Expr::Exists(at, Box::new(inner)));
        }
        let input = self.steps()?;
        let at = self.at();
        if self.eat_word("starts") {
            if !self.eat_word("with") {
                return Err(self.unexpected());
            }
            return Ok(Expr::StartsWith(at, Box::new([input, self.steps()?])));
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
            let pattern = Pattern::new(regex.as_bytes(), false).map_err(|reason| mistake(place, reason))?;
            return Ok(Expr::LikeRegex(at, Box::new(input), Arc::new(pattern)));
        }
        Ok(input)
    }

    /// A string in double quotes.
    fn text(&mut self) -> Result<Arc<str>, Mistake> {
        match self.peek().clone() {
            Token::Text(text, true) => {
                self.next += 1;
                Ok(text)
            }
            Token::Text(_, false) => Err(mistake(self.at(), "Only double quoted strings allowed")),
            _ => Err(self.unexpected()),
        }
    }

    fn steps(&mut self) -> Result<Expr, Mistake> {
        let (mut at, start) = (self.at(), self.next);
        let primary = self.primary()?;
        if matches!(primary, Primary::IsUnknown(_)) {
            // The place of `is`, which stands before `unknown`.
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
                steps.push((Step::Filter(Box::new(condition)), begin));
            } else if self.eat(".") {
                let name = self.at();
                let step = self.after_dot()?;
                let begin = if matches!(step, Step::Member(_)) { begin } else { name };
                steps.push((step, begin));
            } else {
                return Ok(Expr::Steps(primary, at, steps));
            }
        }
    }

    fn after_dot(&mut self) -> Result<Step, Mistake> {
        if self.eat("*") {
            return Ok(Step::Members);
        }
        let name = match self.peek() {
            Token::Word(name) | Token::Text(name, _) => Arc::clone(name),
            _ => return Err(self.unexpected()),
        };
        let is_word = matches!(self.peek(), Token::Word(_));
        self.next += 1;
        if is_word && self.is(0, "(") {
            let Some((_, method)) = METHODS.iter().find(|(known, _)| **known == *name) else {
                return Err(self.unexpected());
            };
            self.next += 1;
            self.expect(")")?;
            return Ok(Step::Method(*method));
        }
        Ok(Step::Member(name))
    }

    /// After `[`.
    fn items(&mut self) -> Result<Step, Mistake> {
        if self.is(0, "*") && self.is(1, "]") {
            self.next += 2;
            return Ok(Step::AllItems);
        }
        let mut subscripts = Vec::new();
        loop {
            let from = self.expr()?;
            let to = if self.eat_word("to") { Some(self.expr()?) } else { None };
            subscripts.push((from, to));
            if !self.eat(",") {
                self.expect("]")?;
                return Ok(Step::Items(subscripts));
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
            return match inner.is_condition() {
                true => Ok(Primary::IsUnknown(inner)),
                false => Err(mistake(inner.at(), "is unknown predicate expectes boolean argument")),
            };
        }
        let primary = match self.peek() {
            Token::Number(number) => Primary::Number(*number),
            Token::Text(..) => return self.text().map(Primary::Text),
            Token::Variable(name) => Primary::Variable(Arc::clone(name)),
            Token::Sign("$") => Primary::Whole,
            Token::Sign("@") => Primary::Filtered,
            Token::Word(word) => match &**word {
                "last" => Primary::Last,
                "true" => Primary::Bool(true),
                "false" => Primary::Bool(false),
                "null" => Primary::Null,
                _ => return Err(self.unexpected()),
            },
            Token::Sign(_) | Token::End => return Err(self.unexpected()),
        };
        self.next += 1;
        Ok(primary)
    }
}
