//! Shows the progress of long work: as a bar on a terminal, as lines elsewhere.

use std::io::Write;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ydb_keys::__internal::error::Printable;
use ydb_keys_migrate::{Action, Event, RekeyPhase, Step};

/// The least time between two lines of progress when no bar is drawn.
const PAUSE: Duration = Duration::from_secs(10);

/// An update of the progress, sent to the thread that has the writers.
pub(super) enum Update {
    /// A line to print.
    Line(String),
    /// The current work, until the next update.
    Now { text: String, rows: Option<(u64, u64)> },
    /// The current work is done.
    Done,
}

/// Sends events to the thread that has the writers.
#[derive(Clone)]
pub(super) struct Reporter(pub(super) Sender<Update>);

impl Reporter {
    /// Reports how much of the current work is done.
    pub(super) fn now(&self, text: &str, done: u64, of: u64) {
        // Sending fails when the program is ending.
        drop(self.0.send(Update::Now { text: text.to_owned(), rows: Some((done, of)) }));
    }

    /// The function for events that the library's functions take.
    pub(super) fn on_event(&self) -> impl FnMut(Event<'_>) + Send {
        let sender = self.0.clone();
        // Sending fails when the program is ending; the event is then not needed.
        move |event| drop(update(event).map(|update| sender.send(update)))
    }
}

/// What is shown of an event, if anything.
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

/// A step in one line.
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

/// Prints updates to a writer, or draws the bar.
pub(super) struct Progress<'a> {
    err: &'a mut dyn Write,
    bars: bool,
    bar: Option<ProgressBar>,
    /// When the last line was printed.
    printed: Instant,
}

impl<'a> Progress<'a> {
    pub(super) fn new(err: &'a mut dyn Write, bars: bool) -> Self {
        Progress { err, bars, bar: None, printed: Instant::now() }
    }

    pub(super) fn show(&mut self, update: Update) {
        match update {
            Update::Line(line) => {
                self.clear();
                self.line(&line);
            }
            Update::Now { text, rows } if self.bars => self.draw(text, rows),
            Update::Now { text, rows } => {
                if self.printed.elapsed() >= PAUSE {
                    let share = |(rows, of): (u64, u64)| format!(": {rows} of {of}");
                    self.line(&format!("{text}{}", rows.map(share).unwrap_or_default()));
                }
            }
            Update::Done => self.clear(),
        }
    }

    fn line(&mut self, line: &str) {
        self.printed = Instant::now();
        // The work goes on even if its progress cannot be printed.
        let _ = writeln!(self.err, "{line}").and_then(|()| self.err.flush());
    }

    fn draw(&mut self, text: String, rows: Option<(u64, u64)>) {
        let bar = self.bar.get_or_insert_with(|| {
            let template = match rows {
                Some(_) => "{msg} {wide_bar} {human_pos}/{human_len} ({eta} left)",
                None => "{spinner} {msg}",
            };
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(rows.map_or(0, |(_, of)| of)).with_style(style)
        });
        if let Some((rows, of)) = rows {
            bar.set_length(of);
            bar.set_position(rows);
        }
        // The bar draws on the terminal itself.
        bar.set_message(Printable(&text).to_string());
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
