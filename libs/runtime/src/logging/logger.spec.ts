import { createLogger } from './logger.js';

function logged(write: (log: ReturnType<typeof createLogger>) => void, level?: string): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger({ name: 'api', level, destination: { write: (line: string) => lines.push(line) } }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('createLogger', () => {
  it('writes one JSON object per line, with the level by name and an ISO time', () => {
    const [line] = logged((log) => log.warn({ port: 3000 }, 'busy'));
    expect(line).toMatchObject({ level: 'warn', process: 'api', pid: process.pid, port: 3000, msg: 'busy' });
    expect(new Date(line!.time as string).toISOString()).toBe(line!.time);
  });

  it('keeps quiet below its level', () => {
    expect(logged((log) => log.info('x'), 'warn')).toEqual([]);
  });

  it.each([
    [
      'an API key in a sentence',
      'key gbl_live_0123456789_abcdefghijklmnopqrstuvwxyzABCDEFabcdef refused',
      'key gbl_live_0123456789_[redacted] refused',
    ],
    ['a signing key', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_[redacted]'],
    [
      'a password in an address',
      'connect postgres://gable:s3cr%2Ft@127.0.0.1:5432/gable',
      'connect postgres://gable:[redacted]@127.0.0.1:5432/gable',
    ],
    ['a mail address', 'to jane.doe+x@example.org now', 'to [redacted]@example.org now'],
    ['an unsubscribe token', 'POST /u/AbCdEf123456_-', 'POST /u/[redacted]'],
  ])('takes out %s', (_what, text, expected) => {
    const [line] = logged((log) => log.info({ nested: { text } }, text));
    expect(line).toMatchObject({ msg: expected, nested: { text: expected } });
  });

  it('takes out what stands in a field that is secret by name, also inside an error', () => {
    const error = Object.assign(new Error('failed for a@b.example'), { authorization: 'Bearer abc' });
    const [line] = logged((log) =>
      log.error({ err: error, headers: { 'x-api-key': 'opaque \\"quoted' }, password: 'p' }, 'x'),
    );
    expect(line).toMatchObject({
      headers: { 'x-api-key': '[redacted]' },
      password: '[redacted]',
      err: { message: 'failed for [redacted]@b.example', authorization: '[redacted]' },
    });
  });

  it('takes it out of messages, stacks and causes of errors, however they are nested', () => {
    const secrets = ['Zq5ecretPath', 'jane.doe', 'AbCdEf123456_-Token', 'abcdefghijklmnopqrstuvwxyzABCDEFabcdef'];
    const [url, mail, link, key] = [
      `https://hooks.example/${secrets[0]}`,
      `\n${secrets[1]}@example.org`,
      `GET /c/${secrets[2]}`,
      `gbl_live_0123456789_${secrets[3]}`,
    ];
    const root = new Error(`posting to ${url}`);
    const cyclic = Object.assign(new Error(mail, { cause: root }), { address: mail, detail: { url, again: [link] } });
    root.cause = cyclic;
    const all = new AggregateError([cyclic, new Error(key)], `both failed: ${link}`, { cause: cyclic });
    const lines = logged((log) => {
      log.error(all);
      log.error({ err: new Error('outer', { cause: all }), [mail]: 1 }, `at ${url}`);
      log.child({ url }).warn({ reason: String(all.errors), nested: JSON.stringify({ token: link, deep: { url } }) });
    });
    expect(lines).toHaveLength(3);
    for (const secret of secrets) expect(JSON.stringify(lines)).not.toContain(secret);
    expect(lines[1]).toMatchObject({ msg: 'at https://hooks.example/[redacted]' });
    expect(JSON.stringify(lines[1])).toContain('[redacted]@example.org');
  });

  it('writes a line of bounded length, whatever an error carries', () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const documents = Array.from({ length: 5_000 }, (_, id) => ({ id, text: 'x'.repeat(100) }));
    const error = Object.assign(new Error('too large'), {
      statusCode: 413,
      meta: { body: { error: { type: 'too_large' } }, request: { body: JSON.stringify(documents), documents, loop } },
      raw: Buffer.alloc(1e6),
      statement: `${'-'.repeat(3_950)}postgres://gable:s3cret${'s'.repeat(100)}@127.0.0.1/gable`,
    });
    const [line] = logged((log) => log.error({ err: error }, 'bulk'));
    expect(line).toMatchObject({
      err: { message: 'too large', statusCode: 413, meta: { body: { error: { type: 'too_large' } } } },
    });
    expect(JSON.stringify(line).length).toBeLessThan(30_000);
    expect(JSON.stringify(line)).not.toContain('s3cret'); // cut in the middle of it
  });

  it('writes an error that carries what cannot be read', () => {
    const error = Object.assign(new Error('odd'), {
      detail: {
        toJSON() {
          throw new Error('unreadable');
        },
      },
    });
    expect(logged((log) => log.error({ err: error }, 'x'))).toMatchObject([{ msg: 'x', err: { message: 'odd' } }]);
  });

  it('keeps a line that begins with a mail address readable as JSON', () => {
    expect(logged((log) => log.info({ text: 'to\njane@example.org' }, '"\u0001jane@example.org'))).toMatchObject([
      { text: 'to\n[redacted]@example.org', msg: '"\u0001[redacted]@example.org' },
    ]);
  });
});
