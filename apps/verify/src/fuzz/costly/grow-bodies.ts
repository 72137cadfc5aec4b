import type { SeededRandom } from '@gable/domain/testing';
import { someSeed, type CostlyRoute } from './costly-routes.js';
import { mutateCostly } from './mutate-costly.js';

/** What a request cost the process that answered it. */
export interface Cost {
  readonly status: number;
  /** Processor time of the API, all threads. */
  readonly processorMs: number;
  /** The longest that its event loop was held. */
  readonly heldMs: number;
}

/** A body, or a list of parameters, that was measured. */
export interface MeasuredBody extends Cost {
  readonly route: CostlyRoute;
  readonly json: unknown;
  readonly bytes: number;
}

/** Sends a body and measures it; `again` asks for the least of several tries, which other processes disturb less. */
export type Measure = (route: CostlyRoute, json: unknown, again: boolean) => Promise<Cost>;

/** Bodies of a route that the next ones are made of. */
const KEPT = 6;
/** A body that nearly costs what is allowed is measured again: a pause of the machine is nobody's cost. */
const SUSPICIOUS_MS = 40;

/**
 * Grows bodies towards processor time, route by route: what is dearer than the dearest so far is kept and changed
 * again. Answers the dearest of each route, the dearest first.
 */
export async function growBodies(
  routes: readonly CostlyRoute[],
  rounds: number,
  random: SeededRandom,
  measure: Measure,
): Promise<MeasuredBody[]> {
  const kept = new Map<CostlyRoute, MeasuredBody[]>();
  for (const route of routes) {
    const measured: MeasuredBody[] = [];
    for (const seed of route.seeds) measured.push(await measureBody(route, seed, measure));
    kept.set(route, dearest(measured));
  }
  for (let round = 0; round < rounds; round += 1) {
    const route = routes[round % routes.length]!;
    const parents = kept.get(route)!;
    const body = mutateCostly(
      random.pick(parents).json,
      random.chance(0.5) ? random.pick(parents).json : someSeed(route, random),
      random,
    );
    if (sizeOf(body) > route.mostBytes) continue;
    kept.set(route, dearest([...parents, await measureBody(route, body, measure)]));
  }
  return [...kept.values()].flatMap((bodies) => bodies.slice(0, 2)).sort((a, b) => b.processorMs - a.processorMs);
}

async function measureBody(route: CostlyRoute, json: unknown, measure: Measure): Promise<MeasuredBody> {
  const first = await measure(route, json, false);
  const cost = Math.max(first.processorMs, first.heldMs) > SUSPICIOUS_MS ? await measure(route, json, true) : first;
  return { route, json, bytes: sizeOf(json), ...cost };
}

const dearest = (bodies: readonly MeasuredBody[]): MeasuredBody[] =>
  [...bodies].sort((a, b) => b.processorMs - a.processorMs).slice(0, KEPT);

const sizeOf = (json: unknown): number => Buffer.byteLength(JSON.stringify(json) ?? '');
