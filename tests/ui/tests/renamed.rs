//! Tests `#[ydb(crate = path)]`: models and column types that know the library by another name, or through a facade.
//! The package has no other name for it, so a hard-coded path cannot compile. With the client: `_renamed` of
//! `tests/testing`.

use keys_by_another_name::{Value, YdbColumn, YdbRow, YdbTable};

/// Facade that re-exports the library, like a company's database crate would.
mod database {
    pub(crate) use keys_by_another_name as keys;
}

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
#[ydb(crate = crate::database::keys, primary_key(hash = xxh3(name), name))]
struct Account {
    name: String,
}

#[derive(YdbRow, Debug, PartialEq)]
#[ydb(crate = keys_by_another_name, of = Account)]
struct Name {
    name: String,
}

#[derive(YdbRow)]
#[ydb(crate = crate::database::keys)]
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
    let tables = database::keys::schema![User, Account];
    assert_eq!(tables, [User::TABLE, Account::TABLE]);
}

#[test]
fn a_facade_works() {
    assert!(Account { name: "a".to_owned() }.upsert().statement().is_ok());
    assert!(Count::from_column_values(vec![Value::Uint64(1)]).is_ok_and(|row| row.count == 1));
    assert!(Account::scan().name("a".to_owned()).statement().is_ok());
}

#[test]
fn a_checked_query_works() {
    let name = "a";
    let query = keys_by_another_name::yql!("SELECT * FROM {Account} WHERE name = $name", name);
    let text = "DECLARE $name AS Utf8;\nDECLARE $hash_1 AS Uint64;\n\
                SELECT * FROM `account` AS `Account` WHERE hash = $hash_1 AND name = $name";
    assert_eq!(query.text().unwrap(), text);
    let query = database::keys::yql!("SELECT id FROM {User} WHERE id = $id", id = UserId(1));
    assert_eq!(query.access()[0].access, database::keys::Access::Point);
}
