//! Compiler of the functions of scalars: conditions, strings, numbers, the clock, constructors.

use std::fmt::Display;

use super::{Site, argument, invoke, wrong_count};
use crate::error::{Error, Position, Result};
use crate::expr::builtins::string;
use crate::expr::coerce::promote;
use crate::expr::compare::{Comparison, comparison};
use crate::expr::types::{primitive, resolve};
use crate::expr::{Builtin, Compiler, Expr, ExprKind, boolean, builtins, common, compile, error, normalized, operator};
use crate::types::{Primitive, Type, Value, common_type, sign_type};
use crate::yql::ast::{self, Arg};

/// Functions whose arguments only distinguish one call from another.
const PER_QUERY: &[(&str, Primitive, Builtin)] = &[
    ("CurrentUtcDate", Primitive::Date, |call| Value::Uint(call.env.now_us / 86_400_000_000)),
    ("CurrentUtcDatetime", Primitive::Datetime, |call| Value::Uint(call.env.now_us / 1_000_000)),
    ("CurrentUtcTimestamp", Primitive::Timestamp, |call| Value::Uint(call.env.now_us)),
    ("Random", Primitive::Double, builtins::random),
    ("RandomNumber", Primitive::Uint64, builtins::random_number),
    ("RandomUuid", Primitive::Uuid, builtins::random_uuid),
];

