// A short run of npm run chaos for the gate: ten kills of real workers under load, nothing lost, doubled or made up.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const chaos = path.join(import.meta.dirname, '..', 'chaos.mjs');
const { status } = spawnSync(process.execPath, [chaos, '--kills', '10', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
