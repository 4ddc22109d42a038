/**
 * Says beside each day of a price how old the price is, since the page was built on another day.
 *
 * Prices move within weeks: those older than 90 days are said to be old. Without scripts, the day stands alone.
 */
const DAY = 24 * 60 * 60 * 1000;
const OLD = 90;

/** How old something of this day is. @param {string} day @param {number} [now] milliseconds since 1970 */
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
