/** Parsed JSON has to be given a type before it is used; TypeScript's own declarations say `any`. */
interface Body {
  json(): Promise<unknown>;
}

interface JSON {
  parse(text: string): unknown;
}
