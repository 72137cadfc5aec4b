import { Command } from 'commander';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A bench in `bench/NAME.ts` exports `run(args)`; what it prints is its own. */
interface Bench {
  run(args: readonly string[]): Promise<void>;
}

/** `npm run bench -- NAME`: measures; without a name everything. */
export async function main(args: readonly string[]): Promise<void> {
  const names = benchNames();
  await new Command('npm run bench --')
    .description(`measure: ${names.join(', ') || 'nothing to measure'}; all without a name`)
    .argument('[name]', 'what to measure')
    .argument('[args...]', 'options of that bench')
    .option('--json', 'one JSON document on standard output')
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (name: string | undefined, args: string[], { json }: { json?: boolean }, command: Command) => {
      if (name !== undefined && !names.includes(name))
        command.error(`error: there is no bench "${name}"; there are: ${names.join(', ')}`);
      for (const each of name === undefined ? names : [name]) {
        const bench = (await import(pathToFileURL(path.join(folder, `${each}.js`)).href)) as Bench;
        await bench.run(json ? ['--json', ...args] : args);
      }
    })
    .parseAsync([...args], { from: 'user' });
}

const folder = import.meta.dirname;

function benchNames(): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((file) => /^[a-z]+\.js$/.test(file) && file !== 'main.js')
    .map((file) => path.basename(file, '.js'));
}
