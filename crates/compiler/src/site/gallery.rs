//! The gallery of a site's calculators as data: groups of calculators with their first answers.
//!
//! Each calculator declares its group and its position in it. Groups without a calculator are left out; groups that
//! only the site declares come last, in the order in which its calculators name them.

use crate::site::answers::{Answers, PageAnswer};
use rooflight_calculators::Group;

/// A group of calculators.
pub(crate) struct GalleryGroup<'a> {
    /// The id on the page, which does not depend on the site's other groups.
    pub(crate) anchor: String,
    pub(crate) group: Group,
    /// The first answers of its calculators, in the declared order.
    pub(crate) answers: Vec<&'a PageAnswer>,
}

/// Returns the groups that have a calculator.
pub(crate) fn groups<'a>(answers: &'a Answers<'_>) -> Vec<GalleryGroup<'a>> {
    let shown = answers.with_pages();
    let mut all = Vec::from(Group::ALL);
    for spec in &shown {
        if !all.contains(&spec.group.0) {
            all.push(spec.group.0);
        }
    }
    let group = |(at, group): (usize, Group)| {
        let mut members: Vec<_> = shown.iter().copied().filter(|spec| spec.group.0 == group).collect();
        members.sort_by_key(|spec| spec.group.1);
        let answers = members.into_iter().filter_map(|spec| answers.first_answer(spec)).collect();
        let anchor = match group {
            Group::Own(heading) => format!("q-{}", heading.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-")),
            _ => format!("q{at}"),
        };
        GalleryGroup { anchor, group, answers }
    };
    all.into_iter().enumerate().map(group).filter(|group| !group.answers.is_empty()).collect()
}
