//! Reads an output line by line and passes each line to the parser of its tool.

use super::fields::{Pairs, argument, count, number, paired, separated, unquoted, value};
use super::offline::{Command, rounded};
use super::others::{Mlx, ollama, serving};
use super::run::{Outputs, Phase, Problem, Run, Tool};
use super::{llama_cpp, stated};
use crate::decimal;
use crate::json::{Json, JsonError};
use crate::machine::engine_device;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Maximum number of runs, and of problems, in a text.
const MAX_RUNS: usize = 10_000;

/// Maximum plausible speed on any hardware, tokens per second; a higher one is a mistake.
const MAX_SPEED: f64 = 1e8;

/// Maximum number of devices of a run.
const MAX_DEVICES: usize = 64;

/// Maximum length of a command line that continues over several lines, bytes.
const MAX_COMMAND_BYTES: usize = 1 << 16;

/// Reads the runs of a text, and the rows that give none.
#[must_use]
pub fn read(text: &str) -> Outputs {
    let mut reader = OutputReader::default();
    let (mut at, mut line) = (0, 1);
    let mut cut = false;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let row = rest.get(..end).unwrap_or_default();
        let start = row.len() - row.trim_start_matches(|c: char| c.is_whitespace() || "[,]".contains(c)).len();
        let mut taken = end;
        if !cut && row.get(start..).is_some_and(|row| row.starts_with('{')) {
            let mut json = Json::new(rest.get(start..).unwrap_or_default().as_bytes());
            match json.fields() {
                Ok(pairs) => {
                    taken = start + json.taken();
                    reader.object(&pairs, line);
                }
                Err(JsonError::Cut) => {
                    cut = true;
                    reader.problem(line, "JSON breaks off here".into());
                }
                Err(_) => reader.line(row.trim(), line),
            }
        } else {
            reader.line(row.trim(), line);
        }
        line += rest.get(..taken).map_or(0, |taken| taken.bytes().filter(|byte| *byte == b'\n').count());
        at += taken;
    }
    reader.finish(text, line)
}

/// The table or report that the next lines belong to.
#[derive(Default)]
enum ParserState {
    #[default]
    Nothing,
    /// A table of an unknown tool, which has been reported.
    Unknown,
    /// A Markdown table, with its column names.
    Table(Tool, Vec<String>),
    /// A CSV table of llama-bench, with its column names.
    Csv(Vec<String>),
    /// A server's report, with its fields so far.
    Serving(Pairs),
    /// Ollama's statistics, with their fields so far.
    Ollama(Pairs),
}

#[derive(Default)]
struct OutputReader {
    out: Outputs,
    within: ParserState,
    mlx: Mlx,
    offline: Command,
    /// The beginning of a command whose lines end in a backslash.
    open: String,
    /// The devices of the runs that follow.
    devices: Vec<String>,
    /// The engine of the first run that used `devices`; runs of other engines do not.
    devices_of: Option<&'static str>,
    /// The model of the runs that follow.
    model: String,
    /// The engine of the first run that used `model`; runs of other engines do not.
    model_of: Option<&'static str>,
    /// Concurrent requests of the runs that follow.
    requests: Option<u32>,
    /// The position of the first run whose build has not been printed yet.
    pending_build: usize,
}

impl OutputReader {
    fn problem(&mut self, line: usize, message: String) {
        if self.out.problems.len() < MAX_RUNS {
            self.out.problems.push(Problem { line, message });
        }
    }

    fn add(&mut self, mut run: Run, line: usize) {
        run.line = line;
        if !(run.speed > 0.0 && run.speed < MAX_SPEED) {
            self.problem(line, format!("{} tokens a second cannot be", decimal::text(run.speed)));
            return;
        }
        // Devices and model above one engine's output do not hold for another's, which may have run elsewhere.
        let is_of = |engine: &mut Option<&str>| *engine.get_or_insert(run.engine) == run.engine;
        if run.devices.is_empty() && is_of(&mut self.devices_of) {
            run.devices.clone_from(&self.devices);
        }
        if run.model.is_empty() && run.file.is_empty() && is_of(&mut self.model_of) {
            run.model.clone_from(&self.model);
        }
        if run.requests_unknown && self.requests.is_some() {
            run.requests = self.requests;
            run.requests_unknown = false;
        }
        run.devices.truncate(MAX_DEVICES);
        run.spread = run.spread.filter(|spread| *spread > 0.0 && *spread < MAX_SPEED);
        if self.out.runs.len() < MAX_RUNS {
            self.out.runs.push(run);
        } else if self.out.runs.len() == MAX_RUNS {
            self.problem(line, format!("only {MAX_RUNS} runs are read"));
        }
    }

    fn add_one(&mut self, found: Result<Run, String>, line: usize) {
        self.add_all(found.map(|run| Vec::from([run])), line);
    }

    fn add_all(&mut self, found: Result<Vec<Run>, String>, line: usize) {
        match found {
            Ok(runs) => runs.into_iter().for_each(|run| self.add(run, line)),
            Err(message) => self.problem(line, message),
        }
    }