impl Compiler<'_> {
    /// Compiles a call of a function of scalars. Returns `None` if there is no function of this name.
    pub(super) fn basic_call(&mut self, name: &str, site: &Site<'_>) -> Result<Option<Expr>> {
        let at = site.at;
        if let Some((name, ty, run)) = PER_QUERY.iter().find(|known| known.0.eq_ignore_ascii_case(name)) {
            return self.per_query(name, *ty, *run, site).map(Some);
        }
        Ok(Some(match name {
            "if" => self.condition(site)?,
            "coalesce" | "nvl" => operator::coalesce(self.between::<1>(site, usize::MAX)?, at)?,
            "just" => {
                let [value] = self.exactly(site)?;
                Expr::new(Type::Optional(value.ty.clone().into()), at, ExprKind::Just(Box::new(value)))
            }
            "unwrap" => self.unwrap(site)?,
            "ensure" => self.ensure(site)?,
            "nothing" => match self.types(site)? {
                [ty @ Type::Optional(_)] => Expr::constant(ty, at, Value::Null),
                [other] => return error(at, format!("Expected optional type, but got: {other}")),
            },
            "formattype" => self.format_type(site)?,
            "length" | "len" | "charlength" | "characterlength" => self.length(site)?,
            "substring" => self.substring(site)?,
            "find" => self.find("Find", builtins::find, site)?,
            "rfind" => self.find("RFind", builtins::rfind, site)?,
            "startswith" => self.affix("StartsWith", string::starts_with, site)?,
            "endswith" => self.affix("EndsWith", string::ends_with, site)?,
            "byteat" => self.byte_at(site)?,
            "testbit" => self.bit("TestBit", |call| builtins::bit(call, |a, bit| Value::Bool(a & bit != 0)), site)?,
            "setbit" => self.bit("SetBit", |call| builtins::bit(call, |a, bit| Value::Uint(a | bit)), site)?,
            "clearbit" => self.bit("ClearBit", |call| builtins::bit(call, |a, bit| Value::Uint(a & !bit)), site)?,
            "flipbit" => self.bit("FlipBit", |call| builtins::bit(call, |a, bit| Value::Uint(a ^ bit)), site)?,
            // A call hides its condition from the search for key ranges.
            "likely" => {
                let [value] = self.exactly(site)?;
                let ty = value.ty.clone();
                invoke("Likely", builtins::likely, 0, vec![value], ty, at)
            }
            "assumestrict" | "assumenonstrict" => {
                let [value] = self.exactly(site)?;
                value
            }
            "abs" => self.abs(site)?,
            "minof" | "least" => self.extreme("MinOf", builtins::least, site)?,
            "maxof" | "greatest" => self.extreme("MaxOf", builtins::greatest, site)?,
            "nanvl" => self.nan_default(site)?,
            "tobytes" => self.byte_image(site)?,
            "frombytes" => self.value_of_bytes(site)?,
            "stablepickle" => {
                let [value] = self.exactly(site)?;
                invoke("StablePickle", builtins::pickle, 0, vec![value], Primitive::String.into(), at)
            }
            "version" => {
                let [] = self.exactly(site)?;
                // The type of the result is UNVERIFIED: the documentation speaks of a string.
                Expr::constant(Primitive::String.into(), at, Value::bytes(self.names.version().as_bytes()))
            }
            _ => return Ok(None),
        }))
    }

    fn condition(&mut self, site: &Site<'_>) -> Result<Expr> {
        let ([condition, then], otherwise) = self.with_optional(site)?;
        operator::case(vec![(condition, then)], otherwise, site.at)
    }

    fn unwrap(&mut self, site: &Site<'_>) -> Result<Expr> {
        let ([value], message) = self.with_optional(site)?;
        let Type::Optional(inner) = &value.ty else {
            return error(value.at, format!("Expected optional type, but got: {}", value.ty));
        };
        Ok(Expr::new(Type::clone(inner), site.at, ExprKind::Unwrap(Box::new(value), message.map(Box::new))))
    }

    fn ensure(&mut self, site: &Site<'_>) -> Result<Expr> {
        let args = self.between::<2>(site, 3)?;
        if primitive(&args[1].ty) != Some(Primitive::Bool) {
            return error(args[1].at, format!("Expected data type: Bool, but got: {}", args[1].ty));
        }
        Ok(Expr::new(args[0].ty.clone(), site.at, ExprKind::Ensure(args.into())))
    }

    /// Compiles `FormatType(type)`. The type is written out, or it is that of a value, `TypeOf(value)`.
    fn format_type(&mut self, site: &Site<'_>) -> Result<Expr> {
        let ty = match site.call.args.as_slice() {
            [Arg::Type(ty)] => resolve(ty)?,
            [Arg::Value(ast::Expr { kind: ast::ExprKind::Call(inner), at, .. })]
                if normalized(&inner.name.name) == "typeof" =>
            {
                let [value] = self.exactly(&Site { call: inner, at: *at })?;
                value.ty
            }
            [_] => return Err(Error::unsupported(site.at, "FormatType of anything but a type or TypeOf(..)")),
            args => return wrong_count(site, 1, 1, args.len()),
        };
        Ok(Expr::constant(Primitive::String.into(), site.at, Value::bytes(ty.to_string().into_bytes())))
    }

    fn length(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [value] = self.exactly(site)?;
        let ty = Type::from(Primitive::Uint32);
        let ty = match value.ty.unwrap_optional() {
            Type::Null => return Ok(Expr::null(ty, site.at)),
            Type::Primitive(
                Primitive::String | Primitive::Utf8 | Primitive::Json | Primitive::Yson | Primitive::JsonDocument,
            ) => ty,
            // The text is UNVERIFIED.
            Type::Primitive(other) => return error(value.at, format!("Expected string, but got: {other}")),
            other => return Err(Error::unsupported(site.at, format!("Length of {other}"))),
        };
        Ok(call("Length", builtins::length, vec![value], ty, site))
    }

    fn substring(&mut self, site: &Site<'_>) -> Result<Expr> {
        let ([text, from], length) = self.with_optional(site)?;
        if text.ty == Type::Null {
            return Ok(text);
        }
        if primitive(&text.ty) != Some(Primitive::String) {
            return error(text.at, format!("Expected data type: String, but got: {}", text.ty));
        }
        let from = offset(from, site)?;
        let length = length.map(|length| offset(length, site)).transpose()?;
        let length = length.unwrap_or_else(|| Expr::null(Primitive::Uint32.into(), site.at));
        let ty = text.ty.clone();
        Ok(invoke("Substring", string::substring, 1, vec![text, from, length], ty, site.at))
    }

    fn find(&mut self, name: &'static str, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let ([text, wanted], from) = self.with_optional(site)?;
        let ty = Type::from(Primitive::Uint32).optional();
        if text.ty == Type::Null {
            return Ok(Expr::null(ty, site.at));
        }
        if !primitive(&text.ty).is_some_and(is_text) {
            return error(text.at, format!("Expected either String or Utf8, but got: {}", text.ty));
        }
        let wanted = argument(wanted, text.ty.unwrap_optional(), 1)?;
        let from = from.map(|from| offset(from, site)).transpose()?;
        let from = from.unwrap_or_else(|| Expr::null(Primitive::Uint32.into(), site.at));
        Ok(invoke(name, run, 0b11, vec![text, wanted, from], ty, site.at))
    }

    fn affix(&mut self, name: &'static str, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let args: [Expr; 2] = self.exactly(site)?;
        if args.iter().any(|arg| arg.ty == Type::Null) {
            return Ok(Expr::constant(boolean(true), site.at, Value::Null));
        }
        for arg in &args {
            if !primitive(&arg.ty).is_some_and(is_text) {
                let message = format!("Expected (optional) string/utf8 or corresponding Pg type, but got: {}", arg.ty);
                return error(arg.at, message);
            }
        }
        Ok(call(name, run, args.into(), boolean(false), site))
    }

    /// Compiles `ByteAt(string, place)`, which is NULL outside the string.
    fn byte_at(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [text, place] = self.exactly(site)?;
        let ty = Type::from(Primitive::Uint8).optional();
        if text.ty == Type::Null {
            return Ok(Expr::null(ty, site.at));
        }
        if !primitive(&text.ty).is_some_and(is_text) {
            return error(text.at, format!("Expected either String or Utf8, but got: {}", text.ty));
        }
        let place = offset(place, site)?;
        Ok(invoke("ByteAt", builtins::byte_at, 0b11, vec![text, place], ty, site.at))
    }

    /// Compiles a function of a number and the place of a bit.
    fn bit(&mut self, name: &'static str, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let [number, place] = self.exactly(site)?;
        match primitive(&number.ty) {
            Some(ty) if ty.is_unsigned_integer() => {}
            Some(ty) if is_text(ty) && name == "TestBit" => {
                return Err(Error::unsupported(site.at, format!("TestBit of a {ty}")));
            }
            _ if number.ty == Type::Null => return Ok(number),
            _ => return error(number.at, format!("Expected unsigned data type, but got: {}", number.ty)),
        }
        let place = argument(place, &Primitive::Uint8.into(), 1)?;
        let ty = if name == "TestBit" { boolean(false) } else { number.ty.unwrap_optional().clone() };
        Ok(call(name, run, vec![number, place], ty, site))
    }

    fn abs(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [value] = self.exactly(site)?;
        match sign_type(&value.ty) {
            Some(Type::Null) => Ok(value),
            Some(ty) => Ok(invoke("Abs", builtins::abs, 1, vec![value], ty, site.at)),
            None => error(site.at, format!("Expected numeric, decimal or interval type, but got: {}", value.ty)),
        }
    }

    fn extreme(&mut self, name: &'static str, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let mut args = self.between::<1>(site, usize::MAX)?;
        let first = args[0].ty.clone();
        let mut ty = first.clone();
        for arg in &args[1..] {
            if comparison(&first, &arg.ty, false) == Comparison::Impossible {
                return error(site.at, format!("Uncomparable types: {first} and {}", arg.ty));
            }
            ty = common(&ty, &arg.ty, site.at)?;
        }
        if args.len() == 1 {
            return Ok(args.swap_remove(0));
        }
        if args.iter().any(|arg| arg.ty == Type::Null) {
            return Ok(Expr::null(ty, site.at));
        }
        let all = if args.len() < 32 { (1 << args.len()) - 1 } else { u32::MAX };
        let args: Vec<_> = args.into_iter().map(|arg| promote(arg, &ty)).collect();
        Ok(invoke(name, run, all, args, ty, site.at))
    }

    /// Compiles `NANVL(x, y)`: x, or y if x is `nan`.
    fn nan_default(&mut self, site: &Site<'_>) -> Result<Expr> {
        let args: [Expr; 2] = self.exactly(site)?;
        let mut optional = false;
        for arg in &args {
            if !matches!(primitive(&arg.ty), Some(Primitive::Float | Primitive::Double)) {
                return error(arg.at, format!("Expected Float or Double, but got: {}", arg.ty));
            }
            optional |= arg.ty.is_optional();
        }
        let Some(ty) = common_type(args[0].ty.unwrap_optional(), args[1].ty.unwrap_optional()) else {
            return error(site.at, format!("Cannot infer common type for {} and {}", args[0].ty, args[1].ty));
        };
        let promoted = |arg: Expr| {
            let target = if arg.ty.is_optional() { ty.clone().optional() } else { ty.clone() };
            promote(arg, &target)
        };
        let args = args.into_iter().map(promoted).collect();
        let ty = if optional { ty.clone().optional() } else { ty.clone() };
        Ok(invoke("Nanvl", builtins::nan_default, 0b01, args, ty, site.at))
    }

    fn byte_image(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [value] = self.exactly(site)?;
        match value.ty.unwrap_optional() {
            Type::Null => Ok(value),
            Type::Primitive(_) => Ok(call("ToBytes", builtins::to_bytes, vec![value], Primitive::String.into(), site)),
            other => error(site.at, format!("Expected data type, but got: {other}")),
        }
    }

    fn value_of_bytes(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [Arg::Value(bytes), Arg::Type(ty)] = site.call.args.as_slice() else {
            return error(site.at, "FromBytes requires a string and a type");
        };
        let (bytes, ty) = (self.expr(bytes)?, resolve(ty)?);
        if !ty.unwrap_optional().is_data() {
            return error(site.at, format!("Expected data type, but got: {ty}"));
        }
        if bytes.ty == Type::Null {
            return Ok(Expr::null(ty, site.at));
        }
        let bytes = argument(bytes, &Primitive::String.into(), 0)?;
        Ok(invoke("FromBytes", builtins::from_bytes, 1, vec![bytes], ty.optional(), site.at))
    }

    fn per_query(&mut self, name: &'static str, ty: Primitive, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let args = self.values(site)?;
        if args.is_empty() && name.starts_with("Random") {
            return error(site.at, format!("Expected at least 1 argument(s), but got 0 for {name}"));
        }
        Ok(invoke(name, run, 0, args, ty.into(), site.at))
    }

    /// Compiles `Type('text')`.
    pub(super) fn constructor(&mut self, ty: Type, site: &Site<'_>) -> Result<Expr> {
        if ty.primitive().is_some_and(Primitive::is_tz) {
            return Err(Error::unsupported(site.at, format!("A value of {ty}")));
        }
        match site.call.args.as_slice() {
            [Arg::Value(text)] => match text_of(text) {
                Some(text) => compile::constructed_literal(ty, text, site.at),
                None => Err(no_literal(&ty, site.at)),
            },
            args => wrong_count(site, 1, 1, args.len()),
        }
    }

    /// Compiles `Decimal('1.5', 10, 2)`.
    pub(super) fn decimal(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [Arg::Value(text), Arg::Value(precision), Arg::Value(scale)] = site.call.args.as_slice() else {
            return wrong_count(site, 3, 3, site.call.args.len());
        };
        let written = ast::TypeExpr {
            at: site.at,
            kind: ast::TypeExprKind::Decimal { precision: Box::new(precision.clone()), scale: Box::new(scale.clone()) },
        };
        match text_of(text) {
            Some(text) => compile::constructed_literal(resolve(&written)?, text, site.at),
            None => Err(no_literal(&"Decimal", site.at)),
        }
    }
}

fn no_literal(ty: &dyn Display, at: Position) -> Error {
    Error::translation(at, format!("Expected literal string as argument in {ty} function"))
}

fn text_of(expr: &ast::Expr) -> Option<&[u8]> {
    match &expr.kind {
        ast::ExprKind::Literal(ast::Literal::String { bytes, .. }) => Some(bytes),
        _ => None,
    }
}

const fn is_text(ty: Primitive) -> bool {
    matches!(ty, Primitive::String | Primitive::Utf8)
}

/// Returns a call that is NULL if one of its arguments is NULL.
fn call(name: &'static str, run: Builtin, args: Vec<Expr>, ty: Type, site: &Site<'_>) -> Expr {
    let optional = args.iter().any(|arg| arg.ty.is_optional());
    let ty = if optional { ty.optional() } else { ty };
    invoke(name, run, u32::MAX, args, ty, site.at)
}

/// Converts an argument to a position in a string, which may be NULL.
fn offset(arg: Expr, site: &Site<'_>) -> Result<Expr> {
    let at = arg.at;
    argument(arg, &Primitive::Uint32.into(), 1)
        .map_err(|_| Error::type_annotation(at, "Mismatch argument types"))
        .map(|arg| Expr { at: site.at, ..arg })
}
