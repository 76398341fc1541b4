//! Tests writers that fail.

use std::io::{self, Write};

use ydb_keys_cli::{Status, Streams, run};

use crate::TABLES;

/// Writer that accepts some bytes, then fails.
struct Full(usize, io::ErrorKind);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(self.1.into());
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn program(args: &[&str], out: &mut dyn Write, err: &mut dyn Write) -> Status {
    run(args, TABLES, Streams::new(&mut io::empty(), out, err).clock(|| std::time::Duration::ZERO))
}

/// Tests that `migrate ddl | head -1` succeeds.
#[test]
fn a_closed_pipe_is_no_failure() {
    for args in [&["migrate", "ddl"][..], &["migrate", "hash-sql"], &["migrate", "--help"]] {
        let mut err = Vec::new();
        assert_eq!(program(args, &mut Full(20, io::ErrorKind::BrokenPipe), &mut err), Status::Done);
        assert!(err.is_empty());
    }
}

#[test]
fn a_full_disk_is_one() {
    for args in [&["migrate", "ddl"][..], &["migrate", "--help"]] {
        let mut err = Vec::new();
        assert_eq!(program(args, &mut Full(20, io::ErrorKind::Other), &mut err), Status::Failed);
        assert_eq!(err, b"error: cannot print: other error\n");
    }
    // The same holds if the error cannot be printed either.
    let mut full = Full(0, io::ErrorKind::Other);
    assert_eq!(program(&["migrate", "dll"], &mut Vec::new(), &mut full), Status::Failed);
}
