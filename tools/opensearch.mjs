// npm run opensearch -- [start|status|stop]: a real OpenSearch of this machine alone, for development, specs and
// benchmarks.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, root } from './build.mjs';

await build();
await import(pathToFileURL(path.join(root, 'libs', 'runtime', 'dist', 'opensearch', 'main.js')).href);
