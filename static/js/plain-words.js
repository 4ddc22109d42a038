/** Words that name no subject, for searches and for readings of a machine. */

/** Words of titles of threads that say nothing of their subject, and those that every page is about. */
export const BESIDE_SUBJECT = new Set(
  (
    "about actually add adding after again ai allow also because become becomes better bug but cannot cause causes " +
    "causing compared despite doesnt dont even feature full got guide help issue issues large like llm llms local " +
    "locally make makes model models no not now off only other over people per please practical problem question " +
    "request results runs seems set setting some still support supports than then they thing things under up via " +
    "while without work works"
  ).split(" "),
);
