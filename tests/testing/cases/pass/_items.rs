#![allow(non_upper_case_globals)]

// A test, a model and a row where the program has items with the names that generated code could give to variables.
mod constants {
    use ydb_keys::{Result, YdbRow, YdbTable, ydb};

    pub const row: u64 = 1;
    pub const database: u64 = 2;
    pub const client: u64 = 3;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Place {
        name: String,
        row: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Place)]
    struct Size {
        row: u64,
    }

    #[ydb_keys::test(Place)]
    async fn runs(session: ydb::Client) -> Result<()> {
        let place = Place::get("Perm").select::<Size>().fetch(&session).await?;
        assert!(place.is_none());
        Ok(())
    }
}

fn main() {
    assert_eq!(constants::row + constants::database, constants::client);
}
