//! Compiler of the functions of lists. Most functions are in tables; some make lists of several lists, of a range, or
//! of copies of one value.
//!
//! A list may be optional: a NULL list gives NULL, and the result is optional. The literal NULL gives NULL. A list
//! without a type, `[]`, gives `[]` where the result is a list, and NULL where the result is an item.

use std::sync::Arc;

use ListResult::{Always, By, Item, Plain, Same};

use super::{Site, argument, invoke, wrong_count};
use crate::error::{Error, Position, Result};
use crate::expr::builtins::list as run;
use crate::expr::coerce::{coerce, promote};
use crate::expr::compare::{Comparison, comparison};
use crate::expr::lambda::list_of;
use crate::expr::types::primitive;
use crate::expr::{Builtin, Compiler, Expr, ExprKind, ListFunction, boolean, collection, error, member};
use crate::types::{ArithmeticOperator, Primitive, Type, Value, arithmetic_type, common_type, comparable};
use crate::yql::ast::{self, Arg};

/// Type of a function's result, in terms of the list's items.
#[derive(Clone, Copy)]
enum ListResult {
    /// Type of the list itself.
    Same,
    /// Type of the items, made optional.
    Item,
    /// Fixed type, which becomes optional for an optional list.
    Plain(Primitive),
    /// Fixed type, also for a list that is NULL.
    Always(Primitive),
    /// Function that computes the type from that of the items, or fails if the items do not fit.
    By(fn(&Type, Position) -> Result<Type>),
}

/// Functions of one list.
const OF_ONE: &[(&str, ListResult, Builtin)] = &[
    ("ListLength", Plain(Primitive::Uint64), run::length),
    ("ListHasItems", Plain(Primitive::Bool), run::has_items),
    ("ListHead", Item, |call| call.items(0).first().cloned().unwrap_or(Value::Null)),
    ("ListLast", Item, |call| call.items(0).last().cloned().unwrap_or(Value::Null)),
    ("ListReverse", Same, |call| list_of(call.items(0).iter().rev().cloned())),
    ("ListCollect", Same, run::same),
    ("ListUniq", Same, run::unique),
    ("ListUniqStable", Same, run::unique),
    ("ListMin", By(ordered), run::least),
    ("ListMax", By(ordered), run::greatest),
    ("ListSum", By(addable), run::sum),
    ("ListAvg", By(averaged), run::average),
    // A NULL item counts as false.
    ("ListAny", Always(Primitive::Bool), |call| Value::Bool(call.items(0).contains(&Value::Bool(true)))),
    ("ListAll", Always(Primitive::Bool), |call| {
        Value::Bool(call.items(0).iter().all(|item| *item == Value::Bool(true)))
    }),
    ("ListNotNull", By(not_null), run::not_null),
    ("ListFlatten", By(flattened), run::flatten),
];

const OF_LAMBDA: &[(&str, ListFunction)] = &[
    ("ListMap", ListFunction::Map),
    ("ListFlatMap", ListFunction::FlatMap),
    ("ListFilter", ListFunction::Filter),
    ("ListTakeWhile", ListFunction::Take { inclusive: false }),
    ("ListTakeWhileInclusive", ListFunction::Take { inclusive: true }),
    ("ListSkipWhile", ListFunction::Skip { inclusive: false }),
    ("ListSkipWhileInclusive", ListFunction::Skip { inclusive: true }),
    ("ListSort", ListFunction::Sort { descending: false }),
    ("ListSortAsc", ListFunction::Sort { descending: false }),
    ("ListSortDesc", ListFunction::Sort { descending: true }),
];

/// Functions of a list, a count and an optional lambda, which return the first items in the lambda's order. `true`
/// means descending order.
const TOP: &[(&str, bool)] = &[
    ("ListTop", false),
    ("ListTopAsc", false),
    ("ListTopDesc", true),
    ("ListTopSort", false),
    ("ListTopSortAsc", false),
    ("ListTopSortDesc", true),
];

