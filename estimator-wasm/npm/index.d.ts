/** How fast open-weight language models run on a machine: the calculators of Rooflight without a site. */

/** Inputs by the keys listed under “URL parameters” on a calculator's page; the others have their defaults. */
export type Inputs = Record<string, string | number>;

export interface Answer {
  /** One sentence: `Ceiling 196 tokens per second; likely 119 to 158.` */
  status: string;
  /** The bare numbers, always the same ones in the same order; null for one that does not exist. */
  numbers: (number | null)[];
  /** Result, chart, steps and tables as HTML. */
  html: string;
}

/** A file of a model whose first bytes can be read. */
export interface ModelFile {
  name: string;
  /** Bytes of the whole file. */
  size: number;
  /** Reads the bytes from the start of the file to `end`, exclusive. */
  read(end: number): Promise<Uint8Array>;
}

/** A model that was read from its files: an input of every calculator. */
export interface OwnModel {
  /** The value of the input `m`. */
  id: string;
  /** The value of the input `q`, the format of the files; empty if they contain no tensors. */
  format: string;
  /** The model's name; empty if the files do not describe a whole model. */
  name: string;
  /** The ledger of tensors as HTML. */
  html: string;
  /** The records that calculators read, by file name. */
  records: Record<string, Uint8Array>;
}

/**
 * Loads a calculator by its kind, such as `decode-speed`. Its answers reject with a `RangeError` that names the input
 * that cannot be used.
 */
export function calculator(kind: string): Promise<(inputs?: Inputs, own?: OwnModel) => Promise<Answer>>;

/**
 * Reads the headers of a model's files: GGUF, safetensors with their index, `config.json`. `mtp` counts the layers of
 * multi-token prediction, `vision` the vision encoder. Rejects with a `RangeError` that names the mistake.
 */
export function inspect(files: ModelFile[], parts?: { mtp?: boolean; vision?: boolean }): Promise<OwnModel>;
