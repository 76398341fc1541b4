// `#[ydb(crate = path)]` on models of a crate that knows the library by another name, and the client only through it.
mod client {
    use keys_by_another_name::{Result, YdbTable, ydb};

    #[derive(YdbTable)]
    #[ydb(crate = keys_by_another_name, primary_key(hash = xxh3(name), name))]
    struct Place {
        name: String,
    }

    async fn place(client: &ydb::Client) -> Result<Option<Place>> {
        Place::get("Perm".to_owned()).fetch(client).await
    }

    fn runs_on_a_client(_: impl AsyncFn(&ydb::Client) -> Result<Option<Place>>) {}

    pub fn run() {
        runs_on_a_client(place);
        assert_eq!(Place::TABLE.name, "place");
    }
}

fn main() {
    client::run();
}
