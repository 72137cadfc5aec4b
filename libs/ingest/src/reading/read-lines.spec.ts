import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { LineSplitter, MAX_LINE_BYTES, type FeedLine } from './line-splitter.js';
import { FeedUnreadable, readLines } from './read-lines.js';

const text = (line: FeedLine | undefined) => line && { number: line.number, text: line.text };

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
    expect((await linesOf(streamOf('\uFEFF{"a":1}\r\n\r\n   \n{"b":2}'))).map(text)).toEqual([
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

  it('reads text as UTF-8, also in a character that is cut, and bytes that are no Buffer', async () => {
    const text = '\uFEFF{"name":"València 🏠"}\n{"b":2}\n';
    const expected = ['{"name":"València 🏠"}', '{"b":2}'];
    for (let cut = 0; cut < text.length; cut++)
      for (const stream of [
        Readable.from([text.slice(0, cut), text.slice(cut)]),
        Readable.from([...text].map((letter) => new TextEncoder().encode(letter))),
        streamOf(text).setEncoding('utf8'),
      ])
        expect((await linesOf(stream)).map(({ text }) => text)).toEqual(expected);
    expect((await linesOf(Readable.from(['{"a":"\ud83c']))).map(({ text }) => text)).toEqual(['{"a":"\ufffd']);
  });

  it('says what it expects of a stream that gives neither', async () => {
    await expect(linesOf(Readable.from([{ a: 1 }]))).rejects.toThrow(
      'the feed cannot be read to its end: its chunks have to be bytes or text, got object',
    );
  });

  it('gives nothing for an empty stream', async () => {
    expect(await linesOf(streamOf(''))).toEqual([]);
  });

  it('sets aside a line that is not UTF-8 and goes on', async () => {
    const [first, second] = await linesOf(streamOf(Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), 'next\n'));
    expect(first).toMatchObject({ number: 1, unreadable: 'the line is not valid UTF-8' });
    expect(text(second)).toEqual({ number: 2, text: 'next' });
  });

  it('sets aside a line longer than the bound without keeping it', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const [long, next] = await linesOf(streamOf(...Array.from({ length: 40 }, () => chunk), '\nnext\n'));
    expect(long!.unreadable).toBe(`the line has ${40 * 65_536} bytes; at most ${MAX_LINE_BYTES} are read`);
    expect(long!.text.length).toBeLessThanOrEqual(2_000);
    expect(text(next)).toEqual({ number: 2, text: 'next' });
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

  it('stops where a feed has more bytes than are read, packed or not, and gives what came before', async () => {
    const bomb = gzipSync(`first\n${'x'.repeat(5_000_000)}\nlast\n`);
    expect(bomb.length).toBeLessThan(20_000);
    for (const input of [streamOf(bomb), streamOf('first\n', 'x'.repeat(5_000_000))]) {
      const lines: string[] = [];
      const reading = (async () => {
        for await (const line of readLines(input, 1_000_000)) lines.push(line.text);
      })();
      await expect(reading).rejects.toThrow('it has more than 1000000 bytes (FEED_MAX_BYTES)');
      expect(lines).toEqual(['first']);
      expect(input.destroyed).toBe(true);
    }
  });

  it('rests after each MiB without a line, and never among lines', async () => {
    const restsOf = async (chunks: Buffer[]): Promise<number> => {
      let rests = 0;
      const rest = () => Promise.resolve((rests += 1));
      for await (const line of readLines(streamOf(...chunks), Infinity, rest)) expect(line.text).toBeDefined();
      return rests;
    };
    const chunk = (filler: string): Buffer => Buffer.alloc(65_536, filler);
    expect(await restsOf(Array<Buffer>(160).fill(chunk('\n')))).toBe(10);
    expect(await restsOf(Array<Buffer>(160).fill(chunk(' ')))).toBe(10);
    expect(await restsOf(Array<Buffer>(32).fill(chunk(`${'x'.repeat(999)}\n`)))).toBe(0);
  });
});

describe('LineSplitter', () => {
  it('counts blank lines of every kind, within chunks and across them', () => {
    const splitter = new LineSplitter();
    const lines = ['\n\r\n \t \n', '\n  a\n', '\r', '\n  ', '\nb\n\n c', '\n'].flatMap((chunk) => [
      ...splitter.push(Buffer.from(chunk)),
    ]);
    expect(lines.map(text)).toEqual([
      { number: 5, text: 'a' },
      { number: 8, text: 'b' },
      { number: 10, text: 'c' },
    ]);
  });

  it.each([
    ['of 64 kB', 65_536, 16_384],
    ['of a byte', 1, 3_000_000],
  ])('holds at most the longest line of a line without an end, in chunks %s', (_, size, chunks) => {
    const splitter = new LineSplitter();
    const chunk = Buffer.alloc(size, 'x');
    let held = 0;
    for (let count = 0; count < chunks; count += 1) {
      for (const line of splitter.push(chunk)) throw new Error(`no line ends here: ${line.number}`);
      held = Math.max(held, splitter.heldBytes);
    }
    expect(held).toBe(MAX_LINE_BYTES);
    const [line, next] = [...splitter.push(Buffer.from('\nnext\n'))];
    expect(line!.unreadable).toBe(`the line has ${size * chunks} bytes; at most ${MAX_LINE_BYTES} are read`);
    expect(next!.text).toBe('next');
  });
});
