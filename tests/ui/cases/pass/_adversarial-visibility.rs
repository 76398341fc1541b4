// Models of every visibility, in every place where a struct can stand.
#![deny(warnings, private_interfaces, private_bounds, unreachable_pub, missing_docs)]
//! A crate whose public items are documented.

mod inner {
    use ydb_keys::{YdbColumn, YdbTable};

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    struct Private(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[allow(unreachable_pub)]
    pub struct PublicOfPrivate {
        id: Private,
        state: Option<Private>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id), index(by_state, on(state)))]
    pub(crate) struct OfTheCrate {
        pub(crate) id: String,
        pub(in crate::inner) state: Option<u64>,
        other: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    pub(super) struct OfTheParent {
        pub(super) id: String,
        pub(self) other: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    pub(in crate::inner) struct OfThePath {
        id: String,
    }
}

use ydb_keys::{YdbRow, YdbTable};

/// Public.
#[derive(YdbTable)]
#[ydb(primary_key(name))]
pub struct Public {
    /// Public.
    pub name: String,
    private: Option<u64>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct NobodyUsesIt {
    name: String,
}

trait WithModel {
    fn table() -> &'static str {
        #[derive(YdbTable)]
        #[ydb(primary_key(name))]
        struct InTrait {
            name: String,
        }
        InTrait::TABLE.name
    }
}
impl WithModel for u8 {}

struct Host;
impl Host {
    fn table() -> &'static str {
        #[derive(YdbTable)]
        #[ydb(primary_key(name), index(by_other, on(other)))]
        struct InMethod {
            name: String,
            other: u64,
        }
        let _ = InMethod::index::<InMethodByOther>();
        InMethod::TABLE.name
    }
}

const IN_CONST: &str = {
    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct InConst {
        name: String,
    }
    InConst::TABLE.name
};

fn main() {
    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct InFunction {
        name: String,
        size: u64,
    }
    #[derive(YdbRow)]
    #[ydb(of = InFunction)]
    #[allow(dead_code)]
    struct InFunctionSize {
        size: u64,
    }
    let in_closure = || {
        #[derive(YdbTable)]
        #[ydb(primary_key(name))]
        struct InFunction {
            name: String,
        }
        InFunction::TABLE.name
    };
    let names = [InFunction::TABLE.name, in_closure(), Host::table(), <u8 as WithModel>::table(), IN_CONST];
    let _ = (names, inner::OfTheCrate::TABLE, inner::OfTheParent::TABLE, Public { name: String::new(), private: None });
}
