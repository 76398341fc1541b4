//! `explain`: prints the section of a rule or an error, lists all rules, or shows the database's plan of a query.

use std::io;

use clap::Args;
use ydb_keys_bulk::__internal::explained;
use ydb_keys_core::schema::rules::Nearest;

use super::database::{Access, Database};
use super::failure::Failure;
use super::page::{Page, Tone};
use super::query::given;
use super::streams::{Status, Streams};
use crate::queries::{PlanKeys, PlanRead, reads};
use crate::stats::owner;

/// Guide's page of rules: a list with a line for each, and a section for each under `## `.
const RULES: &str = include_str!("../../pages/rules.md");

/// Guide's page of errors at run time: a section for each under `## `.
const ERRORS: &str = include_str!("../../pages/errors.md");

#[derive(Args, Debug)]
pub(super) struct Explain {
    /// The rule, e.g. nullable_key; without it, all rules are listed
    pub(super) rule: Option<String>,
    /// Instead of a rule: a query, or `-` to read it from the input. It is not run. Prints which tables it would read, by
    /// which keys
    #[arg(long, value_name = "YQL", conflicts_with = "rule")]
    pub(super) query: Option<String>,
    /// With --query: print the plan as the database gives it, in JSON
    #[arg(long, requires = "query")]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) access: Access,
}

pub(super) fn explain(args: &Explain, page: &mut Page<'_>) -> Result<(), Failure> {
    let Some(name) = &args.rule else { return Ok(list(page)?) };
    match section(name) {
        Some(section) => Ok(show(section, page)?),
        None => {
            let lines = [RULES, ERRORS].into_iter().flat_map(str::lines);
            let known = lines.filter_map(|line| line.strip_prefix("## `")?.strip_suffix('`'));
            let nearest = known.fold(Nearest::to(name), |nearest, id| nearest.or(id)).name();
            let hint = match nearest {
                Some(id) => format!("did you mean `{id}`?"),
                None => "`explain` without a name lists all rules".to_owned(),
            };
            Err(Failure::UnknownRule { name: name.clone(), hint })
        }
    }
}

/// Returns the id of each rule and a short description, in the order of the page.
fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    RULES.lines().filter_map(|line| {
        let (id, rest) = line.strip_prefix("- [`")?.split_once('`')?;
        let what = rest.split_once(": ")?.1;
        Some((id, what.split(" (can be allowed").next()?))
    })
}

/// Returns the section of a rule or an error, without its heading.
fn section(id: &str) -> Option<&'static str> {
    let heading = format!("\n## `{id}`\n");
    let (_, rest) = [RULES, ERRORS].into_iter().find_map(|chapter| chapter.split_once(&heading))?;
    // The last paragraph of a chapter contains the link targets.
    let rest = rest.rsplit_once("\n\n[").map_or(rest, |(text, _)| text);
    let end = ["\n## ", "\n# "].iter().filter_map(|next| rest.find(next)).min().unwrap_or(rest.len());
    Some(rest[..end].trim())
}

fn list(page: &mut Page<'_>) -> io::Result<()> {
    let widest = rules().map(|(id, _)| id.len()).max().unwrap_or(0);
    for (id, what) in rules() {
        let first = format!("{}{}", page.paint(Tone::Strong, id), " ".repeat(widest + 2 - id.len()));
        page.paragraph(&first, &" ".repeat(widest + 2), &plain(what))?;
    }
    Ok(())
}

/// Prints a section of Markdown: paragraphs and lists wrapped, a table as a list, code indented, and the lines of a
/// diff in colour.
fn show(section: &str, page: &mut Page<'_>) -> io::Result<()> {
    let mut lines = section.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            page.line("")?;
        } else if line.starts_with("```") {
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                let tone = match code.as_bytes().first() {
                    Some(b'+') => Some(Tone::Good),
                    Some(b'-') => Some(Tone::Bad),
                    _ => None,
                };
                let shown = tone.map_or_else(|| code.to_owned(), |tone| page.paint(tone, code));
                page.line(&format!("    {shown}"))?;
            }
        } else if let Some(cells) = line.strip_prefix("| ") {
            // Skip the row of a table whose next line separates the header.
            if lines.next_if(|next| next.starts_with("|---")).is_none() {
                let text = cells.trim_end_matches(" |").replacen(" | ", ": ", 1).replace(" | ", "; ");
                page.paragraph("- ", "  ", &plain(&text))?;
            }
        } else {
            let mut text = line.to_owned();
            let ends = |next: &&str| next.is_empty() || next.starts_with("```") || next.starts_with("- ");
            while let Some(next) = lines.next_if(|next| !ends(next)) {
                text = format!("{text} {}", next.trim_start());
            }
            let rest = if text.starts_with("- ") { "  " } else { "" };
            page.paragraph("", rest, &plain(&text))?;
        }
    }
    Ok(())
}

