/**
 * Adds the age of each price next to its date, since the page was built earlier.
 *
 * Prices change within weeks, so those older than 90 days are marked as old. Without scripts only the date is shown.
 */
const DAY = 24 * 60 * 60 * 1000;
const OLD = 90;

/** The age of something from this date, in words. @param {string} day @param {number} [now] milliseconds since 1970 */
export function ageOf(day, now = Date.now()) {
  const days = Math.floor((now - Date.parse(day)) / DAY);
  if (!(days >= 0)) return "";
  const [count, unit] = days < 14 ? [days, "day"] : [Math.floor(days / 7), "week"];
  if (days > OLD) return "older than 90 days";
  return days === 0 ? "today" : `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

for (const time of document.querySelectorAll("td time")) {
  const age = ageOf(time.getAttribute("datetime") ?? "");
  if (age) time.append(` (${age})`);
}
