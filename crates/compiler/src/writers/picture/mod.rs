//! Preview pictures that messengers and social sites show with a link: one for each entry, one for all other pages.
//!
//! 1. [`content`] has all that a picture shows. Equal contents give the same bytes on every machine.
//! 2. `typeface` draws text, with `own_glyphs` for further scripts; `lines` breaks it into lines, and `canvas` has the
//!    pixels. `layout` and `foot` place everything, and [`page`] connects pictures with pages.
//! 3. [`PictureMemo`] caches pictures, also of the last build, so that editing one entry draws one picture.
//!
//! Text with letters that neither the typeface nor the site's own font has is never drawn in part: such an entry has
//! the site's picture, and such a site has none.

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
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name of a picture's file in the folder of its page.
pub const FILE: &str = "share.png";

/// The PNG file of a picture; `None` if a letter cannot be drawn.
type Png = Option<Arc<[u8]>>;

/// The hash of a picture's content and of the site's font.
pub type ContentHash = blake3::Hash;

/// The pictures of the last build, stored outside this process.
pub trait SavedPictures: Send + Sync {
    /// Reads the picture whose content has this hash.
    fn read(&self, content: &ContentHash) -> Option<Vec<u8>>;
}

/// A picture that was drawn or read.
struct Drawn {
    /// The picture; `None` if this process will not need it again.
    file: Option<Png>,
    /// The hash of the picture's bytes; `None` if there is no picture.
    bytes: Option<blake3::Hash>,
    /// True if the build under way has asked for it.
    is_used: bool,
}

/// The latest pictures, by what they show: no path or language is part of the key, since none is part of a picture.
#[derive(Default)]
pub struct PictureMemo {
    drawn: Mutex<HashMap<ContentHash, Drawn>>,
    /// Sheets that no thread is using.
    sheets: Mutex<Vec<Sheet>>,
    /// The pictures of the last build; `None` if there is no cache.
    saved: Option<Box<dyn SavedPictures>>,
    /// True if this process builds only once, so that no file is kept in memory.
    is_single: bool,
}

impl fmt::Debug for PictureMemo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PictureMemo").field("pictures", &held(&self.drawn).len()).finish_non_exhaustive()
    }
}

impl PictureMemo {
    /// Creates a memo for a process that builds only once. It keeps hashes instead of files, and reads the pictures of
    /// the last build, if any.
    #[must_use]
    pub fn of_one_build(saved: Option<Box<dyn SavedPictures>>) -> Self {
        Self { saved, is_single: true, ..Self::default() }
    }

    /// Returns the PNG file of a picture; `None` if it has a letter that neither the built-in typeface nor the site's
    /// font has.
    pub fn file(&self, picture: &Picture, font: Option<&PictureFont>) -> Png {
        let content = blake3::hash(format!("{picture:?}{font:?}").as_bytes());
        let cached = held(&self.drawn).get_mut(&content).and_then(|cached| {
            cached.is_used = true;
            cached.file.clone()
        });
        cached.unwrap_or_else(|| {
            let saved = self.saved.as_ref().and_then(|saved| saved.read(&content));
            let file = saved.map(Arc::from).or_else(|| self.draw(picture, font));
            let bytes = file.as_deref().map(blake3::hash);
            let drawn = Drawn { file: (!self.is_single).then(|| file.clone()), bytes, is_used: true };
            held(&self.drawn).insert(content, drawn);
            file
        })
    }

    /// Forgets the pictures that the whole build now finished did not ask for.
    pub(crate) fn keep_used(&self) {
        held(&self.drawn).retain(|_, drawn| std::mem::take(&mut drawn.is_used));
    }

    /// Returns the hash of each picture's content with that of its bytes, for the next build.
    #[must_use]
    pub fn contents(&self) -> Vec<(ContentHash, blake3::Hash)> {
        let drawn = held(&self.drawn);
        drawn.iter().filter_map(|(content, drawn)| Some((*content, drawn.bytes?))).collect()
    }

    fn draw(&self, picture: &Picture, font: Option<&PictureFont>) -> Png {
        let waiting = held(&self.sheets).pop().filter(|sheet| sheet.typeface.own() == font.map(PictureFont::hash));
        let mut sheet = waiting.or_else(|| Sheet::new(font.cloned()))?;
        let file = sheet.draw(picture);
        held(&self.sheets).push(sheet);
        file.map(Into::into)
    }
}

/// Locks a value. The lock is only held to read or replace it, never while drawing.
fn held<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
