/** The parser of a calculator's reply: every kind of reply, and those that no module should send. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseReply } from "../static/js/reply.js";

const [FIGURE, WORK, STATUS] = ["<h2>139</h2>", "<table></table>", "Ceiling 196."];
const HINTS = "c\tup to 131,072 tokens\nb\t\n";
const FIELDS = "c\t16,384\t16384\t8\t17\t14\n";
const NUMBERS = "4641240890982006784\n9221120237041090560\n";
const parts = [FIGURE, WORK, STATUS, HINTS, FIELDS, NUMBERS];

test("an answer has six parts", () => {
  assert.deepEqual(parseReply(parts.join("\0")), {
    kind: "answer",
    figure: FIGURE,
    work: WORK,
    status: STATUS,
    hints: [
      { key: "c", text: "up to 131,072 tokens" },
      { key: "b", text: "" },
    ],
    fields: [{ key: "c", text: "16,384", plain: "16384", start: "8", end: "17", position: "14" }],
    numbers: ["4641240890982006784", "9221120237041090560"],
  });
});

test("an answer without hints, number fields and numbers", () => {
  const empty = { kind: "answer", figure: FIGURE, work: "", status: "", hints: [], fields: [], numbers: [] };
  assert.deepEqual(parseReply(`${FIGURE}\0\0\0\0\0`), empty);
});

test("missing facts are a list of files", () => {
  const files = ["hardware/rtx-4090.bin", "models/llama-3.1-8b.bin"];
  assert.deepEqual(parseReply(`\0${files.join("\n")}`), { kind: "missing", files });
  assert.deepEqual(parseReply(`\0${files.join("\n")}\n`), { kind: "missing", files });
});

test("an unusable query names the field and the reason", () => {
  const message = "Context has to be a whole number.";
  assert.deepEqual(parseReply(`c\0${message}`), { kind: "invalid", field: "c", message });
  assert.deepEqual(parseReply("c\0"), { kind: "invalid", field: "c", message: "" });
});

test("keys that every object has are only text", () => {
  const reply = parseReply([FIGURE, WORK, STATUS, "__proto__\tconstructor\n", "", ""].join("\0"));
  assert.ok(reply.kind === "answer");
  assert.deepEqual(reply.hints, [{ key: "__proto__", text: "constructor" }]);
  assert.equal(Object.getPrototypeOf(reply.hints[0]), Object.prototype);
});

test("HTML, quotes and unusual characters stay as they are", () => {
  const odd = `<script>"'&\u2028\u202e\ud83d\ude80\r`;
  const reply = parseReply([odd, odd, odd, `c\t${odd}\n`, "", ""].join("\0"));
  assert.ok(reply.kind === "answer");
  assert.deepEqual([reply.figure, reply.work, reply.status, reply.hints[0].text], [odd, odd, odd, odd]);
});

/** @type {Record<string, string>} */
const MALFORMED = {
  "a zero character alone": "\0",
  "three parts": "a\0b\0c",
  "five parts": parts.slice(0, 5).join("\0"),
  "seven parts": [...parts, ""].join("\0"),
  "a zero character within the figure": ["a\0b", ...parts.slice(1)].join("\0"),
  "a hint of one cell": [FIGURE, WORK, STATUS, "c\n", FIELDS, NUMBERS].join("\0"),
  "a hint of three cells": [FIGURE, WORK, STATUS, "c\ta\tb\n", FIELDS, NUMBERS].join("\0"),
  "a hint with a line break": [FIGURE, WORK, STATUS, "c\ta\nb\n", FIELDS, NUMBERS].join("\0"),
  "an empty line": [FIGURE, WORK, STATUS, "\n", FIELDS, NUMBERS].join("\0"),
  "a field of five cells": [FIGURE, WORK, STATUS, HINTS, "c\t1\t1\t0\t2\n", NUMBERS].join("\0"),
  "a field of seven cells": [FIGURE, WORK, STATUS, HINTS, "c\t1\t1\t0\t2\t1\t9\n", NUMBERS].join("\0"),
  "numbers cut off": [FIGURE, WORK, STATUS, HINTS, FIELDS, "46412"].join("\0"),
};
for (const [what, text] of Object.entries(MALFORMED)) {
  test(`refuses ${what}`, () => assert.throws(() => parseReply(text), /^Error: Malformed reply/));
}

test("every cut of an answer is refused or another kind of reply, never another answer", () => {
  const whole = parts.join("\0"),
    start = parts.slice(0, 5).join("\0").length;
  for (let length = 0; length < whole.length; length++) {
    const cut = whole.slice(0, length);
    try {
      const reply = parseReply(cut);
      // The numbers are for tests alone: a cut after one of them looks complete.
      if (length > start) assert.ok(cut.endsWith("\n") || cut.endsWith("\0"), cut);
      else assert.notEqual(reply.kind, "answer", cut);
    } catch (error) {
      assert.match(String(error), /Malformed reply/);
    }
  }
});
