//! Evaluation of typed expressions.
//!
//! Evaluation is a walk over the tree. The compiler has made all conversions explicit, so each node only looks at
//! values. Values are borrowed where they already exist (constants, columns, parameters), and owned where they are
//! computed. NULL is a value like any other, and each operator treats it by its own rule. AND and OR use three-valued
//! logic. A function has `automap` bits, which name the arguments whose NULL makes the result NULL.
//!
//! Only `Unwrap`, `Ensure` and a few functions fail at run time. Every other operation without a result is NULL.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use super::json::settle;
use super::lambda::{apply, fold};
use super::lookup::{Typed, among, equal, item_type, one_storage};
use super::{Inputs, lookup, memory, patterns};
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::expr::{Calculation, Expr, ExprKind, In, InSet, Invocation, LookupSet};
use crate::types::{self, Type, Value, unwrap_present, wrap_present};
use crate::work::{sort_by, tick};

/// Evaluates an expression.
///
/// Fails for `Unwrap` of NULL, and for an `Ensure` whose condition is not true.
pub fn eval(expr: &Expr, inputs: &Inputs<'_>) -> Result<Value> {
    tick(1)?;
    Ok(match &expr.kind {
        ExprKind::Const(_) | ExprKind::Column(_) | ExprKind::Param(_) | ExprKind::Subquery(_) | ExprKind::Local(_) => {
            eval_ref(expr, inputs)?.into_owned()
        }
        ExprKind::Convert(operand) => {
            let value = copied(operand, inputs)?;
            types::convert(&value, &operand.ty, &expr.ty).unwrap_or(Value::Null)
        }
        ExprKind::Cast(operand) => types::cast(&*copied(operand, inputs)?, &operand.ty, &expr.ty),
        ExprKind::BitCast(operand) => types::bitcast(&*eval_ref(operand, inputs)?, &expr.ty),
        ExprKind::And(items) => junction(items, false, inputs)?,
        ExprKind::Or(items) => junction(items, true, inputs)?,
        ExprKind::Xor(items) => {
            let mut odd = Some(false);
            for item in items {
                odd = odd.zip(truth(item, inputs)?).map(|(odd, truth)| odd != truth);
            }
            bool_value(odd)
        }
        ExprKind::Not(operand) => bool_value(truth(operand, inputs)?.map(|truth| !truth)),
        ExprKind::Compare(op, pair) => {
            let (left, right) = (eval_ref(&pair[0], inputs)?, eval_ref(&pair[1], inputs)?);
            memory::walk(&left)?;
            bool_value(lookup::compare_values(*op, (&left, &pair[0].ty), (&right, &pair[1].ty)))
        }
        ExprKind::Distinct(pair) => {
            let (left, right) = (eval_ref(&pair[0], inputs)?, eval_ref(&pair[1], inputs)?);
            memory::walk(&left)?;
            Value::Bool(!lookup::same((&left, &pair[0].ty), (&right, &pair[1].ty)))
        }
        ExprKind::Arithmetic(first, rest) => {
            let (mut left, mut ty) = (eval_ref(first, inputs)?, &first.ty);
            for Calculation { op, right, ty: result } in rest {
                let value = eval_ref(right, inputs)?;
                left = Cow::Owned(types::arithmetic(*op, &left, ty, &value, &right.ty, result));
                ty = result;
            }
            left.into_owned()
        }
        ExprKind::Negate(operand) => types::negate(&*eval_ref(operand, inputs)?, &operand.ty),
        ExprKind::BitNot(operand) => types::bit_not(&*eval_ref(operand, inputs)?, &operand.ty),
        ExprKind::IsNull(operand) => Value::Bool(eval_ref(operand, inputs)?.is_null()),
        ExprKind::In(set) => is_in(set, inputs)?,
        ExprKind::Case(branches, otherwise) => {
            for (condition, value) in branches {
                if truth(condition, inputs)? == Some(true) {
                    return eval(value, inputs);
                }
            }
            eval(otherwise, inputs)?
        }
        ExprKind::Coalesce(items) => {
            for item in items {
                let value = eval(item, inputs)?;
                if !value.is_null() {
                    return Ok(value);
                }
            }
            Value::Null
        }
        ExprKind::Concat(items) => {
            let parts = items.iter().map(|item| eval_ref(item, inputs)).collect::<Result<Vec<_>>>()?;
            concat(&parts, inputs)?
        }
        ExprKind::Like(matching) => {
            let text = eval_ref(&matching.text, inputs)?;
            bool_value(match &matching.compiled {
                Some(pattern) => pattern.matches(&text),
                None => {
                    let pattern = eval_ref(&matching.pattern, inputs)?;
                    patterns::LikePattern::of(&pattern, matching.escape, matching.ignore_case)
                        .and_then(|pattern| pattern.matches(&text))
                }
            })
        }
        ExprKind::Regexp(matching) => {
            let text = eval_ref(&matching.text, inputs)?;
            let Some(bytes) = text.as_bytes() else { return Ok(Value::Bool(false)) };
            Value::Bool(match &matching.compiled {
                Some(pattern) => pattern.matches(bytes),
                None => {
                    let pattern = eval_ref(&matching.pattern, inputs)?;
                    patterns::RegexpPattern::cached(pattern.as_bytes().unwrap_or_default(), matching.whole)
                        .map_err(|reason| terminated(expr.at, &reason, None))?
                        .matches(bytes)
                }
            })
        }
        ExprKind::Items(items) => {
            inputs.env.make(items.len() * size_of::<Value>())?;
            Value::Items(eval_all(items, inputs)?.into())
        }
        ExprKind::Dict(pairs) => dict(pairs, inputs)?,
        ExprKind::Member(operand, index) => match unwrap_present(&*eval_ref(operand, inputs)?) {
            Value::Items(items) => items.get(*index).cloned().unwrap_or(Value::Null),
            _ => Value::Null,
        },
        ExprKind::Index(pair) => {
            let (whole, key) = (eval_ref(&pair[0], inputs)?, eval_ref(&pair[1], inputs)?);
            memory::walk(&key)?;
            index(&whole, &key)
        }
        ExprKind::Just(operand) => wrap_present(eval(operand, inputs)?, &operand.ty),
        ExprKind::Unwrap(operand, message) => {
            let value = eval(operand, inputs)?;
            if value.is_null() {
                let message = message.as_ref().map(|message| eval(message, inputs)).transpose()?;
                return Err(terminated(expr.at, "Failed to unwrap empty optional", message.as_ref()));
            }
            match value {
                Value::Just(inner) => Value::clone(&inner),
                value => value,
            }
        }
        ExprKind::Ensure(items) => ensure(items, expr.at, inputs)?,
        ExprKind::Let(values, body) => {
            let mut locals = inputs.locals.to_vec();
            locals.extend(eval_all(values, inputs)?);
            eval(body, &Inputs { locals: &locals, ..*inputs })?
        }
        ExprKind::Each(function, pair) => match eval(&pair[0], inputs)? {
            Value::Items(items) => whole(apply(*function, &items, &pair[1].ty, inputs.env, lambda(&pair[1], inputs))?)?,
            _ => Value::Null,
        },
        ExprKind::Fold(from_first, parts) => match eval(&parts[0], inputs)? {
            Value::Items(items) => fold_items(*from_first, &items, parts, inputs)?,
            _ => Value::Null,
        },
        ExprKind::Json(call) => settle(call, &expr.ty, inputs.env, &mut |part| eval(part, inputs))?
            .map_err(|ending| terminated(expr.at, &ending.what, ending.message.as_ref()))?,
        ExprKind::Call { run, automap, args: exprs, .. } => {
            let before = inputs.env.made();
            let args = eval_all(exprs, inputs)?;
            let absent = |(position, value): (usize, &Value)| automap >> position & 1 == 1 && value.is_null();
            if args.iter().enumerate().any(absent) {
                return Ok(Value::Null);
            }
            let failure = OnceCell::new();
            let value = run(&Invocation { args: &args, exprs, ty: &expr.ty, env: inputs.env, failure: &failure });
            match failure.into_inner() {
                Some(mut error) => {
                    error.issues.iter_mut().take(1).for_each(|issue| issue.at = Some(expr.at));
                    return Err(error);
                }
                None => {
                    // A list may share the values of its arguments. With any other result, the arguments are no longer
                    // held.
                    if !matches!(value, Value::Items(_) | Value::Dict(_) | Value::Just(_)) {
                        inputs.env.keep(before);
                    }
                    inputs.env.make(memory::made(&value))?;
                    whole(value)?
                }
            }
        }
    })
}

