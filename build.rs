//! Compiles the estimator to WebAssembly modules, one for each calculator, and makes their JavaScript bindings.
//!
//! 1. Add the WebAssembly target through rustup if the compiler lacks it.
//! 2. Compile `estimator-wasm` once, by an inner cargo with a profile of its own and a separate target directory, so
//!    that neither cargo waits for the other. The files that it read are those after whose changes this runs again.
//! 3. For each name in the estimator's list of calculators, link a module against `estimator-wasm` and run wasm-bindgen
//!    on it, on all cores. All modules need the same imports, apart from the one that throws;
//!    `estimator-wasm/estimator.js` provides them in place of wasm-bindgen's larger bindings. Bindings are kept while
//!    the linked module is the same.
//! 4. Set `ROOFLIGHT_MODULES` to the path of a Rust file that lists the name and bytes of every file.
//!
//! A release's modules are optimised as a whole, for their size. A debug build's are not, and twice as large, so that
//! an edit of a calculator shows within seconds; with `ROOFLIGHT_FINAL_MODULES` in the environment, they are those of a
//! release. Equal sources give equal bytes in every folder and however cargo is called: the inner cargo never sees the
//! outer one's flags, wrappers and profiles, and no path of the machine gets into a module.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo through its standard output")]
#![allow(clippy::disallowed_methods, reason = "purity is asked of the program, not of its build")]

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use wasm_bindgen_cli_support::{Bindgen, EncodeInto};

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "rooflight-estimator-wasm";

/// Asks for the modules of a release in a debug build.
const FINAL: &str = "ROOFLIGHT_FINAL_MODULES";

/// A profile of the inner cargo, with the code generation options in which linking without cargo has to follow it.
struct Profile {
    name: &'static str,
    options: [&'static str; 2],
}

const RELEASE: Profile = Profile { name: "wasm", options: ["opt-level=z", "lto=fat"] };
const DEBUG: Profile = Profile { name: "wasm-dev", options: ["opt-level=1", "lto=off"] };

/// The options of both.
const OPTIONS: [&str; 3] = ["codegen-units=1", "panic=abort", "strip=debuginfo"];

/// The names of the calculators.
macro_rules! calculators {
    ($($name:ident),* $(,)?) => {
        const CALCULATORS: &[&str] = &[$(stringify!($name)),*];
    };
}

include!("crates/calculators/src/list.rs");

/// The explorer, which the list of calculators lacks.
const EXPLORER: &str = "explore";

/// Alternative set-ups, which a page fetches when a model does not fit.
const ALTERNATIVES: &str = "alternatives";

/// The reader of model headers, which a page fetches when the user chooses a file.
const HEADER: &str = "header";

/// The reader of system tools' output, which the explorer fetches when the user pastes some.
const MACHINE: &str = "machine";

/// The judge of benchmark outputs, which a page fetches when the user opens the form.
const MEASURE: &str = "measure";

/// The module shared by all calculators that sites declare in files.
const DECLARED: &str = "declared";

fn modules() -> impl Iterator<Item = &'static str> {
    CALCULATORS.iter().copied().chain([EXPLORER, ALTERNATIVES, HEADER, MACHINE, MEASURE, DECLARED])
}

/// Inputs of the modules in addition to the sources that the inner cargo reads.
const INPUTS: [&str; 4] = ["build.rs", "Cargo.toml", "Cargo.lock", "estimator-wasm/estimator.js"];

/// Prefixes of the environment variables by which the outer cargo, clippy, a coverage tool or the shell could change a
/// module.
///
/// `CARGO_MAKEFLAGS` stays set, so that both cargos together keep to the user's number of jobs.
const UNWANTED: [&str; 11] = [
    "CARGO_BUILD_",
    "CARGO_CFG_",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_FEATURE_",
    "CARGO_INCREMENTAL",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
    "CARGO_UNSTABLE_",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTFLAGS",
];