impl Compiler<'_> {
    /// Compiles a call of a function of lists. Returns `None` if there is no function of this name.
    pub(super) fn list_call(&mut self, name: &str, site: &Site<'_>) -> Result<Option<Expr>> {
        if let Some((name, gives, run)) = OF_ONE.iter().find(|known| known.0.eq_ignore_ascii_case(name)) {
            return self.of_one(name, *gives, *run, site).map(Some);
        }
        if let Some((_, function)) = OF_LAMBDA.iter().find(|known| known.0.eq_ignore_ascii_case(name)) {
            return self.of_lambda(*function, site).map(Some);
        }
        if let Some((_, descending)) = TOP.iter().find(|known| known.0.eq_ignore_ascii_case(name)) {
            return self.top(*descending, site).map(Some);
        }
        Ok(Some(match name {
            "listtake" => self.cut("ListTake", run::take, site)?,
            "listskip" => self.cut("ListSkip", run::skip, site)?,
            "listextend" => self.extend(true, site)?,
            "listextendstrict" => self.extend(false, site)?,
            "listzip" => self.zip("ListZip", run::zip, |item| item.clone(), site)?,
            "listzipall" => self.zip("ListZipAll", run::zip_all, |item| Type::Optional(item.clone().into()), site)?,
            "listenumerate" => self.enumerate(site)?,
            "listconcat" => self.concat(site)?,
            "listhas" => self.has(site)?,
            "listindexof" => self.index_of(site)?,
            "listextract" => self.extract(site)?,
            "listfromrange" => self.range(site)?,
            "listreplicate" => self.replicate(site)?,
            "listfold" => self.fold(false, site)?,
            "listfold1" => self.fold(true, site)?,
            "listfromtuple" => self.of_tuple(site)?,
            _ => return Ok(None),
        }))
    }

    fn of_one(&mut self, name: &'static str, gives: ListResult, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let [list] = self.exactly(site)?;
        let whole = list.ty.clone();
        let Some(item) = item_type(&list)? else {
            return Ok(match gives {
                Always(ty) => invoke(name, run, 0, vec![list], ty.into(), site.at),
                _ => list,
            });
        };
        let ty = match gives {
            Same => return Ok(invoke(name, run, 1, vec![list], whole, site.at)),
            Plain(ty) => ty.into(),
            Always(Primitive::Bool) if item != Type::Null && primitive(&item) != Some(Primitive::Bool) => {
                return error(list.at, format!("List of {item} instead of boolean."));
            }
            Always(ty) => return Ok(invoke(name, run, 0, vec![list], ty.into(), site.at)),
            Item => item.optional(),
            By(rule) => rule(&item, list.at)?,
        };
        Ok(invoke(name, run, 1, vec![list], optional_if(ty, &whole), site.at))
    }

    fn of_lambda(&mut self, function: ListFunction, site: &Site<'_>) -> Result<Expr> {
        let by_itself = matches!(function, ListFunction::Sort { .. });
        let (list, lambda) = match site.call.args.as_slice() {
            [Arg::Value(list), Arg::Value(lambda)] => (self.expr(list)?, Some(lambda)),
            [Arg::Value(list)] if by_itself => (self.expr(list)?, None),
            args => return wrong_count(site, if by_itself { 1 } else { 2 }, 2, args.len()),
        };
        self.each(function, list, lambda, site.at)
    }

    /// Compiles a function of a list and a lambda. Without a lambda, each item stands for itself.
    fn each(&mut self, function: ListFunction, list: Expr, lambda: Option<&ast::Expr>, at: Position) -> Result<Expr> {
        let Some(item) = item_type(&list)? else { return Ok(list) };
        let body = match lambda {
            Some(lambda) => self.lambda_body(lambda, &[item])?,
            None => Expr::new(item, list.at, ExprKind::Local(self.depth)),
        };
        let ty = match function {
            _ if list.ty.unwrap_optional() == &Type::EmptyList => return Ok(list),
            ListFunction::Map => Type::List(body.ty.clone().into()),
            ListFunction::FlatMap => match &body.ty {
                Type::List(item) | Type::Optional(item) => Type::List(Arc::clone(item)),
                Type::EmptyList | Type::Null => Type::EmptyList,
                other => {
                    let message =
                        format!("Expected list, stream or optional as FlatMap lambda return type, but got: {other}");
                    return error(body.at, message);
                }
            },
            ListFunction::Sort { .. } if !comparable(&body.ty, &body.ty) => {
                return error(body.at, format!("Expected comparable type, but got: {}", body.ty));
            }
            ListFunction::Sort { .. } => list.ty.clone(),
            _ if primitive(&body.ty) != Some(Primitive::Bool) => {
                return error(body.at, format!("Expected data type: Bool, but got: {}", body.ty));
            }
            _ => list.ty.clone(),
        };
        let ty = optional_if(ty, &list.ty);
        Ok(Expr::new(ty, at, ExprKind::Each(function, Box::new([list, body]))))
    }

    fn top(&mut self, descending: bool, site: &Site<'_>) -> Result<Expr> {
        let (list, count, lambda) = match site.call.args.as_slice() {
            [Arg::Value(list), Arg::Value(count)] => (list, count, None),
            [Arg::Value(list), Arg::Value(count), Arg::Value(lambda)] => (list, count, Some(lambda)),
            args => return wrong_count(site, 2, 3, args.len()),
        };
        let (list, count) = (self.expr(list)?, self.expr(count)?);
        let sorted = self.each(ListFunction::Sort { descending }, list, lambda, site.at)?;
        first_of("ListTake", run::take, sorted, count, site.at)
    }

    fn cut(&mut self, name: &'static str, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let [list, count] = self.exactly(site)?;
        match item_type(&list)? {
            Some(_) => first_of(name, run, list, count, site.at),
            None => Ok(list),
        }
    }

    fn enumerate(&mut self, site: &Site<'_>) -> Result<Expr> {
        let mut args = self.between::<1>(site, 3)?;
        let number = Type::from(Primitive::Uint64);
        let ty = match item_type(&args[0])? {
            None => return Ok(args.swap_remove(0)),
            Some(Type::Null) => return Ok(args.swap_remove(0)),
            Some(item) => Type::List(Type::Tuple([number.clone(), item].into()).into()),
        };
        let ty = optional_if(ty, &args[0].ty);
        let mut numbers = args.split_off(1).into_iter().map(|arg| {
            let at = arg.at;
            coerce(arg, &number).or_else(|_| error(at, "Mismatch argument types"))
        });
        args.extend(numbers.by_ref().collect::<Result<Vec<_>>>()?);
        Ok(invoke("ListEnumerate", run::enumerate, 1, args, ty, site.at))
    }

    fn concat(&mut self, site: &Site<'_>) -> Result<Expr> {
        let ([list], delimiter) = self.with_optional(site)?;
        let Some(item) = item_type(&list)? else { return Ok(list) };
        let Some(text) = primitive(&item).filter(|ty| matches!(ty, Primitive::String | Primitive::Utf8)) else {
            return error(list.at, format!("Expected list of String or Utf8, but got: {}", list.ty));
        };
        let delimiter = delimiter.map(|delimiter| argument(delimiter, &text.into(), 1)).transpose()?;
        let args = std::iter::once(list).chain(delimiter).collect();
        Ok(invoke("ListConcat", run::concat, u32::MAX, args, Type::from(text).optional(), site.at))
    }

    /// Compiles `ListHas`. A list that is NULL has no item.
    fn has(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [list, item] = self.exactly(site)?;
        let Some(wanted) = item_type(&list)?.filter(|item| *item != Type::Null) else {
            return Ok(Expr::constant(boolean(false), site.at, Value::Bool(false)));
        };
        let item = argument(item, &wanted, 1)?;
        Ok(invoke("ListHas", run::has, 0, vec![list, item], boolean(false), site.at))
    }

    fn index_of(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [list, wanted] = self.exactly(site)?;
        let Some(item) = item_type(&list)?.filter(|item| *item != Type::Null) else {
            return Ok(Expr::constant(Type::Null, site.at, Value::Null));
        };
        if comparison(&item, &wanted.ty, true) == Comparison::Impossible {
            return error(site.at, format!("Uncompatible types in compare: {item} '==' {}", wanted.ty));
        }
        let ty = Type::from(Primitive::Uint64).optional();
        Ok(invoke("ListIndexOf", run::index_of, 0, vec![list, wanted], ty, site.at))
    }

    fn extract(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [Arg::Value(list), Arg::Value(name)] = site.call.args.as_slice() else {
            return wrong_count(site, 2, 2, site.call.args.len());
        };
        let (list, name) = (self.expr(list)?, self.member_name(name)?);
        let Some(item) = item_type(&list)?.filter(|item| *item != Type::Null) else { return Ok(list) };
        let item = Expr::new(item, site.at, ExprKind::Local(self.depth));
        let body = member(item, &ast::Ident::new(name, site.at), site.at)?;
        let ty = optional_if(Type::List(body.ty.clone().into()), &list.ty);
        Ok(Expr::new(ty, site.at, ExprKind::Each(ListFunction::Map, Box::new([list, body]))))
    }

    fn fold(&mut self, from_first: bool, site: &Site<'_>) -> Result<Expr> {
        let [Arg::Value(list), Arg::Value(first), Arg::Value(update)] = site.call.args.as_slice() else {
            return wrong_count(site, 3, 3, site.call.args.len());
        };
        let list = self.expr(list)?;
        let item = item_type(&list)?.filter(|item| *item != Type::Null);
        let first = match (&item, from_first) {
            (Some(item), true) => self.lambda_body(first, std::slice::from_ref(item))?,
            (None, true) => return Ok(Expr::constant(Type::Null, site.at, Value::Null)),
            (_, false) => self.expr(first)?,
        };
        let Some(item) = item else { return Ok(if list.ty == Type::Null { list } else { first }) };
        let update = self.lambda_body(update, &[item, first.ty.clone()])?;
        if update.ty != first.ty {
            let message = format!("Mismatch of lambda return type and state type, {} != {}", update.ty, first.ty);
            return error(update.at, message);
        }
        let ty = if from_first { first.ty.clone().optional() } else { optional_if(first.ty.clone(), &list.ty) };
        Ok(Expr::new(ty, site.at, ExprKind::Fold(from_first, Box::new([list, first, update]))))
    }

    fn of_tuple(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [tuple] = self.exactly(site)?;
        match (tuple.kind, tuple.ty) {
            (ExprKind::Items(items), Type::Tuple(_)) => collection::list(items.into_vec(), site.at),
            (_, Type::Tuple(_)) => Err(Error::unsupported(site.at, "ListFromTuple of a computed tuple")),
            (_, other) => error(site.at, format!("Expected tuple type, but got: {other}")),
        }
    }
}

