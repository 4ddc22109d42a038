//! Compiles the estimator to its two WebAssembly modules, and makes their JavaScript bindings.
//!
//! 1. Add the WebAssembly target through rustup if the compiler lacks it.
//! 2. Compile the packages of the modules by an inner cargo with a profile of its own and a separate target directory,
//!    so that neither cargo waits for the other. The files that it read are those after whose changes this runs again.
//! 3. Run wasm-bindgen on both modules. `estimator-wasm/estimator.js` takes the place of its larger bindings.
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

use wasm_bindgen_cli_support::{Bindgen, EncodeInto};

const TARGET: &str = "wasm32-unknown-unknown";

/// The packages of the modules, and the names of the modules: the calculators, and the readers of the reader's files.
const MODULES: [(&str, &str); 2] = [("rooflight-estimator-wasm", "calculators"), ("rooflight-readers-wasm", "readers")];

/// Asks for the modules of a release in a debug build.
const FINAL: &str = "ROOFLIGHT_FINAL_MODULES";

/// The profiles of the inner cargo.
const RELEASE: &str = "wasm";
const DEBUG: &str = "wasm-dev";

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
    profile: &'static str,
}

impl Modules {
    fn new() -> Result<Self, String> {
        let is_debug = variable("PROFILE")? == Path::new("debug") && env::var_os(FINAL).is_none();
        let profile = if is_debug { DEBUG } else { RELEASE };
        // Those of the other profile stay, so that changing back costs nothing.
        let out = variable("OUT_DIR")?.join(profile);
        let compiler = Compiler::query(&variable("RUSTC")?)?;
        Ok(Self { root: variable("CARGO_MANIFEST_DIR")?, out, compiler, profile })
    }

    fn build(&self) -> Result<(), String> {
        self.compiler.ensure_target(&self.root)?;
        self.compile()?;
        for (package, name) in MODULES {
            let module = self.linked(package);
            self.watch(&module.with_extension("d"))?;
            bind(&module, &self.bindings(name))?;
        }
        self.write_list()
    }

    /// Compiles and links the modules, by the inner cargo.
    fn compile(&self) -> Result<(), String> {
        let target_dir = self.out.join("target");
        let mut cargo = without_outer(Command::new(variable("CARGO")?));
        cargo.current_dir(&self.root).args(["build", "--locked", "--target", TARGET, "--profile", self.profile]);
        cargo.args(MODULES.iter().flat_map(|(package, _)| ["--package", package]));
        // These two also override the user's `.cargo/config.toml`. The separator is cargo's own.
        cargo.env("CARGO_ENCODED_RUSTFLAGS", self.compiler.remap_flags()?.join(OsStr::new("\u{1f}")));
        cargo.env("CARGO_BUILD_BUILD_DIR", &target_dir).arg("--target-dir").arg(&target_dir);
        succeed(&mut cargo).map_err(|why| format!("no WebAssembly: {why}; its report is below"))
    }

    /// Returns the path of a package's module as it is linked.
    fn linked(&self, package: &str) -> PathBuf {
        let folder = self.out.join("target").join(TARGET).join(self.profile);
        folder.join(package.replace('-', "_")).with_extension("wasm")
    }

    /// Returns the folder of a module's bindings.
    fn bindings(&self, name: &str) -> PathBuf {
        self.out.join("bindings").join(name)
    }

    /// Tells the outer cargo what the inner one has read: the sources, and the manifests of their crates.
    fn watch(&self, list: &Path) -> Result<(), String> {
        let text = String::from_utf8(read(list)?).map_err(|error| format!("{}: {error}", list.display()))?;
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

    /// Writes the list of modules.
    fn write_list(&self) -> Result<(), String> {
        // Formatted as a string, so that it is quoted for Rust on every system.
        let line = |name: &str, file: &Path| format!("({name:?}, include_bytes!({:?})),\n", file.to_string_lossy());
        let module = |(_, name): (_, &str)| {
            line(&format!("estimator/{name}.wasm"), &self.bindings(name).join("estimator_bg.wasm"))
        };
        let shim = line("estimator/estimator.js", &self.root.join("estimator-wasm/estimator.js"));
        let [calculators, readers] = MODULES.map(module);
        let path = self.out.join("modules.rs");
        write(&path, format!("&[\n{calculators}{shim}{readers}]\n"))?;
        println!("cargo::rustc-env=ROOFLIGHT_MODULES={}", path.display());
        Ok(())
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
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

/// Makes a browser's module of a linked one.
fn bind(module: &Path, folder: &Path) -> Result<(), String> {
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
    written.map_err(|error| format!("no JavaScript bindings for {}: {error:#}", module.display()))
}

/// The outer cargo's compiler, its libraries, and the commit it was built from.
struct Compiler {
    sysroot: PathBuf,
    commit: String,
}

impl Compiler {
    fn query(rustc: &Path) -> Result<Self, String> {
        let stdout_of = |arguments: &[&str]| match Command::new(rustc).args(arguments).output() {
            Ok(output) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            Err(error) => Err(format!("cannot run {}: {error}", rustc.display())),
        };
        let sysroot = PathBuf::from(stdout_of(&["--print", "sysroot"])?.trim_end());
        let version = stdout_of(&["-vV"])?;
        let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
        let commit = commit.to_owned();
        Ok(Self { sysroot, commit })
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
