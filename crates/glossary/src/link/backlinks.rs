//! Inverts links: for each entry, the links that lead to it.
//!
//! 1. The links to each entry are counted, then all are put into one list, entry by entry.
//! 2. Each entry gets a range of that shared list; an allocation for each entry would cost more.

use crate::model::ids::EntryId;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// One entry's range of a shared list.
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

/// Inverts links among `count` entries. `links` yields each link's target and the value to keep; it is called twice and
/// must yield the same both times. The values of a target keep the order of `links`.
pub(in crate::link) fn invert<T: Copy + Default, L: Iterator<Item = (EntryId, T)>>(
    count: usize,
    links: impl Fn() -> L,
) -> Vec<SharedSlice<T>> {
    let mut ends = vec![0_usize; count];
    for (to, _) in links() {
        ends[to.index()] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        // Until the list is filled, `end` is where the entry's range begins.
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
