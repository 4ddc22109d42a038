//! Where formulas and constants come from: one line of links under the steps that use them.

use super::sheet::Sheet;

/// A publication: its title or what it is known by, and its address.
pub type Source = (&'static str, &'static str);

impl Sheet<'_> {
    /// A line of links.
    pub fn sources(&mut self, sources: &[Source]) {
        self.markup(&["<p class=\"note\">"], "\n");
        self.text("Where this comes from: ");
        for (at, (title, href)) in sources.iter().enumerate() {
            if at > 0 {
                self.text("; ");
            }
            self.link(title, href);
        }
        self.text(".");
        self.markup(&["</p>"], "\n");
    }
}
