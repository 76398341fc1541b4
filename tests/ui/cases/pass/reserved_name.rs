// Fields outside of the key with names that a scan has taken.
mod outside_the_key {
    use ydb_keys::YdbTable;

    // Outside the key the scan has no method for it, and `rename` keeps the name in the database.
    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Quota {
        name: String,
        limit: u64,
        #[ydb(rename = "statement")]
        statement_value: Option<String>,
    }

    pub fn run() {
        let _ = Quota::update("a".to_owned()).limit(1).statement_value(None).statement();
        let _ = Quota::scan().name("a").limit(1).statement();
    }
}

// Names chosen for generated types; and types of fields with the names of types that only the compiler names.
mod chosen {
    use ydb_keys::{YdbColumn, YdbKey, YdbTable};

    mod ids {
        use ydb_keys::YdbColumn;

        #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
        #[ydb(dispersed)]
        pub struct LineKey(pub u64);
    }

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    struct OrderKey(u64);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderByState(String);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderScan(String);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderUpdate(String);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrdersInStateScan(String);

    #[derive(YdbTable)]
    #[ydb(primary_key(id, scan), key = OrderId)]
    #[ydb(index(by_state, on(state, third), cover(update), as = OrdersInState))]
    struct Order {
        id: OrderKey,
        scan: OrderScan,
        update: Option<OrderUpdate>,
        state: OrderByState,
        third: OrdersInStateScan,
    }

    /// The path's first name is what is in scope.
    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Line {
        id: ids::LineKey,
    }

    /// A struct of the program's own that has the name which the key would have.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct PartKey;

    #[derive(YdbTable)]
    #[ydb(primary_key(name), key = r#PartName)]
    struct Part {
        name: String,
    }

    pub fn run() {
        let key = OrderId { id: OrderKey(1), scan: OrderScan(String::new()) };
        assert_eq!(OrderId::TABLE.name, "order");
        let _ = Order::get(key).statement();
        let state = || OrderByState(String::new());
        let _ = Order::index::<OrdersInState>().state(state()).third(OrdersInStateScan(String::new())).statement();
        let _ = Line::get(LineKey { id: ids::LineKey(7) }).statement();
        let _ = (PartKey, Part::get(PartName::from(String::new())).statement());
    }
}

fn main() {
    outside_the_key::run();
    chosen::run();
}
