//! `#[ydb(crate = path)]`: models and column types that know the library by another name, or through a facade.

use keys_by_another_name::{Value, YdbColumn, YdbRow, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(crate = keys_by_another_name, dispersed)]
struct UserId(u64);

#[derive(YdbColumn, Debug)]
#[ydb(crate = keys_by_another_name)]
enum Role {
    Admin,
}

#[derive(YdbTable, Debug)]
#[ydb(crate = keys_by_another_name, primary_key(id))]
struct User {
    id: UserId,
    role: Role,
}

#[derive(YdbTable)]
#[ydb(crate = renamed_tests::database::keys, primary_key(hash = xxh3(name), name))]
struct Account {
    name: String,
}

#[derive(YdbRow, Debug, PartialEq)]
#[ydb(crate = keys_by_another_name, of = Account)]
struct Name {
    name: String,
}

#[derive(YdbRow)]
#[ydb(crate = renamed_tests::database::keys)]
struct Count {
    count: u64,
}

#[test]
fn a_renamed_crate_works() {
    let user = User { id: UserId(1), role: Role::Admin };
    assert_eq!(
        User::TABLE.create_table().to_string(),
        "CREATE TABLE `user` (\n    `id` Uint64 NOT NULL,\n    `role` Utf8 NOT NULL,\n    PRIMARY KEY (`id`)\n)"
    );
    assert_eq!(user.key().unwrap(), UserKey { id: UserId(1) });
    assert_eq!(Name::from_column_values(vec![Value::Utf8("a".into())]).unwrap(), Name { name: "a".to_owned() });
}

#[test]
fn a_schema_is_listed() {
    let tables = renamed_tests::database::keys::schema![User, Account];
    assert_eq!(tables, [User::TABLE, Account::TABLE]);
}

#[test]
fn a_facade_works() {
    assert!(Account { name: "a".to_owned() }.upsert().statement().is_ok());
    assert!(Count::from_column_values(vec![Value::Uint64(1)]).is_ok_and(|row| row.count == 1));
    assert!(Account::scan().name("a".to_owned()).statement().is_ok());
}

/// This crate does not depend on the client, so `ydb` is the re-export.
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

    #[test]
    fn the_client_is_re_exported() {
        fn runs_on_a_client(_: impl AsyncFn(&ydb::Client) -> Result<Option<Place>>) {}
        runs_on_a_client(place);
        assert_eq!(Place::TABLE.name, "place");
    }
}
