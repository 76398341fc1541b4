// Modules that lack something, or are of another type than the field.
mod modules {
    use std::num::{NonZeroU8, NonZeroU16};

    use ydb_keys::{YdbRow, YdbTable};

    mod port {
        use std::num::NonZeroU16;

        use ydb_keys::types::ColumnInfo;
        use ydb_keys::{Column, Value, ValueError, YdbType};

        pub const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::Uint16]);

        pub fn encode(port: &NonZeroU16, _: YdbType) -> Result<Value<'_>, ValueError> {
            Ok(Value::Uint16(port.get()))
        }

        pub fn decode(value: Value<'_>) -> Result<NonZeroU16, ValueError> {
            NonZeroU16::new(u16::decode(value)?).ok_or(ValueError::Null)
        }
    }

    mod without_info {
        pub use super::port::{decode, encode};
    }

    mod without_encode {
        pub use super::port::{INFO, decode};
    }

    mod without_decode {
        pub use super::port::{INFO, encode};
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(host))]
    struct Service {
        host: String,
        #[ydb(with = without_info)]
        a: NonZeroU16,
        #[ydb(with = without_encode)]
        b: NonZeroU16,
        #[ydb(with = without_decode)]
        c: NonZeroU16,
        #[ydb(with = nowhere)]
        d: NonZeroU16,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(host))]
    struct Other {
        host: String,
        #[ydb(with = port)]
        port: NonZeroU8,
    }

    #[derive(YdbRow)]
    struct Row {
        #[ydb(with = port)]
        port: Option<NonZeroU8>,
    }
}

fn main() {}
