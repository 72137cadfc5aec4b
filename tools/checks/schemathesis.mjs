// A short run of npm run fuzz -- --schemathesis for the gate: Schemathesis finds nothing wrong with the API by its own
// description; the same requests every time. Left out with a warning where Python or PyPI is missing. The gate runs
// --part generated, its long form --part coverage as well.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const fuzz = path.join(import.meta.dirname, '..', 'fuzz.mjs');
const { status } = spawnSync(process.execPath, [fuzz, '--schemathesis', '--examples', '25', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
