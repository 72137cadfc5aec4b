// Prints where the Chromium of npm lies; unpacks it the first time. A process of its own, because it is an ES module
// and Jest runs in CommonJS. Specs begin at once: one unpacks, the others wait, since a file that is being written
// cannot be run (ETXTBSY).
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';

const LEFT_BEHIND_MS = 120_000;
const lock = path.join(os.tmpdir(), 'chromium-is-unpacked');

while (!take()) await sleep(100);
try {
  process.stdout.write(JSON.stringify({ executablePath: await chromium.executablePath() }));
} finally {
  fs.rmSync(lock, { recursive: true, force: true });
}

/** Whether it is ours now; one that somebody left behind is removed. */
function take() {
  try {
    fs.mkdirSync(lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const since = fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LEFT_BEHIND_MS) fs.rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
