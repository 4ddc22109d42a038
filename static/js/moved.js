/** Redirects from a former address; unlike the page's own refresh it keeps the query and the fragment. */
const link = document.querySelector("a");
if (link) location.replace(link.href + location.search + location.hash);
