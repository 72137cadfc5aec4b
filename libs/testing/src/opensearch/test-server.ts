import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** How the one OpenSearch of a test run answers, or why there is none. */
export type TestServer = { readonly url: string } | { readonly leftOut: string };

const START_TIMEOUT_MS = 300_000; // the first start on a machine fetches 160 MB
const POLL_MS = 100;
/** The second compiler costs more than it saves a server that lives for minutes. */
const QUICK_COMPILER = '-XX:TieredStopAtLevel=1';

/**
 * The OpenSearch of this test run, with a home and port of its own: the first caller starts it, the global teardown
 * stops it. OPENSEARCH_TEST_URL names one that runs already. It blocks, because whether specs are left out is decided
 * while they are declared.
 */
export function testServer(): TestServer {
  if (process.env.OPENSEARCH_TEST_URL) return { url: process.env.OPENSEARCH_TEST_URL };
  const { GABLE_TEST_HOME: testHome, OPENSEARCH_LAUNCHER: launcher } = process.env;
  if (testHome === undefined || launcher === undefined)
    throw new Error(
      'GABLE_TEST_HOME or OPENSEARCH_LAUNCHER is not set: run specs with jest.config.mjs of the project root, ' +
        'whose global setup sets them.',
    );
  const outcome = path.join(testHome, 'opensearch.json');
  if (isFirst(`${outcome}.starting`)) {
    fs.writeFileSync(`${outcome}.draft`, JSON.stringify(startServer(launcher, path.join(testHome, 'opensearch'))));
    fs.renameSync(`${outcome}.draft`, outcome); // whole or not there
  }
  for (
    const began = Date.now();
    !fs.existsSync(outcome);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  ) {
    if (Date.now() - began > START_TIMEOUT_MS)
      return { leftOut: 'another process of this test run did not get it started' };
  }
  return JSON.parse(fs.readFileSync(outcome, 'utf8')) as TestServer;
}

function isFirst(file: string): boolean {
  try {
    fs.closeSync(fs.openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function startServer(launcher: string, home: string): TestServer {
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [launcher, 'start', '--home', home, '--port', '0'],
    { encoding: 'utf8', timeout: START_TIMEOUT_MS, env: { ...process.env, JDK_JAVA_OPTIONS: QUICK_COMPILER } },
  );
  if (status !== 0) return { leftOut: error?.message ?? stderr.trim() };
  return { url: (JSON.parse(stdout) as { url: string }).url };
}
