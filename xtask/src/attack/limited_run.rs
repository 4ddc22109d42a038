//! Runs the program under limits, and checks how it ended.

use super::Setting;
use crate::command::line;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Maximum processor time of a command, seconds. Wall time says little on a machine that others use too.
const MAX_PROCESSOR_SECONDS: u64 = 60;
/// Maximum wall time of a command, for one that waits and takes no processor time.
const TIMEOUT: Duration = Duration::from_mins(10);
/// Maximum address space, KiB.
const MAX_MEMORY_KIB: u64 = 4 << 20;
/// Interval between checks whether the command has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// A call of the program.
pub(super) struct Call<'a> {
    setting: &'a Setting,
    arguments: Vec<OsString>,
    /// Shell commands before the program starts, such as limits.
    before: String,
    /// Redirections after the program's arguments.
    after: String,
    variables: Vec<(String, OsString)>,
    /// Whether the environment has only `variables`.
    bare: bool,
    /// Commands that start the program in turn, such as `prlimit`.
    wrap: String,
    /// Whether the program runs in a subshell, so that `after` may have a pipe.
    piped: bool,
}

/// How a call ended.
pub(super) struct Ended {
    pub(super) code: i32,
    pub(super) output: String,
}

impl<'a> Call<'a> {
    pub(super) fn new(setting: &'a Setting, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self {
            setting,
            arguments,
            before: String::new(),
            after: String::new(),
            variables: Vec::new(),
            bare: false,
            wrap: String::new(),
            piped: false,
        }
    }

    /// Adds a shell command before the program, such as `ulimit -f 2`.
    pub(super) fn before(mut self, line: &str) -> Self {
        self.before = format!("{}{line}; ", self.before);
        self
    }

    /// Adds a redirection of the program.
    pub(super) fn after(mut self, redirection: &str) -> Self {
        self.after.push(' ');
        self.after.push_str(redirection);
        self
    }

    /// Sets an environment variable.
    pub(super) fn with(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.variables.push((name.to_owned(), value.into()));
        self
    }

    /// Limits the user to `most` processes and threads, where the system supports it.
    pub(super) fn threads(mut self, most: usize) -> Self {
        if cfg!(target_os = "linux") {
            // The limit does not apply to root, so an unprivileged user gets the folder.
            let is_root = line("id -u").answer().is_some_and(|user| user == "0");
            let user = if is_root { "setpriv --reuid=65534 --regid=65534 --clear-groups " } else { "" };
            self.before = format!("{}chmod -R a+rwX .; ", self.before);
            self.wrap = format!("{user}prlimit --nproc={most} ");
        }
        self
    }

    /// Removes all other environment variables.
    pub(super) fn bare(mut self) -> Self {
        self.bare = true;
        self
    }

    /// Allows a pipe in the redirections; the exit code is that of its last command.
    pub(super) fn piped(mut self) -> Self {
        self.piped = true;
        self
    }

    /// Returns true if a `umask` makes new files unreadable.
    pub(super) fn hides_files(&self) -> bool {
        self.before.contains("umask")
    }

    /// Starts the program, with its output in files next to the trial's folder, `….out` and `….err`.
    pub(super) fn start(&self) -> Result<Child> {
        let mut command = if cfg!(unix) {
            let mut shell = Command::new("/bin/sh");
            // The limits apply to the program only, not to commands after it.
            let start = format!("{}exec {}\"$@\"", self.before, self.wrap);
            let start = if self.piped { format!("({start})") } else { start };
            let script =
                format!("ulimit -v {MAX_MEMORY_KIB}; ulimit -S -t {MAX_PROCESSOR_SECONDS}; {start}{}", self.after);
            shell.args(["-c", &script, "sh"]).arg(&self.setting.program);
            shell
        } else {
            Command::new(&self.setting.program)
        };
        if self.bare {
            command.env_clear();
        }
        command.args(&self.arguments).envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.env("RUST_BACKTRACE", "0").current_dir(&self.setting.folder).stdin(Stdio::null());
        command.stdout(File::create(self.place("out"))?).stderr(File::create(self.place("err"))?);
        command.spawn().with_context(|| format!("cannot start {}", self.setting.program.display()))
    }

    /// Runs the program to its end; fails on a panic, a signal, a timeout, control characters or an unknown exit code.
    pub(super) fn run(&self) -> Result<Ended> {
        let (mut child, start) = (self.start()?, Instant::now());
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if start.elapsed() > TIMEOUT {
                child.kill()?;
                child.wait()?;
                bail!("it takes more than {} s: {}", TIMEOUT.as_secs(), self.words());
            }
            std::thread::sleep(PAUSE);
        };
        let output = String::from_utf8_lossy(&std::fs::read(self.place("err"))?).into_owned();
        let tail: String = output.chars().rev().take(600).collect::<Vec<_>>().into_iter().rev().collect();
        if output.contains("panicked at") || output.contains("Rooflight failed while") {
            bail!("it panics: {}\n{tail}", self.words());
        }
        if output.contains(|c: char| c.is_control() && c != '\n') {
            bail!("a terminal would obey its messages: {}\n{tail:?}", self.words());
        }
        match status.code() {
            Some(code @ 0..=2) => Ok(Ended { code, output }),
            // The shell's exit codes for a limit under which nothing can start.
            Some(126 | 127) if self.before.contains("ulimit") || !self.wrap.is_empty() => Ok(Ended { code: 2, output }),
            // The program may abort without memory; the trial checks its files afterwards.
            None if self.before.contains("ulimit -v") && output.contains("memory allocation of") => {
                Ok(Ended { code: 2, output })
            }
            _ => bail!("it ends with {status}: {}\n{tail}", self.words()),
        }
    }

    fn place(&self, name: &str) -> PathBuf {
        self.setting.folder.with_extension(name)
    }

    /// Formats the call for a message.
    fn words(&self) -> String {
        let arguments: Vec<_> =
            self.arguments.iter().map(|one| format!("`{}`", one.to_string_lossy().escape_debug())).collect();
        let text =
            format!("{:?} {}{}rooflight {}{}", self.variables, self.before, self.wrap, arguments.join(" "), self.after);
        text.chars().take(1500).collect()
    }
}
