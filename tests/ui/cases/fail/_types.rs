use ydb_keys::YdbTable;

struct Point {
    x: f64,
}

// A text that is borrowed.
mod borrowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        note: &'static str,
    }
}

// JSON of a type that is not serde's.
mod json_of_no_serde {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(json)]
        place: Point,
    }
}

// A key column whose type is not a column.
mod key_is_no_column {
    use super::*;

    struct Id(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: Id,
    }
}

// A newtype around a type that is not a column.
mod newtype_of_no_column {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn)]
    struct Place(Point);
}

// A field whose type is not a column.
mod no_column {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        place: Point,
    }
}

// A struct that is not a model.
mod not_a_model {
    use super::*;

    struct Order {
        order_id: u64,
    }

    fn run() {
        let _ = <Order as YdbTable>::TABLE;
    }
}

// A struct that is not a model, in the list of models.
mod not_a_model_in_schema {
    use ydb_keys::{Table, schema};

    struct Order {
        order_id: u64,
    }

    fn run() {
        let _: &[&Table] = schema![Order];
    }
}

// An option of an option.
mod option_of_option {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        note: Option<Option<String>>,
    }
}

// A row of a type that is not a column, and one of what is not a model.
mod row {
    use ydb_keys::YdbRow;

    struct Money(i64);

    struct Order {
        id: u64,
    }

    #[derive(YdbRow)]
    struct Total {
        total: Money,
        #[ydb(json)]
        all: Money,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct Part {
        id: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Nothing)]
    struct None {
        id: u64,
    }
}

// An integer without a width.
mod usize {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_id))]
    struct Order {
        customer: String,
        order_id: usize,
    }
}

// A list of texts.
mod vec {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        notes: Vec<String>,
    }
}

// The rules about types see what a module says.
mod with_rules {
    use std::num::NonZeroU16;

    use super::*;

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
}

// A function of other programs that takes another type than the field has.
mod foreign_hash_of_another_type {
    use super::*;

    mod city {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("city", 1);

        pub fn hash(user: &str) -> u64 {
            user.len() as u64
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(city)(user), user))]
    struct User {
        user: u64,
    }
}

// A hash that may be NULL, may fail, or is no column at all.
mod foreign_hash_of_no_column {
    use super::*;

    mod first {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("first", 1);

        pub fn hash(user: &str) -> Option<u64> {
            user.bytes().next().map(u64::from)
        }
    }

    mod parsed {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("parsed", 1);

        pub fn hash(user: &str) -> Result<u64, std::num::ParseIntError> {
            user.parse()
        }
    }

    mod wide {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("wide", 1);

        pub fn hash(user: &str) -> u128 {
            user.len() as u128
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(first)(user), user))]
    struct First {
        user: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(parsed)(user), user))]
    struct Parsed {
        user: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(wide)(user), user))]
    struct Wide {
        user: String,
    }
}

// A module without the function of other programs.
mod foreign_hash_is_missing {
    use super::*;

    mod empty {}

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(empty)(user), user))]
    struct User {
        user: u64,
    }
}

fn main() {}
