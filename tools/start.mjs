// npm start: bundles what is stale of what it runs and becomes the supervisor, in this very process, so that a signal
// meant for npm start reaches it. The console is built beside the start of the database; an installation without its
// sources has it.
import fs from 'node:fs';
import path from 'node:path';
import { root, runGable } from './build.mjs';

const buildConsole = path.join(root, 'apps', 'console', 'tools', 'build.mjs');

await runGable(['up', ...(fs.existsSync(buildConsole) ? ['--beside', buildConsole] : []), ...process.argv.slice(2)]);
