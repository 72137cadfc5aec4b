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

/** Joins texts and bytes into one, each copied once. */
export function joined(parts: readonly (string | Buffer)[]): Buffer {
  let length = 0;
  for (const part of parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at);
  return bytes;
}
