// npm start: bundles the command line where it is stale and becomes the supervisor, in this very process, so that a
// signal meant for npm start reaches it. API, worker and console are built beside the start of the database and the
// demo; an installation without their sources has them.
import fs from 'node:fs';
import path from 'node:path';
import { root, runGable } from './build.mjs';

const beside = ['tools/bundle.mjs', 'apps/console/tools/build.mjs']
  .map((script) => path.join(root, script))
  .filter((script) => fs.existsSync(script));

await runGable(['up', ...process.argv.slice(2), '--beside', ...beside], ['cli']);
