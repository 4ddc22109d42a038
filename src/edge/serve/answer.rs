//! Response bodies: bytes in memory, or a stream of server-sent events.

use crate::edge::live_site::Status;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::watch;

/// SSE keep-alive interval.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A response body. [`Answer::Whole`] is `None` once it has been sent.
pub(super) enum Answer {
    Whole(Option<Bytes>),
    Events(Next),
}

/// The next event and the receiver for those after it; `None` at the end of the stream.
type Next = Pin<Box<dyn Future<Output = Option<(String, watch::Receiver<Status>)>> + Send>>;

impl Answer {
    /// A complete body.
    pub(super) fn whole(bytes: impl Into<Bytes>) -> Self {
        Self::Whole(Some(bytes.into()))
    }

    /// A stream of the build status that begins with the present one, so that a page that has just loaded misses
    /// nothing.
    pub(super) fn events(mut status: watch::Receiver<Status>) -> Self {
        status.mark_changed();
        Self::Events(Box::pin(next(status)))
    }
}

async fn next(mut status: watch::Receiver<Status>) -> Option<(String, watch::Receiver<Status>)> {
    let lines = match tokio::time::timeout(KEEP_ALIVE, status.changed()).await {
        Ok(Ok(())) => {
            let Status { build, problems } = status.borrow_and_update().clone();
            // An event's data is one line: serialized JSON has no line feeds.
            format!("event: news\ndata: {}\n\n", serde_json::json!({ "build": build, "problems": problems }))
        }
        Ok(Err(_)) => return None,
        Err(_) => ":\n\n".to_owned(),
    };
    Some((lines, status))
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = match self.get_mut() {
            Self::Whole(bytes) => bytes.take(),
            Self::Events(waiting) => {
                let Poll::Ready(ready) = waiting.as_mut().poll(context) else { return Poll::Pending };
                ready.map(|(lines, status)| {
                    *waiting = Box::pin(next(status));
                    Bytes::from(lines)
                })
            }
        };
        Poll::Ready(frame.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Self::Events(_) => SizeHint::default(),
        }
    }
}
