//! Evaluation of paths: each part takes the sequence of values from the part in front of it, and returns another
//! sequence.

use std::sync::Arc;

use super::{
    At, BinaryOperator, Json, Method, Path, PathExpr, PathFailure, PathResult, PathStep, Primary, Unary, failed,
};
use crate::error::Result;
use crate::expr::CompareOp;

pub(super) fn run(
    path: &Path,
    input: &Json,
    variables: &[(Arc<str>, Json)],
    spend: &mut dyn FnMut(usize) -> Result<()>,
) -> PathResult<Vec<Json>> {
    PathRun { is_strict: path.is_strict, input, variables, lengths: Vec::new(), filtered: Vec::new(), spend }
        .expr(&path.expr)
}

struct PathRun<'r> {
    is_strict: bool,
    input: &'r Json,
    variables: &'r [(Arc<str>, Json)],
    /// Lengths of the arrays whose subscripts are being computed, the innermost last.
    lengths: Vec<usize>,
    /// Values that filters are looking at, the innermost last.
    filtered: Vec<Json>,
    spend: &'r mut dyn FnMut(usize) -> Result<()>,
}

impl PathRun<'_> {
    fn expr(&mut self, expr: &PathExpr) -> PathResult<Vec<Json>> {
        (self.spend)(1).map_err(PathFailure::Stopped)?;
        match expr {
            PathExpr::Or(first, rest) => self.junction(first, rest, true),
            PathExpr::And(first, rest) => self.junction(first, rest, false),
            PathExpr::Compare(compare, _, sides) => self.compare(*compare, sides),
            PathExpr::Arithmetic(first, rest) => self.arithmetic(first, rest),
            PathExpr::Unary(Unary::Not, _, operand) => {
                let truth = self.truth(operand)?;
                Ok(one(truth.map(|truth| !truth)))
            }
            PathExpr::Unary(unary, _, operand) => self.signed(*unary, operand),
            PathExpr::StartsWith(at, sides) => self.starts_with(*at, sides),
            PathExpr::LikeRegex(_, input, pattern) => {
                let texts = self.expr(input)?;
                let texts = self.unpacked(texts)?;
                self.any(texts.iter().map(|text| match text {
                    Json::Text(text) => Some(pattern.matches(text.as_bytes())),
                    _ => None,
                }))
            }
            PathExpr::Exists(_, inner) => Ok(one(match self.expr(inner) {
                Ok(found) => Some(!found.is_empty()),
                Err(PathFailure::Path(_)) => None,
                Err(stopped) => return Err(stopped),
            })),
            PathExpr::Steps(primary, at, steps) => {
                let mut values = self.primary(primary, *at)?;
                for (step, at) in steps {
                    values = self.step(step, *at, values)?;
                    (self.spend)(values.len()).map_err(PathFailure::Stopped)?;
                }
                Ok(values)
            }
        }
    }

    fn primary(&mut self, primary: &Primary, at: At) -> PathResult<Vec<Json>> {
        let value = match primary {
            Primary::Number(number) => Json::double(*number),
            Primary::Text(text) => Json::Text(Arc::clone(text)),
            Primary::Bool(truth) => Json::Bool(*truth),
            Primary::Null => Json::Null,
            Primary::Whole => self.input.clone(),
            Primary::Filtered => match self.filtered.last() {
                Some(value) => value.clone(),
                None => return failed(at, 4715, "'@' is only allowed inside filters"),
            },
            Primary::Last => match self.lengths.last() {
                // In an empty array, `last` is -1.
                Some(length) => Json::double(*length as f64 - 1.0),
                None => return failed(at, 4707, "'last' is only allowed inside array subscripts"),
            },
            Primary::Variable(name) => match self.variables.iter().find(|(known, _)| known == name) {
                Some((_, value)) => value.clone(),
                None => return failed(at, 4711, format!("Undefined variable '{name}'")),
            },
            Primary::Parentheses(inner) => return self.expr(inner),
            Primary::IsUnknown(inner) => match self.expr(inner)?.as_slice() {
                [Json::Null] => Json::Bool(true),
                [Json::Bool(_)] => Json::Bool(false),
                [_] => {
                    let message = "is unknown predicate supports only bool and null types for its argument";
                    return failed(at, 4722, message);
                }
                _ => return failed(at, 4722, "Expected exactly 1 item as an argument for is unknown predicate"),
            },
        };
        Ok(vec![value])
    }

    fn step(&mut self, step: &PathStep, at: At, values: Vec<Json>) -> PathResult<Vec<Json>> {
        match step {
            PathStep::Member(_) | PathStep::Members => {
                let mut found = Vec::new();
                for value in self.unpacked(values)? {
                    match (step, &value) {
                        (PathStep::Member(key), Json::Object(members)) => match Json::member(members, key) {
                            Some(member) => found.push(member),
                            None if self.is_strict => return failed(at, 4702, "Member not found"),
                            None => {}
                        },
                        (_, Json::Object(members)) => found.extend(members.iter().map(|(_, member)| member.clone())),
                        _ if self.is_strict => return failed(at, 4701, "Expected object"),
                        _ => {}
                    }
                }
                Ok(found)
            }
            PathStep::Items(subscripts) => self.items(subscripts, at, values),
            PathStep::AllItems => {
                let mut found = Vec::new();
                for value in values {
                    match value {
                        Json::Array(items) => found.extend(items.iter().cloned()),
                        _ if self.is_strict => return failed(at, 4703, "Expected array"),
                        other => found.push(other),
                    }
                }
                Ok(found)
            }
            PathStep::Filter(condition) => {
                let mut found = Vec::new();
                for value in self.unpacked(values)? {
                    self.filtered.push(value);
                    let truth = self.expr(condition);
                    let value = self.filtered.pop();
                    match truth {
                        Ok(truth) if truth == [Json::Bool(true)] => found.extend(value),
                        Ok(_) | Err(PathFailure::Path(_)) => {}
                        Err(stopped) => return Err(stopped),
                    }
                }
                Ok(found)
            }
            PathStep::Method(name) => {
                let unpacks = !matches!(name, Method::Type | Method::Size);
                let values = if unpacks { self.unpacked(values)? } else { values };
                method(*name, at, values)
            }
        }
    }

    /// Evaluates `[1, 2 to last]`. The subscripts are computed for each array, because `last` differs.
    fn items(
        &mut self,
        subscripts: &[(PathExpr, Option<PathExpr>)],
        at: At,
        values: Vec<Json>,
    ) -> PathResult<Vec<Json>> {
        let mut found = Vec::new();
        for value in values {
            let items: Arc<[Json]> = match value {
                Json::Array(items) => items,
                _ if self.is_strict => return failed(at, 4703, "Expected array"),
                other => Arc::new([other]),
            };
            self.lengths.push(items.len());
            let places = self.subscripts(subscripts);
            self.lengths.pop();
            for ((from, from_at), to) in places? {
                let inside = |place: i64| usize::try_from(place).ok().filter(|place| *place < items.len());
                let (to, to_at) = to.unwrap_or((from, from_at));
                match (inside(from), inside(to)) {
                    (Some(first), Some(last)) if first <= last => {
                        (self.spend)(last - first).map_err(PathFailure::Stopped)?;
                        found.extend_from_slice(&items[first..=last]);
                    }
                    _ if !self.is_strict => {}
                    (Some(_), Some(_)) => {
                        return failed(from_at, 4706, "Range lower bound is greater than upper bound");
                    }
                    (None, _) => return failed(from_at, 4705, "Array index out of bounds"),
                    (_, None) => return failed(to_at, 4705, "Array index out of bounds"),
                }
            }
        }
        Ok(found)
    }

    #[allow(clippy::type_complexity, reason = "a place with its end, each with its position in the text")]
    fn subscripts(
        &mut self,
        subscripts: &[(PathExpr, Option<PathExpr>)],
    ) -> PathResult<Vec<((i64, At), Option<(i64, At)>)>> {
        let mut one = |expr: &PathExpr| -> PathResult<(i64, At)> {
            let at = expr.at();
            match self.expr(expr)?.as_slice() {
                [Json::Number(number)] => Ok((number.double().floor() as i64, at)),
                [_] => failed(at, 4704, "Array index must be number"),
                _ => failed(at, 4704, "Expected single number item for array index"),
            }
        };
        let both = |(from, to): &(PathExpr, Option<PathExpr>)| Ok((one(from)?, to.as_ref().map(&mut one).transpose()?));
        subscripts.iter().map(both).collect()
    }

    /// Evaluates an operand of a condition. Returns its truth value, or `None` for null.
    fn truth(&mut self, expr: &PathExpr) -> PathResult<Option<bool>> {
        let at = expr.at();
        match self.expr(expr)?.as_slice() {
            [Json::Null] => Ok(None),
            [Json::Bool(truth)] => Ok(Some(*truth)),
            [_] => failed(at, 4714, "Unsupported type for logical operation"),
            _ => failed(at, 4714, "Expected exactly 1 item as an operand for logical operation"),
        }
    }

    /// Evaluates `||` (`deciding` is `true`) or `&&` (`deciding` is `false`). One operand equal to `deciding` decides
    /// the result. All operands are computed.
    fn junction(&mut self, first: &PathExpr, rest: &[(At, PathExpr)], deciding: bool) -> PathResult<Vec<Json>> {
        let mut sum = self.truth(first)?;
        for (_, operand) in rest {
            let truth = self.truth(operand)?;
            sum = match (sum, truth) {
                (Some(truth), _) | (_, Some(truth)) if truth == deciding => Some(deciding),
                (Some(left), Some(right)) => Some(if deciding { left || right } else { left && right }),
                _ => None,
            };
        }
        Ok(one(sum))
    }

    fn compare(&mut self, compare: CompareOp, sides: &[PathExpr; 2]) -> PathResult<Vec<Json>> {
        let mut side = |expr: &PathExpr| match self.expr(expr).and_then(|values| self.unpacked(values)) {
            Ok(values) => Ok(Some(values)),
            Err(PathFailure::Path(_)) => Ok(None),
            Err(stopped) => Err(stopped),
        };
        let Some(left) = side(&sides[0])? else { return Ok(one(None)) };
        let Some(right) = side(&sides[1])? else { return Ok(one(None)) };
        (self.spend)(left.len().saturating_mul(right.len())).map_err(PathFailure::Stopped)?;
        self.any(left.iter().flat_map(|left| right.iter().map(move |right| compared(compare, left, right))))
    }

    /// Returns true if one of the truth values is true, and null if one of them is unknown. In lax mode the first value
    /// that is true or unknown decides.
    fn any(&self, truths: impl IntoIterator<Item = Option<bool>>) -> PathResult<Vec<Json>> {
        let (mut is_found, mut is_unknown) = (false, false);
        for truth in truths {
            is_found |= truth == Some(true);
            is_unknown |= truth.is_none();
            if !self.is_strict && (is_found || is_unknown) {
                break;
            }
        }
        Ok(one((!is_unknown).then_some(is_found)))
    }

    fn arithmetic(&mut self, first: &PathExpr, rest: &[(BinaryOperator, At, PathExpr)]) -> PathResult<Vec<Json>> {
        let mut sum = self.number(first)?;
        for (operator, at, operand) in rest {
            let right = self.number(operand)?;
            let is_zero = right.abs() <= EPSILON;
            if is_zero && matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo) {
                return failed(operand.at(), 4712, "Division by zero");
            }
            sum = match operator {
                BinaryOperator::Add => sum + right,
                BinaryOperator::Subtract => sum - right,
                BinaryOperator::Multiply => sum * right,
                BinaryOperator::Divide => sum / right,
                BinaryOperator::Modulo => sum % right,
            };
            if sum.is_infinite() {
                return failed(*at, 4713, "Binary operation result is infinity");
            }
        }
        Ok(vec![Json::double(sum)])
    }

    fn number(&mut self, expr: &PathExpr) -> PathResult<f64> {
        let at = expr.at();
        match self.expr(expr)?.as_slice() {
            [Json::Number(number)] => Ok(number.double()),
            [_] => failed(at, 4710, "Unsupported type for binary operations"),
            _ => failed(at, 4709, "Expected exactly 1 item as an operand for binary operation"),
        }
    }

    fn signed(&mut self, unary: Unary, operand: &PathExpr) -> PathResult<Vec<Json>> {
        let at = operand.at();
        let sign = |value| match value {
            Json::Number(number) if unary == Unary::Plus => Ok(Json::Number(number)),
            Json::Number(number) => Ok(Json::double(-number.double())),
            _ => failed(at, 4708, "Unsupported type for unary operations"),
        };
        self.expr(operand)?.into_iter().map(sign).collect()
    }

    fn starts_with(&mut self, at: At, sides: &[PathExpr; 2]) -> PathResult<Vec<Json>> {
        let texts = self.expr(&sides[0])?;
        let text = match texts.as_slice() {
            [Json::Text(text)] => Arc::clone(text),
            [_] => return failed(at, 4723, "Type of input argument for starts with predicate must be string"),
            _ => return failed(at, 4723, "Expected exactly 1 item as input argument for starts with predicate"),
        };
        let prefixes = self.expr(&sides[1])?;
        self.any(prefixes.iter().map(|prefix| match prefix {
            Json::Text(prefix) => Some(text.starts_with(&**prefix)),
            _ => None,
        }))
    }

    /// Replaces arrays with their items, one level deep, in lax mode. In strict mode, returns the values as they are.
    fn unpacked(&mut self, values: Vec<Json>) -> PathResult<Vec<Json>> {
        if self.is_strict || !values.iter().any(|value| matches!(value, Json::Array(_))) {
            return Ok(values);
        }
        let mut items = Vec::new();
        for value in values {
            match value {
                Json::Array(inner) => {
                    (self.spend)(inner.len()).map_err(PathFailure::Stopped)?;
                    items.extend(inner.iter().cloned());
                }
                other => items.push(other),
            }
        }
        Ok(items)
    }
}

