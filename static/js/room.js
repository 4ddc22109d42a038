/**
 * Arrow keys in the picture of all models: from the model in focus to the next one in order of memory. Tab visits only
 * those with names.
 */
const room = document.querySelector(".room");

room?.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {KeyboardEvent} */ (event).key];
  const all = [...room.querySelectorAll("a")];
  const at = all.findIndex((link) => link === document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  all[at + step]?.focus();
});
