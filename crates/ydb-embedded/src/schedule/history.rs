//! What happened under a schedule, step by step.

use std::fmt;

use super::fault::Upset;

/// One step: a request that the server begins, or an answer that it sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Whose step it is: requests of one session, or one request without a session, have one number.
    pub chain: u32,
    /// Whether it is a request and not an answer.
    pub request: bool,
    /// The method of the protocol: `ExecuteQuery`.
    pub method: String,
    /// The text of the query, if the request has one.
    pub text: String,
    /// Whether another one's turn it was.
    pub switch: bool,
    /// Whether the request reads what was there when it arrived, and something has been committed since.
    pub reads_early: bool,
    /// Whether a commit of this step took a place before others that were done.
    pub writes_early: bool,
    /// What went wrong.
    pub upset: Option<Upset>,
}

/// What happened under a schedule, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The steps.
    pub events: Vec<Event>,
}

impl History {
    /// How many things went wrong.
    #[must_use]
    pub fn faults(&self) -> u32 {
        self.count(|event| event.upset.is_some_and(|upset| upset != Upset::StillOverloaded))
    }

    /// How often another one went next than the one whose turn it was.
    #[must_use]
    pub fn switches(&self) -> u32 {
        self.count(|event| event.switch)
    }

    fn count(&self, what: impl Fn(&&Event) -> bool) -> u32 {
        u32::try_from(self.events.iter().filter(what).count()).unwrap_or(u32::MAX)
    }
}

/// A line for each step. The answer to a request that was asked just before is not worth one.
impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<&Event> = None;
        for (number, event) in self.events.iter().enumerate() {
            let Event { chain, request, method, text, switch, reads_early, writes_early, upset } = event;
            let is_its_answer = before.is_some_and(|last| last.request && last.chain == *chain);
            before = Some(event);
            if !request && is_its_answer && upset.is_none() && !writes_early {
                continue;
            }
            let (arrow, mark) = (if *request { "->" } else { "<-" }, if *switch { '*' } else { ' ' });
            write!(f, "{number:5} {mark} #{chain:<3} {arrow} {method}")?;
            if !text.is_empty() {
                let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
                write!(f, "  {}", text.chars().take(100).collect::<String>().escape_debug())?;
            }
            if *reads_early {
                f.write_str("  ~ reads what was there at its arrival")?;
            }
            if *writes_early {
                f.write_str("  ~ commits as if before others")?;
            }
            if let Some(upset) = upset {
                write!(f, "  !! {upset}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
