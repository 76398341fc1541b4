// Rows, models, optional rows, rows with rows in them, and an alias of one.

use ydb_keys::{YdbRow, YdbTable};

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

fn main() {
    let _ = |sale: Sale| (sale.order_id, sale.customer.name, sale.city.mayor, sale.amount, sale.place, sale.empty.total);
    let _ = |city: City| city.name;
    assert_eq!(Sale::FIELDS.len(), 9);
}
