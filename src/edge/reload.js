// @ts-check
// Served beside the pages while `rooflight serve` runs, and never written to disk: reloads on a new build, shows its problems.
const events = new EventSource(new URL("events", import.meta.url));
events.addEventListener("site", () => location.reload());
events.addEventListener("problems", (event) => {
  const shown = document.getElementById("rooflight-problems") ?? document.createElement("dialog");
  shown.id = "rooflight-problems";
  const text = document.createElement("pre");
  text.textContent = event.data;
  shown.replaceChildren(text);
  document.body.append(shown);
  if (shown instanceof HTMLDialogElement && !shown.open) shown.showModal();
});
