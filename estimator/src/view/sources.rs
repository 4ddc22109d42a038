//! The line that says where a formula comes from: titles, each a link.

use super::sheet::Sheet;

impl Sheet<'_> {
    /// Writes the line: titles and addresses.
    pub fn sources(&mut self, sources: &[(&str, &str)]) {
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
