//! Conversion of a value to the value of another type that equals it, exactly or not at all.

use std::borrow::Cow;

use super::time::{limits, unit};
use super::{Value, YdbType};

impl Value<'_> {
    /// Returns the value of another type that YQL compares as equal to this one; `None` if the type has none, or if
    /// several may be equal. NULL stays NULL.
    #[doc(hidden)]
    pub fn kept_as(&self, ty: YdbType) -> Option<Value<'_>> {
        let Some(own) = self.ydb_type() else { return Some(Value::Null) };
        if own.same(ty) {
            return Some(self.clone());
        }
        match (self, ty) {
            (Value::Utf8(text), YdbType::String) => Some(Value::String(Cow::Borrowed(text.as_bytes()))),
            (Value::String(bytes), YdbType::Utf8) => {
                std::str::from_utf8(bytes).ok().map(|text| Value::Utf8(text.into()))
            }
            _ if own.is_integer() && ty.is_integer() => number(ty, self.stored_number()?),
            _ if own.is_time() && ty.is_time() => {
                let nanos = self.stored_number()? * unit(own);
                if nanos % unit(ty) == 0 { number(ty, nanos / unit(ty)) } else { None }
            }
            _ => None,
        }
    }
}

fn number(ty: YdbType, number: i128) -> Option<Value<'static>> {
    let (least, greatest) = limits(ty)?;
    Value::of_number(ty, number).filter(|_| least <= number && number <= greatest)
}

#[cfg(test)]
mod tests {
    use super::super::{Value, YdbType};

    #[test]
    fn a_value_is_kept_or_there_is_none() {
        let kept = |value: Value<'static>, ty| value.kept_as(ty).map(Value::into_owned);
        assert_eq!(kept(Value::Uint32(77), YdbType::Uint64), Some(Value::Uint64(77)));
        assert_eq!(kept(Value::Int64(-1), YdbType::Uint64), None);
        assert_eq!(kept(Value::Int64(300), YdbType::Uint8), None);
        assert_eq!(kept(Value::Date(2), YdbType::Timestamp), Some(Value::Timestamp(172_800_000_000)));
        assert_eq!(kept(Value::Timestamp(172_800_000_000), YdbType::Date32), Some(Value::Date32(2)));
        assert_eq!(kept(Value::Timestamp(172_800_000_001), YdbType::Date), None);
        assert_eq!(kept(Value::Datetime(1), YdbType::Timestamp64), Some(Value::Timestamp64(1_000_000)));
        assert_eq!(kept(Value::String(b"a"[..].into()), YdbType::Utf8), Some(Value::Utf8("a".into())));
        assert_eq!(kept(Value::String(b"\xff"[..].into()), YdbType::Utf8), None);
        assert_eq!(kept(Value::Double(1.0), YdbType::Uint64), None);
        assert_eq!(kept(Value::Null, YdbType::Uint64), Some(Value::Null));
    }
}
