// npm run simulate -- --count 2500: runs deliveries through simulated failures; a seed always makes the same history.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, root } from './build.mjs';

await build();
const { main } = await import(pathToFileURL(path.join(root, 'apps', 'verify', 'dist', 'simulate', 'main.js')).href);
await main(process.argv.slice(2));
