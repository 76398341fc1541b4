//! Access rights, sets of rights, and YDB's names for both.
//!
//! The bits and the names come from YDB's `aclib.h` and `ydb_convert.cpp`.

use std::fmt;

/// Set of access rights, as YDB's bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights(u32);

/// Single rights, each with the name of its permission and with its name in YDB's messages.
const SINGLE: [(Rights, &str, &str); 15] = [
    (Rights::CONNECT, "ydb.database.connect", "ConnectDatabase"),
    (Rights::CREATE_DATABASE, "ydb.database.create", "CreateDatabase"),
    (Rights::DROP_DATABASE, "ydb.database.drop", "DropDatabase"),
    (Rights::GRANT, "ydb.access.grant", "GrantAccessRights"),
    (Rights::SELECT_ROW, "ydb.granular.select_row", "SelectRow"),
    (Rights::UPDATE_ROW, "ydb.granular.update_row", "UpdateRow"),
    (Rights::ERASE_ROW, "ydb.granular.erase_row", "EraseRow"),
    (Rights::READ_ATTRIBUTES, "ydb.granular.read_attributes", "ReadAttributes"),
    (Rights::WRITE_ATTRIBUTES, "ydb.granular.write_attributes", "WriteAttributes"),
    (Rights::CREATE_DIRECTORY, "ydb.granular.create_directory", "CreateDirectory"),
    (Rights::CREATE_TABLE, "ydb.granular.create_table", "CreateTable"),
    (Rights::CREATE_QUEUE, "ydb.granular.create_queue", "CreateQueue"),
    (Rights::REMOVE_SCHEMA, "ydb.granular.remove_schema", "RemoveSchema"),
    (Rights::DESCRIBE_SCHEMA, "ydb.granular.describe_schema", "DescribeSchema"),
    (Rights::ALTER_SCHEMA, "ydb.granular.alter_schema", "AlterSchema"),
];

/// Permissions that consist of several rights, larger sets first. YDB does not define the order of two equally large
/// sets.
const SETS: [(Rights, &str); 10] = [
    (Rights::FULL, "ydb.generic.full"),
    (Rights::FULL_LEGACY, "ydb.generic.full_legacy"),
    (Rights::USE, "ydb.generic.use"),
    (Rights::USE_LEGACY, "ydb.generic.use_legacy"),
    (Rights::WRITE, "ydb.generic.write"),
    (Rights::READ, "ydb.generic.read"),
    (Rights::LIST, "ydb.generic.list"),
    (Rights::MODIFY_TABLES, "ydb.tables.modify"),
    (Rights::READ_TABLES, "ydb.tables.read"),
    (Rights::MANAGE, "ydb.generic.manage"),
];

/// Returns all permissions with their rights, larger sets first. A set of rights is written with the first names that
/// fit into it.
fn permissions() -> impl Iterator<Item = (Rights, &'static str)> {
    SETS.into_iter().chain(SINGLE.into_iter().map(|(rights, name, _)| (rights, name)))
}

/// Keywords of GRANT, their words joined by `_`, with their permissions. A keyword that is not listed stands for the
/// permission `ydb.granular.<keyword>`.
const KEYWORDS: [(&str, &str); 16] = [
    ("all", "ydb.generic.full"),
    ("connect", "ydb.database.connect"),
    ("create", "ydb.database.create"),
    ("drop", "ydb.database.drop"),
    ("modify_tables", "ydb.tables.modify"),
    ("select_tables", "ydb.tables.read"),
    ("list", "ydb.generic.list"),
    ("select", "ydb.generic.read"),
    ("insert", "ydb.generic.write"),
    ("use_legacy", "ydb.generic.use_legacy"),
    ("use", "ydb.generic.use"),
    ("manage", "ydb.generic.manage"),
    ("full_legacy", "ydb.generic.full_legacy"),
    ("full", "ydb.generic.full"),
    ("grant", "ydb.access.grant"),
    ("select_attributes", "ydb.granular.read_attributes"),
];

#[allow(missing_docs, reason = "the names are YDB's own")]
impl Rights {
    pub const NONE: Self = Self(0);
    pub const SELECT_ROW: Self = Self(1);
    pub const UPDATE_ROW: Self = Self(1 << 1);
    pub const ERASE_ROW: Self = Self(1 << 2);
    pub const READ_ATTRIBUTES: Self = Self(1 << 3);
    pub const WRITE_ATTRIBUTES: Self = Self(1 << 4);
    pub const CREATE_DIRECTORY: Self = Self(1 << 5);
    pub const CREATE_TABLE: Self = Self(1 << 6);
    pub const CREATE_QUEUE: Self = Self(1 << 7);
    pub const REMOVE_SCHEMA: Self = Self(1 << 8);
    pub const DESCRIBE_SCHEMA: Self = Self(1 << 9);
    pub const ALTER_SCHEMA: Self = Self(1 << 10);
    pub const CREATE_DATABASE: Self = Self(1 << 11);
    pub const DROP_DATABASE: Self = Self(1 << 12);
    pub const GRANT: Self = Self(1 << 13);
    const WRITE_USER_ATTRIBUTES: Self = Self(1 << 14);
    pub const CONNECT: Self = Self(1 << 15);