/// Returns a truth value as a sequence.
fn one(truth: Option<bool>) -> Vec<Json> {
    vec![truth.map_or(Json::Null, Json::Bool)]
}

/// Applies a method to all values. Arrays were unpacked before, if the method requires it.
pub(super) fn method(method: Method, at: At, values: Vec<Json>) -> PathResult<Vec<Json>> {
    let mut found = Vec::with_capacity(values.len());
    for value in values {
        match method {
            Method::Type => found.push(Json::Text(type_name(&value).into())),
            Method::Size => found.push(Json::double(match &value {
                Json::Array(items) => items.len() as f64,
                _ => 1.0,
            })),
            Method::Abs | Method::Floor | Method::Ceiling => {
                let Json::Number(number) = value else {
                    return failed(at, 4716, "Unsupported type for numeric method");
                };
                let number = number.double();
                found.push(Json::double(match method {
                    Method::Abs => number.abs(),
                    Method::Floor => number.floor(),
                    _ => number.ceil(),
                }));
            }
            Method::Double => {
                let Json::Text(text) = value else {
                    return failed(at, 4717, "Unsupported type for double() method");
                };
                match double(&text) {
                    Some(number) if number.is_finite() => found.push(Json::double(number)),
                    Some(_) => return failed(at, 4719, "Parsed number is infinity"),
                    None => return failed(at, 4718, "Error parsing number from string"),
                }
            }
            Method::KeyValue => {
                let Json::Object(members) = value else {
                    return failed(at, 4720, "Unsupported type for keyvalue() method");
                };
                found.extend(members.iter().map(|(key, value)| {
                    let name = (Arc::from("name"), Json::Text(Arc::clone(key)));
                    Json::object(vec![name, (Arc::from("value"), value.clone())])
                }));
            }
        }
    }
    Ok(found)
}

