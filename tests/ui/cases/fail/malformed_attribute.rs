use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

// A case that serde has not.
mod case {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(rename_all = "snakecase")]
    struct Order {
        order_id: u64,
    }
}

// An attribute of a newtype on an enum, and one of the enum on a variant.
mod an_enum {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(dispersed)]
    enum Status {
        New,
        #[ydb(rename_all = "lowercase")]
        Paid,
    }
}

// A word that is nearly an attribute of a field.
mod field {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(disperse)]
        order_id: u64,
    }
}

// Rows of queries are flattened; a table has its own columns only.
mod flatten {
    use super::*;

    #[derive(YdbRow)]
    struct City {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Sale {
        id: String,
        #[ydb(flatten, prefix = "city_")]
        city: City,
    }
}

// Unknown words inside settings.
mod inside {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_laod))]
    #[ydb(ttl(colunm = at, after = "P1D"))]
    #[ydb(index(by_at, on(at), coverr(at)))]
    #[ydb(family(cold, media = "hdd"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
    }
}

// An attribute on the field of a newtype.
mod inside_a_newtype {
    use super::*;

    #[derive(YdbColumn)]
    struct OrderId(#[ydb(dispersed)] u64);
}

// An attribute of a field on a newtype.
mod newtype {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(serial)]
    struct OrderId(u64);
}

// A word that is like no attribute.
mod nothing_like_it {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(engine = "rocksdb")]
    struct Order {
        order_id: u64,
    }
}

// An attribute of a field on the struct.
mod of_a_field {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    #[ydb(dispersed)]
    struct Order {
        order_id: u64,
    }
}

// An attribute of the struct on a field.
mod of_the_struct {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        #[ydb(index(by_id, on(order_id)))]
        order_id: u64,
    }
}

// Words of a table on a row and on its fields, a word of a field on the struct, unknown words, and `of` on a table.
mod unknown_word_of_a_row {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(of = Order, primary_key(name))]
    struct Country {
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(table = "orders", json, dispersed, covred_by = by_customer)]
    struct Total {
        #[ydb(type = "Double")]
        total: Option<f64>,
        #[ydb(monotonic, of = Country)]
        count: u64,
        #[ydb(renam = "x")]
        max: u64,
    }
}

// A store that is neither rows nor columns.
mod store {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(store = colunm)]
    struct Order {
        order_id: u64,
    }
}

// A word that is nearly an attribute of the struct.
mod a_struct {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_kye(order_id))]
    struct Order {
        order_id: u64,
    }
}

// Other words for the name and the key of the table: the missing key is not reported as well.
mod without_a_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table_name = "orders")]
    struct Order {
        order_id: u64,
    }

    #[derive(YdbTable)]
    struct Visit {
        #[ydb(primary_key)]
        visit_id: u64,
    }
}

// Words in the parentheses that are neither models nor settings.
#[allow(dead_code, unused_variables)]
mod test_setting {
    struct Client;
    struct Order;

    #[ydb_keys_derive::test(Order, fixtures = "orders.sql", crat = ydb_keys)]
    async fn finds_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, clok, manual)]
    async fn loses_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, clock = manual, crate)]
    async fn keeps_an_order(client: Client) {}
}

// An allowance with a text in place of the rule.
mod allow {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow("monotonic_leading_key", reason = "few rows"))]
    struct Order {
        at: SystemTime,
    }
}

// An attribute without anything.
mod bare {
    use super::*;

    #[derive(YdbTable)]
    #[ydb]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
    }
}

// A load to split by.
mod by_load {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_load = 50))]
    struct Order {
        order_id: u64,
    }
}

// The runtime crate as a text.
mod crate_path {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(crate = "ydb_keys")]
    struct Order {
        order_id: u64,
    }
}

// A default that is not a literal.
mod default {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(default = i32::MAX)]
        state: i32,
    }
}

// A family with its name missing.
mod family {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(data = "ssd"))]
    struct Order {
        order_id: u64,
    }
}

// A family with nothing in it.
mod family_empty {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family())]
    struct Order {
        order_id: u64,
    }
}

// A word alone, with a value.
mod flag_with_value {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed = true)]
        order_id: u64,
    }
}

// An index with its columns first.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(on(at)))]
    struct Order {
        order_id: u64,
        at: u64,
    }
}

// A number beyond 32 bits.
mod large_number {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(max = 5000000000))]
    struct Order {
        order_id: u64,
    }
}

// A literal in place of a word.
mod literal {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb("orders")]
    struct Order {
        order_id: u64,
    }
}

// The whole attribute as a text.
mod name_value {
    use super::*;

    #[derive(YdbTable)]
    #[ydb = "orders"]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
    }
}

// A key without a comma.
mod no_comma {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id at))]
    struct Order {
        order_id: u64,
        at: u64,
    }
}

// A key without parentheses.
mod no_parentheses {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key = order_id)]
    struct Order {
        order_id: u64,
    }
}

// A name without quotes.
mod no_text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(table = orders)]
    struct Order {
        order_id: u64,
    }
}

// A number of partitions as a text.
mod number {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(uniform = "16"))]
    struct Order {
        order_id: u64,
    }
}