    const MODIFY_TABLES: Self = Self::UPDATE_ROW.and(Self::ERASE_ROW);
    const READ_TABLES: Self = Self::SELECT_ROW.and(Self::READ_ATTRIBUTES);
    const LIST: Self = Self::READ_ATTRIBUTES.and(Self::DESCRIBE_SCHEMA);
    const READ: Self = Self::SELECT_ROW.and(Self::LIST);
    const WRITE: Self = Self::MODIFY_TABLES
        .and(Self::WRITE_ATTRIBUTES)
        .and(Self::CREATE_DIRECTORY)
        .and(Self::CREATE_TABLE)
        .and(Self::CREATE_QUEUE)
        .and(Self::REMOVE_SCHEMA)
        .and(Self::ALTER_SCHEMA)
        .and(Self::WRITE_USER_ATTRIBUTES);
    const USE_LEGACY: Self = Self::READ.and(Self::WRITE).and(Self::GRANT);
    const USE: Self = Self::USE_LEGACY.and(Self::CONNECT);
    const MANAGE: Self = Self::CREATE_DATABASE.and(Self::DROP_DATABASE);
    const FULL_LEGACY: Self = Self::USE_LEGACY.and(Self::MANAGE);
    pub const FULL: Self = Self::USE.and(Self::MANAGE);
}

impl Rights {
    /// Returns the union of both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the rights of this set that the other set does not have.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns `true` if this set has all rights of the other set.
    pub const fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns the fewest names of permissions that make up this set.
    pub fn names(self) -> Vec<&'static str> {
        let mut rest = self;
        let mut names = Vec::new();
        for (rights, name) in permissions() {
            if rest.contains(rights) {
                names.push(name);
                rest = rest.without(rights);
            }
        }
        names
    }
}

impl fmt::Display for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut own: Vec<_> = SINGLE.into_iter().filter(|(rights, ..)| self.contains(*rights)).collect();
        own.sort_by_key(|(rights, ..)| rights.0);
        f.write_str(&own.into_iter().map(|(.., name)| name).collect::<Vec<_>>().join("|"))
    }
}

/// Permission: a set of rights, and the flag of their inheritance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    pub rights: Rights,
    /// `true` if the paths below inherit the rights. All permissions are inherited, except `ydb.database.connect`.
    pub inherits: bool,
}

impl Permission {
    /// Finds the permission with a name such as `ydb.generic.read` or, from older clients, `ydb.deprecated.select_row`.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = match name.strip_prefix("ydb.deprecated.") {
            Some(rest) => format!("ydb.granular.{rest}"),
            None => name.to_owned(),
        };
        let (rights, name) = permissions().find(|(_, known)| *known == name)?;
        Some(Self { rights, inherits: name != "ydb.database.connect" })
    }

    /// Finds the permission for a keyword of GRANT, whose words are in lower case and joined by `_`.
    pub fn of_keyword(keyword: &str) -> Option<Self> {
        match KEYWORDS.iter().find(|(known, _)| *known == keyword) {
            Some((_, name)) => Self::of_name(name),
            None if keyword == "modify_attributes" => Self::of_name("ydb.granular.write_attributes"),
            None => Self::of_name(&format!("ydb.granular.{keyword}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_keywords_are_those_of_the_documentation() {
        for (keyword, name) in [
            ("connect", "ydb.database.connect"),
            ("create", "ydb.database.create"),
            ("drop", "ydb.database.drop"),
            ("select_row", "ydb.granular.select_row"),
            ("update_row", "ydb.granular.update_row"),
            ("erase_row", "ydb.granular.erase_row"),
            ("create_directory", "ydb.granular.create_directory"),
            ("create_table", "ydb.granular.create_table"),
            ("create_queue", "ydb.granular.create_queue"),
            ("remove_schema", "ydb.granular.remove_schema"),
            ("describe_schema", "ydb.granular.describe_schema"),
            ("alter_schema", "ydb.granular.alter_schema"),
            ("grant", "ydb.access.grant"),
            ("modify_tables", "ydb.tables.modify"),
            ("select_tables", "ydb.tables.read"),
            ("list", "ydb.generic.list"),
            ("select", "ydb.generic.read"),
            ("insert", "ydb.generic.write"),
            ("use_legacy", "ydb.generic.use_legacy"),
            ("use", "ydb.generic.use"),
            ("manage", "ydb.generic.manage"),
            ("full_legacy", "ydb.generic.full_legacy"),
            ("full", "ydb.generic.full"),
        ] {
            let permission = Permission::of_keyword(keyword).unwrap();
            assert_eq!(Some(permission), Permission::of_name(name), "{keyword}");
            assert_eq!(permission.rights.names(), [name]);
        }
        assert_eq!(Permission::of_name("ydb.generic.nothing"), None);
        assert_eq!(Permission::of_name("ydb.deprecated.select_row"), Permission::of_name("ydb.granular.select_row"));
    }
}
