//! Counts the lines of code of a task, and parses the results of the program in TypeScript.

use support::{Failure, Result};

/// Returns the number of lines between the marks `[task n]` and `[end]`, without blank lines and comments.
pub(crate) fn lines(source: &str, task: usize) -> usize {
    let begin = format!("// [task {task}]");
    let mut counts = false;
    let mut lines = 0;
    for line in source.lines().map(str::trim) {
        if line == begin || line == "// [end]" {
            counts = line == begin;
        }
        lines += usize::from(counts && !line.is_empty() && !line.starts_with("//"));
    }
    lines
}

/// Parses the numbers of partitions that the other program wrote to its file: a line for each task, `-` for none.
pub(crate) fn touched(file: &str) -> Result<[Option<usize>; 11]> {
    let touched = |line: &str| line.rsplit(' ').next().and_then(|number| number.parse().ok());
    let all: Vec<Option<usize>> = file.lines().map(touched).collect();
    all.try_into().map_err(|_| Failure::new("drizzle.txt does not have eleven lines"))
}
