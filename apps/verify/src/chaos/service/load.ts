import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '@gable/domain/testing';
import type { MovingTown } from '@gable/testing';
import { asFeed, dropFeed, waitingFeeds } from '../drop-feed.js';
import type { Installation } from '../../installation.js';
import type { ApiPlaces } from './api-places.js';
import type { ExpectedStates, SaidLine } from './expected-states.js';

/** What load needs of the service it is put on. */
export interface ServiceUnderLoad {
  readonly installation: Installation;
  readonly apis: ApiPlaces;
  readonly keys: { readonly client: string; readonly provider: string };
  /** The drop folder. */
  readonly feeds: string;
  readonly expected: ExpectedStates;
  readonly steadyAlerts: readonly string[];
  readonly serverErrors: string[];
  readonly isDatabaseAway: boolean;
  readonly databaseOutages: number;
  answers: number;
  put(api: number, line: SaidLine, signal: AbortSignal): Promise<boolean>;
}

const LINES_AT_ONCE = 5;
const PAUSE_MS = 150;
const MOST_FILES = 10;
const MOST_WAITING = 1_500;
const TOWN = ['one.example', 'two.example', 'three.example'];

/** Feeds a town through the drop folder: changes, newcomers, and listings that are seen again as they were. */
export async function feedTown(
  service: ServiceUnderLoad,
  town: MovingTown,
  random: SeededRandom,
  signal: AbortSignal,
): Promise<void> {
  for (let file = 1; !signal.aborted; file += 1) {
    const again = Array.from({ length: 3 }, () => seenAgain(random.pick(service.expected.linesOf(TOWN))));
    // A listing of these may change in the same file: then the change is the later one, as its instant says.
    const changes = [...town.change(LINES_AT_ONCE), ...(file % 10 === 0 ? town.arrive(1) : [])];
    sendFile(service, `town-${String(file).padStart(8, '0')}.ndjson`, [...again, ...changes]);
    await sleep(PAUSE_MS);
    while (
      !signal.aborted &&
      (waitingFeeds(service.feeds).length > MOST_FILES || (await openWork(service)) > MOST_WAITING)
    )
      await sleep(100);
  }
}

/** Moves a file in; from then on its lines have to land. */
export function sendFile(service: ServiceUnderLoad, name: string, lines: readonly string[]): void {
  dropFeed(service.feeds, name, asFeed(lines));
  for (const line of lines) service.expected.note(JSON.parse(line) as SaidLine);
}

/** Half a minute later; a town's own lines are a minute apart at least. */
function seenAgain(line: SaidLine): string {
  const later = new Date(new Date(line.observedAt).getTime() + 30_000).toISOString();
  return JSON.stringify({ ...line, observedAt: line.observedAt.endsWith('30.000Z') ? line.observedAt : later });
}

/** Changes that are not consumed and deliveries of the steady alerts that have not ended; many while nobody answers. */
export async function openWork({ installation, steadyAlerts }: ServiceUnderLoad): Promise<number> {
  const text = `
    select (select count(*) from kept_change where id > (select min(position) from alert_shard)) + (
      select count(*) from event_notification where alert_id = any($1) and status in ('PENDING', 'SUSPENDED')) as open`;
  return installation.database
    .query<{ open: number }>(text, [steadyAlerts])
    .then(([row]) => row!.open)
    .catch(() => Infinity);
}

/** A state of a listing that an API is sent by itself. */
export function putLine(externalId: string, hour: number, price: number): SaidLine {
  return {
    ...{ externalId, source: { domain: 'late.example', name: 'Late' }, status: 'ONLINE' },
    ...{ transactionType: 'SELL', propertyType: 'LAND', price, currency: 'EUR', title: externalId },
    observedAt: new Date(Date.UTC(2026, 1, 1, hour)).toISOString(),
  };
}

/**
 * Listings that are seen again by one API, after which another is sent an older state with another price: nobody may
 * take that, whichever release each of the two is of.
 */
export async function sendLateStates(
  service: ServiceUnderLoad,
  random: SeededRandom,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; !signal.aborted; number += 1) {
    const [one, other] = random.chance(0.5) ? [0, service.apis.size - 1] : [service.apis.size - 1, 0];
    const line = (hour: number, price: number) => putLine(`late-${number}`, hour, price);
    if (!(await service.put(one, line(0, 100_000 + number), signal))) return;
    if (!(await service.put(one, line(2, 100_000 + number), signal))) return;
    if (!(await service.put(other, line(1, 1 + number), signal))) return;
    await sleep(random.whole(50, 300));
  }
}

/** Asks every API, all the time; an answer of 5xx is found unless the database was away. */
export async function askApis(service: ServiceUnderLoad, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const api = turn % service.apis.size;
    const outages = service.databaseOutages;
    const wasAway = service.isDatabaseAway;
    const answer = await (turn % 3 === 0
      ? service.apis.ask(api, service.keys.client, 'GET', '/alerts')
      : service.apis.ask(api, service.keys.client, 'POST', '/properties', { transactionType: 'SELL', size: 5 }));
    if (answer !== undefined) service.answers += 1;
    const isExcused = wasAway || service.isDatabaseAway || outages !== service.databaseOutages;
    if (answer !== undefined && (answer.status >= 500 || answer.status === 0) && !isExcused)
      service.serverErrors.push(`API ${api} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    await sleep(100);
  }
}

/** Where the drop folder of an installation is. */
export const feedsFolder = (home: string): string => path.join(home, 'feeds');
