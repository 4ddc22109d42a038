// Generated from crates/document/src/reply/replies.rs: UPDATE_TYPES=1 cargo test -p rooflight-document

/** A text next to an input. */
export interface Hint {
  /** The key of the input. */
  key: string;
  /** The text to show next to it. */
  text: string;
}

/** A number field as the estimator understood it. */
export interface NumberField {
  /** The key of the input. */
  key: string;
  /** As the field shows it: `16,384`. */
  text: string;
  /** As a URL has it: `16384`. */
  plain: string;
  /** Start of the slider; the logarithm to base 2 on a log scale. Empty, like the next two, without a slider. */
  start: string;
  /** End of the slider. */
  end: string;
  /** Position on the slider. */
  position: string;
}

/** A calculator's reply to a query. */
export type CalculatorReply =
  /** Records are missing; ask again once their files have been fetched. */
  | {
      kind: "missing";
      /** The files, relative to the data folder. */
      files: string[];
    }
  /** The query cannot be used. */
  | {
      kind: "invalid";
      /** The key of the input. */
      field: string;
      /** The reason and its remedy. */
      message: string;
    }
  /** The answer to the query. */
  | {
      kind: "answer";
      /** The result, its three numbers and the chart, as HTML. */
      figure: string;
      /** The steps and tables, as HTML. */
      work: string;
      /** The result and its numbers, as Markdown. */
      markdown: string;
      /** The steps and tables, as Markdown. */
      tables: string;
      /** One sentence for screen readers. */
      status: string;
      /** Texts next to the inputs. */
      hints: Hint[];
      /** The number fields. */
      fields: NumberField[];
      /** The bare numbers as the bits of a double, in the order of the golden files. */
      numbers: string[];
    };

/** The reply to the headers of a model's files. */
export type HeaderReply =
  /** The header of a file goes on. */
  | {
      kind: "more";
      /** The position of the file. */
      file: number;
      /** The bytes of it that are needed. */
      bytes: number;
    }
  /** A file cannot be read. */
  | {
      kind: "refused";
      /** The file's name; `request` if the request itself is wrong. */
      file: string;
      /** The reason, as a sentence for the reader. */
      reason: string;
    }
  /** The headers of all files were read. */
  | {
      kind: "model";
      /** The ledger, as HTML. */
      ledger: string;
      /** Its name; empty where nothing can be computed. */
      name: string;
      /** The name of its files' format; empty where they have no tensors. */
      format: string;
      /** The record, in hexadecimal digits. */
      record: string;
      /** The record of its quality, in hexadecimal digits. */
      quality: string;
      /** The parts that can be switched off. */
      switches: string[];
      /** One sentence for screen readers. */
      status: string;
    };

/** A device, and how many of them the machine has. */
export interface DeviceCount {
  /** The device's id in the catalog. */
  id: string;
  /** Its name to print. */
  name: string;
  /** The number of such devices, at least one. */
  count: number;
}

/** The reply to what a machine's tools print. */
export type MachineReply =
  /** No device was recognised. */
  | {
      kind: "unknown";
      /** The reason, and what is known. */
      reason: string;
      /** Devices that may be meant: those that share the name, or the newest of a kind. */
      candidates: DeviceCount[];
    }
  /** At least one device was recognised. */
  | {
      kind: "machine";
      /** The devices; those after the first share a model with it. */
      devices: DeviceCount[];
      /** Memory of one device in GiB where it is not the catalog's, else empty. */
      memory: string;
      /** Bandwidth of one device in GB a second where it is not the catalog's, else empty. */
      bandwidth: string;
      /** The computer's own memory in GiB, if the device has another and the text states it, else empty. */
      ram: string;
      /** The words of a typed text that say nothing of the machine. */
      rest: string;
      /** The link between the devices where one is printed, else empty. */
      link: string;
      /** One sentence for the reader. */
      sentence: string;
    };

/** A choice that the reader can make. */
export interface NamedId {
  /** Its id in the catalog. */
  id: string;
  /** The name to show in the list. */
  name: string;
}

/** A line of an output that gets no verdict. */
export interface Problem {
  /** The number of the line. */
  line: number;
  /** The reason, without a full stop. */
  message: string;
}

/** A judged run, in words. */
export interface Verdict {
  /** The number of its line. */
  line: number;
  /** The tool that printed it. */
  tool: string;
  /** Against the range: `inside`, `above`, `below`, `impossible` or `unknown`. */
  place: string;
  /** Model, format, device and load. */
  subject: string;
  /** The measured speed with its unit. */
  measured: string;
  /** The answer to whether the speed is good, as a sentence. */
  answer: string;
  /** The verdict in words: `inside the 80 % range`. */
  verdict: string;
  /** The range with its unit; empty without one. */
  range: string;
  /** The share of the ceiling. */
  reached: string;
  /** The data that the range rests on. */
  basis: string;
  /** The run as a row of `content/anchors/`. */
  row: string;
  /** Likely causes of a low speed, the likeliest first. */
  causes: string[];
  /** How the output was understood. */
  notes: string[];
}

/** The reply to a benchmark's output. */
export type MeasureReply =
  /** The record cannot be read. */
  | {
      kind: "unreadable";
    }
  /** The names that the reader can choose from, asked for with an empty request. */
  | {
      kind: "lists";
      /** Engines to choose from. */
      e: NamedId[];
      /** Devices to choose from. */
      hw: NamedId[];
      /** Models to choose from. */
      m: NamedId[];
      /** Weight formats to choose from. */
      q: NamedId[];
    }
  /** The judged runs, and the input that is missing. */
  | {
      kind: "verdicts";
      /** The tools that printed the output. */
      tools: string[];
      /** The ids that the output names, by the fields that choose them. */
      found: Hint[];
      /** Missing or contradictory input, by the form field that would settle it. */
      marked: Hint[];
      /** The judged runs. */
      runs: Verdict[];
      /** The lines without a verdict. */
      problems: Problem[];
    };
