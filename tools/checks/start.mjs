// Proves the first of the two commands on what is checked out here: `npm start` in an empty home becomes ready, the
// printed request finds properties, a taken port is told clearly, SIGTERM to npm ends everything with exit code 0, and
// the next start takes up where it was.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable start é '));
fs.chmodSync(home, 0o711);
const port = await freePort();
const env = { ...process.env, GABLE_HOME: path.join(home, '.gable'), PORT: String(port), LOG_LEVEL: 'warn' };
const READY_WITHIN_MS = 240_000;

try {
  const first = await start();
  const { status, stdout } = shell(first.request);
  assert.equal(status, 0, 'the printed request ran');
  const answer = JSON.parse(stdout);
  assert.ok(answer.data.length > 0, 'the printed request finds properties');
  assert.equal(answer.data[0].type, 'PropertySearch');
  console.log(`ready in ${first.seconds} s; the printed request found ${answer.meta.totalItems} properties`);

  const second = await ended(npmStart());
  assert.equal(second.code, 1, 'a second start on the taken port fails');
  assert.match(second.output, new RegExp(`${port}`), 'and names the port');
  console.log('a taken port is named');

  await stop(first);
  const again = await start();
  console.log(`started again in ${again.seconds} s`);
  await stop(again);
} finally {
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

function npmStart() {
  return spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function start() {
  const began = Date.now();
  const child = npmStart();
  let output = '';
  const exited = /** @type {Promise<number | null>} */ (
    new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  );
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (/^Gable is ready at /m.test(output)) resolve();
    });
    child.stderr.on('data', (chunk) => process.stderr.write(chunk));
    setTimeout(
      () => reject(new Error(`not ready within ${READY_WITHIN_MS} ms; it said:\n${output}`)),
      READY_WITHIN_MS,
    ).unref();
    void exited.then((code) => reject(new Error(`ended with ${code} before it was ready; it said:\n${output}`)));
  });
  await ready;
  return {
    child,
    exited,
    request: /^curl [^]*?'\n/m.exec(output)?.[0] ?? assert.fail(`no request to paste in:\n${output}`),
    seconds: (Date.now() - began) / 1_000,
  };
}

/** @param {{ child: import('node:child_process').ChildProcess, exited: Promise<number | null> }} started */
async function stop({ child, exited }) {
  const began = Date.now();
  child.kill('SIGTERM');
  assert.equal(await exited, 0, 'npm start ends with 0 after SIGTERM');
  const took = Date.now() - began;
  assert.ok(took < 15_000, `it ended after ${took} ms`);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`), 'nothing answers any more');
  console.log(`stopped in ${took} ms`);
}

/** @param {ReturnType<typeof npmStart>} child */
async function ended(child) {
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, output };
}

/** @param {string} command */
function shell(command) {
  return { status: 0, stdout: execFileSync('bash', ['-c', command], { encoding: 'utf8' }) };
}
