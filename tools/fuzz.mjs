// npm run fuzz -- --requests 20000 --seed 1: a real API, asked everything that its own OpenAPI document describes,
// right and wrong; every answer is judged by that document.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, root } from './build.mjs';

await build();
const { main } = await import(pathToFileURL(path.join(root, 'apps', 'verify', 'dist', 'fuzz', 'main.js')).href);
await main(process.argv.slice(2), root);
