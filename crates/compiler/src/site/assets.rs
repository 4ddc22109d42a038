//! Static files under names with a hash of their content, so that browsers may cache them indefinitely.
//!
//! `static/css/site.css` becomes `assets/css/site.0123456789.css`, with a checksum for subresource integrity. Scripts
//! import others by their names in `static/`, which are replaced by the published names. Files below `static/root/`
//! keep their names and go to the site's root.

use crate::sink::Site;
use hmac_sha256::Hash;
use rooflight_glossary::model::strings::Strings;
use rooflight_source::file::LargeFile;
use std::collections::BTreeMap;
use std::string::FromUtf8Error;

/// Folders whose files have hashed names.
pub(crate) const HASHED: [&str; 3] = ["assets/", "data/facts/", "data/search/"];

/// The folder of published modules, which scripts import, also from other sites through `terms.js`.
pub(crate) const SCRIPTS: &str = "assets/js/";

/// True if the file at a path has a hashed name, so that its content never changes; also below the folder of a further
/// language.
#[must_use]
pub fn is_hashed(path: &str) -> bool {
    let below = path.split_once('/').map_or("", |(_, below)| below);
    HASHED.iter().any(|folder| path.starts_with(folder) || below.starts_with(folder))
}

/// A published static file that pages refer to.
#[derive(Debug, Clone)]
pub struct Asset {
    /// The path below the site's root, or with `../` for pages of a further language.
    pub path: String,
    /// The checksum for HTML's `integrity` attribute: `sha256-` and Base64.
    pub integrity: String,
}

/// All static files of a language.
#[derive(Debug)]
pub struct Assets {
    /// Published files by name below `static/`, without those of `static/root/`.
    pub by_name: BTreeMap<String, Asset>,
    /// The contents by path below the site's root.
    pub files: Site,
    /// Files that are copied without being read, by path below the site's root.
    pub large: BTreeMap<String, LargeFile>,
}

impl Assets {
    /// Hashes and names all static files.
    #[must_use]
    pub fn new(statics: &BTreeMap<String, Vec<u8>>, large: &BTreeMap<String, LargeFile>, strings: &Strings) -> Self {
        let mut assets = Self { by_name: BTreeMap::new(), files: Site::new(), large: BTreeMap::new() };
        for (name, file) in large {
            assets.add_large(name, file);
        }
        for name in statics.keys() {
            assets.add(name, statics, strings, &mut Vec::new());
        }
        assets
    }

    /// Returns the files of a language whose root is one folder below the site's. Only files that differ from the
    /// default language's, because of their strings, are kept for publishing.
    #[must_use]
    pub fn one_folder_down(mut self, site: &Self) -> Self {
        for asset in self.by_name.values_mut() {
            asset.path.insert_str(0, "../");
        }
        self.large.clear();
        let other = self.files.into_iter().filter(|(path, bytes)| site.files.get(path) != Some(bytes));
        let up = |(path, bytes): (String, Vec<u8>)| {
            if is_hashed(&path) { (format!("../{path}"), bytes) } else { (path, imports_one_folder_up(bytes)) }
        };
        self.files = other.map(up).collect();
        self
    }

