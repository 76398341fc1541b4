#![allow(dead_code, unused_imports, unused_variables)]

struct Client;
struct Order;

// A generic test.
mod generic {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    async fn finds_an_order<T>(client: Client) {}
}

// A method.
mod method {
    use super::*;

    impl Order {
        #[ydb_keys_derive::test(Order)]
        async fn finds_itself(&self, client: Client) {}
    }
}

// A test that cannot reach its database.
mod no_parameter {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    async fn finds_an_order() {}
}

// The attribute on something that is not a function.
mod not_a_function {
    struct Order;

    #[ydb_keys_derive::test(Order)]
    struct FindsAnOrder;
}

// A test that is not async.
mod not_async {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    fn finds_an_order(client: Client) {}
}

// A test with a word that a test cannot have.
mod qualified {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    async unsafe fn finds_an_order(client: Client) {}
}

// Settings of a schedule that are not numbers, or have no effect.
mod schedule {
    use super::*;

    #[ydb_keys_derive::test(Order, schedule)]
    async fn finds_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, schedule = 0, faults = "two")]
    async fn loses_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, faults = 2)]
    async fn keeps_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, shedule = 10)]
    async fn misspells_an_order(client: Client) {}
}

// Words in the parentheses that are neither models nor settings.
mod setting {
    use super::*;

    #[ydb_keys_derive::test(Order, fixtures = "orders.sql", crat = ydb_keys)]
    async fn finds_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, clok, manual)]
    async fn loses_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, clock = manual, crate)]
    async fn keeps_an_order(client: Client) {}
}

// A model as a text.
mod text {
    use super::*;

    #[ydb_keys_derive::test("orders")]
    async fn finds_an_order(client: Client) {}
}

// A test that would be run twice.
mod two_tests {
    use super::*;

    #[ydb_keys_derive::test(Order)]
    #[test]
    async fn finds_an_order(client: Client) {}
}

fn main() {}
