//! Forms in texts become links: the matcher, its decisions with their reasons, and the linked body.

pub mod context;
pub mod decision;
pub mod explain;
pub mod explicit_links;
pub mod first_mentions;
pub mod index;
pub mod inline_run;
pub mod linked_body;
pub mod linker;
pub mod matcher;
pub mod mentions;
pub mod problems;
pub mod report;
pub mod subject;
pub mod topic;
