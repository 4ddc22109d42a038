/** Leads on from a former address, with what follows `?` and `#`: a page's own refresh would lose it. */
const link = document.querySelector("a");
if (link) location.replace(link.href + location.search + location.hash);
