import fs from 'node:fs';
import path from 'node:path';
import { outcomeOf } from '@gable/testing/options';
import { main } from './main.js';

const benches = fs.readdirSync(__dirname).filter((name) => fs.existsSync(path.join(__dirname, name, 'run.ts')));

it('says in its help which benches there are', async () => {
  const { code, stdout } = await outcomeOf(() => main(['--help']));
  expect(code).toBe(0);
  for (const name of benches) expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
});

it.each(benches)('says in the help of %s what it measures, and what each of its options is', async (name) => {
  const { code, stdout } = await outcomeOf(() => main([name, '--help']));
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: npm run bench -- ${name} \\[options\\]\n\nMeasures \\w.*\\.\n`));
  const options = stdout.split('\n').filter((line) => /^ +-/.test(line));
  expect(options.length).toBeGreaterThan(2);
  for (const line of options) expect(line).toMatch(/^ +(-h, )?--[a-z-]+( <[a-z]+>)? {2,}\S/);
});

it.each(benches)('refuses an option that %s does not have with one line', async (name) => {
  const outcome = await outcomeOf(() => main([name, '--unheard-of']));
  expect(outcome).toEqual({ code: 2, stdout: '', stderr: "error: unknown option '--unheard-of'\n" });
});

it.each([
  [['ingest', '--round', '3'], "unknown option '--round' (Did you mean --rounds?)"],
  [['ingest', '--rounds'], "option '--rounds <number>' argument missing"],
  [
    ['delivery', '--parts', 'latency,lateness'],
    "option '--parts <names>' argument 'latency,lateness' is invalid. Expects",
  ],
  [['outage', '--heap', 'all'], "option '--heap <size>' argument 'all' is invalid. Expects a size such as 512m or 1g."],
  [['--rows', '5'], "unknown option '--rows'"],
  [['speed'], 'there is no bench "speed"; there are: accept, '],
])('refuses %j with one line that says what is wrong', async (args, message) => {
  const { code, stderr } = await outcomeOf(() => main(args));
  expect({ code, lines: stderr.trim().split('\n') }).toEqual({ code: 2, lines: [expect.stringContaining(message)] });
});
