import { outcomeOf } from './outcome-of.js';
import { flag, oneOf, someOf, text, textLike, wholeNumber, wholeNumbers } from './program-option.js';
import { readOptions } from './read-options.js';

const OPTIONS = {
  rounds: wholeNumber('how often', 3),
  least: wholeNumber('may be none', undefined, 0),
  sizes: wholeNumbers('how much', [10, 20]),
  writeLog: flag('also the log'),
  memory: flag('without memory', true),
  file: text('file', 'where'),
  heap: textLike(/^\d+m$/, 'a size such as 512m', ['size', 'how much', '64m']),
  engine: oneOf(['one', 'other'], 'which', 'one'),
  parts: someOf(['first', 'second'], 'what', ['first', 'second']),
};
const read = (...args: string[]) => readOptions({ name: 'program', description: 'Measures.', args }, OPTIONS);

it('gives each option its default', () => {
  expect(read()).toEqual({
    ...{ rounds: 3, least: undefined, sizes: [10, 20], writeLog: false, memory: true, file: undefined, heap: '64m' },
    ...{ engine: 'one', parts: ['first', 'second'], json: false },
  });
});

it('reads what is given', () => {
  const numbers = ['--rounds', '5', '--least', '0', '--sizes', '1e6,2', '--write-log', '--no-memory', '--json'];
  const words = ['--file', 'here', '--heap', '1m', '--engine', 'other', '--parts', 'second'];
  expect(read(...numbers, ...words)).toEqual({
    ...{ rounds: 5, least: 0, sizes: [1_000_000, 2], writeLog: true, memory: false, file: 'here', heap: '1m' },
    ...{ engine: 'other', parts: ['second'], json: true },
  });
});

it('says in its help what the program does, and each option with what it takes and its default', async () => {
  const { code, stdout } = await outcomeOf(() => read('--help'));
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: program [options]\n\nMeasures.\n');
  expect(stdout).toMatch(/--rounds <number> +how often \(default: 3\)\n/);
  expect(stdout).toMatch(/--write-log +also the log\n/);
  expect(stdout).toMatch(/--no-memory +without memory\n/);
  expect(stdout).toMatch(/--file <file> +where\n/);
  expect(stdout).toMatch(/--json +one JSON document on standard output\n/);
});

it.each([
  [['--rounds', '0'], "option '--rounds <number>' argument '0' is invalid. Expects a whole number from 1."],
  [['--rounds', '1.5'], "option '--rounds <number>' argument '1.5' is invalid. Expects a whole number from 1."],
  [['--least', ''], "option '--least <number>' argument '' is invalid. Expects a whole number from 0."],
  [['--sizes', '1,x'], "option '--sizes <numbers>' argument '1,x' is invalid. Expects a whole number from 1."],
  [['--file', '--json'], "option '--file <file>' argument '--json' is invalid. Expects a value."],
  [['--heap', 'x'], "option '--heap <size>' argument 'x' is invalid. Expects a size such as 512m."],
  [['--engine', 'x'], "option '--engine <name>' argument 'x' is invalid. Expects one or other."],
  [['--engine'], "option '--engine <name>' argument missing"],
  [['--round', '1'], "unknown option '--round' (Did you mean --rounds?)"],
  [['more'], 'too many arguments. Expected 0 arguments but got 1.'],
])('refuses %j with one line and exit code 2', async (args, message) => {
  expect(await outcomeOf(() => read(...args))).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\n` });
});
