import { mkdirSync } from 'node:fs';
import { committedChanges, keepChanges, TOWN_DIVISIONS } from '@gable/testing';
import { readDivisions, type Installation } from '../../installation.js';
import type { FaultyReceivers } from '../delivery/faulty-receivers.js';
import { PoliteTenant } from './polite-tenant.js';
import { feedsFolderOf, TownFeed } from './town-feed.js';

export const POLITE_ACCOUNTS = 18;

/** What stands before anything runs. */
export interface PreparedPhase {
  readonly town: TownFeed;
  readonly polite: readonly PoliteTenant[];
  /** That can be read when the phase begins. */
  readonly propertyIds: readonly string[];
}

/** Fills a store with the town and its polite customers: the same for the same seed. */
export async function preparePhase(
  installation: Installation,
  receivers: FaultyReceivers,
  { seed, properties }: { seed: number; properties: number },
): Promise<PreparedPhase> {
  const { database } = installation;
  mkdirSync(feedsFolderOf(installation), { recursive: true });
  await keepChanges(database);
  await readDivisions(installation, TOWN_DIVISIONS);
  const town = new TownFeed(installation, seed);
  await town.fill(properties);
  const sample = (await committedChanges(database)).map(({ after }) => after.listing);
  const polite: PoliteTenant[] = [];
  for (let number = 1; number <= POLITE_ACCOUNTS; number += 1) {
    const address = receivers.urlOf(number - 1, 'webhooks');
    polite.push(await PoliteTenant.make(installation, { number, seed: seed + 10 * number, sample, address }));
  }
  const rows = await database.query<{ id: string }>('select id from property where online_count > 0 order by id');
  return { town, polite, propertyIds: rows.map(({ id }) => id) };
}
