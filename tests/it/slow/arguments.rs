//! The built program under random arguments, variables, and damaged files of its site and of its output folder.
//!
//! 1. Every case starts with a small site that is built; then some of its files, or of the output folder's own, are
//!    damaged or replaced by a pipe, a folder, a device or a hole of a terabyte.
//! 2. A command runs with flags and values that belong to others, are empty, or lead out of the folder.
//! 3. It ends by itself within a minute with a code from 0 to 2, without a panic, and a terminal can show its messages.
//!
//! `PROPTEST_CASES=1000` runs more.

use crate::support::{fixture, wait};
use proptest::prelude::*;
use proptest::sample::select;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use walkdir::WalkDir;

/// Commands that end by themselves, and their flags.
const COMMANDS: &[&str] = &[
    "build --root --out --base-url --drafts --message-format --strict",
    "check --root --strict --stale --message-format --docs",
    "new --root --layer --slug",
    "links --root --json",
    "terms --root --json",
    "urls --root --update",
    "theme show list eject diff --root",
    "export --root --format --out",
    "import --root --dry-run --layer --map",
    "annotate --glossary --out --undo",
    "translations --root",
    "explain",
    "schema",
    "calculate --root --json",
    "estimate --batch --context --for --quant --json --full --hardware --model",
    "model inspect add --json",
    "measure --json --hw --model --quant --requests --save --source",
    "detect --context --least --link --tensor --all --json",
    "mcp --root",
    "init --example --github --gitlab --empty",
];

/// Values for flags and arguments: empty, malformed, out of range, or valid for another flag.
const VALUES: &[&str] = &[
    "",
    " ",
    "-",
    "--",
    ".",
    "..",
    "/proc",
    "/dev/zero",
    "/proc/self/mem",
    "pipe",
    "folder",
    "site",
    "table.csv",
    "0",
    "-1",
    "1",
    "999999999999999999999",
    "NaN",
    "inf",
    "1e308",
    "photography",
    "metre",
    "https://a.example/",
    "javascript:alert(1)",
    "a\nb",
    "\u{1b}[31m",
    "é\u{301}\u{202e}",
    "content/../../x",
    "csv",
    "skos",
    "kv-cache",
    "4090",
];

const VARIABLES: &[(&str, &str)] = &[
    ("HOME", ""),
    ("HOME", "/nonexistent"),
    ("TMPDIR", "/nonexistent"),
    ("PATH", ""),
    ("LANG", "tr_TR.UTF-8"),
    ("TERM", "\u{1b}"),
    ("COLUMNS", "0"),
    ("COLUMNS", "99999999999"),
    ("RAYON_NUM_THREADS", "70"),
    ("RAYON_NUM_THREADS", "x"),
    ("TZ", "../../etc/passwd"),
];

/// A change that breaks a file.
#[derive(Debug, Clone)]
enum Damage {
    Cut(usize),
    Replaced(usize, Vec<u8>),
    Becomes(&'static str),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        (0_usize..4000).prop_map(Damage::Cut),
        (0_usize..4000, prop::collection::vec(any::<u8>(), 1..40)).prop_map(|(at, bytes)| Damage::Replaced(at, bytes)),
        select(&["mkfifo", "mkdir", "ln -s /dev/zero", "truncate -s 1T", "ln -s ..", "touch"][..])
            .prop_map(Damage::Becomes),
    ]
}

impl Damage {
    fn apply(&self, path: &Path) {
        // An earlier change may have left a device, which cannot be read to its end.
        if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file() || found.len() > 1 << 30) {
            return;
        }
        let mut bytes = fs::read(path).unwrap_or_default();
        match self {
            Self::Cut(at) => bytes.truncate(*at),
            Self::Replaced(at, new) => {
                let at = (*at).min(bytes.len());
                bytes.splice(at..(at + new.len()).min(bytes.len()), new.iter().copied());
            }
            Self::Becomes(command) => {
                fs::remove_file(path).ok();
                let line = format!("{command} \"$1\"");
                Command::new("sh").args(["-c", &line, "sh"]).arg(path).status().expect("a shell");
                return;
            }
        }
        fs::write(path, bytes).expect("a damaged file");
    }
}

/// All files of the site, those of its output folder that are the program's own, and some that the site lacks.
fn files(folder: &Path) -> Vec<PathBuf> {
    let own = |path: &Path| !path.starts_with(folder.join("out")) || path.to_string_lossy().contains(".rooflight");
    let found = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files =
        found.filter(|entry| entry.file_type().is_file() && own(entry.path())).map(walkdir::DirEntry::into_path);
    let new = ["content/glossary/new.md", "content/urls.lock", "content/pages/new.md", "templates/layer.html"];
    let new = new.map(|path| folder.join("site").join(path)).into_iter();
    files.chain(new.filter(|path| path.parent().is_some_and(Path::is_dir))).collect()
}