/// Returns `true` if a condition is true. NULL counts as false.
pub fn is_true(condition: &Expr, inputs: &Inputs<'_>) -> Result<bool> {
    Ok(truth(condition, inputs)? == Some(true))
}

/// Evaluates an expression, and borrows its value if it already exists.
fn eval_ref<'a>(expr: &'a Expr, inputs: &Inputs<'a>) -> Result<Cow<'a, Value>> {
    let ready = match &expr.kind {
        ExprKind::Const(value) => Some(value),
        ExprKind::Column(position) => inputs.row.get(*position),
        ExprKind::Param(position) => inputs.env.params.get(*position),
        ExprKind::Subquery(position) => match inputs.env.subqueries.get(*position) {
            Some(Ok(value)) => Some(value),
            Some(Err(error)) => return Err(error.clone()),
            None => None,
        },
        ExprKind::Local(depth) => inputs.locals.get(*depth),
        _ => return eval(expr, inputs).map(Cow::Owned),
    };
    match ready {
        Some(value) => Ok(Cow::Borrowed(value)),
        None => Err(Error::new(Status::InternalError, "An expression refers to a value that does not exist")),
    }
}

/// Evaluates an expression whose value is about to be converted, and counts the memory of the conversion. A converted
/// value shares nothing with the original.
fn copied<'a>(operand: &'a Expr, inputs: &Inputs<'a>) -> Result<Cow<'a, Value>> {
    let value = eval_ref(operand, inputs)?;
    inputs.env.make(memory::walk(&value)?)?;
    Ok(value)
}

