// Types, modules, traits and macros of the program with the names of those that generated code needs.
#![deny(warnings)]
#![allow(dead_code, non_camel_case_types, unused_macros)]

mod names {
    pub struct Option;
    pub struct Result;
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct Box;
    pub struct Vec;
    pub struct PhantomData;
    pub struct Value;
    pub struct Table;
    pub struct Column;
    pub struct Scan;
    pub struct Start;
    pub struct Fixed;
    pub struct usize;
    pub struct str;
    pub struct bool;
    pub mod core {}
    pub mod std {}
    pub mod ydb_keys {}
    pub trait Clone {}
    pub trait Debug {}
    pub trait From {}
    pub trait Default {}
    pub trait Copy {}
}

/// Methods that everything has, with the names of those that generated code calls.
trait Everywhere: Sized {
    fn encode(&self) {}
    fn decode(&self) {}
    fn statement(&self) {}
    fn limit(&self) {}
    fn clone(&self) {}
    fn into(&self) {}
    fn set(&self) {}
    fn fmt(&self) {}
    fn hash(&self) {}
    fn eq(&self) {}
    fn take(&self) {}
}
impl<T> Everywhere for T {}

macro_rules! vec {
    () => {};
}
macro_rules! panic {
    () => {};
}
macro_rules! matches {
    () => {};
}

mod by_glob {
    #[allow(unused_imports)]
    use super::names::*;
    #[allow(unused_imports)]
    use super::Everywhere as _;

    #[derive(::ydb_keys::YdbColumn)]
    #[ydb(dispersed)]
    pub struct Id(u64);

    #[derive(::ydb_keys::YdbColumn)]
    pub enum Kind {
        Some,
        None,
        Ok,
        Err,
    }

    #[derive(::ydb_keys::YdbTable)]
    #[ydb(primary_key(hash = xxh3(id, text), id, text), index(by_kind, on(text, kind)))]
    pub struct Glob {
        id: Id,
        text: ::std::string::String,
        kind: ::std::option::Option<Kind>,
        #[ydb(json)]
        tags: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
    }

    #[derive(::ydb_keys::YdbRow)]
    #[ydb(of = Glob)]
    pub struct GlobPart {
        kind: ::std::option::Option<Kind>,
    }
}

mod by_alias {
    type String = ::std::primitive::u64;
    type Option<T> = ::std::option::Option<T>;
    type Vec<T> = ::std::option::Option<T>;
    type Result = ::std::string::String;

    #[derive(::ydb_keys::YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id))]
    pub struct Aliased {
        id: String,
        name: Result,
        maybe: Option<Result>,
        bytes: Vec<u8>,
    }
}

mod by_definition {
    #[derive(::ydb_keys::YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    pub struct Option(::std::string::String);
    #[derive(::ydb_keys::YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    pub struct String(u64);

    #[derive(::ydb_keys::YdbTable)]
    #[ydb(primary_key(id, name))]
    pub struct Defined {
        id: String,
        name: Option,
    }
}

mod itself {
    /// A model called like the trait, and like what generated code calls its parts.
    #[derive(::ydb_keys::YdbTable)]
    #[ydb(primary_key(row))]
    pub struct YdbTable {
        row: ::std::string::String,
        table: u64,
        values: u64,
        state: u64,
        f: u64,
        scan: u64,
        other: u64,
    }

    #[derive(::ydb_keys::YdbTable)]
    #[ydb(primary_key(name))]
    pub struct Table {
        name: ::std::string::String,
    }

    #[derive(::ydb_keys::YdbTable)]
    #[ydb(primary_key(name))]
    pub struct Value {
        name: ::std::string::String,
    }
}

fn main() {}
