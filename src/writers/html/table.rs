//! Tables of a body. Markdown's writer would align cells by inline styles, which the page's policy forbids: here a class says it.
//!
//! On a page a table can be scrolled by keyboard. A feed gets the bare table.

use crate::writers::html::body::Target;
use pulldown_cmark::{Alignment, Event, Tag, TagEnd};
use std::borrow::Cow;

/// Follows a body's events through its tables.
pub(super) struct Tables {
    on_page: bool,
    columns: Vec<Alignment>,
    column: usize,
    in_head: bool,
}

impl Tables {
    /// Before the first event.
    pub(super) fn new(target: Target<'_>) -> Self {
        Self { on_page: matches!(target, Target::Page(_)), columns: Vec::new(), column: 0, in_head: false }
    }

    /// The HTML of an event that belongs to a table's frame; `None` for every other.
    pub(super) fn tag(&mut self, event: &Event<'_>) -> Option<Cow<'static, str>> {
        Some(match event {
            Event::Start(Tag::Table(columns)) => {
                self.columns.clone_from(columns);
                let scroll = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">";
                format!("{}<table>\n", if self.on_page { scroll } else { "" }).into()
            }
            Event::End(TagEnd::Table) if self.on_page => "</tbody></table></div>\n".into(),
            Event::End(TagEnd::Table) => "</tbody></table>\n".into(),
            Event::Start(Tag::TableHead) => {
                (self.in_head, self.column) = (true, 0);
                "<thead><tr>".into()
            }
            Event::End(TagEnd::TableHead) => {
                self.in_head = false;
                "</tr></thead>\n<tbody>\n".into()
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                "<tr>".into()
            }
            Event::End(TagEnd::TableRow) => "</tr>\n".into(),
            Event::Start(Tag::TableCell) => self.cell(),
            Event::End(TagEnd::TableCell) => if self.in_head { "</th>" } else { "</td>" }.into(),
            _ => return None,
        })
    }

    fn cell(&mut self) -> Cow<'static, str> {
        let class = match self.columns.get(self.column) {
            Some(Alignment::Right) if self.on_page => " class=\"n\"",
            Some(Alignment::Center) if self.on_page => " class=\"center\"",
            _ => "",
        };
        self.column += 1;
        match (self.in_head, class) {
            (false, "") => "<td>".into(),
            (false, class) => format!("<td{class}>").into(),
            (true, class) => format!("<th scope=\"col\"{class}>").into(),
        }
    }
}
