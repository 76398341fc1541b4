#![allow(dead_code, unused_imports, unused_variables)]

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

struct Client;
struct Order;

// A table of a constant.
mod a_constant {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order<const N: usize> {
        id: String,
    }
}

// A table that borrows.
mod lifetime {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order<'a> {
        id: &'a str,
    }
}

// A generic newtype.
mod newtype {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    struct Id<T>(T);
}

// A row that borrows.
mod row {
    use ydb_keys::YdbRow;

    #[derive(YdbRow)]
    struct Name<'a> {
        name: &'a str,
    }
}

// A generic table.
mod a_type {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order<T> {
        id: String,
        value: T,
    }
}

// Users of a generic table see the one error.
mod used {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order<T> {
        id: String,
        value: T,
    }

    fn run() {
        let _ = Order::<u64>::TABLE;
    }
}

// An enum as a table.
mod an_enum {
    use super::*;

    #[derive(YdbTable)]
    enum Order {
        New,
        Paid,
    }
}

// A table without names.
mod tuple {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order(u64);
}

// A union as a table.
mod union {
    use super::*;

    #[derive(YdbTable)]
    union Order {
        a: u64,
        b: i64,
    }
}

// A struct without fields as a table.
mod unit {
    use super::*;

    #[derive(YdbTable)]
    struct Order;
}

// A model is a row already.
mod model {
    use ydb_keys::YdbTable;

    use super::*;

    #[derive(YdbTable, YdbRow)]
    #[ydb(table = "orders", primary_key(id))]
    struct Order {
        id: String,
        #[ydb(type = "Json")]
        body: Option<String>,
    }
}

// What is no struct with columns.
mod shapes {
    use super::*;

    #[derive(YdbRow)]
    struct Tuple(u64);

    #[derive(YdbRow)]
    enum Status {
        New,
    }

    #[derive(YdbRow)]
    struct Unit;

    #[derive(YdbRow)]
    struct Empty {}

    #[derive(YdbRow)]
    struct Skipped {
        #[ydb(skip)]
        cached: u64,
    }
}

// An enum with fields.
mod enum_with_fields {
    use super::*;

    #[derive(YdbColumn)]
    enum Payment {
        Cash,
        Card(String),
        Transfer { iban: String },
    }
}

// Structs and an enum of nothing, and a union.
mod no_field {
    use super::*;

    #[derive(YdbColumn)]
    struct Nothing;

    #[derive(YdbColumn)]
    enum Never {}

    #[derive(YdbColumn)]
    union Either {
        a: u64,
        b: i64,
    }
}

// A struct of two fields.
mod two_fields {
    use super::*;

    #[derive(YdbColumn)]
    struct Point(u64, u64);
}

// Two variants of one text.
mod rename {
    use super::*;

    #[derive(YdbColumn)]
    enum Status {
        New,
        #[ydb(rename = "New")]
        Paid,
    }
}

// Two variants that get one text from `rename_all`.
mod rename_all {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(rename_all = "lowercase")]
    enum Status {
        New,
        NeW,
    }
}

// A generic test.
mod test_generic {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    async fn finds_an_order<T>(client: Client) {}
}

// A method.
mod test_method {
    use super::*;

    impl Order {
        #[ydb_keys_derive::test(Order)]
        async fn finds_itself(&self, client: Client) {}
    }
}

// A test that cannot reach its database.
mod test_no_parameter {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    async fn finds_an_order() {}
}

// The attribute on something that is not a function.
mod test_not_a_function {
    struct Order;

    #[ydb_keys_derive::test(Order)]
    struct FindsAnOrder;
}

// A test that is not async.
mod test_not_async {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    fn finds_an_order(client: Client) {}
}

// A test with a word that a test cannot have.
mod test_qualified {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    async unsafe fn finds_an_order(client: Client) {}
}

// A test that would be run twice.
mod test_two_tests {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    #[test]
    async fn finds_an_order(client: Client) {}
}

fn main() {}
