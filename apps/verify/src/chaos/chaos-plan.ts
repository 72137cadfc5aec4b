/** What a run of any sort gives: figures, and findings that must be empty. */
export interface ChaosOutcome {
  readonly done: Readonly<Record<string, number>>;
  readonly findings: Readonly<Record<string, readonly string[]>>;
}

/** Options of its own that a sort of chaos may have. */
export interface ChaosOptions {
  readonly kills: number;
  readonly stops: number;
  readonly workers: number;
  readonly minutes: number;
  readonly asks: number;
  readonly changes: number;
  readonly floor: number;
  /** Of the rude customers; all where none are named. */
  readonly deeds?: readonly string[];
  /** The parts of all; every one where none are named. */
  readonly only?: readonly string[];
  /** Says where the time of slow searches went. */
  readonly explain?: boolean;
}

/** What every run is given; an option that its sort does not have is not there. */
export interface ChaosPlan extends ChaosOptions {
  /** Of everything that is random but the moments of the machine. */
  readonly seed: number;
  /** The compiled main files. */
  readonly workerEntry: string;
  readonly apiEntry: string;
  readonly cliEntry: string;
  /** The checkout. */
  readonly root: string;
  /** Ends the disturbing early; what was done until then is checked. */
  readonly signal: AbortSignal;
  /** Gets a line of progress now and then. */
  readonly say: (line: string) => void;
}

/** This machine lacks what a sort needs; the message says what. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}
