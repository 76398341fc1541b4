//! Chooses the next request or answer of a schedule with random numbers that follow from a seed.
//!
//! All requests and all answers wait until the chooser names one of them. Each belongs to a *chain*: the requests of
//! one session and their answers keep their order, and requests and answers of different chains may overtake each
//! other.
//!
//! The schedule selects one of two strategies:
//!
//! - *Random walk*: chooses among all waiting requests and answers with equal probability.
//! - *Priorities* (PCT: Burckhardt and others, "A randomized scheduler with probabilistic guarantees of finding bugs",
//!   ASPLOS 2010): each chain gets a random priority when it is first seen, and the chain with the highest priority
//!   goes. At `depth - 1` random steps the chain that would go gets a priority below all others. With n chains and k
//!   steps, each seed whose number of steps is at most [`STEPS`] finds a bug that needs `depth` events in one order
//!   with a probability of at least 1 / (n k^(depth - 1)).
//!
//! Without a seed the chooser would make the *default* choice: the chain that went last goes on; if it has nothing
//! waiting, the request or answer that came first goes. Any other choice is a *switch*. A failing schedule is shrunk by
//! allowing fewer switches and fewer faults. The random numbers are still drawn at every step, so the remaining
//! switches and faults stay at their steps.

use std::collections::{HashMap, HashSet};

use super::{Schedule, Upset};

/// Number of steps (the k of PCT) among which the steps of priority changes and faults are drawn.
const STEPS: u64 = 64;

/// A waiting request or answer.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub chain: u64,
    pub request: bool,
    /// `true` if a fault may hit this request or answer. Calls that clients make on their own, such as discovery, are
    /// never hit.
    pub fallible: bool,
}

/// Result of one choice: the request or answer that goes next, and the fault that hits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Position of the chosen request or answer in the list of waiting ones.
    pub index: usize,
    /// `true` if the choice is not the default choice.
    pub switch: bool,
    pub upset: Option<Upset>,
}

#[derive(Debug)]
pub struct Chooser {
    dice: SplitMix64,
    /// Random numbers for faults, separate from those of the walk: a schedule with fewer faults takes the same walk.
    faults: SplitMix64,
    by_priority: bool,
    /// Steps at which a priority changes.
    changes: HashSet<u64>,
    /// Steps from which a fault is due, the earliest one last. A fault hits the next request or answer that is
    /// fallible.
    upsets: Vec<u64>,
    /// Bit mask of faults that are left out: the lowest bit stands for the next fault.
    omit: u64,
    switches_left: u32,
    priorities: HashMap<u64, u64>,
    /// The next priority; it is below all priorities given so far.
    lowest: u64,
    last: Option<u64>,
    step: u64,
}

impl Chooser {
    pub fn new(schedule: &Schedule) -> Self {
        let (mut dice, mut faults) = (SplitMix64::new(schedule.seed), SplitMix64::new(!schedule.seed));
        // Many bugs need only a few steps, so some seeds draw all their faults among the first steps.
        let reach = STEPS >> faults.below(4);
        let changes = (1..schedule.depth).map(|_| dice.below(STEPS)).collect();
        let mut upsets: Vec<u64> = (0..schedule.faults).map(|_| faults.below(reach)).collect();
        upsets.sort_unstable_by(|a, b| b.cmp(a));
        Self {
            dice,
            faults,
            by_priority: schedule.depth > 0,
            changes,
            upsets,
            omit: schedule.omit,
            switches_left: schedule.switches,
            priorities: HashMap::new(),
            lowest: u64::from(u32::MAX),
            last: None,
            step: 0,
        }
    }

    /// Chooses one of the waiting requests and answers, which are in order of arrival. Returns `None` if nothing waits.
    pub fn choose(&mut self, waiting: &[Seen]) -> Option<Choice> {
        // A history does not show how often nothing waits, so no random number is drawn for it.
        if waiting.is_empty() {
            return None;
        }
        let default = waiting.iter().position(|seen| Some(seen.chain) == self.last).unwrap_or_default();
        let wanted =
            if self.by_priority { self.by_priority(waiting)? } else { self.dice.below(waiting.len() as u64) as usize };
        let index = if self.switches_left > 0 { wanted } else { default };
        let seen = waiting.get(index)?;
        let switch = index != default;
        self.switches_left -= u32::from(switch);
        // Drawn at every step: a schedule with fewer switches or faults draws the same numbers for the rest.
        let drawn = Upset::draw(&mut self.faults, seen.request);
        let is_due = self.upsets.last().is_some_and(|at| *at <= self.step) && seen.fallible;
        let mut upset = None;
        if is_due {
            self.upsets.pop();
            upset = Some(drawn).filter(|_| self.omit & 1 == 0);
            self.omit >>= 1;
        }
        self.step += 1;
        self.last = Some(seen.chain);
        Some(Choice { index, switch, upset })
    }

