//! Draws a comparison as bars in the terminal, 80 columns wide.

use crate::Measured;

/// Length of the longest bar, that of the busiest partition, in characters.
const BAR: u64 = 18;

/// Prints both tables side by side, one line for each partition.
pub fn show([left, right]: &[Measured; 2]) {
    println!("     {:<36} {}", left.key, right.key);
    println!("     {0:>6} {1:>7} {2:20} {0:>6} {1:>7}", "rows", "writes", "");
    let all = || left.partitions.iter().chain(&right.partitions);
    let most = all().map(|partition| partition.updates).max().unwrap_or(0).max(1);
    for number in 0..left.partitions.len().max(right.partitions.len()) {
        let cell = |table: &Measured| match table.partitions.get(number) {
            Some(one) => format!("{:>6} {:>7} {:<18}", one.rows, one.updates, bar(one.updates, most)),
            None => " ".repeat(33),
        };
        println!("{}", format!("{:>4} {} {}", number + 1, cell(left), cell(right)).trim_end());
    }
    println!();
    for table in [left, right] {
        println!("{:<34}  {}", table.key, table.caption());
    }
}

/// Draws a bar of whole characters and a rest in eighths, rounded up so that a small value is visible.
fn bar(value: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (value * BAR * 8).div_ceil(most);
    format!("{}{}", "█".repeat((eighths / 8) as usize), EIGHTHS[(eighths % 8) as usize])
}
