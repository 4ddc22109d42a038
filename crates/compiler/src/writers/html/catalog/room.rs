//! Writes the picture of all models on one device as HTML.

use crate::site::catalog::room::RoomPicture;
use serde::{Serialize, Serializer};

impl Serialize for RoomPicture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.svg())
    }
}
