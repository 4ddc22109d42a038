//! Host functions: what a formula asks of the program that evaluates it, as a closed list with the units of arguments
//! and results.
//!
//! 1. The list below is the only one: the compiler of expressions checks calls against it, the guide prints it, and
//!    `rooflight-calculators` computes each function.
//! 2. Every function is pure: the same arguments and records give the same result. An argument that a function cannot
//!    use gives NaN.
//!
//! Loops live behind these functions, so that an expression always ends.

use serde::{Deserialize, Serialize};

rooflight_primitives::variants! {
    /// The kinds of records of the catalog that an input can name. The value of such an input is the record's position.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum RecordKind [
        /// The name, as the list of host functions and calculators' files spell it.
        pub name: &'static str,
    ] {
        /// A device.
        Device = "device",
        /// A model.
        Model = "model",
        /// A format of the model's weights.
        Format = "format",
        /// An engine that runs on the device.
        Engine = "engine",
        /// A number format of the cache.
        Cache = "cache",
        /// A published run of the model on the device.
        Run = "run",
        /// A group of the model's layers that store a cache.
        Group = "group",
        /// A part of the model's weights in a format.
        Part = "part",
    }
}

impl RecordKind {
    /// True if the answer lists such records, and no reader chooses one: tables, charts and steps run over them.
    #[must_use]
    pub const fn is_listed(self) -> bool {
        matches!(self, Self::Run | Self::Group | Self::Part)
    }

