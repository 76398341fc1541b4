//! Sample of bounded size from any number of rows, in their order.
//!
//! The rows are cut into blocks of equal length, and one row of each block is kept. Its place in the block is random:
//! with a fixed place and rows of sixteen tenants in turn, only one tenant would be sampled. At first, a block is one
//! row. When the sample is full, two neighbouring blocks become one, which keeps either row of them:
//!
//! ```text
//! blocks of 1      a b c d e f g h      full
//! blocks of 2      a . . d e . . h      half of them kept; of the next two rows one will be
//! ```
//!
//! A sample is therefore spread evenly over the time of arrival, whatever the number of rows.

/// Greatest number of rows in a sample.
const MOST_ROWS: usize = 1 << 16;
/// Greatest number of bytes in a sample.
const MOST_BYTES: usize = 128 << 20;

#[derive(Clone, Debug)]
pub(super) struct SampledRow {
    text: Box<str>,
    /// End of each cell's text, in bytes; `None` for NULL.
    ends: Box<[Option<u32>]>,
}

impl SampledRow {
    fn new(cells: &[Option<&str>]) -> Self {
        let mut text = String::with_capacity(cells.iter().flatten().map(|cell| cell.len()).sum());
        let mut end = |cell: &Option<&str>| {
            let cell = (*cell)?;
            text.push_str(cell);
            // A row has fewer than 4 GB, because readers refuse longer rows.
            Some(text.len() as u32)
        };
        let ends = cells.iter().map(&mut end).collect();
        SampledRow { ends, text: text.into() }
    }

    /// Returns the texts of the cells, `None` for NULL.
    pub(super) fn cells(&self) -> impl Iterator<Item = Option<&str>> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let end = (*end)? as usize;
            let cell = self.text.get(start..end);
            start = end;
            cell
        })
    }

    /// Returns the number of bytes in the texts of the row.
    pub(super) fn size(&self) -> usize {
        self.text.len()
    }

    /// Returns the number of bytes of memory that the row takes.
    fn memory(&self) -> usize {
        self.text.len() + size_of_val(&*self.ends) + size_of::<Self>()
    }
}

/// Sampler of rows that are pushed one by one.
#[derive(Debug)]
pub(super) struct Sampler {
    rows: Vec<SampledRow>,
    memory: usize,
    seen: u64,
    /// Number of rows in a block.
    block: u64,
    /// Number of the next row to keep, counted from 0.
    next: u64,
    random: u64,
}

impl Default for Sampler {
    fn default() -> Self {
        Sampler { rows: Vec::new(), memory: 0, seen: 0, block: 1, next: 0, random: 0x9e37_79b9_7f4a_7c15 }
    }
}

impl Sampler {
    pub(super) fn push(&mut self, cells: &[Option<&str>]) {
        let number = self.seen;
        self.seen += 1;
        if number != self.next {
            return;
        }
        let row = SampledRow::new(cells);
        self.memory += row.memory();
        self.rows.push(row);
        self.next = (number / self.block + 1) * self.block;
        self.next += self.below(self.block);
        while self.rows.len() > 1 && (self.rows.len() >= MOST_ROWS || self.memory > MOST_BYTES) {
            self.thin();
        }
    }

    /// Returns the number of rows that were pushed.
    pub(super) const fn seen(&self) -> u64 {
        self.seen
    }

    pub(super) fn rows(&self) -> &[SampledRow] {
        &self.rows
    }

    /// Merges each two neighbouring blocks into one.
    fn thin(&mut self) {
        let blocks = self.rows.len() as u64;
        self.block *= 2;
        let coins: Vec<u64> = (0..blocks.div_ceil(2)).map(|_| self.below(2)).collect();
        let mut place = 0;
        self.rows.retain(|_| {
            place += 1;
            coins.get((place - 1) / 2).is_some_and(|coin| *coin == (place - 1) as u64 % 2)
        });
        // The last block may lack its second half. The coin has decided which half keeps its row.
        self.next = if blocks % 2 == 1 && coins.last() == Some(&1) {
            blocks * (self.block / 2) + self.below(self.block / 2)
        } else {
            blocks.div_ceil(2) * self.block + self.below(self.block)
        };
        // The drawn place may already be over in a block that has begun.
        self.next = self.next.max(self.seen);
        self.memory = self.rows.iter().map(SampledRow::memory).sum();
    }

    /// Returns a number below `limit` from the generator xorshift64. The same rows always make the same sample.
    fn below(&mut self, limit: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: u64, width: usize) -> Sampler {
        let mut sampler = Sampler::default();
        for row in 0..rows {
            // A width in the format would be slower, because it writes spaces one by one.
            let number = row.to_string();
            let text = " ".repeat(width.saturating_sub(number.len())) + &number;
            sampler.push(&[None, Some(&text), Some("")]);
        }
        sampler
    }

    #[test]
    fn few_rows_are_all_kept() {
        let sampler = sample(1000, 1);
        assert_eq!(sampler.rows().len(), 1000);
        let cells: Vec<_> = sampler.rows()[17].cells().collect();
        assert_eq!(cells, [None, Some("17"), Some("")]);
    }

    #[test]
    fn many_rows_are_sampled_evenly_and_in_their_order() {
        for rows in [65_535, 65_536, 65_537, 300_000, 1_000_000] {
            let sampler = sample(rows, 1);
            let kept: Vec<u64> =
                sampler.rows().iter().map(|row| row.cells().nth(1).unwrap().unwrap().parse().unwrap()).collect();
            assert!((MOST_ROWS / 2..MOST_ROWS).contains(&kept.len()), "{rows}: {}", kept.len());
            // Each block has one row in the sample.
            let blocks: Vec<u64> = kept.iter().map(|number| number / sampler.block).collect();
            assert_eq!(blocks, (0..kept.len() as u64).collect::<Vec<_>>(), "{rows}");
            // No place in a block is preferred, and therefore no pattern in the rows.
            let odd = kept.iter().filter(|number| *number % 2 == 1).count();
            assert!(odd.abs_diff(kept.len() / 2) < kept.len() / 50, "{rows}: {odd} of {}", kept.len());
        }
    }

    #[test]
    fn wide_rows_are_bounded_by_their_bytes() {
        let sampler = sample(3000, 60_000);
        assert!(sampler.memory <= MOST_BYTES);
        assert!((1100..2237).contains(&sampler.rows().len()), "{}", sampler.rows().len());
        let blocks = sampler.rows().iter().map(|row| {
            let number: u64 = row.cells().nth(1).unwrap().unwrap().trim().parse().unwrap();
            number / sampler.block
        });
        assert!(blocks.eq(0..sampler.rows().len() as u64));
    }
}
