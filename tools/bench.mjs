// npm run bench -- matching --alerts 1000000: measures; without a name everything.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, root } from './build.mjs';

await build();
const { main } = await import(pathToFileURL(path.join(root, 'apps', 'bench', 'dist', 'main.js')).href);
await main(process.argv.slice(2));
