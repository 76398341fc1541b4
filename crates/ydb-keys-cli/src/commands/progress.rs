//! Shows the progress of long work: a bar on a terminal, lines elsewhere.

use std::io::Write;
use std::sync::mpsc::Sender;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ydb_keys_core::error::Printable;
use ydb_keys_migrate::{Action, Event, RekeyPhase, Step};

/// Least time between two lines of progress, where no bar is drawn.
const PAUSE: Duration = Duration::from_secs(10);

/// Update of the progress, sent to the thread that owns the output streams.
pub(super) enum Update {
    Line(String),
    /// Description of the current work, which lasts until the next update.
    Now {
        text: String,
        rows: Option<(u64, u64)>,
    },
    Done,
}

/// Sender of updates to the thread that owns the output streams.
#[derive(Clone)]
pub(super) struct Reporter(pub(super) Sender<Update>);

impl Reporter {
    /// Reports the part of the current work that is done.
    pub(super) fn now(&self, text: &str, done: u64, of: u64) {
        // Sending fails when the program is ending.
        drop(self.0.send(Update::Now { text: text.to_owned(), rows: Some((done, of)) }));
    }

    /// Returns a callback for the number of tables that are read, and the number of all.
    pub(super) fn on_read(self) -> impl Fn(u64, u64) + Send {
        move |done, of| self.now("tables read", done, of)
    }

    /// Returns a callback for the events of the library's functions.
    pub(super) fn on_event(&self) -> impl FnMut(Event<'_>) + Send {
        let sender = self.0.clone();
        // Sending fails when the program is ending; the event is then not needed.
        move |event| drop(update(event).map(|update| sender.send(update)))
    }
}

/// Returns the update that an event is shown as, if it is shown.
fn update(event: Event<'_>) -> Option<Update> {
    let now = |text| Update::Now { text, rows: None };
    Some(match event {
        Event::StepBegins { table, step, number, of } => {
            Update::Line(format!("[{number}/{of}] {}", title(table, step)))
        }
        Event::StepDone { .. } => Update::Done,
        Event::IndexBuilds { table, index, since } => {
            now(format!("`{table}`: building the index `{index}` for {} s", since.as_secs()))
        }
        Event::Fills { table, column, rows } => now(format!("`{table}`: filling the column `{column}`, {rows} rows")),
        Event::Phase { table, phase } => Update::Line(format!("`{table}`: {phase}")),
        Event::Rows { table, phase, rows, of } => {
            let verb = match phase {
                RekeyPhase::Verify => "compared",
                _ => "copied",
            };
            Update::Now { text: format!("`{table}`: rows {verb}"), rows: Some((rows, of)) }
        }
        Event::Fence { table, expected } => Update::Line(format!(
            "`{table}`: the name is taken away; reads and writes fail for about {:.1} s",
            expected.as_secs_f64()
        )),
        Event::Repaired { table, rows } => {
            Update::Line(format!("`{table}`: {rows} rows differed from the old table and were copied again"))
        }
        _ => return None,
    })
}

pub(super) fn title(table: &str, step: &Step) -> String {
    const LONGEST: usize = 110;
    match &step.action {
        Action::Statement { statement, .. } => {
            let line = statement.lines().next().unwrap_or_default();
            match line.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}...", &line[..end]),
                None => line.trim_end_matches(['(', ' ']).to_owned(),
            }
        }
        Action::FillColumn { column, .. } => format!("`{table}`: fill the column `{column}`"),
        Action::AwaitIndex { index } => format!("`{table}`: wait for the index `{index}`"),
        Action::WriteLayout { .. } => format!("`{table}`: set the layout attribute"),
        _ => format!("`{table}`: one more step"),
    }
}

/// Printer of updates: as lines, or as a bar.
pub(super) struct Progress<'a> {
    err: &'a mut dyn Write,
    bars: bool,
    bar: Option<ProgressBar>,
    /// Clock, which returns the time since some moment.
    clock: Box<dyn Fn() -> Duration + 'a>,
    /// Time of the last printed line.
    printed: Duration,
    pace: ProgressPace,
}

impl<'a> Progress<'a> {
    /// Creates a printer with a clock, which returns the time since some moment.
    pub(super) fn new(err: &'a mut dyn Write, bars: bool, clock: impl Fn() -> Duration + 'a) -> Self {
        let now = clock();
        let pace = ProgressPace { text: String::new(), rows: 0, begun: now, mark: now };
        Progress { err, bars, bar: None, clock: Box::new(clock), printed: now, pace }
    }