    fn object(&mut self, pairs: &[(String, String)], line: usize) {
        let has = |name: &str| value(pairs, &[name]).is_some();
        if has("avg_ts") || has("model_type") {
            self.add_one(llama_cpp::bench(pairs), line);
        } else if has("speed_tg") || has("speed_pp") {
            self.add_all(llama_cpp::batched(pairs), line);
        } else if has("output_throughput") {
            self.add_one(serving(pairs), line);
        } else if has("eval_count") {
            self.add_all(Ok(ollama(pairs)), line);
        } else if let Some(seconds) = value(pairs, &["avg_latency"]) {
            self.add_one(self.offline.latency(seconds, value(pairs, &["std_latency"])), line);
        } else if has("requests_per_second") {
            self.add_one(self.offline.throughput_object(pairs), line);
        } else {
            self.problem(line, "this JSON object is no result of a tool that is known".into());
        }
    }

    fn line(&mut self, line: &str, at: usize) {
        if let Some(start) = line.strip_suffix('\\').filter(|_| self.open.len() < MAX_COMMAND_BYTES) {
            self.open.push_str(start);
        } else if self.open.is_empty() {
            self.whole_line(line, at);
        } else {
            let mut command = core::mem::take(&mut self.open);
            command.push_str(line);
            self.whole_line(&command, at);
        }
    }

    fn whole_line(&mut self, line: &str, at: usize) {
        if line.starts_with('|') {
            self.row(line, at);
        } else if line.starts_with("build_commit,") || (line.contains("avg_ts") && line.contains(",n_prompt")) {
            self.within = ParserState::Csv(separated(line, '"'));
        } else if let Some(rest) = line.strip_prefix("INSERT INTO ") {
            self.insert(rest, at);
        } else if line.contains("Serving Benchmark Result") {
            self.close(at);
            self.within = ParserState::Serving(Vec::new());
        } else if matches!(self.within, ParserState::Serving(_)) && line.starts_with("=====") {
            self.close(at);
        } else if let Some(printed) = line.strip_prefix("Throughput: ").filter(|rest| rest.contains("requests/s")) {
            self.add_one(self.offline.throughput(printed), at);
        } else if let Some(printed) = line.strip_prefix("Avg latency: ").and_then(|rest| rest.strip_suffix(" seconds"))
        {
            self.add_one(self.offline.latency(printed, None), at);
        } else if let Some(printed) = line.strip_prefix("Std latency: ").and_then(|rest| rest.strip_suffix(" seconds"))
        {
            self.deviation(printed);
        } else if !self.field(line, at) {
            self.shared(line);
            let runs = self.mlx.line(line);
            self.add_all(Ok(runs), at);
        }
    }

    /// Adds the standard deviation of the latency above.
    fn deviation(&mut self, printed: &str) {
        if let Some(run) = self.out.runs.last_mut().filter(|run| run.tool == Tool::VllmLatency && run.spread.is_none())
        {
            // The speed is tokens divided by time.
            let tokens = f64::from(run.generated.unwrap_or(1)) * f64::from(run.requests.unwrap_or(1));
            let tokens = if run.phase == Phase::Prompt { f64::from(run.prompt.unwrap_or(0)) } else { tokens };
            run.spread = number(printed).map(|time| rounded(run.speed * run.speed * time / tokens));
        }
    }

    /// Reads a line of a report, of Ollama's statistics or of a CSV table; returns false for any other line.
    fn field(&mut self, line: &str, at: usize) -> bool {
        let statistic =
            ["total duration:", "load duration:", "prompt eval ", "eval count:", "eval duration:", "eval rate:"];
        let pair = line.split_once(':').map(|(key, value)| (String::from(key.trim()), String::from(value.trim())));
        match (&mut self.within, pair) {
            (ParserState::Csv(columns), _) if line.contains(',') => {
                let found = paired(columns, separated(line, '"'));
                let found =
                    found.ok_or_else(|| String::from("this row has not as many values as the table has columns"));
                self.add_one(found.and_then(|pairs| llama_cpp::bench(&pairs)), at);
                true
            }
            (ParserState::Serving(pairs), Some(pair)) if pairs.len() < 200 => {
                pairs.push(pair);
                true
            }
            (_, Some(pair)) if statistic.iter().any(|start| line.starts_with(start)) => {
                if !matches!(self.within, ParserState::Ollama(_)) {
                    self.within = ParserState::Ollama(Vec::new());
                }
                let last = pair.0 == "eval rate";
                if let ParserState::Ollama(pairs) = &mut self.within {
                    pairs.push(pair);
                }
                if last {
                    self.close(at);
                }
                true
            }
            _ => false,
        }
    }

    /// Ends a report and adds its runs.
    fn close(&mut self, at: usize) {
        match core::mem::take(&mut self.within) {
            ParserState::Serving(pairs) => self.add_one(serving(&pairs), at),
            ParserState::Ollama(pairs) => self.add_all(Ok(ollama(&pairs)), at),
            _ => {}
        }
    }

