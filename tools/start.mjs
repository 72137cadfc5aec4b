// npm start: bundles the programs where they are stale and becomes the supervisor, in this very process, so that a
// signal meant for npm start reaches it. The console is built beside that and beside the start of the database and the
// demo; an installation without its sources has it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, runGable } from './build.mjs';

/** As nice(1) counts. */
const GIVES_WAY = 10;
const consoleBuild = path.join(root, 'apps/console/tools/build.mjs');
const beside = fs.existsSync(consoleBuild) ? ['--after', String(start(consoleBuild))] : [];
await runGable(['up', ...process.argv.slice(2), ...beside]);

/** @param {string} script */
function start(script) {
  const name = path.basename(path.resolve(script, '../..'));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 2, 2] });
  // Only the ready line waits for it: what it takes of the processors, the database and the demo need first.
  if (child.pid !== undefined) os.setPriority(child.pid, GIVES_WAY);
  const stop = () => child.kill();
  process.once('exit', stop);
  child.once('error', (error) => console.error(`${name}: not built: ${error.message}`));
  child.once('exit', (code) => {
    process.off('exit', stop);
    if (code !== 0 && code !== null) console.error(`${name}: not built; the messages above say why`);
  });
  return child.pid;
}
