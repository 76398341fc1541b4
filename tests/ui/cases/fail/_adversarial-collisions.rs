// Names that collide: renamed columns with each other, with fields, with the hash; cases of `rename_all`; listed twice.

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(key = xxh3(id), id))]
struct RenamedToHash {
    id: u64,
    #[ydb(rename = "key")]
    other: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(id = xxh3(name), name))]
struct HashLikeARenamedField {
    #[ydb(rename = "number")]
    id: u64,
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(a))]
struct RenamedToAField {
    a: String,
    #[ydb(rename = "a")]
    b: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(a), rename_all = "camelCase")]
struct CamelCase {
    a: String,
    user_id: u64,
    #[ydb(rename = "userId")]
    other: u64,
    user__id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(a), rename_all = "lowercase")]
#[allow(non_snake_case)]
struct LowerCase {
    a: String,
    ab_c: u64,
    a_bc: u64,
    ABC: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = xxh3(a, a), a, b, a))]
struct Twice {
    a: String,
    b: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(a, r#a))]
struct TwiceRaw {
    a: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(a), index(one, on(b, c, b), cover(d, d)), index("one", on(c)), index(r#one, on(d)))]
struct IndexTwice {
    a: String,
    b: u64,
    c: u64,
    d: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(a), index(two_words, on(b)), index(TwoWords, on(c)), index(other, on(d), as = IndexTypesTwoWords))]
#[ydb(index(key, on(e)), index(scan, on(f)), index(taken, on(b, c), as = IndexTypes), index(more, on(c, b), as = Chosen))]
#[ydb(index(much_more, on(d, b), as = ChosenScan), key = Chosen)]
struct IndexTypes {
    a: String,
    b: u64,
    c: u64,
    d: u64,
    e: u64,
    f: u64,
}

#[derive(YdbTable)]
#[ydb(store = column, primary_key(a, b), partition_by_hash(a, b, a))]
struct PartitionTwice {
    a: String,
    b: u64,
}

#[derive(YdbColumn)]
#[ydb(rename_all = "snake_case")]
#[allow(dead_code)]
enum Variants {
    AB,
    #[ydb(rename = "ab")]
    Other,
    Ab,
}

#[derive(YdbRow)]
#[ydb(rename_all = "camelCase")]
#[allow(dead_code)]
struct RowTwice {
    user_id: u64,
    #[ydb(rename = "userId")]
    other: u64,
}

fn main() {}