/// Compiles a function that returns the items at the beginning of a list, or the items after them.
fn first_of(name: &'static str, run: Builtin, list: Expr, count: Expr, at: Position) -> Result<Expr> {
    let count = argument(count, &Primitive::Uint64.into(), 1)?;
    let ty = list.ty.clone();
    Ok(invoke(name, run, 1, vec![list, count], ty, at))
}

/// Returns the type of a list's items: `Null` for a list without a type, and `None` for the literal NULL.
pub(super) fn item_type(list: &Expr) -> Result<Option<Type>> {
    match list.ty.unwrap_optional() {
        Type::List(item) => Ok(Some(Type::clone(item))),
        Type::EmptyList => Ok(Some(Type::Null)),
        Type::Null => Ok(None),
        _ => error(list.at, format!("Expected (empty) list or optional of (empty) list, but got: {}", list.ty)),
    }
}

/// Returns the type, made optional if the type of the whole is optional.
pub(super) fn optional_if(ty: Type, whole: &Type) -> Type {
    if whole.is_optional() { ty.optional() } else { ty }
}

fn ordered(item: &Type, at: Position) -> Result<Type> {
    if comparable(item, item) || *item == Type::Null {
        return Ok(item.clone().optional());
    }
    error(at, format!("Expected comparable type, but got: {item}"))
}

