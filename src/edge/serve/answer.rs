//! The body of an answer: bytes that are there, or events for as long as somebody listens.

use crate::edge::live_site::News;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::watch;

/// After this long without news a line that says nothing is sent, so that nobody in between takes the connection for a dead one.
const SILENCE: Duration = Duration::from_secs(15);

/// What is sent.
pub(super) enum Answer {
    Whole(Option<Bytes>),
    Events(Next),
}

/// The next lines of the stream, and the receiver for those after them; nothing where there will be none.
type Next = Pin<Box<dyn Future<Output = Option<(String, watch::Receiver<News>)>> + Send>>;

impl Answer {
    /// All of it at once.
    pub(super) fn whole(bytes: impl Into<Bytes>) -> Self {
        Self::Whole(Some(bytes.into()))
    }

    /// The news, first as they are: a page that was loaded a moment ago misses nothing.
    pub(super) fn events(mut news: watch::Receiver<News>) -> Self {
        news.mark_changed();
        Self::Events(Box::pin(next(news)))
    }
}

async fn next(mut news: watch::Receiver<News>) -> Option<(String, watch::Receiver<News>)> {
    let lines = match tokio::time::timeout(SILENCE, news.changed()).await {
        Ok(Ok(())) => {
            let News { build, problems } = news.borrow_and_update().clone();
            // One line, as JSON is written without line feeds.
            format!("event: news\ndata: {}\n\n", serde_json::json!({ "build": build, "problems": problems }))
        }
        Ok(Err(_)) => return None,
        Err(_) => ":\n\n".to_owned(),
    };
    Some((lines, news))
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = match self.get_mut() {
            Self::Whole(bytes) => bytes.take(),
            Self::Events(waiting) => {
                let Poll::Ready(ready) = waiting.as_mut().poll(context) else { return Poll::Pending };
                ready.map(|(lines, news)| {
                    *waiting = Box::pin(next(news));
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
