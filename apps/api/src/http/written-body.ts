/** The bytes of an answer in JSON, with how many results it holds: what is sent as it is. */
export class WrittenBody {
  constructor(
    readonly bytes: Buffer,
    readonly results: number,
  ) {}
}

/** Joins texts and bytes into one. */
export function joined(parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
