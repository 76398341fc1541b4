//! Columns in Apache Arrow's IPC format: what BulkUpsert takes, and what ExecuteQuery answers.
//!
//! Schema and batch are separate encapsulated messages: `ffffffff`, the length of the metadata, the metadata, the body.
//!
//! | YDB | BulkUpsert takes | results have |
//! |---|---|---|
//! | Bool | uint8 | uint8 |
//! | Int8 .. Int64, Uint8 .. Uint64, Float, Double | the same | the same |
//! | Date | uint16 | uint16 |
//! | Datetime | uint32, int32 | uint32 |
//! | Timestamp | timestamp (microseconds, whatever unit the type names), int64, uint64 | uint64 |
//! | Interval | duration (likewise), int64 | int64 |
//! | Date32 | int32 | int32 |
//! | Datetime64, Timestamp64, Interval64 | int64 | int64 |
//! | String | binary, utf8 | binary |
//! | Utf8, Json | utf8 | utf8 |
//! | Yson | binary | binary |
//! | JsonDocument, DyNumber | utf8 or binary, as text | utf8, as text |
//! | Decimal, Uuid | fixed_size_binary(16), since 25.4 | fixed_size_binary(16) |
//! | Null, Void | | null, a struct without fields |
//! | Optional | the same | the same, the field is nullable |
//! | List, Struct, Tuple | | list, struct, struct with the fields field0, field1 .. |
//!
//! A Decimal is its unscaled number, 16 bytes little-endian; a Uuid its stored bytes, Microsoft's mixed-endian order.
//!
//! Sources in YDB: `rpc_load_rows.cpp` (`ConvertArrowToYdbPrimitive`), `upload_rows_common_impl.h` (`BuildSchema`,
//! `SameOrConvertableDstType`) and `formats/arrow/{converter.cpp, switch/switch_type.h}` for BulkUpsert;
//! `kqp/common/result_set_format/{kqp_formats_arrow.h, kqp_formats_arrow.cpp, kqp_result_set_builders.cpp}` and
//! `kqp/ut/arrow/kqp_result_set_formats_ut.cpp` for results.

mod cells;
mod decode;
mod encode;
mod messages;
mod names;
mod upload;

pub(crate) use messages::{Options, batch, options, weight};
pub(crate) use upload::Arrow;