    pub(super) fn show(&mut self, update: Update) {
        let now = (self.clock)();
        match update {
            Update::Line(line) => {
                self.clear();
                self.pace.mark = now;
                self.line(now, &line);
            }
            Update::Now { text, rows } => {
                let done = rows.map(|rows| self.pace.of(now, &text, rows));
                if self.bars {
                    self.draw(&text, rows, done);
                } else if now.saturating_sub(self.printed) >= PAUSE {
                    let done = done.map(|done| format!(": {done}")).unwrap_or_default();
                    self.line(now, &format!("{text}{done}"));
                }
            }
            Update::Done => self.clear(),
        }
    }

    fn line(&mut self, now: Duration, line: &str) {
        self.printed = now;
        // Errors are ignored: the work continues even if its progress cannot be printed.
        let _ = writeln!(self.err, "{line}").and_then(|()| self.err.flush());
    }

    fn draw(&mut self, text: &str, rows: Option<(u64, u64)>, done: Option<String>) {
        let bar = self.bar.get_or_insert_with(|| {
            let template = match rows {
                Some(_) => "{msg} {wide_bar} {prefix}",
                None => "{spinner} {msg}",
            };
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(rows.map_or(0, |(_, of)| of)).with_style(style)
        });
        if let Some((rows, of)) = rows {
            bar.set_length(of);
            bar.set_position(rows);
        }
        bar.set_prefix(done.unwrap_or_default());
        // The bar draws on the terminal itself.
        bar.set_message(Printable(text).to_string());
        bar.tick();
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Speed of the current work.
struct ProgressPace {
    /// Text of the current work.
    text: String,
    rows: u64,
    begun: Duration,
    /// Time of the last [`Update::Line`]; the speed of the next work is measured from it.
    mark: Duration,
}

impl ProgressPace {
    /// Formats the progress with its speed: `1200 of 5000, 300 a second, 13 s left`.
    fn of(&mut self, now: Duration, text: &str, (rows, of): (u64, u64)) -> String {
        if text != self.text || rows < self.rows {
            (self.text, self.begun) = (text.to_owned(), self.mark);
        }
        self.rows = rows;
        let seconds = now.saturating_sub(self.begun).as_secs_f64();
        if rows == 0 || seconds <= 0.0 {
            return format!("{rows} of {of}");
        }
        let a_second = rows as f64 / seconds;
        let left = of.saturating_sub(rows) as f64 / a_second;
        let left = match left.ceil() as u64 {
            left @ 0..120 => format!("{left} s"),
            left @ 120..12_000 => format!("{} min", left.div_ceil(60)),
            left => format!("{} h {} min", left / 3600, left % 3600 / 60),
        };
        format!("{rows} of {of}, {a_second:.0} a second, {left} left")
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Tests that the progress of a copy shows its speed and its end, and that each pass counts anew.
    #[test]
    fn rows_a_second_and_the_time_left() {
        let (now, mut out) = (Cell::new(Duration::ZERO), Vec::new());
        let mut progress = Progress::new(&mut out, false, || now.get());
        let mut at = |seconds: u64, event: Event<'_>| {
            now.set(Duration::from_secs(seconds));
            progress.show(update(event).unwrap());
        };
        let rows = |phase, rows| Event::Rows { table: "t", phase, rows, of: 100_000 };
        at(5, Event::Phase { table: "t", phase: RekeyPhase::Copy });
        at(6, rows(RekeyPhase::Copy, 1000));
        at(15, rows(RekeyPhase::Copy, 20_000));
        at(16, Event::Repaired { table: "t", rows: 3 });
        at(55, rows(RekeyPhase::Copy, 100_000));
        at(60, Event::Phase { table: "t", phase: RekeyPhase::Verify });
        at(70, rows(RekeyPhase::Verify, 100));
        at(80, Event::Phase { table: "t", phase: RekeyPhase::Verify });
        at(90, rows(RekeyPhase::Verify, 10));
        drop(progress);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "`t`: copy\n\
             `t`: rows copied: 20000 of 100000, 2000 a second, 40 s left\n\
             `t`: 3 rows differed from the old table and were copied again\n\
             `t`: rows copied: 100000 of 100000, 2000 a second, 0 s left\n\
             `t`: verify\n\
             `t`: rows compared: 100 of 100000, 10 a second, 167 min left\n\
             `t`: verify\n\
             `t`: rows compared: 10 of 100000, 1 a second, 27 h 46 min left\n"
        );
    }
}