    fn row(&mut self, line: &str, at: usize) {
        let cells = line.trim_matches('|').split('|').map(|cell| String::from(cell.trim()));
        let cells: Vec<String> = cells.collect();
        let has = |name: &str| cells.iter().any(|cell| cell == name);
        if has("t/s") && has("model") {
            self.within = ParserState::Table(Tool::LlamaBench, cells);
        } else if has("S_TG t/s") && has("PP") {
            self.within = ParserState::Table(Tool::LlamaBatchedBench, cells);
        } else if cells.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c))) {
            // The line below the column names.
        } else if let ParserState::Table(tool, columns) = &self.within {
            let (tool, found) = (*tool, paired(columns, cells));
            let found = found.ok_or_else(|| String::from("this row has not as many cells as the table has columns"));
            let runs = found.and_then(|pairs| match tool {
                Tool::LlamaBench => llama_cpp::bench(&pairs).map(|run| Vec::from([run])),
                _ => llama_cpp::batched(&pairs),
            });
            self.add_all(runs, at);
        } else if !matches!(self.within, ParserState::Unknown) {
            self.problem(at, "a table without the columns of a tool that is known".into());
            self.within = ParserState::Unknown;
        }
    }

    /// Reads llama-bench's SQL: `llama_bench (a, b) VALUES ('1', '2');`.
    fn insert(&mut self, statement: &str, at: usize) {
        let lists = statement.split_once(" VALUES ");
        let inner = |list: &str| {
            let (start, end) = (list.find('(')?, list.rfind(')')?);
            list.get(start + 1..end).map(|list| separated(list, '\''))
        };
        let found = lists.and_then(|(names, values)| paired(&inner(names)?, inner(values)?));
        let found = found.ok_or_else(|| String::from("this statement has not as many values as columns"));
        self.add_one(found.and_then(|pairs| llama_cpp::bench(&pairs)), at);
    }

    /// Reads a line with facts of other runs: device and model of later ones; the build, which is printed after its
    /// runs.
    fn shared(&mut self, line: &str) {
        if let Some(build) = line.strip_prefix("build: ") {
            self.build(build);
        } else if let Some((number, name)) = engine_device(line) {
            if number == 0 {
                self.devices.clear();
                self.devices_of = None;
            }
            if self.devices.len() < MAX_DEVICES {
                self.devices.push(String::from(name));
            }
        } else if let Some((_, rest)) = line.split_once("ollama run ") {
            let model = rest.split_whitespace().find(|word| !word.starts_with('-'));
            self.model = String::from(unquoted(model.unwrap_or_default()));
            self.model_of = None;
        } else if ["bench latency", "bench throughput", "benchmark_latency", "benchmark_throughput"]
            .iter()
            .any(|name| line.contains(name))
        {
            self.offline(line);
        } else if line.contains("mlx_lm.benchmark") || line.contains("bench serve") || line.contains("bench_serving") {
            self.mlx.command(line);
            self.command(argument(line, &["--model", "-m"]), argument(line, &["--max-concurrency"]));
        } else if let Some((_, rest)) = line.split_once("Namespace(") {
            let of = |name: &str| rest.split(", ").find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
            self.command(of("model").map(unquoted), of("max_concurrency"));
            self.offline = Command::read(of, false);
        } else if line.contains("llama-bench") || line.contains("llama-batched-bench") {
            self.command(argument(line, &["--model", "-m"]), None);
        }
    }

    /// Reads the command line of a run without a server.
    fn offline(&mut self, line: &str) {
        let of = |name: &str| match name {
            "n" | "tp" => argument(line, &[&format!("--{name}"), &format!("-{name}")]),
            name => argument(line, &[&format!("--{name}"), &format!("--{}", name.replace('_', "-"))]),
        };
        self.command(of("model"), None);
        self.offline = Command::read(of, line.contains("latency"));
    }

    fn command(&mut self, model: Option<&str>, requests: Option<&str>) {
        if let Some(model) = model {
            let name = if model.ends_with(".gguf") { model.rsplit(['/', '\\']).next().unwrap_or(model) } else { model };
            self.model = String::from(name.strip_suffix(".gguf").unwrap_or(name));
            self.model_of = None;
        }
        self.requests = requests.and_then(count).filter(|requests| *requests > 0);
    }

    /// Reads a build, `d48a56eff (9430)`, and adds it to the runs since the last one.
    fn build(&mut self, text: &str) {
        let (commit, rest) = text.split_once(' ').unwrap_or((text, ""));
        let found = number(rest.trim_matches(['(', ')', ' '])).map(decimal::text).unwrap_or_default();
        let build = llama_cpp::build(&super::run::shortened(commit.trim()), &found);
        for run in self.out.runs.iter_mut().skip(self.pending_build).filter(|run| run.build.is_empty()) {
            run.build.clone_from(&build);
        }
        self.pending_build = self.out.runs.len();
    }

    fn finish(mut self, text: &str, at: usize) -> Outputs {
        self.close(at);
        if self.out == Outputs::default()
            && let Some(found) = stated::sentence(text)
        {
            self.add_one(found, 1);
        }
        self.out
    }
}