/// Replaces links by their texts: `[buckets][buckets.md]` becomes `buckets`.
fn plain(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once('[') {
        let link = after.split_once(']').and_then(|(name, after)| {
            let end = match after.chars().next()? {
                '(' => ')',
                '[' => ']',
                _ => return None,
            };
            Some((name, after.split_once(end)?.1))
        });
        out.push_str(before);
        match link.filter(|(name, _)| !name.contains('[')) {
            Some((name, after)) => {
                out.push_str(name);
                rest = after;
            }
            None => {
                out.push('[');
                rest = after;
            }
        }
    }
    out + rest
}

/// Prints the tables and keys that the database's plan of a query reads. A full scan makes the command return
/// `Differs`.
pub(super) fn planned(text: &str, args: &Explain, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let text = given(text, streams)?;
    let database = Database::open(&args.access)?;
    let connection = database.runtime.run(database.channels())?;
    let planned = database.runtime.run(Box::pin(explained(&connection, text)));
    let plan = planned.map_err(|source| Failure::Query { writes: false, source })?;
    let found = plan.as_deref().and_then(reads);
    if args.json {
        writeln!(streams.out, "{}", plan.as_deref().unwrap_or("null"))?;
    } else {
        let named = |read: PlanRead| PlanRead { path: database.relative(&read.path), ..read };
        let named = found.as_ref().map(|found| found.iter().cloned().map(named).collect::<Vec<_>>());
        print(named.as_deref(), &mut streams.page())?;
    }
    let scans = found.iter().flatten().any(|read| read.keys == PlanKeys::All);
    Ok(if scans { Status::Differs } else { Status::Done })
}

fn print(found: Option<&[PlanRead]>, page: &mut Page<'_>) -> io::Result<()> {
    match found {
        None => return page.line("The database makes no plan of it, as of a change of the schema."),
        Some([]) => return page.line("It reads no table."),
        Some(_) => {}
    }
    for read in found.unwrap_or_default() {
        let owner = owner(&read.path);
        let index = owner.index.map_or_else(String::new, |index| format!(", index `{index}`"));
        let text = said(read.keys);
        let text = if read.keys == PlanKeys::All { page.paint(Tone::Bad, &text) } else { text };
        page.line(&format!("`{}`{index}: {text}", owner.table))?;
    }
    Ok(())
}

fn said(keys: PlanKeys) -> String {
    let first = |columns: usize| match columns {
        0 => "no column of the key".to_owned(),
        1 => "the first column of the key".to_owned(),
        columns => format!("the first {columns} columns of the key"),
    };
    match keys {
        PlanKeys::All => "a full scan: it reads all rows".to_owned(),
        PlanKeys::Whole => "by the whole key".to_owned(),
        PlanKeys::Range { fixed, bounded: true } => format!("a range by {}, with an end in the next one", first(fixed)),
        PlanKeys::Range { fixed, bounded: false } => format!("a range by {}", first(fixed)),
        PlanKeys::Ranges { fixed } => format!("several ranges by {}", first(fixed)),
        PlanKeys::Lookup { columns, .. } => format!("by {}, for each row of another table", first(columns)),
        PlanKeys::Unclear => "the plan does not say by which keys; see `--json`".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::LintRule;

    #[test]
    fn every_rule_of_lint_has_a_page() {
        for rule in LintRule::all() {
            assert!(section(rule.id()).is_some(), "{}", rule.id());
        }
    }

    #[test]
    fn every_rule_of_the_list_has_a_page() {
        assert!(rules().count() > 40);
        for (id, what) in rules() {
            assert!(!what.is_empty(), "{id}");
            assert!(section(id).is_some_and(|section| section.len() > 50), "{id}");
        }
    }

    #[test]
    fn links_are_replaced_by_their_texts() {
        assert_eq!(plain("see [buckets][buckets.md] and `#[ydb(x)]`"), "see buckets and `#[ydb(x)]`");
        assert_eq!(plain("`#[ydb(a)]`, [b](#c)"), "`#[ydb(a)]`, b");
    }
}
