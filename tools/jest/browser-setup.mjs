// Compiles what changed and builds the console: specs of kind browser open the very files that ship.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import buildSetup from './build-setup.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');

export default function browserSetup() {
  buildSetup();
  const built = spawnSync(process.execPath, [path.join(root, 'apps/console/tools/build.mjs')], {
    stdio: ['ignore', 2, 2],
  });
  if (built.status !== 0) throw new Error('The console could not be built; the messages above say why.');
}
