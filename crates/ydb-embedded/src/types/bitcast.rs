//! BITCAST: a number's bits as another integer type, cut or extended as C++'s `static_cast` does.

use super::class::unwrap_present;
use super::stored::{stored, wrap_stored};
use super::{Primitive, Type, Value};

/// The type of `BITCAST(from AS to)`: optional if the source is; `None` if there is no such cast.
pub fn bitcast_type(from: &Type, to: &Type) -> Option<Type> {
    if *from == Type::Null {
        return Some(Type::Null);
    }
    let source = from.unwrap_optional().primitive()?;
    let target = to.primitive().filter(|target| target.is_integer())?;
    let is_source = source == Primitive::Bool || source.is_integer() || source.is_date() || source.is_interval();
    let result = Type::from(target);
    is_source.then(|| if from.is_optional() { result.optional() } else { result })
}

/// `BITCAST(value AS to)`; NULL stays NULL.
pub fn bitcast(value: &Value, to: &Type) -> Value {
    match (stored(unwrap_present(value)), to.unwrap_optional().primitive()) {
        (Some(number), Some(target)) => wrap_stored(number, target),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types() {
        let ty = |primitive| Type::Primitive(primitive);
        assert_eq!(bitcast_type(&ty(Primitive::Int32), &ty(Primitive::Uint64)), Some(ty(Primitive::Uint64)));
        let optional = ty(Primitive::Date).optional();
        assert_eq!(bitcast_type(&optional, &ty(Primitive::Uint8)), Some(ty(Primitive::Uint8).optional()));
        assert_eq!(bitcast_type(&ty(Primitive::Double), &ty(Primitive::Uint64)), None);
        assert_eq!(bitcast_type(&ty(Primitive::Uint64), &ty(Primitive::Timestamp)), None);
    }

    #[test]
    fn bits_are_kept() {
        let cast = |value: Value, to: Primitive| bitcast(&value, &to.into());
        assert_eq!(cast(Value::Int(-1), Primitive::Uint64), Value::Uint(u64::MAX));
        assert_eq!(cast(Value::Int(-1), Primitive::Uint8), Value::Uint(255));
        assert_eq!(cast(Value::Uint(200), Primitive::Int8), Value::Int(-56));
        assert_eq!(cast(Value::Bool(true), Primitive::Int32), Value::Int(1));
        assert_eq!(cast(Value::Null, Primitive::Int32), Value::Null);
    }
}
