import type http from 'node:http';
import { Readable } from 'node:stream';
import { ingestFeed, loadDivisions } from '@gable/ingest';
import { ConfirmationLinks, MailConfirmationStore, MailStore } from '@gable/persistence/delivery';
import { DivisionCountStore } from '@gable/persistence/geography';
import { newId, type Database } from '@gable/persistence';
import { generateFeed, queueFirstAttempts, TOWN_DIVISIONS } from '@gable/testing';
import type { Operation } from './operations.js';
import type { Pools } from './sample-schema.js';
import { send } from './send.js';

/** Whom the fuzzed API belongs to. */
export interface FuzzTarget {
  readonly base: URL;
  readonly agent: http.Agent;
  readonly apiKey: string;
  /** Of a provider of `FEED_DOMAIN`. */
  readonly feedKey: string;
  readonly database: Database;
  /** The API's own, for the links of its mails. */
  readonly keyPepper: string;
  readonly rejectFile: string;
}

/** A store with something of everything, so that every route has something to answer. */
export interface FuzzFixture {
  readonly pools: Pools;
  /** A feed of the source, for routes that take one. */
  readonly feed: Buffer;
  /** The key that the route admits. */
  keyFor(operation: Operation): string;
  /** Ids of things that are there and may be read or changed, by the route and the parameter that takes them. */
  idsFor(operation: Operation, parameter: string): readonly string[];
  /** Makes something that may be removed, and answers its id. */
  makeRemovable(operation: Operation): Promise<string>;
}

/** A source that provides feeds over HTTP. */
export const FEED_DOMAIN = 'provider.example';
const FEED = Buffer.from(
  [1, 2, 3]
    .map((n) =>
      JSON.stringify({
        source: { domain: FEED_DOMAIN, name: 'Provider' },
        externalId: `fed-${n}`,
        observedAt: '2026-06-01T00:00:00Z',
        status: 'ONLINE',
        transactionType: 'SELL',
        propertyType: 'FLAT',
        price: 100_000 * n,
        currency: 'EUR',
      }),
    )
    .join('\n'),
);
const MOST_GROUPED = 6;
const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 45],
      [5.08, 45],
      [5.08, 45.08],
      [5, 45.08],
      [5, 45],
    ],
  ],
};
const ALERTS = [
  { name: 'All', criteria: {} },
  { name: 'Mailed', criteria: { price: { max: 400_000 } }, destinationEmail: 'ana@example.com' },
  { name: 'Classic', searchMode: 'classic', rooms: { gte: 2 } },
  {
    name: 'Told',
    criteria: { rooms: { rooms: { min: 1 } } },
    destinationWebhookUrl: 'https://example.com/hook',
    notificationConfig: { rules: [{ eventType: 'PRICE_CHANGED', thresholdPercentage: 2 }] },
  },
  { name: 'Off', active: false, criteria: { transactionType: { value: 'RENT' } } },
];

