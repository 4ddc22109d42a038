//! Reads the beginnings of a model's files on the Hugging Face hub, with range requests.
//!
//! 1. [`Repository::parse`] parses `hf:org/name[@revision][:file]`.
//! 2. [`Repository::files`] lists the files with their sizes and picks those of one model.
//! 3. [`RemoteFile::read`] fetches a range of bytes; an answer longer than the range is an error.
//!
//! Requests go through [`crate::edge::curl`]. `HF_TOKEN` appears in no argument, message or file. `HF_ENDPOINT`
//! replaces the hub's address, by https or by plain HTTP on this machine. Writes nothing to disk.

use crate::edge::curl::{self, Request};
use anyhow::{Context, Result, bail};
use rooflight_ingest::header::MAX_FILES;
use serde_json::Value;
use std::fmt::Write as _;

const HUB: &str = "https://huggingface.co";

/// The prefix of a repository on the command line.
const PREFIX: &str = "hf:";

/// Maximum size of a list of files in bytes.
const MAX_LIST_BYTES: u64 = 4 << 20;

/// A repository, or one of its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    name: String,
    revision: String,
    file: Option<String>,
}

/// A file of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteFile {
    address: String,
    /// The path in the repository.
    pub path: String,
    /// The size in bytes.
    pub size: u64,
}

impl Repository {
    /// Parses an address; `None` for the path of a local file.
    ///
    /// # Errors
    /// The address names no repository.
    pub fn parse(text: &str) -> Result<Option<Self>> {
        let Some(rest) = text.strip_prefix(PREFIX) else { return Ok(None) };
        let (repository, file) = rest.split_once(':').map_or((rest, None), |(name, file)| (name, Some(file)));
        let (name, revision) = repository.split_once('@').unwrap_or((repository, "main"));
        let parts: Vec<&str> = name.split('/').collect();
        if parts.len() != 2
            || !parts
                .into_iter()
                .chain([revision])
                .chain(file.into_iter().flat_map(|file| file.split('/')))
                .all(is_plain)
        {
            bail!("`{text}` names no repository: write hf:org/name, hf:org/name:file or hf:org/name@revision:file");
        }
        Ok(Some(Self { name: name.to_owned(), revision: revision.to_owned(), file: file.map(str::to_owned) }))
    }

    /// Lists the files of one model: the named file and, if it is split, its other parts; else the safetensors files
    /// with index and `config.json`; else the only GGUF file; else `config.json`.
    ///
    /// # Errors
    /// The hub does not answer, or the repository has no such files, or several models.
    pub fn files(&self) -> Result<Vec<RemoteFile>> {
        let Self { name, revision, file } = self;
        let folder = file.as_deref().and_then(|file| file.rsplit_once('/')).map_or("", |(folder, _)| folder);
        let list = format!("{}/api/models/{name}/tree/{revision}/{folder}", endpoint()?);
        let answer = fetch(list.trim_end_matches('/'), None, MAX_LIST_BYTES)?;
        let listed: Value = serde_json::from_slice(&answer).context("the hub's list of files is no JSON")?;
        let listed = listed.as_array().context("the hub's list of files is no list")?;
        let all = listed.iter().filter_map(|entry| {
            let (path, size) = (entry["path"].as_str()?, entry["size"].as_u64()?);
            let known = entry["type"] == "file" && path.split('/').all(is_plain);
            let address = format!("{}/{name}/resolve/{revision}/{path}", endpoint().ok()?);
            known.then(|| RemoteFile { address, path: path.to_owned(), size })
        });
        self.choose(all.collect())
    }

    fn choose(&self, all: Vec<RemoteFile>) -> Result<Vec<RemoteFile>> {
        let Self { name, file, .. } = self;
        let ends = |file: &RemoteFile, end: &str| file.path.ends_with(end);
        if let Some(wanted) = file {
            let first = stem(wanted);
            let is_part = |file: &RemoteFile| file.path == *wanted || first.is_some() && stem(&file.path) == first;
            let chosen: Vec<_> = all.into_iter().filter(is_part).collect();
            if !chosen.iter().any(|file| file.path == *wanted) {
                bail!("{name} has no file {wanted}");
            }
            return limited(chosen);
        }
        let is_safe = |file: &RemoteFile| ends(file, ".safetensors") && !file.path.starts_with("consolidated");
        if all.iter().any(is_safe) {
            let is_its = |file: &RemoteFile| {
                is_safe(file) || file.path == "config.json" || ends(file, ".safetensors.index.json")
            };
            return limited(all.into_iter().filter(is_its).collect());
        }
        let ggufs: Vec<&RemoteFile> = all.iter().filter(|file| ends(file, ".gguf")).collect();
        match ggufs.as_slice() {
            [] => match all.into_iter().find(|file| file.path == "config.json") {
                Some(config) => Ok(vec![config]),
                None => bail!("{name} has neither safetensors nor GGUF files nor config.json"),
            },
            [only] => Ok(vec![(*only).clone()]),
            several => {
                let mut text = format!("{name} has {} GGUF files; name one:", several.len());
                for file in several.iter().take(40) {
                    // Writing to a string does not fail.
                    let _ = write!(text, "\n  {PREFIX}{name}:{}", file.path);
                }
                bail!(text)
            }
        }
    }
}