fn eval_all(items: &[Expr], inputs: &Inputs<'_>) -> Result<Vec<Value>> {
    items.iter().map(|item| eval(item, inputs)).collect()
}

fn truth(expr: &Expr, inputs: &Inputs<'_>) -> Result<Option<bool>> {
    Ok(match *eval_ref(expr, inputs)? {
        Value::Bool(truth) => Some(truth),
        _ => None,
    })
}

fn bool_value(truth: Option<bool>) -> Value {
    truth.map_or(Value::Null, Value::Bool)
}

/// Evaluates AND (`deciding` is `false`) or OR (`deciding` is `true`). An operand equal to `deciding` decides the
/// result. Without such an operand, a NULL makes the result NULL.
fn junction(items: &[Expr], deciding: bool, inputs: &Inputs<'_>) -> Result<Value> {
    let mut unknown = false;
    for item in items {
        match truth(item, inputs)? {
            Some(truth) if truth == deciding => return Ok(Value::Bool(deciding)),
            Some(_) => {}
            None => unknown = true,
        }
    }
    Ok(if unknown { Value::Null } else { Value::Bool(!deciding) })
}

fn is_in(lookup: &In, inputs: &Inputs<'_>) -> Result<Value> {
    let value = eval_ref(&lookup.needle, inputs)?;
    memory::walk(&value)?;
    let needle = (&*value, &lookup.needle.ty);
    let found = match &lookup.set {
        InSet::Constant(set) => set.contains(needle),
        InSet::Items(items) => {
            let mut unknown = false;
            for item in items {
                tick(1)?;
                match equal(needle, (&*eval_ref(item, inputs)?, &item.ty)) {
                    Some(true) => return Ok(Value::Bool(true)),
                    Some(false) => {}
                    None => unknown = true,
                }
            }
            (!unknown).then_some(false)
        }
        InSet::List(list) => in_list(needle, list, inputs)?,
    };
    Ok(found.map_or(Value::Null, Value::Bool))
}

/// Converts a value to its stored form in another type. Returns `None` if equal values of the two types are stored
/// differently, unless both types are integers. Returns `Some(None)` if the other integer type lacks the value.
fn as_stored<'v>((value, ty): Typed<'v>, to: &Type) -> Option<Option<Cow<'v, Value>>> {
    if one_storage(ty, to) {
        return Some(Some(Cow::Borrowed(value)));
    }
    match (ty.unwrap_optional(), to.unwrap_optional(), value) {
        (Type::Primitive(from), Type::Primitive(to), Value::Int(number)) if from.is_integer() && to.is_integer() => {
            Some(u64::try_from(*number).ok().map(|number| Cow::Owned(Value::Uint(number))))
        }
        (Type::Primitive(from), Type::Primitive(to), Value::Uint(number)) if from.is_integer() && to.is_integer() => {
            Some(i64::try_from(*number).ok().map(|number| Cow::Owned(Value::Int(number))))
        }
        _ => None,
    }
}

fn in_list(needle: Typed<'_>, list: &Expr, inputs: &Inputs<'_>) -> Result<Option<bool>> {
    let cached = match list.kind {
        ExprKind::Param(position) => inputs.env.sets.get(position),
        ExprKind::Subquery(position) => inputs.env.sets.get(inputs.env.params.len() + position),
        _ => None,
    };
    let values = eval_ref(list, inputs)?;
    let item = item_type(&list.ty).unwrap_or(&Type::Null);
    if let (Some(cell), Value::Items(items)) = (cached, &*values)
        && let Some(needle) = as_stored(needle, item)
    {
        let set = match cell.get() {
            Some(set) => set,
            None => {
                let set = Arc::new(LookupSet::new(items.iter(), item)?);
                cell.get_or_init(|| set)
            }
        };
        return Ok(match needle {
            Some(value) => set.contains((&value, item)),
            None => (!set.has_null).then_some(false),
        });
    }
    tick(match &*values {
        Value::Items(items) => items.len(),
        Value::Dict(pairs) => pairs.len(),
        _ => 0,
    })?;
    Ok(match &*values {
        Value::Items(items) => among(items.iter().map(|value| (value, item)), needle, false),
        Value::Dict(pairs) => among(pairs.iter().map(|(key, _)| (key, item)), needle, false),
        _ => None,
    })
}

