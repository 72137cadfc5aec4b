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
});
