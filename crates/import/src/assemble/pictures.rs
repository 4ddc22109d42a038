//! Finds the pictures that bodies show, by their path or name, and gives each a file name in the site.
//!
//! Pictures that no body shows are not copied.

use crate::address::Addresses;
use crate::assemble::known::{joined, unescaped};
use crate::input::Input;
use crate::limits;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// File extensions of pictures.
const PICTURE: [&str; 9] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "ico"];

/// The site's folder of pictures.
const PICTURES: &str = "static/root/pictures";

/// The input's pictures by path and by name, and those in use with their paths in the site.
pub(super) struct Pictures {
    by_path: BTreeMap<String, String>,
    by_name: BTreeMap<String, String>,
    taken: RefCell<Addresses>,
    pub(super) used: RefCell<BTreeMap<String, String>>,
}

impl Pictures {
    pub(super) fn new(input: &Input, taken: &[String]) -> Self {
        let is_picture = |path: &str| {
            let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
            extension.is_some_and(|extension| PICTURE.contains(&extension.as_str()))
        };
        let files =
            input.files.iter().filter(|file| is_picture(&file.path) && file.bytes.len() <= limits::MAX_PICTURE_BYTES);
        let mut found = Self {
            by_path: BTreeMap::new(),
            by_name: BTreeMap::new(),
            taken: RefCell::new(Addresses::new("en", taken.iter().map(|path| file_stem(path).to_owned()))),
            used: RefCell::default(),
        };
        for file in files {
            let name = file.path.rsplit('/').next().unwrap_or_default().to_lowercase();
            found.by_name.entry(name).or_insert_with(|| file.path.clone());
            found.by_path.insert(file.path.to_lowercase(), file.path.clone());
        }
        found
    }

    /// Returns the address in the site of the picture that the file `from` shows, and marks it as used.
    pub(super) fn find(&self, target: &str, from: &str) -> Option<String> {
        let target = unescaped(target.split(['?', '#', '|']).next().unwrap_or_default().trim());
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let name = target.rsplit('/').next().unwrap_or_default().to_lowercase();
        let path = self.by_path.get(&joined(folder, &target).to_lowercase()).or_else(|| self.by_name.get(&name))?;
        let mut used = self.used.borrow_mut();
        let place = used.entry(path.clone()).or_insert_with(|| {
            let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default();
            let stem = self.taken.borrow_mut().give(file_stem(path)).name;
            format!("{PICTURES}/{stem}.{extension}")
        });
        Some(place.trim_start_matches("static/root").to_owned())
    }
}

fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
