//! The evidence for each parameter, with and without the rows that a fold hides, and the spread of an estimate from it.

use crate::fitting::{Design, Slope, Solution};
use crate::fold::hides;
use crate::fold::{Fold, FoldKey};
use rooflight_estimator::calibration::key::Key;
use rooflight_estimator::calibration::table::{Evidence, spread_of};
use std::collections::{BTreeMap, BTreeSet};

/// The cases that depend on each parameter.
#[derive(Debug)]
pub(super) struct SupportingRuns {
    cases: Vec<Vec<FoldKey>>,
}

impl SupportingRuns {
    /// Collects the cases of each parameter; `cases` has one per sample.
    pub(super) fn new(design: &Design, solution: &Solution, cases: &[FoldKey]) -> Self {
        let mut found = vec![BTreeSet::new(); design.keys.len()];
        for (slope, case) in solution.slopes.iter().zip(cases) {
            for (at, _) in &slope.entries {
                found[*at].insert(*case);
            }
        }
        Self { cases: found.into_iter().map(|cases| cases.into_iter().collect()).collect() }
    }

    /// Returns all the evidence for a parameter.
    pub(super) fn evidence(&self, parameter: usize) -> Evidence {
        let sources: BTreeSet<usize> = self.cases[parameter].iter().map(|case| case.source).collect();
        Evidence { sources: u32::try_from(sources.len()).unwrap_or(u32::MAX), ..self.seen(parameter, |_| true) }
    }

    /// Counts pairs and devices of the cases that a fit may see.
    fn seen(&self, parameter: usize, seen: impl Fn(&FoldKey) -> bool) -> Evidence {
        let mut found = Evidence::default();
        let mut last: Option<&FoldKey> = None;
        // Cases are sorted by device, then by model.
        for case in self.cases[parameter].iter().filter(|case| seen(case)) {
            let device = last.is_none_or(|last| last.device != case.device);
            found.devices += u32::from(device);
            found.pairs += u32::from(device || last.is_some_and(|last| last.model != case.model));
            last = Some(case);
        }
        found
    }

    /// Counts the publications that measured the device of each sample, without the rows that its group hides.
    pub(super) fn of_devices(cases: &[FoldKey], fold: Fold, groups: &[Option<i64>]) -> Vec<u32> {
        let mut of_device: BTreeMap<usize, BTreeSet<FoldKey>> = BTreeMap::new();
        for case in cases {
            of_device.entry(case.device).or_default().insert(*case);
        }
        let mut counted: BTreeMap<(i64, usize), u32> = BTreeMap::new();
        let count = |(case, group): (&FoldKey, &Option<i64>)| {
            let Some(group) = *group else { return 0 };
            *counted.entry((group, case.device)).or_insert_with(|| {
                let seen = of_device[&case.device].iter().filter(|other| !hides(fold, group, other));
                let sources: BTreeSet<usize> = seen.map(|case| case.source).collect();
                u32::try_from(sources.len()).unwrap_or(u32::MAX)
            })
        };
        cases.iter().zip(groups).map(count).collect()
    }

    /// True if the fit that predicts a group has seen no case of a parameter.
    pub(super) fn unseen(&self, parameter: usize, fold: Fold, group: i64) -> bool {
        self.cases[parameter].iter().all(|case| hides(fold, group, case))
    }

    /// Computes the spread of each sample's estimate without the rows that its group hides; `None` if no group predicts
    /// it.
    pub(super) fn spreads(
        &self,
        design: &Design,
        solution: &Solution,
        fold: Fold,
        groups: &[Option<i64>],
        floor: f64,
    ) -> Vec<Option<f64>> {
        let mut known: BTreeMap<(i64, usize), Evidence> = BTreeMap::new();
        let of_sample = |(slope, group): (&Slope, &Option<i64>)| {
            let group = (*group)?;
            let mut terms: Vec<(Key, f64, Evidence)> = Vec::with_capacity(slope.entries.len());
            for (parameter, slope) in &slope.entries {
                let left = known.entry((group, *parameter));
                let evidence = *left.or_insert_with(|| self.seen(*parameter, |case| !hides(fold, group, case)));
                terms.push((design.keys[*parameter], *slope, evidence));
            }
            Some(spread_of(&terms, floor))
        };
        solution.slopes.iter().zip(groups).map(of_sample).collect()
    }
}
