// What the console adds to the two commands: `npm ci && npm start` of this commit, and of the same without the console
// and the packages that only it and its specs need, in turns.
//   node apps/console/tools/measure-start.mjs [rounds, 1 unless stated]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const rounds = Number(process.argv[2] ?? 1);
const OF_THE_CONSOLE =
  /^(?:@mantine|@tanstack|@sparticuz|@vitejs)\/|^(?:@types\/)?react(?:-dom)?$|^(?:maplibre-gl|vite|recharts|axe-core|playwright-core)$|^terra-draw|^openapi-(?:fetch|typescript)$/;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-measure-start-'));
fs.chmodSync(folder, 0o711);
try {
  const whole = checkOut('whole');
  const without = checkOut('without');
  strip(without);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, place] of /** @type {const} */ ([
      ['without', without],
      ['whole', whole],
    ]))
      console.log(JSON.stringify({ name, ...(await measure(place)) }));
} finally {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** @param {string} name */
function checkOut(name) {
  const place = path.join(folder, name);
  fs.mkdirSync(place);
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', place], { input: archive });
  return place;
}

/** @param {string} place */
function strip(place) {
  const file = path.join(place, 'package.json');
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const name of Object.keys(manifest.devDependencies))
    if (OF_THE_CONSOLE.test(name)) delete manifest.devDependencies[name];
  delete manifest.overrides['openapi-typescript'];
  fs.writeFileSync(file, JSON.stringify(manifest, null, 2));
  fs.rmSync(path.join(place, 'apps/console'), { recursive: true });
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit'], { cwd: place });
}

/** @param {string} place */
async function measure(place) {
  const began = Date.now();
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: place, stdio: 'ignore' });
  const installed = Date.now();
  await startAndStop(place);
  const ready = Date.now();
  fs.rmSync(path.join(place, '.gable'), { recursive: true, force: true, maxRetries: 5 });
  fs.rmSync(path.join(place, '.nx'), { recursive: true, force: true });
  for (const project of ['apps', 'libs'].flatMap((kind) =>
    fs.readdirSync(path.join(place, kind)).map((name) => path.join(place, kind, name)),
  ))
    fs.rmSync(path.join(project, 'dist'), { recursive: true, force: true });
  return { install: seconds(installed - began), start: seconds(ready - installed), both: seconds(ready - began) };
}

/** @param {string} place */
async function startAndStop(place) {
  const env = {
    ...process.env,
    GABLE_HOME: path.join(place, '.gable'),
    PORT: String(await freePort()),
    NX_DAEMON: 'false',
  };
  const child = spawn('npm', ['start'], { cwd: place, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let output = '';
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) =>
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (/^Gable is ready at /m.test(output)) resolve();
    }),
  );
  const ended = exit.then(() => {
    throw new Error(`npm start ended; it said:\n${output}`);
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  child.kill('SIGTERM');
  await exit;
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @param {number} ms */
function seconds(ms) {
  return Number((ms / 1_000).toFixed(1));
}
