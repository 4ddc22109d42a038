/** How fast open-weight language models run on a machine: the calculators of Rooflight without a site. */

/** Inputs by the keys of a calculator's page, “URL parameters”; those that are left out have their defaults. */
export type Inputs = Record<string, string | number>;

export interface Answer {
  /** One sentence: `Ceiling 196 tokens per second; likely 119 to 158.` */
  status: string;
  /** The bare numbers, always the same ones in the same order; null where one does not exist. */
  numbers: (number | null)[];
  /** Result, chart, steps and tables as HTML. */
  html: string;
}

/** A file of a model, of which the first bytes can be read. */
export interface ModelFile {
  name: string;
  /** Bytes of the whole file. */
  size: number;
  /** The first bytes, up to this one. */
  read(end: number): Promise<Uint8Array>;
}

/** A model that was read from its files: an input of every calculator. */
export interface OwnModel {
  /** For the input `m`. */
  id: string;
  /** For the input `q`: the format of the files; empty where they hold no tensors. */
  format: string;
  /** The model's name; empty where the files describe no whole model. */
  name: string;
  /** The ledger, tensor by tensor, as HTML. */
  html: string;
  /** What calculators read. */
  records: Record<string, Uint8Array>;
}

/**
 * A calculator by its kind, such as `decode-speed`. Its answers reject with a `RangeError` that names the input where
 * one cannot be used.
 */
export function calculator(kind: string): Promise<(inputs?: Inputs, own?: OwnModel) => Promise<Answer>>;

/**
 * Reads the headers of a model's files: GGUF, safetensors with their index, `config.json`. `mtp` counts the layers of
 * multi-token prediction, `vision` the tower for images. Rejects with a `RangeError` that says what is wrong.
 */
export function inspect(files: ModelFile[], parts?: { mtp?: boolean; vision?: boolean }): Promise<OwnModel>;
