//! Compiles `estimator-wasm` to WebAssembly and makes its JavaScript bindings.
//!
//! 1. Make sure that the compiler has the WebAssembly target; add it through rustup if it has not.
//! 2. Run a second cargo with the profile `wasm`, in a target directory of its own so that neither waits for the other.
//! 3. Let wasm-bindgen finish each module, a calculator each, and see that all ask the same of JavaScript. What it would write there
//!    itself is for whatever a module may export; `estimator-wasm/estimator.js` knows the one export that ours have.
//! 4. Hand them to the crate: `ROOFLIGHT_MODULES` is the path of a file of Rust that lists every file's name and bytes.
//!
//! The same sources give the same bytes in every folder and however cargo is called: the second cargo never hears of the
//! first one's flags, wrappers and profiles, and no path of the machine gets into the module.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo through its standard output")]
#![allow(clippy::disallowed_methods, reason = "purity is asked of the program, not of its build")]

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use wasm_bindgen_cli_support::{Bindgen, EncodeInto};

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "rooflight-estimator-wasm";
const PROFILE: &str = "wasm";

/// What the module is made of; then the folders that the crate embeds, where a new file is noticed only through this.
const INPUTS: [&str; 11] = [
    "build.rs",
    "Cargo.toml",
    "Cargo.lock",
    "estimator/Cargo.toml",
    "estimator/src",
    "estimator-wasm/Cargo.toml",
    "estimator-wasm/estimator.js",
    "estimator-wasm/modules",
    "estimator-wasm/src",
    "static",
    "templates",
];

/// Beginnings of the variables by which the outer cargo, clippy, a coverage tool or the shell would change the module.
///
/// `CARGO_MAKEFLAGS` is not among them: through it both cargos keep to the number of jobs that the user asked for.
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
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let root = variable("CARGO_MANIFEST_DIR")?;
    let out = variable("OUT_DIR")?;
    let compiler = Compiler::ask(&variable("RUSTC")?)?;
    compiler.ensure_target(&root)?;
    let compiled = compile(&root, &out, &compiler)?;
    let names = modules(&root)?;
    let folder = out.join("bindings");
    let bound: Result<Vec<PathBuf>, String> = std::thread::scope(|scope| {
        let start = |name: &String| {
            let (module, folder) = (compiled.join(name).with_extension("wasm"), folder.join(name));
            scope.spawn(move || bind(&module, &folder).map(|()| folder))
        };
        let running: Vec<_> = names.iter().map(start).collect();
        running
            .into_iter()
            .map(|thread| thread.join().map_err(|_| "the bindings could not be made".to_owned())?)
            .collect()
    });
    hand_over(&names, &bound?, &root, &out)
}

/// The names of the modules: one for each file.
fn modules(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("estimator-wasm/modules");
    let files = std::fs::read_dir(&folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// Writes the list of files.
fn hand_over(names: &[String], bound: &[PathBuf], root: &Path, out: &Path) -> Result<(), String> {
    let read = |path: PathBuf| std::fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()));
    // As text, so that the quotes are those of Rust on every system.
    let line = |name: &str, file: &Path| format!("({name:?}, include_bytes!({:?})),\n", file.to_string_lossy());
    let mut lines = Vec::new();
    let mut glue: Option<Vec<u8>> = None;
    for (name, folder) in names.iter().zip(bound) {
        let own = read(folder.join("estimator.js"))?;
        if glue.get_or_insert_with(|| own.clone()) != &own {
            return Err(format!("the bindings of {name} differ from those of {}", names[0]));
        }
        let module = format!("estimator/{}.wasm", name.replace('_', "-"));
        lines.push(line(&module, &folder.join("estimator_bg.wasm")));
    }
    lines.push(line("estimator/estimator.js", &root.join("estimator-wasm/estimator.js")));
    let list = format!("&[\n{}]\n", lines.concat());
    let path = out.join("modules.rs");
    std::fs::write(&path, list).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    println!("cargo::rustc-env=ROOFLIGHT_MODULES={}", path.display());
    Ok(())
}

