//! The picture that messengers and social sites show with a link: one for each entry, one for all other pages.
//!
//! 1. [`content`] is everything that a picture shows. Two equal ones give the same bytes, on every machine.
//! 2. `typeface` sets text, with `own_glyphs` for further scripts. `lines` breaks it and `canvas` holds the pixels.
//!    `layout` and `foot` say what goes where, [`page`] what pages say of it.
//! 3. [`PictureMemo`] keeps what was drawn last, or asks for what the last build drew, so that an edit of one entry
//!    draws one picture.
//!
//! Words that neither the typeface nor the site's own font can write are never shown in part: such an entry has the
//! site's picture, and such a site none.

mod canvas;
pub mod content;
mod figures;
mod foot;
mod ink;
mod layout;
mod lines;
mod own_glyphs;
pub mod page;
mod typeface;

use crate::site::picture_font::PictureFont;
pub use canvas::{HEIGHT, WIDTH};
use content::Picture;
pub use figures::foot;
use layout::Sheet;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name of the file, in the folder of its page.
pub const FILE: &str = "share.png";

/// A picture's file; `None` if it has letters that cannot be drawn.
type File = Option<Arc<[u8]>>;

/// The hash of everything that a picture shows.
pub type Content = blake3::Hash;

/// The pictures of the last build, kept somewhere outside of this process.
pub trait SavedPictures: Send + Sync {
    /// The file at this path, if it shows exactly this.
    fn read(&self, path: &str, content: &Content) -> Option<Vec<u8>>;
}

/// A picture that was drawn or found.
struct Drawn {
    content: Content,
    /// The file, if this process will ask for it again.
    file: Option<File>,
}

/// The pictures as they were drawn last, by the paths of their files.
#[derive(Default)]
pub struct PictureMemo {
    drawn: Mutex<HashMap<String, Drawn>>,
    /// Sheets that no thread draws on at the moment.
    sheets: Mutex<Vec<Sheet>>,
    /// The pictures of the last process.
    saved: Option<Box<dyn SavedPictures>>,
    /// Whether this process builds once: then no file stays in memory.
    is_single: bool,
}

impl fmt::Debug for PictureMemo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PictureMemo").field("pictures", &held(&self.drawn).len()).finish_non_exhaustive()
    }
}

impl PictureMemo {
    /// A memo for a process that builds once: it keeps hashes instead of files, and reads what the last process saved,
    /// if anything.
    #[must_use]
    pub fn of_one_build(saved: Option<Box<dyn SavedPictures>>) -> Self {
        Self { saved, is_single: true, ..Self::default() }
    }

    /// The file of a picture, with the site's font beside the built-in typeface; `None` if it has letters that neither
    /// can draw.
    pub fn file(&self, path: &str, picture: &Picture, font: Option<&PictureFont>) -> File {
        let content = blake3::hash(format!("{picture:?}{font:?}").as_bytes());
        let known =
            held(&self.drawn).get(path).filter(|known| known.content == content).and_then(|known| known.file.clone());
        known.unwrap_or_else(|| {
            let saved = self.saved.as_ref().and_then(|saved| saved.read(path, &content));
            let file = saved.map(Arc::from).or_else(|| self.draw(picture, font));
            let drawn = Drawn { content, file: (!self.is_single).then(|| file.clone()) };
            held(&self.drawn).insert(path.to_owned(), drawn);
            file
        })
    }

    /// The hashes of what the pictures so far show, for the next process.
    #[must_use]
    pub fn contents(&self) -> BTreeMap<String, Content> {
        held(&self.drawn).iter().map(|(path, drawn)| (path.clone(), drawn.content)).collect()
    }

    fn draw(&self, picture: &Picture, font: Option<&PictureFont>) -> File {
        let waiting = held(&self.sheets).pop().filter(|sheet| sheet.typeface.own() == font.map(PictureFont::hash));
        let mut sheet = waiting.or_else(|| Sheet::new(font.cloned()))?;
        let file = sheet.draw(picture);
        held(&self.sheets).push(sheet);
        file.map(Into::into)
    }
}

/// Held only to look and to replace, never while something is drawn.
fn held<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
