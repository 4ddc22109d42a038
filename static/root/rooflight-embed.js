/**
 * On the pages of other sites: gives each frame with a calculator of this file's site the height of its content.
 *
 * A height is taken from a window that a frame of the page shows, and only if that window is of this file's own origin.
 * Nothing else of a message is read. Without this file a frame keeps the height of its tag.
 */
(() => {
  const script = document.currentScript,
    MIN = 200,
    MAX = 8000;
  if (!(script instanceof HTMLScriptElement)) return;
  const { origin } = new URL(script.src);
  const frames = () => [...document.querySelectorAll("iframe")].filter((frame) => frame.src.startsWith(`${origin}/`));
  addEventListener("message", ({ origin: sender, source, data }) => {
    const height = data?.rooflightHeight;
    if (sender !== origin || typeof height !== "number" || !(height >= MIN && height <= MAX)) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (frame) frame.height = String(Math.ceil(height));
  });
  // Those that have told their height before this file was there tell it again.
  for (const { contentWindow } of frames()) contentWindow?.postMessage("height", "*");
})();
