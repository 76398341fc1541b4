// Names that YDB does not take, and words of `rename_all` that nothing has.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Columns {
    #[ydb(rename = "")]
    name: String,
    #[ydb(rename = " a")]
    a: u64,
    #[ydb(rename = "a.b")]
    b: u64,
    #[ydb(rename = "a\tb")]
    c: u64,
    #[ydb(rename = "ё")]
    d: u64,
    #[ydb(rename = "__ydb_e")]
    e: u64,
    #[ydb(rename = "`f`")]
    f: u64,
    имя: u64,
    __ydb_row_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(__ydb_hash = xxh3(name), name))]
struct HashName {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(хеш = xxh3(name), name))]
struct UnicodeHashName {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), rename_all = "Snake_Case")]
struct SnakeCase {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), rename_all = "")]
struct NoCase {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), rename_all = "Train-Case")]
struct TrainCase {
    name: String,
}

#[derive(YdbColumn)]
#[ydb(rename_all = "camel case")]
#[allow(dead_code)]
enum CamelCase {
    A,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), index("", on(a)), index("by a", on(a)), index("__ydb_i", on(a)), index("й", on(a)))]
struct Indexes {
    name: String,
    a: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), family("a b", data = "hdd"), family("", data = "hdd"))]
struct Families {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), table = "")]
struct EmptyPath {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), table = "a/../b")]
struct DotsInPath {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), table = ".sys/partition_stats")]
struct SystemPath {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), table = "/local/a")]
struct AbsolutePath {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), table = "a/")]
struct SlashAtTheEnd {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(имя))]
struct Пользователь {
    #[ydb(rename = "name")]
    имя: String,
}

fn main() {}
