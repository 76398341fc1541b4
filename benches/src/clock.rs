//! Processor time, medians, and the memory of a process.

use rustix::time::{ClockId, clock_gettime};

use crate::Outcome;

/// The processor time of this process that an operation takes, in seconds.
///
/// # Errors
/// That of the operation.
pub fn spent(operation: impl FnOnce() -> Outcome) -> Outcome<f64> {
    let clock = || {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let begun = clock();
    operation()?;
    Ok(clock() - begun)
}

/// The median; 0 of nothing.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// The peak memory of this process in bytes, as Linux reports it.
///
/// # Errors
/// Another system.
pub fn peak_memory() -> Outcome<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM in /proc/self/status")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<u64>()? * 1024)
}
