import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@gable/domain/testing';
import { generateFeed, TOWN_DIVISIONS } from '@gable/testing';
import { makeKey, startApi } from '../../api-process.js';
import { readDivisions, readFeed, withInstallation, type Installation } from '../../installation.js';
import { send, type FuzzAnswer } from '../send.js';
import { costlyRoutes, HOSTILE_AREAS, LARGE_ALERT, type CostlyPlaces, type CostlyRoute } from './costly-routes.js';
import { growBodies, type Cost, type MeasuredBody } from './grow-bodies.js';
import { longestHoldMs, processorMs } from './process-cost.js';

export interface CostlyPlan {
  /** The folder of the checkout, whose built API is started. */
  readonly root: string;
  readonly rounds: number;
  readonly seed: number;
  /** A folder that the dearest bodies are written to. */
  readonly keep?: string | undefined;
}

/** Tries of which the least counts. */
const TRIES = 6;

/** Starts an API process on a store of its own and grows bodies towards its processor time, one request at a time. */
export function growCostlyBodies({ root, rounds, seed, keep }: CostlyPlan): Promise<MeasuredBody[]> {
  return withInstallation(async (installation) => {
    const { apiKey } = await makeKey(installation, 'costly', 'costly');
    await fill(installation);
    const { url, child } = await startApi(installation, path.join(root, 'apps', 'api', 'dist', 'main.js'));
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (method: string, address: string, json?: unknown): Promise<FuzzAnswer> =>
      send(agent, new URL(url), {
        method,
        address,
        headers: { 'x-api-key': apiKey, ...(json !== undefined && { 'content-type': 'application/json' }) },
        body: json === undefined ? null : Buffer.from(JSON.stringify(json)),
      });
    try {
      const routes = costlyRoutes(await makePlaces(installation, ask));
      const once = async (route: CostlyRoute, json: unknown): Promise<Cost> => {
        await ask('GET', '/metrics');
        const before = processorMs(child.pid!);
        const { status } = await ask(...requestOf(route, json)).catch(() => UNANSWERED);
        await sleep(2); // what is left to be done behind the answer is part of its cost
        const used = processorMs(child.pid!) - before;
        // Longer than it ran nobody held its loop: the machine had others to run.
        const heldMs = Math.min(used, longestHoldMs((await ask('GET', '/metrics')).text));
        return { status, processorMs: used, heldMs };
      };
      const bodies = await growBodies(routes, rounds, new SeededRandom(seed), async (route, json, again) =>
        leastOf(await inTurn(again ? TRIES : 1, () => once(route, json))),
      );
      if (keep !== undefined) keepBodies(keep, bodies);
      return bodies;
    } finally {
      agent.destroy();
      child.kill('SIGTERM');
    }
  });
}

/** Whoever got no answer in time knows what it cost all the same. */
const UNANSWERED = { status: 0 };

/** Enough of everything that searches and previews have something to do. */
async function fill(installation: Installation): Promise<void> {
  const { batches } = generateFeed(7, { properties: 1_500, rounds: 2, changes: 1_000 });
  await readDivisions(installation, TOWN_DIVISIONS);
  for (const batch of batches) await readFeed(installation, batch);
}

/** The first page of alerts is a whole one of large alerts. */
const ALERTS_ON_A_PAGE = 30;

async function makePlaces(
  { database }: Installation,
  ask: (method: string, address: string, json: unknown) => Promise<FuzzAnswer>,
): Promise<CostlyPlaces> {
  const make = async (address: string, json: unknown): Promise<string> => {
    const { status, text } = await ask('POST', address, json);
    if (status !== 201) throw new Error(`POST ${address} answered ${status}: ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { id: string }).id;
  };
  const shapes: string[] = [];
  for (const area of HOSTILE_AREAS) shapes.push(await make('/geo/shapes', area));
  const rows = await database.query<{ id: string }>('select id from property order by id limit 5');
  const alertId = await make('/alerts', { name: 'Costly', criteria: {} });
  for (let n = 1; n < ALERTS_ON_A_PAGE; n += 1) await make('/alerts', LARGE_ALERT);
  return { shapes, divisions: [1, 11, 12, 13, 14], properties: rows.map(({ id }) => id), alertId };
}

function requestOf({ method, path: address, carries }: CostlyRoute, json: unknown): [string, string, unknown?] {
  if (carries === 'body') return [method, address, json];
  const pairs = Array.isArray(json) ? json.flatMap((pair) => (Array.isArray(pair) ? [pair] : [])) : [];
  const query = pairs.map((pair) => pair.slice(0, 2).map(parameter).join('=')).join('&');
  return [method, `${address}?${query}`];
}

const parameter = (value: unknown): string =>
  encodeURIComponent(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Of several tries of one body the least of each figure: what others do on the machine only adds. */
function leastOf(costs: readonly Cost[]): Cost {
  return {
    status: costs[0]!.status,
    processorMs: Math.min(...costs.map((cost) => cost.processorMs)),
    heldMs: Math.min(...costs.map((cost) => cost.heldMs)),
  };
}

async function inTurn<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) done.push(await work());
  return done;
}

function keepBodies(folder: string, bodies: readonly MeasuredBody[]): void {
  fs.mkdirSync(folder, { recursive: true });
  bodies.forEach(({ route, json }, place) => {
    const name = `${String(place).padStart(2, '0')} ${route.name.replace(/\W+/g, '-')}.json`;
    fs.writeFileSync(path.join(folder, name), JSON.stringify(json));
  });
}