fn main() -> ExitCode {
    for input in INPUTS {
        println!("cargo::rerun-if-changed={input}");
    }
    println!("cargo::rerun-if-env-changed={FINAL}");
    match Modules::new().and_then(|modules| modules.build()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

/// The folders and tools with which modules are made.
struct Modules {
    root: PathBuf,
    /// The folder for all results.
    out: PathBuf,
    compiler: Compiler,
    profile: Profile,
}

impl Modules {
    fn new() -> Result<Self, String> {
        let is_debug = variable("PROFILE")? == Path::new("debug") && env::var_os(FINAL).is_none();
        let profile = if is_debug { DEBUG } else { RELEASE };
        // Those of the other profile stay, so that changing back costs nothing.
        let out = variable("OUT_DIR")?.join(profile.name);
        let compiler = Compiler::query(variable("RUSTC")?)?;
        Ok(Self { root: variable("CARGO_MANIFEST_DIR")?, out, compiler, profile })
    }

    fn build(&self) -> Result<(), String> {
        self.compiler.ensure_target(&self.root)?;
        self.compile()?;
        self.watch()?;
        let next = AtomicUsize::new(0);
        let jobs = env::var("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1);
        let work = || {
            let mut mine = std::iter::from_fn(|| modules().nth(next.fetch_add(1, Ordering::Relaxed)));
            mine.try_for_each(|name| bind(&self.link(name)?, &self.out.join("bindings").join(name)))
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().map_err(|_| "the modules could not be made".to_owned())?)
        })?;
        self.write_list()
    }

    /// Compiles the crate that all modules share, by the inner cargo.
    fn compile(&self) -> Result<(), String> {
        let target_dir = self.out.join("target");
        let mut cargo = without_outer(Command::new(variable("CARGO")?));
        cargo.current_dir(&self.root).args(["build", "--locked", "--package", PACKAGE, "--target", TARGET]);
        cargo.args(["--profile", self.profile.name]);
        // These two also override the user's `.cargo/config.toml`. The separator is cargo's own.
        cargo.env("CARGO_ENCODED_RUSTFLAGS", self.compiler.remap_flags()?.join(OsStr::new("\u{1f}")));
        cargo.env("CARGO_BUILD_BUILD_DIR", &target_dir).arg("--target-dir").arg(&target_dir);
        succeed(&mut cargo).map_err(|why| format!("no WebAssembly from {PACKAGE}: {why}; its report is below"))
    }

    /// Returns the folder of the crates compiled for the browser.
    fn shared(&self) -> PathBuf {
        self.out.join("target").join(TARGET).join(self.profile.name)
    }

    /// Returns the path of the crate that all modules share.
    fn library(&self) -> PathBuf {
        self.shared().join("librooflight_estimator_wasm.rlib")
    }

    /// Tells the outer cargo what the inner one has read: the sources, and the manifests of their crates.
    fn watch(&self) -> Result<(), String> {
        let list = self.library().with_extension("d");
        let text = String::from_utf8(read(&list)?).map_err(|error| format!("{}: {error}", list.display()))?;
        // `library: source source …`, where a space in a path has a backslash before it.
        let (_, sources) = text.trim().split_once(": ").ok_or_else(|| format!("{} lists nothing", list.display()))?;
        let sources = sources.replace("\\ ", "\0");
        let mut inputs = BTreeSet::new();
        for source in sources.split(' ').map(|source| self.root.join(source.replace('\0', " "))) {
            inputs
                .extend(source.ancestors().map(|folder| folder.join("Cargo.toml")).find(|manifest| manifest.is_file()));
            inputs.insert(source);
        }
        for input in inputs {
            println!("cargo::rerun-if-changed={}", input.display());
        }
        Ok(())
    }

    /// Links a calculator's module and returns its path. Runs rustc directly, since cargo would need a target in a
    /// manifest for each module.
    fn link(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.out.join("modules");
        std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let (source, module) = (folder.join(name).with_extension("rs"), folder.join(name).with_extension("wasm"));
        let exported = match name {
            HEADER | MACHINE => format!("reader_module!({name})"),
            MEASURE => "reader_module!(verdict)".to_owned(),
            DECLARED => "declared_module!()".to_owned(),
            calculator => format!("module!({calculator})"),
        };
        let text = format!("#![no_std]\nrooflight_estimator_wasm::{exported};\n");
        let is_linked = is_newer(&module, &[self.library(), script()?]);
        if is_linked && std::fs::read_to_string(&source).is_ok_and(|old| old == text) {
            return Ok(module);
        }
        write(&source, &text)?;
        let mut rustc = without_outer(Command::new(&self.compiler.rustc));
        rustc.arg("--crate-name").arg(name).args(["--crate-type", "cdylib", "--edition", "2024", "--target", TARGET]);
        for option in self.profile.options.iter().chain(&OPTIONS) {
            rustc.arg("-C").arg(option);
        }
        let mut library = OsString::from("rooflight_estimator_wasm=");
        library.push(self.library());
        rustc.arg("--extern").arg(library).arg("-o").arg(&module).arg(&source).args(self.compiler.remap_flags()?);
        // The second folder has the procedural macros, which are compiled for this machine.
        for folder in [self.shared(), self.out.join("target").join(self.profile.name)] {
            let mut search = OsString::from("dependency=");
            search.push(folder.join("deps"));
            rustc.arg("-L").arg(search);
        }
        // wasm-bindgen's macro derives symbol names from these.
        rustc.env("CARGO_PKG_NAME", PACKAGE).env("CARGO_PKG_VERSION", env!("CARGO_PKG_VERSION"));
        succeed(&mut rustc).map_err(|why| format!("no module for {name}: {why}; its report is below"))?;
        Ok(module)
    }

    /// Writes the list of modules, and fails if their bindings differ.
    fn write_list(&self) -> Result<(), String> {
        // Formatted as a string, so that it is quoted for Rust on every system.
        let line = |name: &str, file: &Path| format!("({name:?}, include_bytes!({:?})),\n", file.to_string_lossy());
        let mut lines = Vec::new();
        let mut needed: Option<String> = None;
        for name in modules() {
            let folder = self.out.join("bindings").join(name);
            let own = without_throw(&read(&folder.join("estimator.js"))?);
            if needed.get_or_insert_with(|| own.clone()) != &own {
                return Err(format!("the bindings of {name} differ from those of the module before"));
            }
            let module = format!("estimator/{}.wasm", name.replace('_', "-"));
            lines.push(line(&module, &folder.join("estimator_bg.wasm")));
        }
        lines.push(line("estimator/estimator.js", &self.root.join("estimator-wasm/estimator.js")));
        lines.sort();
        let path = self.out.join("modules.rs");
        write(&path, format!("&[\n{}]\n", lines.concat()))?;
        println!("cargo::rustc-env=ROOFLIGHT_MODULES={}", path.display());
        Ok(())
    }
}

/// Removes the import through which wasm-bindgen throws: whether a module has it depends on the optimizer, and the shim
/// provides it.
fn without_throw(bindings: &[u8]) -> String {
    const LINES: usize = 3;
    let text = String::from_utf8_lossy(bindings);
    let mut lines = text.lines();
    let mut kept = Vec::new();
    while let Some(line) = lines.next() {
        if line.contains("__wbindgen_throw_") {
            lines.by_ref().take(LINES - 1).for_each(drop);
        } else {
            kept.push(line);
        }
    }
    kept.join("\n")
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Returns true if `made` is newer than all the files in `than`.
fn is_newer(made: &Path, than: &[PathBuf]) -> bool {
    let time = |path: &Path| std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    time(made).is_some_and(|made| than.iter().all(|other| time(other).is_some_and(|other| other < made)))
}

/// Removes from a command's environment whatever the outer cargo, clippy, a coverage tool or the shell set.
fn without_outer(mut command: Command) -> Command {
    for (name, _) in env::vars_os() {
        if UNWANTED.iter().any(|beginning| name.to_string_lossy().starts_with(beginning)) {
            command.env_remove(name);
        }
    }
    command
}

/// Generates a module's bindings for browsers, unless there are those of the same module.
fn bind(module: &Path, folder: &Path) -> Result<(), String> {
    let (linked, bound) = (read(module)?, folder.join("linked.wasm"));
    if is_newer(&bound, &[script()?]) && read(&bound)? == linked {
        return Ok(());
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("estimator").typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    // Only strings go in and out, and the page passes the module's URL.
    bindgen.encode_into(EncodeInto::Never).omit_default_module_path(true);
    let written = bindgen.web(true).and_then(Bindgen::generate_output).and_then(|mut output| {
        // The section is for wasm-bindgen; browsers ignore it.
        output.wasm_mut().customs.remove_raw("target_features");
        output.emit(folder)
    });
    written.map_err(|error| format!("no JavaScript bindings for {}: {error:#}", module.display()))?;
    write(&bound, linked)
}

/// The outer cargo's compiler, its libraries, and the commit it was built from.
struct Compiler {
    rustc: PathBuf,
    sysroot: PathBuf,
    commit: String,
}

impl Compiler {
    fn query(rustc: PathBuf) -> Result<Self, String> {
        let stdout_of = |arguments: &[&str]| match Command::new(&rustc).args(arguments).output() {
            Ok(output) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            Err(error) => Err(format!("cannot run {}: {error}", rustc.display())),
        };
        let sysroot = PathBuf::from(stdout_of(&["--print", "sysroot"])?.trim_end());
        let version = stdout_of(&["-vV"])?;
        let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
        let commit = commit.to_owned();
        Ok(Self { rustc, sysroot, commit })
    }

    fn has_target(&self) -> bool {
        self.sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir()
    }

    /// Adds the WebAssembly target if it is missing and rustup is there.
    fn ensure_target(&self, root: &Path) -> Result<(), String> {
        if self.has_target() {
            return Ok(());
        }
        let mut mend = vec!["target".to_owned(), "add".to_owned(), TARGET.to_owned()];
        if let Ok(toolchain) = env::var("RUSTUP_TOOLCHAIN") {
            mend.extend(["--toolchain".to_owned(), toolchain]);
        }
        let tried = succeed(Command::new("rustup").args(&mend).current_dir(root));
        if self.has_target() {
            return Ok(());
        }
        let why = tried.err().unwrap_or_else(|| format!("rustup added it, but not to {}", self.sysroot.display()));
        let mend = mend.join(" ");
        Err(format!(
            "the Rust target {TARGET} is missing and could not be added: {why}; run: rustup {mend} (rustup is at https://rustup.rs)"
        ))
    }

    /// Returns flags that replace the machine's paths, which panic locations would otherwise put into modules.
    fn remap_flags(&self) -> Result<[OsString; 2], String> {
        let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
        let home = home.ok_or("there is no home folder; set CARGO_HOME")?;
        // With the component `rust-src`, the compiler uses that path of the library instead of the virtual one.
        let library = (self.sysroot.join("lib/rustlib/src/rust"), format!("/rustc/{}", self.commit));
        Ok([(home, "/cargo".to_owned()), library].map(|(from, to)| {
            let mut flag = OsString::from("--remap-path-prefix=");
            flag.push(from);
            flag.push(format!("={to}"));
            flag
        }))
    }
}

/// Returns the path of the compiled build script.
fn script() -> Result<PathBuf, String> {
    env::current_exe().map_err(|error| format!("the build script has no path: {error}"))
}

/// Returns a variable that cargo sets for build scripts.
fn variable(name: &str) -> Result<PathBuf, String> {
    env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("{name} is not set: run this through cargo"))
}

/// Runs a command and discards its standard output, which cargo would read as instructions.
fn succeed(command: &mut Command) -> Result<(), String> {
    let status = command.stdout(Stdio::null()).status();
    let status = status.map_err(|error| format!("cannot run {}: {error}", command.get_program().display()))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", command.get_program().display())) }
}