    /// Adds a file, but first the scripts that it imports, since it contains their hashed names. `importers` is the
    /// chain of importing scripts, to stop at circular imports.
    fn add<'a>(
        &mut self,
        name: &'a str,
        statics: &'a BTreeMap<String, Vec<u8>>,
        strings: &Strings,
        importers: &mut Vec<&'a str>,
    ) {
        if self.by_name.contains_key(name) || importers.contains(&name) {
            return;
        }
        let Some(bytes) = statics.get(name) else { return };
        importers.push(name);
        let bytes =
            self.script(name, bytes, statics, strings, importers).unwrap_or_else(|| with_strings(name, bytes, strings));
        importers.pop();
        if let Some(rooted) = name.strip_prefix("root/") {
            self.files.insert(rooted.to_owned(), bytes);
            return;
        }
        let asset = Asset { path: hashed(&format!("assets/{name}"), &bytes), integrity: integrity(&bytes) };
        self.files.insert(asset.path.clone(), bytes);
        self.by_name.insert(name.to_owned(), asset);
    }

    /// Adds a large file unchanged; imports in a script are not rewritten.
    fn add_large(&mut self, name: &str, file: &LargeFile) {
        if let Some(rooted) = name.strip_prefix("root/") {
            self.large.insert(rooted.to_owned(), file.clone());
            return;
        }
        let path = with_hash(&format!("assets/{name}"), &file.blake3);
        let asset = Asset { path: path.clone(), integrity: checksum(&file.sha256) };
        self.by_name.insert(name.to_owned(), asset);
        self.large.insert(path, file.clone());
    }

    /// Returns the published path of a file by its name below `static/`; `None` if there is no such file.
    #[must_use]
    pub fn published(&self, name: &str) -> Option<String> {
        match name.strip_prefix("root/") {
            Some(rooted) => self.has(rooted).then(|| rooted.to_owned()),
            None => self.get(name).map(|asset| asset.path.clone()),
        }
    }

    /// True if a static file is published at this path.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path) || self.large.contains_key(path)
    }

    /// Returns the published paths of all static files.
    pub fn paths(&self) -> impl Iterator<Item = &String> {
        self.files.keys().chain(self.large.keys())
    }

    /// Fills in a script's strings and the hashed names of the modules that it imports: modules of its own folder, or
    /// of any folder for a script in `static/root/`. `None` if the file is not a script.
    fn script<'a>(
        &mut self,
        name: &'a str,
        bytes: &[u8],
        statics: &'a BTreeMap<String, Vec<u8>>,
        strings: &Strings,
        importers: &mut Vec<&'a str>,
    ) -> Option<Vec<u8>> {
        let mut text = strings.script(std::str::from_utf8(bytes).ok().filter(|_| name.ends_with(".js"))?);
        let folder = &name[..=name.rfind('/')?];
        for other in statics.keys().filter(|other| other.ends_with(".js") && !other.starts_with("root/")) {
            let import = match other.strip_prefix(folder) {
                Some(beside) => format!("\"./{beside}\""),
                None if folder == "root/" => format!("\"../{other}\""),
                None => continue,
            };
            if text.contains(&import) {
                self.add(other, statics, strings, importers);
                // A circular import keeps its name; comments with types import so.
                let Some(path) = self.by_name.get(other).map(|asset| asset.path.as_str()) else { continue };
                let published = if folder == "root/" { path } else { path.rsplit('/').next()? };
                text = text.replace(&import, &format!("\"./{published}\""));
            }
        }
        Some(text.into_bytes())
    }

    /// Returns the asset with this name below `static/`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Asset> {
        self.by_name.get(name)
    }
}

/// Fills the interface's strings into a style sheet or a script; returns any other file unchanged.
fn with_strings(name: &str, bytes: &[u8], strings: &Strings) -> Vec<u8> {
    let is_text = name.ends_with(".css") || name.ends_with(".js");
    let text = std::str::from_utf8(bytes).ok().filter(|_| is_text);
    text.map_or_else(|| bytes.to_vec(), |text| strings.script(text).into_bytes())
}

/// Rewrites imports of a script in a language's root, since modules are in the site's root.
fn imports_one_folder_up(bytes: Vec<u8>) -> Vec<u8> {
    String::from_utf8(bytes)
        .map_or_else(FromUtf8Error::into_bytes, |text| text.replace("\"./assets/", "\"../assets/").into_bytes())
}

/// Returns the path with ten hexadecimal digits of the content's BLAKE3 hash before the extension.
#[must_use]
pub fn hashed(path: &str, bytes: &[u8]) -> String {
    with_hash(path, &blake3::hash(bytes).to_hex())
}

