use ydb_keys::YdbTable;

// A text for a number of an index.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    fn run() {
        let _ = Order::index::<OrderByCustomer>().customer_id("1");
    }
}

// A range of another type.
mod wrong_range {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    fn run() {
        let _ = Account::scan().name(1..5).statement();
    }
}

// A value of another type.
mod wrong_type {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "user_events")]
    #[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
    struct UserEvent {
        timestamp: SystemTime,
        userid: u64,
        userevent: Option<String>,
    }

    fn run() {
        let _ = UserEvent::scan().userid("alice").statement();
    }
}

// A key with too few values, and one with a value of another type.
mod key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(chat_hash = numeric_hash(chat_id), chat_id, author, number))]
    struct Message {
        chat_id: u64,
        author: String,
        number: u64,
    }

    fn run() {
        let _ = Message::get((5, 7));
        let _ = Message::delete_many([(5, "ann", "7")]);
        let _ = Message::key_params((5,));
    }
}

// The beginning of a key: of another type, in another order, with a range in front, and longer than the key.
mod prefix {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(chat_hash = numeric_hash(chat_id), chat_id, author, number))]
    struct Message {
        chat_id: u64,
        author: String,
        number: u64,
    }

    fn run() {
        let _ = Message::prefix_params("5");
        let _ = Message::prefix_params(("ann", 5));
        let _ = Message::prefix_params((5, "ann".., 7));
        let _ = Message::prefix_params((5, "ann", 7, 8));
    }
}

// A text for the number that is the only key column.
mod key_of_one {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<i64>,
    }

    fn run() {
        let _ = Order::get("5");
        let _ = Order::update((1, 2)).amount(None);
        let _ = Order::exists(Some(5));
        let _ = Order::scan().full_scan().after("5").statement();
    }
}

// A column of a scan before the columns that precede it in the key.
mod out_of_order {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(chat_hash = numeric_hash(chat_id), chat_id, author, number))]
    #[ydb(index(by_author, on(author, number)))]
    struct Message {
        chat_id: u64,
        author: String,
        number: u64,
    }

    fn run() {
        let _ = Message::scan().author("ann");
        let _ = Message::scan().chat_id(5).number(7);
        let _ = Message::index::<MessageByAuthor>().number(7);
    }
}

// A column of a scan twice, after a range, and after `full_scan()`.
mod not_next {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(number, name))]
    struct Account {
        #[ydb(dispersed)]
        number: u64,
        name: String,
    }

    fn run() {
        let _ = Account::scan().number(5).number(6);
        let _ = Account::scan().number(5..7).name("a");
        let _ = Account::scan().full_scan().number(5..);
    }
}

fn main() {}
