//! Typed positions: of an entry among the documents, of a layer in the stack, of a source in its front matter.
//!
//! A position in one list cannot index another. Positions are never published: data and pages name entries and layers
//! by their ids.

use serde::{Deserialize, Deserializer};
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// The position of something in an [`IndexVec`].
pub trait Position: Copy {
    /// Makes the position of an index.
    fn new(index: usize) -> Self;
    /// Returns the index.
    fn index(self) -> usize;
}

macro_rules! positions {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(usize);

        impl $name {
            /// Makes the position of an index.
            #[must_use]
            pub const fn new(index: usize) -> Self {
                Self(index)
            }

            /// Returns the index.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0
            }
        }

        impl Position for $name {
            fn new(index: usize) -> Self {
                Self(index)
            }

            fn index(self) -> usize {
                self.0
            }
        }
    )+};
}

positions! {
    /// The position of an entry; drafts, if they are in the list, follow the published entries.
    EntryId;
    /// The position of a layer in the stack; the first is the lowest.
    LayerId;
    /// The position of a source in an entry's front matter.
    SourceIndex;
}

/// A list that only one type of position can index.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    position: PhantomData<fn(I) -> I>,
}

impl<I: Position, T> IndexVec<I, T> {
    /// Iterates over all positions, in order.
    #[must_use]
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// Iterates over all items with their positions.
    #[must_use]
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(at, item)| (I::new(at), item))
    }

    /// Returns the item at a position.
    #[must_use]
    pub fn get(&self, position: I) -> Option<&T> {
        self.items.get(position.index())
    }

    /// Keeps the first `count` items.
    pub fn truncate(&mut self, count: usize) {
        self.items.truncate(count);
    }
}

impl<I: Position, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    fn index(&self, position: I) -> &T {
        &self.items[position.index()]
    }
}

impl<I: Position, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, position: I) -> &mut T {
        &mut self.items[position.index()]
    }
}

impl<I, T> Deref for IndexVec<I, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<I, T> DerefMut for IndexVec<I, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<I, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self { items, position: PhantomData }
    }
}

impl<I, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        Vec::from_iter(items).into()
    }
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<I, T: Debug> Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl<I, T> IntoIterator for IndexVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a, I, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'de, I, T: Deserialize<'de>> Deserialize<'de> for IndexVec<I, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
