import os from 'node:os';
import { SeededRandom } from '@gable/domain/testing';
import { openSearchClient } from '@gable/search';
import { withInstallation, type Installation } from '../../installation.js';
import { checkIndex } from '../indexing/check-index.js';
import { withOwnOpenSearch } from '../indexing/own-open-search.js';
import { runGable } from '../service/commands.js';
import { disturbProcesses } from '../service/disturbances.js';
import { judgeService, type ServiceOutcome } from '../service/judge-service.js';
import { LoadedService } from '../service/loaded-service.js';
import type { ChaosPlan } from '../chaos-plan.js';
import type { WorkerFleet } from '../worker-fleet.js';
import { buildLastRelease, entryOf, testingOf, type Release } from './release.js';

const WORKERS = 2;
const REFUSED_BY = /newer release/;

/** The releases of a run, and how long each of its three parts takes. */
interface Upgrade {
  readonly last: Release;
  readonly next: Release;
  readonly partMs: number;
  readonly random: SeededRandom;
  readonly plan: ChaosPlan;
}

/**
 * Upgrades a service under load without a gap: the last release alone, then both on one database and one index, then
 * this one alone; workers and APIs of all of them are killed. Nothing may be lost, doubled or made up, no index be made
 * in turns.
 */
export async function runUpgradeChaos(plan: ChaosPlan): Promise<ServiceOutcome> {
  const last = buildLastRelease(plan.root, os.tmpdir(), plan.say);
  const upgrade: Upgrade = {
    ...{ last, next: { name: 'this one', root: plan.root }, plan },
    ...{ partMs: (plan.minutes * 60_000) / 3, random: new SeededRandom(plan.seed + 9) },
  };
  return withOwnOpenSearch((openSearchUrl) =>
    withInstallation((installation) => runOn(installation, openSearchUrl, upgrade), {
      prepare: (place) => gable(place, last, 'migrate'),
    }),
  );
}

async function runOn(installation: Installation, openSearchUrl: string, upgrade: Upgrade): Promise<ServiceOutcome> {
  const { last, plan } = upgrade;
  const began = performance.now();
  const { TrackedAlerts: trackedAlerts } = await testingOf(last);
  const found = { migrations: 0, refusals: 0, endedByThemselves: [] as string[] };
  const service = await LoadedService.run(
    installation,
    {
      ...{ seed: plan.seed, say: plan.say, editsAlerts: true, cliEntry: entryOf(last, 'cli'), trackedAlerts },
      settings: { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: openSearchUrl },
    },
    async (service) => {
      await service.addWorkers(entryOf(last, 'worker'), WORKERS);
      await service.apis.add(entryOf(last, 'api'));
    },
    (service) => play(service, upgrade, found),
  );
  const { done, findings } = await judgeService(service, began);
  const index = await judgeIndex(installation, openSearchUrl);
  return {
    done: { ...done, migrations: found.migrations, refusals: found.refusals, ...index.done },
    findings: { ...findings, ...index.findings, endedByThemselves: found.endedByThemselves },
  };
}

async function play(
  service: LoadedService,
  { last, next, partMs, random, plan }: Upgrade,
  found: { migrations: number; refusals: number; endedByThemselves: string[] },
): Promise<void> {
  const { say, signal } = plan;
  const old = service.fleets[0]!;
  say(`the last release, ${last.name}, alone …`);
  await disturbProcesses(service, { workers: [old], apis: [0], forMs: partMs, random, signal });

  say('both releases …');
  const { applied } = JSON.parse(await gable(service.installation, next, 'migrate', '--json')) as { applied: string[] };
  found.migrations = applied.length;
  const young = await service.addWorkers(entryOf(next, 'worker'), WORKERS);
  const api = await service.apis.add(entryOf(next, 'api'));
  const both = { workers: [young], suspended: [old], apis: [api], forMs: partMs / 2, random, signal };
  await disturbProcesses(service, both);
  found.refusals += (await comesBack(service, old, last)) ? 0 : 1;
  await disturbProcesses(service, both);

  say('this one alone …');
  found.endedByThemselves.push(...old.endedByThemselves.map((code) => `a worker of the last release: ${code}`));
  await service.noteInFlight();
  await old.end();
  const code = await service.apis.end(0, 'SIGTERM');
  if (code !== 0) found.endedByThemselves.push(`the API of the last release ended with ${code} when it was told to`);
  await disturbProcesses(service, { workers: [young], apis: [api], forMs: partMs, random, signal });
  found.endedByThemselves.push(...young.endedByThemselves.map((code) => `a worker of this release: ${code}`));
}

/**
 * Kills one of the last release and starts it again on the newer schema: it either works, or ends with a sentence. One
 * that is refused stays away; the others of it run on.
 */
async function comesBack(service: LoadedService, old: WorkerFleet, last: Release): Promise<boolean> {
  await service.killWorker(old, 0);
  const { code, errors } = await runGable(service.installation, entryOf(last, 'cli'), 'status');
  if (code !== 0) {
    if (!REFUSED_BY.test(errors)) throw new Error(`The last release does not say why it ends: ${errors}`);
    return false;
  }
  await old.start(0);
  return true;
}

/** The index equals the store, and was made once. */
async function judgeIndex({ database }: Installation, url: string): Promise<ServiceOutcome> {
  const client = openSearchClient(url, { timeoutMs: 30_000 });
  try {
    const { documents, findings } = await checkIndex(database, client);
    const made = await database.query<{ name: string; version: number }>(
      'select name, mapping_version as version from search_index order by name',
    );
    const versions = new Set(made.map(({ version }) => version));
    return {
      done: { documents, indexesMade: made.length },
      findings: {
        indexDiffers: [...findings.lost, ...findings.stale, ...findings.resurrected],
        reindexedInTurns: made.length > versions.size ? made.map(({ name, version }) => `${name} (${version})`) : [],
      },
    };
  } finally {
    await client.close();
  }
}

async function gable(place: Pick<Installation, 'url' | 'home'>, release: Release, ...args: string[]): Promise<string> {
  const { code, output, errors } = await runGable(place, entryOf(release, 'cli'), ...args);
  if (code !== 0) throw new Error(`gable ${args.join(' ')} of ${release.name} ended with ${code}: ${errors}`);
  return output;
}
