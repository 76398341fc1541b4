//! The names of Arrow's types in YDB's messages, which are those of Arrow's C++ library.

use arrow_schema::{DataType, TimeUnit};

/// The name of a type.
pub(super) fn name(ty: &DataType) -> String {
    match ty {
        DataType::Boolean => "bool".into(),
        DataType::Float16 => "halffloat".into(),
        DataType::Float32 => "float".into(),
        DataType::Float64 => "double".into(),
        DataType::Utf8 => "string".into(),
        DataType::LargeUtf8 => "large_string".into(),
        DataType::Binary => "binary".into(),
        DataType::LargeBinary => "large_binary".into(),
        DataType::FixedSizeBinary(width) => format!("fixed_size_binary[{width}]"),
        DataType::Date32 => "date32[day]".into(),
        DataType::Date64 => "date64[ms]".into(),
        DataType::Time32(of) => format!("time32[{}]", unit(*of)),
        DataType::Time64(of) => format!("time64[{}]", unit(*of)),
        DataType::Timestamp(of, None) => format!("timestamp[{}]", unit(*of)),
        DataType::Timestamp(of, Some(zone)) => format!("timestamp[{}, tz={zone}]", unit(*of)),
        DataType::Duration(of) => format!("duration[{}]", unit(*of)),
        DataType::Decimal128(precision, scale) => format!("decimal128({precision}, {scale})"),
        DataType::Decimal256(precision, scale) => format!("decimal256({precision}, {scale})"),
        DataType::List(item) => format!("list<{}: {}>", item.name(), name(item.data_type())),
        DataType::Dictionary(index, values) => {
            format!("dictionary<values={}, indices={}, ordered=0>", name(values), name(index))
        }
        DataType::Struct(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|field| format!("{}: {}", field.name(), name(field.data_type()))).collect();
            format!("struct<{}>", fields.join(", "))
        }
        other if other.is_integer() || other.is_null() => other.to_string().to_lowercase(),
        other => other.to_string(),
    }
}

const fn unit(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Second => "s",
        TimeUnit::Millisecond => "ms",
        TimeUnit::Microsecond => "us",
        TimeUnit::Nanosecond => "ns",
    }
}
