// npm run check -- NAME [options]: one of the checks of tools/checks by its name, such as images or chart.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.join(import.meta.dirname, 'checks');
const name = process.argv[2];
const names = fs.readdirSync(folder).flatMap((file) => (file.endsWith('.mjs') ? [path.basename(file, '.mjs')] : []));

if (name === undefined || !names.includes(name)) {
  console.error(`npm run check -- NAME expects one of ${names.join(', ')}${name === undefined ? '' : `, got ${name}`}`);
  process.exitCode = 2;
} else {
  process.argv.splice(2, 1);
  await import(pathToFileURL(path.join(folder, `${name}.mjs`)).href);
}
