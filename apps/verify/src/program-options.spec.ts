import { outcomeOf } from '@gable/testing/options';
import { main as chaos } from './chaos/main.js';
import { SORTS } from './chaos/sorts.js';
import { main as fuzz } from './fuzz/main.js';
import { main as simulate } from './simulate/main.js';

const chaosOf =
  (...first: string[]) =>
  (args: readonly string[]) =>
    chaos([...first, ...args], '/nowhere');
const PROGRAMS: readonly (readonly [name: string, main: (args: readonly string[]) => unknown])[] = [
  ['fuzz --', (args) => fuzz(args, '/nowhere')],
  ['simulate --', simulate],
  ...[...Object.keys(SORTS), 'all'].map((sort) => [`chaos -- ${sort}`, chaosOf(sort)] as const),
];

it.each(PROGRAMS)('says in the help of npm run %s what each of its options is', async (name, main) => {
  const { code, stdout } = await outcomeOf(() => main(['--help']));
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name} \\[options\\]\n\n[A-Z]`));
  const options = stdout.split('\n').filter((line) => /^ +-/.test(line));
  expect(options.length).toBeGreaterThan(2);
  for (const line of options) expect(line).toMatch(/^ +(-h, )?--[a-z-]+( <[a-z]+>)? {2,}\S/);
});

it.each(PROGRAMS)('refuses an option that npm run %s does not have with one line', async (_, main) => {
  const outcome = await outcomeOf(() => main(['--unheard-of']));
  expect(outcome).toEqual({ code: 2, stdout: '', stderr: "error: unknown option '--unheard-of'\n" });
});

it('says in the help of chaos which sorts there are', async () => {
  const { stdout } = await outcomeOf(() => chaosOf()(['--help']));
  for (const sort of [...Object.keys(SORTS), 'all']) expect(stdout).toMatch(new RegExp(`[ ]${sort} `));
});

it.each([
  [['clocks', '--kills', '3'], "unknown option '--kills'"],
  [['clocks', '--minutes', '0'], "option '--minutes <number>' argument '0' is invalid. Expects a number above 0"],
  [['all', '--only', 'disc'], "option '--only <names>' argument 'disc' is invalid. Expects some of matching, "],
  [['disc'], 'there is no chaos "disc"; there are: matching, '],
])('refuses chaos %j with one line that says what is wrong', async (args, message) => {
  const { code, stderr } = await outcomeOf(() => chaosOf()(args));
  expect({ code, lines: stderr.trim().split('\n') }).toEqual({ code: 2, lines: [expect.stringContaining(message)] });
});