    /// The kind of an argument in the list of host functions: `@device`; `None` for a unit.
    #[must_use]
    pub fn of_argument(argument: &str) -> Option<Self> {
        let name = argument.strip_prefix('@')?;
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The fact in words of a range: what it rests on, or why there is none.
pub const REASON: &str = "reason";

/// The facts in words that texts can name, each with the kind of record that has it: `{engine.prompt_reason}`.
pub const TEXT_FACTS: [(RecordKind, &str); 8] = [
    (RecordKind::Engine, "prompt_reason"),
    (RecordKind::Engine, "decode_words"),
    (RecordKind::Device, "kept"),
    (RecordKind::Model, "layer_kinds"),
    (RecordKind::Group, "width"),
    (RecordKind::Format, "published_source"),
    (RecordKind::Format, "loss_metric"),
    (RecordKind::Format, "loss_model"),
];

/// Most arguments of a host function.
pub const MAX_ARGUMENTS: usize = 12;

/// The arguments of a function of a case, with their units. A calculator's file names them once, and then writes
/// `case.speed`.
pub const CASE: &[(&str, &str)] = &[
    ("device", "@device"),
    ("model", "@model"),
    ("format", "@format"),
    ("engine", "@engine"),
    ("context", "tokens"),
    ("requests", ""),
    ("devices", ""),
    ("layers", "truth"),
    ("cache", "@cache"),
    ("prompt", "tokens"),
    ("cached", "tokens"),
    ("chunk", "tokens"),
];

/// The prefix of the functions of a case.
pub const CASE_PREFIX: &str = "case_";

/// The values of the arguments in base units, in their order; the rest is NaN.
pub type Arguments = [f64; MAX_ARGUMENTS];

impl HostFunction {
    /// True if it reads the calibration of prompts, which travels as records of its own.
    #[must_use]
    pub const fn reads_prompts(self) -> bool {
        matches!(self, Self::FetchBreakEven | Self::CasePromptTime | Self::CasePromptLeast | Self::CaseChunk)
    }

    /// True for a function whose arguments are those of a case.
    #[must_use]
    pub fn is_of_case(self) -> bool {
        self.name().starts_with(CASE_PREFIX)
    }
}

/// Which value of a range a formula is computed for. All formulas of a machine are computed for its slow end, then for
/// its fast one, so that arithmetic carries a range along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scenario {
    /// The slow end.
    Slow,
    /// The typical value.
    #[default]
    Typical,
    /// The fast end.
    Fast,
}

/// Computes host functions.
pub trait Host {
    /// Returns the result in base units; NaN if the arguments have none.
    fn call(&self, function: HostFunction, arguments: Arguments) -> f64;
}

/// The host of formulas that call none: every result is NaN.
#[derive(Clone, Copy, Debug)]
pub struct NoHost;

impl Host for NoHost {
    fn call(&self, _: HostFunction, _: Arguments) -> f64 {
        f64::NAN
    }
}

rooflight_primitives::variants! {
    /// A function that the host computes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[allow(missing_docs, reason = "each has its description in its row")]
    pub enum HostFunction [
        /// The name in expressions.
        pub name: &'static str,
        /// The arguments: name and unit; empty for a bare number, `@device` and its like for a record.
        pub arguments: &'static [(&'static str, &'static str)],
        /// The unit of the result; empty for a bare number.
        pub result: &'static str,
        /// True if the result is a range: what is typical, and a slow and a fast end.
        pub is_range: bool,
        /// The description in the guide.
        pub about: &'static str,
    ] {
        QueueWaiting = ("queue_waiting", &[("rate", "1/s"), ("service", "s"), ("slots", "")], "", false, "the chance that a request waits, by Erlang's C formula; none unless it is steady"),
        QueueMeanWait = ("queue_mean_wait", &[("rate", "1/s"), ("service", "s"), ("slots", "")], "s", false, "the mean wait in an M/M/c queue; none unless it is steady"),
        QueueWait = ("queue_wait", &[("rate", "1/s"), ("service", "s"), ("slots", ""), ("share", "")], "s", false, "the wait that this share of requests stays below; none unless it is steady"),
        QueueResponse = ("queue_response", &[("rate", "1/s"), ("service", "s"), ("slots", ""), ("share", "")], "s", false, "the wait and the service that this share of requests stays below"),
        QueueSlots = ("queue_slots", &[("rate", "1/s"), ("service", "s"), ("share", ""), ("wait", "s"), ("most", "")], "", false, "the fewest slots that keep the wait of this share of requests"),
        RotaryTurn = ("rotary_turn", &[("base", ""), ("dimensions", ""), ("pair", "")], "tokens", false, "the tokens of a full turn of a pair of dimensions"),
        RotarySlowed = ("rotary_slowed", &[("base", ""), ("dimensions", ""), ("trained", "tokens"), ("factor", ""), ("method", ""), ("pair", "")], "", false, "how many times slower a pair turns once scaled"),
        RotaryUnseen = ("rotary_unseen", &[("base", ""), ("dimensions", ""), ("trained", "tokens"), ("factor", ""), ("method", ""), ("wanted", "tokens")], "", false, "the pairs that meet angles new to the model"),
        RotaryIsUnseen = ("rotary_is_unseen", &[("base", ""), ("dimensions", ""), ("trained", "tokens"), ("factor", ""), ("method", ""), ("wanted", "tokens"), ("pair", "")], "", false, "1 if this pair meets angles new to the model, else 0"),
        RotaryIncomplete = ("rotary_incomplete", &[("base", ""), ("dimensions", ""), ("trained", "tokens")], "", false, "the pairs that complete no turn in training"),
        RotaryConcentration = ("rotary_concentration", &[("factor", ""), ("method", "")], "", false, "the factor by which a method scales the scores of attention"),
        ChanceBefore = ("chance_before", &[("steepness", ""), ("candidates", ""), ("rank", "")], "", false, "the chance of a token of this rank, before sampling"),
        ChanceAfter = ("chance_after", &[("steepness", ""), ("temperature", ""), ("left", ""), ("rank", "")], "", false, "the chance of a token of this rank among those left; 0 beyond them"),
        TokensByTopK = ("tokens_by_top_k", &[("temperature", ""), ("top_k", ""), ("candidates", "")], "", false, "the tokens that top-k leaves"),
        TokensByTopP = ("tokens_by_top_p", &[("steepness", ""), ("temperature", ""), ("top_k", ""), ("top_p", ""), ("candidates", ""), ("temperature_last", "")], "", false, "the tokens that top-p leaves"),
        TokensLeft = ("tokens_left", &[("steepness", ""), ("temperature", ""), ("top_k", ""), ("top_p", ""), ("min_p", ""), ("candidates", ""), ("temperature_last", "")], "", false, "the tokens that all filters leave"),
        TokenChoices = ("token_choices", &[("steepness", ""), ("temperature", ""), ("left", "")], "", false, "e to the entropy of the chances of the tokens left"),
        Layers = ("layers", &[("model", "@model")], "", false, "the layers of a model"),
        Width = ("width", &[("model", "@model")], "", false, "the width of a model: the elements of its hidden state"),
        LongestContext = ("longest_context", &[("model", "@model")], "tokens", false, "the longest context of a model"),
        Parameters = ("parameters", &[("model", "@model")], "", false, "the parameters of a model"),
        ActiveParameters = ("active_parameters", &[("model", "@model")], "", false, "the parameters of a model that a token uses"),
        Kept16 = ("kept_16", &[("model", "@model")], "", false, "the parameters that storage in 4 bits leaves at 16"),
        FileBytes = ("file_bytes", &[("format", "@format")], "B", false, "the bytes of a model's file in a format"),
        Bandwidth = ("bandwidth", &[("device", "@device")], "B/s", false, "the memory bandwidth of a device"),
        Memory = ("memory", &[("device", "@device")], "B", false, "the memory of a device; none if it is not known"),
        UsableMemory = ("usable", &[("device", "@device"), ("memory", "B")], "B", false, "the bytes that programs can use of a memory of this size on a device"),
        LinkBandwidth = ("link", &[("device", "@device")], "B/s", false, "the bandwidth of a device's link to its like, in one direction; none if it is not known"),
        Power = ("power", &[("device", "@device")], "W", false, "the power limit of a device; none if it is not known"),
        Rate16 = ("rate_16", &[("device", "@device")], "1/s", false, "the peak rate of a device's arithmetic at 16 bits; none if it is not known"),
        CacheValueBytes = ("value_bytes", &[("cache", "@cache")], "B", false, "the bytes of a value of the cache"),
        CacheBytes = ("cache_bytes", &[("model", "@model"), ("cache", "@cache"), ("tokens", "tokens")], "B", false, "the bytes of the cache of a request, without the state of recurrent layers"),
        StateBytes = ("state_bytes", &[("model", "@model")], "B", false, "the bytes of the state of recurrent layers of a request"),
        Experts = ("experts", &[("model", "@model")], "", false, "the experts of a layer; none for a dense model"),
        ActiveExperts = ("active_experts", &[("model", "@model")], "", false, "the experts of a layer that a token uses; none for a dense model"),
        TouchedExperts = ("touched_experts", &[("experts", ""), ("active", ""), ("requests", "")], "", false, "the distinct experts of a layer that a batch touches if each token picks by chance"),
        AlwaysBytes = ("always_bytes", &[("format", "@format")], "B", false, "the bytes of weights that every step reads"),
        RoutedBytes = ("routed_bytes", &[("format", "@format")], "B", false, "the bytes of all routed experts"),
        StepBytes = ("step_bytes", &[("format", "@format"), ("experts", ""), ("active", ""), ("requests", "")], "B", false, "the bytes of weights that a step of a batch reads; experts that do not exist change nothing"),
        MixtureCeiling = ("mixture_ceiling", &[("device", "@device"), ("model", "@model"), ("format", "@format"), ("context", "tokens"), ("requests", ""), ("experts", ""), ("active", "")], "tokens/s", false, "the most tokens per second of a batch if each token picks experts by chance"),
        MixtureCeilingAlike = ("mixture_ceiling_alike", &[("device", "@device"), ("model", "@model"), ("format", "@format"), ("context", "tokens"), ("requests", ""), ("experts", ""), ("active", "")], "tokens/s", false, "the most tokens per second of a batch if all tokens pick the same experts"),
        MixtureSpeed = ("mixture_speed", &[("device", "@device"), ("model", "@model"), ("format", "@format"), ("engine", "@engine"), ("context", "tokens"), ("requests", ""), ("experts", ""), ("active", "")], "tokens/s", true, "the tokens per second of a request to expect with other numbers of experts; none without a fit"),
        PictureRuleOf = ("picture_rule", &[("model", "@model")], "", false, "the number of the rule by which a model's family cuts pictures; none if it is not known"),
        PictureTokens = ("picture_tokens", &[("rule", ""), ("width", ""), ("height", "")], "", false, "the tokens of a picture of these pixels"),
        PictureWidth = ("picture_width", &[("rule", ""), ("width", ""), ("height", "")], "", false, "the width that the model sees"),
        PictureHeight = ("picture_height", &[("rule", ""), ("width", ""), ("height", "")], "", false, "the height that the model sees"),
        PictureColumns = ("picture_columns", &[("rule", ""), ("width", ""), ("height", "")], "", false, "the columns of cells or tiles of a picture"),
        PictureRows = ("picture_rows", &[("rule", ""), ("width", ""), ("height", "")], "", false, "the rows of cells or tiles of a picture"),
        PictureSquares = ("picture_squares", &[("rule", ""), ("width", ""), ("height", "")], "", false, "the squares that a picture is cut into"),
        FetchBreakEven = ("fetch_break_even", &[("device", "@device"), ("model", "@model"), ("format", "@format"), ("engine", "@engine"), ("cache", "@cache"), ("link", "B/s"), ("setup", "s")], "tokens", false, "the shortest prompt whose cache arrives over a link before the prompt is read again; none up to the longest context"),
        RingSeconds = ("ring_seconds", &[("devices", ""), ("bytes", "B"), ("link", "B/s"), ("latency", "s")], "s", false, "the time of an all-reduce over a ring"),
        RingShare = ("ring_share", &[("devices", "")], "", false, "the share of a vector that each device of a ring sends"),
        RingMessages = ("ring_messages", &[("devices", "")], "", false, "the messages that each device of a ring sends in turn"),
        FittedCommunication = ("fitted_communication", &[("device", "@device"), ("model", "@model"), ("devices", ""), ("requests", "")], "s", false, "the time that runs of several devices pay for communication in each step; none for one device or without a fit"),
        NearContext = ("near", &[("depth", "tokens"), ("context", "tokens")], "", false, "1 if a run at this depth can answer a question about a context, from 0.8 to 1.25 times as many tokens, else 0"),
        UsableShare = ("usable_share", &[("device", "@device")], "", false, "the share of a device's memory that programs can use; none if its memory is not known"),
        CatalogBandwidth = ("catalog_bandwidth", &[("device", "@device")], "B/s", false, "the memory bandwidth of a device in the catalog, whatever the reader enters"),
        CatalogMemory = ("catalog_memory", &[("device", "@device")], "B", false, "the memory of a device in the catalog, whatever the reader enters; none if it is not known"),
        CatalogLayers = ("catalog_layers", &[("model", "@model")], "", false, "the layers of a model in the catalog, whatever the reader enters"),
        Vocabulary = ("vocabulary", &[("model", "@model")], "", false, "the tokens that a model knows"),
        StateElements = ("state_elements", &[("model", "@model")], "", false, "the elements of the state of recurrent layers of a request"),
        StateTraffic = ("state_traffic", &[("model", "@model")], "B", false, "the bytes of state that a step reads and writes for a request"),
        SharedLayers = ("shared_layers", &[("model", "@model")], "", false, "the layers that read the cache of an earlier layer again"),
        HasWindows = ("has_windows", &[("model", "@model")], "", false, "1 if some layers keep a window of the context alone, else 0"),
        CacheNext = ("cache_next", &[("model", "@model"), ("cache", "@cache"), ("tokens", "tokens")], "B", false, "the bytes that the next token adds to the cache of a request"),
        CacheRead = ("cache_read", &[("model", "@model"), ("cache", "@cache"), ("tokens", "tokens")], "B", false, "the bytes of cache that a step reads for a request"),
        FormatBits = ("format_bits", &[("format", "@format")], "", false, "the mean bits of a weight in a format"),
        FormatParameters = ("format_parameters", &[("format", "@format")], "", false, "the weights that a file in this format stores"),
        FormatActive = ("format_active_parameters", &[("format", "@format")], "", false, "the weights of a file that a token uses"),
        CatalogParameters = ("catalog_parameters", &[("format", "@format")], "", false, "the weights of a model of the catalog in a format, whatever the reader enters"),
        PublishedBytes = ("published_bytes", &[("format", "@format")], "B", false, "the size of a published file in a format; none if it is not known"),
        IsEstimated = ("is_estimated", &[("format", "@format")], "", false, "1 if only the size of a file is published, and its parts are an estimate, else 0"),
        Loss = ("loss", &[("format", "@format")], "", false, "the measured loss of quality in a format; none if it is not known"),
        SameEngine = ("same_engine", &[("format", "@format"), ("other", "@format")], "", false, "1 if the same engines read files of both formats, else 0"),
        SplitsLayers = ("splits_layers", &[("format", "@format")], "", false, "1 if the usual engine of such files divides whole layers among devices, else 0"),
        Format16 = ("format_16", &[("model", "@model")], "@format", false, "the format of a model with 16 bits for each weight; none if it has no such format"),
        LeastBits = ("least_bits", &[("format", "@format")], "", false, "the fewest mean bits of a weight among the formats that the same engines read"),
        MostBits = ("most_bits", &[("format", "@format")], "", false, "the most mean bits of a weight among the formats that the same engines read"),
        RunDepth = ("run_depth", &[("run", "@run")], "tokens", false, "the context of a run, or the length of its prompt; none if it is not stated"),
        RunSpeed = ("run_speed", &[("run", "@run")], "tokens/s", false, "the measured speed of a run, all requests together"),
        RunRequests = ("run_requests", &[("run", "@run")], "", false, "the requests of a run that were decoded together"),
        RunDevices = ("run_devices", &[("run", "@run")], "", false, "the devices of a run"),
        RunDrafted = ("run_drafted", &[("run", "@run")], "", false, "1 for a run with speculative decoding, else 0"),
        RunFlagged = ("run_flagged", &[("run", "@run")], "", false, "1 for a run with a reason for caution, else 0"),
        RunOpen = ("run_open", &[("run", "@run")], "", false, "1 for a run under conditions that no input states, else 0"),
        RunOwnFormat = ("run_own_format", &[("run", "@run")], "", false, "1 for a run in the chosen format, else 0"),
        RunOwnEngine = ("run_own_engine", &[("run", "@run")], "", false, "1 for a run with the chosen engine, else 0"),
        RunDividesLayers = ("run_divides_layers", &[("run", "@run")], "", false, "1 for a run whose devices hold whole layers, else 0"),
        RunBits = ("run_bits", &[("run", "@run")], "", false, "the mean bits of a weight in the format of a run; none if the catalog has no such format"),
        GroupStoring = ("group_storing", &[("group", "@group")], "", false, "the layers of a group that store a cache of their own"),
        GroupElements = ("group_elements", &[("group", "@group")], "", false, "the elements that a layer of a group stores for a token"),
        GroupWindowed = ("group_windowed", &[("group", "@group")], "", false, "1 if the layers of a group keep a window of the context alone, else 0"),
        GroupPositions = ("group_positions", &[("group", "@group"), ("tokens", "tokens")], "", false, "the tokens that the layers of a group keep of a context"),
        PartParameters = ("part_parameters", &[("part", "@part")], "", false, "the weights of a part"),
        PartBytes = ("part_bytes", &[("part", "@part")], "B", false, "the bytes of a part"),
        CaseCeiling = ("case_ceiling", CASE, "tokens/s", false, "the most tokens per second of a request: bandwidth over bytes streamed per token, or arithmetic"),
        CaseHardCeiling = ("case_hard_ceiling", CASE, "tokens/s", false, "the most tokens per second of a request, whatever the engine"),
        CaseSpeed = ("case_speed", CASE, "tokens/s", true, "the tokens per second of a request to expect, fitted to measurements; none without a fit"),
        CaseSpeedLow = ("case_speed_low", CASE, "tokens/s", false, "the low end of that speed"),
        CaseSpeedHigh = ("case_speed_high", CASE, "tokens/s", false, "the high end of that speed"),
        CaseCeilingStep = ("case_ceiling_step", CASE, "s", false, "the least time of a step"),
        CaseCeilingWeights = ("case_ceiling_weights", CASE, "s", false, "the least time to stream the weights of a step, with the state of recurrent layers"),
        CaseCeilingCache = ("case_ceiling_cache", CASE, "s", false, "the least time to stream the cache of a step"),
        CaseCeilingArithmetic = ("case_ceiling_arithmetic", CASE, "s", false, "the least time of a step's arithmetic; none if no rate is published"),
        CaseStep = ("case_step", CASE, "s", false, "the time of a typical step; none without a fit"),
        CaseStepWeights = ("case_step_weights", CASE, "s", false, "the time of a typical step for the weights"),
        CaseStepCache = ("case_step_cache", CASE, "s", false, "the time of a typical step for the cache"),
        CaseStepLayers = ("case_step_layers", CASE, "s", false, "the time of a typical step for the fixed costs of layers"),
        CaseStepCommunication = ("case_step_communication", CASE, "s", false, "the time of a typical step for working together"),
        CaseWeightsReached = ("case_weights_reached", CASE, "", false, "the share of the bandwidth at which a typical step reads the weights"),
        CaseCacheReached = ("case_cache_reached", CASE, "", false, "the share of the bandwidth at which a typical step reads the cache"),
        CaseAllReduce = ("case_all_reduce", CASE, "s", false, "the time of an all-reduce in a typical step"),
        CaseHop = ("case_hop", CASE, "s", false, "the time to hand over to the next device in a typical step"),
        CaseMoved = ("case_moved", CASE, "B", false, "the bytes that a step moves"),
        CaseWeightBytes = ("case_weight_bytes", CASE, "B", false, "the bytes of weights that a step reads"),
        CaseCacheRead = ("case_cache_read", CASE, "B", false, "the bytes of cache that a step reads for a request"),
        CaseDecodeOperations = ("case_decode_operations", CASE, "", false, "the operations of a step"),
        CaseDecodeBytes = ("case_decode_bytes", CASE, "B", false, "the bytes of a step, for the roofline"),
        CasePeakRate = ("case_peak_rate", CASE, "1/s", false, "the fastest published arithmetic of a device for such weights; none if it is not known"),
        CaseComputeBound = ("case_compute_bound", CASE, "", false, "the fewest requests whose arithmetic takes as long as their weights; none if there are none"),
        CaseCacheLimit = ("case_cache_limit", CASE, "tokens/s", false, "the tokens per second that the cache allows, however many requests; none without a cache"),
        CaseNeeded = ("case_needed", CASE, "B", false, "the bytes that the model, its caches and its runtime need on all devices; none if their memory is not known"),
        CaseUsable = ("case_usable", CASE, "B", false, "the bytes that programs can use on all devices; none if their memory is not known"),
        CaseStoredWeights = ("case_stored_weights", CASE, "B", false, "the bytes of weights in memory"),
        CaseStoredCache = ("case_stored_cache", CASE, "B", false, "the bytes of the caches and states of all requests"),
        CaseOverhead = ("case_overhead", CASE, "B", false, "the bytes of runtime and buffers, estimated"),
        CaseRequestBytes = ("case_request_bytes", CASE, "B", false, "the bytes of cache and state of a request"),
        CaseLargestBatch = ("case_largest_batch", CASE, "", false, "the most requests for which there is memory; none if that is not known"),
        CaseLongestContext = ("case_longest_context", CASE, "tokens", false, "the longest context for which there is memory; none if that is not known"),
        CaseDevicesNeeded = ("case_devices_needed", CASE, "", false, "the fewest devices that hold the model; none if no number does"),
        CaseDevicesEnough = ("case_devices_enough", CASE, "", false, "the fewest devices, up to 64, of which each has room for its part; none if no number has"),
        CasePromptLeast = ("case_prompt_least", CASE, "s", false, "the least time to read the prompt: the longer of arithmetic and streaming the weights"),
        CasePromptTime = ("case_prompt_time", CASE, "s", true, "the time to read the prompt to expect, fitted to measurements; none without a fit"),
        CasePromptOperations = ("case_prompt_operations", CASE, "", false, "the operations of the prompt"),
        CasePromptWeightOperations = ("case_prompt_weight_operations", CASE, "", false, "the operations of the prompt with the weights"),
        CasePromptAttentionOperations = ("case_prompt_attention_operations", CASE, "", false, "the operations of the prompt between positions"),
        CasePromptHeadOperations = ("case_prompt_head_operations", CASE, "", false, "the operations of the prompt with the output head"),
        CasePromptBytes = ("case_prompt_bytes", CASE, "B", false, "the bytes of weights that the prompt reads"),
        CaseChunk = ("case_chunk", CASE, "tokens", false, "the tokens of the prompt that are read at a time"),
    }
}
