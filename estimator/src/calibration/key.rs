//! Names of the fit's parameters: which cost, which effect on it, at which level.
//!
//! A cost (streaming weights, reading the cache, starting a layer …) is an ideal time multiplied by the exponential of
//! a sum of effects: one that always applies, one of the family of devices, one of the engine, one of the device
//! itself, and so on. Every effect has a prior around zero with the standard deviation `Key::spread`; measurements move
//! it as far as they support. So a device without measurements gets its family's speed, and an engine without
//! measurements on it gets its stack's.

rooflight_primitives::variants! {
    /// A cost: something that takes time.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Cost [
        /// Its name in tables.
        pub words: &'static str,
    ] {
        /// Streaming weights and state, over the bandwidth.
        Weights = "weights",
        /// Reading the cache, over the bandwidth.
        Cache = "cache",
        /// Starting the kernels of a layer.
        Layer = "layer",
        /// Routing and gathering in a layer with experts.
        Mixture = "layer with experts",
        /// Updating the state of a recurrent layer.
        Recurrent = "recurrent layer",
        /// Handing a token to the next device.
        Hop = "next device",
        /// One all-reduce over all devices.
        AllReduce = "all-reduce",
        /// Arithmetic for all but the first sequence of a batch, over the rate.
        BatchCompute = "further sequences",
        /// Arithmetic of a prompt through the weights, over the rate.
        Compute = "prompt: weights",
        /// Arithmetic between positions, of a prompt or of a step, over the rate.
        Attention = "attention",
        /// Streaming the weights for each chunk of a prompt, over the bandwidth.
        Stream = "prompt: streaming",
        /// Starting the kernels of a layer for each chunk of a prompt.
        ChunkLayer = "prompt: layer",
        /// Routing and gathering in a layer with experts, for each chunk of a prompt.
        ChunkMixture = "prompt: layer with experts",
        /// Constant cost of a step: sampling the token and launching the next step.
        Step = "step",
        /// Arithmetic of other requests' prompts that are read along with a step, over the rate.
        Reading = "prompts of other requests",
        /// Streaming the experts for each chunk of a prompt, over the bandwidth.
        ChunkExperts = "prompt: experts",
    }
}

rooflight_primitives::variants! {
    /// An effect on a cost.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Effect [
        /// Its name in tables.
        pub words: &'static str,
    ] {
        /// None: the common level.
        Common = "common",
        /// The family of the device.
        Family = "family",
        /// The stack of the engine.
        Stack = "stack",
        /// The program that runs the model.
        Engine = "engine",
        /// Family, stack and backend in combination.
        Place = "family and stack",
        /// One device, relative to its family.
        Device = "device",
        /// Years since the middle of 2025.
        Year = "a year later",
        /// Logarithm of the bandwidth over 500 GB/s.
        Bandwidth = "e times the bandwidth",
        /// How the weights are packed.
        Packing = "packing",
        /// Packing, stack and backend in combination.
        PackingPlace = "packing and stack",
        /// Weights of routed experts.
        Routed = "routed experts",
        /// Attention without a fused kernel.
        FlashOff = "no fused attention",
        /// Logarithm of the device's operations per byte of bandwidth, over 130.
        Balance = "e times the operations a byte",
        /// A mixture of experts, by family, stack and backend.
        MixturePlace = "mixture of experts",
        /// Logarithm of the experts that a batch touches over those of one token, for random routing.
        Skew = "e times the experts touched",
        /// Years since the middle of 2025, by stack.
        StackYear = "a year later, by stack",
        /// The link of devices that share each layer.
        Link = "link",
        /// One engine on one backend, in addition to their separate effects.
        EngineBackend = "engine and backend",
    }
}

/// One parameter: a cost, an effect and the level of that effect (a number for the family, the engine, the device …;
/// zero where the effect is a slope or a switch).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    level: u32,
    cost: u8,
    effect: u8,
}

impl Key {
    /// The parameter of an effect on a cost.
    #[must_use]
    pub const fn new(cost: Cost, effect: Effect, level: u32) -> Self {
        Self { level, cost: cost as u8, effect: effect as u8 }
    }