/// Returns the type of a sum of items. The sum has the type of the items, and wraps around.
fn addable(item: &Type, at: Position) -> Result<Type> {
    match item.unwrap_optional() {
        Type::Primitive(ty) if ty.is_interval() => Err(Error::unsupported(at, format!("ListSum of {ty}"))),
        ty if *ty == Type::Null || arithmetic_type(ArithmeticOperator::Add, ty, ty).as_ref() == Some(ty) => {
            Ok(item.clone().optional())
        }
        ty => error(at, format!("Cannot add type {ty} and {ty}")),
    }
}

fn averaged(item: &Type, at: Position) -> Result<Type> {
    use Primitive::{Float, Int8, Int16, Uint8, Uint16};
    match item.unwrap_optional() {
        Type::Null => Ok(Type::Null),
        Type::Primitive(Float | Int8 | Int16 | Uint8 | Uint16) => Ok(Type::from(Float).optional()),
        Type::Primitive(ty) if ty.is_number() => Ok(Type::from(Primitive::Double).optional()),
        ty => Err(Error::unsupported(at, format!("ListAvg of {ty}"))),
    }
}

fn not_null(item: &Type, _: Position) -> Result<Type> {
    Ok(match item {
        Type::Null => Type::EmptyList,
        item => Type::List(item.unwrap_optional().clone().into()),
    })
}

fn flattened(item: &Type, at: Position) -> Result<Type> {
    match item.unwrap_optional() {
        Type::List(inner) => Ok(Type::List(Arc::clone(inner))),
        Type::EmptyList | Type::Null => Ok(Type::EmptyList),
        _ => error(at, format!("Expected (empty) list or optional of (empty) list as input item, but got: {item}")),
    }
}

