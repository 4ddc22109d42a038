//! Loading: how long the bytes of a model take from a disk, from the operating system's page cache, or over a network.
//!
//! 1. Bytes flow from storage through host memory to the device. Both legs run at once, so the slower one sets the
//!    time.
//! 2. A file in the page cache skips storage.
//! 3. A file that is not there is downloaded first, at the rate of the line.
//!
//! All times are lower bounds: they use the full bandwidth of each leg. Source: the definition of a rate; a pipeline is
//! as fast as its slowest part.

/// Bandwidths on the path of a model's bytes, bytes per second.
#[derive(Clone, Copy, Debug)]
pub struct LoadPath {
    /// Bandwidth of the disk, or of the network storage in its place.
    pub storage: f64,
    /// Bandwidth from host memory to the device.
    pub bus: f64,
    /// Bandwidth of the Internet line, for downloads.
    pub line: f64,
}

impl LoadPath {
    /// Seconds to load bytes from the page cache.
    #[must_use]
    pub fn cached(&self, bytes: f64) -> f64 {
        bytes / self.bus
    }

    /// Seconds to load bytes from storage.
    #[must_use]
    pub fn stored(&self, bytes: f64) -> f64 {
        bytes / self.storage.min(self.bus)
    }

    /// Seconds to download bytes and then load them.
    #[must_use]
    pub fn downloaded(&self, bytes: f64) -> f64 {
        bytes / self.line + self.stored(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::LoadPath;

    #[test]
    fn the_slower_leg_sets_the_time() {
        let way = LoadPath { storage: 5e9, bus: 20e9, line: 0.125e9 };
        let bytes = 40e9;
        assert!((way.cached(bytes) - 2.0).abs() < 1e-12);
        assert!((way.stored(bytes) - 8.0).abs() < 1e-12);
        assert!((way.downloaded(bytes) - 328.0).abs() < 1e-9);
        let slow_bus = LoadPath { bus: 1e9, ..way };
        assert!((slow_bus.stored(bytes) - 40.0).abs() < 1e-12);
    }
}