const fn type_name(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "number",
        Json::Text(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    }
}

/// Parses a number from a text that has only digits, signs, points and exponents. An empty text gives 0.
fn double(text: &str) -> Option<f64> {
    if text.is_empty() {
        return Some(0.0);
    }
    let is_of_numbers =
        text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E'));
    text.parse().ok().filter(|_| is_of_numbers)
}

/// Greatest difference between two numbers that count as equal.
const EPSILON: f64 = 1e-20;

/// Returns `true` if a comparison of two values holds, or `None` if they cannot be compared.
///
/// Null equals null, and no other comparison with null holds. Strings compare by their bytes, and false is below true.
/// Arrays and objects cannot be compared, nor can values of different types.
pub(super) fn compared(compare: CompareOp, left: &Json, right: &Json) -> Option<bool> {
    if left.is_nested() || right.is_nested() {
        return None;
    }
    match (left, right) {
        (Json::Null, Json::Null) => Some(compare == CompareOp::Eq),
        (Json::Null, _) | (_, Json::Null) => Some(false),
        (Json::Bool(left), Json::Bool(right)) => Some(compare.test()(left.cmp(right))),
        (Json::Text(left), Json::Text(right)) => Some(compare.test()(left.cmp(right))),
        (Json::Number(left), Json::Number(right)) => {
            let (left, right) = (left.double(), right.double());
            let (less, greater) = (right - left > EPSILON, left - right > EPSILON);
            let equal = (left - right).abs() <= EPSILON;
            Some(match compare {
                CompareOp::Eq => equal,
                CompareOp::NotEq => !equal,
                CompareOp::Less => less,
                CompareOp::LessEq => !greater,
                CompareOp::Greater => greater,
                CompareOp::GreaterEq => !less,
            })
        }
        _ => None,
    }
}