/// Runs the program; panics if it hangs.
fn ended(folder: &Path, arguments: &[String], variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let messages = folder.with_extension("messages");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(arguments).envs(variables.iter().copied()).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(fs::File::create(&messages).expect("a file"));
    let status = wait(&mut command.spawn().expect("the program"), &arguments);
    (status.code(), String::from_utf8_lossy(&fs::read(messages).expect("messages")).into_owned())
}

/// A folder with the site, its output, a folder, a pipe and a table.
fn prepared() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("inner");
    fs::create_dir_all(folder.join("folder")).expect("a folder");
    Command::new("cp").arg("-r").arg(fixture("small")).arg(folder.join("site")).status().expect("a copy");
    Command::new("mkfifo").arg(folder.join("pipe")).status().expect("a pipe");
    fs::write(folder.join("table.csv"), "id,hw,model\n1,rtx-4090,x\n\"").expect("a table");
    let built = ended(&folder, &["build", "--root", "site", "--out", "out"].map(str::to_owned), &[]);
    assert_eq!(built.0, Some(0), "{}", built.1);
    place
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(VALUES).prop_map(str::to_owned),
        1 => "\\PC{0,40}",
        1 => (select(VALUES), 1_usize..999).prop_map(|(value, times)| value.repeat(times)),
    ]
}

fn arguments() -> impl Strategy<Value = Vec<String>> {
    select(COMMANDS).prop_flat_map(|command| {
        let words: Vec<&str> = command.split(' ').collect();
        let name = words[0].to_owned();
        let flag = prop_oneof![1 => Just("--"), 3 => select(words)];
        prop::collection::vec((flag, prop::option::of(value())), 0..6).prop_map(move |pairs| {
            let mut all = vec![name.clone()];
            for (flag, value) in pairs {
                all.extend((flag != name && flag != "--").then(|| flag.to_owned()));
                all.extend(if flag == "--root" && value.is_none() { Some("site".to_owned()) } else { value });
            }
            all
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 30, ..ProptestConfig::default() })]

    #[test]
    fn no_arguments_variables_or_damaged_files_make_it_panic_or_hang(
        arguments in arguments(),
        variables in prop::collection::vec(select(VARIABLES), 0..3),
        damages in prop::collection::vec((any::<prop::sample::Index>(), damage()), 0..4),
    ) {
        let place = prepared();
        let folder = place.path().join("inner");
        for (index, damage) in &damages {
            damage.apply(index.get::<PathBuf>(&files(&folder)));
        }
        let arguments: Vec<String> = arguments.into_iter().map(|word| word.replace('\0', "")).collect();
        let (code, messages) = ended(&folder, &arguments, &variables);
        prop_assert!(matches!(code, Some(0..=2)), "{code:?}: {messages}");
        prop_assert!(!messages.contains("panicked at") && !messages.contains("Rooflight failed while"), "{messages}");
        prop_assert!(!messages.contains(|c: char| c.is_control() && c != '\n'), "{messages:?}");
    }

    #[test]
    fn a_build_over_damaged_files_of_its_own_is_right_or_says_why(
        damages in prop::collection::vec((any::<prop::sample::Index>(), damage()), 1..4),
    ) {
        let place = prepared();
        let folder = place.path().join("inner");
        let own: Vec<_> = files(&folder).into_iter().filter(|path| path.starts_with(folder.join("out"))).collect();
        let wanted = published(&folder.join("out"));
        for (index, damage) in &damages {
            damage.apply(index.get::<PathBuf>(&own));
        }
        let (code, messages) = ended(&folder, &["build", "--root", "site", "--out", "out"].map(str::to_owned), &[]);
        prop_assert!(code == Some(0) || messages.contains("error: "), "{code:?}: {messages}");
        if code == Some(0) {
            prop_assert!(published(&folder.join("out")) == wanted, "the site differs: {messages}");
        }
    }
}

/// The published files of an output folder.
fn published(out: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let found = WalkDir::new(out).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files =
        found.filter(|entry| entry.file_type().is_file() && !entry.path().to_string_lossy().contains(".rooflight"));
    files.map(|entry| (entry.path().to_owned(), fs::read(entry.path()).expect("a file"))).collect()
}
