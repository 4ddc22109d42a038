/**
 * The shown answer as a picture: an SVG made of the words and drawings of the page where they stand, with the page's
 * address and the day below them. Loaded when a reader asks for it; nothing is sent.
 */
const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 24;
const LINE = 18;
/** Longest part of an answer that is drawn, in pixels: a list may have hundreds of rows. */
const LONGEST = 1400;

/** What style sheets say of a drawing, which stands alone in the picture. */
const PAINT = [
  ..."display opacity overflow fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray".split(" "),
  ..."stroke-linecap stroke-linejoin paint-order vector-effect text-anchor font-size font-weight".split(" "),
];

/** @param {string} name @param {Record<string, string | number>} values @param {string} [words] */
function element(name, values, words = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
  made.textContent = words;
  return made;
}

/** A drawing with its paint, where it stands. @param {SVGElement} svg @param {DOMRect} within */
function drawn(svg, within) {
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  const copies = [copy, ...copy.querySelectorAll("*")];
  [svg, ...svg.querySelectorAll("*")].forEach((original, at) => {
    // What is drawn by reference takes the paint of the place where it is used.
    if (original.closest("defs") && !original.hasAttribute("class")) return;
    const style = getComputedStyle(original);
    for (const name of PAINT) copies[at]?.setAttribute(name, style.getPropertyValue(name));
    copies[at]?.removeAttribute("class");
  });
  const { left, top, width, height } = svg.getBoundingClientRect();
  Object.entries({ x: left - within.left, y: top - within.top, width, height }).forEach(([key, value]) =>
    copy.setAttribute(key, String(value)),
  );
  return copy;
}

/** The words of a text, each where it stands; a line may end at a hyphen. @param {Text} text @param {DOMRect} within */
function words(text, within) {
  const style = getComputedStyle(/** @type {Element} */ (text.parentElement));
  const size = parseFloat(style.fontSize);
  const range = document.createRange();
  return [...text.data.matchAll(/[^\s-]+-?|-/g)].flatMap(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const { left, top, bottom } = range.getBoundingClientRect();
    const [x, y] = [left - within.left, (top + bottom) / 2 - within.top + size * 0.35];
    const font = { "font-size": size, "font-weight": style.fontWeight, fill: style.color };
    return y > LONGEST ? [] : element("text", { x, y, ...font }, word);
  });
}

/** The picture of an answer, as the text of an SVG file. @param {HTMLElement} figure @param {string[]} below */
function picture(figure, below) {
  const within = figure.getBoundingClientRect();
  const [width, height] = [within.width, Math.min(within.height, LONGEST)];
  const tall = height + 3 * MARGIN + LINE * below.length;
  const root = element("svg", { width: width + 2 * MARGIN, height: tall });
  const style = getComputedStyle(document.documentElement);
  const inside = element("g", { transform: `translate(${MARGIN} ${MARGIN})`, "font-family": style.fontFamily });
  const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = /** @type {Text} */ (walker.currentNode);
    const holder = text.parentElement;
    if (holder?.checkVisibility() && !holder.closest("svg, .status")) inside.append(...words(text, within));
  }
  for (const svg of /** @type {NodeListOf<SVGElement>} */ (figure.querySelectorAll(":not(svg, svg *) > svg"))) {
    const { width, bottom } = svg.getBoundingClientRect();
    if (width > 0 && bottom - within.top <= LONGEST) inside.append(drawn(svg, within));
    for (const use of svg.querySelectorAll("use")) {
      const name = use.getAttribute("href") ?? "";
      const shared = document.querySelector(name);
      if (shared && !figure.querySelector(`svg:has(use) ${name}`) && !inside.querySelector(name)) {
        const defs = document.createElementNS(SVG, "defs");
        defs.append(shared.cloneNode(true));
        inside.prepend(defs);
      }
    }
  }
  below.forEach((line, at) => {
    const y = height + MARGIN + LINE * (at + 1);
    inside.append(element("text", { x: 0, y, "font-size": 12, fill: style.color }, line));
  });
  root.append(element("rect", { width: "100%", height: "100%", fill: style.backgroundColor }), inside);
  return new XMLSerializer().serializeToString(root);
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The same as pixels, two for each of the page's. @param {string} markup */
async function pixels(markup) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(markup)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture")))),
  );
}

/**
 * Copies the picture of an answer, or saves it where the clipboard takes none.
 * @param {HTMLElement} figure
 * @param {string} by what made it
 * @param {string} address
 * @param {boolean} asFile
 */
export async function copyPicture(figure, by, address, asFile) {
  const day = new Date().toLocaleDateString("en-GB", { dateStyle: "long" });
  const markup = picture(figure, [`${by}, ${day}`, address]);
  if (asFile) return save(new Blob([markup], { type: "image/svg+xml" }), "rooflight.svg");
  const png = /** @type {Blob} */ (await pixels(markup));
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]).catch(() => save(png, "rooflight.png"));
}
