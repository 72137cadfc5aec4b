/** The bytes of an answer in JSON: what is sent as it is. */
export class WrittenBody {
  constructor(readonly bytes: Buffer) {}
}

/** Joins texts and bytes into one. */
export function joined(parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
