//! What is told while a plan is carried out: bars on a terminal, lines elsewhere.

use std::io::Write;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::migrate::{Action, Step};
use crate::migrate::{Event, RekeyPhase};

/// Where no bar can be drawn, what goes on is told no more often.
const PAUSE: Duration = Duration::from_secs(10);

/// An event on its way to the thread with the writers.
pub(super) enum Told {
    /// A line that stays.
    Line(String),
    /// What goes on, until the next is told.
    Now { text: String, rows: Option<(u64, u64)> },
    /// Nothing goes on.
    Done,
}

/// Sends events to the thread with the writers.
#[derive(Clone)]
pub(super) struct Teller(pub(super) Sender<Told>);

impl Teller {
    /// What the library's functions take.
    pub(super) fn on(&self) -> impl FnMut(Event<'_>) + Send {
        let sender = self.0.clone();
        // Nobody listens any more when the program ends.
        move |event| drop(sender.send(Told::from(event)))
    }
}

impl From<Event<'_>> for Told {
    fn from(event: Event<'_>) -> Self {
        let now = |text| Told::Now { text, rows: None };
        match event {
            Event::StepBegins { table, step, number, of } => {
                Told::Line(format!("[{number}/{of}] {}", title(table, step)))
            }
            Event::StepDone { .. } => Told::Done,
            Event::IndexBuilds { table, index, since } => {
                now(format!("the index `{index}` of `{table}` is being built, for {} s now", since.as_secs()))
            }
            Event::Phase { table, phase } => Told::Line(format!("`{table}`: {phase}")),
            Event::Rows { table, phase, rows, of } => {
                let verb = match phase {
                    RekeyPhase::Verify => "compared",
                    _ => "copied",
                };
                Told::Now { text: format!("`{table}`: rows {verb}"), rows: Some((rows, of)) }
            }
            Event::Repaired { table, rows } => {
                Told::Line(format!("`{table}`: {rows} rows differed from the old table and were copied again"))
            }
        }
    }
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
        Action::AwaitIndex { index } => format!("`{table}`: wait for the index `{index}`"),
        Action::WriteLayout { .. } => format!("`{table}`: set the layout attribute"),
    }
}

/// Tells on a writer, and draws the bar.
pub(super) struct Progress<'a> {
    err: &'a mut dyn Write,
    bars: bool,
    bar: Option<ProgressBar>,
    told: Instant,
}

impl<'a> Progress<'a> {
    pub(super) fn new(err: &'a mut dyn Write, bars: bool) -> Self {
        Progress { err, bars, bar: None, told: Instant::now() }
    }

    pub(super) fn hear(&mut self, told: Told) {
        match told {
            Told::Line(line) => {
                self.clear();
                self.line(&line);
            }
            Told::Now { text, rows } if self.bars => self.draw(text, rows),
            Told::Now { text, rows } => {
                if self.told.elapsed() >= PAUSE {
                    let share = |(rows, of): (u64, u64)| format!(": {rows} of {of}");
                    self.line(&format!("{text}{}", rows.map(share).unwrap_or_default()));
                }
            }
            Told::Done => self.clear(),
        }
    }

    fn line(&mut self, line: &str) {
        self.told = Instant::now();
        // Who does not listen to the progress gets the result nevertheless.
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
        bar.set_message(text);
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
