import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { FeedUnreadable, MAX_LINE_BYTES, readLines, type FeedLine } from './read-lines.js';

const streamOf = (...chunks: (string | Buffer)[]): Readable =>
  Readable.from(
    chunks.map((chunk) => Buffer.from(chunk)),
    { objectMode: false },
  );

async function linesOf(input: Readable): Promise<FeedLine[]> {
  const lines: FeedLine[] = [];
  for await (const line of readLines(input)) lines.push(line);
  return lines;
}

describe('readLines', () => {
  it('tolerates a byte order mark, CRLF, blank lines and a last line without an end', async () => {
    expect(await linesOf(streamOf('\uFEFF{"a":1}\r\n\r\n   \n{"b":2}'))).toEqual([
      { number: 1, text: '{"a":1}' },
      { number: 4, text: '{"b":2}' },
    ]);
  });

  it('puts lines together that were cut anywhere, also inside a character', async () => {
    const bytes = Buffer.from('{"name":"València 🏠"}\n{"b":2}\n');
    for (let cut = 1; cut < bytes.length; cut++) {
      expect((await linesOf(streamOf(bytes.subarray(0, cut), bytes.subarray(cut)))).map(({ text }) => text)).toEqual([
        '{"name":"València 🏠"}',
        '{"b":2}',
      ]);
    }
  });

  it('reads gzip without being told, even when the first chunk is one byte', async () => {
    const packed = gzipSync('one\ntwo\n');
    expect((await linesOf(streamOf(packed.subarray(0, 1), packed.subarray(1)))).map(({ text }) => text)).toEqual([
      'one',
      'two',
    ]);
  });

  it('gives nothing for an empty stream', async () => {
    expect(await linesOf(streamOf(''))).toEqual([]);
  });

  it('sets aside a line that is not UTF-8 and goes on', async () => {
    const [first, second] = await linesOf(streamOf(Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), 'next\n'));
    expect(first).toMatchObject({ number: 1, unreadable: 'the line is not valid UTF-8' });
    expect(second).toEqual({ number: 2, text: 'next' });
  });

  it('sets aside a line longer than the bound without keeping it', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const [long, next] = await linesOf(streamOf(...Array.from({ length: 40 }, () => chunk), '\nnext\n'));
    expect(long!.unreadable).toBe(`the line has ${40 * 65_536} bytes; at most ${MAX_LINE_BYTES} are read`);
    expect(long!.text.length).toBeLessThanOrEqual(2_000);
    expect(next).toEqual({ number: 2, text: 'next' });
  });

  it('gives the lines before the break of a damaged gzip and then says that it broke', async () => {
    const packed = gzipSync(Array.from({ length: 20_000 }, (_, i) => `line ${i} ${Math.sin(i)}`).join('\n'));
    const lines: FeedLine[] = [];
    const reading = (async () => {
      for await (const line of readLines(streamOf(packed.subarray(0, packed.length - 2_000)))) lines.push(line);
    })();
    await expect(reading).rejects.toThrow(FeedUnreadable);
    expect(lines.length).toBeGreaterThan(1_000);
  });
});
