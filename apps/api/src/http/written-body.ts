/** The bytes of an answer in JSON: what is sent as it is. */
export class WrittenBody {
  constructor(readonly bytes: Buffer) {}
}

/** The bytes of a list of results, with their number. */
export class WrittenList extends WrittenBody {
  constructor(
    bytes: Buffer,
    readonly count: number,
  ) {
    super(bytes);
  }
}

/** Joins texts and bytes into one. */
export function joined(parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
