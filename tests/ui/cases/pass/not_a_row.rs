use ydb_keys::{YdbRow, YdbTable};

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
mod a_struct {
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

fn main() {
    flatten::run();
    a_struct::run();
}
