import { explainFullDisk, explainStartFailure, PostgresStartError } from './start-error.js';

describe('explainStartFailure', () => {
  it.each([
    [
      'a full disk',
      'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.\nPANIC:  cannot abort',
      'The disk is full.',
    ],
    ['a quota', 'could not write: Disk quota exceeded', 'The disk is full.'],
    [
      'files of another user',
      'FATAL:  could not open file "PG_VERSION": Permission denied',
      'may not read or write its files',
    ],
    ['a system without glibc', 'error while loading shared libraries: libpthread.so.0', 'DATABASE_URL'],
    ['damaged files', 'PANIC:  could not locate a valid checkpoint record', 'damaged'],
    ['anything else', 'FATAL:  something new', 'PostgreSQL said:'],
  ])('recognises %s', (_what, output, sentence) => {
    const error = explainStartFailure('The database server did not start', output, '/data');
    expect(error).toBeInstanceOf(PostgresStartError);
    expect(error.message).toContain('The database server did not start (/data). ');
    expect(error.message).toContain(sentence);
    expect(error.message).toContain(output.split('\n').at(-1));
  });

  it('keeps the end of a long output only', () => {
    const output = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
    expect(explainStartFailure('x', output, '/data').message.split('\n').slice(1)).toEqual(
      output.split('\n').slice(-12),
    );
  });
});

describe('explainFullDisk', () => {
  it('gives our own failed writes the same sentence, and leaves other errors alone', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(explainFullDisk(full, '/home')).toMatchObject({
      name: 'PostgresStartError',
      message: expect.stringContaining('The disk is full.'),
    });
    const other = new Error('other');
    expect(explainFullDisk(other, '/home')).toBe(other);
  });
});
