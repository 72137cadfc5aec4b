import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SupervisedChild } from './supervised-child.js';
import { waitUntilReady } from './wait-until-ready.js';

const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
let folder: string;
let started: SupervisedChild[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-child-'));
  jest.clearAllMocks();
});
afterEach(async () => {
  await Promise.all(started.map((child) => child.stop(1_000)));
  started = [];
  fs.rmSync(folder, { recursive: true });
});

/** A child that notes each of its starts and then runs the script. */
function startChild(script: string): { child: SupervisedChild; starts: () => string[] } {
  const entry = path.join(folder, 'child.cjs');
  const notes = path.join(folder, 'starts');
  fs.writeFileSync(
    entry,
    `require('fs').appendFileSync(${JSON.stringify(notes)}, process.pid + ' ' + process.env.WORD + '\\n');\n${script}`,
  );
  let count = 0;
  const child = new SupervisedChild({
    name: 'child',
    entry,
    environment: () => ({ ...process.env, NODE_OPTIONS: '', WORD: `start${++count}` }),
    log,
  });
  started.push(child);
  child.start();
  return { child, starts: () => (fs.existsSync(notes) ? fs.readFileSync(notes, 'utf8').trim().split('\n') : []) };
}

/** A child that is only loaded, and what it noted: the word of the environment that it was made with, and what follows. */
function loadChild(script: string): { child: SupervisedChild; words: () => string[] } {
  const entry = path.join(folder, 'loaded.cjs');
  const notes = path.join(folder, 'words');
  fs.writeFileSync(
    entry,
    `const note = (word) => require('fs').appendFileSync(${JSON.stringify(notes)}, word + '\\n');\n` +
      `note(process.env.WORD);\n${script}`,
  );
  let count = 0;
  const environment = () => ({ ...process.env, NODE_OPTIONS: '', WORD: `start${++count}` });
  const child = new SupervisedChild({ name: 'child', entry, environment, log });
  started.push(child);
  child.load({ ...process.env, NODE_OPTIONS: '', WORD: 'loaded' });
  return { child, words: () => (fs.existsSync(notes) ? fs.readFileSync(notes, 'utf8').trim().split('\n') : []) };
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > 30_000) throw new Error('did not happen within 30 s');
    await sleep(20);
  }
}

const SERVES =
  `const server = require('http').createServer((q, r) => r.end()).listen(0, '127.0.0.1', () => ` +
  `process.send({ type: 'listening', port: server.address().port }));`;

describe('SupervisedChild', () => {
  it('starts a crashed process again, each time with a fresh environment and a longer pause', async () => {
    const { starts } = startChild('process.exit(3);');
    await until(() => starts().length === 3);
    expect(starts().map((line) => line.split(' ')[1])).toEqual(['start1', 'start2', 'start3']);
    expect(log.warn.mock.calls.slice(0, 2).map(([fields]) => fields as object)).toEqual([
      { child: 'child', code: 3, signal: null, restartInMs: 250 },
      { child: 'child', code: 3, signal: null, restartInMs: 500 },
    ]);
  });

  it('is ready once the process serves, and again after it was killed', async () => {
    const { child, starts } = startChild(SERVES);
    await waitUntilReady('child', child, '127.0.0.1', new AbortController().signal);
    process.kill(Number(starts()[0]!.split(' ')[0]), 'SIGKILL');
    await until(() => starts().length === 2);
    await waitUntilReady('child', child, '127.0.0.1', new AbortController().signal);
    expect(child.failedStarts).toBe(0);
  });

  it('gives up waiting for a process that never gets ready', async () => {
    const { child } = startChild('process.exit(1);');
    await expect(waitUntilReady('child', child, '127.0.0.1', new AbortController().signal)).rejects.toThrow(
      'The child ended 3 times before it was ready.',
    );
  });

  it('tells a process that was loaded ahead its environment when it starts', async () => {
    const { child, words } = loadChild("process.once('message', ({ environment }) => note(environment.WORD));");
    await until(() => words().length === 1);
    expect(words()).toEqual(['loaded']);
    child.start();
    await until(() => words().length === 2);
    expect(words()).toEqual(['loaded', 'start1']);
  });

  it('starts a process that ended before its start like any other, and not before', async () => {
    const { child, words } = loadChild(
      "if (process.env.WORD === 'loaded') process.exit(1); setInterval(() => {}, 99);",
    );
    await until(() => words().length === 1);
    await sleep(600);
    expect(words()).toEqual(['loaded']);
    expect(log.warn).not.toHaveBeenCalled();
    child.start();
    await until(() => words().length === 2);
    expect(words()).toEqual(['loaded', 'start1']);
  });

  it('ends a process that was loaded and never started', async () => {
    const { child, words } = loadChild("process.once('message', () => {});");
    await until(() => words().length === 1);
    await child.stop(5_000);
    expect(log.error).not.toHaveBeenCalled();
  });

  it('stops waiting when it is interrupted', async () => {
    const { child } = startChild('setInterval(() => {}, 1000);');
    await expect(waitUntilReady('child', child, '127.0.0.1', AbortSignal.timeout(200))).rejects.toThrow('aborted');
  });

  it('does not bring back what it stopped', async () => {
    const { child, starts } = startChild(`process.on('SIGTERM', () => process.exit(0)); ${SERVES}`);
    await until(() => child.port !== undefined);
    await child.stop(5_000);
    await sleep(600);
    expect(starts()).toHaveLength(1);
    expect(log.error).not.toHaveBeenCalled();
  });

  it('kills what does not stop in time', async () => {
    const { child } = startChild(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); ${SERVES}`);
    await until(() => child.port !== undefined);
    await child.stop(200);
    expect(log.error).toHaveBeenCalledWith({ child: 'child', timeoutMs: 200 }, 'a process does not stop; it is killed');
  });
});
