//! Measures processor time, medians, and the memory of a process.

use rustix::time::{ClockId, clock_gettime};

use crate::Outcome;

/// Returns the processor time of this process during an operation, in seconds.
///
/// # Errors
/// The operation fails.
pub fn spent(operation: impl FnOnce() -> Outcome) -> Outcome<f64> {
    let clock = || {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let begun = clock();
    operation()?;
    Ok(clock() - begun)
}

/// Returns the median; 0 if there are no values.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Returns the peak memory of this process in bytes, as Linux reports it.
///
/// # Errors
/// The system is not Linux.
pub fn peak_memory() -> Outcome<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM in /proc/self/status")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<u64>()? * 1024)
}