fn with_hash(path: &str, hash: &str) -> String {
    let hash = hash.get(..10).unwrap_or(hash);
    let name = path.rfind('/').map_or(0, |at| at + 1);
    match path[name..].rfind('.') {
        Some(dot) => format!("{}.{hash}{}", &path[..name + dot], &path[name + dot..]),
        None => format!("{path}.{hash}"),
    }
}

/// The checksum for HTML's `integrity` attribute: `sha256-` and Base64.
#[must_use]
pub fn integrity(bytes: &[u8]) -> String {
    checksum(&Hash::hash(bytes))
}

/// Writes a hash in Base64 (RFC 4648, section 4): its 32 bytes are 43 digits and one sign that fills up.
fn checksum(sha256: &[u8; 32]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = sha256.chunks(3).flat_map(|chunk| {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | usize::from(chunk.get(at).copied().unwrap_or(0)));
        [18, 12, 6, 0].into_iter().take(chunk.len() + 1).map(move |shift| char::from(DIGITS[bits >> shift & 63]))
    });
    format!("sha256-{}=", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets(files: &[(&str, &str)]) -> Assets {
        let statics = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        Assets::new(&statics, &BTreeMap::new(), &Strings::english())
    }

    fn published(assets: &Assets, name: &str) -> String {
        String::from_utf8(assets.files[&assets.by_name[name].path].clone()).unwrap()
    }

    #[test]
    fn checksums_are_those_that_browsers_compute() {
        assert_eq!(integrity(b""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(integrity(b"abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    #[test]
    fn scripts_import_each_other_by_their_published_names() {
        let files = [
            ("js/a.js", "import { b } from \"./b.js\";\n"),
            ("js/b.js", "export * from \"./c.js\";\n"),
            ("js/c.js", "1;\n"),
        ];
        let built = assets(&files);
        for (importer, imported) in [("js/a.js", "js/b.js"), ("js/b.js", "js/c.js")] {
            let file = built.by_name[imported].path.strip_prefix("assets/js/").unwrap();
            assert!(published(&built, importer).contains(&format!("\"./{file}\"")), "{importer}");
        }
        let changed = assets(&[files[0], files[1], ("js/c.js", "2;\n")]);
        assert_ne!(built.by_name["js/a.js"].path, changed.by_name["js/a.js"].path);
    }

    #[test]
    fn a_script_of_the_root_imports_hashed_modules() {
        let files = [
            ("root/terms.js", "import \"../js/card.js\"; import \"./own.js\";\n"),
            ("root/own.js", ""),
            ("js/card.js", "1;\n"),
        ];
        let built = assets(&files);
        let path = &built.by_name["js/card.js"].path;
        let script = |assets: &Assets| String::from_utf8(assets.files["terms.js"].clone()).unwrap();
        assert_eq!(script(&built), format!("import \"./{path}\"; import \"./own.js\";\n"));
        let german = assets(&files).one_folder_down(&assets(&[]));
        assert_eq!(script(&german), format!("import \"../{path}\"; import \"./own.js\";\n"));
    }

    #[test]
    fn other_names_and_circular_imports_stay() {
        let built = assets(&[
            ("js/a.js", "import \"./b.js\"; import \"./none.js\"; import \"../css/a.css\";\n"),
            ("js/b.js", "/** @typedef {import(\"./a.js\").A} A */\nimport \"./c.js\";\n"),
            ("js/c.js", ""),
            ("css/a.css", "@import \"./b.js\";\n"),
        ]);
        assert!(published(&built, "js/a.js").contains("\"./none.js\"; import \"../css/a.css\""));
        assert_eq!(built.by_name.len(), 4);
        let imported = built.by_name["js/c.js"].path.strip_prefix("assets/js/").unwrap();
        let rewritten = published(&built, "js/b.js");
        assert!(rewritten.contains("\"./a.js\"") && rewritten.contains(imported), "{rewritten}");
        assert!(published(&built, "css/a.css").contains("\"./b.js\""));
    }
}