impl Compiler<'_> {
    /// Compiles `ListExtend`, whose lists are converted to their common type, and `ListExtendStrict`.
    pub(super) fn extend(&mut self, convert: bool, site: &Site<'_>) -> Result<Expr> {
        let mut lists = self.values(site)?;
        if let Some(null) = lists.iter().position(|list| list.ty == Type::Null) {
            return Ok(lists.swap_remove(null));
        }
        for list in &lists {
            item_type(list)?;
        }
        lists.retain(|list| list.ty != Type::EmptyList);
        if lists.len() < 2 {
            return lists.pop().map_or_else(|| collection::list(Vec::new(), site.at), Ok);
        }
        let mut ty = lists[0].ty.clone();
        for list in &lists[1..] {
            ty = match common_type(&ty, &list.ty) {
                Some(common) if convert || list.ty.unwrap_optional() == ty.unwrap_optional() => common,
                _ => return error(site.at, format!("Cannot infer common type for {ty} and {}", list.ty)),
            };
        }
        let lists = lists.into_iter().map(|list| promote(list, &ty)).collect();
        Ok(invoke("ListExtend", run::extend, u32::MAX, lists, ty, site.at))
    }

    pub(super) fn zip(
        &mut self,
        name: &'static str,
        run: Builtin,
        item: fn(&Type) -> Type,
        site: &Site<'_>,
    ) -> Result<Expr> {
        let mut lists = self.values(site)?;
        let mut items = Vec::with_capacity(lists.len());
        for place in 0..lists.len() {
            match item_type(&lists[place])? {
                Some(Type::Null) => items.push(item(&Type::Void)),
                Some(ty) => items.push(item(&ty)),
                None => return Ok(lists.swap_remove(place)),
            }
        }
        let ty = Type::List(Type::Tuple(items.into()).into());
        let ty = if lists.iter().any(|list| list.ty.is_optional()) { ty.optional() } else { ty };
        Ok(invoke(name, run, u32::MAX, lists, ty, site.at))
    }

    pub(super) fn replicate(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [value, count] = self.exactly(site)?;
        let count = argument(count, &Primitive::Uint64.into(), 1)?;
        if count.ty.is_optional() {
            return error(count.at, "Mismatch argument types");
        }
        let ty = Type::List(value.ty.clone().into());
        Ok(invoke("ListReplicate", run::replicate, 0, vec![value, count], ty, site.at))
    }

    /// Compiles `ListFromRange`, a list of numbers or points in time. The type of the step is the signed type of the
    /// bounds, or an interval.
    pub(super) fn range(&mut self, site: &Site<'_>) -> Result<Expr> {
        let mut args = self.between::<2>(site, 3)?;
        let step = args.get(2).map(|step| step.ty.unwrap_optional().clone());
        let floats = |ty: &Type| matches!(ty, Type::Primitive(Primitive::Float | Primitive::Double));
        let bounds = common_type(&args[0].ty, &args[1].ty);
        let common = match (bounds, step) {
            _ if args.iter().any(|arg| arg.ty == Type::Null) => Type::Null,
            (Some(_), Some(step)) if floats(&step) => step,
            (Some(bounds), _) => bounds.unwrap_optional().clone(),
            (None, _) => {
                let message = format!("Cannot infer common type for {} and {}", args[0].ty, args[1].ty);
                return error(site.at, message);
            }
        };
        let step = match &common {
            Type::Null => return Ok(Expr::constant(Type::Null, site.at, Value::Null)),
            Type::Primitive(ty) if ty.is_number() => ty.signed(),
            Type::Primitive(ty) if ty.is_wide_date() => Primitive::Interval64,
            Type::Primitive(ty) if ty.is_date() || ty.is_interval() => Primitive::Interval,
            Type::Decimal { .. } => return Err(Error::unsupported(site.at, "ListFromRange of Decimal")),
            Type::Primitive(ty) if ty.is_tz() => {
                return Err(Error::unsupported(site.at, format!("ListFromRange of {ty}")));
            }
            other => {
                let message = format!("Expected type of bounds is numeric or datetime, but got {other}");
                return error(site.at, message);
            }
        };
        let optional = args.iter().any(|arg| arg.ty.is_optional());
        for (place, arg) in args.iter_mut().enumerate() {
            let wanted = if place < 2 { common.clone() } else { step.into() };
            let wanted = if arg.ty.is_optional() { wanted.optional() } else { wanted };
            let taken = std::mem::replace(arg, Expr::constant(Type::Null, site.at, Value::Null));
            *arg = match coerce(taken, &wanted) {
                Ok(arg) => arg,
                Err(wrong) if place < 2 => {
                    let message = format!("Impossible silent convert bound of type {} into {wanted}", wrong.from);
                    return error(site.at, message);
                }
                Err(wrong) => {
                    return error(site.at, format!("Expected data type: {step}, but got: {}", wrong.from));
                }
            };
        }
        let ty = Type::List(common.into());
        let ty = if optional { ty.optional() } else { ty };
        Ok(invoke("ListFromRange", run::from_range, u32::MAX, args, ty, site.at))
    }
}