    fn by_priority(&mut self, waiting: &[Seen]) -> Option<usize> {
        for seen in waiting {
            // Initial priorities are above all priorities that a change gives.
            let above = u64::from(u32::MAX) + 1;
            let drawn = above + self.dice.below(above);
            self.priorities.entry(seen.chain).or_insert(drawn);
        }
        let first = |priorities: &HashMap<u64, u64>| {
            let priority = |seen: &Seen| priorities.get(&seen.chain).copied().unwrap_or_default();
            // Within a chain, the one that came first goes first.
            waiting
                .iter()
                .enumerate()
                .max_by_key(|(at, seen)| (priority(seen), std::cmp::Reverse(*at)))
                .map(|(at, _)| at)
        };
        let found = first(&self.priorities)?;
        if !self.changes.contains(&self.step) {
            return Some(found);
        }
        self.lowest -= 1;
        self.priorities.insert(waiting.get(found)?.chain, self.lowest);
        first(&self.priorities)
    }
}

#[derive(Clone, Debug)]
pub(super) struct SplitMix64(u64);

impl SplitMix64 {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a random number below `end`; 0 if `end` is 0.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        // The upper half of the product is as even as 64 bits allow.
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(chain: u64) -> Seen {
        Seen { chain, request: true, fallible: true }
    }

    /// Returns the chains that are chosen in `steps` steps when all of `chains` chains always wait.
    fn walk(schedule: Schedule, chains: u64, steps: usize) -> Vec<u64> {
        let waiting: Vec<Seen> = (0..chains).map(seen).collect();
        let mut chooser = Chooser::new(&schedule);
        (0..steps).map(|_| waiting[chooser.choose(&waiting).unwrap().index].chain).collect()
    }

    #[test]
    fn a_seed_is_one_walk() {
        for seed in 0..20 {
            assert_eq!(walk(Schedule::seeded(seed), 5, 100), walk(Schedule::seeded(seed), 5, 100));
        }
        assert_ne!(walk(Schedule::seeded(0), 5, 100), walk(Schedule::seeded(2), 5, 100));
        assert!(Chooser::new(&Schedule::seeded(1)).choose(&[]).is_none());
    }

    #[test]
    fn priorities_change_as_often_as_the_depth_says() {
        for seed in 0..200 {
            for depth in 1..5 {
                let walk = walk(Schedule::seeded(seed).depth(depth), 6, 64);
                let switches = walk.windows(2).filter(|pair| pair[0] != pair[1]).count();
                // Two of the priority changes may be drawn for the same step.
                assert!(switches < depth as usize, "{seed} {depth}: {walk:?}");
            }
        }
    }

    /// A bug of depth 2: chain 1 goes between the first and the second step of chain 0, which has two.
    #[test]
    fn priorities_find_a_bug_of_depth_two_as_often_as_the_paper_says() {
        let found = |seed: u64| {
            let mut chooser = Chooser::new(&Schedule::seeded(seed).depth(2));
            let (mut left, mut order) = ([2, 1], Vec::new());
            while order.len() < 3 {
                let waiting: Vec<Seen> = (0..2).filter(|chain| left[*chain as usize] > 0).map(seen).collect();
                let chain = waiting[chooser.choose(&waiting).unwrap().index].chain;
                left[chain as usize] -= 1;
                order.push(chain);
            }
            order == [0, 1, 0]
        };
        // At least 1 / (n k^(d - 1)) with n = 2 chains and k = 64.
        let seeds = 20_000;
        let count = (0..seeds).filter(|seed| found(*seed)).count() as u64;
        assert!(count >= seeds / (2 * STEPS), "{count} of {seeds}");
    }

    #[test]
    fn without_switches_chains_go_on_in_order() {
        let schedule = Schedule::seeded(8).switches(0);
        assert_eq!(walk(schedule, 4, 5), [0; 5]);
        let waiting: Vec<Seen> = (0..4).map(seen).collect();
        let mut chooser = Chooser::new(&Schedule::seeded(8).switches(3));
        let switches = (0..100).filter(|_| chooser.choose(&waiting).is_some_and(|choice| choice.switch)).count();
        assert_eq!(switches, 3);
    }

    #[test]
    fn as_much_goes_wrong_as_is_allowed_and_fewer_faults_stay_where_they_were() {
        let upsets = |most: u32| {
            let mut chooser = Chooser::new(&Schedule::seeded(6).faults(most).switches(0));
            (0..200).map(|_| chooser.choose(&[seen(1)]).unwrap().upset).collect::<Vec<_>>()
        };
        assert_eq!(upsets(0).iter().flatten().count(), 0);
        assert_eq!(upsets(3).iter().flatten().count(), 3);
        let mut quiet = Chooser::new(&Schedule::seeded(6).faults(3));
        let alone = Seen { fallible: false, ..seen(1) };
        assert!((0..200).all(|_| quiet.choose(&[alone]).unwrap().upset.is_none()));
    }

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first outputs of the published reference for the seed 1234567.
        let mut dice = SplitMix64::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([dice.next(), dice.next(), dice.next()], expected);
    }

    #[test]
    fn every_number_below_the_end_comes() {
        let mut dice = SplitMix64::new(1);
        let mut seen = [0_u32; 5];
        (0..1000).for_each(|_| seen[dice.below(5) as usize] += 1);
        assert!(seen.iter().all(|count| (150..250).contains(count)), "{seen:?}");
        assert_eq!(dice.below(0), 0);
    }
}
