// Every expression and comparison, of columns of all kinds, some named like words of Rust or of the generated code.
mod all {
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

fn main() {
    all::run();
}
