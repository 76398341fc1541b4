// Attributes that are written otherwise than they are.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb]
struct Bare {
    name: String,
}

#[derive(YdbTable)]
#[ydb = "primary_key(name)"]
struct Value {
    name: String,
}

#[derive(YdbTable)]
#[ydb("primary_key(name)")]
struct Text {
    name: String,
}

#[derive(YdbTable)]
#[ydb[primary_key(name)]]
struct Brackets {
    name: String,
}

#[derive(YdbTable)]
#[ydb{primary_key(name)}]
struct Braces {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key = name)]
struct KeyAsValue {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key[name])]
struct KeyInBrackets {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key((name)))]
struct KeyInTwo {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name size))]
struct NoComma {
    name: String,
    size: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(, name))]
struct LeadingComma {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = , name))]
struct NoFunction {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(h == xxh3(name), name))]
struct TwoEquals {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = Digest::XXH3(name), name))]
struct SqlFunction {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = xxh3(name) % 16 + 1, name))]
struct Bucket {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(1))]
struct Number {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(self.name))]
struct SelfField {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(_))]
struct Underscore {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name); table = "a")]
struct Semicolon {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), table = shop)]
struct TableWord {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), table = concat!("a", "b"))]
struct TableExpression {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), key = "Name")]
struct KeyText {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), key(Name))]
struct KeyList {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), key = a::Name)]
struct KeyPath {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), index(by_size, on(size), as = "BySize"))]
struct IndexText {
    name: String,
    size: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), allow = "hot_index")]
struct AllowValue {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), ydb(table = "a"))]
struct Nested {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), store = "column")]
struct StoreText {
    name: String,
}

fn main() {}
