//! Shows the keys for a kind of identifier beside each other, as a text table and as a picture.

use support::heat::{self, Panel};

use crate::measure::Choice;

/// Measured keys for one kind of identifier.
pub(crate) struct Story<'a> {
    /// Title that says what the rows are.
    pub(crate) title: &'static str,
    /// Reads of interest, in the order of each choice's measurements.
    pub(crate) reads: &'static [&'static str],
    /// Measured keys.
    pub(crate) choices: Vec<Choice<'a>>,
    /// Picture of the measurements.
    pub(crate) picture: Picture,
}

/// Picture of a story.
pub(crate) struct Picture {
    /// Name of the file without `.svg`.
    pub(crate) file: &'static str,
    /// Title of the picture.
    pub(crate) title: &'static str,
    /// For each panel the position of the choice, its name and its columns.
    pub(crate) panels: &'static [(usize, &'static str, &'static str)],
}

impl Story<'_> {
    /// Prints the story as a table, with a line for each key.
    pub(crate) fn show(&self) {
        println!("{}\n", self.title);
        let mut line = format!("{:<45}{:>9} {:>9} ", "", "max/mean", "of writes");
        line += "  partitions and rows read by";
        println!("{}", line.trim_end());
        let mut line = format!("{:<45}{:>9} {:>9} ", "key", "whole run", "a window");
        for read in self.reads {
            line += &format!("  {read:>14}");
        }
        println!("{line}");
        for choice in &self.choices {
            let (whole, window) = choice.skew();
            let mut line = format!("{:<45}{whole:>9.2} {window:>9.2} ", choice.key);
            for read in &choice.reads {
                line += &format!("  {:>6} {:>7}", read.partitions, read.rows);
            }
            println!("{line}");
        }
        println!();
    }

    /// Returns the file name of the picture and its SVG.
    pub(crate) fn draw(&self) -> (String, String) {
        let panel = |&(number, name, key): &(usize, &'static str, &'static str)| {
            let choice = self.choices.get(number)?;
            let caption = format!("max/mean in a window: {:.2}", choice.skew().1);
            Some(Panel { name, key, caption, windows: &choice.windows })
        };
        let panels: Vec<Panel<'_>> = self.picture.panels.iter().filter_map(panel).collect();
        (format!("{}.svg", self.picture.file), heat::draw(self.picture.title, &panels))
    }
}
