import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createFuzzFixture, FEED_DOMAIN } from '../fuzz-fixture.js';
import type { Operation } from '../operations.js';
import { withFuzzedApi, type FuzzedApi } from '../fuzzed-api.js';
import { installSchemathesis, SCHEMATHESIS_VERSION } from './install-schemathesis.js';

export interface SchemathesisPlan {
  /** The folder of the checkout, whose built API is started. */
  readonly root: string;
  readonly seed: number;
  /** The time for all phases together. */
  readonly seconds: number;
  /** So many requests of each operation and phase instead, the same ones in every run. */
  readonly examples?: number;
  /** One of the runs, instead of both. */
  readonly part?: SchemathesisPart;
}

/** Coverage has an end of its own and comes first in a run: it gets half of the time in a run of its own. */
const RUNS = { generated: 'examples,fuzzing,stateful', coverage: 'coverage' } as const;
export type SchemathesisPart = keyof typeof RUNS;
export const SCHEMATHESIS_PARTS = Object.keys(RUNS) as readonly SchemathesisPart[];
/** What many objects a run makes; the defaults would be used up. */
const ROOM = {
  ACCOUNT_MAX_ALERTS: '100000',
  ACCOUNT_MAX_SHAPES: '100000',
  ACCOUNT_MAX_FAVORITES: '100000',
  ACCOUNT_MAX_FEED_JOBS: '10000',
};

/**
 * Has Schemathesis ask a real API everything that its own description allows and forbids, follow its links, and prints
 * what it finds; exits with 1 when it finds anything. Where it cannot be installed, it is left out with a warning.
 */
export async function reportSchemathesis({ root, seed, seconds, examples, part }: SchemathesisPlan): Promise<void> {
  const installed = await installSchemathesis(root);
  const told = { fuzz: 'schemathesis', version: SCHEMATHESIS_VERSION, seed };
  if ('missing' in installed) {
    process.stderr.write(`Schemathesis is left out: ${installed.missing}\n`);
    process.stdout.write(`${JSON.stringify({ ...told, leftOut: true })}\n`);
    return;
  }
  const started = performance.now();
  const failed = await withFuzzedApi(root, ROOM, async (api) => {
    const tokens = await tokensOf(api);
    const failed: string[] = [];
    const parts = part === undefined ? SCHEMATHESIS_PARTS : [part];
    for (const phases of parts.map((each) => RUNS[each])) {
      const bound =
        examples === undefined
          ? ['--generation-database', 'none', '--max-time', String(Math.ceil(seconds / parts.length))]
          : ['--max-examples', String(examples), '--generation-deterministic'];
      const options = ['--phases', phases, '--seed', String(seed), ...bound];
      const status = await run(installed.program, root, api, tokens, options);
      if (status !== 0) failed.push(phases);
    }
    return failed;
  });
  const took = Math.round((performance.now() - started) / 1_000);
  process.stdout.write(`${JSON.stringify({ ...told, failed, seconds: took })}\n`);
  if (failed.length > 0) process.exitCode = 1;
}

async function tokensOf(api: FuzzedApi): Promise<Record<string, string>> {
  const agent = new http.Agent({ keepAlive: true });
  try {
    const fixture = await createFuzzFixture({ ...api, agent });
    const tokenOf = (template: string): string => fixture.idsFor({ template } as Operation, 'token')[0] ?? 'none';
    return {
      UNSUBSCRIBE_TOKEN: tokenOf('/u/{token}'),
      CONFIRMATION_TOKEN: tokenOf('/c/{token}'),
      FEED_KEY: api.feedKey,
      FEED_DOMAIN,
    };
  } finally {
    agent.destroy();
  }
}

/** One worker: what another deletes meanwhile would look lost. */
async function run(
  program: string,
  root: string,
  { base, apiKey }: FuzzedApi,
  tokens: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<number | null> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-schemathesis-')); // for what it remembers
  const child = spawn(
    program,
    [
      ...['--config-file', path.join(root, 'apps', 'verify', 'schemathesis.toml')],
      ...['run', new URL('/openapi.json', base).href, '--header', `X-API-Key:${apiKey}`],
      ...['--workers', '1', '--continue-on-failure', '--no-color'],
      ...options,
    ],
    { cwd: folder, env: { ...process.env, ...tokens }, stdio: ['ignore', 2, 2] },
  );
  try {
    const [status] = (await once(child, 'exit')) as [number | null];
    return status;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
