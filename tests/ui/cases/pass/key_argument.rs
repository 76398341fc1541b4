// A text column by a borrowed text.
mod borrowed_text {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    pub fn run() {
        let _ = Account::scan().name("a").statement();
    }
}

// A key of texts by borrowed texts, by references, and as the key struct.
mod borrowed_key {
    use std::sync::Arc;

    use ydb_keys::{IntoKey, YdbTable};

    #[derive(YdbTable)]
    #[ydb(primary_key(name, number, tag))]
    struct Account {
        name: String,
        number: u64,
        tag: Arc<str>,
        balance: i64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(email))]
    struct User {
        email: String,
        age: Option<u32>,
    }

    fn generic<T: YdbTable>(key: impl Into<T::Key>, other: impl IntoKey<T>) {
        let _ = (T::get(key), T::delete(other));
    }

    pub fn run() {
        let email = "a@b".to_owned();
        let _ = User::get("a").statement();
        let _ = User::get(&email).statement();
        let _ = User::update("a").age(Some(3)).statement();
        let _ = User::modify("a", |user| user.age = None);
        let _ = (User::delete("a"), User::exists("a"), User::key_params("a"), User::key_list(["a"]));
        let _ = (User::get_many(["a", "b"]), User::delete_many(&[email.clone()]), User::read_rows(["a"]));
        let _ = User::in_directory("there").get("a").statement();
        let _ = User::scan().full_scan().after("a").statement();
        let _ = User::scan().email(&email).statement();
        let _ = User::get(email).statement();
        let _ = Account::get(("a", 5, "x")).statement();
        let _ = Account::update((&"a".to_owned(), &5, Arc::<str>::from("x"))).balance(1).statement();
        let _ = Account::get_many([("a", 5, "x"), ("b", 6, "y")]).statement();
        let _ = Account::get(AccountKey { name: "a".to_owned(), number: 5, tag: "x".into() }).statement();
        generic::<Account>(("a", 5, "x"), ("a", 5, "x"));
        generic::<User>("a", UserKey { email: "a".to_owned() });
    }
}

// A range before the columns that it ends, and the columns of an index in order.
mod in_order {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(chat_hash = numeric_hash(chat_id), chat_id, author, number))]
    #[ydb(index(by_author, on(author, number)))]
    struct Message {
        chat_id: u64,
        author: String,
        number: u64,
    }

    pub fn run() {
        let _ = Message::scan().chat_id(5).author("ann".."bob").statement();
        let _ = Message::scan().chat_id(5).author("ann").number(7).statement();
        let _ = Message::index::<MessageByAuthor>().author("ann").number(7..).statement();
        let _ = Message::prefix_params(5);
        let _ = Message::prefix_params((5, "ann".."bob"));
        let _ = Message::prefix_params((&5, "ann", 7));
    }
}

fn main() {
    borrowed_text::run();
    borrowed_key::run();
    in_order::run();
}
