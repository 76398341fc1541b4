use ydb_keys::{YdbRow, YdbTable};

// A table of its own for each type.
mod none {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
        value: u64,
    }
}

// A struct with named fields.
mod a_struct {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
    }
}

// Rows, models, optional rows, rows with rows in them, and an alias of one.
mod flatten {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Customer {
        name: String,
    }

    #[derive(YdbRow)]
    struct City {
        name: String,
        #[ydb(flatten, prefix = "mayor_")]
        mayor: Option<Customer>,
    }

    type Place = Option<City>;

    #[derive(YdbRow)]
    struct Sale {
        order_id: u64,
        #[ydb(flatten)]
        customer: Customer,
        #[ydb(flatten, prefix = "c_")]
        city: City,
        amount: f64,
        #[ydb(flatten, prefix = "p_")]
        place: Place,
        #[ydb(flatten, prefix = "")]
        empty: Total,
    }

    #[derive(YdbRow)]
    struct Total {
        total: Option<u64>,
    }

    pub fn run() {
        let _ = |sale: Sale| (sale.order_id, sale.customer.name, sale.city.mayor, sale.amount, sale.place, sale.empty.total);
        let _ = |city: City| city.name;
        assert_eq!(Sale::FIELDS.len(), 9);
    }
}

// A struct, and a model.
mod not_a_row_a_struct {
    use super::*;

    #[derive(YdbRow)]
    struct Total {
        total: Option<f64>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Country {
        name: String,
    }

    fn read<R: YdbRow>() -> usize {
        R::FIELDS.len()
    }

    pub fn run() {
        let fields = |total: Total, country: Country| (total.total, country.name);
        let _ = (read::<Total>(), read::<Country>(), fields);
    }
}

// Structs of one field, named or not, and an enum of one variant.
mod newtype {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    struct A(u64);

    #[derive(YdbColumn)]
    struct B {
        value: String,
    }

    #[derive(YdbColumn)]
    enum C {
        Only,
    }
}

// Each variant its text.
mod distinct {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    #[ydb(rename_all = "lowercase")]
    enum Status {
        New,
        #[ydb(rename = "old")]
        Paid,
    }
}

fn main() {
    flatten::run();
    not_a_row_a_struct::run();
}
