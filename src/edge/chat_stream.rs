//! Parses the stream of a chat server, and times its chunks.
//!
//! 1. Joins bytes to lines, and parses the JSON of each server-sent event; other lines are skipped.
//! 2. Times each chunk with text. Uses the server's token count if it is possible: an answer has no more tokens than
//!    were requested, or than chunks arrived.
//!
//! Pure; reads at most [`MAX_BYTES`] bytes, each of them once.

use anyhow::{Result, bail};
use serde_json::Value;

/// Maximum size of an answer in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The timing of a streamed answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Timing {
    /// Seconds from the start of the run to each chunk with text, in order; at least one.
    pub parts: Vec<f64>,
    /// Seconds from the start of the run to the sending of the request.
    pub sent: f64,
    /// Tokens of the answer: the server's own count, else the number of chunks with text.
    pub tokens: u64,
    /// Tokens of the prompt, if the server counts them.
    pub prompt: Option<u64>,
}

impl Timing {
    /// Tokens per second after the first chunk; `None` for one token, or if all arrived at once.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a number of tokens")]
    pub fn speed(&self) -> Option<f64> {
        let seconds = self.last() - self.first();
        (self.tokens > 1 && seconds > 0.0).then(|| (self.tokens - 1) as f64 / seconds)
    }

    /// Seconds from the request to the first token.
    #[must_use]
    pub fn to_first(&self) -> f64 {
        self.first() - self.sent
    }

    /// Seconds from the start of the run to the first chunk.
    #[must_use]
    pub fn first(&self) -> f64 {
        self.parts.first().copied().unwrap_or(self.sent)
    }

    /// Seconds from the start of the run to the last chunk.
    #[must_use]
    pub fn last(&self) -> f64 {
        self.parts.last().copied().unwrap_or(self.sent)
    }

    /// Estimates the tokens that came after `from` and up to `to`, at the average number of tokens per chunk.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a number of tokens")]
    pub fn tokens_between(&self, from: f64, to: f64) -> f64 {
        let inside = self.parts.iter().filter(|part| **part > from && **part <= to).count();
        self.tokens as f64 * inside as f64 / self.parts.len() as f64
    }
}

/// The parser of one answer.
#[derive(Debug, Default)]
pub struct Stream {
    line: Vec<u8>,
    read: usize,
    parts: Vec<f64>,
    usage: Value,
}

impl Stream {
    /// Parses bytes that arrived at `now`.
    ///
    /// # Errors
    /// The answer exceeds the limit, or the server reports an error.
    pub fn take(&mut self, part: &[u8], now: f64) -> Result<()> {
        self.read += part.len();
        if self.read > MAX_BYTES {
            bail!("the answer is longer than {} MiB", MAX_BYTES >> 20);
        }
        for piece in part.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                if let Some(event) = event(&line) {
                    self.take_event(&event, now)?;
                }
            }
        }
        Ok(())
    }

    fn take_event(&mut self, event: &Value, now: f64) -> Result<()> {
        if let Some(error) = event.get("error") {
            let shown: String = error.to_string().chars().take(MAX_ERROR_CHARACTERS).collect();
            bail!("the server says: {shown}");
        }
        if has_text(event) {
            self.parts.push(now);
        }
        if event["usage"].is_object() {
            self.usage = event["usage"].clone();
        }
        Ok(())
    }

    /// The timing of the complete answer to a request sent at `sent` for `wanted` tokens.
    ///
    /// # Errors
    /// An answer without text, or a count of tokens that cannot be true.
    pub fn timing(&self, sent: f64, wanted: u32) -> Result<Timing> {
        if self.parts.is_empty() {
            bail!("the server sent no text");
        }
        let texts = self.parts.len() as u64;
        let tokens = self.usage["completion_tokens"].as_u64().unwrap_or(texts);
        if tokens > texts.max(u64::from(wanted)) {
            bail!("the server counts {tokens} tokens, and {wanted} were asked for");
        }
        Ok(Timing { parts: self.parts.clone(), sent, tokens, prompt: self.usage["prompt_tokens"].as_u64() })
    }
}

/// Maximum number of characters of a server's error in a message.
const MAX_ERROR_CHARACTERS: usize = 400;

/// Parses the JSON of a `data:` line.
fn event(line: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(line).ok()?.trim();
    serde_json::from_str(text.strip_prefix("data:")?.trim()).ok()
}

/// True if an event has text of the answer, or of the reasoning before it.
fn has_text(event: &Value) -> bool {
    let delta = &event["choices"][0]["delta"];
    ["content", "reasoning_content", "reasoning"]
        .iter()
        .any(|key| delta[key].as_str().is_some_and(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_cannot_be_true_is_refused() {
        let mut stream = Stream::default();
        let text = b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n";
        stream.take(text, 1.0).expect("text");
        assert_eq!(stream.timing(0.0, 5).map(|timing| timing.tokens).ok(), Some(1));
        stream.take(b"data: {\"usage\":{\"completion_tokens\":18446744073709551615}}\n", 2.0).expect("usage");
        assert!(stream.timing(0.0, 5).is_err());
    }

    #[test]
    fn events_carry_text_or_usage() {
        let read = |line: &str| event(line.as_bytes());
        let text = read("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\r\n").expect("an event");
        assert!(has_text(&text));
        assert!(has_text(&read("data:{\"choices\":[{\"delta\":{\"reasoning\":\"a\"}}]}").expect("an event")));
        assert!(!has_text(
            &read("data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}").expect("an event")
        ));
        assert!(!has_text(&read("data: {\"choices\":[],\"usage\":{\"completion_tokens\":3}}").expect("an event")));
        assert!(read("data: [DONE]").is_none() && read(": keep-alive").is_none() && read("").is_none());
    }
}
