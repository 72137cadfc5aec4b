import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@gable/domain/testing';
import { runGable } from '../service/commands.js';
import { disturbProcesses } from '../service/disturbances.js';
import { keyOf, type SaidLine } from '../service/expected-states.js';
import type { ServiceOutcome } from '../service/judge-service.js';
import type { LoadedService } from '../service/loaded-service.js';
import { runServiceChaos } from '../service/run-service-chaos.js';
import type { ChaosPlan } from '../chaos-plan.js';
import { entryOf } from '../upgrade/release.js';

const GONE = { domain: 'gone.example', name: 'Gone' };
const WORKERS = 2;
const FIRST_WITHIN_MS = 120_000;
const STORED_WITHIN_MS = 30_000;

/**
 * Erases adverts by the command while everything runs and workers are killed: once the command has ended nothing of
 * them is sent, nothing is left, and no feed brings them back.
 */
export async function runErasureChaos(plan: ChaosPlan): Promise<ServiceOutcome> {
  const cli = entryOf({ name: 'this one', root: plan.root }, 'cli');
  const random = new SeededRandom(plan.seed + 11);
  return runServiceChaos(plan, {
    editsAlerts: true,
    async begin(service) {
      await service.addWorkers(plan.workerEntry, WORKERS);
      await service.apis.add(plan.apiEntry);
    },
    async disturb(service) {
      const broughtBack: string[] = [];
      const over = new AbortController();
      const erasing = eraseAdverts(service, cli, random, broughtBack, over.signal);
      erasing.catch(() => over.abort()); // shown by the await below
      const signal = AbortSignal.any([plan.signal, over.signal]);
      const [forMs, apis] = [plan.minutes * 60_000, [0]];
      await disturbProcesses(service, { workers: service.fleets, apis, forMs, random, signal });
      // On a busy machine the first erasure may take longer than that.
      for (const until = performance.now() + FIRST_WITHIN_MS; service.erased.size === 0 && !over.signal.aborted;) {
        if (performance.now() > until) break;
        await sleep(100);
      }
      over.abort();
      await erasing;
      const neverErased = service.erased.size === 0 ? ['no command ended in that time'] : [];
      return { done: {}, findings: { broughtBack, neverErased } };
    },
  });
}

async function eraseAdverts(
  service: LoadedService,
  cli: string,
  random: SeededRandom,
  broughtBack: string[],
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; !signal.aborted; number += 1) {
    const externalId = `gone-${number}`;
    const url = `https://gone.example/${number}`;
    const line = (minute: number): SaidLine & Record<string, unknown> => ({
      ...{ source: GONE, externalId, url, status: 'ONLINE', transactionType: 'SELL', propertyType: 'SHOP' },
      ...{ price: 50_000 + minute, currency: 'EUR', title: `Gone ${number}` },
      observedAt: new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString(),
    });
    for (let change = 0; change < 4; change += 1) if (!(await service.put(0, line(change), signal))) return;
    const id = await storedAs(service, externalId);
    await sleep(random.whole(0, 600)); // while it is matched, sent, or both
    if (!(await purge(service, cli, url))) return;
    service.erased.set(id, { key: keyOf(GONE.domain, externalId), at: Date.now() });
    const path = `/feeds/${GONE.domain}/listings/${externalId}`;
    const answer = await service.apis.ask(0, service.keys.provider, 'PUT', path, line(9));
    if (answer !== undefined && answer.status < 400) broughtBack.push(`${externalId}: ${answer.status}`);
  }
}

async function storedAs({ installation }: LoadedService, externalId: string): Promise<string> {
  for (const until = performance.now() + STORED_WITHIN_MS; performance.now() < until; await sleep(20)) {
    const [row] = await installation.database.query<{ id: string }>(
      'select listing.id from listing join source on source.id = source_id where domain = $1 and external_id = $2',
      [GONE.domain, externalId],
    );
    if (row !== undefined) return row.id;
  }
  throw new Error(`${externalId} was answered and is not stored.`);
}

async function purge(service: LoadedService, cli: string, url: string): Promise<boolean> {
  const { code, errors } = await runGable(service.installation, cli, 'listings', 'purge', url, '--by', 'chaos');
  if (code !== 0) throw new Error(`gable listings purge ended with ${code}: ${errors}`);
  return true;
}
