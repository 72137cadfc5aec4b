import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import { eventMessage, listingView, propertyView } from '../testing/messages.js';
import { LISTING_VIEW_FIELDS, MERGED_VIEW_FIELDS, type ListingView } from '@gable/domain/property';
import { renderTestWebhook, renderWebhook, renderWebhookParts } from './render-webhook.js';
import { MOST_WEBHOOK_BYTES } from './within-bytes.js';

const schema = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../schemas/webhook-v1.schema.json'), 'utf8'),
) as object;
const validator = (document: object) =>
  addFormats.default(new Ajv2020({ allErrors: true, strictTypes: false })).compile(document);
const read = (body: Buffer) => JSON.parse(body.toString('utf8'));

/**
 * The same schema for a reader that takes no field it does not name: what we send but forgot to describe fails here.
 */
const closed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([name, member]) => [name, closed(member)]));
  return 'properties' in node && 'type' in node ? { ...members, additionalProperties: false } : members;
};

const complete = validator(closed(schema) as object);

describe('renderWebhook', () => {
  it('says what happened in the members of the contract, in this order', () => {
    const message = eventMessage();
    expect(renderWebhook(message).toString('utf8')).toBe(
      '{"type":"alert.price_changed","apiVersion":"1","timestamp":"2026-02-01T10:00:00.123Z","data":{"eventId":"01960000-0000-7000-8000-00000000e001",' +
        '"alertId":"01960000-0000-7000-8000-00000000c001","alertName":"Flats in Lyon","eventType":"PRICE_CHANGED","propertyId":"01960000-0000-7000-8000-00000000b001",' +
        '"listingId":"01960000-0000-7000-8000-00000000a001","revisionId":2,"change":[{"attribute":"price","old":340000,"new":320000,"variationPercent":-5.88235294117647}],' +
        `"listing":${JSON.stringify(message.listing)},"property":${JSON.stringify(message.property)}}}`,
    );
  });

  it('makes what is told once for messages about one state, and anew where change or property differ', () => {
    const message = eventMessage();
    const told = (changes: Partial<typeof message>) => renderWebhookParts({ ...message, ...changes }).told;
    expect(told({ alertId: 'other', alertName: 'Other' })).toBe(told({}));
    for (const changes of [{ change: [] }, { property: null }, { listing: listingView({ price: 1 }) }]) {
      expect(told(changes)).not.toEqual(told({}));
      expect(read(renderWebhook({ ...message, ...changes })).data).toMatchObject(changes);
    }
  });

  it('renders the same message to the same bytes', () =>
    expect(renderWebhook(eventMessage()).equals(renderWebhook(eventMessage()))).toBe(true));

  it.each([
    ['texts of 100,000 characters', listingView({ description: '„'.repeat(100_000), title: '"'.repeat(1_000) }), 3],
    ['pictures without end', listingView({ pictures: Array(200).fill(`https://p.example/${'x'.repeat(2_000)}`) }), 2],
    ['a hundred listings', listingView({ description: 'y'.repeat(5_000) }), 100],
    ['all of that', listingView({ title: '\\'.repeat(1_000), description: '🏠'.repeat(50_000) }), 100],
  ])('is bounded and says so, with %s', (_, listing, count) => {
    const property = propertyView(Array<ListingView>(count).fill(listing));
    const change = [
      { attribute: 'description', old: 'z'.repeat(100_000), new: listing.description, variationPercent: null },
    ];
    const body = renderWebhook(eventMessage({ listing, property, change }));
    expect(body.length).toBeLessThanOrEqual(MOST_WEBHOOK_BYTES);
    expect(read(body).data).toMatchObject({ isShortened: true, listing: { url: listing.url, price: listing.price } });
    expect(read(body).data.property.listings.length).toBeGreaterThan(0);
    complete(read(body));
    expect(complete.errors).toBeNull();
  });

  it('names a test as one, without an event', () => {
    expect(read(renderTestWebhook({ alertId: 'a-1', alertName: 'Mine', createdAt: new Date(0) }))).toEqual({
      type: 'alert.test',
      apiVersion: '1',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: { alertId: 'a-1', alertName: 'Mine' },
    });
  });
});

describe('schemas/webhook-v1.schema.json', () => {
  const open = validator(schema);
  const bodies = [
    ...ALERT_EVENT_TYPES.map((eventType) => renderWebhook(eventMessage({ eventType }))),
    renderWebhook(eventMessage({ change: [], property: null })),
    renderWebhook(
      eventMessage({
        property: propertyView([
          listingView({
            title: null,
            price: null,
            rooms: null,
            pictures: [],
            transactionType: null,
            propertyType: null,
            locationAccuracy: null,
          }),
        ]),
      }),
    ),
    renderWebhook(
      eventMessage({
        change: [
          { attribute: 'pictures', old: null, new: ['https://p.example/1'], variationPercent: null },
          { attribute: 'features.garden', old: false, new: true, variationPercent: null },
          {
            attribute: 'location',
            old: {
              lat: 1,
              lng: 2,
              accuracy: 'STREET',
              postalCode: '69004',
              cityId: 1,
              districtId: 2,
              neighborhoodId: 3,
              cityName: 'a',
              districtName: 'b',
              neighborhoodName: 'c',
            },
            new: null,
            variationPercent: null,
          },
        ],
      }),
    ),
    renderTestWebhook({ alertId: eventMessage().alertId, alertName: 'Mine', createdAt: new Date() }),
  ];

  it('describes every body, and every member of it', () => {
    expect(bodies).toHaveLength(12);
    for (const body of bodies) {
      open(read(body));
      expect(open.errors).toBeNull();
      complete(read(body));
      expect(complete.errors).toBeNull();
    }
  });

  it('names every member that the domain shows of a listing', () => {
    const { listing, merged } = (schema as { $defs: Record<string, { properties: object }> }).$defs;
    expect(Object.keys(listing!.properties).sort()).toEqual(Object.keys(LISTING_VIEW_FIELDS).sort());
    expect(Object.keys(merged!.properties).sort()).toEqual(Object.keys(MERGED_VIEW_FIELDS).sort());
  });

  it('takes members that a later version adds', () => expect(open({ ...read(bodies[0]!), later: 1 })).toBe(true));

  it.each<[string, (body: ReturnType<typeof read>) => void]>([
    [
      'another type',
      (body) => {
        body.type = 'alert.else';
      },
    ],
    [
      'another version',
      (body) => {
        body.apiVersion = '2';
      },
    ],
    [
      'a time that is none',
      (body) => {
        body.timestamp = 'now';
      },
    ],
    [
      'no event',
      (body) => {
        delete body.data.eventId;
      },
    ],
    [
      'a price in words',
      (body) => {
        body.data.property.listings[0].price = '320000';
      },
    ],
    [
      'a change without its attribute',
      (body) => {
        delete body.data.change[0].attribute;
      },
    ],
  ])('refuses %s', (_, spoil) => {
    const body = read(bodies[0]!);
    spoil(body);
    expect(open(body)).toBe(false);
  });
});
