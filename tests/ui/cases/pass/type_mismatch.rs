#![deny(warnings)]
#![allow(dead_code)]

use std::time::SystemTime;

use ydb_keys::{YdbRow, YdbTable, yql};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(default = 0)]
    customer_id: u64,
    placed_at: Option<SystemTime>,
    paid: Option<bool>,
    amount: Option<f64>,
    note: String,
}

#[derive(YdbRow)]
struct Id {
    id: u64,
}

// Kinds that YDB compares: numbers of all sizes, and numbers with times; NULL where the column takes it.
mod of_one_kind {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = 1 AND paid = true AND note = 'x'");
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = 1u AND note IN ('a', 'b'u)");
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = 1 AND placed_at > Timestamp('2026-01-01T00:00:00Z')");
        let _ = yql!("UPDATE {Order} SET paid = NULL, note = 'x' WHERE order_id = $id", id);
    }
}

// Values and references, with and without a name, of the type of their column or of one that is chosen.
mod values {
    use super::*;

    fn run(id: u64, note: &str, owned: String, maybe: Option<u64>) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = &id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = id + 1,);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = maybe);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = 1);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = $note", id, note);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = $note", id, note = owned);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id LIMIT $n", id, n = 10);
        let _ = yql!("SELECT $id + 1 AS next, $note AS note", id = id as Uint64, note = note as Utf8);
        let _ = yql!("SELECT $type AS type", r#type = id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = if note.is_empty() { 1 } else { id });
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = [1, 2, 3].iter().fold(id, |a, b| a + b));
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = u64::from(3_u32) as Uint64);
    }
}

// Lists of all kinds, and rows.
mod lists {
    use std::collections::{BTreeSet, HashSet};

    use super::*;

    fn run(ids: &[u64], set: BTreeSet<u64>, other: &HashSet<u64>, rows: Vec<Id>, orders: &[Order]) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $ids", ids);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $ids", ids = vec![1, 2]);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $ids", ids = [1, 2]);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $set", set);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $other", other);
        let _ = yql!("SELECT * FROM AS_TABLE($rows) AS r JOIN {Order} AS o ON o.order_id = r.id", rows);
        let _ = yql!("UPSERT INTO {Order} SELECT * FROM AS_TABLE($orders)", orders);
    }
}

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

// Every expression and comparison, of columns of all kinds, some named like words of Rust or of the generated code.
mod expressions {
    use std::time::SystemTime;

    use ydb_keys::{YdbColumn, YdbTable, add, append, coalesce, now, sub};

    #[derive(YdbColumn, Clone, Copy)]
    struct Points(u32);

    mod inner {
        // Types of a module, and fields named like what the generated code uses.
        #[derive(ydb_keys::YdbTable)]
        #[ydb(primary_key(id_hash = numeric_hash(id), id))]
        pub(super) struct Odd {
            pub(super) id: u64,
            pub(super) r#type: Option<String>,
            pub(super) eq: i64,
            pub(super) name: Option<String>,
            pub(super) def: i32,
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(account_hash = xxh3(account), account))]
    struct Account {
        account: String,
        balance: i64,
        limit: Option<i64>,
        points: Option<Points>,
        note: Option<String>,
        raw: Vec<u8>,
        changed_at: SystemTime,
        #[ydb(json)]
        tags: Option<Vec<String>>,
    }

    pub fn run() {
        let c = Account::COLUMNS;
        let update = || Account::update("alice".to_owned());
        let _ = update().note(append("x")).raw(append(&b"x"[..])).raw(append(vec![1]));
        let _ = update().balance(sub(1)).limit(add(c.balance)).points(add(Points(1)));
        let _ = update().limit(coalesce(1)).changed_at(now()).limit(c.balance).note(None).limit(Some(1));
        let _ = update().limit(coalesce(c.balance)).limit(c.limit);
        let _ = update().balance(1).when(c.limit.eq(1).and(c.balance.gt(c.limit)).or(!c.limit.gt(c.balance)));
        let _ = update().balance(1).when(c.limit.is(None).and(c.points.is_not_null()).and(c.account.ne("bob")));
        let _ = Account::delete("alice".to_owned()).when(c.changed_at.lt(SystemTime::now()).and(c.tags.is_not_null()));
        let _ = inner::Odd::update(1).r#type(append("x")).eq(add(1)).when(inner::Odd::COLUMNS.eq.eq(inner::Odd::COLUMNS.eq));
        let _ = (inner::Odd::COLUMNS.r#type.name(), inner::Odd::COLUMNS.def, inner::Odd::COLUMNS.name.is_null());
    }
}

// Several values where they belong, or where the compiler does not know better.
mod several_values {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN [1, 2] OR order_id IN AsList(3, 4)");
        let _ = yql!("$ids = [1, 2]; SELECT * FROM {Order} WHERE order_id IN $ids");
        let _ = yql!("SELECT * FROM {Order} WHERE (order_id, customer_id) = ($id, 5)", id);
        let _ = yql!("SELECT {note} AS notes, [amount] AS amounts FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND {1} = {1} AND [1] = [1]", id);
        let _ = yql!("SELECT * FROM (SELECT {note} AS notes FROM {Order} WHERE order_id = $id) WHERE notes = {'x'u}", id);
    }
}

fn main() {
    borrowed_text::run();
    borrowed_key::run();
    expressions::run();
}

// Numbers of rows: a u64, a reference to one, one that may be missing, a literal, one that is converted, and a type that
// the program chooses.
mod numbers_of_rows {
    use super::*;

    fn run(id: u64, n: u64, most: Option<u64>, page: &u64, size: usize) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id LIMIT $n OFFSET $skip", id, n, skip = 10);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id LIMIT $most", id, most);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id LIMIT $page", id, page);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id LIMIT $size", id, size = size as u64);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id LIMIT $n", id, n = n as Uint64);
    }
}

// Columns that may be NULL, written into columns that may be NULL in the database; where they are made into values; and keys
// of rows that are deleted.
mod nullable_sources {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(token), key_not_null = false)]
    struct Token {
        token: String,
        amount: Option<f64>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(account))]
    struct Account {
        account: String,
        nick: Option<String>,
    }

    fn run(id: u64) {
        let _ = yql!("UPSERT INTO {Token} SELECT note AS token, amount FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("UPSERT INTO {Token} SELECT nick AS token FROM {Account} WHERE account = 'a' AND nick IS NOT NULL");
        // The table of a key without NOT NULL may have it.
        let _ = yql!("UPSERT INTO {Account} SELECT token AS account FROM {Token} WHERE token = 'a'");
        let _ = yql!("DELETE FROM {Account} ON SELECT nick AS account FROM {Account} WHERE account = 'a'");
        let _ = yql!(
            "UPSERT INTO {Account} SELECT nick AS nick, Unwrap(nick) AS account FROM {Account} WHERE account = 'a';
             UPSERT INTO {Token} SELECT nick AS token FROM {Account} WHERE account = 'a'"
        );
        let _ = yql!("UPDATE {Token} ON SELECT * FROM {Token} WHERE token = 'a'");
        let _ = yql!(
            "UPSERT INTO {Account} (account, nick) SELECT COALESCE(c.note, 'none'u), c.note
             FROM {Order} AS o LEFT JOIN {Order} AS c ON c.order_id = o.customer_id WHERE o.order_id = $id",
            id
        );
    }
}
