//! Numbers as a page prints them.

/// `12,345`
pub(in crate::commands) fn count(number: f64) -> String {
    let digits = format!("{:.0}", number.max(0.0));
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1.2 MB`
pub(super) fn bytes(bytes: f64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"];
    let mut size = bytes.max(0.0);
    let mut unit = 0;
    while size >= 1000.0 && unit + 1 < units.len() {
        size /= 1000.0;
        unit += 1;
    }
    let name = units.get(unit).copied().unwrap_or_default();
    if unit == 0 { format!("{size:.0} {name}") } else { format!("{size:.1} {name}") }
}

/// `1 table`, `2 tables`
pub(super) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count(number as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hot::percent;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(["0", "999", "1,000", "12,345", "1,234,567"], [0.0, 999.4, 999.6, 12_345.0, 1_234_567.0].map(count));
        assert_eq!(
            ["0 %", "<1 %", "1 %", "97 %", ">99 %", "100 %"],
            [0.0, 0.004, 0.01, 0.968, 0.998, 1.0].map(percent)
        );
        assert_eq!(
            ["0 B", "999 B", "1.2 kB", "3.4 MB", "5.0 GB", "7000.0 TB"],
            [0.0, 999.0, 1_200.0, 3_400_000.0, 5e9, 7e15].map(bytes)
        );
        assert_eq!(
            [counted(1, "split"), counted(2, "split"), counted(0, "split")],
            ["1 split", "2 splits", "0 splits"]
        );
    }
}