/// Runs the inner cargo and returns where the modules lie.
fn compile(root: &Path, out: &Path, compiler: &Compiler) -> Result<PathBuf, String> {
    let target_dir = out.join("target");
    let mut cargo = Command::new(variable("CARGO")?);
    cargo.current_dir(root).args(["build", "--locked", "--package", PACKAGE, "--profile", PROFILE, "--target", TARGET]);
    cargo.args(["--features", "modules", "--examples"]);
    for (name, _) in env::vars_os() {
        if UNWANTED.iter().any(|beginning| name.to_string_lossy().starts_with(beginning)) {
            cargo.env_remove(name);
        }
    }
    // Once set, these two also overrule the user's own `.cargo/config.toml`.
    cargo.env("CARGO_ENCODED_RUSTFLAGS", compiler.remap_flags()?);
    cargo.env("CARGO_BUILD_BUILD_DIR", &target_dir).arg("--target-dir").arg(&target_dir);
    succeed(&mut cargo).map_err(|why| format!("no WebAssembly from {PACKAGE}: {why}; its report is below"))?;
    Ok(target_dir.join(TARGET).join(PROFILE).join("examples"))
}

/// Makes the bindings for an ES module in a browser and tells the crate where they are.
fn bind(module: &Path, folder: &Path) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("estimator").typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    // Texts alone go in and out, and the page says where the module is: nothing else need be downloaded.
    bindgen.encode_into(EncodeInto::Never).omit_default_module_path(true);
    let written = bindgen.web(true).and_then(Bindgen::generate_output).and_then(|mut output| {
        // It told wasm-bindgen what the module may use; a browser never reads it.
        output.wasm_mut().customs.remove_raw("target_features");
        output.emit(folder)
    });
    written.map_err(|error| format!("no JavaScript bindings for {}: {error:#}", module.display()))
}

/// The compiler that the outer cargo uses: where its libraries lie, and which commit it was built from.
struct Compiler {
    sysroot: PathBuf,
    commit: String,
}

impl Compiler {
    fn ask(rustc: &Path) -> Result<Self, String> {
        let ask = |arguments: &[&str]| match Command::new(rustc).args(arguments).output() {
            Ok(output) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            Err(error) => Err(format!("cannot run {}: {error}", rustc.display())),
        };
        let sysroot = PathBuf::from(ask(&["--print", "sysroot"])?.trim_end());
        let version = ask(&["-vV"])?;
        let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
        Ok(Self { sysroot, commit: commit.to_owned() })
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

    /// Flags that replace each path of the machine which a panic's location could carry into the module.
    fn remap_flags(&self) -> Result<OsString, String> {
        let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
        let home = home.ok_or("there is no home folder; set CARGO_HOME")?;
        // Where the component `rust-src` is installed, the compiler puts its path in place of the second one here.
        let library = (self.sysroot.join("lib/rustlib/src/rust"), format!("/rustc/{}", self.commit));
        let mut flags = OsString::new();
        for (from, to) in [(home, "/cargo".to_owned()), library] {
            if !flags.is_empty() {
                flags.push("\u{1f}"); // cargo's own separator
            }
            flags.push("--remap-path-prefix=");
            flags.push(from);
            flags.push(format!("={to}"));
        }
        Ok(flags)
    }
}

/// A variable that cargo sets for every build script.
fn variable(name: &str) -> Result<PathBuf, String> {
    env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("{name} is not set: run this through cargo"))
}

/// Runs a command whose messages go to cargo, and only its messages: cargo would obey what it prints on standard output.
fn succeed(command: &mut Command) -> Result<(), String> {
    let status = command.stdout(Stdio::null()).status();
    let status = status.map_err(|error| format!("cannot run {}: {error}", command.get_program().display()))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", command.get_program().display())) }
}
