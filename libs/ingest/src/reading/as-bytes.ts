/** The chunks of a stream as bytes; text, as of a stream with an encoding, becomes UTF-8 again. */
export async function* asBytes(input: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let half = '';
  for await (const chunk of input) {
    if (typeof chunk === 'string') {
      const text = half + chunk;
      half = HALF_A_CHARACTER.exec(text)?.[0] ?? '';
      yield Buffer.from(text.slice(0, text.length - half.length));
    } else if (Buffer.isBuffer(chunk)) yield chunk;
    else if (chunk instanceof Uint8Array) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    else throw new TypeError(`its chunks have to be bytes or text, got ${typeof chunk}`);
  }
  if (half !== '') yield Buffer.from(half);
}

/** The first half of a surrogate pair, whose other half comes with the next chunk. */
const HALF_A_CHARACTER = /[\ud800-\udbff]$/;
