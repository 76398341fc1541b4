//! Schema changes through YDB's own client on the embedded engine.
