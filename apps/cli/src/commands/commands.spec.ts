import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { COMMANDS } from './commands.js';

const root = path.resolve(__dirname, '../../../..');
const readme = readFileSync(path.join(root, 'apps/cli/README.md'), 'utf8');
const guide = readFileSync(path.join(root, 'docs/configuration.md'), 'utf8');

/** Each command with the names of those it has: `{ keys: ['create', 'list', …], migrate: [] }`. */
let known: Record<string, string[]>;

beforeAll(async () => {
  const loaded = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, { load }]) => [name, await load()] as const),
  );
  known = Object.fromEntries(loaded.map(([name, command]) => [name, namesOf(command)]));
});

const namesOf = ({ commands }: Command): string[] => commands.map((each) => each.name());

/** The first cells of the table below a heading. */
function firstCells(text: string, heading: string): string[] {
  const [, below = ''] = text.split(`| ${heading} |`);
  const [table = ''] = below.split('\n\n');
  return table.split('\n').flatMap((row) => /^\| (`.*?) \| /.exec(row)?.[1] ?? []);
}

it('are listed in the README, each with those that it has', () => {
  const listed = firstCells(readme, 'command | does').flatMap((cell) =>
    [...cell.matchAll(/`([\w-]+)(?: ([^`]+))?`/g)].map(
      ([, name, parts]) => [name!, parts?.split('\\|') ?? []] as const,
    ),
  );
  const sorted = (entries: (readonly [string, readonly string[]])[]) =>
    Object.fromEntries(entries.map(([name, parts]) => [name, parts.toSorted()]));
  expect(sorted(listed)).toEqual(sorted(Object.entries(known)));
});

it('have each a row in docs/configuration.md', () => {
  const words = firstCells(guide, '`gable` command | with `--json`').flatMap((cell) =>
    [...cell.matchAll(/`([a-z][^`]*)`/g)].map(([, words]) => words!.split(' ')),
  );
  const shown = new Set(words.map(([name, part]) => (known[name!]?.includes(part!) ? `${name} ${part}` : name!)));
  const all = Object.entries(known).flatMap(([name, parts]) =>
    parts.length === 0 ? [name] : parts.map((part) => `${name} ${part}`),
  );
  expect([...shown].sort()).toEqual(all.sort());
});
