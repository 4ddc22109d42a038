//! Links turned round: for each entry, the links that lead to it.
//!
//! 1. The links to each entry are counted, then all are put into one list, entry by entry.
//! 2. An entry's own part is a range of that list, which all entries share: a list of its own for each would cost more
//!    than finding it.

use crate::model::ids::EntryId;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// The part of a shared list that belongs to one entry.
#[derive(Debug, Clone)]
pub struct SharedSlice<T> {
    all: Arc<[T]>,
    own: Range<usize>,
}

impl<T> Deref for SharedSlice<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.all.get(self.own.clone()).unwrap_or_default()
    }
}

/// Inverts links: `links` gives, each time the same, where each link leads and what is kept of it. There are `count`
/// entries; the order of what leads to one is that of `links`.
pub(super) fn invert<T: Copy + Default, L: Iterator<Item = (EntryId, T)>>(
    count: usize,
    links: impl Fn() -> L,
) -> Vec<SharedSlice<T>> {
    let mut ends = vec![0_usize; count];
    for (to, _) in links() {
        ends[to.index()] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        // For now, where the entry's part begins.
        total += std::mem::replace(end, total);
    }
    let mut all = vec![T::default(); total];
    for (to, kept) in links() {
        all[ends[to.index()]] = kept;
        ends[to.index()] += 1;
    }
    let all: Arc<[T]> = all.into();
    let mut start = 0;
    let own = |end: usize| SharedSlice { all: Arc::clone(&all), own: std::mem::replace(&mut start, end)..end };
    ends.into_iter().map(own).collect()
}
