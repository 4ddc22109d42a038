//! The gallery of calculators as data: those of a site in groups, each with its first answer.
//!
//! Each calculator declares its group and its position there. A group without a calculator of the site is left out.

use crate::site::answers::{Answers, PageAnswer};
use rooflight_calculators::Group;

/// The calculators that answer one question.
pub(crate) struct GalleryGroup<'a> {
    /// Its id on the page, which does not depend on the other groups of the site.
    pub(crate) anchor: String,
    pub(crate) group: Group,
    /// The first answers of its calculators, in their order.
    pub(crate) answers: Vec<&'a PageAnswer>,
}

/// The groups that have a calculator of the site.
pub(crate) fn groups<'a>(answers: &'a Answers<'_>) -> Vec<GalleryGroup<'a>> {
    let shown = answers.shown();
    let group = |(at, group): (usize, Group)| {
        let mut members: Vec<_> = shown.iter().copied().filter(|spec| spec.group.0 == group).collect();
        members.sort_by_key(|spec| spec.group.1);
        let answers = members.into_iter().filter_map(|spec| answers.first_answer(spec)).collect();
        GalleryGroup { anchor: format!("q{at}"), group, answers }
    };
    Group::ALL.into_iter().enumerate().map(group).filter(|group| !group.answers.is_empty()).collect()
}