impl RemoteFile {
    /// Reads the bytes from `from` up to but not including `to`.
    ///
    /// # Errors
    /// The hub does not answer, or answers with another number of bytes.
    pub fn read(&self, from: u64, to: u64) -> Result<Vec<u8>> {
        let bytes = fetch(&self.address, Some((from, to - 1)), to - from)?;
        if bytes.len() as u64 != to - from {
            bail!("{}: the hub sent {} bytes and not the {} that were asked for", self.path, bytes.len(), to - from);
        }
        Ok(bytes)
    }
}

fn limited(files: Vec<RemoteFile>) -> Result<Vec<RemoteFile>> {
    if files.len() > MAX_FILES {
        bail!("{} files are more than one model has", files.len());
    }
    Ok(files)
}

/// True for a path segment without characters that are special in URLs or in curl's configuration.
fn is_plain(part: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    !part.is_empty() && part != "." && part != ".." && part.chars().all(known)
}

/// Splits `a-00001-of-00003.gguf` into `a` and `00003`; `None` for a file that is not split.
fn stem(path: &str) -> Option<(&str, &str)> {
    let name = path.strip_suffix(".gguf")?;
    let (rest, all) = name.rsplit_once("-of-")?;
    let (stem, number) = rest.rsplit_once('-')?;
    let is_number = |text: &str| text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(all) && is_number(number)).then_some((stem, all))
}

/// The hub's address, without a slash at its end.
fn endpoint() -> Result<String> {
    let Ok(own) = std::env::var("HF_ENDPOINT") else { return Ok(HUB.to_owned()) };
    let own = own.trim_end_matches('/');
    if !curl::is_allowed(own) {
        bail!("HF_ENDPOINT is no address of https, and none of plain HTTP on this machine");
    }
    Ok(own.to_owned())
}

/// Fetches an address, or a range of its bytes, up to a limit.
fn fetch(address: &str, range: Option<(u64, u64)>, most: u64) -> Result<Vec<u8>> {
    let token = std::env::var("HF_TOKEN").ok().filter(|token| !token.trim().is_empty());
    let token = token.as_deref().map(str::trim);
    if token.is_some_and(|token| !token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))) {
        bail!("HF_TOKEN has signs that no token has");
    }
    let refused = "where the model has to be unlocked, set HF_TOKEN";
    curl::get(&Request { address, range, most, token, refused })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_a_repository_a_revision_and_a_file() {
        let read =
            |text: &str| Repository::parse(text).ok().flatten().map(|read| (read.name, read.revision, read.file));
        let some = |name: &str, revision: &str, file: Option<&str>| {
            Some((name.to_owned(), revision.to_owned(), file.map(str::to_owned)))
        };
        assert_eq!(read("hf:org/name"), some("org/name", "main", None));
        assert_eq!(read("hf:org/name@v1:a/b.gguf"), some("org/name", "v1", Some("a/b.gguf")));
        assert_eq!(read("model.gguf"), None);
        for bad in
            ["hf:", "hf:name", "hf:a/b/c", "hf:a/b:../c", "hf:a/b:c d", "hf:a/b?x", "hf:a/b:\"", "hf:a/b@:c", "hf:a//b"]
        {
            assert!(Repository::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_model_is_chosen_from_the_files_of_a_repository() {
        let chosen = |address: &str, names: &[&str]| {
            let of = |name: &&str| RemoteFile { address: String::new(), path: (*name).to_owned(), size: 1 };
            let repository = Repository::parse(address).expect("an address").expect("a repository");
            repository
                .choose(names.iter().map(of).collect())
                .map(|files| files.into_iter().map(|file| file.path).collect::<Vec<_>>())
        };
        let names = ["README.md", "config.json", "model.safetensors", "consolidated.safetensors", "tokenizer.json"];
        assert_eq!(chosen("hf:a/b", &names).expect("files"), ["config.json", "model.safetensors"]);
        let split = ["x-00001-of-00002.gguf", "x-00002-of-00002.gguf", "y-00001-of-00002.gguf", "z.gguf"];
        assert_eq!(chosen("hf:a/b:x-00001-of-00002.gguf", &split).expect("files"), split[..2]);
        assert_eq!(chosen("hf:a/b:z.gguf", &split).expect("files"), ["z.gguf"]);
        let several = chosen("hf:a/b", &split).expect_err("several models").to_string();
        assert!(several.contains("hf:a/b:z.gguf"), "{several}");
        assert!(chosen("hf:a/b:w.gguf", &split).is_err() && chosen("hf:a/b", &["README.md"]).is_err());
    }
}
