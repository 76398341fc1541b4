//! Models of the tables of a database, written by `ydb-keys pull`.

pub mod random_t0;
pub mod random_t1;
pub mod random_t10;
pub mod random_t11;
pub mod random_t12;
pub mod random_t13;
pub mod random_t14;
pub mod random_t15;
pub mod random_t16;
pub mod random_t17;
pub mod random_t18;
pub mod random_t19;
pub mod random_t2;
pub mod random_t20;
pub mod random_t21;
pub mod random_t22;
pub mod random_t23;
pub mod random_t24;
pub mod random_t25;
pub mod random_t26;
pub mod random_t27;
pub mod random_t28;
pub mod random_t29;
pub mod random_t3;
pub mod random_t30;
pub mod random_t31;
pub mod random_t32;
pub mod random_t33;
pub mod random_t34;
pub mod random_t35;
pub mod random_t36;
pub mod random_t37;
pub mod random_t38;
pub mod random_t39;
pub mod random_t4;
pub mod random_t5;
pub mod random_t6;
pub mod random_t7;
pub mod random_t8;
pub mod random_t9;

/// All tables, for `ydb_keys::check` and `ydb_keys_cli::main`.
pub const TABLES: &[&ydb_keys::Table] = ydb_keys::schema![
    random_t0::T0,
    random_t10::T10,
    random_t11::T11,
    random_t12::T12,
    random_t13::T13,
    random_t14::T14,
    random_t15::T15,
    random_t16::T16,
    random_t17::T17,
    random_t18::T18,
    random_t19::T19,
    random_t1::T1,
    random_t20::T20,
    random_t21::T21,
    random_t22::T22,
    random_t23::T23,
    random_t24::T24,
    random_t25::T25,
    random_t26::T26,
    random_t27::T27,
    random_t28::T28,
    random_t29::T29,
    random_t2::T2,
    random_t30::T30,
    random_t31::T31,
    random_t32::T32,
    random_t33::T33,
    random_t34::T34,
    random_t35::T35,
    random_t36::T36,
    random_t37::T37,
    random_t38::T38,
    random_t39::T39,
    random_t3::T3,
    random_t4::T4,
    random_t5::T5,
    random_t6::T6,
    random_t7::T7,
    random_t8::T8,
    random_t9::T9,
];
