// Keys whose faults are hidden behind aliases of aliases, newtypes of newtypes, projections and macros.

use std::time::SystemTime;

use chrono::{NaiveDate, Utc};
use ydb_keys::{Decimal, YdbColumn, YdbTable};

type Maybe<T> = Option<T>;
type MaybeText = Maybe<String>;
type Again = MaybeText;
trait Of {
    type Nullable;
    type Time;
}
struct Shop;
impl Of for Shop {
    type Nullable = Again;
    type Time = chrono::DateTime<Utc>;
}
macro_rules! hidden {
    (flag) => { bool };
    (maybe) => { Option<u64> };
    (number) => { u64 };
}
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Flag(hidden!(flag));
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Flags(Flag);
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(monotonic)]
struct Sequence(u64);
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct Claimed(Sequence);
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(type = "Date")]
struct Day(SystemTime);
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Days(Day);
#[derive(YdbColumn, Clone, Debug, PartialEq)]
struct Number(f64);
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(type = "JsonDocument")]
struct Document(String);

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct NullableThreeDeep {
    name: Again,
}

#[derive(YdbTable)]
#[ydb(primary_key(id, name))]
struct NullableProjection {
    id: String,
    name: <Shop as Of>::Nullable,
}

#[derive(YdbTable)]
#[ydb(primary_key(id, number))]
struct NullableMacro {
    id: String,
    number: hidden!(maybe),
}

#[derive(YdbTable)]
#[ydb(primary_key(at))]
struct TimeProjection {
    at: <Shop as Of>::Time,
}

#[derive(YdbTable)]
#[ydb(primary_key(flags, id))]
struct FewTwoDeep {
    flags: Flags,
    id: uuid::Uuid,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct SequenceClaimedDispersed {
    id: Claimed,
}

#[derive(YdbTable)]
#[ydb(primary_key(number))]
struct NumberFromMacro {
    number: hidden!(number),
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(day, flags), flags, day))]
struct DaysTwoDeep {
    day: Days,
    flags: Flags,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(number), number))]
struct FloatNewtype {
    number: Number,
}

#[derive(YdbTable)]
#[ydb(primary_key(document))]
struct DocumentNewtype {
    document: Document,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(price), price))]
struct HashOfDecimal {
    price: Decimal<22, 9>,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(name), name))]
struct NumericOfTextAlias {
    name: Word,
}
type Word = String;

#[derive(YdbTable)]
#[ydb(store = column, primary_key(at, day), partition_by_hash(day, at))]
struct ColumnTimes {
    at: <Shop as Of>::Time,
    day: NaiveDate,
}

#[derive(YdbTable)]
#[ydb(primary_key(id), index(by_flag, on(flags, id)), index(by_day, on(day)))]
struct HotTwoDeep {
    id: String,
    flags: Maybe<Flags>,
    day: Option<Days>,
}

fn main() {}
