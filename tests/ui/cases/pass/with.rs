// Foreign types by the functions of a module: in the key, in the hash, in an index, nullable, and in a row.
mod modules {
    use std::num::NonZeroU16;

    use ydb_keys::{YdbRow, YdbTable};

    mod port {
        pub(crate) mod as_number {
            use std::num::NonZeroU16;

            use ydb_keys::types::ColumnInfo;
            use ydb_keys::{Column, Value, ValueError, YdbType};

            pub(crate) const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::Uint16]);

            pub(crate) fn encode(port: &NonZeroU16, _: YdbType) -> Result<Value<'static>, ValueError> {
                Ok(Value::Uint16(port.get()))
            }

            pub(crate) fn decode(value: Value<'_>) -> Result<NonZeroU16, ValueError> {
                NonZeroU16::new(u16::decode(value)?).ok_or(ValueError::Null)
            }
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(host, port), host, port), index(by_other, on(other)))]
    struct Service {
        host: String,
        #[ydb(with = port::as_number)]
        port: NonZeroU16,
        #[ydb(with = self::port::as_number)]
        other: Option<NonZeroU16>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Service)]
    struct Port {
        #[ydb(rename = "port", with = crate::modules::port::as_number)]
        _port: NonZeroU16,
    }
}

fn main() {}
