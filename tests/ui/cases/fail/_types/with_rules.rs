// The rules about types see what a module says.

use std::num::NonZeroU16;

use ydb_keys::YdbTable;

macro_rules! module {
    ($module:ident: $ty:ident) => {
        mod $module {
            use std::num::NonZeroU16;

            use ydb_keys::types::ColumnInfo;
            use ydb_keys::{Value, ValueError, YdbType};

            pub const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::$ty]);

            pub fn encode(_: &NonZeroU16, _: YdbType) -> Result<Value<'_>, ValueError> {
                Ok(Value::Null)
            }

            pub fn decode(_: Value<'_>) -> Result<NonZeroU16, ValueError> {
                Err(ValueError::Null)
            }
        }
    };
}

module!(json: Json);
module!(number: Uint16);

#[derive(YdbTable)]
#[ydb(primary_key(host, port))]
struct Document {
    host: String,
    #[ydb(with = json)]
    port: NonZeroU16,
}

#[derive(YdbTable)]
#[ydb(primary_key(port))]
struct Sequence {
    #[ydb(with = number)]
    port: NonZeroU16,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(port), port))]
struct Nullable {
    #[ydb(with = number)]
    port: Option<NonZeroU16>,
    #[ydb(with = number, type = "Utf8")]
    other: NonZeroU16,
}

fn main() {}