fn concat(parts: &[Cow<'_, Value>], inputs: &Inputs<'_>) -> Result<Value> {
    let text = |part: &'_ Cow<'_, Value>| matches!(**part, Value::Text(_));
    let Some(bytes) = parts.iter().map(|part| part.as_bytes()).collect::<Option<Vec<_>>>() else {
        return Ok(Value::Null);
    };
    let length = bytes.iter().map(|part| part.len()).sum();
    memory::check_string(length)?;
    inputs.env.make(length)?;
    let bytes = bytes.concat();
    Ok(match parts.iter().all(text) {
        // Joined texts are a text, too.
        true => String::from_utf8(bytes).map_or(Value::Null, Value::text),
        false => Value::bytes(bytes),
    })
}

/// Evaluates a dict. A later pair replaces an earlier pair with the same key.
fn dict(pairs: &[(Expr, Expr)], inputs: &Inputs<'_>) -> Result<Value> {
    inputs.env.make(2 * pairs.len() * size_of::<Value>())?;
    let mut values = Vec::with_capacity(pairs.len());
    for (key, value) in pairs {
        let key = eval(key, inputs)?;
        memory::walk(&key)?;
        values.push((key, eval(value, inputs)?));
    }
    values.reverse();
    let mut pairs = sort_by(values, |a, b| types::key_cmp(&a.0, &b.0))?;
    pairs.dedup_by(|a, b| types::key_cmp(&a.0, &b.0).is_eq());
    Ok(Value::Dict(pairs.into()))
}

fn index(whole: &Value, key: &Value) -> Value {
    let found = match (unwrap_present(whole), key) {
        (Value::Items(items), Value::Uint(index)) => usize::try_from(*index).ok().and_then(|index| items.get(index)),
        (Value::Dict(pairs), key) => {
            let place = pairs.binary_search_by(|(known, _)| types::key_cmp(known, key));
            place.ok().map(|place| &pairs[place].1)
        }
        _ => None,
    };
    found.cloned().unwrap_or(Value::Null)
}

/// Returns a function that runs the body of a lambda. Its arguments become the locals after those of the enclosing
/// lambdas.
fn lambda<const N: usize>(body: &Expr, inputs: &Inputs<'_>) -> impl FnMut([Value; N]) -> Result<Value> {
    let mut locals = inputs.locals.to_vec();
    move |args| {
        locals.truncate(inputs.locals.len());
        locals.extend(args);
        eval(body, &Inputs { locals: &locals, ..*inputs })
    }
}

/// Evaluates `ListFold`, or `ListFold1`, whose first state is a lambda's value for the first item. The parts are the
/// list, the first state and the lambda's body.
fn fold_items(from_first: bool, items: &[Value], parts: &[Expr; 3], inputs: &Inputs<'_>) -> Result<Value> {
    let (state, rest) = match items.split_first() {
        Some((first, rest)) if from_first => (lambda(&parts[1], inputs)([first.clone()])?, rest),
        None if from_first => return Ok(Value::Null),
        _ => (eval(&parts[1], inputs)?, items),
    };
    fold(state, rest, inputs.env, lambda(&parts[2], inputs))
}

fn ensure(items: &[Expr], at: Position, inputs: &Inputs<'_>) -> Result<Value> {
    let holds = items.get(1).map(|condition| is_true(condition, inputs)).transpose()?.unwrap_or(true);
    if !holds {
        let message = items.get(2).map(|message| eval(message, inputs)).transpose()?;
        return Err(terminated(at, "Condition violated", message.as_ref()));
    }
    items.first().map_or(Ok(Value::Null), |value| eval(value, inputs))
}

/// Returns YDB's error for a query that stops itself with `Unwrap` or `Ensure`.
pub(super) fn terminated(at: Position, what: &str, message: Option<&Value>) -> Error {
    let mut reason = format!(":{}:{}: {what}", at.line, at.column);
    if let Some(text) = message.and_then(Value::as_bytes).filter(|text| !text.is_empty()) {
        reason.push_str(":\n\n");
        reason.push_str(&String::from_utf8_lossy(text));
        reason.push_str("\n\n");
    }
    let text = format!("Terminate was called, reason({}): {reason}", reason.len());
    Error {
        status: Status::PreconditionFailed,
        issues: vec![Issue::new(codes::KIKIMR_PRECONDITION_FAILED, text).at(at)],
    }
}

/// Returns the value of a function. Fails if the work was stopped while `list_of` made a list.
fn whole(value: Value) -> Result<Value> {
    match value {
        Value::Items(_) => tick(usize::MAX).map(|()| value),
        _ => Ok(value),
    }
}
