// Items of the program that have the names of fields, and names that generated code could give to variables. Where a
// pattern binds such a name, the compiler takes it for the item.
#![deny(warnings)]
#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals)]

mod as_text {
    use ydb_keys::types::ColumnInfo;
    use ydb_keys::{Column, Value, ValueError, YdbType};

    pub(crate) const INFO: ColumnInfo = <String as Column>::INFO;

    pub(crate) fn encode(number: &u64, _: YdbType) -> Result<Value<'static>, ValueError> {
        Ok(Value::Utf8(number.to_string().into()))
    }

    pub(crate) fn decode(value: Value<'_>) -> Result<u64, ValueError> {
        String::decode(value)?.parse().map_err(|_| ValueError::Null)
    }
}

macro_rules! names {
    ($each:ident) => {
        $each!(
            id at kind note value values row rows ty position scan update f state other column columns condition tables
            key keys table query text reader writer at_once result error index
        );
    };
}

/// Each derive with fields of these names, and calls of what it generates.
macro_rules! models {
    () => {
        use ydb_keys::YdbTable as _;

        #[derive(ydb_keys::YdbColumn, Clone)]
        #[ydb(dispersed)]
        struct Id {
            value: u64,
        }

        #[derive(ydb_keys::YdbColumn)]
        enum Name {
            id,
            row,
        }

        #[derive(ydb_keys::YdbColumn)]
        #[ydb(as = "Uint8")]
        enum Code {
            position = 1,
            ty = 2,
        }

        #[derive(ydb_keys::YdbTable)]
        #[ydb(primary_key(id), index(by_value, on(value, row), as = ByValue))]
        struct One {
            id: Id,
            value: u64,
            row: Option<u64>,
            f: u64,
            state: u64,
            other: Name,
            column: Code,
            condition: u64,
            scan: u64,
            update: u64,
            None: Option<u64>,
        }

        #[derive(ydb_keys::YdbTable)]
        #[ydb(primary_key(shard = xxh3(id) % 4, at, id, kind), index(by_ty, on(ty, position), as = ByTy))]
        struct Many {
            at: u64,
            id: u64,
            #[ydb(with = crate::as_text)]
            kind: u64,
            #[ydb(with = crate::as_text)]
            note: u64,
            ty: u64,
            position: u64,
            #[ydb(json)]
            values: Vec<u64>,
            #[ydb(version)]
            tables: u64,
            #[ydb(skip)]
            rows: u64,
        }

        #[derive(ydb_keys::YdbRow)]
        struct Part {
            value: u64,
            values: Option<u64>,
        }

        #[derive(ydb_keys::YdbRow)]
        struct Whole {
            id: u64,
            row: u64,
            #[ydb(flatten)]
            position: Part,
            #[ydb(skip)]
            tables: u64,
        }

        #[derive(ydb_keys::YdbRow)]
        #[ydb(of = One)]
        struct OfOne {
            id: Id,
            row: Option<u64>,
        }

        const TABLES: &[&ydb_keys::Table] = ydb_keys::schema![One, Many];

        fn run(one: &One, many: &Many) {
            let _ = (one.upsert(), many.upsert(), many.key());
            let _ = One::get(Id { value: 1 });
            let _ = Many::get((1, 2, 3_u64));
            let _ = One::scan().id(Id { value: 1 });
            let _ = One::index::<ByValue>().value(1).row(Some(2));
            let _ = Many::scan().at(1).id(2).kind(3_u64);
            let _ = One::update(Id { value: 1 }).value(1).row(Some(2)).other(Name::id).column(Code::ty).None(Some(4));
            let _ = Many::update((1, 2, 3_u64)).ty(4).note(5).values(vec![6]);
            let _ = ydb_keys::yql!("SELECT row, value FROM {One} WHERE id = $id", id = Id { value: 1 });
        }
    };
}

mod constants {
    macro_rules! each {
        ($($name:ident)*) => { $(const $name: u64 = 5;)* };
    }
    names!(each);
    models!();

    fn captured() {
        let _ = ydb_keys::yql!("SELECT * FROM {Many} WHERE at = $at AND id = $id", at, id);
    }
}

mod statics {
    macro_rules! each {
        ($($name:ident)*) => { $(static $name: u64 = 5;)* };
    }
    names!(each);
    models!();

    fn captured() {
        let _ = ydb_keys::yql!("SELECT * FROM {Many} WHERE at = $at AND id = $id", at, id);
    }
}

mod unit_structs {
    macro_rules! each {
        ($($name:ident)*) => { $(struct $name;)* };
    }
    names!(each);
    models!();
}

mod tuple_structs {
    macro_rules! each {
        ($($name:ident)*) => { $(struct $name(u64);)* };
    }
    names!(each);
    models!();
}

mod unit_variants {
    macro_rules! each {
        ($($name:ident)*) => { enum Names { $($name),* } };
    }
    names!(each);
    #[allow(unused_imports)]
    use Names::*;
    models!();
}

mod tuple_variants {
    macro_rules! each {
        ($($name:ident)*) => { enum Names { $($name(u64)),* } };
    }
    names!(each);
    #[allow(unused_imports)]
    use Names::*;
    models!();
}

mod constant_parameters {
    macro_rules! each {
        ($($name:ident)*) => {
            fn generic<$(const $name: u64),*>() {
                models!();
            }
        };
    }
    names!(each);
}

mod variables {
    macro_rules! each {
        ($($name:ident)*) => {
            const fn constant($($name: u64),*) {
                models!();
                let _ = ($($name),*);
            }
        };
    }
    names!(each);

    fn captured(id: u64) {
        models!();
        let at = id;
        let _ = ydb_keys::yql!("SELECT * FROM {Many} WHERE at = $at AND id = $id", at, id);
    }
}

fn main() {}