export async function createFuzzFixture(target: FuzzTarget): Promise<FuzzFixture> {
  const { database } = target;
  await fill(target);
  const sendTo = async <Made = { id: string }>(
    address: string,
    key: string,
    type: string,
    body: Buffer,
  ): Promise<Made> => {
    const headers = { 'x-api-key': key, 'content-type': type };
    const answer = await send(target.agent, target.base, { method: 'POST', address, headers, body });
    if (answer.status >= 300) throw new Error(`POST ${address} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text) as Made;
  };
  const post = <Made = { id: string }>(address: string, body: object): Promise<Made> =>
    sendTo<Made>(address, target.apiKey, 'application/json', Buffer.from(JSON.stringify(body)));
  const properties = await idsOf(
    database,
    `select property_id as id from listing where online group by property_id order by property_id`,
  );
  const listings = await idsOf(database, 'select id from listing order by id limit 20');
  const jobs = await inTurn(
    [1, 2, 3],
    async () => (await sendTo(`/feeds/${FEED_DOMAIN}`, target.feedKey, 'application/x-ndjson', FEED)).id,
  );
  const shapes = await inTurn(
    [1, 2, 3],
    async (n) => (await post('/geo/shapes', { name: `Area ${n}`, geometry: AREA })).id,
  );
  const drawn = { name: 'Drawn', criteria: { location: { includedGeoShapeIds: [shapes[0]] } } };
  const confirmations = new MailConfirmationStore(database);
  await confirmations.require(true, new Date()); // so that an address is asked, and there is a link to follow
  const alerts = await inTurn([...ALERTS, drawn], async (alert) => (await post('/alerts', alert)).id);
  await confirmations.require(false, new Date());
  await inTurn(properties.slice(0, 3), (propertyId) => post('/favorite-properties', { propertyId }));
  // Merged and split at will, so that the others stay what they are.
  const grouped = properties.slice(-MOST_GROUPED);
  const decide = async () =>
    (await post('/grouping-decisions', { kind: 'MERGE', propertyIds: [grouped[0], grouped[0]] })).id;
  const decisions = await inTurn([1, 2], decide);
  const tiles = await post<{ searchId: string }>('/properties/tiles', {});
  const events = await recordEvents(database, alerts[1]!);
  const notifications = await recordNotifications(database, alerts[1]!, events);
  const tokens = [
    ...(await new MailStore(database, 'a secret of the fuzz').tokensFor([
      { alertId: alerts[1]!, address: 'ana@example.com' },
    ])),
  ].filter((token) => token !== undefined);
  const confirmationTokens = await linksToConfirm(target);
  const urls = (
    await database.query<{ url: string }>(
      `select distinct state ->> 'url' as url from listing_revision where state ->> 'url' is not null order by 1 limit
        20`,
    )
  ).map(({ url }) => url);
  const keys = await idsOf(database, 'select id from api_key order by id');
  const divisions = [1, 11, 12, 13, 14];
  let removable = 0;
  return {
    pools: {
      ...Object.fromEntries(['cityIds', 'cityId', 'city_id'].map((name) => [name, [1]])),
      ...Object.fromEntries(['districtIds', 'districtId', 'district_id'].map((name) => [name, divisions.slice(1)])),
      ...Object.fromEntries(
        ['neighborhoodIds', 'neighborhoodId', 'neighborhood_id', 'includedDivisionIds', 'excludedDivisionIds'].map(
          (name) => [name, divisions],
        ),
      ),
      includedGeoShapeIds: shapes.slice(0, 1),
      excludedGeoShapeIds: shapes.slice(0, 1),
      propertyId: properties,
      propertyIds: grouped,
      alert: alerts,
      apiKeyId: keys,
      url: urls,
      geometry: [AREA],
      centerPoint: ['{"lat": 45.05, "lng": 5.05}', { lat: 45.05, lng: 5.05 }],
      destinationEmail: ['ana@example.com', null],
      destinationWebhookUrl: [null],
      signingKey: [`whsec_${'A'.repeat(43)}=`],
      cursor: [null],
      search: [tiles.searchId],
      metrics: ['count', 'avg:price', 'median:area', 'percentile:price_per_sqm:90'],
      q: ['town', 'dist', '750', 'trict 1'],
      since: ['2026-01-01T00:00:00Z'],
      until: ['2026-12-01T00:00:00Z'],
    },
    feed: FEED,
    keyFor: ({ template }) => (template.startsWith('/feeds/') ? target.feedKey : target.apiKey),
    idsFor: ({ template }, parameter) => {
      if (parameter === 'domain') return [FEED_DOMAIN];
      if (parameter === 'externalId') return ['fed-1', 'fed-2', 'a/b ü'];
      if (parameter === 'revisionId') return ['1'];
      if (template.startsWith('/feeds/')) return jobs;
      if (template.startsWith('/listings/')) return listings;
      if (template.startsWith('/properties/tiles/')) return ['0'];
      if (parameter === 'token') return template.startsWith('/c/') ? confirmationTokens : tokens;
      if (parameter === 'alertUuid') return alerts.slice(1, 2);
      if (parameter === 'eventUuid' || template === '/alerts/{alertUuid}/events/{uuid}') return events;
      if (template.startsWith('/alerts')) return alerts;
      if (template.startsWith('/event-notifications')) return notifications;
      if (template.startsWith('/geo/divisions')) return divisions.map(String);
      if (template.startsWith('/geo/shapes')) return shapes;
      if (template.startsWith('/grouping-decisions')) return decisions;
      return properties;
    },
    makeRemovable: async ({ template }) => {
      if (template.startsWith('/geo/shapes')) return (await post('/geo/shapes', AREA)).id;
      if (template.startsWith('/favorite-properties'))
        return (
          await post('/favorite-properties', {
            propertyId: properties[3 + (removable++ % (properties.length - 3 - MOST_GROUPED))],
          })
        ).id;
      if (template.startsWith('/grouping-decisions')) return decide();
      return (await post('/alerts', { name: 'To be removed', criteria: {} })).id;
    },
  };
}

async function fill({ database, rejectFile }: FuzzTarget): Promise<void> {
  const { batches } = generateFeed(7, { properties: 60, rounds: 2, changes: 60 });
  await loadDivisions(database, asFile(TOWN_DIVISIONS), { rejectFile });
  for (const batch of batches) await ingestFeed(database, asFile(batch), { rejectFile });
  await new DivisionCountStore(database).count();
}

function asFile(lines: readonly string[]): Readable {
  return Readable.from(lines.map((line) => Buffer.from(`${line}\n`)));
}

/** Events as the matcher would write them: three new matches and a price that changed. */
async function recordEvents(database: Database, alertId: string): Promise<string[]> {
  const revisions = await database.query<{ listing_id: string; revision_id: number; property_id: string }>(
    `select revision.listing_id, revision.revision_id, property_id
     from listing_revision revision join listing on listing.id = listing_id
     order by revision.revision_id desc, revision.listing_id limit 4`,
  );
  return inTurn(revisions, async ({ listing_id, revision_id, property_id }) => {
    const id = newId(new Date());
    await database.query(
      `insert into alert_event (id, alert_id, account_id, property_id, listing_id, revision_id, event_type,
        criteria_version, delivery_id, created_at)
       select $1, alert.id, alert.account_id, $3, $4, $5, $6, 1, $1, now() from alert where alert.id = $2`,
      [id, alertId, property_id, listing_id, revision_id, revision_id > 1 ? 4 : 0],
    );
    return id;
  });
}

async function recordNotifications(database: Database, alertId: string, events: readonly string[]): Promise<string[]> {
  const states = ['PENDING', 'DELIVERED', 'FAILED', 'SKIPPED'];
  return inTurn(events, async (eventId) => {
    const id = newId(new Date());
    const status = states[events.indexOf(eventId) % states.length];
    if (status === 'PENDING') {
      await queueFirstAttempts(database, [{ id, alertId, eventId, deliveryId: eventId }], await database.now());
      return id;
    }
    await database.query(
      `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
        destination_id, destination_address, status, scheduled_at, created_at, updated_at)
       select $1, account_id, id, $3, $3, 1, 'EMAIL', destination_id, 'ana@example.com', $4, now(), now(), now() from
         alert where id = $2`,
      [id, alertId, eventId, status],
    );
    return id;
  });
}

async function linksToConfirm({ database, keyPepper }: FuzzTarget): Promise<string[]> {
  const asked = await database.query<{ endpoint_id: number }>('select endpoint_id from mail_confirmation');
  const expiresAt = new Date(Date.now() + 86_400_000);
  return asked.map(({ endpoint_id: endpointId }) =>
    new ConfirmationLinks(keyPepper).tokenOf({ endpointId, expiresAt }),
  );
}

async function idsOf(database: Database, query: string): Promise<string[]> {
  return (await database.query<{ id: string }>(query)).map(({ id }) => id);
}

async function inTurn<From, To>(list: readonly From[], make: (each: From) => Promise<To>): Promise<To[]> {
  const made: To[] = [];
  for (const each of list) made.push(await make(each));
  return made;
}
