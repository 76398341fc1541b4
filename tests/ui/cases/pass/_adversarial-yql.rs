// Queries in odd places, under the lints of a strict crate.
//! Its documentation.

#![deny(warnings, missing_docs, unused, unused_qualifications, unreachable_pub)]
#![allow(dead_code, non_camel_case_types, unused_macros)]

mod names {
    pub(crate) struct Option;
    pub(crate) struct Some;
    pub(crate) struct None;
    pub(crate) struct Ok;
    pub(crate) struct Vec;
    pub(crate) struct String;
    pub(crate) struct Query;
    pub(crate) struct Site;
    pub(crate) struct Checked;
    pub(crate) struct __Checked;
    pub(crate) struct usize;
    pub(crate) struct u8;
    pub(crate) struct str;
    pub(crate) struct bool;
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod ydb_keys {}
    pub(crate) trait From {}
    pub(crate) trait IntoIterator {}
    pub(crate) fn check() {}
    pub(crate) fn refused() {}
    pub(crate) fn found() {}
    pub(crate) const __QUERY: u64 = 1;
    pub(crate) static __SITE: u64 = 1;
}

mod models {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), index(by_customer, on(customer_id)))]
    pub(crate) struct Order {
        pub(crate) order_id: u64,
        pub(crate) customer_id: u64,
        pub(crate) note: String,
    }
}

/// Methods that everything has, with the names of those that generated code calls.
trait Everywhere: Sized {
    fn new(&self) {}
    fn one(&self) {}
    fn any(&self) {}
    fn list(&self) {}
    fn rows(&self) {}
    fn clone(&self) {}
    fn into_iter(&self) {}
}
impl<T> Everywhere for T {}

// Names of the program that are those of what generated code needs.
mod shadowed {
    #[allow(unused_imports)]
    use super::Everywhere as _;
    use super::models::Order;
    #[allow(unused_imports)]
    use super::names::*;

    macro_rules! include_bytes {
        () => {};
    }
    macro_rules! panic {
        () => {};
    }

    fn run(id: u64, ids: &[u64]) {
        let _ = ::ydb_keys::yql!("SELECT * FROM {Order} WHERE order_id = $id LIMIT $n", id, n = 1);
        let _ = ::ydb_keys::yql!("SELECT * FROM {Order} AS o WHERE o.order_id IN $ids", ids);
        let _ = ::ydb_keys::yql!("SELECT * FROM {Order}", full_scan(Order, reason = "a report"));
        let _ = ::ydb_keys::yql!("SELECT $id AS id", id = id as Uint64);
    }
}

// Without an import, by another name, and through a facade.
mod by_path {
    use ydb_keys as keys;

    use super::models::Order;

    mod database {
        pub(crate) use ydb_keys::yql as query;
    }

    fn run(id: u64) {
        let _ = ydb_keys::yql!("SELECT * FROM {Order} WHERE order_id = $id", id);
        let _ = keys::yql!("SELECT * FROM {super::models::Order} WHERE order_id = $id", id);
        let _ = database::query!("SELECT * FROM {crate::models::Order} WHERE order_id = $id", id);
    }
}

// A model with a column whose type nobody else sees.
mod hidden {
    mod model {
        use ydb_keys::{YdbColumn, YdbTable};

        #[derive(YdbColumn)]
        struct State(String);

        #[derive(YdbTable)]
        #[ydb(primary_key(id))]
        pub(crate) struct Parcel {
            id: String,
            state: Option<State>,
        }
    }

    use model::Parcel;
    use ydb_keys::yql;

    fn run(id: &str) {
        let _ = yql!("SELECT state FROM {Parcel} WHERE id = $id", id);
    }
}

// In generic functions and methods, closures, async blocks, nested and two on one line.
mod places {
    use ydb_keys::yql;

    use super::models::Order;

    struct Shop<T>(T);

    impl<T: Copy + Into<u64>> Shop<T> {
        fn order(&self, id: impl Into<u64>) {
            let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id OR order_id = $own", id = id.into(), own = self.0.into());
        }
    }

    fn all<const N: usize>(ids: [u64; N]) {
        let queries = ids.map(|id| yql!("SELECT * FROM {Order} WHERE order_id = $id", id));
        drop(queries);
        let _ = async move { yql!("SELECT * FROM {Order} WHERE order_id IN $ids", ids).text() };
    }

