//! Tests statements of a table with serials in and after the key: an insert leaves them to the server and returns them.

use ydb_keys::YdbTable;

use super::golden::golden;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "tickets", primary_key(tenant_hash = xxh3(tenant), tenant, number))]
pub(crate) struct Ticket {
    pub(crate) tenant: String,
    #[ydb(serial)]
    pub(crate) number: i64,
    #[ydb(serial)]
    pub(crate) queue: i32,
    #[ydb(default = "new")]
    pub(crate) status: Option<String>,
}

#[test]
fn goldens() {
    let acme = || "acme".to_owned();
    let ticket = Ticket { tenant: acme(), number: 0, queue: 0, status: None };
    let rows =
        [ticket.clone(), Ticket { tenant: "zeta".to_owned(), number: 1, queue: 2, status: Some("old".to_owned()) }];
    insta::assert_snapshot!(
        "tickets",
        golden(&[
            ("insert", ticket.insert().statement()),
            ("insert_many", Ticket::insert_many(&rows).statement()),
            ("upsert", ticket.upsert().statement()),
            ("upsert_many", Ticket::upsert_many(&rows).statement()),
            ("replace", ticket.replace().statement()),
            ("update", Ticket::update((acme(), 5)).queue(3).status(Some("done".to_owned())).statement()),
            ("update_many", Ticket::update_many(&rows).statement()),
            ("get", Ticket::get((acme(), 5)).statement()),
            ("get_many", Ticket::get_many([(acme(), 5)]).statement()),
            ("delete", Ticket::delete((acme(), 5)).statement()),
            ("prefix", Ticket::scan().tenant(acme()).statement()),
        ])
    );
}
