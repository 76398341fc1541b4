//! `#[ydb(crate = path)]`: models and column types that know the library by another name, or through a facade.

use keys_by_another_name::{YdbColumn, YdbTable};

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

#[test]
fn a_renamed_crate_works() {
    let user = User { id: UserId(1), role: Role::Admin };
    assert_eq!(
        User::TABLE.create_table().to_string(),
        "CREATE TABLE `user` (\n    `id` Uint64 NOT NULL,\n    `role` Utf8 NOT NULL,\n    PRIMARY KEY (`id`)\n)"
    );
    assert_eq!(user.key(), Ok(UserKey { id: UserId(1) }));
}

#[test]
fn a_facade_works() {
    assert!(Account { name: "a".to_owned() }.upsert().statement().is_ok());
    assert!(Account::scan().name("a".to_owned()).statement().is_ok());
}