    #[rustfmt::skip]
    fn line(id: u64) {
        drop((yql!("SELECT * FROM {Order} WHERE order_id = $id", id), yql!("SELECT * FROM {Order} WHERE order_id = $id", id)));
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = yql!("SELECT 1 AS one").access().len() as u64);
    }

    // A model of the function itself, which has the name of another one.
    fn own(id: &str) {
        #[derive(ydb_keys::YdbTable)]
        #[ydb(primary_key(id))]
        struct Order {
            id: String,
        }
        let _ = yql!("SELECT * FROM {Order} WHERE id = $id", id);
    }

    macro_rules! by_id {
        ($model:ident, $id:expr) => {{
            let id = $id;
            yql!("SELECT * FROM {Order} WHERE order_id = $id", id)
        }};
    }

    fn in_a_macro(id: u64) {
        let _ = by_id!(Order, id + 1);
    }
}

// As many sources as are judged, and one more.
mod many {
    use ydb_keys::yql;

    use super::models::Order;

    #[rustfmt::skip]
    fn run(id: u64) {
        let _ = yql!("SELECT o0.note AS note FROM {Order} AS o0 JOIN {Order} AS o1 ON o1.note = o0.note JOIN {Order} AS o2 ON o2.note = o1.note JOIN {Order} AS o3 ON o3.note = o2.note JOIN {Order} AS o4 ON o4.note = o3.note JOIN {Order} AS o5 ON o5.note = o4.note JOIN {Order} AS o6 ON o6.note = o5.note JOIN {Order} AS o7 ON o7.note = o6.note JOIN {Order} AS o8 ON o8.note = o7.note JOIN {Order} AS o9 ON o9.note = o8.note JOIN {Order} AS o10 ON o10.note = o9.note JOIN {Order} AS o11 ON o11.note = o10.note JOIN {Order} AS o12 ON o12.note = o11.note JOIN {Order} AS o13 ON o13.note = o12.note JOIN {Order} AS o14 ON o14.note = o13.note JOIN {Order} AS o15 ON o15.note = o14.note JOIN {Order} AS o16 ON o16.note = o15.note JOIN {Order} AS o17 ON o17.note = o16.note JOIN {Order} AS o18 ON o18.note = o17.note JOIN {Order} AS o19 ON o19.note = o18.note JOIN {Order} AS o20 ON o20.note = o19.note JOIN {Order} AS o21 ON o21.note = o20.note JOIN {Order} AS o22 ON o22.note = o21.note JOIN {Order} AS o23 ON o23.note = o22.note JOIN {Order} AS o24 ON o24.note = o23.note JOIN {Order} AS o25 ON o25.note = o24.note JOIN {Order} AS o26 ON o26.note = o25.note JOIN {Order} AS o27 ON o27.note = o26.note JOIN {Order} AS o28 ON o28.note = o27.note JOIN {Order} AS o29 ON o29.note = o28.note JOIN {Order} AS o30 ON o30.note = o29.note JOIN {Order} AS o31 ON o31.note = o30.note JOIN {Order} AS o32 ON o32.note = o31.note JOIN {Order} AS o33 ON o33.note = o32.note JOIN {Order} AS o34 ON o34.note = o33.note JOIN {Order} AS o35 ON o35.note = o34.note JOIN {Order} AS o36 ON o36.note = o35.note JOIN {Order} AS o37 ON o37.note = o36.note JOIN {Order} AS o38 ON o38.note = o37.note JOIN {Order} AS o39 ON o39.note = o38.note", full_scan(Order, reason = "all by all"));
        let _ = yql!("SELECT o0.note AS note FROM {Order} AS o0 JOIN {Order} AS o1 ON o1.order_id = o0.customer_id JOIN {Order} AS o2 ON o2.order_id = o1.customer_id JOIN {Order} AS o3 ON o3.order_id = o2.customer_id JOIN {Order} AS o4 ON o4.order_id = o3.customer_id JOIN {Order} AS o5 ON o5.order_id = o4.customer_id JOIN {Order} AS o6 ON o6.order_id = o5.customer_id JOIN {Order} AS o7 ON o7.order_id = o6.customer_id JOIN {Order} AS o8 ON o8.order_id = o7.customer_id JOIN {Order} AS o9 ON o9.order_id = o8.customer_id JOIN {Order} AS o10 ON o10.order_id = o9.customer_id JOIN {Order} AS o11 ON o11.order_id = o10.customer_id JOIN {Order} AS o12 ON o12.order_id = o11.customer_id JOIN {Order} AS o13 ON o13.order_id = o12.customer_id JOIN {Order} AS o14 ON o14.order_id = o13.customer_id JOIN {Order} AS o15 ON o15.order_id = o14.customer_id JOIN {Order} AS o16 ON o16.order_id = o15.customer_id JOIN {Order} AS o17 ON o17.order_id = o16.customer_id JOIN {Order} AS o18 ON o18.order_id = o17.customer_id JOIN {Order} AS o19 ON o19.order_id = o18.customer_id JOIN {Order} AS o20 ON o20.order_id = o19.customer_id JOIN {Order} AS o21 ON o21.order_id = o20.customer_id JOIN {Order} AS o22 ON o22.order_id = o21.customer_id JOIN {Order} AS o23 ON o23.order_id = o22.customer_id JOIN {Order} AS o24 ON o24.order_id = o23.customer_id JOIN {Order} AS o25 ON o25.order_id = o24.customer_id JOIN {Order} AS o26 ON o26.order_id = o25.customer_id JOIN {Order} AS o27 ON o27.order_id = o26.customer_id JOIN {Order} AS o28 ON o28.order_id = o27.customer_id JOIN {Order} AS o29 ON o29.order_id = o28.customer_id JOIN {Order} AS o30 ON o30.order_id = o29.customer_id JOIN {Order} AS o31 ON o31.order_id = o30.customer_id JOIN {Order} AS o32 ON o32.order_id = o31.customer_id JOIN {Order} AS o33 ON o33.order_id = o32.customer_id JOIN {Order} AS o34 ON o34.order_id = o33.customer_id JOIN {Order} AS o35 ON o35.order_id = o34.customer_id JOIN {Order} AS o36 ON o36.order_id = o35.customer_id JOIN {Order} AS o37 ON o37.order_id = o36.customer_id JOIN {Order} AS o38 ON o38.order_id = o37.customer_id JOIN {Order} AS o39 ON o39.order_id = o38.customer_id JOIN {Order} AS o40 ON o40.order_id = o39.customer_id JOIN {Order} AS o41 ON o41.order_id = o40.customer_id JOIN {Order} AS o42 ON o42.order_id = o41.customer_id JOIN {Order} AS o43 ON o43.order_id = o42.customer_id JOIN {Order} AS o44 ON o44.order_id = o43.customer_id JOIN {Order} AS o45 ON o45.order_id = o44.customer_id JOIN {Order} AS o46 ON o46.order_id = o45.customer_id JOIN {Order} AS o47 ON o47.order_id = o46.customer_id JOIN {Order} AS o48 ON o48.order_id = o47.customer_id JOIN {Order} AS o49 ON o49.order_id = o48.customer_id JOIN {Order} AS o50 ON o50.order_id = o49.customer_id JOIN {Order} AS o51 ON o51.order_id = o50.customer_id JOIN {Order} AS o52 ON o52.order_id = o51.customer_id JOIN {Order} AS o53 ON o53.order_id = o52.customer_id JOIN {Order} AS o54 ON o54.order_id = o53.customer_id JOIN {Order} AS o55 ON o55.order_id = o54.customer_id JOIN {Order} AS o56 ON o56.order_id = o55.customer_id JOIN {Order} AS o57 ON o57.order_id = o56.customer_id JOIN {Order} AS o58 ON o58.order_id = o57.customer_id JOIN {Order} AS o59 ON o59.order_id = o58.customer_id WHERE o0.order_id = $id", id);
        let _ = yql!("SELECT o0.note AS note FROM {Order} AS o0 JOIN {Order} AS o1 ON o1.order_id = o0.customer_id JOIN {Order} AS o2 ON o2.order_id = o1.customer_id JOIN {Order} AS o3 ON o3.order_id = o2.customer_id JOIN {Order} AS o4 ON o4.order_id = o3.customer_id JOIN {Order} AS o5 ON o5.order_id = o4.customer_id JOIN {Order} AS o6 ON o6.order_id = o5.customer_id JOIN {Order} AS o7 ON o7.order_id = o6.customer_id JOIN {Order} AS o8 ON o8.order_id = o7.customer_id JOIN {Order} AS o9 ON o9.order_id = o8.customer_id JOIN {Order} AS o10 ON o10.order_id = o9.customer_id JOIN {Order} AS o11 ON o11.order_id = o10.customer_id JOIN {Order} AS o12 ON o12.order_id = o11.customer_id JOIN {Order} AS o13 ON o13.order_id = o12.customer_id JOIN {Order} AS o14 ON o14.order_id = o13.customer_id JOIN {Order} AS o15 ON o15.order_id = o14.customer_id JOIN {Order} AS o16 ON o16.order_id = o15.customer_id JOIN {Order} AS o17 ON o17.order_id = o16.customer_id JOIN {Order} AS o18 ON o18.order_id = o17.customer_id JOIN {Order} AS o19 ON o19.order_id = o18.customer_id JOIN {Order} AS o20 ON o20.order_id = o19.customer_id JOIN {Order} AS o21 ON o21.order_id = o20.customer_id JOIN {Order} AS o22 ON o22.order_id = o21.customer_id JOIN {Order} AS o23 ON o23.order_id = o22.customer_id JOIN {Order} AS o24 ON o24.order_id = o23.customer_id JOIN {Order} AS o25 ON o25.order_id = o24.customer_id JOIN {Order} AS o26 ON o26.order_id = o25.customer_id JOIN {Order} AS o27 ON o27.order_id = o26.customer_id JOIN {Order} AS o28 ON o28.order_id = o27.customer_id JOIN {Order} AS o29 ON o29.order_id = o28.customer_id JOIN {Order} AS o30 ON o30.order_id = o29.customer_id JOIN {Order} AS o31 ON o31.order_id = o30.customer_id JOIN {Order} AS o32 ON o32.order_id = o31.customer_id JOIN {Order} AS o33 ON o33.order_id = o32.customer_id JOIN {Order} AS o34 ON o34.order_id = o33.customer_id JOIN {Order} AS o35 ON o35.order_id = o34.customer_id JOIN {Order} AS o36 ON o36.order_id = o35.customer_id JOIN {Order} AS o37 ON o37.order_id = o36.customer_id JOIN {Order} AS o38 ON o38.order_id = o37.customer_id JOIN {Order} AS o39 ON o39.order_id = o38.customer_id JOIN {Order} AS o40 ON o40.order_id = o39.customer_id JOIN {Order} AS o41 ON o41.order_id = o40.customer_id JOIN {Order} AS o42 ON o42.order_id = o41.customer_id JOIN {Order} AS o43 ON o43.order_id = o42.customer_id JOIN {Order} AS o44 ON o44.order_id = o43.customer_id JOIN {Order} AS o45 ON o45.order_id = o44.customer_id JOIN {Order} AS o46 ON o46.order_id = o45.customer_id JOIN {Order} AS o47 ON o47.order_id = o46.customer_id JOIN {Order} AS o48 ON o48.order_id = o47.customer_id JOIN {Order} AS o49 ON o49.order_id = o48.customer_id JOIN {Order} AS o50 ON o50.order_id = o49.customer_id JOIN {Order} AS o51 ON o51.order_id = o50.customer_id JOIN {Order} AS o52 ON o52.order_id = o51.customer_id JOIN {Order} AS o53 ON o53.order_id = o52.customer_id JOIN {Order} AS o54 ON o54.order_id = o53.customer_id JOIN {Order} AS o55 ON o55.order_id = o54.customer_id JOIN {Order} AS o56 ON o56.order_id = o55.customer_id JOIN {Order} AS o57 ON o57.order_id = o56.customer_id JOIN {Order} AS o58 ON o58.order_id = o57.customer_id JOIN {Order} AS o59 ON o59.order_id = o58.customer_id JOIN {Order} AS o60 ON o60.order_id = o59.customer_id JOIN {Order} AS o61 ON o61.order_id = o60.customer_id JOIN {Order} AS o62 ON o62.order_id = o61.customer_id JOIN {Order} AS o63 ON o63.order_id = o62.customer_id WHERE o0.order_id = $id", id);
        let _ = yql!("SELECT o0.note AS note FROM {Order} AS o0 JOIN {Order} AS o1 ON o1.order_id = o0.customer_id JOIN {Order} AS o2 ON o2.order_id = o1.customer_id JOIN {Order} AS o3 ON o3.order_id = o2.customer_id JOIN {Order} AS o4 ON o4.order_id = o3.customer_id JOIN {Order} AS o5 ON o5.order_id = o4.customer_id JOIN {Order} AS o6 ON o6.order_id = o5.customer_id JOIN {Order} AS o7 ON o7.order_id = o6.customer_id JOIN {Order} AS o8 ON o8.order_id = o7.customer_id JOIN {Order} AS o9 ON o9.order_id = o8.customer_id JOIN {Order} AS o10 ON o10.order_id = o9.customer_id JOIN {Order} AS o11 ON o11.order_id = o10.customer_id JOIN {Order} AS o12 ON o12.order_id = o11.customer_id JOIN {Order} AS o13 ON o13.order_id = o12.customer_id JOIN {Order} AS o14 ON o14.order_id = o13.customer_id JOIN {Order} AS o15 ON o15.order_id = o14.customer_id JOIN {Order} AS o16 ON o16.order_id = o15.customer_id JOIN {Order} AS o17 ON o17.order_id = o16.customer_id JOIN {Order} AS o18 ON o18.order_id = o17.customer_id JOIN {Order} AS o19 ON o19.order_id = o18.customer_id JOIN {Order} AS o20 ON o20.order_id = o19.customer_id JOIN {Order} AS o21 ON o21.order_id = o20.customer_id JOIN {Order} AS o22 ON o22.order_id = o21.customer_id JOIN {Order} AS o23 ON o23.order_id = o22.customer_id JOIN {Order} AS o24 ON o24.order_id = o23.customer_id JOIN {Order} AS o25 ON o25.order_id = o24.customer_id JOIN {Order} AS o26 ON o26.order_id = o25.customer_id JOIN {Order} AS o27 ON o27.order_id = o26.customer_id JOIN {Order} AS o28 ON o28.order_id = o27.customer_id JOIN {Order} AS o29 ON o29.order_id = o28.customer_id JOIN {Order} AS o30 ON o30.order_id = o29.customer_id JOIN {Order} AS o31 ON o31.order_id = o30.customer_id JOIN {Order} AS o32 ON o32.order_id = o31.customer_id JOIN {Order} AS o33 ON o33.order_id = o32.customer_id JOIN {Order} AS o34 ON o34.order_id = o33.customer_id JOIN {Order} AS o35 ON o35.order_id = o34.customer_id JOIN {Order} AS o36 ON o36.order_id = o35.customer_id JOIN {Order} AS o37 ON o37.order_id = o36.customer_id JOIN {Order} AS o38 ON o38.order_id = o37.customer_id JOIN {Order} AS o39 ON o39.order_id = o38.customer_id JOIN {Order} AS o40 ON o40.order_id = o39.customer_id JOIN {Order} AS o41 ON o41.order_id = o40.customer_id JOIN {Order} AS o42 ON o42.order_id = o41.customer_id JOIN {Order} AS o43 ON o43.order_id = o42.customer_id JOIN {Order} AS o44 ON o44.order_id = o43.customer_id JOIN {Order} AS o45 ON o45.order_id = o44.customer_id JOIN {Order} AS o46 ON o46.order_id = o45.customer_id JOIN {Order} AS o47 ON o47.order_id = o46.customer_id JOIN {Order} AS o48 ON o48.order_id = o47.customer_id JOIN {Order} AS o49 ON o49.order_id = o48.customer_id JOIN {Order} AS o50 ON o50.order_id = o49.customer_id JOIN {Order} AS o51 ON o51.order_id = o50.customer_id JOIN {Order} AS o52 ON o52.order_id = o51.customer_id JOIN {Order} AS o53 ON o53.order_id = o52.customer_id JOIN {Order} AS o54 ON o54.order_id = o53.customer_id JOIN {Order} AS o55 ON o55.order_id = o54.customer_id JOIN {Order} AS o56 ON o56.order_id = o55.customer_id JOIN {Order} AS o57 ON o57.order_id = o56.customer_id JOIN {Order} AS o58 ON o58.order_id = o57.customer_id JOIN {Order} AS o59 ON o59.order_id = o58.customer_id JOIN {Order} AS o60 ON o60.order_id = o59.customer_id JOIN {Order} AS o61 ON o61.order_id = o60.customer_id JOIN {Order} AS o62 ON o62.order_id = o61.customer_id JOIN {Order} AS o63 ON o63.order_id = o62.customer_id JOIN {Order} AS o64 ON o64.order_id = o63.customer_id WHERE o0.order_id = $id", id);
    }
}

fn main() {}
