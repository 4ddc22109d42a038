//! Repositories of strangers: whatever their settings name, looking for an older version of a file runs none of it.

use rooflight::edge::history;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const OLD: &str = "The text as it was.\n";

fn git(root: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    let who = ["-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "commit.gpgSign=false"];
    command.arg("-C").arg(root).args(who).args(arguments).stdin(Stdio::null());
    let output = command.output().expect("git runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").trim().to_owned()
}

/// A repository with two versions of a file, and a program that leaves a mark when it runs.
struct Hostile {
    folder: tempfile::TempDir,
}

impl Hostile {
    fn new() -> Self {
        let hostile = Self { folder: tempfile::tempdir().expect("a folder") };
        let root = hostile.root();
        fs::create_dir(&root).expect("a folder");
        git(&root, &["init", "--quiet"]);
        for text in [OLD, "The text as it is.\n"] {
            fs::write(root.join("a.md"), text).expect("a file");
            git(&root, &["add", "."]);
            git(&root, &["commit", "--quiet", "--message", "One"]);
        }
        let program = hostile.program();
        fs::write(&program, format!("#!/bin/sh\n: > {}\nexit 1\n", hostile.mark().display())).expect("a file");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
        hostile
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("program")
    }

    fn mark(&self) -> PathBuf {
        self.folder.path().join("it-ran")
    }

    fn set(&self, settings: &[(&str, &str)]) {
        let program = self.program().display().to_string();
        for (key, value) in settings {
            git(&self.root(), &["config", key, &value.replace("PROGRAM", &program)]);
        }
    }

    /// Looks for the old version; true if it was found.
    fn finds(&self, root: &Path) -> bool {
        let found = history::find(root, "a.md", |text| (text == OLD).then_some(())).is_some();
        assert!(!self.mark().exists(), "a program of the repository ran");
        found
    }
}

#[test]
fn settings_that_name_programs_run_none() {
    for settings in [
        &[("core.fsmonitor", "PROGRAM"), ("core.fsmonitorHookVersion", "2")][..],
        &[
            ("core.pager", "PROGRAM"),
            ("pager.log", "PROGRAM"),
            ("pager.rev-list", "PROGRAM"),
            ("pager.cat-file", "true"),
        ],
        &[("core.sshCommand", "PROGRAM"), ("core.gitProxy", "PROGRAM"), ("core.askPass", "PROGRAM")],
        &[("core.alternateRefsCommand", "PROGRAM"), ("core.editor", "PROGRAM"), ("credential.helper", "!PROGRAM")],
        &[("alias.log", "!PROGRAM"), ("alias.rev-list", "!PROGRAM"), ("alias.cat-file", "!PROGRAM")],
        &[
            ("diff.external", "PROGRAM"),
            ("log.diffMerges", "on"),
            ("diff.x.textconv", "PROGRAM"),
            ("diff.x.command", "PROGRAM"),
        ],
        &[("filter.x.smudge", "PROGRAM"), ("filter.x.clean", "PROGRAM"), ("filter.x.process", "PROGRAM")],
        &[("uploadpack.packObjectsHook", "PROGRAM"), ("gc.auto", "1"), ("gc.recentObjectsHook", "PROGRAM")],
    ] {
        let hostile = Hostile::new();
        hostile.set(settings);
        fs::write(hostile.root().join(".gitattributes"), "*.md diff=x filter=x\n").expect("a file");
        assert!(hostile.finds(&hostile.root()), "{settings:?}");
    }
}

#[test]
fn the_checker_of_signatures_does_not_run() {
    let hostile = Hostile::new();
    let root = hostile.root();
    let commit = git(&root, &["cat-file", "commit", "HEAD~"]);
    let signed =
        commit.replacen("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n", 1);
    fs::write(root.join(".git/signed"), signed + "\n").expect("a file");
    let id = git(&root, &["hash-object", "-t", "commit", "-w", ".git/signed"]);
    git(&root, &["update-ref", "HEAD", &id]);
    hostile.set(&[("log.showSignature", "true"), ("gpg.program", "PROGRAM"), ("gpg.format", "openpgp")]);
    assert!(hostile.finds(&root));
}

#[test]
fn missing_objects_are_not_fetched() {
    for url in ["URL", "ext::PROGRAM", "ssh://host.example/x", "git://host.example/x"] {
        let hostile = Hostile::new();
        let root = hostile.root();
        let blob = git(&root, &["rev-parse", "HEAD~:a.md"]);
        let (folder, name) = blob.split_at(2);
        fs::remove_file(root.join(".git/objects").join(folder).join(name)).expect("an object");
        let own = root.display().to_string();
        hostile.set(&[
            ("remote.x.url", &url.replace("URL", &own)),
            ("remote.x.promisor", "true"),
            ("remote.x.uploadpack", "PROGRAM"),
            ("core.repositoryFormatVersion", "1"),
            ("extensions.partialClone", "x"),
            ("protocol.allow", "always"),
            ("protocol.ext.allow", "always"),
            ("core.sshCommand", "PROGRAM"),
            ("core.gitProxy", "PROGRAM"),
        ]);
        assert!(!hostile.finds(&root), "{url}");
    }
}

#[test]
fn programs_of_the_folder_that_somebody_stands_in_do_not_run() {
    let hostile = Hostile::new();
    let root = hostile.root();
    for name in ["git", "curl", "nvidia-smi", "lscpu", "rocm-smi", "amd-smi"] {
        fs::create_dir_all(root.join("bin")).expect("a folder");
        fs::copy(hostile.program(), root.join(name)).expect("a program");
        fs::copy(hostile.program(), root.join("bin").join(name)).expect("a program");
    }
    let repository = crate::support::repository().display().to_string();
    for arguments in [
        &["detect", "--root", &repository][..],
        &["translations", "--root", &repository],
        &["annotate", ".", "--glossary", "https://127.0.0.1:9/"],
        &["model", "inspect", "hf:a/b"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
        command.current_dir(&root).args(arguments).env("PATH", ".::bin:./bin").env("HF_ENDPOINT", "http://127.0.0.1:9");
        command.output().expect("the program runs");
        assert!(!hostile.mark().exists(), "{arguments:?}");
    }
}

#[test]
fn hooks_and_bare_repositories_among_the_files_run_nothing() {
    let hostile = Hostile::new();
    let root = hostile.root();
    for hook in ["post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc", "fsmonitor-watchman"] {
        fs::copy(hostile.program(), root.join(".git/hooks").join(hook)).expect("a hook");
    }
    assert!(hostile.finds(&root));
    // What lies in a checkout as files can be a repository, too.
    git(&root, &["clone", "--quiet", "--bare", ".", "docs"]);
    for (key, value) in [("core.fsmonitor", "PROGRAM"), ("alias.rev-list", "!PROGRAM"), ("core.bare", "false")] {
        let value = value.replace("PROGRAM", &hostile.program().display().to_string());
        git(&root, &["--git-dir", "docs", "config", key, &value]);
    }
    hostile.finds(&root.join("docs"));
}