// Fields in quotes.
mod quoted_field {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key("order_id"))]
    struct Order {
        order_id: u64,
    }
}

// The words of a row in other forms.
mod row {
    use ydb_keys::YdbRow;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Country {
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(of = "Country", covered_by(by_name))]
    struct Part {
        #[ydb(json = true)]
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(of)]
    struct Other {
        name: String,
    }
}

// A hash without parentheses.
mod sql_function {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3, order_id))]
    struct Order {
        order_id: u64,
    }
}

// A table without its name.
mod table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(table)]
    struct Order {
        order_id: u64,
    }
}

// A TTL as a text.
mod ttl {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl = "P30D")]
    struct Order {
        order_id: u64,
        at: SystemTime,
    }
}

// Two rules in one allowance.
mod two_allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow(monotonic_leading_key, hot_index, reason = "few rows"))]
    struct Order {
        at: SystemTime,
    }
}

// A module in quotes, as serde has it.
mod with_text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
        #[ydb(with = "module")]
        place: Vec<String>,
    }
}

// A TTL without the names of its settings, and a list that starts with a number.
mod unnamed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(at, "P7D"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(16), ttl(column, after = "P7D"))]
    struct Visit {
        order_id: u64,
    }
}

// Settings of a schedule that are not numbers, or have no effect.
#[allow(dead_code, unused_variables)]
mod test_schedule {
    struct Client;
    struct Order;

    #[ydb_keys_derive::test(Order, schedule)]
    async fn finds_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, schedule = 0, faults = "two")]
    async fn loses_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, faults = 2)]
    async fn keeps_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, schedule = 10, order = "loose")]
    async fn loosens_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, order = "strict")]
    async fn tightens_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, shedule = 10)]
    async fn misspells_an_order(client: Client) {}
}

// A model as a text.
#[allow(dead_code, unused_variables)]
mod test_text {
    struct Client;
    struct Order;

    #[ydb_keys_derive::test("orders")]
    async fn finds_an_order(client: Client) {}
}

// A hash without a name, in the key and in an index; a bucket; an unknown function; inner parentheses; a direction.
mod key_parts {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(xxh3(id), id))]
    struct Hash {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(numeric_hash(tenant, id) % 16, tenant, id))]
    struct Bucket {
        tenant: u64,
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash(id), id))]
    struct Unknown {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id), index(by_customer, on(xxh3(customer), customer)))]
    struct Index {
        #[ydb(dispersed)]
        id: u64,
        customer: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key((tenant, id), at))]
    struct Parentheses {
        tenant: u64,
        id: u64,
        at: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id desc))]
    struct Descending {
        id: u64,
    }
}

// Defaults that are expressions.
mod expressions {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Thing {
        name: String,
        #[ydb(default = 1 + 1)]
        a: u64,
        #[ydb(default = LIMIT)]
        b: u64,
        #[ydb(default = Status::New)]
        c: u64,
        #[ydb(default = "x".to_owned())]
        d: String,
        #[ydb(default = String::from("x"))]
        e: String,
        #[ydb(default = (1))]
        f: u64,
        #[ydb(default = -1 as i64)]
        g: i64,
        #[ydb(default = None)]
        h: Option<u64>,
        #[ydb(default = NULL)]
        i: Option<u64>,
        #[ydb(default = Some(5))]
        j: Option<u64>,
        #[ydb(default = --1)]
        k: i64,
        #[ydb(default = now())]
        l: u64,
        #[ydb(default = +1)]
        m: u64,
    }
}

// Words of diesel, sqlx, SeaORM, serde and SQL.
mod of_other_crates {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table_name = "things", schema = "shop", primary_key(name))]
    struct Thing {
        name: String,
        #[ydb(unique)]
        a: u64,
        #[ydb(index)]
        b: u64,
        #[ydb(primary_key)]
        c: u64,
        #[ydb(not_null)]
        d: u64,
        #[ydb(nullable)]
        e: u64,
        #[ydb(name = "other")]
        f: u64,
        #[ydb(sql_type = "Int32")]
        g: u64,
        #[ydb(auto_increment)]
        h: u64,
        #[ydb(ignore)]
        i: u64,
        #[ydb(references = "customers")]
        j: u64,
        #[ydb(try_from = "u32")]
        k: u64,
        #[ydb(NOT NULL)]
        l: u64,
        #[ydb(default_value = 5)]
        m: u64,
        #[ydb(size = 10)]
        n: String,
        #[ydb(ttl)]
        r#type: u64,
    }

    #[derive(YdbRow)]
    #[ydb(table = "things")]
    struct Row {
        #[ydb(name = "other")]
        a: u64,
        #[ydb(default)]
        b: u64,
    }

    #[derive(YdbColumn)]
    #[ydb(repr = "u8")]
    enum Status {
        New = 1,
    }
}

// A function of other programs without its module.
mod foreign_no_module {
    use super::*;

    mod city {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("city", 1).yql("Digest::CityHash({user})");

        pub fn hash(user: &str) -> u64 {
            user.len() as u64
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(city), user))]
    struct User {
        user: String,
    }
}

fn main() {}