    /// The cost, if the key is a real one.
    #[must_use]
    pub fn cost(self) -> Option<Cost> {
        Cost::ALL.get(usize::from(self.cost)).copied()
    }

    /// The effect, if the key is a real one.
    #[must_use]
    pub fn effect(self) -> Option<Effect> {
        Effect::ALL.get(usize::from(self.effect)).copied()
    }

    /// Number of the engine, device, family …; zero for a slope or a switch.
    #[must_use]
    pub const fn level(self) -> u32 {
        self.level
    }

    /// Standard deviation of the effect's prior around zero, in natural logarithms of time.
    ///
    /// The priors of streaming weights are about as wide as the fitted effects turn out to be. All were chosen by
    /// cross-validation; halving or doubling one hardly moves the error, but does move the width of ranges.
    #[must_use]
    #[allow(clippy::match_same_arms)] // A table, in the order of the costs.
    pub fn spread(self) -> f64 {
        use {Cost as C, Effect as E};
        let (Some(cost), Some(effect)) = (self.cost(), self.effect()) else { return 0.0 };
        match (cost, effect) {
            (C::Weights, E::Common) => 0.25,
            (C::Weights, E::Routed) => 0.3,
            (C::Weights, E::Family | E::Packing) => 0.17,
            (C::Weights, E::Place) => 0.13,
            (C::Weights, E::Stack | E::PackingPlace) => 0.1,
            (C::Weights, E::Device) => 0.12,
            (C::Weights, E::Year | E::StackYear) => 0.05,
            (C::Weights, E::Bandwidth) => 0.1,
            (C::Cache, E::Common) => 0.6,
            (C::Cache, E::Place) => 0.5,
            (C::Cache, E::FlashOff) => 0.3,
            (C::Cache, E::StackYear) => 0.2,
            (C::Layer, E::Family) => 0.5,
            (C::Layer, E::Stack) => 0.35,
            (C::Layer, E::Place) => 0.25,
            (C::Layer, E::Engine | E::Device) => 0.3,
            (C::Mixture, E::Common) => 0.7,
            (C::Mixture, E::Place) => 0.25,
            (C::Layer | C::Mixture, E::Year) => 0.15,
            (C::Layer | C::Mixture, E::StackYear) => 0.1,
            (C::Recurrent, E::Common) => 0.6,
            (C::Recurrent, E::Place) => 0.4,
            (C::Hop, E::Family) => 0.5,
            (C::AllReduce, E::Link) => 0.7,
            (C::Step, E::Place) => 0.5,
            (C::Step, E::Engine) => 0.3,
            (C::Weights, E::Skew) => 0.5,
            (C::BatchCompute, E::Place) => 0.7,
            (C::BatchCompute | C::Compute, E::Common) => 1.5,
            (C::Compute, E::Family) => 0.6,
            (C::Compute, E::Place | E::Packing) => 0.5,
            (C::Compute, E::EngineBackend | E::MixturePlace) => 0.4,
            (C::BatchCompute | C::Reading, E::Engine) => 0.4,
            (C::Reading, E::Place) => 0.5,
            (C::Compute, E::PackingPlace | E::Balance | E::Year) => 0.2,
            (C::Compute, E::Device) => 0.3,
            (C::Attention, E::Common) => 1.5,
            (C::Attention, E::Place) => 0.7,
            (C::ChunkExperts | C::ChunkMixture, E::Place) => 0.2,
            (C::Stream | C::ChunkLayer, E::Place) => 0.3,
            (_, E::Common) => 1.0,
            _ => 0.2,
        }
    }

    /// Packs the key into a number, for tables.
    #[must_use]
    pub fn packed(self) -> u64 {
        u64::from(self.level) << 10 | u64::from(self.cost) << 5 | u64::from(self.effect)
    }

    /// Unpacks a key from a table's number.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // The fields are masked to their width.
    pub const fn unpacked(number: u64) -> Self {
        Self { level: (number >> 10) as u32, cost: (number >> 5 & 31) as u8, effect: (number & 31) as u8 }
    }
}

/// Returns a device's level: the FNV-1a hash of its id (32 bits, as published by Fowler, Noll and Vo).
#[must_use]
pub fn device_level(id: &str) -> u32 {
    id.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
