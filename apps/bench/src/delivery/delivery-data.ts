import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { ALERT_EVENT_TYPES, type AlertDraft } from '@gable/domain/alert';
import type { Criteria } from '@gable/domain/criteria';
import { criteriaNode } from '@gable/domain/testing';
import { ingestFeed } from '@gable/ingest';
import { AccountStore } from '@gable/persistence/accounts';
import { AlertStore } from '@gable/persistence/alerts';
import { newId, type Database } from '@gable/persistence';
import { DESCRIPTION } from '../data/description.js';
import { Sealer, readSecrets } from '@gable/runtime';
import { queueFirstAttempts } from '@gable/testing';

/** Listings that events are about. */
export const LISTINGS = 2_000;

/** A feed line with 1 kB of words and pictures. `round` 0 is the listing's first; each later one has another price. */
export function listingLine(number: number, round: number): Buffer {
  const url = `https://homes.example/adverts/${number}`;
  return Buffer.from(
    `${JSON.stringify({
      source: { domain: 'homes.example', name: 'Homes' },
      externalId: `home-${number}`,
      observedAt: new Date(Date.UTC(2026, 0, 1) + round * 60_000).toISOString(),
      status: 'ONLINE',
      url,
      title: `Home ${number}`,
      description: DESCRIPTION,
      pictures: [1, 2, 3].map((picture) => `${url}/${picture}.jpg`),
      transactionType: 'SELL',
      propertyType: number % 2 === 0 ? 'FLAT' : 'HOUSE',
      price: 100_000 + number * 100 + round * 1_000,
      currency: 'EUR',
      area: areaOf(number),
      rooms: 1 + (number % 6),
      features: { balcony: true, parking: false },
      location: { lat: 42 + (number % 40) * 0.1, lng: 1 + Math.floor(number / 40) * 0.1, accuracy: 'PRECISE' },
    })}\n`,
  );
}

export async function ingest(database: Database, lines: readonly Buffer[], home: string): Promise<void> {
  const report = await ingestFeed(database, Readable.from(lines), { rejectFile: `${home}/rejects.ndjson` });
  if (report.changed !== lines.length)
    throw new Error(`Of ${lines.length} lines ${report.changed} changed something; the bench measures nothing then.`);
}

/** Every listing is of one of so many kinds. */
export const KINDS = 16;
const areaOf = (number: number): number => 20 + (number % KINDS);

/** What the listings of one kind meet. */
export function criteriaOfKind(kind: number): Criteria {
  return criteriaNode([{ kind: 'range', field: 'area', min: areaOf(kind), max: areaOf(kind), allowNull: false }]);
}

/** Alerts that send every event to these addresses, made as the API makes them: with a sealed key each. */
export async function makeAlerts(
  database: Database,
  home: string,
  alerts: readonly { criteria: Criteria; address: string }[],
  account = 'Bench',
): Promise<string[]> {
  const store = new AlertStore(database, new Sealer(readSecrets(home).signingKeyEncryptionKey));
  const now = await database.now();
  const { id: accountId } = await new AccountStore(database).ensure(account, now);
  const make = async ({ criteria, address }: (typeof alerts)[number]): Promise<string> => {
    const draft: AlertDraft = {
      name: 'Homes',
      active: true,
      searchMode: 'advanced',
      classicFilters: null,
      criteria,
      signingKey: `whsec_${randomBytes(32).toString('base64')}`,
      notificationConfig: { rules: ALERT_EVENT_TYPES.map((eventType) => ({ eventType, enabled: true })) },
      destination: { channel: 'WEBHOOK', address },
    };
    return (await store.create(accountId, draft, now)).id;
  };
  const ids: string[] = [];
  for (let i = 0; i < alerts.length; i += MADE_AT_ONCE)
    ids.push(...(await Promise.all(alerts.slice(i, i + MADE_AT_ONCE).map(make))));
  return ids;
}

const MADE_AT_ONCE = 8;

/**
 * Queues deliveries as a step of matching does: events of alerts and their first attempts, each lot in one transaction.
 */
export class DeliveryQueue {
  private next = 0;
  private readonly listings: Promise<{ id: string; property_id: string }[]>;

  constructor(
    private readonly database: Database,
    private readonly alertIds: readonly string[],
  ) {
    this.listings = database.query<{ id: string; property_id: string }>(
      'select id, property_id from listing order by id',
    );
  }

  async add(count: number): Promise<void> {
    const listings = await this.listings;
    const rows = Array.from({ length: count }, () => {
      const number = this.next++;
      const round = Math.floor(number / this.alertIds.length);
      const listing = listings[round % listings.length]!;
      return {
        eventId: newId(new Date()),
        notificationId: newId(new Date()),
        alertId: this.alertIds[number % this.alertIds.length]!,
        listing,
        type: Math.floor(round / listings.length),
      };
    });
    if (rows.at(-1)!.type >= ALERT_EVENT_TYPES.length)
      throw new Error('There are no more events to make of these listings and alerts.');
    const events = rows.map(({ eventId }) => eventId);
    const alerts = rows.map(({ alertId }) => alertId);
    await this.database.transaction(async (transaction) => {
      await transaction.query(INSERT_EVENTS, [
        events,
        alerts,
        rows.map(({ listing }) => listing.property_id),
        rows.map(({ listing }) => listing.id),
        rows.map(({ type }) => type),
      ]);
      await queueFirstAttempts(
        transaction,
        rows.map(({ alertId, eventId, notificationId }) => ({
          id: notificationId,
          alertId,
          eventId,
          deliveryId: eventId,
        })),
        await this.database.now(),
      );
    });
  }
}

const INSERT_EVENTS = `
  insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
    delivery_id, created_at)
  select id, alert_id, property_id, listing_id, 1, type, 1, id, clock_timestamp()
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::smallint[]) as new(id, alert_id, property_id,
    listing_id, type)`;
